#include "sim/approximate/sm.h"

#include "common/counters.h"
#include "common/memory.h"
#include "sim/approximate/ahead.h"
#include "sim/approximate/banks.h"
#include "sim/approximate/inst_cost.h"
#include "sim/approximate/l1d.h"
#include "sim/approximate/ldst.h"
#include "sim/approximate/resource_calendar.h"
#include "sim/approximate/rt.h"
#include "sim/approximate/wheel.h"
#include "sim/timing/sm/barrier.h"

#include <stddef.h>
#include <string.h>

#define NEVER UINT64_MAX
/* Values that stand for a register's time while a trace or load in flight writes the register. */
#define BY_TRACE UINT32_MAX
#define BY_LOAD  (UINT32_MAX - 1)

/* Numbers of events: those of warps are their slots, and one is the RT unit's. */
enum { RT_EVENT = MAX_WARPS, EVENTS };

enum {
    AHEAD = 64, /* most cycles that a warp may issue ahead of others */
    TAKEN = 2,  /* cycles that a taken branch costs, for the discarded fetch */
};

struct slot {
    struct warp *warp; /* NULL: free */
    uint32_t *ready;  /* by register: cycle in which it is written, since the launch of the warp; or
                         BY_TRACE, BY_LOAD */
    uint32_t n_ready; /* length of `ready`; all registers in the costs are below it */
    uint32_t sub;     /* sub-core */
    bool parked;      /* the warp waits for its trace or loads */
    bool woken;       /* a load has ended the wait, and the warp has an event */
    bool leaves;      /* has issued all instructions; waits for its trace and acknowledgements */
    bool traces;
    uint32_t trace;  /* cost index of the trace in flight */
    uint32_t on_way; /* loads and stores in flight */
    uint64_t launched, age;
    uint64_t last; /* time of its last result or acknowledgement */
    struct ahead ahead;
};

/* A place for a CTA: as many slots as it has warps. */
struct place {
    uint32_t left;  /* warps that have not left; 0: it is free */
    uint64_t came;  /* latest cycle in which a warp of the CTA could have continued; only warps that
                       wait at the barrier or have issued their last instruction count */
    uint64_t ended; /* latest end of a warp so far */
};

struct sub_core {
    struct calendar_near scheduler;
    struct calendar_near units[CLASSES]; /* by class: cycles in use; not CLASS_MEM, CLASS_RT */
};

struct approximate_sm {
    const struct gpu_config *config;
    uint32_t slots, resident;
    const struct port *port;
    struct approximate_l1d *l1d;
    struct approximate_ldst *ldst;
    struct wheel wheel;
    struct approximate_rt *rt;
    struct slot *slot;
    struct place places[MAX_WARPS];
    struct barriers barriers; /* a warp that waits has issued all of its batch */
    uint64_t running;         /* slots of warps that have not issued their last instruction */
    struct sub_core subs[MAX_SUB_CORES];
    struct inst_costs costs;
    struct banks banks;
    uint64_t launches;
    uint8_t last_issued[MAX_SUB_CORES]; /* by sub-core: the slot issued last */
    uint64_t busy_since;
    bool too_late; /* a warp's time does not fit into 32 bits */
    uint32_t n_ended;
    uint64_t ended[MAX_WARPS]; /* when CTAs ended in the last run */
    struct sm_counters count;
};

/* Creates slots. Clears all but `ahead`, which would be most of the work and needs no clearing. */
static struct slot *make_slots(uint32_t n, uint32_t subs)
{
    struct slot *slots = mem_resize(NULL, n, sizeof *slots);
    for (uint32_t i = 0; slots && i < n; i++) {
        memset(&slots[i], 0, offsetof(struct slot, ahead));
        slots[i].sub = i % subs;
    }
    return slots;
}

enum st_code approximate_sm_create(struct approximate_sm **out, const struct gpu_config *config,
                                   uint32_t id, uint32_t ctas, uint32_t cta_warps,
                                   struct port *port, struct status *st)
{
    *out = NULL;
    struct approximate_sm *s;
    TRY(mem_make(&s, 1, sizeof *s, "SM", st));
    s->config = config;
    s->slots = ctas * cta_warps;
    s->barriers.cta_warps = cta_warps;
    s->port = port;
    s->costs.config = config;
    s->costs.model = "the approximate model";
    banks_init(&s->banks, &config->ldst, config->rt.l1_port == L1_PORT_SHARED);
    s->slot = make_slots(s->slots, config->sm.schedulers);
    enum st_code code = s->slot ? ST_OK : status_no_memory(st, "SM");
    if (code == ST_OK)
        code = wheel_create(&s->wheel, EVENTS, st);
    if (code == ST_OK)
        code = approximate_l1d_create(&s->l1d, config, port, st);
    if (code == ST_OK)
        code = approximate_ldst_create(&s->ldst, config, s->l1d, &s->banks, st);
    if (code == ST_OK)
        code = approximate_rt_create(&s->rt, config, id, s->l1d, &s->banks, s->last_issued, st);
    if (code == ST_OK)
        *out = s;
    else
        approximate_sm_free(s);
    return code;
}

void approximate_sm_free(struct approximate_sm *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->slot && i < s->slots; i++) {
        if (s->slot[i].warp)
            s->slot[i].warp->ops->end(s->slot[i].warp);
        mem_free(s->slot[i].ready);
    }
    approximate_rt_free(s->rt);
    approximate_l1d_free(s->l1d);
    wheel_release(&s->wheel);
    approximate_ldst_free(s->ldst);
    inst_costs_release(&s->costs);
    mem_free(s->slot);
    mem_free(s);
}

static void put(struct approximate_sm *s, uint32_t slot, uint64_t at)
{
    wheel_put(&s->wheel, slot, at);
}

static void launch_warp(struct approximate_sm *s, struct warp *w, uint32_t i, uint64_t now)
{
    struct slot *slot = &s->slot[i];
    if (slot->ready)
        memset(slot->ready, 0, slot->n_ready * sizeof *slot->ready);
    slot->warp = w;
    slot->launched = slot->last = now;
    slot->age = s->launches++;
    slot->parked = slot->woken = slot->leaves = slot->traces = false;
    slot->on_way = 0;
    ahead_clear(&slot->ahead);
    if (s->resident++ == 0)
        s->busy_since = now;
    s->running |= UINT64_C(1) << i;
    put(s, i, now + 2);
}

void approximate_sm_launch(struct approximate_sm *s, struct warp *const *warps, uint64_t now)
{
    uint32_t place = 0, n = s->barriers.cta_warps;
    while (s->places[place].left)
        place++;
    s->places[place] = (struct place){.left = n};
    for (uint32_t i = 0; i < n; i++)
        launch_warp(s, warps[i], place * n + i, now);
}

/* --- registers --- */

/* The cycle, since the launch of the warp, in which the instruction's registers are ready. */
static uint32_t operands_ready(const struct slot *slot, const struct inst_cost *cost)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < cost->n_registers; i++) {
        uint32_t ready = slot->ready[cost->registers[i]];
        at = ready > at ? ready : at;
    }
    return at;
}

/* Records that the instruction's result is ready in cycle `at`. */
static void set_result(struct approximate_sm *s, struct slot *slot, const struct inst_cost *cost,
                       uint64_t at)
{
    uint64_t since = at - slot->launched;
    s->too_late |= since >= BY_LOAD;
    for (uint32_t i = 0; i < cost->n_dst; i++)
        slot->ready[cost->registers[i]] = (uint32_t)since;
    if (at > slot->last)
        slot->last = at;
}

/* Executes the next batch, and makes room for all its registers. */
static enum st_code execute_ahead(struct approximate_sm *s, struct slot *slot, struct status *st)
{
    TRY(ahead_fill(&slot->ahead, slot->warp, &s->costs, &s->count, st));
    uint32_t n = s->costs.n_registers;
    if (n <= slot->n_ready)
        return ST_OK;
    uint32_t *grown = mem_resize(slot->ready, n, sizeof *grown);
    if (!grown)
        return status_no_memory(st, "registers");
    memset(grown + slot->n_ready, 0, (n - slot->n_ready) * sizeof *grown);
    slot->ready = grown;
    slot->n_ready = n;
    return ST_OK;
}

/* --- loads and stores --- */

static struct ldst_access access_of(const struct approximate_sm *s, struct slot *slot,
                                    const struct inst_cost *cost, uint32_t n, bool load)
{
    const struct sector *sectors = slot->ahead.sectors + slot->ahead.next_sector;
    slot->ahead.next_sector += n;
    return (struct ldst_access){.sectors = sectors,
                                .n = n,
                                .load = load,
                                .slot = (uint32_t)(slot - s->slot),
                                .cost = (uint32_t)(cost - s->costs.of)};
}

/* Records an access that is done in cycle `at` (its result is ready, or its data have left), or
 * that is in flight. */
static void note_access(struct approximate_sm *s, struct slot *slot, const struct inst_cost *cost,
                        bool load, bool done, uint64_t at)
{
    if (!done) {
        slot->on_way++;
        for (uint32_t k = 0; load && k < cost->n_dst; k++)
            slot->ready[cost->registers[k]] = BY_LOAD;
    } else if (load) {
        set_result(s, slot, cost, at);
    } else {
        slot->last = calendar_later(slot->last, at);
    }
}

static void access_memory(struct approximate_sm *s, struct slot *slot, const struct inst_cost *cost,
                          uint32_t n, uint64_t at)
{
    bool load = cost->op == OP_LOAD;
    const struct ldst_access access = access_of(s, slot, cost, n, load);
    struct ldst_done out;
    bool done = approximate_ldst_enter(s->ldst, &access, at, &out);
    note_access(s, slot, cost, load, done, out.at);
}

/* Does an access that only compute kernels have; kept out of line, because frames have none. */
static __attribute__((noinline)) void access_compute(struct approximate_sm *s, struct slot *slot,
                                                     const struct inst_cost *cost, uint32_t n,
                                                     uint64_t at)
{
    bool load = cost->op != OP_STORE_SHARED && cost->op != OP_REDUCE;
    if (warp_op_shared((enum warp_op)cost->op)) {
        note_access(s, slot, cost, load, true, approximate_ldst_shared(s->ldst, n, load, at));
        return;
    }
    const struct ldst_access access = access_of(s, slot, cost, n, load);
    struct ldst_done out;
    bool done = approximate_ldst_send(s->ldst, &access, at, &out);
    note_access(s, slot, cost, load, done, out.at);
}

static bool may_leave(const struct slot *slot)
{
    return slot->leaves && !slot->traces && !slot->on_way;
}

/* Ends the warp's wait in cycle `at` or later. */
static void wake(struct approximate_sm *s, struct slot *slot, uint64_t at)
{
    uint32_t i = (uint32_t)(slot - s->slot);
    if (slot->woken && wheel_due(&s->wheel, i) <= at)
        return;
    put(s, i, at);
    slot->woken = true;
    slot->parked = false;
}

/* Handles the arrival, in cycle `at`, of a request that the LDST or the RT unit watches. */
static void tell(void *self, uint32_t watcher, uint64_t at)
{
    struct approximate_sm *s = self;
    struct ldst_done done;
    if (watcher < LDST_WATCHERS) {
        approximate_rt_tell(s->rt, watcher, at);
        return;
    }
    if (!approximate_ldst_tell(s->ldst, watcher, at, &done))
        return;
    struct slot *slot = &s->slot[done.slot];
    slot->on_way--;
    note_access(s, slot, &s->costs.of[done.cost], done.load, true, done.at);
    if (done.load && (slot->parked || slot->woken))
        wake(s, slot, done.at);
    if (may_leave(slot))
        wake(s, slot, slot->last);
}

/* --- barriers --- */

/* Whether the warp, which has issued its whole batch, is at a barrier: a barrier ends its batch. */
static bool is_at_barrier(const struct approximate_sm *s, const struct ahead *a)
{
    return a->n && s->costs.of[a->deeds[a->n - 1].cost].op == OP_BARRIER;
}

/* Releases barriers at which all warps are; the released warps continue in the cycle in which the
 * last one could. */
static void release_barriers(struct approximate_sm *s)
{
    uint64_t slots = barriers_release(&s->barriers, s->running);
    uint32_t hold = barriers_hold(&s->config->sm, (uint32_t)__builtin_popcountll(slots));
    for (; slots; slots &= slots - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(slots);
        ahead_clear(&s->slot[i].ahead);
        put(s, i, s->places[i / s->barriers.cta_warps].came + hold);
    }
}

/* Both record that warp i could continue from cycle `at` on: it has issued a barrier, or its last
 * instruction. */
static __attribute__((noinline)) void come_to_barrier(struct approximate_sm *s, uint32_t i,
                                                      uint64_t at)
{
    struct place *place = &s->places[i / s->barriers.cta_warps];
    place->came = calendar_later(place->came, at);
    barriers_arrive(&s->barriers, i);
    release_barriers(s);
}
static __attribute__((noinline)) void issue_no_more(struct approximate_sm *s, uint32_t i,
                                                    uint64_t at)
{
    struct place *place = &s->places[i / s->barriers.cta_warps];
    place->came = calendar_later(place->came, at);
    s->slot[i].leaves = true;
    s->running &= ~(UINT64_C(1) << i);
    if (barriers_note_end(&s->barriers, i))
        release_barriers(s);
}

/* --- issue --- */

/* Schedules a call of the RT unit in cycle `at` or before. */
static void call_rt(struct approximate_sm *s, uint64_t at)
{
    if (at != NEVER && (!wheel_has(&s->wheel, RT_EVENT) || wheel_due(&s->wheel, RT_EVENT) > at))
        put(s, RT_EVENT, at);
}

static void trace(struct approximate_sm *s, uint32_t i, const struct inst_cost *cost, uint64_t at)
{
    struct slot *slot = &s->slot[i];
    slot->traces = true;
    slot->trace = (uint32_t)(cost - s->costs.of);
    for (uint32_t k = 0; k < cost->n_dst; k++)
        slot->ready[cost->registers[k]] = BY_TRACE;
    uint64_t call = approximate_rt_arrive(
        s->rt, &(struct rt_trace){slot->ahead.rays, i, slot->ahead.rays_lanes, slot->age}, at);
    call_rt(s, call);
}

/* Issues the instruction in cycle `at`. */
static void issue(struct approximate_sm *s, uint32_t i, const struct deed *deed,
                  const struct inst_cost *cost, uint64_t at)
{
    struct slot *slot = &s->slot[i];
    slot->ahead.next++;
    s->last_issued[slot->sub] = (uint8_t)i;
    if (cost->unit == CLASS_MEM) {
        if (cost->op <= OP_STORE)
            access_memory(s, slot, cost, deed->n_sectors, at + cost->latency);
        else
            access_compute(s, slot, cost, deed->n_sectors, at + cost->latency);
    } else if (cost->unit != CLASS_RT) {
        set_result(s, slot, cost, at + cost->latency);
    } else {
        trace(s, i, cost, at + cost->latency);
    }
}

/* The first cycle from `at` on in which the scheduler and the unit are free to issue the
 * instruction. */
static uint64_t issue_cycle(struct sub_core *sub, const struct inst_cost *cost, uint64_t at)
{
    if (cost->unit != CLASS_MEM && cost->unit != CLASS_RT)
        at = calendar_take_run(&sub->units[cost->unit], at, cost->interval);
    return calendar_take_near(&sub->scheduler, at);
}

void approximate_sm_stop(struct approximate_sm *s, uint64_t now)
{
    for (uint32_t i = 0; i < s->slots; i++)
        if (s->slot[i].warp && s->slot[i].launched < now) /* not resident yet otherwise */
            s->count.resident_warp_cycles += now - s->slot[i].launched;
    if (s->resident && s->busy_since < now)
        s->count.busy_cycles += now - s->busy_since;
}

static void end_warp(struct approximate_sm *s, struct slot *slot, uint64_t now)
{
    uint64_t resident = now - slot->launched;
    struct place *place = &s->places[(uint32_t)(slot - s->slot) / s->barriers.cta_warps];
    if (slot->warp->resident)
        *slot->warp->resident += resident; /* not atomic: the CTA's warps are all on this SM */
    slot->warp->ops->end(slot->warp);
    slot->warp = NULL;
    s->count.warps++;
    s->count.resident_warp_cycles += resident;
    place->ended = calendar_later(place->ended, now);
    if (--place->left == 0)
        s->ended[s->n_ended++] = place->ended;
    if (--s->resident == 0)
        s->count.busy_cycles += now - s->busy_since;
}

/* Handles the event of a warp: issues as many instructions as it can and schedules the next
 * event. */
static enum st_code run_warp(struct approximate_sm *s, uint32_t i, uint64_t now, struct status *st)
{
    struct slot *slot = &s->slot[i];
    struct sub_core *sub = &s->subs[slot->sub];
    uint64_t at = now;
    slot->woken = false;
    struct ahead *ahead = &slot->ahead;
    while (ahead->next < ahead->n || slot->warp->next) {
        if (ahead->next == ahead->n) {
            if (is_at_barrier(s, ahead)) {
                come_to_barrier(s, i, at);
                return ST_OK;
            }
            slot->parked = slot->traces && slot->warp->next->op == OP_TRACE_RAY;
            if (slot->parked)
                return ST_OK;
            TRY(execute_ahead(s, slot, st));
        }
        const struct deed *deed = &ahead->deeds[ahead->next];
        const struct inst_cost *cost = &s->costs.of[deed->cost];
        uint32_t ready = operands_ready(slot, cost);
        slot->parked = ready >= BY_LOAD;
        if (slot->parked)
            return ST_OK;
        at = calendar_later(at, slot->launched + ready);
        if (at > now + AHEAD) {
            put(s, i, at);
            return ST_OK;
        }
        if (cost->unit == CLASS_MEM) {
            /* Waits if the LDST unit is busy long, so that requests to memory stay in the order of
             * time. */
            uint64_t free = approximate_ldst_first(s->ldst, at + cost->latency) - cost->latency;
            if (free > now + AHEAD) {
                put(s, i, free);
                return ST_OK;
            }
        }
        at = issue_cycle(sub, cost, at);
        issue(s, i, deed, cost, at);
        at += deed->jumps ? 1 + TAKEN : 1;
    }
    if (!slot->leaves)
        issue_no_more(s, i, at);
    if (!may_leave(slot))
        return ST_OK;
    if (slot->last > now || at > now + 1) {
        put(s, i, slot->last > at ? slot->last : at);
        slot->last = now;
        return ST_OK;
    }
    end_warp(s, slot, now);
    return ST_OK;
}

/* Handles the event of the RT unit. */
static void run_rt(struct approximate_sm *s, uint64_t now)
{
    uint8_t left[32];
    uint64_t next;
    uint32_t n = approximate_rt_step(s->rt, now, left, &next);
    for (uint32_t k = 0; k < n; k++) {
        struct slot *slot = &s->slot[left[k]];
        set_result(s, slot, &s->costs.of[slot->trace], now + 1);
        slot->traces = false;
        slot->warp->ops->drop_records(slot->warp);
        if (slot->parked || may_leave(slot))
            wake(s, slot, now + 1);
    }
    if (next != NEVER)
        put(s, RT_EVENT, next);
}

enum st_code approximate_sm_run(struct approximate_sm *s, uint64_t until, struct status *st)
{
    uint32_t id;
    uint64_t call;
    s->n_ended = 0;
    TRY(approximate_l1d_deliver(s->l1d, tell, s, st));
    approximate_ldst_begin(s->ldst, until);
    TRY(approximate_rt_told(s->rt, until, &call, st));
    call_rt(s, call);
    while (wheel_take(&s->wheel, until, &id)) {
        if (id == RT_EVENT)
            run_rt(s, s->wheel.now);
        else
            TRY(run_warp(s, id, s->wheel.due, st));
    }
    if (approximate_ldst_failed(s->ldst))
        return status_no_memory(st, "loads");
    if (s->too_late)
        return status_fail(st, ST_FAILED, "a warp takes more than 2^32 cycles");
    return ST_OK;
}

uint32_t approximate_sm_ended(const struct approximate_sm *s, const uint64_t **out)
{
    *out = s->ended;
    return s->n_ended;
}

bool approximate_sm_idle(const struct approximate_sm *s)
{
    return s->resident == 0 && port_is_idle(s->port) && wheel_is_empty(&s->wheel);
}

uint64_t approximate_sm_next(const struct approximate_sm *s)
{
    return wheel_next(&s->wheel);
}

uint64_t approximate_sm_moved(const struct approximate_sm *s)
{
    uint64_t moved = s->count.warp_instructions + approximate_rt_counters(s->rt).records;
    for (uint32_t i = 0; i < s->slots; i++) /* not counted: executed, not yet issued */
        if (s->slot[i].warp)
            moved -= s->slot[i].ahead.n - s->slot[i].ahead.next;
    return moved;
}

void approximate_sm_count(const struct approximate_sm *s, struct gpu_counters *into)
{
    struct gpu_counters one = {.sm = s->count,
                               .l1d = approximate_l1d_counters(s->l1d),
                               .rt = approximate_rt_counters(s->rt)};
    gpu_counters_merge_sm(into, &one, s->config);
}
