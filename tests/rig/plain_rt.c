#include "tests/rig/plain_rt_state.h"

#include "sim/timing/rt/records.h"
#include "tests/rig/rig.h"

#include <stdlib.h>
#include <string.h>

struct plain_rt *plain_rt_create(const struct rt_config *config, const struct rt_links *links)
{
    struct plain_rt *u = calloc(1, sizeof *u);
    assert_non_null(u);
    u->config = config;
    u->links = *links;
    u->fresh_next = rt_fresh_base(links->sm);
    u->served = u->idle = RT_NO_WARP;
    u->last_queued = TREELET_NONE;
    return u;
}

void plain_rt_give_treelets(struct plain_rt *u, const struct treelets *treelets)
{
    if (!u->config->treelet_B || u->config->perfect_mem)
        return;
    u->treelets = treelets;
    u->rays = calloc(treelets->n, sizeof *u->rays);
    assert_non_null(u->rays);
}

void plain_rt_free(struct plain_rt *u)
{
    if (u)
        free(u->rays);
    free(u);
}

/* --- lanes --- */

/* Of the list's record i: a leaf with a node beside. */
static bool is_pair(const struct plain_lane *l, uint32_t i)
{
    if (!l->overlap || i + 1 >= l->ray->n_records)
        return false;
    enum record_kind kind = record_kind(l->ray->records[i]);
    return (kind == RECORD_TRIANGLE || kind == RECORD_TRIANGLE_HIT || kind == RECORD_PROCEDURAL) &&
           record_kind(l->ray->records[i + 1]) == RECORD_BESIDE;
}

static uint32_t behind_step(const struct plain_lane *l, uint32_t i)
{
    return is_pair(l, i) ? i + 2 : i + 1;
}

/* All tests before record `tested` have ended. */
static void turn(struct plain_lane *l)
{
    if (!is_pair(l, l->tested))
        return;
    l->beside = BESIDE_READY;
    l->beside_at = record_addr(l->ray->records[l->tested + 1]);
    l->beside_missing = 3;
}

static enum record_kind next_kind(const struct plain_lane *l)
{
    return record_kind(l->ray->records[l->tested]);
}

/* Of a lane's stack the sector of this number. */
static bool lies_in_shared(const struct plain_rt *u, uint32_t sector)
{
    return u->config->stack_overflow == OVERFLOW_SHARED &&
           (sector + 1) * entries_of_sector(u) <= u->config->stack_shared_entries;
}

/* Of those of 80 and 48 bytes the sectors that its bytes lie in; others are what they would be on a
 * sector. */
static uint32_t touched_sectors(record_t r)
{
    bool wide = record_bytes(r) == 80 || record_bytes(r) == 48;
    uint64_t first = wide ? record_addr(r) : 0, last = first + record_bytes(r) - 1;
    return (uint32_t)(last / SECTOR_B - first / SECTOR_B + 1);
}

static void show(const struct plain_rt *u, struct plain_lane *l)
{
    l->asked = l->shared = false;
    if (!live(l))
        return;
    l->missing = (1u << touched_sectors(current(l))) - 1;
    if (record_kind(current(l)) == RECORD_REFILL && l->spilled > 0)
        l->shared = lies_in_shared(u, --l->spilled);
}

static void start_test(struct plain_rt *u, struct plain_lane *l, cycle_t before)
{
    enum record_kind kind = next_kind(l);
    uint32_t cycles = rt_test_cycles(u->config, kind);
    l->tested = behind_step(l, l->tested);
    l->done_at = before + cycles;
    l->testing = true;
    l->waiting = false;
    l->hit |= kind == RECORD_TRIANGLE_HIT || kind == RECORD_WIDE_TRIANGLE_HIT ||
              kind == RECORD_MICROMAP_HIT;
    u->counters.stages += cycles;
}

static void next_test(struct plain_rt *u, struct plain_lane *l)
{
    if (rt_test_unit(u->config, next_kind(l)) == UNIT_NONE)
        start_test(u, l, u->now);
    else
        l->waiting = true;
}

static void count_record(struct rt_counters *n, enum record_kind kind)
{
    n->records++;
    n->headers += kind == RECORD_HEADER;
    n->internals += kind == RECORD_INTERNAL || kind == RECORD_BESIDE || kind == RECORD_WIDE;
    n->instances += kind == RECORD_INSTANCE;
    n->descriptors += kind == RECORD_DESCRIPTOR;
    n->triangles += kind == RECORD_TRIANGLE || kind == RECORD_WIDE_TRIANGLE;
    n->triangle_hits += kind == RECORD_TRIANGLE_HIT || kind == RECORD_WIDE_TRIANGLE_HIT;
    n->procedurals += kind == RECORD_PROCEDURAL;
    n->refills += kind == RECORD_REFILL;
    n->micromaps += kind == RECORD_MICROMAP;
    n->micromap_hits += kind == RECORD_MICROMAP_HIT;
}

/* The lane's record has come. */
void plain_come(struct plain_rt *u, struct plain_lane *l)
{
    bool follows = l->testing && l->tested == l->come && !l->beside && !is_pair(l, l->come);
    count_record(&u->counters, record_kind(current(l)));
    l->table |= l->ray->n_table_stores && !l->tabled;
    l->come = behind_step(l, l->come);
    show(u, l);
    if (follows && rt_test_unit(u->config, next_kind(l)) == UNIT_NONE)
        start_test(u, l, l->done_at);
    else if (!l->testing && !l->waiting && !l->stays)
        next_test(u, l);
}

static void start_beside(struct plain_rt *u, struct plain_lane *l, cycle_t before)
{
    l->beside = BESIDE_TESTING;
    l->beside_done_at = before + rt_test_cycles(u->config, RECORD_INTERNAL);
    u->counters.stages += rt_test_cycles(u->config, RECORD_INTERNAL);
}

static void take_beside(struct plain_rt *u, struct plain_lane *l, uint64_t sector)
{
    l->beside_missing &= ~(1u << sector);
    if (l->beside_missing)
        return;
    count_record(&u->counters, RECORD_BESIDE);
    l->beside = BESIDE_WAITING;
    if (rt_test_unit(u->config, RECORD_INTERNAL) == UNIT_NONE)
        start_beside(u, l, u->now);
}

static void take_sector(struct plain_rt *u, struct plain_warp *w, uint64_t addr, uint64_t base)
{
    uint64_t sector = (addr - base / SECTOR_B * SECTOR_B) / SECTOR_B;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        struct plain_lane *l = &w->lanes[i];
        if ((l->beside == BESIDE_READY || l->beside == BESIDE_ASKED) && l->beside_at == base)
            take_beside(u, l, sector);
        if (!live(l) || l->shared || record_kind(current(l)) == RECORD_SPILL ||
            record_addr(current(l)) != base)
            continue;
        l->missing &= ~(1u << sector);
        if (!l->missing)
            plain_come(u, l);
    }
}

/* --- warps --- */

static bool selects(const struct plain_lane *l)
{
    return ready(l) || l->beside == BESIDE_READY;
}
static bool is_awaiting(const struct plain_lane *l)
{
    return (live(l) && !ready(l) && !l->testing && !l->waiting && !l->stays) ||
           l->beside == BESIDE_ASKED;
}
static bool is_there(const struct plain_lane *l)
{
    return live(l) || is_busy(l) || l->table || l->beside;
}

static uint32_t residents(const struct plain_rt *u)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < MOST_WARPS; i++)
        n += u->warps[i].op != NULL;
    return n;
}

static void admit(struct plain_rt *u)
{
    struct issued *op = u->arriving;
    struct plain_warp *w = u->warps;
    while (w->op)
        w++;
    memset(w, 0, sizeof *w);
    w->op = op;
    w->start = u->now;
    u->arriving = NULL;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        if (!(op->executed >> i & 1))
            continue;
        const struct ray_work *ray = w->lanes[i].ray = &op->rays[i];
        u->counters.nodes += ray->n_nodes;
        if (ray->n_nodes > u->counters.max_nodes)
            u->counters.max_nodes = ray->n_nodes;
        if (ray->depth > u->counters.max_depth)
            u->counters.max_depth = ray->depth;
        w->lanes[i].overlap = u->config->overlap;
        show(u, &w->lanes[i]);
        turn(&w->lanes[i]);
        w->lanes[i].treelet = TREELET_NONE;
    }
}

static void leave_one(struct plain_rt *u)
{
    struct rt_counters *n = &u->counters;
    for (struct plain_warp *w = behind(u, NULL); w; w = behind(u, w)) {
        struct issued *op = w->op;
        if (any(w, is_there) || w->n_asked || w->unacked || (u->n_rest && u->rest_of == w) ||
            !collector_write_idle(u->links.collector, op->warp, op->inst))
            continue;
        cycle_t latency = u->now - w->start;
        n->warps++;
        n->rays += warp_count_lanes(op->executed);
        n->warp_latency += latency;
        n->thread_latency += w->lane_cycles;
        if (latency)
            n->efficiency_q32 += (w->lane_cycles << 32) / (WARP_LANES * latency);
        w->op = NULL;
        u->links.sink.retire(u->links.sink.self, op->who, op->inst);
        issued_put(u->links.pool, op);
        return;
    }
}

/* --- tests and stores --- */

static bool queue_store(struct plain_rt *u, struct plain_warp *w, uint32_t lane, uint32_t n,
                        uint64_t addr)
{
    if (u->n_stores == MOST_STORES)
        return false;
    u->stores[u->n_stores++] = (struct plain_store){w, lane, n, addr};
    w->unacked += n ? n : 1;
    return true;
}

/* Tests that start in this cycle: test i of a unit starts in cycle i * cycles / tests. */
static uint32_t starts(const struct plain_rt *u, enum rt_test_unit unit)
{
    struct rt_rate rate = rt_test_rate(u->config, unit);
    uint64_t first = u->now * rate.tests / rate.cycles;
    uint32_t n = 0;
    for (uint64_t i = first > 64 ? first - 64 : 0; i <= first + 64; i++)
        n += rate.tests && i * rate.cycles / rate.tests == u->now;
    return n;
}

static void start_tests(struct plain_rt *u)
{
    for (int unit = 0; unit < RT_UNITS; unit++) {
        uint32_t left = starts(u, (enum rt_test_unit)unit);
        for (struct plain_warp *w = behind(u, NULL); w; w = behind(u, w))
            for (struct plain_lane *l = w->lanes; l < w->lanes + WARP_LANES && left; l++)
                if (unit == UNIT_BOX && l->beside == BESIDE_WAITING) {
                    start_beside(u, l, u->now - 1);
                    left--;
                } else if (l->waiting && (int)rt_test_unit(u->config, next_kind(l)) == unit) {
                    start_test(u, l, u->now - 1);
                    left--;
                }
    }
}

/* False where the queue of stores is full. */
static bool spill(struct plain_rt *u, struct plain_warp *w, uint32_t lane)
{
    struct plain_lane *l = &w->lanes[lane];
    for (; live(l) && record_kind(current(l)) == RECORD_SPILL; l->come++, l->tested++, show(u, l)) {
        if (lies_in_shared(u, l->spilled)) {
            l->puts++;
            w->unacked++;
        } else if (!queue_store(u, w, lane, 0, record_addr(current(l)))) {
            return false;
        }
        l->spilled++;
        count_record(&u->counters, RECORD_SPILL);
    }
    return true;
}

static void end_test(struct plain_rt *u, struct plain_warp *w, uint32_t lane)
{
    struct plain_lane *l = &w->lanes[lane];
    bool each = u->config->result_stores == RESULT_STORES_EACH_HIT, more = l->tested < l->come;
    bool stays = l->beside;
    if (!stays && !more && !spill(u, w, lane))
        return;
    if (l->hit && (each || (!stays && !more && !live(l)))) {
        if (!queue_store(u, w, lane, 0, 0))
            return;
        l->hit = false;
    }
    l->testing = false;
    l->stays = stays;
    if (stays)
        return;
    turn(l);
    if (more)
        next_test(u, l);
    else if (!live(l))
        w->lane_cycles += l->done_at - w->start;
}

static void process_lanes(struct plain_rt *u)
{
    start_tests(u);
    for (struct plain_warp *w = behind(u, NULL); w; w = behind(u, w)) {
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            struct plain_lane *l = &w->lanes[i];
            if (!l->table)
                continue;
            if (!queue_store(u, w, i, l->ray->n_table_stores, 0))
                break;
            l->table = false;
            l->tabled = true;
        }
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            struct plain_lane *l = &w->lanes[i];
            if (l->beside == BESIDE_TESTING && l->beside_done_at <= u->now) {
                l->beside = BESIDE_NONE;
                if (l->stays) {
                    l->testing = true;
                    l->stays = false;
                    l->done_at = u->now;
                }
            }
            if (l->testing && l->done_at <= u->now)
                end_test(u, w, i);
        }
    }
}

/* --- the L1D's side --- */

void plain_rt_deliver(void *self, uint64_t addr, uint64_t who)
{
    struct plain_rt *u = self;
    uint64_t base = who & ((1ull << WHO_WARP_SHIFT) - 1);
    u->outstanding--;
    if (who == FOR_NOBODY)
        return;
    u->served = u->level;
    for (struct plain_warp *w = behind(u, NULL); w; w = behind(u, w))
        if (u->config->coalesce_warps || w->op->warp == who >> WHO_WARP_SHIFT)
            take_sector(u, w, addr, base);
}

bool plain_port_taken(const struct plain_rt *u, uint64_t addr)
{
    return u->config->l1_port == L1_PORT_SHARED && ldst_uses_bank(u->links.ldst, addr, u->now);
}

static enum rt_cause read_sector(struct plain_rt *u, struct plain_warp *w, uint64_t addr,
                                 uint64_t base)
{
    if (u->config->mshrs && u->outstanding >= u->config->mshrs) {
        u->counters.mshr_waits++;
        u->held = true;
        return RT_MSHR;
    }
    addr = addr / SECTOR_B * SECTOR_B;
    if (plain_port_taken(u, addr))
        return RT_PORT;
    enum l1d_outcome outcome =
        l1d_read(u->links.l1d, L1D_RT, addr, (uint64_t)w->op->warp << WHO_WARP_SHIFT | base,
                 w->op->uid, u->now);
    if (outcome == L1D_REFUSED_QUEUE)
        return RT_MISS_QUEUE;
    if (outcome == L1D_REFUSED)
        return RT_MSHR;
    if (outcome == L1D_MISS) {
        u->outstanding++;
    } else if (u->config->hit_latency) {
        u->hits[u->n_hits++] =
            (struct plain_sector){u->now + u->config->hit_latency, addr, base, w->op->uid};
    } else {
        u->counters.sectors++;
        u->served = RT_WAIT_L1;
        for (struct plain_warp *v = behind(u, NULL); v; v = behind(u, v))
            if (u->config->coalesce_warps || v == w)
                take_sector(u, v, addr, base);
    }
    u->counters.reads++;
    return RT_REQUEST;
}

static void take_hits(struct plain_rt *u)
{
    while (u->n_hits && u->hits[0].at <= u->now) {
        struct plain_sector hit = u->hits[0];
        memmove(u->hits, u->hits + 1, --u->n_hits * sizeof *u->hits);
        u->counters.sectors++;
        if (u->served == RT_NO_WARP)
            u->served = RT_WAIT_L1;
        for (struct plain_warp *w = behind(u, NULL); w; w = behind(u, w))
            if (u->config->coalesce_warps || w->op->uid == hit.uid)
                take_sector(u, w, hit.addr, hit.base);
    }
}

/* The first that is missing of the record asked for last. */
static enum rt_cause ask_rest(struct plain_rt *u)
{
    enum rt_cause outcome = read_sector(u, u->rest_of, u->rest[0].addr, u->rest[0].base);
    if (outcome == RT_REQUEST)
        memmove(u->rest, u->rest + 1, --u->n_rest * sizeof *u->rest);
    return outcome;
}

/* What of it a request for the sector at addr brings along. */
static void ask_along(struct plain_rt *u, uint64_t addr)
{
    uint64_t request = u->config->request_B;
    while (u->n_rest && u->rest[0].addr / request == addr / request && ask_rest(u) == RT_REQUEST)
        ;
}

static enum rt_cause send_store(struct plain_rt *u)
{
    struct plain_store *s = &u->stores[0];
    const struct ray_work *ray = s->warp->lanes[s->lane].ray;
    bool fresh = u->config->result == RESULT_FRESH;
    uint64_t addr = s->addr ? s->addr
                    : s->n  ? ray->table_stores[ray->n_table_stores - s->n]
                    : fresh ? u->fresh_next
                            : ray->result_addr;
    if (plain_port_taken(u, addr))
        return RT_PORT;
    if (!l1d_write(u->links.l1d, L1D_RT, addr, UINT32_MAX, (uint32_t)(s->warp - u->warps), u->now))
        return RT_MISS_QUEUE;
    u->counters.spill_stores += s->addr != 0;
    u->counters.table_stores += s->n != 0;
    u->counters.result_stores += !s->addr && !s->n;
    u->fresh_next += !s->addr && !s->n && fresh ? RT_FRESH_STEP_B : 0;
    if (s->n <= 1)
        memmove(u->stores, u->stores + 1, --u->n_stores * sizeof *u->stores);
    else
        s->n--;
    return RT_REQUEST;
}

/* False where there is no room. */
static bool select_record(struct plain_warp *w, uint64_t addr, uint32_t bytes)
{
    uint32_t i = 0;
    while (i < w->n_asked && (w->asked[i].addr != addr || w->asked[i].bytes != bytes))
        i++;
    if (i == w->n_asked && i == MOST_ASKED)
        return false;
    w->asked[i] = (struct plain_ask){addr, bytes};
    w->n_asked += i == w->n_asked;
    return true;
}

static void select_records(struct plain_warp *w)
{
    for (struct plain_lane *l = w->lanes; l < w->lanes + WARP_LANES; l++) {
        if (ready(l)) {
            if (!select_record(w, record_addr(current(l)), record_bytes(current(l))))
                return;
            l->asked = true;
        }
        if (l->beside == BESIDE_READY) {
            if (!select_record(w, l->beside_at, 64))
                return;
            l->beside = BESIDE_ASKED;
        }
    }
}

static enum rt_cause ask_record(struct plain_rt *u, struct plain_warp *w)
{
    struct plain_ask ask = w->asked[0];
    uint64_t first = ask.addr / SECTOR_B * SECTOR_B;
    memmove(w->asked, w->asked + 1, --w->n_asked * sizeof *w->asked);
    u->rest_of = w;
    for (uint32_t off = SECTOR_B; off < ask.bytes; off += SECTOR_B)
        u->rest[u->n_rest++] = (struct plain_sector){.addr = first + off, .base = ask.addr};
    enum rt_cause outcome = read_sector(u, w, ask.addr, ask.addr);
    if (outcome == RT_REQUEST) {
        u->counters.requests++;
        ask_along(u, ask.addr);
    } else { /* its first sector alone, before everything else */
        memmove(w->asked + 1, w->asked, w->n_asked++ * sizeof *w->asked);
        w->asked[0] = (struct plain_ask){ask.addr, SECTOR_B};
    }
    return outcome;
}

static enum rt_cause ask(struct plain_rt *u)
{
    u->held = false;
    if (u->n_rest) {
        uint64_t addr = u->rest[0].addr;
        enum rt_cause outcome = ask_rest(u);
        if (outcome == RT_REQUEST)
            ask_along(u, addr);
        return outcome;
    }
    if (u->n_stores)
        return send_store(u);
    for (struct plain_warp *w = behind(u, NULL); w; w = behind(u, w))
        if (w->n_asked || any(w, selects)) {
            select_records(w);
            return ask_record(u, w);
        }
    plain_prefetch(u);
    return u->idle;
}

/* --- the cycle --- */

static enum rt_cause idle_cause(struct plain_rt *u)
{
    bool awaiting = false, testing = false, unacked = false;
    for (const struct plain_warp *w = behind(u, NULL); w; w = behind(u, w)) {
        testing |= any(w, is_busy);
        awaiting |= any(w, is_awaiting);
        unacked |= w->unacked > 0;
    }
    if (u->held)
        return RT_MSHR;
    if (!residents(u))
        return u->arriving ? RT_COMPLETE : RT_NO_WARP;
    return testing ? RT_TEST : awaiting ? RT_WAIT : unacked ? RT_ACKNOWLEDGE : RT_COMPLETE;
}

void plain_rt_begin(struct plain_rt *u, cycle_t now, const struct mem_request *reply)
{
    if (reply)
        u->level = reply->from_dram ? RT_WAIT_DRAM : RT_WAIT_L2;
    if (now < u->begun)
        return;
    u->begun = now + 1;
    u->now = now;
    u->idle = idle_cause(u);
    process_lanes(u);
}

void plain_rt_tick(struct plain_rt *u, cycle_t now, const struct mem_request *reply)
{
    uint32_t who;
    plain_rt_begin(u, now, reply);
    if (reply) {
        l1d_reply_client(reply, &who);
        if (reply->write) {
            u->warps[who].unacked--;
        } else {
            u->counters.sectors++;
            l1d_fill(u->links.l1d, reply->addr, plain_rt_deliver, u);
        }
    }
    take_hits(u);
    plain_take_shared(u);
    if (u->arriving)
        admit(u);
    rt_stall_charge(&u->stall, ask(u), 1);
    plain_access_shared(u);
    if (u->served != RT_NO_WARP)
        rt_stall_served(&u->stall, u->served);
    u->stall.settled = now + 1;
    u->served = RT_NO_WARP;
    plain_choose_treelet(u);
    leave_one(u);
    if (!residents(u)) {
        u->n_queued = 0;
        u->last_queued = TREELET_NONE;
    }
    if (!u->arriving && residents(u) < u->config->max_warps &&
        collector_ready(u->links.collector, CLASS_RT))
        u->arriving = collector_take(u->links.collector, CLASS_RT,
                                     collector_oldest(u->links.collector, CLASS_RT));
}

struct rt_counters plain_rt_counters(const struct plain_rt *u)
{
    struct rt_counters n = u->counters;
    rt_stall_count(&u->stall, &n);
    return n;
}
