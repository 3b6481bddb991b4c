/* A folder of dumps: its stages in the order of their ids, one program of them all. */
#include "sim/functional/vsim_pipeline.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"
#include "sim/functional/vsim_binding.h"
#include "sim/functional/vsim_parse.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const vsim_kind_names[VSIM_KINDS] = {
    "RAYGEN", "MISS", "CLOSEST_HIT", "INTERSECTION", "ANY_HIT", "CALLABLE",
};

static const char prefix[] = "MESA_SHADER_";

/* ---- the folder ---- */

/* `MESA_SHADER_MISS_1.ptx`: kind and id; false where the name is another. */
static bool parse_name(const char *name, struct vsim_stage *out)
{
    size_t n = strlen(name);
    if (strncmp(name, prefix, sizeof prefix - 1) != 0 || n < 4 || strcmp(name + n - 4, ".ptx") != 0)
        return false;
    const char *kind = name + sizeof prefix - 1;
    for (int k = 0; k < VSIM_KINDS; k++) {
        size_t length = strlen(vsim_kind_names[k]);
        char *end;
        if (strncmp(kind, vsim_kind_names[k], length) != 0 || kind[length] != '_' ||
            kind[length + 1] < '0' || kind[length + 1] > '9')
            continue;
        unsigned long id = strtoul(kind + length + 1, &end, 10);
        if (strcmp(end, ".ptx") != 0 || id >= VSIM_NO_SHADER)
            continue;
        out->kind = (enum vsim_kind)k;
        out->id = (uint32_t)id;
        return true;
    }
    return false;
}

static int by_id(const void *a, const void *b)
{
    const struct vsim_stage *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return strcmp(x->path, y->path);
}

static enum st_code list_stages(struct vsim_pipeline *p, const char *folder, DIR *dir,
                                struct status *st)
{
    uint32_t room = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        struct vsim_stage stage = {0};
        if (!parse_name(entry->d_name, &stage))
            continue;
        if (p->n_stages == VSIM_MOST_STAGES)
            return status_fail(st, ST_FAILED, "%s: too many shaders; at most %d are allowed",
                               folder, VSIM_MOST_STAGES);
        stage.path = file_join(folder, entry->d_name);
        if (!stage.path || !grow(&p->stages, p->n_stages, &room, sizeof *p->stages)) {
            mem_free(stage.path);
            return status_no_memory(st, folder);
        }
        p->stages[p->n_stages++] = stage;
    }
    return ST_OK;
}

static enum st_code check_stages(struct vsim_pipeline *p, const char *folder, struct status *st)
{
    if (p->n_stages)
        qsort(p->stages, p->n_stages, sizeof *p->stages, by_id);
    for (uint32_t i = 1; i < p->n_stages; i++)
        if (p->stages[i].id == p->stages[i - 1].id)
            return status_fail(st, ST_FAILED,
                               "%s: shader id %u is that of %s too; expected one "
                               "file of each id",
                               p->stages[i].path, p->stages[i].id, p->stages[i - 1].path);
    if (!p->n_stages || p->stages[0].id != 0 || p->stages[0].kind != VSIM_RAYGEN)
        return status_fail(st, ST_FAILED,
                           "%s: no MESA_SHADER_RAYGEN_0.ptx; expected a folder of Vulkan-Sim's "
                           "shaders (gpgpusimShaders)",
                           folder);
    for (uint32_t i = 0; i < p->n_stages; i++)
        p->any_hit = p->any_hit || p->stages[i].kind == VSIM_ANY_HIT;
    return ST_OK;
}

static enum st_code find_stages(struct vsim_pipeline *p, const char *folder, struct status *st)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return status_fail(st, ST_FAILED, "%s: %s; expected a folder of Vulkan-Sim's shaders",
                           folder, strerror(errno));
    enum st_code code = list_stages(p, folder, dir, st);
    closedir(dir);
    TRY(code);
    return check_stages(p, folder, st);
}

/* ---- the program ---- */

/* Vulkan-Sim looks the shader up by this name. */
static enum st_code check_entry(const struct vsim_stage *stage, const struct vsim_dump *d,
                                struct status *st)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s_func%u_main", prefix, vsim_kind_names[stage->kind],
             stage->id);
    if (d->entry.n == strlen(name) && memcmp(d->entry.at, name, d->entry.n) == 0)
        return ST_OK;
    return status_fail_at(st, ST_FAILED, d->path, 0, "the shader is called %.*s; expected %s",
                          d->entry.n < 60 ? (int)d->entry.n : 60, d->entry.at, name);
}

static enum st_code add_stage(struct vsim_pipeline *p, struct program_builder *b,
                              struct vsim_stage *stage, struct hash *hash, struct status *st)
{
    unsigned char *text;
    size_t n;
    struct vsim_dump dump;
    TRY(file_read(stage->path, &text, &n, st));
    const char *name = strrchr(stage->path, '/');
    hash_add(hash, name, strlen(name) + 1);
    hash_add(hash, text, n);
    enum st_code code = vsim_read(&dump, stage->path, (const char *)text, n, st);
    if (code == ST_OK) {
        code = check_entry(stage, &dump, st);
        if (code == ST_OK)
            code = vsim_decode(b, &dump, p, &stage->function, st);
        vsim_dump_free(&dump);
    }
    mem_free(text);
    return code;
}

static enum st_code add_stages(struct vsim_pipeline *p, struct program_builder *b,
                               struct status *st)
{
    struct hash *hash;
    enum st_code code = ST_OK;
    TRY(hash_start(&hash, st));
    for (uint32_t i = 0; i < p->n_stages && code == ST_OK; i++)
        code = add_stage(p, b, &p->stages[i], hash, st);
    hash_finish(hash, p->hash);
    return code;
}

static enum st_code build(struct vsim_pipeline *p, const char *folder, struct status *st)
{
    struct program_builder *b;
    TRY(program_builder_create(&b, folder, st));
    program_make_framed(b);
    enum st_code code = add_stages(p, b, st);
    if (code != ST_OK) {
        program_builder_free(b);
        return code;
    }
    return program_finish(b, "MESA_SHADER_RAYGEN_func0_main", &p->program, st);
}

/* "Used 13 registers, ..." as ptxas writes it into the .ptxinfo beside the raygen shader. */
static void read_registers(struct vsim_pipeline *p)
{
    const char *path = p->stages[0].path;
    size_t room = strlen(path) + sizeof "info";
    char *info = mem_calloc(room, 1);
    unsigned char *text;
    struct status ignored; /* the file is optional */
    size_t n;
    if (!info)
        return;
    snprintf(info, room, "%sinfo", path);
    if (file_exists(info) && file_read(info, &text, &n, &ignored) == ST_OK) {
        const char *used = strstr((const char *)text, "Used ");
        unsigned registers;
        if (used && sscanf(used, "Used %u registers", &registers) == 1 && registers <= 255)
            p->registers = registers;
        mem_free(text);
    }
    mem_free(info);
}

enum st_code vsim_pipeline_load(struct vsim_pipeline **out, const char *folder, struct status *st)
{
    struct vsim_pipeline *p = mem_calloc(1, sizeof *p);
    if (!p)
        return status_no_memory(st, folder);
    enum st_code code = find_stages(p, folder, st);
    if (code == ST_OK)
        code = vsim_bind(p, folder, st);
    if (code == ST_OK)
        code = build(p, folder, st);
    if (code != ST_OK) {
        vsim_pipeline_free(p);
        return code;
    }
    read_registers(p);
    *out = p;
    return ST_OK;
}

void vsim_pipeline_free(struct vsim_pipeline *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; i < p->n_stages; i++)
        mem_free(p->stages[i].path);
    for (uint32_t i = 0; i < p->n_variables; i++)
        mem_free(p->variables[i].name);
    mem_free(p->stages);
    mem_free(p->miss);
    mem_free(p->groups);
    program_free(p->program);
    mem_free(p);
}

const struct vsim_stage *vsim_pipeline_stage(const struct vsim_pipeline *p, uint32_t id)
{
    for (uint32_t i = 0; i < p->n_stages && p->stages[i].id <= id; i++)
        if (p->stages[i].id == id)
            return &p->stages[i];
    return NULL;
}
