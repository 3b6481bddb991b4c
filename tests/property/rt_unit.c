/* The RT unit does in every cycle what a plain model of it does (tests/rig/plain_rt.h): on random
 * rays, configurations and replies, beside a load/store unit that uses the L1D's banks and brings
 * sectors that rays wait for. The plain model is asked in every cycle, the unit only when it says
 * that it has something to do. */
#include "tests/rig/plain_rt.h"
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"
#include "tests/rig/treelet_rig.h"

#include "common/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEEDS = 80,
    CYCLES = 3000, /* in which instructions are issued */
    TRACES = 12,   /* slots of warps that trace; the others load and store */
    SLOTS = 20,
    RECORDS = 30,
    LISTS = 6, /* of records, in a trace: lanes share them */
    TABLES = 3,
    FIRSTS = 4,
    NODES = 0x100000,
};

/* --- a memory that answers out of order --- */

struct reply {
    struct mem_request request;
    cycle_t at;
};

struct memory {
    struct mem_port port;
    uint64_t seed, n_sent;
    uint32_t latency, spread, closed;
    const cycle_t *now;
    struct reply waiting[4096];
    uint32_t n;
    struct mem_request last;
};

static bool can_send(const void *self, uint32_t sm)
{
    const struct memory *m = self;
    (void)sm;
    return m->n < 4096 && random_below(m->seed, RANDOM_TEST, *m->now, 8) >= m->closed;
}

static void send(void *self, const struct mem_request *request, cycle_t now)
{
    struct memory *m = self;
    uint64_t drawn = random_u64(m->seed + 1, RANDOM_TEST, m->n_sent++);
    struct reply *r = &m->waiting[m->n++];
    *r = (struct reply){*request, now + m->latency + drawn % m->spread};
    r->request.from_dram = !request->write && drawn >> 60 < 4;
    m->last = *request;
}

static bool take(void *self, uint32_t sm, cycle_t now, struct mem_request *reply)
{
    struct memory *m = self;
    (void)sm;
    for (uint32_t i = 0; i < m->n; i++)
        if (m->waiting[i].at <= now) {
            *reply = m->waiting[i].request;
            m->n--;
            memmove(&m->waiting[i], &m->waiting[i + 1], (m->n - i) * sizeof *m->waiting);
            return true;
        }
    return false;
}

/* --- the memory side of an SM, with either of the two units --- */

struct side {
    struct memory memory;
    struct collector *collector;
    struct issued_pool pool;
    struct l1d *l1d;
    struct read_path reads;     /* of which nothing is asked */
    struct scalar_loads scalar; /* there are none */
    struct ldst *ldst;
    struct rt_unit *rt;
    struct plain_rt *plain; /* NULL: it is rt */
    cycle_t rt_at;
    uint64_t busy; /* slots */
    uint64_t uid, ticks;
    uint32_t stores;
};

static void retire(void *self, uint32_t warp, const struct warp_inst *inst)
{
    struct side *s = self;
    (void)inst;
    assert_true(s->busy >> warp & 1);
    s->busy &= ~(1ull << warp);
}

static void store(void *self, uint32_t warp, int change)
{
    struct side *s = self;
    (void)warp;
    s->stores += (uint32_t)change;
}

static void side_create(struct side *s, const struct gpu_config *c, uint64_t seed, bool plain,
                        const struct treelets *treelets, const cycle_t *now)
{
    memset(s, 0, sizeof *s);
    s->memory = (struct memory){
        .port = {.self = &s->memory, .can_send = can_send, .send = send, .take = take},
        .seed = seed,
        .latency = 1 + (uint32_t)(seed % 4) * 40,
        .spread = seed % 3 ? 50 : 1,
        .closed = (uint32_t)(seed % 5),
        .now = now};
    struct issue_sink sink = {s, retire, store};
    assert_ok(issued_pool_create(&s->pool, SLOTS + c->sm.schedulers + 2, &st));
    assert_ok(collector_create(&s->collector, &c->sm, &st));
    assert_ok(l1d_create(&s->l1d, &c->l1d, &s->memory.port, 0, &st));
    struct ldst_links ldst = {.l1d = s->l1d,
                              .collector = s->collector,
                              .pool = &s->pool,
                              .reads = &s->reads,
                              .scalar = &s->scalar,
                              .sink = sink};
    assert_ok(ldst_create(&s->ldst, &c->ldst, &ldst, &st));
    struct rt_links rt = {.l1d = s->l1d,
                          .ldst = s->ldst,
                          .collector = s->collector,
                          .pool = &s->pool,
                          .sink = sink,
                          .shared_banks = c->ldst.shared_banks,
                          .shared_latency = c->ldst.shared_latency};
    if (plain) {
        s->plain = plain_rt_create(&c->rt, &rt);
        plain_rt_give_treelets(s->plain, treelets);
    } else {
        assert_ok(rt_create(&s->rt, &c->rt, &rt, &st));
        assert_ok(rt_give_treelets(s->rt, treelets, &st));
    }
    s->rt_at = CYCLE_NEVER;
}

static void side_free(struct side *s)
{
    rt_free(s->rt);
    plain_rt_free(s->plain);
    ldst_free(s->ldst);
    l1d_free(s->l1d);
    collector_free(s->collector);
    issued_pool_free(&s->pool);
}

static void issue(struct side *s, const struct issued *what, const struct sector_list *list)
{
    if (!s->pool.free)
        assert_ok(issued_pool_grow(&s->pool, &st));
    struct issued *op = issued_get(&s->pool);
    *op = *what;
    op->uid = s->uid++;
    if (op->unit == CLASS_MEM) {
        struct sector_list *own = sector_list_get(&s->pool);
        memcpy(own->sectors, list->sectors, sizeof own->sectors);
        op->list = own;
    }
    s->busy |= 1ull << op->warp;
    collector_issue(s->collector, op);
}

static bool take_reply(struct side *s, cycle_t now, struct mem_request *reply)
{
    uint32_t who;
    if (!take(&s->memory, 0, now, reply))
        return false;
    if (l1d_reply_client(reply, &who) == L1D_RT)
        return true;
    if (reply->write) {
        ldst_acknowledge(s->ldst, who);
    } else if (s->plain) {
        plain_rt_begin(s->plain, now, reply);
        l1d_fill(s->l1d, reply->addr, plain_rt_deliver, s->plain);
    } else {
        rt_begin(s->rt, now, reply);
        l1d_fill(s->l1d, reply->addr, rt_deliver, s->rt);
        s->rt_at = now;
    }
    return false;
}

/* A cycle as in sim/timing/sm.c. */
static void side_tick(struct side *s, cycle_t now)
{
    struct mem_request reply;
    ldst_writeback(s->ldst, now);
    if (collector_due(s->collector))
        collector_cycle(s->collector);
    bool for_rt = take_reply(s, now, &reply);
    ldst_access(s->ldst, now);
    if (s->plain) {
        plain_rt_tick(s->plain, now, for_rt ? &reply : NULL);
    } else if (s->rt_at <= now || for_rt || rt_accepts(s->rt)) {
        rt_tick(s->rt, now, for_rt ? &reply : NULL);
        s->rt_at = rt_next(s->rt, now);
        s->ticks++;
    }
}

/* --- what they are given --- */

static uint64_t draw(uint64_t seed, uint64_t *n, uint64_t below)
{
    return random_below(seed, RANDOM_TEST, (*n)++, below);
}

/* What a trace reads while it is in the unit. */
struct walk {
    struct ray_work rays[WARP_LANES];
    record_t records[LISTS][RECORDS];
    uint64_t tables[TABLES];
};

static void make_walk(struct walk *w, uint64_t seed, uint64_t *n)
{
    uint64_t nodes = 8ull << draw(seed, n, 8), spills = draw(seed, n, 3);
    for (int i = 0; i < TABLES; i++)
        w->tables[i] = 0xa00000 + 32 * draw(seed, n, 1000);
    for (int k = 0; k < LISTS; k++)
        for (uint32_t i = 0; i < RECORDS; i++) {
            enum record_kind kind = (enum record_kind)draw(seed, n, RECORD_KINDS);
            if (kind == RECORD_SPILL && (i < FIRSTS || !spills))
                kind = RECORD_INTERNAL;
            if (i > 0 && record_is_leaf(w->records[k][i - 1]) && draw(seed, n, 2))
                kind = RECORD_BESIDE;
            uint64_t at = draw(seed, n, nodes);
            bool wide = kind >= RECORD_WIDE; /* on multiples of 16 */
            w->records[k][i] = record_make(kind, NODES + 64 * at +
                                                     (wide      ? 16 * draw(seed, n, 4)
                                                      : at % 16 ? 0
                                                                : 8));
            if (i > FIRSTS && draw(seed, n, 8) == 0) /* another lane's, a little later */
                w->records[k][i] = w->records[draw(seed, n, (uint64_t)k + 1)][i - 1];
        }
    uint64_t lists = 1 + draw(seed, n, LISTS);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint32_t from = (uint32_t)draw(seed, n, draw(seed, n, 2) ? 1 : FIRSTS);
        w->rays[lane] = (struct ray_work){
            .records = w->records[draw(seed, n, lists)] + from,
            .n_records = (uint32_t)draw(seed, n, RECORDS - from),
            .n_nodes = lane,
            .depth = (uint32_t)draw(seed, n, 30),
            .n_table_stores = draw(seed, n, 9) == 0 ? TABLES : 0,
            .table_stores = w->tables,
            .result_addr = 0x900000 + 32 * lane,
        };
    }
}

static void vary(struct gpu_config *c, uint64_t seed)
{
    uint64_t n = 1000;
    c->sm.schedulers = 1u << draw(seed, &n, 3);
    c->sm.collectors = 2 * c->sm.schedulers;
    c->sm.collectors_held = draw(seed, &n, 2);
    c->rt.hit_latency = (uint32_t)draw(seed, &n, 3) * 7;
    c->rt.max_warps = 1 + (uint32_t)draw(seed, &n, draw(seed, &n, 2) ? 6 : 32);
    c->rt.mshrs = (uint32_t)draw(seed, &n, 3) * 8;
    c->rt.coalesce_warps = draw(seed, &n, 4) == 0;
    c->rt.result = (uint32_t)draw(seed, &n, 2);
    c->rt.result_stores = (uint32_t)draw(seed, &n, 2);
    c->rt.l1_port = (uint32_t)draw(seed, &n, 2);
    c->rt.request_B = 32u << draw(seed, &n, 3);
    c->rt.box_units = (uint32_t)draw(seed, &n, 4);
    c->rt.box_interval = (uint32_t)draw(seed, &n, draw(seed, &n, 2) ? 1 : 9);
    c->rt.triangle_units = (uint32_t)draw(seed, &n, 3);
    c->rt.transform_units = (uint32_t)draw(seed, &n, 3);
    uint32_t *cycles[] = {&c->rt.header_cycles,     &c->rt.internal_cycles,
                          &c->rt.instance_cycles,   &c->rt.descriptor_cycles,
                          &c->rt.triangle_cycles,   &c->rt.triangle_hit_cycles,
                          &c->rt.procedural_cycles, &c->rt.refill_cycles};
    for (size_t i = 0; i < sizeof cycles / sizeof *cycles; i++)
        *cycles[i] = 1 + (uint32_t)draw(seed, &n, draw(seed, &n, 4) ? 12 : 255);
    c->l1d.ways = draw(seed, &n, 2) ? 4 : 512;
    c->l1d.miss_queue = draw(seed, &n, 2) ? 2 : 16;
    c->l1d.mshrs = draw(seed, &n, 2) ? 4 : 8192;
    c->l1d.mshr_merges = draw(seed, &n, 2) ? 2 : 64;
    c->ldst.l1_latency = 1 + (uint32_t)draw(seed, &n, 25);
    c->rt.stack_overflow = draw(seed, &n, 2) ? OVERFLOW_SHARED : OVERFLOW_MEMORY;
    c->rt.stack_entries = 1 + (uint32_t)draw(seed, &n, 8);
    c->rt.stack_shared_entries = 4 + 4 * (uint32_t)draw(seed, &n, 3);
    c->ldst.shared_banks = 1u << draw(seed, &n, 7);
    c->ldst.shared_latency = 1 + (uint32_t)draw(seed, &n, 40);
    c->rt.opacity_micromap_cycles = (uint32_t)draw(seed, &n, draw(seed, &n, 4) ? 12 : 255);
    c->rt.treelet_B = draw(seed, &n, 2) ? 256 : 0;
    c->rt.prefetch = (uint32_t)draw(seed, &n, 3);
    c->rt.prefetch_percent = (uint32_t)draw(seed, &n, 3) * 20;
    c->rt.overlap = draw(seed, &n, 2);
}

/* Two sides and what is issued into both. */
struct pair {
    struct gpu_config config;
    struct side plain, unit;
    struct warp_inst trace, load, store, shared;
    struct walk walks[TRACES];
    cycle_t now;
};

static void issue_one(struct pair *p, uint64_t seed, uint32_t slot, uint64_t *n)
{
    struct sector_list list = {0};
    struct issued op = {.who = (uint16_t)slot,
                        .warp = (uint8_t)slot,
                        .sub = (uint8_t)(slot % p->config.sm.schedulers)};
    if (slot < TRACES) {
        make_walk(&p->walks[slot], seed, n);
        op.inst = &p->trace;
        op.unit = CLASS_RT;
        op.rays = p->walks[slot].rays;
        op.executed = (uint32_t)random_u64(seed, RANDOM_TEST, (*n)++);
        op.executed |= draw(seed, n, 2) ? UINT32_MAX : 0;
    } else if (draw(seed, n, 3) == 0) { /* at the banks of shared memory as many cycles */
        op.inst = &p->shared;
        op.unit = CLASS_MEM;
        op.executed = 1;
        op.n_sectors = (uint8_t)(1 + draw(seed, n, 12));
    } else {
        uint64_t addr = draw(seed, n, 4) ? NODES : 0x40000;
        op.inst = draw(seed, n, 4) ? &p->load : &p->store;
        op.unit = CLASS_MEM;
        op.executed = 1;
        op.n_sectors = (uint8_t)(1 + draw(seed, n, 12));
        addr += 32 * draw(seed, n, 2000);
        for (uint32_t i = 0; i < op.n_sectors; i++, addr += 32 + 32 * draw(seed, n, 3))
            list.sectors[i] = (struct sector){addr, UINT32_MAX};
    }
    issue(&p->plain, &op, &list);
    issue(&p->unit, &op, &list);
}

static void issue_some(struct pair *p, uint64_t seed)
{
    uint64_t n = p->now << 20;
    uint64_t rare = 1 + seed % 7 * 6;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        uint32_t unit = slot < TRACES ? CLASS_RT : CLASS_MEM;
        uint32_t full = collector_gates(p->plain.collector)->id_full[unit];
        if (p->plain.busy >> slot & 1 || full >> slot % p->config.sm.schedulers & 1 ||
            draw(seed, &n, rare * (unit == CLASS_RT ? 40 : 10)))
            continue;
        issue_one(p, seed, slot, &n);
    }
}

static bool at_work(const struct pair *p)
{
    return p->now < CYCLES || p->plain.busy || p->plain.stores;
}

static void compare(struct pair *p, uint64_t seed)
{
    struct rt_counters plain = plain_rt_counters(p->plain.plain), unit;
    rt_settle(p->unit.rt, p->now);
    unit = *rt_counters(p->unit.rt);
    if (at_work(p)) /* tests are counted when it is known when they start */
        plain.stages = unit.stages = 0;
    const struct mem_request *a = &p->plain.memory.last, *b = &p->unit.memory.last;
    bool same = p->plain.busy == p->unit.busy && p->plain.memory.n_sent == p->unit.memory.n_sent &&
                a->addr == b->addr && a->tag == b->tag && a->write == b->write &&
                memcmp(&plain, &unit, sizeof unit) == 0 &&
                memcmp(l1d_counters(p->plain.l1d), l1d_counters(p->unit.l1d),
                       sizeof(struct l1d_counters)) == 0;
    if (!same)
        fail_msg("seed %llu: the two differ in cycle %llu", (unsigned long long)seed,
                 (unsigned long long)p->now);
}

/* Sectors of stacks: the records that fetched nothing and stored nothing in memory. */
static uint64_t put_into_shared(const struct plain_rt *plain)
{
    const struct rt_counters n = plain_rt_counters(plain);
    return n.records - n.headers - n.internals - n.instances - n.descriptors - n.triangles -
           n.triangle_hits - n.procedurals - n.refills - n.micromaps - n.micromap_hits -
           n.spill_stores;
}

TEST(does_in_every_cycle_what_the_plain_model_does)
{
    uint64_t cycles = 0, ticks = 0, records = 0, warps = 0, shared = 0;
    struct l1d_counters met = {0};
    struct pair *p = calloc(1, sizeof *p);
    struct sm_rig r;
    assert_non_null(p);
    p->trace = step_op(OP_TRACE_RAY, 1, 0, 0).inst;
    p->load = step_op(OP_LOAD, 2, 0, 0).inst;
    p->store = step_op(OP_STORE, 0, 0, 0).inst;
    p->shared = step_op(OP_LOAD_SHARED, 3, 0, 0).inst;
    struct warp_inst *insts[] = {&p->trace, &p->load, &p->store, &p->shared};
    for (int i = 0; i < 4; i++)
        warp_inst_collect_all(insts[i]);
    sm_rig_init(&r, 1);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        p->config = r.config;
        vary(&p->config, seed);
        struct treelets *treelets = treelet_rig_random(seed, NODES, 1024, 1u << (1 + seed % 5));
        side_create(&p->plain, &p->config, seed, true, treelets, &p->now);
        side_create(&p->unit, &p->config, seed, false, treelets, &p->now);
        for (p->now = 0; at_work(p); p->now++) {
            if (p->now < CYCLES)
                issue_some(p, seed);
            side_tick(&p->plain, p->now);
            side_tick(&p->unit, p->now);
            compare(p, seed);
        }
        records += plain_rt_counters(p->plain.plain).records;
        warps += plain_rt_counters(p->plain.plain).warps;
        shared += put_into_shared(p->plain.plain);
        cycles += p->now;
        ticks += p->unit.ticks;
        met.prefetch_useful += l1d_counters(p->unit.l1d)->prefetch_useful;
        met.prefetch_late += l1d_counters(p->unit.l1d)->prefetch_late;
        met.prefetch_useless += l1d_counters(p->unit.l1d)->prefetch_useless;
        side_free(&p->plain);
        side_free(&p->unit);
        treelets_free(treelets);
    }
    sm_rig_free(&r);
    assert_true(records > 3000 * SEEDS && warps > 8 * SEEDS && shared > 30 * SEEDS);
    assert_true(ticks < cycles);
    assert_true(met.prefetch_useful && met.prefetch_late && met.prefetch_useless);
    free(p);
}
