/* An SM that has run ahead of another may get no CTA before the other has reached the same cycle,
 * because the other may get it instead. So all SMs run to the quantum's end or to the cycle in
 * which they wait for a CTA. Then the first that waits gets its CTA and runs on to the cycle in
 * which the next one waits, and so on. SMs that cannot yet tell whether they may send continue in
 * between, as soon as the crossbar has advanced far enough. */
#include "sim/timing/sm_array.h"

#include "common/memory.h"
#include "common/team.h"
#include "sim/timing/dispatch.h"
#include "sim/timing/sm.h"

#include <stdatomic.h>

/* The state that running an SM changes; different threads may run different SMs. */
union lane {
    struct {
        cycle_t own;      /* the SM's next work without an outside event */
        cycle_t parked;   /* `own` of an SM that stays empty, kept by park() */
        cycle_t last_end; /* cycle in which a CTA ended last */
        cycle_t failed;   /* cycle of the failure */
        uint32_t ended;   /* CTAs */
        uint32_t work;    /* ticks; each earlier quantum counts half as much as its next one */
        bool full; /* stopped: it has a request to send, and it is not decided whether it may */
    };
    char apart[TEAM_APART];
};

struct sm_array {
    const struct gpu_config *config;
    struct memsys *mem;
    struct dispatch dispatch;
    uint32_t n;
    bool dispatching; /* CTAs are left */
    bool over;        /* nothing moves any more; SMs advance to the kernel's last cycle */
    _Atomic bool failed;
    struct sm **sms;
    union lane *lanes;
    struct status *failures;
    cycle_t *waits; /* by SM: waits for a CTA from this cycle on; CYCLE_NEVER: does not */
    cycle_t *wakes; /* by SM: cycle of its next tick */
    cycle_t *known; /* by SM: all its requests before this cycle are known */
    uint32_t *list; /* SMs that run to cycle `to`; from place n on: parts of `beside` */
    uint32_t listed;
    cycle_t to;
    struct team_task beside; /* work that runs concurrently with the SMs */
};

static enum st_code create_all(struct sm_array *a, struct kernel *kernel, bool every_cycle,
                               struct status *st)
{
    if (!MEM_ARRAYS(MEM_ARRAY(a->sms, a->n), MEM_ARRAY(a->lanes, a->n),
                    MEM_ARRAY(a->failures, a->n), MEM_ARRAY(a->waits, a->n),
                    MEM_ARRAY(a->wakes, a->n), MEM_ARRAY(a->known, a->n),
                    MEM_ARRAY(a->list, a->n + memsys_partitions(a->mem))))
        return status_no_memory(st, "the SMs");
    const struct cta_needs cta = cta_needs_of(kernel);
    for (uint32_t i = 0; i < a->n; i++) {
        TRY(sm_create(&a->sms[i], a->config, i, &cta, memsys_port(a->mem), st));
        TRY(sm_give_treelets(a->sms[i], kernel->treelets, st));
        if (every_cycle)
            sm_every_cycle(a->sms[i]);
        a->lanes[i].own = a->lanes[i].parked = a->lanes[i].failed = CYCLE_NEVER;
        a->waits[i] = a->dispatching ? a->config->machine.launch_cycles : CYCLE_NEVER;
        a->wakes[i] = CYCLE_NEVER;
    }
    return ST_OK;
}

enum st_code sm_array_create(struct sm_array **out, const struct gpu_config *config,
                             struct kernel *kernel, struct memsys *mem, uint32_t first_sm,
                             bool every_cycle, struct timeline *timeline, struct status *st)
{
    *out = NULL;
    struct sm_array *a;
    TRY(mem_make(&a, 1, sizeof *a, "the SMs", st));
    a->config = config;
    a->mem = mem;
    a->n = config->machine.sms;
    dispatch_init(&a->dispatch, kernel, a->n, first_sm, timeline);
    a->dispatching = !dispatch_done(&a->dispatch);
    enum st_code code = create_all(a, kernel, every_cycle, st);
    if (code != ST_OK) {
        sm_array_free(a);
        return code;
    }
    *out = a;
    return ST_OK;
}

void sm_array_free(struct sm_array *a)
{
    if (!a)
        return;
    for (uint32_t i = 0; a->sms && i < a->n; i++)
        sm_free(a->sms[i]);
    MEM_FREE(a->sms, a->lanes, a->failures, a->waits, a->wakes, a->known, a->list, a);
}

cycle_t sm_array_next(const struct sm_array *a)
{
    cycle_t next = CYCLE_NEVER;
    for (uint32_t i = 0; i < a->n; i++) {
        clock_earlier(&next, a->waits[i]);
        clock_earlier(&next, a->lanes[i].own);
        clock_earlier(&next, memsys_reply_cycle(a->mem, i));
    }
    return next;
}

/* Parks an SM that gets no more replies or CTAs and sends nothing: if it has prefetched sectors,
 * the last of these may outlive its warps. It is not ticked after its last warp's end until the
 * kernel is known to last that long. */
static void park(struct sm_array *a, uint32_t i)
{
    a->lanes[i].parked = a->lanes[i].own;
    a->lanes[i].own = a->wakes[i] = CYCLE_NEVER;
}

/* Records that the SM's cycle `now` failed: it is not run any more. */
static void fail(struct sm_array *a, uint32_t i, cycle_t now)
{
    a->lanes[i].failed = now;
    a->lanes[i].own = a->wakes[i] = CYCLE_NEVER;
    atomic_store_explicit(&a->failed, true, memory_order_relaxed);
}

/* Records that CTAs ended in cycle `now`. */
static void note_ended(struct sm_array *a, uint32_t i, uint32_t ended, cycle_t now)
{
    a->lanes[i].ended += ended;
    a->lanes[i].last_end = now;
    if (a->dispatch.timeline && !sm_first_slot(a->sms[i]))
        timeline_cta_ends(a->dispatch.timeline, i, now + 1);
}

/* Runs an SM to a->to, or until it waits for a CTA or for the decision whether it may send. Only
 * ends of CTAs change whether it has room for a CTA or is empty. `flatten` makes the compiler
 * inline an SM's tick, which has other callers too. */
static __attribute__((flatten)) void run_sm(struct sm_array *a, uint32_t i)
{
    struct sm *sm = a->sms[i];
    uint32_t before = sm_resident(sm), resident = UINT32_MAX; /* so the first cycle checks */
    cycle_t now = a->wakes[i], to = a->to, own = a->lanes[i].own;
    cycle_t reply = memsys_reply_cycle(a->mem, i);
    struct status *st = &a->failures[i];
    uint32_t ticks = 0;
    sm_no_reply_before(sm, reply);
    for (; now < to; ticks++) {
        if (sm_sends(sm) && !a->over && !memsys_room_known(a->mem, i, now)) {
            a->lanes[i].full = true;
            break;
        }
        cycle_t this = now;
        if (sm_tick(sm, now, &own, st) != ST_OK) {
            fail(a, i, now);
            return;
        }
        now = own;
        if (reply <= this) {
            reply = memsys_reply_cycle(a->mem, i);
            sm_no_reply_before(sm, reply);
        }
        clock_earlier(&now, reply > this ? reply : this + 1);
        if (sm_resident(sm) == resident && (resident || a->dispatching || sm_sends(sm)))
            continue;
        resident = sm_resident(sm);
        if (before != resident)
            note_ended(a, i, before - resident, this);
        before = resident;
        if (a->dispatching && dispatch_fits(&a->dispatch, sm)) {
            a->waits[i] = this;
            break;
        }
        if (!a->dispatching && resident == 0 && !sm_sends(sm)) {
            a->lanes[i].own = own;
            park(a, i);
            return;
        }
    }
    a->lanes[i].own = own;
    a->lanes[i].work += ticks;
    a->wakes[i] = now;
}

/* Sorts the list by work, because the SM that ends last holds up the others. */
static void busiest_first(struct sm_array *a)
{
    for (uint32_t k = 1; k < a->listed; k++) {
        uint32_t i = a->list[k], to = k;
        for (; to && a->lanes[a->list[to - 1]].work < a->lanes[i].work; to--)
            a->list[to] = a->list[to - 1];
        a->list[to] = i;
    }
}

static void run_piece(void *self, uint32_t piece)
{
    struct sm_array *a = self;
    if (piece < a->listed)
        run_sm(a, a->list[piece]);
    else
        a->beside.piece(a->beside.self, piece - a->listed);
}

/* Runs the listed SMs, the one with most work first, and the concurrent parts. */
static void run_listed(struct sm_array *a, struct team *team, uint32_t n)
{
    a->listed = n;
    if (team)
        busiest_first(a);
    for (uint32_t i = 0; i < a->beside.n; i++)
        a->list[n + i] = a->n + i;
    team_do(team, &(struct team_task){run_piece, a, n + a->beside.n, a->list});
    a->beside.n = 0;
}

static cycle_t first_wait(const struct sm_array *a)
{
    cycle_t first = CYCLE_NEVER;
    for (uint32_t i = 0; a->dispatching && i < a->n; i++)
        clock_earlier(&first, a->waits[i]);
    return first;
}

static bool behind(const struct sm_array *a, uint32_t i)
{
    return a->wakes[i] < a->to && a->waits[i] == CYCLE_NEVER;
}

/* Lists the SMs that have not reached a->to and can run. */
static uint32_t list_behind(struct sm_array *a)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n; i++)
        if (behind(a, i) && !a->lanes[i].full)
            a->list[n++] = i;
    return n;
}

/* After all have run to a->to or stopped: takes the known requests of this quantum, which ends at
 * `until`, and lists the SMs that have not reached a->to and can run now; the first of them always
 * can. */
static uint32_t list_full(struct sm_array *a, cycle_t until)
{
    bool any = false;
    for (uint32_t i = 0; i < a->n; i++)
        any |= a->lanes[i].full && behind(a, i);
    if (!any)
        return 0;
    /* An SM that waits may get its CTA in that cycle and send in the next. */
    for (uint32_t i = 0; i < a->n; i++)
        a->known[i] = a->waits[i] == CYCLE_NEVER ? a->wakes[i] : a->waits[i] + 1;
    memsys_run_known(a->mem, a->known, until);
    for (uint32_t i = 0; i < a->n; i++)
        a->lanes[i].full = a->lanes[i].full && !memsys_room_known(a->mem, i, a->wakes[i]);
    return list_behind(a);
}

/* Dispatches in core cycle `now`, which all SMs have completed. */
static enum st_code dispatch_now(struct sm_array *a, cycle_t now, struct status *st)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->waits[i] == now)
            a->list[n++] = i;
    TRY(dispatch_cycle(&a->dispatch, a->sms, now, a->waits, st));
    for (uint32_t k = 0; k < n; k++)
        if (a->waits[a->list[k]] == CYCLE_NEVER)
            a->wakes[a->list[k]] = a->lanes[a->list[k]].own = now + 1;
    if (!dispatch_done(&a->dispatch))
        return ST_OK;
    a->dispatching = false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->waits[i] != CYCLE_NEVER && sm_resident(a->sms[i]) == 0 && !sm_sends(a->sms[i]))
            park(a, i);
        a->waits[i] = CYCLE_NEVER;
    }
    return ST_OK;
}

/* The error of the first SM that failed up to cycle `until`, if any. */
static enum st_code failure(const struct sm_array *a, cycle_t until, struct status *st)
{
    const union lane *first = NULL;
    for (uint32_t i = 0; i < a->n; i++) {
        const union lane *lane = &a->lanes[i];
        if (lane->failed <= until && lane->failed != CYCLE_NEVER &&
            (!first || lane->failed < first->failed))
            first = lane;
    }
    if (!first)
        return ST_OK;
    *st = a->failures[first - a->lanes];
    return st->code;
}

enum st_code sm_array_run(struct sm_array *a, struct team *team, cycle_t until,
                          const struct team_task *beside, struct status *st)
{
    a->beside = *beside;
    for (uint32_t i = 0; i < a->n; i++) {
        a->lanes[i].work /= 2;
        a->wakes[i] = a->lanes[i].own;
        clock_earlier(&a->wakes[i], memsys_reply_cycle(a->mem, i));
    }
    for (;;) {
        cycle_t wait = first_wait(a);
        a->to = wait < until ? wait + 1 : until;
        uint32_t n = list_behind(a);
        if (n == 0)
            n = list_full(a, until);
        if (n || a->beside.n) {
            run_listed(a, team, n);
            continue;
        }
        if (atomic_load_explicit(&a->failed, memory_order_relaxed))
            TRY(failure(a, wait, st));
        if (wait >= until)
            return ST_OK;
        TRY(dispatch_now(a, wait, st));
    }
}

uint32_t sm_array_launched(const struct sm_array *a)
{
    return a->dispatch.next;
}

uint32_t sm_array_finished(const struct sm_array *a)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n; i++)
        n += a->lanes[i].ended;
    return n;
}

bool sm_array_sends(const struct sm_array *a)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (sm_sends(a->sms[i]))
            return true;
    return false;
}

cycle_t sm_array_last_end(const struct sm_array *a)
{
    cycle_t last = 0;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->lanes[i].last_end > last)
            last = a->lanes[i].last_end;
    return last;
}

uint64_t sm_array_retired(const struct sm_array *a)
{
    uint64_t retired = 0;
    for (uint32_t i = 0; i < a->n; i++)
        retired += sm_retired(a->sms[i]);
    return retired;
}

enum st_code sm_array_count(struct sm_array *a, cycle_t cycles, struct gpu_counters *into,
                            struct status *st)
{
    a->over = true;
    a->to = cycles;
    for (uint32_t i = 0; i < a->n; i++) {
        while (a->lanes[i].parked < cycles) {
            a->wakes[i] = a->lanes[i].parked;
            run_sm(a, i);
            TRY(failure(a, cycles, st));
        }
        if (cycles)
            sm_count(a->sms[i], cycles - 1, into);
    }
    return ST_OK;
}

enum st_code sm_array_count_insts(struct sm_array *a, uint32_t n, struct status *st)
{
    for (uint32_t i = 0; i < a->n; i++)
        TRY(sm_count_insts(a->sms[i], n, st));
    return ST_OK;
}

void sm_array_insts(const struct sm_array *a, struct inst_counters *into)
{
    for (uint32_t i = 0; i < a->n; i++)
        inst_counters_add(into, sm_insts(a->sms[i]));
}

void sm_array_sample(const struct sm_array *a, cycle_t at, struct timeline *t)
{
    for (uint32_t i = 0; i < a->n; i++) {
        struct timeline_sm one;
        sm_sample(a->sms[i], at, &one);
        timeline_add_sm(t, i, &one);
    }
}

void sm_array_dump(const struct sm_array *a, FILE *out)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (sm_resident(a->sms[i]))
            sm_dump(a->sms[i], out);
}
