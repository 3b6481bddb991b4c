#include "orchestrator/compare/census.h"

#include "common/memory.h"
#include "common/progress.h"
#include "sim/functional/program/program.h"
#include "sim/timing/sm/coalesce.h"

#include <string.h>

enum { SLICE_CTAS = 16 };

/* The counts that one host thread has made. */
struct tally {
    const struct launch *launch;
    const uint32_t *function_of; /* index of the function of each instruction; borrowed */
    struct census census;
    uint64_t issued_with[WARP_LANES + 1]; /* warp instructions by number of active lanes */
    uint64_t executed_of[INST_KINDS];
    uint64_t records[RECORD_KINDS];
};

/* ---- one step ---- */

static uint32_t count_lanes(uint32_t mask)
{
    return (uint32_t)__builtin_popcount(mask);
}

static void count_ray(struct tally *t, const struct ray_work *ray)
{
    struct rt_counters *rt = &t->census.counters.rt;
    bool hit = false;
    for (uint32_t i = 0; i < ray->n_records; i++) {
        enum record_kind kind = record_kind(ray->records[i]);
        t->records[kind]++;
        hit = hit || record_is_hit(kind);
    }
    rt->rays++;
    rt->records += ray->n_records;
    rt->nodes += ray->n_nodes;
    rt->table_stores += ray->n_table_stores;
    if (ray->n_nodes > rt->max_nodes)
        rt->max_nodes = ray->n_nodes;
    if (ray->depth > rt->max_depth)
        rt->max_depth = ray->depth;
    t->census.hits += hit;
}

static void count_access(struct tally *t, const struct warp_step *step)
{
    struct ldst_counters *ldst = &t->census.counters.ldst;
    struct sector sectors[MAX_SECTORS];
    const struct warp_inst *inst = step->inst;
    uint32_t n = coalesce(step->addr, step->executed, inst->access_B, sectors);
    if (inst->op == OP_LOAD) {
        ldst->loads++;
        ldst->load_sectors += n;
        return;
    }
    ldst->stores++;
    ldst->store_sectors += n;
    if (inst->kind != KIND_MEMORY) {
        ldst->image_stores++;
        ldst->image_store_sectors += n;
    }
}

/* Counts a call if the step of `w` is one, by the instruction that the warp executes next: a call
 * leads to the first instruction of a function, a return to the one after a call, which is never a
 * first instruction. Lanes that call another function wait. */
static void count_call(struct tally *t, const struct warp_step *step, const struct warp *w)
{
    uint32_t function = t->function_of[warp_inst_number(w->next)];
    const struct program_function *callee = &launch_program(t->launch)->functions[function];
    if (warp_inst_number(w->next) == callee->first &&
        (step->inst->kind == KIND_CALL || function != t->function_of[warp_inst_number(step->inst)]))
        t->census.calls[function] += count_lanes(w->active);
}

static void count_step(struct tally *t, const struct warp_step *step, const struct warp *w)
{
    const struct warp_inst *inst = step->inst;
    struct census_line *line = &t->census.lines[warp_inst_number(inst)];
    uint32_t active = count_lanes(step->active), executed = count_lanes(step->executed);
    line->warps++;
    line->active += active;
    line->executed += executed;
    t->issued_with[active]++;
    t->executed_of[inst->kind] += executed;
    if (inst->op == OP_LOAD || inst->op == OP_STORE)
        count_access(t, step);
    else if (inst->op == OP_TRACE_RAY)
        for (uint32_t on = step->executed; on; on &= on - 1)
            count_ray(t, &step->rays[__builtin_ctz(on)]);
    else if (inst->op == OP_BRANCH && w->next && executed)
        count_call(t, step, w);
}

/* ---- running all warps ---- */

static enum st_code run_warp(struct tally *t, struct warp *w, struct status *st)
{
    struct warp_step step;
    enum st_code code = ST_OK;
    if (w->next)
        t->census.counters.sm.warps++;
    while (w->next && code == ST_OK) {
        code = w->ops->step(w, &step, st);
        if (code == ST_OK)
            count_step(t, &step, w);
    }
    return code;
}

static enum st_code run_cta(struct tally *t, struct kernel *kernel, uint32_t cta, struct status *st)
{
    struct warp *warps[KERNEL_CTA_WARPS];
    enum st_code code = ST_OK;
    TRY(kernel->ops->start(kernel, cta, warps, st));
    for (uint32_t i = 0; i < kernel_cta_warps(kernel); i++) {
        if (code == ST_OK)
            code = run_warp(t, warps[i], st);
        warps[i]->ops->end(warps[i]);
    }
    return code;
}

static enum st_code run_slice(struct tally *t, const struct traversal_options *traversal,
                              const uint32_t *ctas, uint32_t n, struct status *st)
{
    struct kernel_settings settings = {.ctas = ctas, .n_ctas = n, .traversal = *traversal};
    struct kernel *kernel;
    enum st_code code = ST_OK;
    TRY(launch_kernel(t->launch, &settings, &kernel, st));
    for (uint32_t i = 0; i < n && code == ST_OK; i++)
        code = run_cta(t, kernel, i, st);
    kernel->ops->free(kernel);
    return code;
}

/* A census under way: all threads take slices of the warps; each slice has its own kernel. */
struct run {
    const struct launch *launch;
    const struct traversal_options *traversal;
    uint32_t *ctas, *function_of;
    uint32_t n_ctas;
    struct slice {
        enum st_code code;
        struct status st;
    } * slices;
    struct census *into;
};

static bool create_lists(struct census *c, const struct launch *launch)
{
    c->n_lines = launch_program(launch)->n_code;
    c->n_functions = launch_program(launch)->n_functions;
    c->lines = mem_calloc(c->n_lines, sizeof *c->lines);
    c->calls = mem_calloc(c->n_functions, sizeof *c->calls);
    return c->lines && c->calls;
}

void census_free(struct census *c)
{
    mem_free(c->lines);
    mem_free(c->calls);
    memset(c, 0, sizeof *c);
}

/* Adds the counts that are kept in tables during the run to the counters. */
static void settle(struct tally *t)
{
    struct gpu_counters *c = &t->census.counters;
    const uint64_t *of = t->executed_of, *with = t->issued_with;
    for (uint32_t i = 0; i < t->census.n_lines; i++) {
        c->sm.warp_instructions += t->census.lines[i].warps;
        c->sm.active_lanes += t->census.lines[i].active;
        c->sm.thread_instructions += t->census.lines[i].executed;
    }
    c->mix = mix_count(of, with, c->sm.active_lanes, c->sm.thread_instructions);
    c->rt.headers = t->records[RECORD_HEADER];
    c->rt.internals =
        t->records[RECORD_INTERNAL] + t->records[RECORD_BESIDE] + t->records[RECORD_WIDE];
    c->rt.instances = t->records[RECORD_INSTANCE];
    c->rt.descriptors = t->records[RECORD_DESCRIPTOR];
    c->rt.triangles = t->records[RECORD_TRIANGLE] + t->records[RECORD_WIDE_TRIANGLE];
    c->rt.triangle_hits = t->records[RECORD_TRIANGLE_HIT] + t->records[RECORD_WIDE_TRIANGLE_HIT];
    c->rt.procedurals = t->records[RECORD_PROCEDURAL];
    c->rt.spill_stores = t->records[RECORD_SPILL];
    c->rt.refills = t->records[RECORD_REFILL];
    c->rt.micromaps = t->records[RECORD_MICROMAP];
    c->rt.micromap_hits = t->records[RECORD_MICROMAP_HIT];
}

static void merge(struct census *into, const struct census *from)
{
    gpu_counters_merge(&into->counters, &from->counters);
    into->hits += from->hits;
    for (uint32_t i = 0; i < into->n_lines; i++) {
        into->lines[i].warps += from->lines[i].warps;
        into->lines[i].active += from->lines[i].active;
        into->lines[i].executed += from->lines[i].executed;
    }
    for (uint32_t i = 0; i < into->n_functions; i++)
        into->calls[i] += from->calls[i];
}

/* Runs slices on one thread. Sums of integers do not depend on which slices a thread takes. */
static void run_part(struct run *r, long n_slices, struct progress *progress, bool *complete)
{
    struct tally *t = mem_calloc(1, sizeof *t);
    bool ready = t && create_lists(&t->census, r->launch);
    if (ready) {
        t->launch = r->launch;
        t->function_of = r->function_of;
    }
#pragma omp for schedule(dynamic, 1)
    for (long i = 0; i < n_slices; i++) {
        uint32_t first = (uint32_t)i * SLICE_CTAS;
        uint32_t n = r->n_ctas - first < SLICE_CTAS ? r->n_ctas - first : SLICE_CTAS;
        struct slice *slice = &r->slices[i];
        slice->code = ready ? run_slice(t, r->traversal, r->ctas + first, n, &slice->st)
                            : status_no_memory(&slice->st, "census");
        progress_add(progress, n);
    }
#pragma omp critical(census)
    {
        *complete = *complete && ready;
        if (ready) {
            settle(t);
            merge(r->into, &t->census);
        }
    }
    if (t)
        census_free(&t->census);
    mem_free(t);
}

static enum st_code run_all(struct run *r, bool quiet, struct status *st)
{
    long n_slices = ((long)r->n_ctas + SLICE_CTAS - 1) / SLICE_CTAS;
    bool complete = true;
    struct progress *progress = progress_start("census", "warp", r->n_ctas, quiet);
#pragma omp parallel
    run_part(r, n_slices, progress, &complete);
    progress_end(progress);
    for (long i = 0; i < n_slices; i++)
        if (r->slices[i].code != ST_OK) {
            *st = r->slices[i].st;
            return r->slices[i].code;
        }
    return complete ? ST_OK : status_no_memory(st, "census");
}

static void number(struct run *r)
{
    for (uint32_t i = 0; i < r->n_ctas; i++)
        r->ctas[i] = i;
    for (uint32_t f = 0; f < r->into->n_functions; f++) {
        const struct program_function *function = &launch_program(r->launch)->functions[f];
        for (uint32_t i = function->first; i < function->end; i++)
            r->function_of[i] = f;
    }
}

enum st_code census_take(struct census *out, const struct launch *launch,
                         const struct traversal_options *traversal, bool quiet, struct status *st)
{
    struct run r = {.launch = launch, .traversal = traversal, .into = out};
    enum st_code code;
    memset(out, 0, sizeof *out);
    r.n_ctas = launch_shape(launch).n_ctas;
    r.ctas = mem_calloc(r.n_ctas, sizeof *r.ctas);
    r.slices = mem_calloc(r.n_ctas / SLICE_CTAS + 1, sizeof *r.slices);
    r.function_of = mem_calloc(launch_program(launch)->n_code, sizeof *r.function_of);
    if (r.ctas && r.slices && r.function_of && create_lists(out, launch)) {
        number(&r);
        code = run_all(&r, quiet, st);
        if (code == ST_OK)
            out->micromaps = launch_micromaps(launch, traversal->micromap_level);
    } else {
        code = status_no_memory(st, "census");
    }
    mem_free(r.function_of);
    mem_free(r.slices);
    mem_free(r.ctas);
    if (code != ST_OK)
        census_free(out);
    return code;
}

bool census_has(const struct counter_table *table, const struct counter *counter)
{
    static const struct {
        const char *section, *names;
    } has[] = {
        {"sm", " warps warp_instructions thread_instructions active_lanes "},
        {"ldst", " loads stores image_stores load_sectors store_sectors image_store_sectors "},
        {"rt", " rays records headers internals instances descriptors triangles triangle_hits "
               "procedurals nodes max_nodes max_depth table_stores spill_stores refills micromaps "
               "micromap_hits "},
    };
    char name[64];
    if (strcmp(table->section, "mix") == 0)
        return true;
    snprintf(name, sizeof name, " %s ", counter->name);
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        if (strcmp(table->section, has[i].section) == 0)
            return strstr(has[i].names, name) != NULL;
    return false;
}
