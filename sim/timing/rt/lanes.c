#include "sim/timing/rt/state.h"

void rt_lanes_init(struct rt_unit *u, const struct rt_config *config)
{
    u->each_hit = config->result_stores == RESULT_STORES_EACH_HIT;
    for (uint32_t unit = 0; unit < RT_UNITS; unit++)
        u->per_cycle[unit] = rt_tests_per_cycle(config, (enum rt_test_unit)unit);
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        u->cycles[kind] = (uint8_t)rt_test_cycles(config, (enum record_kind)kind);
        u->unit_of[kind] = (uint8_t)rt_test_unit(config, (enum record_kind)kind);
    }
}

void rt_note(struct rt_unit *u, uint32_t index)
{
    const struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << index;
    u->asking = (u->asking & ~bit) | (uint32_t)(w->asked_n || w->ready) << index;
    u->testing = (u->testing & ~bit) | (uint32_t)(rt_warp_busy(w) != 0) << index;
    u->awaiting = (u->awaiting & ~bit) | (uint32_t)(rt_warp_awaiting(w) != 0) << index;
}

/* A lane's next test starts in the cycle behind `before`. */
static void start_test(struct rt_unit *u, uint32_t index, uint32_t lane, cycle_t before)
{
    struct rt_warp *w = &u->warps[index];
    enum record_kind kind = rt_warp_next_test(w, lane);
    w->tested[lane]++;
    w->done_at[lane] = before + u->cycles[kind];
    w->testing |= 1u << lane;
    if (kind == RECORD_TRIANGLE_HIT)
        w->hit |= 1u << lane;
    u->counters.stages += u->cycles[kind];
    rt_alarms_set(&u->alarms, index, 1u << lane, w->done_at[lane], u->now);
}

/* A lane that is under no test begins the next, or waits for a unit. */
static void next_test(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t unit = u->unit_of[rt_warp_next_test(w, lane)];
    if (unit == UNIT_NONE) {
        start_test(u, index, lane, u->now);
        return;
    }
    w->queued[unit] |= 1u << lane;
    u->queued[unit] |= 1u << index;
}

/* All sectors of a lane's record are there. What needs no unit follows at once upon what the lane
 * has under test. */
static void process(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    const struct ray_work *ray = &w->op->rays[lane];
    uint32_t bit = 1u << lane;
    bool tests = w->testing & bit;
    bool follows = tests && w->tested[lane] == w->cursor[lane];
    u->done[record_kind(ray->records[w->cursor[lane]])]++;
    w->ready &= ~bit;
    if (ray->n_table_stores && !(w->tabled & bit))
        w->table |= bit;
    u->tabling |= (uint32_t)(w->table != 0) << index;
    rt_warp_advance(w, lane);
    if (follows && u->unit_of[rt_warp_next_test(w, lane)] == UNIT_NONE)
        start_test(u, index, lane, w->done_at[lane]);
    else if (!tests && w->tested[lane] + 1 == w->cursor[lane])
        next_test(u, index, lane);
}

void rt_take_sector(struct rt_unit *u, uint32_t index, uint64_t addr, uint64_t base)
{
    uint32_t lanes = rt_warp_take(&u->warps[index], addr, base);
    if (!lanes)
        return;
    for (; lanes; lanes &= lanes - 1)
        process(u, index, (uint32_t)__builtin_ctz(lanes));
    rt_note(u, index);
}

/* Units take waiting lanes, the oldest warp's first. What they start now has this cycle as its
 * first. */
static void start_tests(struct rt_unit *u)
{
    for (uint32_t unit = 0; unit < RT_UNITS; unit++) {
        uint32_t left = u->per_cycle[unit];
        for (uint32_t k = 0; left && u->queued[unit]; k++) {
            uint32_t index = u->order[k];
            struct rt_warp *w = &u->warps[index];
            for (; w->queued[unit] && left; left--) {
                uint32_t lane = (uint32_t)__builtin_ctz(w->queued[unit]);
                w->queued[unit] &= w->queued[unit] - 1;
                start_test(u, index, lane, u->now - 1);
            }
            if (!w->queued[unit])
                u->queued[unit] &= ~(1u << index);
        }
    }
}

/* What a lane spills of its stack when its test has ended becomes stores. False where their queue
 * is full. */
static bool queue_spills(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint64_t addr;
    while (rt_warp_spills(w, lane, &addr)) {
        if (!rt_queue_store(u, index, lane, 0, addr))
            return false;
        u->done[RECORD_SPILL]++;
        w->tested[lane]++;
        rt_warp_advance(w, lane);
    }
    return true;
}

/* A lane's test ends, unless it still goes on; its result may have to be stored first. */
static void end_test(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane;
    bool more = w->tested[lane] != w->cursor[lane];
    if (w->done_at[lane] > u->now) {
        rt_alarms_set(&u->alarms, index, bit, w->done_at[lane], u->now);
        return;
    }
    bool queued = more || queue_spills(u, index, lane);
    bool last = !more && !(w->live & bit);
    if (queued && w->hit & bit && (u->each_hit || last)) {
        queued = rt_queue_store(u, index, lane, 0, 0);
        if (queued)
            w->hit &= ~bit;
    }
    if (!queued) {
        rt_alarms_set(&u->alarms, index, bit, u->now + 1, u->now);
        return;
    }
    w->testing &= ~bit;
    if (more)
        next_test(u, index, lane);
    else if (last)
        w->lane_cycles += w->done_at[lane] - w->start;
    else
        w->ready |= bit;
}

static void queue_tables(struct rt_unit *u, uint32_t index)
{
    struct rt_warp *w = &u->warps[index];
    for (uint32_t lanes = w->table; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if (!rt_queue_store(u, index, lane, w->op->rays[lane].n_table_stores, 0))
            return;
        w->table &= ~(1u << lane);
        w->tabled |= 1u << lane;
    }
    u->tabling &= ~(1u << index);
}

void rt_process_lanes(struct rt_unit *u)
{
    if (rt_queued(u))
        start_tests(u);
    bool alarm = u->alarms.first == u->now;
    if (!alarm && !u->tabling)
        return;
    if (alarm)
        rt_alarms_turn(&u->alarms, u->now);
    for (uint32_t k = 0; k < u->n; k++) {
        uint32_t index = u->order[k];
        if (u->tabling >> index & 1)
            queue_tables(u, index);
        uint32_t lanes = alarm ? rt_alarms_take(&u->alarms, index, u->now) : 0;
        lanes &= u->warps[index].testing;
        if (!lanes)
            continue;
        for (; lanes; lanes &= lanes - 1)
            end_test(u, index, (uint32_t)__builtin_ctz(lanes));
        rt_note(u, index);
        u->ending |= 1u << index;
    }
}
