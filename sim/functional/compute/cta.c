/* Executes a CTA. */
#include "sim/functional/compute/cta.h"

#include "common/memory.h"
#include "sim/functional/exec/rounds.h"

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

static void add_region(struct warp_context *m, uint64_t addr, uint64_t size, uint8_t *host)
{
    memory_add_region(m,
                      &(struct region){.addr = addr, .size = size, .host = host, .writable = true});
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
    add_region(m, memory_block_addr(m, BLOCK_LOCAL, 0), local, memory_block(m, BLOCK_LOCAL, 0));
    add_region(m, PROGRAM_DATA_BASE, p->data_bytes, c->data);
    for (uint32_t i = 0; i < c->memory->n; i++)
        add_region(m, c->memory->buffers[i].addr, c->memory->buffers[i].bytes,
                   c->memory->buffers[i].host);
    if (p->rdna2) {
        struct rdna2_place place = {.first = w->index * WARP_LANES};
        memcpy(place.group, c->at, sizeof place.group);
        memcpy(place.block, c->launch.block, sizeof place.block);
        memory_add_region(m, &(struct region){.addr = RDNA2_DISPATCH_BASE,
                                              .size = RDNA2_DISPATCH_BYTES + p->param_bytes,
                                              .host = c->dispatch});
        rdna2_start(m, &place);
        return;
    }
    simt_start(&m->stack, p->entry, m->lanes);
    m->warp.next = &p->insts[p->entry];
    m->warp.active = m->lanes;
}

/* Gives the warps that wait at a barrier with predicates their combination. */
static void combine(void *self)
{
    struct cta *c = self;
    for (uint32_t i = 0; i < c->n_warps; i++)
        if (c->warps[i].context.waits && c->warps[i].context.waits->op == CODE_BARRIER_REDUCE) {
            compute_barrier_reduce(c);
            return;
        }
}

enum st_code cta_run(struct cta *c, uint32_t number, struct step_log *const *records,
                     struct status *st)
{
    struct warp_context *warps[KERNEL_CTA_WARPS];
    c->number = number;
    c->at[0] = number % c->launch.grid[0];
    c->at[1] = number / c->launch.grid[0] % c->launch.grid[1];
    c->at[2] = number / c->launch.grid[0] / c->launch.grid[1];
    memset(c->shared, 0, c->program->launch.program->shared_bytes + c->launch.shared_bytes);
    for (uint32_t i = 0; i < c->n_warps; i++) {
        start_warp(c, &c->warps[i]);
        warps[i] = &c->warps[i].context;
    }
    return rounds_run(&(struct rounds){warps, c->n_warps, records, c->launch.values, combine, c},
                      st);
}
