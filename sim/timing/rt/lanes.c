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
    u->asking = (u->asking & ~bit) | (uint32_t)((w->asked_n | w->ready) != 0) << index;
    u->testing = (u->testing & ~bit) | (uint32_t)(rt_warp_busy(w) != 0) << index;
    u->awaiting = (u->awaiting & ~bit) | (uint32_t)(rt_warp_awaiting(w) != 0) << index;
}

/* A test of that kind of the lane, which has no other to be tested, starts in the cycle behind
 * `before`. */
static void start_test(struct rt_unit *u, uint32_t index, uint32_t lane, enum record_kind kind,
                       cycle_t before)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane;
    cycle_t end = before + u->cycles[kind];
    w->done_at[lane] = end;
    w->testing |= bit;
    w->hit |= (uint32_t)(kind == RECORD_TRIANGLE_HIT) << lane;
    u->counters.stages += u->cycles[kind];
    /* An alarm that may ring in another cycle than the end's. */
    w->timed |= (uint32_t)(before > u->now || end >= u->now + RT_WHEEL) << lane;
    rt_alarms_set(&u->alarms, index, bit, end, u->now);
}

/* The same of the first of its untested records. */
static void start_next(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    enum record_kind kind = rt_warp_next_test(w, lane);
    w->untested[lane]--;
    w->more |= (uint32_t)(w->untested[lane] > 0) << lane;
    start_test(u, index, lane, kind, u->now);
}

/* A lane that is under no test begins the next, or waits for a unit. */
static void next_test(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t unit = u->unit_of[rt_warp_next_test(w, lane)];
    if (unit == UNIT_NONE) {
        start_next(u, index, lane);
        return;
    }
    w->queued[unit] |= 1u << lane;
    u->queued[unit] |= 1u << index;
}

/* The record of a lane that is under test or waits for one is there: its test comes behind those.
 * What needs no unit follows at once upon what the lane has under test. */
static void test_later(struct rt_unit *u, uint32_t index, uint32_t lane, enum record_kind kind)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane, testing = w->testing & bit;
    if (testing && !(w->more & bit) && u->unit_of[kind] == UNIT_NONE) {
        start_test(u, index, lane, kind, w->done_at[lane]);
        return;
    }
    w->untested[lane]++;
    w->more |= testing;
}

/* All sectors of the lanes' records are there. */
static void process(struct rt_unit *u, uint32_t index, uint32_t lanes)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t busy = rt_warp_busy(w);
    w->ready &= ~lanes;
    w->table |= w->tables & lanes;
    w->tables &= ~lanes;
    u->tabling |= (uint32_t)(w->table != 0) << index;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), bit = 1u << lane;
        enum record_kind kind = (enum record_kind)w->kind[lane];
        uint32_t unit = u->unit_of[kind];
        u->done[kind]++;
        rt_warp_advance(w, lane);
        if (busy & bit) {
            test_later(u, index, lane, kind);
        } else if (unit == UNIT_NONE) {
            start_test(u, index, lane, kind, u->now);
        } else {
            w->untested[lane] = 1;
            w->queued[unit] |= bit;
            u->queued[unit] |= 1u << index;
        }
    }
}

/* Sectors of one record come one after the other: a lane that has got all of its record by one of
 * them may be at another record of the same address when the next comes. */
void rt_take_sectors(struct rt_unit *u, uint32_t index, uint64_t base, uint32_t sectors)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t lanes = rt_warp_lanes_at(w, base);
    while (lanes && sectors) {
        uint32_t complete = rt_warp_take(w, lanes, (uint32_t)__builtin_ctz(sectors));
        sectors &= sectors - 1;
        if (!complete)
            continue;
        process(u, index, complete);
        rt_note(u, index);
        lanes = sectors ? rt_warp_lanes_at(w, base) : 0;
    }
}

void rt_start_tests(struct rt_unit *u)
{
    for (uint32_t unit = 0; unit < RT_UNITS; unit++) {
        uint32_t left = u->per_cycle[unit];
        for (uint32_t k = 0; left && u->queued[unit]; k++) {
            uint32_t index = u->order[k];
            struct rt_warp *w = &u->warps[index];
            for (; w->queued[unit] && left; left--) {
                uint32_t lane = (uint32_t)__builtin_ctz(w->queued[unit]);
                w->queued[unit] &= w->queued[unit] - 1;
                start_next(u, index, lane);
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
    uint32_t bit = 1u << lane;
    while (w->spilling & bit) {
        if (!rt_queue_store(u, index, lane, 0, record_addr(*w->at[lane])))
            return false;
        u->done[RECORD_SPILL]++;
        w->spilling &= ~bit;
        rt_warp_advance(w, lane);
    }
    return true;
}

/* A lane's test ends, unless it still goes on; its result may have to be stored first. */
static void end_test(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane;
    bool more = w->more & bit;
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
        w->timed |= bit;
        rt_alarms_set(&u->alarms, index, bit, u->now + 1, u->now);
        return;
    }
    w->testing &= ~bit;
    w->timed &= ~bit;
    w->more &= ~bit;
    if (more)
        next_test(u, index, lane);
    else if (last)
        w->lane_cycles += w->done_at[lane] - w->start;
    else
        w->ready |= bit;
}

/* Alarms of lanes under test ring. Those that have nothing more to test and nothing to store end
 * their tests in this cycle and are looked at together; the others one after the other. */
static void end_tests(struct rt_unit *u, uint32_t index, uint32_t lanes)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t stores = w->spilling | (w->hit & (u->each_hit ? UINT32_MAX : ~w->live));
    uint32_t apart = lanes & (w->timed | w->more | stores);
    lanes &= ~apart;
    w->testing &= ~lanes;
    w->ready |= lanes & w->live;
    w->lane_cycles += warp_count_lanes(lanes & ~w->live) * (u->now - w->start);
    for (; apart; apart &= apart - 1)
        end_test(u, index, (uint32_t)__builtin_ctz(apart));
    rt_note(u, index);
    rt_look(u, index);
}

static void queue_tables(struct rt_unit *u, uint32_t index)
{
    struct rt_warp *w = &u->warps[index];
    for (uint32_t lanes = w->table; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if (!rt_queue_store(u, index, lane, w->op->rays[lane].n_table_stores, 0))
            return;
        w->table &= ~(1u << lane);
    }
    u->tabling &= ~(1u << index);
}

void rt_process_lanes(struct rt_unit *u)
{
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
        if (lanes)
            end_tests(u, index, lanes);
    }
}
