/* Makes a pipeline of a folder of dumps: its stages in the order of ids, and one program of all. */
#include "sim/functional/frontend/vsim/pipeline.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/frontend/vsim/binding.h"
#include "sim/functional/frontend/vsim/folder.h"

#include <string.h>

const char *const vsim_kind_names[VSIM_KINDS] = {
    "RAYGEN", "MISS", "CLOSEST_HIT", "INTERSECTION", "ANY_HIT", "CALLABLE",
};

/* ---- the program ---- */

static enum st_code take_stages(struct vsim_pipeline *p, const struct vsim_folder *f,
                                struct status *st)
{
    TRY(mem_make(&p->stages, f->n_files, sizeof *p->stages, "shaders", st));
    for (; p->n_stages < f->n_files; p->n_stages++) {
        const struct vsim_file *file = &f->files[p->n_stages];
        p->stages[p->n_stages] = (struct vsim_stage){.kind = file->kind, .id = file->id};
        p->any_hit = p->any_hit || file->kind == VSIM_ANY_HIT;
    }
    p->old = f->old;
    return vsim_folder_registers(f, &p->registers, st);
}

/* Adds pipeline.cfg, which has been read without an error, to the hash. */
static enum st_code hash_binding(struct hash *hash, const char *folder, struct status *st)
{
    char *path = file_join(folder, "pipeline.cfg");
    unsigned char *text = NULL;
    size_t n;
    enum st_code code =
        path ? file_read_regular(path, &text, &n, st) : status_no_memory(st, folder);
    if (code == ST_OK)
        hash_add(hash, text, n);
    mem_free(text);
    mem_free(path);
    return code;
}

static enum st_code hash_files(struct vsim_pipeline *p, const struct vsim_folder *f,
                               const char *folder, struct status *st)
{
    struct hash *hash;
    enum st_code code = ST_OK;
    TRY(hash_start(&hash, st));
    for (uint32_t i = 0; i < f->n_files; i++) {
        const char *name = strrchr(f->files[i].path, '/');
        hash_add(hash, name, strlen(name) + 1);
        hash_add(hash, f->files[i].text, f->files[i].n);
    }
    if (p->bound_by_file)
        code = hash_binding(hash, folder, st);
    hash_finish(hash, p->hash);
    return code;
}

static enum st_code build(struct vsim_pipeline *p, struct vsim_folder *f, const char *folder,
                          struct status *st)
{
    struct program_builder *b;
    TRY(program_builder_create(&b, folder, st));
    b->p->framed = true;
    for (uint32_t i = 0; i < f->n_files; i++) {
        enum st_code code = vsim_decode(b, &f->files[i].dump, p, &p->stages[i].function, st);
        if (code != ST_OK) {
            program_builder_free(b);
            return code;
        }
    }
    return program_finish(b, "MESA_SHADER_RAYGEN_func0_main", &p->program, st);
}

enum st_code vsim_pipeline_outline(struct vsim_pipeline **out, const struct vsim_folder *f,
                                   struct status *st)
{
    struct vsim_pipeline *p;
    TRY(mem_make(&p, 1, sizeof *p, f->path, st));
    vsim_bind_memory(p, f->block);
    enum st_code code = take_stages(p, f, st);
    if (code == ST_OK)
        code = vsim_bind(p, f->path, st);
    if (code == ST_OK)
        code = hash_files(p, f, f->path, st);
    if (code == ST_OK)
        *out = p;
    else
        vsim_pipeline_free(p);
    return code;
}

enum st_code vsim_pipeline_load(struct vsim_pipeline **out, const char *folder, struct status *st)
{
    struct vsim_folder f;
    struct vsim_pipeline *p;
    TRY(vsim_folder_read(&f, folder, st));
    enum st_code code = vsim_pipeline_outline(&p, &f, st);
    if (code == ST_OK) {
        code = build(p, &f, folder, st);
        if (code == ST_OK)
            *out = p;
        else
            vsim_pipeline_free(p);
    }
    vsim_folder_free(&f);
    return code;
}

void vsim_pipeline_free(struct vsim_pipeline *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; i < p->n_variables; i++)
        mem_free(p->variables[i].name);
    program_free(p->program);
    MEM_FREE(p->stages, p->miss, p->groups, p);
}

const struct vsim_stage *vsim_pipeline_stage(const struct vsim_pipeline *p, uint32_t id)
{
    for (uint32_t i = 0; i < p->n_stages && p->stages[i].id <= id; i++)
        if (p->stages[i].id == id)
            return &p->stages[i];
    return NULL;
}
