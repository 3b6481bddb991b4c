#include "orchestrator/amber/script.h"

#include "common/file.h"
#include "orchestrator/amber/words.h"

#include <stdio.h>
#include <string.h>

const char *const amber_comparators[AMBER_COMPARATORS + 1] = {"EQ", "NE", "LT", "LE",
                                                              "GT", "GE", NULL};

/* ---- shaders ---- */

/* SHADER ray_generation NAME GLSL, its lines, END */
static enum st_code read_shader(struct amber_words *w, struct amber_script *s, struct status *st)
{
    static const char *const stages[] = {"ray_generation", "miss",     "closest_hit", "any_hit",
                                         "intersection",   "callable", NULL};
    uint32_t stage;
    struct amber_name name;
    TRY(words_choice(w, "a shader of kind", stages, &stage, st));
    TRY(WORDS_NEW(w, "shader", &s->shaders, &name, st));
    if (!words_are(w, "GLSL"))
        return WORDS_FAIL(w, st, "a shader in '%.*s'; expected GLSL", WORDS_SHOWN(w));
    TRY_ADD(&s->shaders, st);
    struct amber_shader *shader = &LAST(&s->shaders);
    shader->name = name;
    shader->stage = (enum amber_stage)stage;
    return words_lines(w, &shader->text, &shader->line, st);
}

/* ---- buffers and images ---- */

static enum st_code read_type(struct amber_words *w, struct amber_type *out, struct status *st)
{
    static const char *const scalars[] = {"int32", "uint32", "float"};
    struct amber_name name = w->word;
    *out = (struct amber_type){AMBER_INT, 1};
    if (name.n > 2 && memcmp(name.text + name.n - 2, "[]", 2) == 0)
        name.n -= 2;
    if (name.n > 6 && memcmp(name.text, "vec", 3) == 0 && name.text[4] == '<' &&
        name.text[name.n - 1] == '>' && (name.text[3] == '2' || name.text[3] == '4')) {
        out->n = (uint32_t)(name.text[3] - '0');
        name = (struct amber_name){name.text + 5, name.n - 6};
    }
    for (int i = 0; i <= AMBER_FLOAT; i++)
        if (amber_is(name, scalars[i])) {
            out->scalar = (enum amber_scalar)i;
            words_next(w);
            return ST_OK;
        }
    return WORDS_FAIL(w, st,
                      "data of type '%.*s'; expected int32, uint32, float, or vec2 or vec4 of one "
                      "of them",
                      WORDS_SHOWN(w));
}

static enum st_code read_format(struct amber_words *w, struct amber_type *out, struct status *st)
{
    static const char *const channels[] = {"R32_", "R32G32_", "R32G32B32A32_"};
    static const char *const kinds[] = {"SINT", "UINT", "SFLOAT"};
    static const uint32_t n[] = {1, 2, 4};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= AMBER_FLOAT; k++) {
            char name[32];
            snprintf(name, sizeof name, "%s%s", channels[i], kinds[k]);
            if (words_take(w, name)) {
                *out = (struct amber_type){(enum amber_scalar)k, n[i]};
                return ST_OK;
            }
        }
    return WORDS_FAIL(w, st,
                      "the format '%.*s'; expected R32_, R32G32_ or R32G32B32A32_ with SINT, UINT "
                      "or SFLOAT",
                      WORDS_SHOWN(w));
}

static enum st_code add_word(struct amber_buffer *b, uint32_t word, struct status *st)
{
    TRY_ADD(&b->words, st);
    LAST(&b->words) = word;
    return ST_OK;
}

/* FILL x, SERIES_FROM x INC_BY y, for n words; zeros if there is neither. */
static enum st_code fill(struct amber_words *w, struct amber_buffer *b, uint32_t n,
                         struct status *st)
{
    enum amber_scalar type = b->type.scalar;
    uint32_t word = 0, step = 0;
    if (words_take(w, "FILL")) {
        TRY(words_scalar(w, type, &word, NULL, st));
    } else if (words_take(w, "SERIES_FROM")) {
        TRY(words_scalar(w, type, &word, NULL, st));
        TRY(words_need(w, "INC_BY", st));
        TRY(words_scalar(w, type, &step, NULL, st));
    }
    for (uint32_t i = 0; i < n; i++) {
        TRY(add_word(b, word, st));
        float sum = (float)amber_value(type, word) + (float)amber_value(type, step);
        if (type == AMBER_FLOAT)
            memcpy(&word, &sum, sizeof word);
        else
            word += step;
    }
    return ST_OK;
}

/* DATA x y z END */
static enum st_code read_data(struct amber_words *w, struct amber_buffer *b, struct status *st)
{
    uint32_t word;
    while (!words_take(w, "END")) {
        if (b->words.n == AMBER_MOST_WORDS)
            return WORDS_FAIL(w, st, "more than %d numbers; expected END", AMBER_MOST_WORDS);
        TRY(words_scalar(w, b->type.scalar, &word, NULL, st));
        TRY(add_word(b, word, st));
    }
    return ST_OK;
}

/* BUFFER NAME DATA_TYPE uint32 DATA ... END, or ... SIZE n FILL x */
static enum st_code read_buffer(struct amber_words *w, struct amber_script *s, struct status *st)
{
    struct amber_name name;
    uint32_t n;
    TRY(WORDS_NEW(w, "buffer", &s->buffers, &name, st));
    TRY_ADD(&s->buffers, st);
    struct amber_buffer *b = &LAST(&s->buffers);
    b->name = name;
    TRY(words_need(w, "DATA_TYPE", st));
    TRY(read_type(w, &b->type, st));
    if (words_take(w, "DATA"))
        return read_data(w, b, st);
    if (!words_take(w, "SIZE"))
        return WORDS_FAIL(w, st, "'%.*s' of a buffer; expected DATA or SIZE", WORDS_SHOWN(w));
    TRY(words_whole(w, "a size of", 1, AMBER_MOST_WORDS / 4, &n, st));
    return fill(w, b, n * b->type.n, st);
}

/* IMAGE NAME FORMAT R32_UINT DIM_2D WIDTH w HEIGHT h FILL 0. The program's are black when a frame
 * begins. */
static enum st_code read_image(struct amber_words *w, struct amber_script *s, struct status *st)
{
    static const char *const shapes[] = {"DIM_1D", "DIM_2D", NULL};
    struct amber_name name;
    uint32_t two;
    TRY(WORDS_NEW(w, "buffer or image", &s->buffers, &name, st));
    TRY_ADD(&s->buffers, st);
    struct amber_buffer *b = &LAST(&s->buffers);
    b->name = name;
    b->image = true;
    if (words_take(w, "FORMAT")) {
        TRY(read_format(w, &b->type, st));
    } else {
        TRY(words_need(w, "DATA_TYPE", st));
        TRY(read_type(w, &b->type, st));
    }
    TRY(words_choice(w, "an image of shape", shapes, &two, st));
    TRY(words_need(w, "WIDTH", st));
    TRY(words_whole(w, "a width of", 1, AMBER_MOST_SIDE, &b->width, st));
    b->height = 1;
    if (two) {
        TRY(words_need(w, "HEIGHT", st));
        TRY(words_whole(w, "a height of", 1, AMBER_MOST_SIDE, &b->height, st));
    }
    uint32_t line = w->line;
    if (b->width > AMBER_MOST_WORDS / 4 / b->height)
        return WORDS_FAIL(w, st, "an image of %u x %u pixels; expected at most %d in all", b->width,
                          b->height, AMBER_MOST_WORDS / 4);
    TRY(fill(w, b, b->width * b->height * b->type.n, st));
    for (uint32_t i = 0; i < b->words.n; i++)
        if (b->words.at[i])
            return status_fail_at(st, ST_FAILED, s->path, (int)line,
                                  "an image that begins with other numbers than 0; expected FILL "
                                  "0");
    return ST_OK;
}

/* ---- the run and what it expects ---- */

/* RUN PIPELINE RAYGEN TABLE [MISS TABLE] [HIT TABLE] [CALL TABLE] x y z */
static enum st_code read_run(struct amber_words *w, struct amber_script *s, struct status *st)
{
    static const char *const calls[AMBER_CALLS] = {"RAYGEN", "MISS", "HIT", "CALL"};
    struct amber_run *run = &s->run;
    uint32_t depth;
    if (run->pipeline != AMBER_NONE)
        return WORDS_FAIL(w, st, "a second RUN; expected one");
    run->line = w->line;
    words_take(w, "TIMED_EXECUTION");
    TRY(WORDS_KNOWN(w, "pipeline", &s->pipelines, &run->pipeline, st));
    const struct amber_pipeline *p = &s->pipelines.at[run->pipeline];
    for (int i = 0; i < AMBER_CALLS; i++) {
        run->table[i] = AMBER_NONE;
        if (i == AMBER_CALL_RAYGEN)
            TRY(words_need(w, calls[i], st));
        else if (!words_take(w, calls[i]))
            continue;
        TRY(WORDS_KNOWN(w, "binding table", &p->tables, &run->table[i], st));
    }
    TRY(words_whole(w, "a width of", 1, AMBER_MOST_SIDE, &run->width, st));
    TRY(words_whole(w, "a height of", 1, AMBER_MOST_SIDE, &run->height, st));
    return words_whole(w, "a depth of", 1, 1, &depth, st);
}

/* TOLERANCE a b, TOLERANCE 1% */
static enum st_code read_tolerances(struct amber_words *w, struct amber_expect *e,
                                    struct status *st)
{
    while (words_stay(w) && !words_are(w, "EQ") && e->n_tolerances < 4) {
        struct amber_tolerance *t = &e->tolerance[e->n_tolerances++];
        t->percent = w->word.n > 1 && w->word.text[w->word.n - 1] == '%';
        w->word.n -= t->percent;
        TRY(words_real(w, "a tolerance of", &t->value, st));
    }
    if (!words_are(w, "EQ") || !e->n_tolerances)
        return WORDS_FAIL(w, st, "'%.*s' behind TOLERANCE; expected 1 to 4 numbers, then EQ",
                          WORDS_SHOWN(w));
    return ST_OK;
}

/* Whether a comparison stays within a buffer's words. */
static enum st_code check_reach(const struct amber_words *w, const struct amber_buffer *b,
                                const struct amber_expect *e, struct status *st)
{
    if (e->values.n && e->first <= b->words.n && e->values.n <= b->words.n - e->first)
        return ST_OK;
    return status_fail_at(st, ST_FAILED, w->script->path, (int)e->line,
                          "%u numbers from byte %u on are expected of '%.*s'; expected 1 or more "
                          "within its %u bytes",
                          e->values.n, 4 * e->first, (int)b->name.n, b->name.text, 4 * b->words.n);
}

/* EXPECT NAME IDX byte [TOLERANCE t] EQ x y z, EXPECT NAME EQ_BUFFER OTHER */
static enum st_code read_expect(struct amber_words *w, struct amber_script *s, struct status *st)
{
    TRY_ADD(&s->expects, st);
    struct amber_expect *e = &LAST(&s->expects);
    uint32_t byte, word, comparator;
    e->line = w->line;
    if (s->run.pipeline == AMBER_NONE)
        return WORDS_FAIL(w, st, "EXPECT in front of RUN; expected it behind");
    TRY(WORDS_KNOWN(w, "buffer or image", &s->buffers, &e->buffer, st));
    const struct amber_buffer *b = &s->buffers.at[e->buffer];
    if (words_take(w, "EQ_BUFFER")) {
        e->comparator = AMBER_EQ_BUFFER;
        return WORDS_KNOWN(w, "buffer or image", &s->buffers, &e->other, st);
    }
    TRY(words_need(w, "IDX", st));
    TRY(words_whole(w, "byte", 0, 4 * (int64_t)AMBER_MOST_WORDS, &byte, st));
    if (byte % 4)
        return WORDS_FAIL(w, st, "IDX %u, which counts bytes; expected a multiple of 4", byte);
    e->first = byte / 4;
    if (words_take(w, "TOLERANCE"))
        TRY(read_tolerances(w, e, st));
    TRY(words_choice(w, "a comparison by", amber_comparators, &comparator, st));
    e->comparator = (enum amber_comparator)comparator;
    while (words_stay(w)) {
        TRY_ADD(&e->values, st);
        TRY(words_scalar(w, b->type.scalar, &word, &LAST(&e->values), st));
    }
    return check_reach(w, b, e, st);
}

/* ---- the whole ---- */

typedef enum st_code reader(struct amber_words *w, struct amber_script *s, struct status *st);

/* Skips a row that names a feature or an extension of the device: the run does not depend on it. */
static enum st_code skip_row(struct amber_words *w, struct amber_script *s, struct status *st)
{
    (void)s;
    (void)st;
    while (words_stay(w))
        words_next(w);
    return ST_OK;
}

static enum st_code read_command(struct amber_words *w, struct amber_script *s, struct status *st)
{
    static const struct {
        const char *word;
        reader *read;
    } commands[] = {{"SHADER", read_shader},
                    {"BUFFER", read_buffer},
                    {"IMAGE", read_image},
                    {"ACCELERATION_STRUCTURE", amber_read_structure},
                    {"PIPELINE", amber_read_pipeline},
                    {"RUN", read_run},
                    {"EXPECT", read_expect},
                    {"DEVICE_EXTENSION", skip_row},
                    {"DEVICE_FEATURE", skip_row},
                    {"INSTANCE_EXTENSION", skip_row}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (words_take(w, commands[i].word))
            return commands[i].read(w, s, st);
    return WORDS_FAIL(w, st,
                      "the command '%.*s'; expected SHADER, BUFFER, IMAGE, ACCELERATION_STRUCTURE, "
                      "PIPELINE, RUN or EXPECT",
                      WORDS_SHOWN(w));
}

static enum st_code read_all(struct amber_script *s, struct status *st)
{
    static const char first[] = "#!amber";
    struct amber_words w;
    if (s->n_text > INT32_MAX)
        return status_fail_at(st, ST_FAILED, s->path, 0, "the file is over 2 GiB");
    if (s->n_text < sizeof first - 1 || memcmp(s->text, first, sizeof first - 1) != 0)
        return status_fail_at(st, ST_FAILED, s->path, 1, "no Amber script; expected the line %s",
                              first);
    words_start(&w, s);
    while (w.word.n)
        TRY(read_command(&w, s, st));
    return s->run.pipeline != AMBER_NONE ? ST_OK : WORDS_FAIL(&w, st, "nothing runs; expected RUN");
}

enum st_code amber_script_read(struct amber_script *out, const char *path, struct status *st)
{
    *out = (struct amber_script){.run.pipeline = AMBER_NONE};
    enum st_code code = mem_copy_text(&out->path, path, path, st);
    if (code == ST_OK)
        code = file_read(path, &out->text, &out->n_text, st);
    if (code == ST_OK)
        code = read_all(out, st);
    if (code != ST_OK)
        amber_script_free(out);
    return code;
}

void amber_script_free(struct amber_script *s)
{
    for (uint32_t i = 0; i < s->bottoms.n; i++) {
        for (uint32_t k = 0; k < s->bottoms.at[i].geometries.n; k++)
            mem_free(s->bottoms.at[i].geometries.at[k].x.at);
        mem_free(s->bottoms.at[i].geometries.at);
    }
    for (uint32_t i = 0; i < s->tops.n; i++)
        mem_free(s->tops.at[i].instances.at);
    for (uint32_t i = 0; i < s->buffers.n; i++)
        mem_free(s->buffers.at[i].words.at);
    for (uint32_t i = 0; i < s->pipelines.n; i++) {
        struct amber_pipeline *p = &s->pipelines.at[i];
        for (uint32_t k = 0; k < p->tables.n; k++)
            mem_free(p->tables.at[k].groups.at);
        MEM_FREE(p->bindings.at, p->groups.at, p->tables.at);
    }
    for (uint32_t i = 0; i < s->expects.n; i++)
        mem_free(s->expects.at[i].values.at);
    MEM_FREE(s->path, s->text, s->shaders.at, s->bottoms.at, s->tops.at, s->buffers.at,
             s->pipelines.at, s->expects.at);
    *s = (struct amber_script){0};
}
