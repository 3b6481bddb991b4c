#include "sim/functional/exec/launch.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/exec/frame_state.h"
#include "sim/functional/exec/group.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/functional/frontend/ptx/parse.h"
#include "sim/functional/frontend/rdna2/parse.h"
#include "sim/functional/traversal/treelets.h"

#include <stdio.h>
#include <string.h>

const char *const shader_names[SHADER_KINDS + 1] = {SHADERS_OF_SCENES, "synthetic", NULL};
const char *const isa_names[ISAS + 1] = {ISA_NAMES, NULL};

static enum st_code check_frame(const struct frame *f, struct status *st)
{
    if (!f->width || !f->height || (uint64_t)f->width * f->height > IMAGE_MOST_PIXELS)
        return status_fail(st, ST_USAGE, "image plane of %u x %u pixels; expected 1 to 2^28",
                           f->width, f->height);
    if (!f->samples || !f->max_depth)
        return status_fail(st, ST_USAGE, "%u samples of %u ray segments; expected at least 1 of 1",
                           f->samples, f->max_depth);
    return ST_OK;
}

static enum st_code load_program(struct launch *l, const char *name, const char *text, size_t n,
                                 struct status *st)
{
    if (text) {
        TRY(l->frame.isa == ISA_RDNA2
                ? rdna2_parse(&l->program, text, n, name, st)
                : ptx_parse(&l->program, text, n, name, l->frame.isa == ISA_PTXAS, st));
        hash_bytes(text, n, l->shader_hash);
        return ST_OK;
    }
    if (launch_is_pipeline(name)) {
        TRY(spirv_pipeline_load(&l->pipeline, name, st));
        l->program = l->pipeline->program;
        l->program->local_bytes = pipeline_most_calls(l->pipeline) * l->pipeline->local_bytes;
        memcpy(l->shader_hash, l->pipeline->hash, HASH_TEXT);
        return pipeline_buffers_create(l, st);
    }
    TRY(vsim_pipeline_load(&l->dumps, name, st));
    l->program = l->dumps->program;
    memcpy(l->shader_hash, l->dumps->hash, HASH_TEXT);
    return vsim_buffers_create(l, st);
}

/* Creates a launch from PTX or, if `text` is NULL, from the dumps in the folder `name`. */
static enum st_code create(struct launch **out, const struct device_image *image,
                           const struct frame *frame, const char *name, const char *text, size_t n,
                           struct status *st)
{
    TRY(check_frame(frame, st));
    struct launch *l;
    TRY(mem_make(&l, 1, sizeof *l, name, st));
    l->frame = *frame;
    l->image = image;
    enum st_code result = treelets_kept_create(&l->treelets, st);
    if (result == ST_OK)
        result = load_program(l, name, text, n, st);
    if (result == ST_OK)
        result = frame_dispatches(l, st);
    if (result != ST_OK) {
        launch_free(l);
        return result;
    }
    memory_map_make(&l->map, l);
    if (l->program->rdna2)
        rdna2_dispatch_packet(l->dispatch, (uint32_t[]){l->n_ctas, 1, 1},
                              (uint32_t[]){WARP_LANES, 1, 1}, l->program);
    uniform_fill(l->uniform, image->scene, frame);
    if (l->dumps)
        uniform_convert(l->uniform, l->dumps->block);
    if (l->pipeline) {
        pipeline_buffers_fill(l);
        TRY_ELSE(pipeline_levels_make(l, st), launch_free(l));
        l->compute = &pipeline_compute;
        TRY_ELSE(frame_states_make(l, st), launch_free(l));
    }
    *out = l;
    return ST_OK;
}

enum st_code launch_create_from_text(struct launch **out, const struct device_image *image,
                                     const struct frame *frame, const char *name, const char *text,
                                     size_t n, struct status *st)
{
    return create(out, image, frame, name, text, n, st);
}

/* The path of one of our shaders; owned by the caller (mem_free). */
static enum st_code find_shader(char **out, enum shader_kind shader, enum isa isa,
                                struct status *st)
{
    static const char *const endings[ISAS] = {"ptx", "rdna2.s", "ptx"};
    char relative[64];
    if ((unsigned)shader >= SHADER_KINDS)
        return status_fail(st, ST_USAGE, "no such shader; expected path, shadow or ao");
    snprintf(relative, sizeof relative, "sim/shaders/%s.%s", shader_names[shader], endings[isa]);
    *out = file_find_data(relative);
    if (!*out)
        return status_fail(st, ST_FAILED,
                           "%s: not found; expected it in the data folder (DIORAMA_DATA)",
                           relative);
    return ST_OK;
}

enum st_code launch_create(struct launch **out, const struct device_image *image,
                           const struct frame *frame, struct status *st)
{
    char *path;
    if (frame->shaders)
        return create(out, image, frame, frame->shaders, NULL, 0, st);
    TRY(find_shader(&path, frame->shader, frame->isa, st));
    unsigned char *text;
    size_t n;
    enum st_code result = file_read(path, &text, &n, st);
    if (result == ST_OK) {
        result = create(out, image, frame, path, (const char *)text, n, st);
        mem_free(text);
    }
    mem_free(path);
    return result;
}

bool launch_is_pipeline(const char *shaders)
{
    return shaders && spirv_pipeline_is_there(shaders);
}

bool launch_is_flat(const char *shaders)
{
    return shaders && (!launch_is_pipeline(shaders) || spirv_pipeline_is_flat(shaders));
}

static enum st_code hash_folder(const char *shaders, char text[HASH_TEXT], struct status *st)
{
    if (launch_is_pipeline(shaders)) {
        struct spirv_pipeline *p;
        TRY(spirv_pipeline_load(&p, shaders, st));
        memcpy(text, p->hash, HASH_TEXT);
        spirv_pipeline_free(p);
        return ST_OK;
    }
    struct vsim_pipeline *dumps;
    TRY(vsim_pipeline_load(&dumps, shaders, st));
    memcpy(text, dumps->hash, HASH_TEXT);
    vsim_pipeline_free(dumps);
    return ST_OK;
}

enum st_code launch_hash_shader(enum shader_kind shader, enum isa isa, const char *shaders,
                                char text[HASH_TEXT], struct status *st)
{
    MEM_AUTO char *path = NULL;
    if (shaders)
        return hash_folder(shaders, text, st);
    TRY(find_shader(&path, shader, isa, st));
    return hash_file(path, text, st);
}

void launch_free(struct launch *l)
{
    if (!l)
        return;
    frame_states_free(l);
    if (l->dumps)
        vsim_pipeline_free(l->dumps); /* frees the program, too */
    else if (l->pipeline)
        spirv_pipeline_free(l->pipeline); /* likewise */
    else
        program_free(l->program);
    vsim_buffers_free(l);
    pipeline_buffers_free(l);
    treelets_kept_free(l->treelets);
    mem_free(l);
}

void launch_set_storage(struct launch *l, const struct launch_storage *storage)
{
    l->storage = storage;
}

const struct frame *launch_frame(const struct launch *l)
{
    return &l->frame;
}

uint32_t launch_registers(const struct launch *l)
{
    if (l->pipeline)
        return l->pipeline->registers;
    return l->dumps && l->dumps->registers ? l->dumps->registers : l->program->live_registers;
}

struct kernel launch_shape(const struct launch *l)
{
    struct kernel k = {.n_ctas = l->n_ctas,
                       .registers = launch_registers(l),
                       .cta_warps = l->cta_warps,
                       .shared_B = l->pipeline ? l->program->shared_bytes : 0,
                       .n_dispatches = l->n_dispatches > 1 ? l->n_dispatches : 0};
    for (uint32_t i = 0; i < k.n_dispatches; i++)
        k.dispatch_ends[i] = l->dispatches[i].first + l->dispatches[i].n_ctas;
    return k;
}

bool launch_is_plane(const struct launch *l)
{
    return l->n_dispatches == 1 && !l->dispatches[0].compute;
}

uint32_t launch_groups(const struct launch *l)
{
    return l->pipeline ? l->pipeline->n_groups : 0;
}

const char *launch_group_stage(const struct launch *l, uint32_t group, enum group_stage stage)
{
    const struct spirv_group *g = &l->pipeline->groups[group];
    const uint32_t stages[GROUP_STAGES] = {g->closest_hit, g->any_hit, g->intersection};
    uint32_t n = stages[stage];
    return n == PIPELINE_NO_SHADER ? NULL : l->pipeline->stages[n].name;
}

const char *launch_shader_hash(const struct launch *l)
{
    return l->shader_hash;
}

const struct program *launch_program(const struct launch *l)
{
    return l->program;
}

void functional_counts_add(struct functional_counts *into, const struct functional_counts *from)
{
    into->warp_instructions += from->warp_instructions;
    into->thread_instructions += from->thread_instructions;
    into->rays += from->rays;
    into->node_visits += from->node_visits;
    into->records += from->records;
    if (from->max_nodes_per_ray > into->max_nodes_per_ray)
        into->max_nodes_per_ray = from->max_nodes_per_ray;
}
