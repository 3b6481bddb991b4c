/* The folder of a pipeline (docs/pipelines.md) that an Amber script's run stands for. */
#include "orchestrator/amber/parts.h"

#include "common/auto.h"
#include "common/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const endings[AMBER_STAGES] = {"rgen",  "rmiss", "rchit",
                                                  "rahit", "rint",  "rcall"};
enum { FILE_NAME = 32 };

static void stage_file(const struct amber_script *s, uint32_t shader, char out[FILE_NAME])
{
    snprintf(out, FILE_NAME, "shader%u.%s", shader, endings[s->shaders.at[shader].stage]);
}

static enum st_code put_file(const struct amber_folder *f, const char *name, const void *bytes,
                             size_t n, struct status *st)
{
    MEM_AUTO char *path = file_join(f->path, name);
    return path ? file_write(path, bytes, n, st) : status_no_memory(st, name);
}

/* Empty lines in front of the text give its lines the numbers that they have in the script. */
static enum st_code write_stage(const struct amber_folder *f, const struct amber_script *s,
                                uint32_t shader, struct status *st)
{
    const struct amber_shader *from = &s->shaders.at[shader];
    MEM_AUTO char *text = NULL;
    char name[FILE_NAME];
    size_t before = from->line - 1, n = before + from->text.n;
    stage_file(s, shader, name);
    TRY(mem_make(&text, n + 1, 1, name, st));
    memset(text, '\n', before);
    memcpy(text + before, from->text.text, from->text.n);
    return put_file(f, name, text, n, st);
}

static const struct amber_table *table_of(const struct amber_script *s, enum amber_call call)
{
    static const struct amber_table none = {0};
    uint32_t table = s->run.table[call];
    return table == AMBER_NONE ? &none : &s->pipelines.at[s->run.pipeline].tables.at[table];
}

/* ---- pipeline.cfg ---- */

struct writing {
    const struct amber_script *s;
    const struct amber_folder *f;
    FILE *out; /* of pipeline.cfg */
    struct status *st;
};

/* Writes the stages of a kind of a group, and their names into the manifest. */
static enum st_code put_shader(struct writing *w, const struct amber_group *g,
                               enum amber_stage stage, const char *key)
{
    char name[FILE_NAME];
    if (g->shader[stage] == AMBER_NONE)
        return ST_OK;
    stage_file(w->s, g->shader[stage], name);
    fprintf(w->out, key ? "%s = \"%s\"; " : "%s\"%s\"", key ? key : "", name);
    return write_stage(w->f, w->s, g->shader[stage], w->st);
}

/* A table whose groups have one shader each. */
static enum st_code put_list(struct writing *w, enum amber_call call, enum amber_stage stage,
                             const char *key)
{
    const struct amber_table *t = table_of(w->s, call);
    const struct amber_pipeline *p = &w->s->pipelines.at[w->s->run.pipeline];
    if (!t->groups.n)
        return ST_OK;
    fprintf(w->out, "%s = ( ", key);
    for (uint32_t i = 0; i < t->groups.n; i++) {
        const struct amber_group *g = &p->groups.at[t->groups.at[i]];
        if (g->shader[stage] == AMBER_NONE)
            return status_fail_at(w->st, ST_FAILED, w->s->path, (int)w->s->run.line,
                                  "group '%.*s' in the table of %s; expected one with such a "
                                  "shader",
                                  (int)g->name.n, g->name.text, key);
        fputs(i ? ", " : "", w->out);
        TRY(put_shader(w, g, stage, NULL));
    }
    fputs(" );\n", w->out);
    return ST_OK;
}

static enum st_code put_raygen(struct writing *w)
{
    const struct amber_table *t = table_of(w->s, AMBER_CALL_RAYGEN);
    const struct amber_pipeline *p = &w->s->pipelines.at[w->s->run.pipeline];
    const struct amber_group *g = t->groups.n ? &p->groups.at[t->groups.at[0]] : NULL;
    if (!g || g->shader[AMBER_RAYGEN] == AMBER_NONE)
        return status_fail_at(w->st, ST_FAILED, w->s->path, (int)w->s->run.line,
                              "the table of RAYGEN has no such shader; expected one");
    return put_shader(w, g, AMBER_RAYGEN, "raygen");
}

static enum st_code put_hits(struct writing *w)
{
    const struct amber_table *t = table_of(w->s, AMBER_CALL_HIT);
    const struct amber_pipeline *p = &w->s->pipelines.at[w->s->run.pipeline];
    fputs("hit_groups = ( ", w->out);
    for (uint32_t i = 0; i < t->groups.n; i++) {
        const struct amber_group *g = &p->groups.at[t->groups.at[i]];
        fputs(i ? ", { " : "{ ", w->out);
        TRY(put_shader(w, g, AMBER_CLOSEST_HIT, "closest_hit"));
        TRY(put_shader(w, g, AMBER_ANY_HIT, "any_hit"));
        TRY(put_shader(w, g, AMBER_INTERSECTION, "intersection"));
        fputs("}", w->out);
    }
    fputs(" );\n", w->out);
    return ST_OK;
}

static enum st_code put_binding(struct writing *w, const struct amber_binding *b)
{
    if (b->kind == AMBER_PUSH)
        fputs("{ push = true; ", w->out);
    else
        fprintf(w->out, "{ set = %u; binding = %u; ", b->set, b->binding);
    if (b->kind == AMBER_STRUCTURE) {
        fprintf(w->out, "is = \"scene\"; structure = %u; }", b->index);
        return ST_OK;
    }
    const struct amber_buffer *buffer = &w->s->buffers.at[b->index];
    if (b->kind == AMBER_IMAGE) {
        fprintf(w->out, "is = \"image\"; size = [ %u, %u ]; }", buffer->width, buffer->height);
        return ST_OK;
    }
    char name[FILE_NAME];
    snprintf(name, sizeof name, "buffer%u.bin", b->index);
    fprintf(w->out, "values = \"%s\"; }", name);
    return put_file(w->f, name, buffer->words.at, 4 * (size_t)buffer->words.n, w->st);
}

static enum st_code put_manifest(struct writing *w)
{
    const struct amber_pipeline *p = &w->s->pipelines.at[w->s->run.pipeline];
    TRY(put_raygen(w));
    TRY(put_list(w, AMBER_CALL_MISS, AMBER_MISS, "miss"));
    TRY(put_list(w, AMBER_CALL_CALL, AMBER_CALLABLE, "callables"));
    TRY(put_hits(w));
    fprintf(w->out, "recursion = %u;\nbindings = ( ", p->recursion ? p->recursion : 1);
    for (uint32_t i = 0; i < p->bindings.n; i++) {
        fputs(i ? ",\n" : "", w->out);
        TRY(put_binding(w, &p->bindings.at[i]));
    }
    fputs(" );\n", w->out);
    return ST_OK;
}

static enum st_code write_all(const struct amber_folder *f, const struct amber_script *s,
                              struct status *st)
{
    static const char name[] = "pipeline.cfg";
    char *text = NULL;
    size_t n = 0;
    struct writing w = {s, f, file_memory(&text, &n), st};
    if (!w.out)
        return status_no_memory(st, name);
    enum st_code code = put_manifest(&w);
    if (!file_memory_close(w.out, &text) && code == ST_OK)
        code = status_no_memory(st, name);
    if (code == ST_OK)
        code = put_file(f, name, text, n, st);
    mem_free(text);
    return code;
}

/* ---- the folder ---- */

enum st_code amber_folder_make(struct amber_folder *out, const struct amber_script *s,
                               struct status *st)
{
    TRY(file_make_temporary(&out->path, st));
    TRY_ELSE(write_all(out, s, st), (amber_folder_remove(out), amber_folder_free(out)));
    return ST_OK;
}

void amber_folder_free(struct amber_folder *f)
{
    mem_free(f->path);
    f->path = NULL;
}

void amber_folder_remove(const struct amber_folder *f)
{
    DIR *dir = opendir(f->path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        MEM_AUTO char *path = e->d_name[0] == '.' ? NULL : file_join(f->path, e->d_name);
        if (path)
            unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(f->path);
}

void amber_folder_retell(const struct amber_folder *f, const struct amber_script *s,
                         struct status *st)
{
    const struct status told = *st;
    for (uint32_t i = 0; i < s->shaders.n; i++) {
        char name[FILE_NAME];
        stage_file(s, i, name);
        const char *at = strstr(told.text, name);
        if (!at)
            continue;
        size_t before = (size_t)(at - told.text), n = strlen(f->path) + 1;
        if (before >= n && strncmp(at - n, f->path, n - 1) == 0)
            before -= n;
        status_fail(st, told.code, "%.*s%s%s", (int)before, told.text, s->path, at + strlen(name));
        return;
    }
}
