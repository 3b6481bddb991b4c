/* Pipelines of an Amber script: bindings, groups of shaders, binding tables. */
#include "orchestrator/amber/words.h"

#include <string.h>

enum { MOST_SET = 31, MOST_RECURSION = 31 };

/* DESCRIPTOR_SET n BINDING n, of the last of the pipeline's bindings */
static enum st_code read_place(struct amber_words *w, struct amber_pipeline *p, struct status *st)
{
    struct amber_binding *b = &LAST(&p->bindings);
    TRY(words_need(w, "DESCRIPTOR_SET", st));
    TRY(words_whole(w, "a set of", 0, MOST_SET, &b->set, st));
    TRY(words_need(w, "BINDING", st));
    TRY(words_whole(w, "a binding of", 0, INT32_MAX, &b->binding, st));
    for (const struct amber_binding *o = p->bindings.at; o < b; o++)
        if (o->kind != AMBER_PUSH && o->set == b->set && o->binding == b->binding)
            return WORDS_FAIL(w, st, "a second BIND to set %u, binding %u; expected one", b->set,
                              b->binding);
    return ST_OK;
}

/* BIND BUFFER NAME AS kind DESCRIPTOR_SET n BINDING n, BIND ACCELERATION_STRUCTURE NAME ... */
static enum st_code read_bind(struct amber_words *w, const struct amber_script *s,
                              struct amber_pipeline *p, struct status *st)
{
    static const char *const whats[] = {"BUFFER", "ACCELERATION_STRUCTURE", NULL};
    static const char *const kinds[] = {"storage_image", "storage", "uniform", "push_constant",
                                        NULL};
    uint32_t what, kind;
    TRY_ADD(&p->bindings, st);
    struct amber_binding *b = &LAST(&p->bindings);
    TRY(words_choice(w, "BIND", whats, &what, st));
    if (what) {
        b->kind = AMBER_STRUCTURE;
        TRY(WORDS_KNOWN(w, "top-level structure", &s->tops, &b->index, st));
        return read_place(w, p, st);
    }
    TRY(WORDS_KNOWN(w, "buffer or image", &s->buffers, &b->index, st));
    TRY(words_need(w, "AS", st));
    bool image = s->buffers.at[b->index].image;
    if (words_are(w, "storage_image") != image)
        return WORDS_FAIL(w, st, "%s as '%.*s'; expected %s", image ? "an image" : "a buffer",
                          WORDS_SHOWN(w),
                          image ? "storage_image" : "storage, uniform or push_constant");
    TRY(words_choice(w, "a buffer as", kinds, &kind, st));
    b->kind = image ? AMBER_IMAGE : kind == 3 ? AMBER_PUSH : AMBER_BUFFER;
    return b->kind == AMBER_PUSH ? ST_OK : read_place(w, p, st);
}

/* SHADER_GROUP NAME SHADER..., one of ray generation, miss or callable, or up to three of a hit */
static enum st_code read_group(struct amber_words *w, const struct amber_script *s,
                               struct amber_pipeline *p, struct status *st)
{
    struct amber_name name;
    uint32_t n = 0, shader;
    TRY(WORDS_NEW(w, "shader group", &p->groups, &name, st));
    TRY_ADD(&p->groups, st);
    struct amber_group *g = &LAST(&p->groups);
    g->name = name;
    for (int k = 0; k < AMBER_STAGES; k++)
        g->shader[k] = AMBER_NONE;
    for (; words_stay(w); n++) {
        TRY(WORDS_KNOWN(w, "shader", &s->shaders, &shader, st));
        uint32_t *slot = &g->shader[s->shaders.at[shader].stage];
        if (*slot != AMBER_NONE)
            return WORDS_FAIL(w, st, "two shaders of one kind in a group; expected one");
        *slot = shader;
    }
    bool alone = g->shader[AMBER_RAYGEN] != AMBER_NONE || g->shader[AMBER_MISS] != AMBER_NONE ||
                 g->shader[AMBER_CALLABLE] != AMBER_NONE;
    if (!n || (alone && n > 1))
        return WORDS_FAIL(w, st,
                          "a group of %u shaders; expected one shader of ray generation, miss or "
                          "callable, or those of a hit",
                          n);
    return ST_OK;
}

/* SHADER_BINDING_TABLE NAME GROUP... END */
static enum st_code read_table(struct amber_words *w, struct amber_pipeline *p, struct status *st)
{
    struct amber_name name;
    TRY(WORDS_NEW(w, "binding table", &p->tables, &name, st));
    TRY_ADD(&p->tables, st);
    struct amber_table *t = &LAST(&p->tables);
    t->name = name;
    while (!words_take(w, "END")) {
        if (t->groups.n == AMBER_MOST_ENTRIES)
            return WORDS_FAIL(w, st, "more than %d groups in a table; expected END",
                              AMBER_MOST_ENTRIES);
        TRY_ADD(&t->groups, st);
        TRY(WORDS_KNOWN(w, "shader group", &p->groups, &LAST(&t->groups), st));
    }
    return ST_OK;
}

/* USE_LIBRARY NAME...: its groups are this pipeline's as well. */
static enum st_code read_libraries(struct amber_words *w, const struct amber_script *s,
                                   struct amber_pipeline *p, struct status *st)
{
    while (words_stay(w)) {
        uint32_t index;
        TRY(WORDS_KNOWN(w, "pipeline", &s->pipelines, &index, st));
        if (p == &s->pipelines.at[index])
            return WORDS_FAIL(w, st, "a pipeline that uses itself; expected another");
        const struct amber_pipeline *from = &s->pipelines.at[index];
        for (uint32_t i = 0; i < from->groups.n; i++) {
            TRY_ADD(&p->groups, st);
            LAST(&p->groups) = from->groups.at[i];
        }
    }
    return ST_OK;
}

/* FLAGS LIBRARY, or FLAGS and LIBRARY on a line below it, and END */
static enum st_code read_flags(struct amber_words *w, struct status *st)
{
    bool below = !words_stay(w);
    TRY(words_need(w, "LIBRARY", st));
    return below ? words_need(w, "END", st) : ST_OK;
}

static enum st_code read_line(struct amber_words *w, const struct amber_script *s,
                              struct amber_pipeline *p, struct status *st)
{
    static const char *const names[] = {"BIND",
                                        "SHADER_GROUP",
                                        "SHADER_BINDING_TABLE",
                                        "USE_LIBRARY",
                                        "FLAGS",
                                        "MAX_RAY_RECURSION_DEPTH",
                                        "MAX_RAY_PAYLOAD_SIZE",
                                        "MAX_RAY_HIT_ATTRIBUTE_SIZE",
                                        NULL};
    uint32_t which, unused;
    TRY(words_choice(w, "a pipeline's", names, &which, st));
    switch (which) {
    case 0:
        return read_bind(w, s, p, st);
    case 1:
        return read_group(w, s, p, st);
    case 2:
        return read_table(w, p, st);
    case 3:
        return read_libraries(w, s, p, st);
    case 4:
        return read_flags(w, st);
    case 5:
        return words_whole(w, "a recursion of", 0, MOST_RECURSION, &p->recursion, st);
    default: /* what a driver allocates; here a payload has the size of its variable */
        return words_whole(w, "a size of", 0, UINT32_MAX, &unused, st);
    }
}

enum st_code amber_read_pipeline(struct amber_words *w, struct amber_script *s, struct status *st)
{
    struct amber_name name;
    if (!words_take(w, "raytracing") && !words_take(w, "ray_tracing"))
        return WORDS_FAIL(w, st, "a pipeline of kind '%.*s'; expected raytracing", WORDS_SHOWN(w));
    TRY(WORDS_NEW(w, "pipeline", &s->pipelines, &name, st));
    TRY_ADD(&s->pipelines, st);
    struct amber_pipeline *p = &LAST(&s->pipelines);
    p->name = name;
    p->recursion = 1;
    while (!words_take(w, "END"))
        TRY(read_line(w, s, p, st));
    return ST_OK;
}
