#include "sim/functional/exec/recorded.h"

#include "common/memory.h"

#include <stdatomic.h>

/* A warp that replays its recorded execution. */
struct recorded_warp {
    struct warp warp; /* first member: the struct warp * of timing is also a recorded_warp * */
    struct recorded_cta *cta;
    struct step_log record;
    struct step_log_kept kept; /* rays of the last trace_ray */
    uint32_t run, within; /* next instruction: number of its run, and its position in the run */
    uint32_t at;          /* position of the next addresses or rays */
};

struct recorded_cta {
    struct recorded_pool *pool;
    struct recorded_cta *next;      /* in the list of all CTAs */
    struct recorded_cta *next_free; /* in the list of free CTAs */
    struct recorded_warp *warps;
    struct step_log **records;
    _Atomic uint32_t left; /* warps that have not been ended */
};

/* Moves to the next run if the current one is complete. */
static void look_ahead(struct recorded_warp *w)
{
    const struct step_log *r = &w->record;
    if (w->run < r->n_runs && w->within == r->runs[w->run].n) {
        w->run++;
        w->within = 0;
    }
    w->warp.next = NULL;
    w->warp.active = 0;
    if (w->run < r->n_runs) {
        w->warp.next = &w->cta->pool->insts[r->runs[w->run].pc + w->within];
        w->warp.active = r->runs[w->run].active;
    }
}

static enum st_code warp_step(struct warp *warp, struct warp_step *step, struct status *st)
{
    struct recorded_warp *w = (struct recorded_warp *)warp;
    const struct step_log_run *run = &w->record.runs[w->run];
    step->inst = warp->next;
    step->active = run->active;
    step->executed = run->executed;
    step->rays = NULL;
    if (run->executed && warp->next->op == OP_TRACE_RAY) {
        TRY(step_log_keep_rays(&w->record, &w->at, run->executed, &w->kept, st));
        step->rays = w->kept.rays;
    } else if (run->executed && step_log_has_addresses((enum warp_op)warp->next->op)) {
        step_log_addresses(&w->record, &w->at, run->executed, step->addr);
    }
    w->within++;
    look_ahead(w);
    return ST_OK;
}

void recorded_give_back(struct recorded_cta *c)
{
    struct recorded_pool *p = c->pool;
    struct recorded_cta *first = atomic_load_explicit(&p->free, memory_order_relaxed);
    do
        c->next_free = first;
    while (!atomic_compare_exchange_weak_explicit(&p->free, &first, c, memory_order_release,
                                                  memory_order_relaxed));
}

static void warp_drop_records(struct warp *warp)
{
    step_log_kept_release(&((struct recorded_warp *)warp)->kept);
}

static void warp_end(struct warp *warp)
{
    struct recorded_warp *w = (struct recorded_warp *)warp;
    warp_drop_records(warp);
    if (atomic_fetch_sub_explicit(&w->cta->left, 1, memory_order_acq_rel) == 1)
        recorded_give_back(w->cta);
}

static const struct warp_ops warp_ops = {
    .step = warp_step, .drop_records = warp_drop_records, .end = warp_end};

bool recorded_is(const struct warp *w)
{
    return w->ops == &warp_ops;
}

static void recorded_free(struct recorded_cta *c, uint32_t n_warps)
{
    for (uint32_t i = 0; c->warps && i < n_warps; i++) {
        step_log_release(&c->warps[i].record);
        step_log_kept_release(&c->warps[i].kept);
    }
    MEM_FREE(c->warps, c->records, c);
}

static enum st_code recorded_create(struct recorded_cta **out, struct recorded_pool *p,
                                    struct status *st)
{
    struct recorded_cta *c;
    TRY(mem_make(&c, 1, sizeof *c, "a CTA", st));
    c->pool = p;
    if (!MEM_ARRAYS(MEM_ARRAY(c->warps, p->n_warps), MEM_ARRAY(c->records, p->n_warps))) {
        recorded_free(c, p->n_warps);
        return status_no_memory(st, "a CTA");
    }
    for (uint32_t i = 0; i < p->n_warps; i++) {
        c->warps[i].warp.ops = &warp_ops;
        c->warps[i].cta = c;
        c->records[i] = &c->warps[i].record;
    }
    c->next = p->all;
    p->all = c;
    *out = c;
    return ST_OK;
}

enum st_code recorded_take(struct recorded_cta **out, struct recorded_pool *p, struct status *st)
{
    struct recorded_cta *first = atomic_load_explicit(&p->free, memory_order_acquire);
    while (first &&
           !atomic_compare_exchange_weak_explicit(&p->free, &first, first->next_free,
                                                  memory_order_acquire, memory_order_acquire))
        continue;
    *out = first;
    if (!first)
        return recorded_create(out, p, st);
    for (uint32_t i = 0; i < p->n_warps; i++)
        step_log_clear(first->records[i]);
    return ST_OK;
}

struct step_log *const *recorded_logs(const struct recorded_cta *c)
{
    return c->records;
}

void recorded_start(struct recorded_cta *c, struct warp **out)
{
    atomic_store_explicit(&c->left, c->pool->n_warps, memory_order_relaxed);
    for (uint32_t i = 0; i < c->pool->n_warps; i++) {
        c->warps[i].run = c->warps[i].within = c->warps[i].at = 0;
        look_ahead(&c->warps[i]);
        out[i] = &c->warps[i].warp;
    }
}

void recorded_pool_release(struct recorded_pool *p)
{
    while (p->all) {
        struct recorded_cta *c = p->all;
        p->all = c->next;
        recorded_free(c, p->n_warps);
    }
}
