/* Executes a few CTAs at a time, on all threads, each into its own list of sectors, and then visits
 * the lists. */
#include "sim/model/warming.h"

#include "common/grow.h"
#include "common/memory.h"

#include <stdbool.h>
#include <string.h>

enum {
    AT_A_TIME = 16,
    SECTOR_BYTES = 32,
    MOST_SECTORS = 1 << 17, /* most sectors in the list of a CTA, more than an L2 holds; the last
                               ones are kept */
};

/* A CTA and the sectors that its warps have read. A sector that is read twice in a row is listed
 * once. */
struct reader {
    struct warp *warps[KERNEL_CTA_WARPS];
    uint64_t *sectors;
    uint32_t n, room;
    enum st_code code;
    struct status st;
};

struct warming {
    struct warming_plan plan;
    uint32_t next; /* number of the next sampling unit */
    struct reader readers[AT_A_TIME];
};

enum st_code warming_create(struct warming **out, const struct warming_plan *plan,
                            struct status *st)
{
    TRY(mem_make(out, 1, sizeof **out, "sampling units", st));
    (*out)->plan = *plan;
    return ST_OK;
}

void warming_free(struct warming *w)
{
    for (uint32_t i = 0; w && i < AT_A_TIME; i++)
        mem_free(w->readers[i].sectors);
    mem_free(w);
}

/* ---- one CTA ---- */

static enum st_code note(struct reader *r, uint64_t addr)
{
    addr &= ~(uint64_t)(SECTOR_BYTES - 1);
    if (r->n && r->sectors[r->n - 1] == addr)
        return ST_OK;
    if (r->n == MOST_SECTORS) {
        r->n /= 2;
        memmove(r->sectors, r->sectors + r->n, r->n * sizeof *r->sectors);
    }
    if (!grow(&r->sectors, r->n, &r->room, sizeof *r->sectors))
        return status_no_memory(&r->st, "sectors of a sampling unit");
    r->sectors[r->n++] = addr;
    return ST_OK;
}

/* Notes a record's sectors, except stack entries, because these are private to the warp. */
static enum st_code note_record(struct reader *r, record_t record, uint64_t end)
{
    uint64_t addr = record_addr(record), behind = addr + record_bytes(record);
    if (addr >= end || record_kind(record) == RECORD_SPILL || record_kind(record) == RECORD_REFILL)
        return ST_OK;
    for (addr &= ~(uint64_t)(SECTOR_BYTES - 1); addr < behind; addr += SECTOR_BYTES)
        TRY(note(r, addr));
    return ST_OK;
}

static enum st_code note_lane(struct reader *r, const struct warp_step *step, uint32_t lane,
                              uint64_t end)
{
    if (step->inst->op == OP_LOAD)
        return step->addr[lane] < end ? note(r, step->addr[lane]) : ST_OK;
    const struct ray_work *ray = &step->rays[lane];
    for (uint32_t i = 0; i < ray->n_records; i++)
        TRY(note_record(r, ray->records[i], end));
    return ST_OK;
}

static enum st_code run_warp(struct reader *r, struct warp *warp, uint64_t end)
{
    struct warp_step step;
    while (warp->next) {
        TRY(warp->ops->step(warp, &step, &r->st));
        if (step.inst->op != OP_LOAD && step.inst->op != OP_TRACE_RAY)
            continue;
        for (uint32_t on = step.executed; on; on &= on - 1)
            TRY(note_lane(r, &step, (uint32_t)__builtin_ctz(on), end));
    }
    return ST_OK;
}

static void run_reader(void *self, uint32_t i)
{
    struct warming *w = self;
    struct reader *r = &w->readers[i];
    const struct kernel *k = w->plan.kernel;
    r->n = 0;
    r->code = ST_OK;
    for (uint32_t n = 0; n < kernel_cta_warps(k); n++) {
        if (r->code == ST_OK)
            r->code = run_warp(r, r->warps[n], k->shared_end);
        r->warps[n]->ops->end(r->warps[n]);
    }
}

/* ---- all CTAs of a sampling unit ---- */

/* Starts the warps of the next CTAs, on the caller's thread, because only one thread at a time may
 * start warps. */
static enum st_code start(struct warming *w, uint32_t first, uint32_t n, struct status *st)
{
    struct kernel *k = w->plan.kernel;
    enum st_code code = ST_OK;
    uint32_t started = 0;
    while (started < n &&
           (code = k->ops->start(k, first + started, w->readers[started].warps, st)) == ST_OK)
        started++;
    for (uint32_t i = 0; code != ST_OK && i < started; i++)
        for (uint32_t at = 0; at < kernel_cta_warps(k); at++)
            w->readers[i].warps[at]->ops->end(w->readers[i].warps[at]);
    return code;
}

static enum st_code run_some(struct warming *w, uint32_t first, uint32_t n, struct team *team,
                             warming_visit *visit, void *context, struct status *st)
{
    TRY(start(w, first, n, st));
    team_do(team, &(struct team_task){run_reader, w, n, NULL});
    for (uint32_t i = 0; i < n; i++) {
        const struct reader *r = &w->readers[i];
        if (r->code != ST_OK) {
            *st = r->st;
            return r->code;
        }
        for (uint32_t at = 0; at < r->n; at++)
            visit(context, r->sectors[at]);
    }
    return ST_OK;
}

static bool stopped(const struct warming *w)
{
    const atomic_int *stop = w->plan.stop;
    return stop && atomic_load_explicit(stop, memory_order_relaxed) != 0;
}

static bool begins(const struct warming *w, uint32_t launched)
{
    return w->next < w->plan.units && (w->next == 0 || launched > w->next * w->plan.unit);
}

enum st_code warming_do(struct warming *w, uint32_t launched, struct team *team,
                        warming_visit *visit, void *context, struct status *st)
{
    for (; begins(w, launched); w->next++) {
        uint32_t first = w->plan.first[w->next], behind = w->plan.first[w->next + 1];
        for (uint32_t n; first < behind && !stopped(w); first += n) {
            n = behind - first < AT_A_TIME ? behind - first : AT_A_TIME;
            TRY(run_some(w, first, n, team, visit, context, st));
        }
    }
    return ST_OK;
}
