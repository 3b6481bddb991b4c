#include "sim/functional/exec/rounds.h"

uint32_t rounds_alive(const struct warp_context *m)
{
    return m->launch->program->rdna2 ? m->lanes : m->stack.entries[0].mask;
}

enum st_code rounds_access_shared(struct warp_context *m, const struct code *c,
                                  struct warp_step *step, struct status *st)
{
    bool store = c->op == CODE_STORE_SHARED;
    uint32_t n = store ? c->n_src - 1u : c->n_dst, bytes = c->bytes * n;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint8_t *host = NULL;
        TRY(m->launch->compute->shared(m, c, rounds_address(m, c, store ? 0 : n, lane), lane, bytes,
                                       &host, &step->addr[lane], st));
        for (uint32_t i = 0; i < n; i++)
            if (store)
                memory_store_element(m, c, i, lane, host);
            else
                memory_load_element(m, c, i, lane, host);
    }
    return ST_OK;
}

enum st_code rounds_barrier(struct warp_context *m, const struct code *c, struct status *st)
{
    uint32_t alive = rounds_alive(m);
    if (m->mask != alive) {
        char who[MACHINE_NAME];
        context_name(m, (uint32_t)__builtin_ctz(alive & ~m->mask), who);
        return context_fail(m, c, st,
                            "%u of the %u threads of a warp reach this barrier, %s does not; "
                            "expected all to reach it together",
                            warp_count_lanes(m->mask), warp_count_lanes(alive), who);
    }
    m->waits = c;
    return ST_OK;
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
static void let_others_come(struct warp_context *m)
{
    const struct program *p = m->launch->program;
    while (m->stack.depth && gathers(&p->code[simt_top(&m->stack)->pc]) &&
           simt_top(&m->stack)->mask != rounds_alive(m)) {
        uint32_t entry = 0, lanes = simt_waiting(&m->stack, &entry);
        uint32_t pc = m->stack.entries[entry].pc;
        if (!lanes || pc >= p->n_code || gathers(&p->code[pc]))
            return;
        simt_raise(&m->stack, entry, lanes);
        m->warp.next = &p->insts[simt_top(&m->stack)->pc];
        m->warp.active = simt_top(&m->stack)->mask;
    }
}

static enum st_code run_warp(struct warp_context *m, struct step_log *record,
                             struct value_counts *values, struct status *st)
{
    struct warp_step step;
    while (m->warp.next && !m->waits) {
        if (!m->launch->program->rdna2)
            let_others_come(m);
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
static enum st_code check_barriers(const struct rounds *r, struct status *st)
{
    const struct program *p = r->warps[0]->launch->program;
    const struct code *first = NULL;
    char who[MACHINE_NAME];
    for (uint32_t i = 0; i < r->n_warps; i++) {
        const struct code *other = r->warps[i]->waits;
        context_name(r->warps[i], 0, who);
        if (first && other && (other->offset != first->offset || other->op != first->op))
            return status_fail_at(
                st, ST_FAILED, program_source(p, (uint32_t)(other - p->code)), (int)other->line,
                "the warp of %s waits at this barrier and another of its group at "
                "that of line %u; expected all at barriers of one number",
                who, first->line);
        first = first ? first : other;
    }
    if (first && r->together)
        r->together(r->self);
    return ST_OK;
}

/* A barrier does not wait for ended threads (CUDA C++ Programming Guide, "Independent Thread
 * Scheduling"). */
enum st_code rounds_run(const struct rounds *r, struct status *st)
{
    for (uint32_t waiting = 1; waiting;) {
        waiting = 0;
        for (uint32_t i = 0; i < r->n_warps; i++)
            r->warps[i]->waits = NULL;
        for (uint32_t i = 0; i < r->n_warps; i++) {
            TRY(run_warp(r->warps[i], r->records ? r->records[i] : NULL, r->values, st));
            waiting += r->warps[i]->waits != NULL;
        }
        TRY(check_barriers(r, st));
    }
    return ST_OK;
}
