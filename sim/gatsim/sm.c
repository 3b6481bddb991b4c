#include "sim/gatsim/sm.h"

#include "common/memory.h"
#include "sim/gatsim/ldst.h"
#include "sim/gatsim/memory.h"
#include "sim/gatsim/occupancy.h"
#include "sim/gatsim/rt.h"
#include "sim/gatsim/units.h"
#include "sim/gatsim/waits.h"
#include "sim/model/watchdog.h"
#include "sim/timing/sm/barrier.h"

#include <string.h>

/* Most cycles for which a scheduler continues with a warp that alone is ready. */
enum { LOOK_AHEAD = 16 };

struct live_warp {
    const struct timed_inst *inst; /* its next instruction */
    const uint32_t *edge, *end;    /* edges of the blocks behind the current one */
    const struct special *special; /* its next special instruction */
    const struct step_log *record; /* its recorded execution */
    struct waits waits;
    uint64_t drained;       /* earliest cycle in which all its instructions in flight have ended */
    uint64_t since;         /* cycle of its launch */
    uint8_t slot, sub, cta; /* place of its CTA */
    bool parked;            /* it waits until its trace has left the RT unit */
};

struct gatsim_sm {
    const struct gatsim_program *program;
    struct occupancy occupancy;
    uint64_t done;                     /* warps that have issued all instructions and only drain */
    uint64_t scheduled[MAX_SUB_CORES]; /* by scheduler: its slots, used or not */
    uint8_t first[MAX_SUB_CORES], n[MAX_SUB_CORES]; /* its warps, oldest first */
    uint8_t last[MAX_SUB_CORES]; /* by scheduler: the slot issued last, or MAX_WARPS */
    uint8_t of_slot[MAX_WARPS];  /* by slot: its warp, or MAX_WARPS */
    uint32_t schedulers, max_ctas, resident, ctas;
    uint8_t left[MAX_WARPS];  /* by place of a CTA: warps that have not left; 0: it is free */
    uint64_t running;         /* slots of warps that have not issued their last instruction */
    struct barriers barriers; /* ready_at of a waiting warp: its time without the barrier */
    enum scheduler_policy policy;
    uint64_t now; /* cycles before this one are complete */
    struct watchdog watchdog;
    uint64_t moved; /* number of launched CTAs and of attempts of warps to issue */
    struct units units;
    struct gatsim_memory memory;
    struct gatsim_rt *rt;
    struct live_warp warps[MAX_WARPS];
    struct sm_counters count;
};

static enum st_code open_memory(struct gatsim_sm *s, struct gatsim_l2 *l2, uint32_t id,
                                struct status *st)
{
    const struct gpu_config *c = s->program->config;
    TRY(memory_open(&s->memory, c, l2, st));
    return gatsim_rt_create(&s->rt, &c->rt, &s->program->paths->walks, &s->memory, id, st);
}

enum st_code gatsim_sm_create(struct gatsim_sm **out, const struct gatsim_program *program,
                              struct gatsim_l2 *l2, uint32_t id, uint32_t ctas, struct status *st)
{
    const struct gpu_config *c = program->config;
    struct gatsim_sm *s;
    *out = NULL;
    TRY(mem_make(&s, 1, sizeof *s, "SM", st));
    s->program = program;
    s->schedulers = c->sm.schedulers;
    s->max_ctas = ctas;
    s->barriers.cta_warps = program->cta_warps;
    s->policy = (enum scheduler_policy)c->sm.scheduler;
    s->watchdog = watchdog_make(&c->machine, c->machine.launch_cycles);
    units_init(&s->units, c);
    memset(s->last, MAX_WARPS, sizeof s->last);
    memset(s->of_slot, MAX_WARPS, sizeof s->of_slot);
    for (uint32_t i = 0, first = 0; i < s->schedulers; i++) {
        uint32_t n = (MAX_WARPS - i + s->schedulers - 1) / s->schedulers;
        s->first[i] = (uint8_t)first;
        s->scheduled[i] = (n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX) << first;
        first += n;
    }
    enum st_code code = open_memory(s, l2, id, st);
    if (code != ST_OK) {
        gatsim_sm_free(s);
        return code;
    }
    *out = s;
    return ST_OK;
}

void gatsim_sm_free(struct gatsim_sm *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < MAX_WARPS; i++)
        waits_release(&s->warps[i].waits);
    gatsim_rt_free(s->rt);
    memory_close(&s->memory);
    mem_free(s);
}

bool gatsim_sm_has_room(const struct gatsim_sm *s)
{
    return s->ctas < s->max_ctas;
}

uint32_t gatsim_sm_ctas(const struct gatsim_sm *s)
{
    return s->ctas;
}

/* --- launch and exit of warps --- */

/* Lets the warp's next instruction issue from cycle `at` on. */
static void wait_until(struct gatsim_sm *s, uint32_t warp, uint64_t at, uint64_t now)
{
    occupancy_set(&s->occupancy, warp, at > now ? at : now + 1, now);
}

static void launch_warp(struct gatsim_sm *s, uint32_t number, uint32_t cta, uint32_t slot,
                        uint64_t now)
{
    const struct paths *p = s->program->paths;
    const struct path *path = &p->warps[number];
    uint32_t sub = slot % s->schedulers, i = s->first[sub] + s->n[sub]++;
    struct live_warp *w = &s->warps[i];
    struct waits waits = w->waits;
    waits_clear(&waits);
    *w = (struct live_warp){.edge = p->edges + path->first_edge,
                            .end = p->edges + path->first_edge + path->n_edges,
                            .special = p->specials ? p->specials + path->first_special : NULL,
                            .record = &s->program->trace->warps[number],
                            .waits = waits,
                            .since = now,
                            .slot = (uint8_t)slot,
                            .sub = (uint8_t)sub,
                            .cta = (uint8_t)cta};
    s->of_slot[slot] = (uint8_t)i;
    s->resident++;
    s->count.warp_instructions += path->n;
    s->count.thread_instructions += path->thread_instructions;
    if (w->edge == w->end) { /* it has no instructions */
        s->done |= UINT64_C(1) << i;
        wait_until(s, i, now + 1, now);
        return;
    }
    s->running |= UINT64_C(1) << slot;
    w->inst = &s->program->table->insts[s->program->table->edges[*w->edge++]];
    wait_until(s, i, now + w->inst->gap, now);
}

enum st_code gatsim_sm_launch(struct gatsim_sm *s, uint32_t cta, uint64_t now, struct status *st)
{
    uint32_t place = 0, n = s->program->cta_warps;
    (void)st;
    while (s->left[place])
        place++;
    s->left[place] = (uint8_t)n;
    s->ctas++;
    s->moved++;
    if (s->now <= now)
        s->now = now + 1;
    for (uint32_t i = 0; i < n; i++)
        launch_warp(s, cta * n + i, place, place * n + i, now);
    return ST_OK;
}

/* Removes bit `from` from a mask of `end` bits: the bits above it move down. */
static uint64_t close_up(uint64_t mask, uint32_t from, uint32_t end)
{
    uint64_t above =
        (end < 64 ? (UINT64_C(1) << end) - 1 : UINT64_MAX) & ~(((UINT64_C(1) << from) << 1) - 1);
    return (mask & ~(above | UINT64_C(1) << from)) | (mask & above) >> 1;
}

/* Removes a warp; the warps behind it move up. Returns whether its CTA has left. */
static bool leave(struct gatsim_sm *s, uint32_t warp, uint64_t now)
{
    struct live_warp gone = s->warps[warp];
    struct occupancy *o = &s->occupancy;
    uint32_t end = s->first[gone.sub] + s->n[gone.sub]--;
    memmove(&s->warps[warp], &s->warps[warp + 1], (end - warp - 1) * sizeof *s->warps);
    memmove(&o->ready_at[warp], &o->ready_at[warp + 1], (end - warp - 1) * sizeof *o->ready_at);
    s->warps[end - 1].waits = gone.waits; /* keeps the removed warp's room */
    for (uint32_t i = 0; i < OCCUPANCY_RING; i++)
        o->wakes[i] = close_up(o->wakes[i], warp, end);
    o->ready = close_up(o->ready, warp, end);
    s->done = close_up(s->done, warp, end);
    for (uint32_t i = warp; i < end - 1; i++)
        s->of_slot[s->warps[i].slot] = (uint8_t)i;
    s->of_slot[gone.slot] = MAX_WARPS;
    s->resident--;
    s->count.warps++;
    s->count.resident_warp_cycles += now - gone.since;
    bool last = --s->left[gone.cta] == 0;
    s->ctas -= last;
    return last;
}

/* --- issue --- */

/* The first cycle from `now` on in which the warp's functional unit has room for its next
 * instruction. */
static inline uint64_t unit_free(const struct gatsim_sm *s, const struct live_warp *w)
{
    return units_room(&s->units, (enum unit_class)w->inst->unit, w->sub);
}

static void access_memory(struct gatsim_sm *s, struct live_warp *w, uint64_t now)
{
    const struct gatsim_access access = {w->inst, w->special, w->record, w->sub};
    uint64_t done = gatsim_ldst_access(&s->units, &s->memory, &access, now);
    waits_add(&w->waits, w->special->use, done);
    if (done > w->drained)
        w->drained = done;
}

/* Issues a special instruction; returns the delay of the warp's next instruction by it. */
static uint64_t issue_special(struct gatsim_sm *s, struct live_warp *w, uint64_t now)
{
    const struct special *special = w->special;
    switch ((enum unit_class)w->inst->unit) {
    case CLASS_MEM:
        access_memory(s, w, now);
        break;
    case CLASS_RT:
        waits_trace(&w->waits, special->use);
        gatsim_rt_arrive(s->rt, &s->program->paths->walks.walks[special->ref], w->slot,
                         now + w->inst->use);
        break;
    default: {
        uint64_t late = units_take(&s->units, w->inst, w->sub, now);
        waits_add(&w->waits, special->use, now + w->inst->use + late);
        if (now + w->inst->use + late > w->drained)
            w->drained = now + w->inst->use + late;
        break;
    }
    }
    w->special++;
    return 0;
}

/* Ends a warp that has issued its last instruction. */
static void finish(struct gatsim_sm *s, uint32_t warp, uint64_t now)
{
    struct live_warp *w = &s->warps[warp];
    uint64_t end = now + s->program->table->exits[w->end[-1]];
    s->done |= UINT64_C(1) << warp;
    s->running &= ~(UINT64_C(1) << w->slot);
    barriers_note_end(&s->barriers, w->slot);
    if (w->drained < end)
        w->drained = end;
    if (w->waits.tracing)
        w->parked = true;
    else
        occupancy_set(&s->occupancy, warp, w->drained, s->now);
}

/* Releases barriers; released warps continue in the next cycle. To be called after all schedulers
 * in cycle `now`. */
static void release_barriers(struct gatsim_sm *s, uint64_t now)
{
    const uint64_t all = barriers_release(&s->barriers, s->running);
    for (uint64_t slots = all; slots; slots &= slots - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(slots), warp = s->of_slot[slot];
        uint64_t cta = all & barriers_cta(&s->barriers, slot), at = s->occupancy.ready_at[warp];
        uint32_t hold = barriers_hold(&s->program->config->sm, (uint32_t)__builtin_popcountll(cta));
        wait_until(s, warp, hold && now + 1 + hold > at ? now + 1 + hold : at, now);
    }
}

/* The first cycle in which another warp of the scheduler may be ready, apart from warps whose time
 * is not known yet. */
static uint64_t others_ready(const struct gatsim_sm *s, uint32_t warp, uint64_t now)
{
    const struct occupancy *o = &s->occupancy;
    const struct live_warp *w = &s->warps[warp];
    uint64_t others = s->scheduled[w->sub] & ~(UINT64_C(1) << warp) & ~s->done, first = UINT64_MAX;
    if (o->ready & others)
        return now;
    for (uint32_t i = s->first[w->sub], end = i + s->n[w->sub]; i < end; i++)
        if (others >> i & 1 && o->ready_at[i] < first && !s->warps[i].parked &&
            !(s->barriers.waiting >> s->warps[i].slot & 1))
            first = o->ready_at[i];
    return first;
}

/* Moves the warp to its next instruction; false: it has none. */
static inline bool go_on(struct gatsim_sm *s, struct live_warp *w)
{
    if (!w->inst->last) {
        w->inst++;
        return true;
    }
    if (w->edge == w->end)
        return false;
    w->inst = &s->program->table->insts[s->program->table->edges[*w->edge++]];
    return true;
}

/* Issues the warp's next instruction and, while no other warp of the scheduler is ready, the
 * following ones that are not special, because these affect only the scheduler's own units. */
static void issue(struct gatsim_sm *s, uint32_t warp, uint64_t now)
{
    struct live_warp *w = &s->warps[warp];
    uint64_t until = 0, at = now, late;
    s->occupancy.ready &= ~(UINT64_C(1) << warp);
    s->last[w->sub] = w->slot;
    s->moved++;
    for (;;) {
        bool barrier = w->inst->op == OP_BARRIER;
        late =
            w->inst->special ? issue_special(s, w, at) : units_take(&s->units, w->inst, w->sub, at);
        if (!go_on(s, w)) {
            finish(s, warp, at);
            return;
        }
        at += w->inst->gap + late;
        if (waits_due(&w->waits) && !waits_until(&w->waits, &at)) {
            w->parked = true;
            s->occupancy.ready_at[warp] = at;
            return;
        }
        if (barrier) {
            barriers_arrive(&s->barriers, w->slot);
            s->occupancy.ready_at[warp] = at;
            return;
        }
        if (w->inst->special)
            break;
        if (!until)
            until = others_ready(s, warp, now);
        if (at >= until || at >= now + LOOK_AHEAD || unit_free(s, w) > at)
            break;
    }
    wait_until(s, warp, at, now);
}

/* The warp among `ready`, which is not empty, whose slot is the first behind the one issued
 * last. */
static uint32_t next_in_turn(const struct gatsim_sm *s, uint64_t ready, uint32_t last)
{
    for (uint32_t slot = last + 1;; slot++) {
        uint32_t warp = s->of_slot[slot % MAX_WARPS];
        if (warp < MAX_WARPS && ready >> warp & 1)
            return warp;
    }
}

/* Does the paper's ScheduleWarp(): issues the first ready warp in the scheduler's order
 * (sim/timing/sm/scheduler.h). A warp whose unit is occupied is not ready before the unit is
 * free. */
static void schedule(struct gatsim_sm *s, uint32_t scheduler, uint64_t now)
{
    uint64_t ready = s->occupancy.ready & s->scheduled[scheduler] & ~s->done;
    uint32_t last = s->last[scheduler], greedy = MAX_WARPS;
    if (s->policy == SCHEDULER_GTO && last != MAX_WARPS)
        greedy = s->of_slot[last];
    while (ready) {
        uint32_t warp = (uint32_t)__builtin_ctzll(ready);
        if (greedy < MAX_WARPS && ready >> greedy & 1)
            warp = greedy;
        if (s->policy == SCHEDULER_LRR)
            warp = next_in_turn(s, ready, last);
        uint64_t at = unit_free(s, &s->warps[warp]);
        if (at <= now) {
            issue(s, warp, now);
            return;
        }
        ready &= ~(UINT64_C(1) << warp);
        s->occupancy.ready &= ~(UINT64_C(1) << warp);
        occupancy_set(&s->occupancy, warp, at, now);
    }
}

/* --- time --- */

/* Lets warps continue whose traces have left the RT unit. */
static void traces_left(struct gatsim_sm *s, uint64_t slots, uint64_t now)
{
    for (; slots; slots &= slots - 1) {
        uint32_t warp = s->of_slot[__builtin_ctzll(slots)];
        struct live_warp *w = &s->warps[warp];
        waits_trace_left(&w->waits);
        if (!w->parked)
            continue;
        w->parked = false;
        uint64_t at = s->done >> warp & 1 ? w->drained : s->occupancy.ready_at[warp];
        if (at > now)
            occupancy_set(&s->occupancy, warp, at, now);
        else
            s->occupancy.ready |= UINT64_C(1) << warp;
    }
}

static bool all_leave(struct gatsim_sm *s, uint64_t now)
{
    bool ended = false;
    uint64_t leaving;
    while ((leaving = s->occupancy.ready & s->done) != 0)
        ended |= leave(s, 63 - (uint32_t)__builtin_clzll(leaving), now);
    return ended;
}

/* Simulates cycle `now`. */
static bool step(struct gatsim_sm *s, uint64_t now)
{
    if (gatsim_rt_next(s->rt) <= now)
        traces_left(s, gatsim_rt_step(s->rt, now), now);
    occupancy_advance(&s->occupancy, now);
    if (!s->occupancy.ready)
        return false;
    for (uint32_t i = 0; i < s->schedulers; i++)
        if (s->occupancy.ready & s->scheduled[i])
            schedule(s, i, now);
    if (s->barriers.changed)
        release_barriers(s, now);
    return s->occupancy.ready & s->done ? all_leave(s, now) : false;
}

enum st_code gatsim_sm_run(struct gatsim_sm *s, uint64_t until, bool to_the_end, uint64_t *ended,
                           struct status *st)
{
    bool left = false;
    *ended = UINT64_MAX;
    while (s->resident && (to_the_end || !left)) {
        uint64_t now = s->now;
        if (!s->occupancy.ready) {
            uint64_t next = occupancy_next(&s->occupancy, now), rt = gatsim_rt_next(s->rt);
            next = rt < next ? rt : next;
            if (next == OCCUPANCY_NEVER)
                return watchdog_stuck(&s->watchdog, now, st);
            now = next > now ? next : now;
        }
        if (now >= until)
            break;
        if (watchdog_due(&s->watchdog, now) &&
            watchdog_bites(&s->watchdog, s->moved + gatsim_rt_counts(s->rt)->records, now))
            return watchdog_stuck(&s->watchdog, s->watchdog.moved_at, st);
        s->now = now;
        left = step(s, now);
        s->now = now + 1;
        if (left)
            *ended = now;
    }
    bool failed = gatsim_rt_failed(s->rt);
    for (uint32_t i = 0; i < MAX_WARPS; i++)
        failed |= s->warps[i].waits.failed;
    return failed ? status_no_memory(st, "SM") : ST_OK;
}

void gatsim_sm_count(const struct gatsim_sm *s, struct gpu_counters *into)
{
    const struct gatsim_rt_counts *rt = gatsim_rt_counts(s->rt);
    struct gpu_counters one = {.sm = s->count};
    one.rt.warps = rt->warps;
    one.rt.rays = rt->rays;
    one.rt.warp_latency = rt->warp_latency;
    one.rt.records = rt->records;
    one.rt.requests = rt->requests;
    gpu_counters_merge_sm(into, &one, s->program->config);
}
