/* Executes a CTA: warps run one after the other, each to the next barrier or to its end; when all
 * wait, all continue. */
#include "sim/functional/compute/cta.h"

#include "common/memory.h"

#include <string.h>

enum st_code cta_prepare(struct cta *c, struct compute_program *program,
                         struct compute_memory *memory, const struct compute_launch *launch,
                         struct kernel_state *kernel, struct status *st)
{
    const struct program *p = program->launch.program;
    c->program = program;
    c->memory = memory;
    c->launch = *launch;
    c->kernel = kernel;
    c->threads = launch->block[0] * launch->block[1] * launch->block[2];
    c->n_warps = (c->threads + WARP_LANES - 1) / WARP_LANES;
    if (!MEM_ARRAYS(MEM_ARRAY(c->warps, c->n_warps),
                    MEM_ARRAY(c->shared, p->shared_bytes + launch->shared_bytes),
                    MEM_ARRAY(c->data, p->data_bytes),
                    MEM_ARRAY(c->dispatch, RDNA2_DISPATCH_BYTES + p->param_bytes)))
        return status_no_memory(st, "a CTA");
    if (p->rdna2) {
        rdna2_dispatch_packet(c->dispatch, launch->grid, launch->block, p);
        memcpy(c->dispatch + RDNA2_DISPATCH_BYTES, launch->params, p->param_bytes);
    }
    if (p->data_bytes)
        memcpy(c->data, p->data, p->data_bytes);
    for (uint32_t i = 0; i < c->n_warps; i++) {
        struct cta_warp *w = &c->warps[i];
        w->cta = c;
        w->index = i;
        w->context.kernel = kernel;
        TRY(context_prepare(&w->context, &program->launch, st));
    }
    return ST_OK;
}

void cta_release(struct cta *c)
{
    for (uint32_t i = 0; c->warps && i < c->n_warps; i++)
        context_release(&c->warps[i].context);
    MEM_FREE(c->warps, c->shared, c->data, c->dispatch);
}

static void start_warp(struct cta *c, struct cta_warp *w)
{
    struct warp_context *m = &w->context;
    const struct program *p = m->launch->program;
    uint32_t left = c->threads - w->index * WARP_LANES;
    m->cta = c->number * c->n_warps + w->index;
    context_place_threads(m);
    m->lanes = left < WARP_LANES ? (1u << left) - 1 : UINT32_MAX;
    m->steps = 0;
    m->registers = m->frames;
    memset(m->registers, 0, p->register_bytes);
    memset(m->blocks, 0, m->blocks_bytes);
    m->n_regions = 0;
    uint32_t local = m->launch->map.block_bytes[BLOCK_LOCAL] * WARP_LANES;
    memory_add_region(m, &(struct region){memory_block_addr(m, BLOCK_LOCAL, 0), local,
                                          memory_block(m, BLOCK_LOCAL, 0), true, false, false});
    memory_add_region(
        m, &(struct region){PROGRAM_DATA_BASE, p->data_bytes, c->data, true, false, false});
    for (uint32_t i = 0; i < c->memory->n; i++) {
        const struct compute_buffer *b = &c->memory->buffers[i];
        memory_add_region(m, &(struct region){b->addr, b->bytes, b->host, true, false, false});
    }
    w->waits = NULL;
    if (p->rdna2) {
        struct rdna2_place place = {.first = w->index * WARP_LANES};
        memcpy(place.group, c->at, sizeof place.group);
        memcpy(place.block, c->launch.block, sizeof place.block);
        memory_add_region(m, &(struct region){RDNA2_DISPATCH_BASE,
                                              RDNA2_DISPATCH_BYTES + p->param_bytes, c->dispatch,
                                              false, false, false});
        rdna2_start(m, &place);
        return;
    }
    simt_start(&m->stack, p->entry, m->lanes);
    m->warp.next = &p->insts[p->entry];
    m->warp.active = m->lanes;
}

/* Whether all lanes of a warp must come together at an instruction. */
static bool gathers(const struct code *c)
{
    switch (c->op) {
    case CODE_BARRIER:
    case CODE_BARRIER_REDUCE:
    case CODE_SHUFFLE:
    case CODE_VOTE:
    case CODE_MATCH:
    case CODE_REDUCE_WARP:
    case CODE_SYNC_WARP:
        return true;
    default:
        return false;
    }
}

/* Lets the other lanes of the warp run first, if only some lanes have reached an instruction at
 * which all must come together: to their end or to the same instruction. */
static void let_others_come(struct cta_warp *w)
{
    struct warp_context *m = &w->context;
    const struct program *p = m->launch->program;
    while (m->stack.depth && gathers(&p->code[simt_top(&m->stack)->pc]) &&
           simt_top(&m->stack)->mask != compute_alive(w)) {
        uint32_t entry = 0, lanes = simt_waiting(&m->stack, &entry);
        uint32_t pc = m->stack.entries[entry].pc;
        if (!lanes || pc >= p->n_code || gathers(&p->code[pc]))
            return;
        simt_raise(&m->stack, entry, lanes);
        m->warp.next = &p->insts[simt_top(&m->stack)->pc];
        m->warp.active = simt_top(&m->stack)->mask;
    }
}

static enum st_code run_warp(struct cta_warp *w, struct step_log *record, struct status *st)
{
    struct warp_context *m = &w->context;
    struct value_counts *values = w->cta->launch.values;
    struct warp_step step;
    while (m->warp.next && !w->waits) {
        if (!m->launch->program->rdna2)
            let_others_come(w);
        uint32_t pc = simt_top(&m->stack)->pc;
        TRY(values                      ? context_step_counting(m, &step, values, st)
            : m->launch->program->rdna2 ? rdna2_step(m, &step, st)
                                        : context_step(m, &step, st));
        if (record)
            TRY(step_log_add(record, pc, &step, st));
    }
    return ST_OK;
}

/* Fails if all warps that have not ended wait, but at barriers of different numbers. */
static enum st_code check_barriers(struct cta *c, struct status *st)
{
    const struct program *p = c->program->launch.program;
    const struct code *first = NULL;
    for (uint32_t i = 0; i < c->n_warps; i++) {
        const struct code *other = c->warps[i].waits;
        if (first && other && (other->offset != first->offset || other->op != first->op))
            return status_fail_at(st, ST_FAILED, p->name, (int)other->line,
                                  "some warps of CTA (%u, %u, %u) wait at this barrier and some at "
                                  "that of line %u; expected all at barriers of one number",
                                  c->at[0], c->at[1], c->at[2], first->line);
        first = first ? first : other;
    }
    if (first && first->op == CODE_BARRIER_REDUCE)
        compute_barrier_reduce(c);
    return ST_OK;
}

enum st_code cta_run(struct cta *c, uint32_t number, struct step_log *const *records,
                     struct status *st)
{
    uint32_t waiting = 0;
    c->number = number;
    c->at[0] = number % c->launch.grid[0];
    c->at[1] = number / c->launch.grid[0] % c->launch.grid[1];
    c->at[2] = number / c->launch.grid[0] / c->launch.grid[1];
    memset(c->shared, 0, c->program->launch.program->shared_bytes + c->launch.shared_bytes);
    for (uint32_t i = 0; i < c->n_warps; i++)
        start_warp(c, &c->warps[i]);
    /* A barrier does not wait for ended threads (CUDA C++ Programming Guide, "Independent Thread
     * Scheduling"). */
    do {
        waiting = 0;
        for (uint32_t i = 0; i < c->n_warps; i++)
            c->warps[i].waits = NULL;
        for (uint32_t i = 0; i < c->n_warps; i++) {
            TRY(run_warp(&c->warps[i], records ? records[i] : NULL, st));
            waiting += c->warps[i].waits != NULL;
        }
        TRY(check_barriers(c, st));
    } while (waiting);
    return ST_OK;
}
