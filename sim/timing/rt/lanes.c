#include "sim/timing/rt/state.h"

void rt_lanes_init(struct rt_unit *u, const struct rt_config *config)
{
    u->overlap = config->overlap;
    u->each_hit = config->result_stores == RESULT_STORES_EACH_HIT;
    for (uint32_t unit = 0; unit < RT_UNITS; unit++)
        u->rate[unit] = rt_test_rate(config, (enum rt_test_unit)unit);
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        u->cycles[kind] = (uint8_t)rt_test_cycles(config, (enum record_kind)kind);
        u->unit_of[kind] = (uint8_t)rt_test_unit(config, (enum record_kind)kind);
    }
}

/* Starts a test of this kind in the cycle after `before`, for a lane without other records to
 * test. */
static void start_test(struct rt_unit *u, uint32_t index, uint32_t lane, enum record_kind kind,
                       cycle_t before)
{
    struct rt_warp *w = &u->warps[index];
    cycle_t end = before + u->cycles[kind];
    w->done_at[lane] = end;
    w->testing |= 1u << lane;
    if (record_is_hit(kind))
        w->hit |= 1u << lane;
    /* The alarm of such a test may ring in another cycle than the test's end: it lies too far
     * ahead, or rings for the node beside. */
    if (before > u->now || end >= u->now + RT_WHEEL || u->overlap)
        w->timed |= 1u << lane;
    rt_alarms_set(&u->alarms, index, 1u << lane, end, u->now);
}

/* Starts the test of the lane's first untested record, in the next cycle. */
static void start_next(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    enum record_kind kind = rt_warp_next_test(w, lane);
    w->test[lane] = rt_warp_behind(w, lane, w->test[lane]);
    if (w->test[lane] != w->at[lane])
        w->more |= 1u << lane;
    start_test(u, index, lane, kind, u->now);
}

void rt_queue_test(struct rt_unit *u, uint32_t index, uint32_t lane, uint32_t unit)
{
    u->warps[index].queued[unit] |= 1u << lane;
    u->queued[unit] |= 1u << index;
    u->units_wanted |= 1u << unit;
}

/* Queues the test of an arrived record behind the lane's test in progress or waiting. A record
 * without a unit follows at once upon the lane's test, except where a node beside either of the two
 * must be handled in between. */
static void test_later(struct rt_unit *u, uint32_t index, uint32_t lane, enum record_kind kind)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane, testing = w->testing & bit;
    if (testing && !((w->more | w->beside) & bit) && u->unit_of[kind] == UNIT_NONE &&
        w->at[lane] == w->test[lane] + 1) {
        w->test[lane] = w->at[lane];
        start_test(u, index, lane, kind, w->done_at[lane]);
        return;
    }
    w->more |= testing;
}

void rt_take_records(struct rt_unit *u, uint32_t index, uint32_t lanes)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t amid = rt_warp_amid(w), tables = w->tables & lanes;
    if (w->ready & lanes) {
        w->ready &= ~lanes;
        rt_note(u, index);
    }
    if (tables) {
        w->table |= tables;
        w->tables &= ~tables;
        u->tabling |= 1u << index;
    }
    u->testing |= 1u << index;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        enum record_kind kind = (enum record_kind)w->kind[lane];
        uint32_t unit = u->unit_of[kind];
        u->done[kind]++;
        rt_warp_advance(w, lane);
        if (amid >> lane & 1) {
            test_later(u, index, lane, kind);
        } else if (unit == UNIT_NONE) {
            w->test[lane] = w->at[lane];
            start_test(u, index, lane, kind, u->now);
        } else {
            rt_queue_test(u, index, lane, unit);
        }
    }
}

/* Handles the sectors of a record one by one. A lane whose record is complete with one sector may
 * go on to another record at the same address, to which the next sectors then belong. */
void rt_take_sectors(struct rt_unit *u, uint32_t index, uint64_t base, uint32_t sectors)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t lanes = rt_warp_lanes_at(w, base), all = sectors;
    while (lanes && sectors) {
        uint32_t complete = rt_warp_take(w, lanes, sectors & (~sectors + 1));
        sectors &= sectors - 1;
        if (!complete)
            continue;
        rt_take_records(u, index, complete);
        lanes = sectors ? rt_warp_lanes_at(w, base) : 0;
    }
    if (w->beside)
        rt_beside_take(u, index, base, all);
}

void rt_start_tests(struct rt_unit *u)
{
    for (uint32_t units = u->units_wanted; units; units &= units - 1) {
        uint32_t unit = (uint32_t)__builtin_ctz(units);
        struct rt_rate rate = u->rate[unit];
        /* of the next cycle, in which they start */
        uint64_t left = rt_rate_first(rate, u->now + 2) - rt_rate_first(rate, u->now + 1);
        uint32_t warps = u->queued[unit];
        while (warps && left) {
            uint32_t index = rt_oldest(u, warps), lanes = u->warps[index].queued[unit];
            for (; lanes && left; lanes &= lanes - 1, left--) {
                uint32_t lane = (uint32_t)__builtin_ctz(lanes);
                if (unit == UNIT_BOX && u->warps[index].beside_queued >> lane & 1)
                    rt_beside_start(u, index, lane);
                else
                    start_next(u, index, lane);
            }
            u->warps[index].queued[unit] = lanes;
            if (!lanes)
                warps &= ~(1u << index);
        }
        u->queued[unit] = warps;
        if (!warps)
            u->units_wanted &= ~(1u << unit);
    }
}

/* Turns the stack sectors that a lane spills when its test has ended into stores, or writes to
 * shared memory. False if the queue of stores is full. */
static bool queue_spills(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane;
    while (w->spilling & bit) {
        if (w->spilled[lane] < w->stack_sectors)
            rt_stack_put(u, index, lane);
        else if (!rt_queue_store(u, index, lane, 0, record_addr(*w->at[lane])))
            return false;
        w->spilled[lane]++;
        u->done[RECORD_SPILL]++;
        w->spilling &= ~bit;
        rt_warp_advance(w, lane);
        w->test[lane] = w->at[lane];
    }
    return true;
}

/* Ends a lane's test, unless it continues; its result may have to be stored first. If the node
 * beside the tested leaf is not tested yet, the lane keeps its place until then. */
static void end_test(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane;
    bool more = w->more & bit, hold = w->beside & bit;
    if (w->done_at[lane] > u->now) {
        rt_alarms_set(&u->alarms, index, bit, w->done_at[lane], u->now);
        return;
    }
    bool queued = more || hold || queue_spills(u, index, lane);
    bool last = !more && !hold && !(w->live & bit);
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
    if (hold) {
        w->held |= bit;
        return;
    }
    if (u->overlap && !last)
        rt_warp_turn(w, bit);
    if (more) {
        uint32_t unit = u->unit_of[rt_warp_next_test(w, lane)];
        if (unit == UNIT_NONE)
            start_next(u, index, lane);
        else
            rt_queue_test(u, index, lane, unit);
    } else if (last) {
        w->lane_cycles += w->done_at[lane] - w->start;
    } else if (w->fetching & bit) {
        rt_stack_want(u, index, lane);
    } else {
        w->ready |= bit;
    }
}

/* Updates a warp after tests of its lanes have ended. */
static void ended(struct rt_unit *u, uint32_t index)
{
    const struct rt_warp *w = &u->warps[index];
    rt_note(u, index);
    if (!rt_warp_busy(w))
        u->testing &= ~(1u << index);
    if (!w->live)
        rt_look(u, index);
}

/* Handles the alarms of lanes under test. Lanes with no more records to test and nothing to store
 * end their tests in this cycle and are handled together; other lanes are handled one by one. */
static void end_tests(struct rt_unit *u, uint32_t index, uint32_t lanes)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t stores = w->spilling | w->fetching | (w->hit & (u->each_hit ? UINT32_MAX : ~w->live));
    uint32_t apart = lanes & (w->timed | w->more | stores), last = lanes & ~(apart | w->live);
    w->testing &= ~(lanes & ~apart);
    w->ready |= lanes & ~apart & w->live;
    if (last)
        w->lane_cycles += warp_count_lanes(last) * (u->now - w->start);
    for (; apart; apart &= apart - 1)
        end_test(u, index, (uint32_t)__builtin_ctz(apart));
    ended(u, index);
}

/* end_tests() for lanes with nodes beside leaves: both tests of a lane may end. */
static void end_pairs(struct rt_unit *u, uint32_t index, uint32_t lanes)
{
    const struct rt_warp *w = &u->warps[index];
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if (w->beside_testing >> lane & 1)
            rt_beside_end(u, index, lane);
        if (w->testing >> lane & 1)
            end_test(u, index, lane);
    }
    ended(u, index);
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

/* Kept out of rt_tick(), because otherwise its cycles without lanes to process would save registers
 * too. */
__attribute__((noinline)) void rt_process_lanes(struct rt_unit *u)
{
    uint32_t ringing = u->alarms.first == u->now ? rt_alarms_turn(&u->alarms, u->now) : 0;
    for (uint32_t warps = ringing | u->tabling; warps;) {
        uint32_t index = rt_oldest(u, warps), bit = 1u << index;
        warps &= ~bit;
        if (u->tabling & bit)
            queue_tables(u, index);
        if (!(ringing & bit))
            continue;
        uint32_t lanes = rt_alarms_take(&u->alarms, index, u->now);
        if (u->overlap)
            end_pairs(u, index, lanes);
        else if (lanes & u->warps[index].testing)
            end_tests(u, index, lanes & u->warps[index].testing);
    }
}
