#include "sim/interval/collector.h"

#include "common/memory.h"
#include "sim/interval/cache_replay.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm.h"
#include "sim/timing/sm/coalesce.h"

#include <string.h>

/* Where results go that are stored at addresses never used before: those of an SM. */
#define FRESH_BASE(sm) ((UINT64_C(1) << 52) + ((uint64_t)(sm) << 36))

/* What a resident warp does next. */
enum place_state { PLACE_RUNS, PLACE_WAITS, PLACE_TRACES, PLACE_ENDED };

struct place {
    enum place_state state;
    uint32_t warp, traces; /* traces that it has begun */
    struct kernel_trace_reader reader;
    /* Of a trace_ray. */
    uint64_t ticket; /* among those of the SM that have come to the unit */
    struct kernel_trace_step step;
    struct record_rays rays;
    struct ray_work work[WARP_LANES];
    uint32_t hits; /* lanes that have hit a triangle */
    uint32_t requests;
    struct collected_trace lanes[WARP_LANES]; /* `requests` unused */
};

struct collecting {
    const struct gpu_config *config;
    const struct kernel_trace *trace;
    struct collected *out;
    struct cache_replay *caches;
    uint32_t record_cycles[INTERVAL_LEVELS], test_cycles[RECORD_KINDS];
    uint32_t n_places, ctas; /* of an SM */
    struct place *places;    /* of all SMs in turn */
    uint64_t *stores;        /* addresses of a trace's table stores */
    uint32_t stores_room;
    uint32_t next_cta;
    struct unit {
        uint64_t tickets, served;
        uint64_t fresh; /* results stored so far */
        uint32_t n;     /* traces inside */
    } * units;          /* of each SM */
};

/* ---- loads and stores ---- */

static enum interval_level farther(enum interval_level a, enum interval_level b)
{
    return a > b ? a : b;
}

/* Cycles in which sectors enter the banks, the highest address first and one a bank (docs/model.md,
 * "SM: load/store unit"). */
static uint32_t port_cycles(const struct ldst_config *ldst, const struct sector *sectors,
                            uint32_t n)
{
    uint32_t cycles = n != 0, taken = 0;
    for (uint32_t i = n; i-- > 0;) {
        uint64_t number = ldst->bank == BANK_SHIFT_32 ? 0 : sectors[i].addr / SECTOR_B;
        uint32_t bank = 1u << number % ldst->l1_banks;
        cycles += (taken & bank) != 0;
        taken = taken & bank ? bank : taken | bank;
    }
    return cycles;
}

static void count_moved(struct collected_inst *count, const struct cache_traffic *moved)
{
    count->l2 += moved->l2;
    count->fetches += moved->fetches;
    count->write_backs += moved->write_backs;
}

/* Shared memory has no caches behind it. Lanes go to 32 banks of 4 bytes, each of which serves one
 * word a cycle (CUDA C++ Programming Guide, "Shared Memory"). */
static void access_shared(struct collected_inst *count, const struct kernel_trace_step *step,
                          const uint64_t addr[WARP_LANES])
{
    uint32_t most = 0, in_bank[WARP_LANES] = {0};
    for (uint32_t on = step->executed; on; on &= on - 1) {
        uint64_t word = addr[__builtin_ctz(on)] / 4;
        bool seen = false;
        for (uint32_t before = step->executed & (on - 1) & ~on; before && !seen;
             before &= before - 1)
            seen = addr[__builtin_ctz(before)] / 4 == word;
        uint32_t n = seen ? in_bank[word % WARP_LANES] : ++in_bank[word % WARP_LANES];
        most = n > most ? n : most;
    }
    count->reads += warp_count_lanes(step->executed);
    count->port_cycles += most;
}

static void access_global(struct collecting *c, uint32_t sm, struct collected_inst *count,
                          const struct kernel_trace_step *step, const uint64_t addr[WARP_LANES])
{
    struct sector sectors[MAX_SECTORS];
    struct cache_traffic moved = {0};
    enum interval_level level = INTERVAL_L1;
    enum warp_op op = (enum warp_op)step->inst->op;
    uint32_t missing = 0;
    uint32_t n = coalesce(addr, step->executed, step->inst->access_B, sectors);
    count->port_cycles += port_cycles(&c->config->ldst, sectors, n);
    for (uint32_t i = n; i-- > 0;) {
        if (op == OP_STORE) {
            cache_replay_write(c->caches, sm, sectors[i].addr, sectors[i].bytes, &moved);
            continue;
        }
        enum interval_level found = op == OP_LOAD
                                        ? cache_replay_read(c->caches, sm, sectors[i].addr, &moved)
                                        : cache_replay_atomic(c->caches, sectors[i].addr, &moved);
        missing += found != INTERVAL_L1;
        level = farther(level, found);
        c->out->all.level[found]++;
    }
    count->reads += op == OP_STORE ? 0 : n;
    count->writes += op == OP_LOAD ? 0 : n;
    count->misses += missing;
    count->missing += missing != 0;
    count->level[level]++;
    count_moved(count, &moved);
}

/* ---- the RT unit ---- */

/* A store of the unit: one request. */
static void store(struct collecting *c, uint32_t sm, struct place *p, uint64_t addr)
{
    struct collected_inst *count = &c->out->insts[p->step.inst->pc / 8];
    struct cache_traffic moved = {0};
    cache_replay_write(c->caches, sm, addr, UINT32_MAX, &moved);
    count->writes++;
    p->requests++;
    count_moved(count, &moved);
}

static void store_result(struct collecting *c, uint32_t sm, struct place *p, uint32_t lane)
{
    uint64_t fresh = FRESH_BASE(sm) + RT_FRESH_STEP_B * c->units[sm].fresh++;
    store(c, sm, p, c->config->rt.result == RESULT_FRESH ? fresh : p->work[lane].result_addr);
}

/* Lanes that fetch a record together and test it each. */
static void visit(struct collecting *c, uint32_t sm, struct place *p,
                  const struct record_group *group)
{
    const struct rt_config *rt = &c->config->rt;
    struct collected_inst *count = &c->out->insts[p->step.inst->pc / 8];
    struct cache_traffic moved = {0};
    enum interval_level level = INTERVAL_L1;
    enum record_kind kind = record_kind(group->record);
    uint64_t addr = record_addr(group->record) & ~(uint64_t)(SECTOR_B - 1);
    if (kind == RECORD_SPILL) {
        for (uint32_t on = group->lanes; on; on &= on - 1)
            store(c, sm, p, addr);
        return;
    }
    uint32_t n = (record_bytes(group->record) + SECTOR_B - 1) / SECTOR_B, missing = 0;
    for (uint32_t i = 0; i < n; i++) {
        enum interval_level found =
            cache_replay_read(c->caches, sm, addr + (uint64_t)i * SECTOR_B, &moved);
        missing += found != INTERVAL_L1;
        level = farther(level, found);
        c->out->all.level[found]++;
    }
    uint32_t requests = (record_bytes(group->record) + rt->request_B - 1) / rt->request_B;
    count->reads += n;
    count->misses += missing;
    count_moved(count, &moved);
    c->out->records[level]++;
    p->requests += requests;
    uint32_t cycles = c->record_cycles[level] + requests - 1 + c->test_cycles[kind];
    for (uint32_t on = group->lanes; on; on &= on - 1) {
        struct collected_trace *lane = &p->lanes[__builtin_ctz(on)];
        lane->cycles += cycles;
        lane->records++;
        lane->far += level != INTERVAL_L1;
        lane->dram += level == INTERVAL_DRAM;
    }
    if (kind != RECORD_TRIANGLE_HIT)
        return;
    p->hits |= group->lanes;
    for (uint32_t on = group->lanes; rt->result_stores == RESULT_STORES_EACH_HIT && on;
         on &= on - 1)
        store_result(c, sm, p, (uint32_t)__builtin_ctz(on));
}

static enum st_code enter(struct collecting *c, struct place *p, struct status *st)
{
    uint32_t n = kernel_trace_stores(&p->reader);
    if (n > c->stores_room) {
        TRY(mem_remake(&c->stores, n, sizeof *c->stores, "rays", st));
        c->stores_room = n;
    }
    kernel_trace_rays(&p->reader, p->work, &p->rays, c->stores);
    p->state = PLACE_TRACES;
    p->requests = p->hits = 0;
    memset(p->lanes, 0, sizeof p->lanes);
    uint32_t sm = (uint32_t)(p - c->places) / c->n_places;
    c->units[sm].n++;
    c->units[sm].served++;
    for (uint32_t i = 0; i < n; i++)
        store(c, sm, p, c->stores[i]);
    return ST_OK;
}

static void leave(struct collecting *c, uint32_t sm, struct place *p)
{
    struct collected_trace *t = &c->out->traces[c->out->first_trace[p->warp] + p->traces++];
    struct collected_inst *count = &c->out->insts[p->step.inst->pc / 8];
    if (c->config->rt.result_stores == RESULT_STORES_RAY_END)
        for (uint32_t on = p->hits; on; on &= on - 1)
            store_result(c, sm, p, (uint32_t)__builtin_ctz(on));
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        if (p->lanes[lane].cycles > t->cycles)
            *t = p->lanes[lane];
    t->requests = p->requests;
    count->port_cycles += p->requests;
    p->state = PLACE_RUNS;
    c->units[sm].n--;
}

/* ---- turns ---- */

static void start_warp(struct collecting *c, struct place *p, uint32_t warp)
{
    p->state = PLACE_RUNS;
    p->warp = warp;
    p->traces = 0;
    kernel_trace_start(&p->reader, c->trace, warp);
}

static void start_cta(struct collecting *c, struct place *first)
{
    uint32_t n = kernel_cta_warps(&c->trace->shape);
    if (c->next_cta == c->trace->shape.n_ctas)
        return;
    for (uint32_t i = 0; i < n; i++)
        start_warp(c, &first[i], c->next_cta * n + i);
    c->next_cta++;
}

/* The warp's next memory instruction. */
static void run(struct collecting *c, uint32_t sm, struct place *p)
{
    uint64_t addr[WARP_LANES];
    if (!kernel_trace_next_access(&p->reader, &p->step)) {
        p->state = PLACE_ENDED;
        return;
    }
    struct collected_inst *count = &c->out->insts[p->step.inst->pc / 8];
    count->n++;
    if (p->step.inst->op == OP_TRACE_RAY) {
        p->state = PLACE_WAITS;
        p->ticket = c->units[sm].tickets++;
        return;
    }
    kernel_trace_addresses(&p->reader, addr);
    if (warp_op_shared((enum warp_op)p->step.inst->op))
        access_shared(count, &p->step, addr);
    else
        access_global(c, sm, count, &p->step, addr);
}

static void walk(struct collecting *c, uint32_t sm, struct place *p)
{
    struct record_group group;
    uint32_t step = p->rays.step;
    while (p->rays.left && p->rays.step == step && record_rays_next(&p->rays, &group))
        visit(c, sm, p, &group);
    if (!p->rays.left)
        leave(c, sm, p);
}

static enum st_code take_turn(struct collecting *c, uint32_t sm, struct place *p, struct status *st)
{
    const struct unit *unit = &c->units[sm];
    switch (p->state) {
    case PLACE_RUNS:
        run(c, sm, p);
        break;
    case PLACE_WAITS:
        if (unit->n < c->config->rt.max_warps && p->ticket == unit->served)
            TRY(enter(c, p, st));
        break;
    case PLACE_TRACES:
        walk(c, sm, p);
        break;
    case PLACE_ENDED:
        break;
    }
    return ST_OK;
}

/* CTAs of which all warps have ended make room; whether any warp is left. */
static bool refill(struct collecting *c, uint32_t sm)
{
    uint32_t n = kernel_cta_warps(&c->trace->shape), left = 0;
    struct place *places = &c->places[sm * c->n_places];
    for (uint32_t cta = 0; cta < c->ctas; cta++) {
        uint32_t running = 0;
        for (uint32_t i = 0; i < n; i++)
            running += places[cta * n + i].state != PLACE_ENDED;
        if (!running)
            start_cta(c, &places[cta * n]);
        left += running || places[cta * n].state != PLACE_ENDED;
    }
    return left;
}

static enum st_code take_turns(struct collecting *c, struct status *st)
{
    uint32_t sms = c->config->machine.sms;
    for (bool left = true; left; c->out->turns++) {
        left = false;
        for (uint32_t sm = 0; sm < sms; sm++) {
            if (!refill(c, sm))
                continue;
            left = true;
            for (uint32_t i = 0; i < c->n_places; i++)
                TRY(take_turn(c, sm, &c->places[sm * c->n_places + i], st));
        }
    }
    return ST_OK;
}

/* The first CTAs go to the SMs in turn (docs/model.md, "Launch"). */
static void start_first(struct collecting *c)
{
    uint32_t sms = c->config->machine.sms, n = kernel_cta_warps(&c->trace->shape);
    for (uint32_t i = 0; i < sms * c->n_places; i++)
        c->places[i].state = PLACE_ENDED;
    for (uint32_t cta = 0; cta < c->ctas; cta++)
        for (uint32_t sm = 0; sm < sms; sm++)
            start_cta(c, &c->places[sm * c->n_places + cta * n]);
}

/* ---- all ---- */

uint32_t collector_resident(const struct gpu_config *config, const struct kernel_trace *trace)
{
    uint32_t n = kernel_cta_warps(&trace->shape), sms = config->machine.sms;
    uint32_t ctas = sm_occupancy(config, trace->shape.registers) / n;
    uint32_t even = (trace->shape.n_ctas + sms - 1) / sms;
    return (ctas < even ? ctas : even) * n;
}

static void add_up(struct collected *out)
{
    struct collected_inst *all = &out->all;
    for (uint32_t i = 0; i < out->n_insts; i++) {
        const struct collected_inst *one = &out->insts[i];
        all->n += one->n;
        all->reads += one->reads;
        all->writes += one->writes;
        all->port_cycles += one->port_cycles;
        all->misses += one->misses;
        all->missing += one->missing;
        all->l2 += one->l2;
        all->fetches += one->fetches;
        all->write_backs += one->write_backs;
    }
}

static enum st_code make_room(struct collecting *c, struct status *st)
{
    struct collected *out = c->out;
    const struct kernel_trace *t = c->trace;
    size_t places = (size_t)c->n_places * c->config->machine.sms;
    out->n_insts = t->n_insts;
    TRY(mem_make(&out->insts, t->n_insts, sizeof *out->insts, "the input collector", st));
    TRY(mem_make(&out->first_trace, (size_t)t->n_warps + 1, sizeof *out->first_trace,
                 "the input collector", st));
    for (uint32_t w = 0; w < t->n_warps; w++)
        out->first_trace[w + 1] = out->first_trace[w] + t->warps[w].n_rays;
    TRY(mem_make(&out->traces, out->first_trace[t->n_warps], sizeof *out->traces,
                 "the input collector", st));
    TRY(mem_make(&c->places, places, sizeof *c->places, "the input collector", st));
    TRY(mem_make(&c->units, c->config->machine.sms, sizeof *c->units, "the input collector", st));
    return cache_replay_create(&c->caches, c->config, st);
}

static enum st_code run_all(struct collecting *c, struct status *st)
{
    TRY(make_room(c, st));
    start_first(c);
    TRY(take_turns(c, st));
    add_up(c->out);
    return ST_OK;
}

enum st_code collector_run(struct collected *out, const struct gpu_config *config,
                           const struct kernel_trace *trace, const struct interval_latency *latency,
                           struct status *st)
{
    struct collecting c = {.config = config, .trace = trace, .out = out};
    *out = (struct collected){0};
    c.n_places = collector_resident(config, trace);
    if (!c.n_places)
        return status_fail(st, ST_FAILED,
                           "an SM has no room for a CTA of %u warps of %u registers per thread",
                           kernel_cta_warps(&trace->shape), trace->shape.registers);
    c.ctas = c.n_places / kernel_cta_warps(&trace->shape);
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        c.record_cycles[level] = (uint32_t)(latency->record[level] + 0.5);
    for (int kind = 0; kind < RECORD_KINDS; kind++)
        c.test_cycles[kind] = rt_test_cycles(&config->rt, (enum record_kind)kind);
    enum st_code code = run_all(&c, st);
    cache_replay_free(c.caches);
    MEM_FREE(c.places, c.units, c.stores);
    if (code != ST_OK)
        collected_free(out);
    return code;
}

void collected_free(struct collected *c)
{
    MEM_FREE(c->insts, c->first_trace, c->traces);
    *c = (struct collected){0};
}
