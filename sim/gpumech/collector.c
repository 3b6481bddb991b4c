#include "sim/gpumech/collector.h"

#include "common/memory.h"
#include "sim/gpumech/cache_replay.h"
#include "sim/gpumech/sampled.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/residency.h"

#include <string.h>

/* Length of the ring of turns. Turns serve as times of executions; a place with a turn beyond the
 * ring is checked again at the ring's end. */
enum { RING = 1024 };
#define NOBODY UINT32_MAX

/* A place for a warp on an SM. */
struct place {
    uint32_t next;      /* next place in the list of the turn */
    uint32_t warp;      /* number of the warp; NOBODY: none */
    uint32_t item, end; /* the warp's next item, and the end of its items */
    uint64_t begin; /* turn from which the items' turns count: begin of the warp, or of its trace */
    uint32_t trace_steps, trace_turn; /* steps of the current trace; the warp's turn behind it */
    bool traces, waits;
};

struct unit {
    uint32_t n;           /* traces in the unit */
    uint32_t first, last; /* list of places whose traces wait for the unit, linked by `next` */
};

struct collecting {
    const struct gpu_config *config;
    const struct digest *digest;
    struct collected *out;
    struct cache_replay *caches;
    struct sampled *found;
    uint64_t records[RECORD_KINDS][INTERVAL_LEVELS];
    struct place *places; /* n_places for each SM */
    uint32_t *running;    /* by place of a CTA: its running warps */
    struct unit *units;
    uint32_t n_places, cta_warps, next_cta;
    uint32_t first[RING], last[RING]; /* by turn: list of places */
    uint32_t waiting;                 /* number of places in the ring */
};

/* ---- turns ---- */

static void append(struct collecting *c, uint32_t *first, uint32_t *last, uint32_t place)
{
    c->places[place].next = NOBODY;
    if (*first == NOBODY)
        *first = place;
    else
        c->places[*last].next = place;
    *last = place;
}

static void plan(struct collecting *c, uint32_t place, uint64_t now, uint64_t turn)
{
    uint64_t most = now + RING - 1, at = turn < most ? turn : most;
    append(c, &c->first[at % RING], &c->last[at % RING], place);
    c->waiting++;
}

static void start_cta(struct collecting *c, uint32_t place, uint64_t now)
{
    if (c->next_cta == c->digest->trace->shape.n_ctas)
        return;
    for (uint32_t i = 0; i < c->cta_warps; i++) {
        uint32_t warp = c->next_cta * c->cta_warps + i;
        c->places[place + i] = (struct place){.warp = warp,
                                              .item = c->digest->first_item[warp],
                                              .end = c->digest->first_item[warp + 1],
                                              .begin = now + 1};
        plan(c, place + i, now, now + 1);
    }
    c->running[place / c->cta_warps] = c->cta_warps;
    c->next_cta++;
}

static void end_warp(struct collecting *c, uint32_t place, uint64_t now)
{
    uint32_t cta = place / c->cta_warps;
    c->places[place].warp = NOBODY;
    if (--c->running[cta] == 0)
        start_cta(c, cta * c->cta_warps, now);
}

/* ---- accesses ---- */

static enum interval_level farther(enum interval_level a, enum interval_level b)
{
    return a > b ? a : b;
}

/* Does the sampled accesses of one execution, all in one turn; returns the first item behind
 * them. */
static uint32_t access_all(struct collecting *c, uint32_t sm, const struct place *p)
{
    const struct digest_item *items = c->digest->items;
    struct sampled *f = &c->found[items[p->item].inst];
    enum interval_level level = INTERVAL_L1;
    uint32_t i = p->item, missing = 0;
    do {
        const struct digest_item *item = &items[i];
        enum interval_level at = INTERVAL_L1;
        if (c->config->ldst.perfect_mem) {
            f->reads += item->kind != DIGEST_WRITE;
        } else if (item->kind == DIGEST_WRITE) {
            cache_replay_write(c->caches, sm, item->addr, item->bytes, &f->moved);
            f->writes++;
        } else {
            at = item->kind == DIGEST_READ ? cache_replay_read(c->caches, sm, item->addr, &f->moved)
                                           : cache_replay_atomic(c->caches, item->addr, &f->moved);
            f->reads++;
        }
        missing += at != INTERVAL_L1;
        level = farther(level, at);
        i++;
    } while (i < p->end && items[i].turn == items[p->item].turn && items[i].kind <= DIGEST_ATOMIC);
    f->executions++;
    f->level[level]++;
    f->misses += missing;
    return i;
}

static void visit(struct collecting *c, uint32_t sm, const struct digest_item *item)
{
    struct sampled *f = &c->found[item->inst];
    enum record_kind kind = (enum record_kind)item->bytes;
    enum interval_level level = INTERVAL_L1;
    uint64_t addr = item->addr & ~(uint64_t)(SECTOR_B - 1);
    uint32_t bytes = record_bytes(record_make(kind, 0));
    for (uint32_t at = 0; at < bytes && !c->config->rt.perfect_mem; at += SECTOR_B) {
        enum interval_level found = cache_replay_read(c->caches, sm, addr + at, &f->moved);
        f->reads++;
        f->misses += found != INTERVAL_L1;
        level = farther(level, found);
    }
    c->records[kind][level]++;
}

/* ---- traces ---- */

static void enter(struct collecting *c, uint32_t place, uint64_t now)
{
    struct place *p = &c->places[place];
    c->units[place / c->n_places].n++;
    p->begin = now;
    p->traces = true;
    p->item++; /* skips the item of the trace itself */
}

static void reach(struct collecting *c, uint32_t place, uint64_t now)
{
    struct place *p = &c->places[place];
    const struct digest_item *item = &c->digest->items[p->item];
    struct unit *unit = &c->units[place / c->n_places];
    p->trace_steps = item->bytes;
    p->trace_turn = item->turn;
    if (unit->n < c->config->rt.max_warps) {
        enter(c, place, now);
        return;
    }
    p->waits = true;
    append(c, &unit->first, &unit->last, place);
}

static void leave(struct collecting *c, uint32_t place, uint64_t now)
{
    struct place *p = &c->places[place];
    struct unit *unit = &c->units[place / c->n_places];
    p->traces = false;
    p->begin = now - p->trace_turn;
    unit->n--;
    if (unit->first == NOBODY)
        return;
    uint32_t next = unit->first;
    unit->first = c->places[next].next;
    c->places[next].waits = false;
    enter(c, next, now);
    plan(c, next, now, now + 1);
}

/* Whether the next item of a place belongs to its current trace. */
static bool in_trace(const struct collecting *c, const struct place *p)
{
    return p->item < p->end && c->digest->items[p->item].kind >= DIGEST_RECORD;
}

/* Does a warp's accesses of the turn `now`, and plans its next turn. */
static void take_turn(struct collecting *c, uint32_t place, uint64_t now)
{
    struct place *p = &c->places[place];
    uint32_t sm = place / c->n_places;
    const struct digest_item *items = c->digest->items;
    for (;;) {
        if (p->traces && !in_trace(c, p)) {
            if (p->begin + p->trace_steps > now) {
                plan(c, place, now, p->begin + p->trace_steps);
                return;
            }
            leave(c, place, now);
        }
        if (p->item == p->end) {
            end_warp(c, place, now);
            return;
        }
        const struct digest_item *item = &items[p->item];
        if (p->begin + item->turn > now) {
            plan(c, place, now, p->begin + item->turn);
            return;
        }
        if (item->kind == DIGEST_TRACE) {
            reach(c, place, now);
            if (p->waits)
                return;
        } else if (item->kind == DIGEST_RECORD) {
            visit(c, sm, item);
            p->item++;
        } else if (item->kind == DIGEST_STORE) {
            struct sampled *f = &c->found[item->inst];
            if (!c->config->rt.perfect_mem)
                cache_replay_write(c->caches, sm, item->addr, item->bytes, &f->moved);
            f->writes++;
            p->item++;
        } else {
            p->item = access_all(c, sm, p);
        }
    }
}

static void take_turns(struct collecting *c)
{
    uint32_t sms = c->config->machine.sms, ctas = c->n_places / c->cta_warps;
    memset(c->first, 0xff, sizeof c->first);
    for (uint32_t i = 0; i < sms; i++)
        c->units[i].first = NOBODY;
    /* The first CTAs are dispatched to the SMs in turn (docs/model.md, "Launch"). */
    for (uint32_t cta = 0; cta < ctas; cta++)
        for (uint32_t sm = 0; sm < sms; sm++)
            start_cta(c, sm * c->n_places + cta * c->cta_warps, 0);
    for (uint64_t now = 0; c->waiting; now++) {
        uint32_t place = c->first[now % RING];
        c->first[now % RING] = NOBODY;
        while (place != NOBODY) {
            uint32_t next = c->places[place].next;
            c->waiting--;
            take_turn(c, place, now);
            place = next;
        }
    }
}

/* ---- expected accesses ---- */

static bool perfect(const struct collecting *c, enum warp_op op)
{
    return op == OP_TRACE_RAY ? c->config->rt.perfect_mem : c->config->ldst.perfect_mem;
}

static void expect_all(struct collecting *c)
{
    const struct digest *d = c->digest;
    struct sampled loads = {.executions = 0}, traces = loads;
    for (uint32_t i = 0; i < c->out->n_insts; i++)
        sampled_add(d->trace->insts[i].op == OP_TRACE_RAY ? &traces : &loads, &c->found[i]);
    for (uint32_t i = 0; i < c->out->n_insts; i++) {
        enum warp_op op = (enum warp_op)d->trace->insts[i].op;
        const struct sampled *all = op == OP_TRACE_RAY ? &traces : &loads;
        struct interval_access *to = &c->out->insts[i];
        double n = (double)d->insts[i].n;
        if (!d->insts[i].n)
            continue;
        *to = sampled_expect(op, &d->insts[i], &c->found[i], all, perfect(c, op));
        c->out->fetches += to->dram_reads * n;
        c->out->misses += perfect(c, op) ? 0 : sampled_misses(&d->insts[i], &c->found[i], all) * n;
    }
}

static void share_records(struct collecting *c)
{
    uint64_t all[INTERVAL_LEVELS] = {0};
    for (int kind = 0; kind < RECORD_KINDS; kind++)
        for (int level = 0; level < INTERVAL_LEVELS; level++)
            all[level] += c->records[kind][level];
    for (int kind = 0; kind < RECORD_KINDS; kind++)
        sampled_share(c->out->record[kind], c->records[kind], all);
}

/* ---- all ---- */

uint32_t collector_resident(const struct gpu_config *config, const struct kernel_trace *trace)
{
    const struct cta_needs needs = cta_needs_of(&trace->shape);
    uint32_t sms = config->machine.sms, ctas = residency_ctas(config, &needs);
    uint32_t even = (trace->shape.n_ctas + sms - 1) / sms;
    return (ctas < even ? ctas : even) * needs.warps;
}

static enum st_code make_room(struct collecting *c, struct status *st)
{
    size_t sms = c->config->machine.sms, places = c->n_places * sms;
    struct collected *out = c->out;
    out->n_insts = c->digest->trace->n_insts;
    if (!MEM_ARRAYS(MEM_ARRAY(out->insts, out->n_insts), MEM_ARRAY(c->found, out->n_insts),
                    MEM_ARRAY(c->places, places), MEM_ARRAY(c->running, places),
                    MEM_ARRAY(c->units, sms)))
        return status_no_memory(st, "the input collector");
    return cache_replay_create(&c->caches, c->config, c->digest->rate, st);
}

enum st_code collector_run(struct collected *out, const struct gpu_config *config,
                           const struct digest *digest, struct status *st)
{
    struct collecting c = {.config = config, .digest = digest, .out = out};
    *out = (struct collected){.n_insts = 0};
    const struct cta_needs needs = cta_needs_of(&digest->trace->shape);
    TRY(residency_check(config, &needs, st));
    c.n_places = collector_resident(config, digest->trace);
    c.cta_warps = needs.warps;
    enum st_code code = make_room(&c, st);
    if (code == ST_OK) {
        take_turns(&c);
        expect_all(&c);
        share_records(&c);
    } else {
        collected_free(out);
    }
    cache_replay_free(c.caches);
    MEM_FREE(c.found, c.places, c.running, c.units);
    return code;
}

void collected_free(struct collected *c)
{
    mem_free(c->insts);
    *c = (struct collected){.n_insts = 0};
}
