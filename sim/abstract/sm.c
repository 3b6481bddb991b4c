#include "sim/abstract/sm.h"

#include "common/counters.h"
#include "common/memory.h"
#include "sim/abstract/ahead.h"
#include "sim/abstract/banks.h"
#include "sim/abstract/rt.h"
#include "sim/abstract/slots.h"

#include <stddef.h>
#include <string.h>

#define NEVER    UINT64_MAX
#define BY_TRACE UINT32_MAX

enum {
    AHEAD = 64, /* cycles that a warp may issue ahead of the others */
    TAKEN = 2,  /* cycles that a taken branch costs: what was fetched behind it is thrown away */
    TAKEN_FROM_L1D = 2, /* cycles from a fill to the register that waits for it */
    PREFETCH_B = 128,   /* sectors so near each other are most often in one line */
};

struct slot {
    struct warp *warp; /* NULL: free */
    uint32_t *ready;   /* by register: when it is written, in cycles since the warp was launched;
                          BY_TRACE: by the trace under way */
    uint32_t n_ready;  /* all that costs speak of are below */
    uint32_t sub;      /* -core */
    bool parked;       /* waits for its trace */
    bool traces;
    uint32_t window;
    uint32_t trace; /* the cost of the trace under way */
    uint64_t launched, age;
    uint64_t last; /* result or acknowledgement */
    struct ahead ahead;
};

struct sub_core {
    struct slots_near scheduler;
    struct slots_near units[CLASSES]; /* their entries; CLASS_MEM and CLASS_RT have none */
};

struct abstract_sm {
    const struct gpu_config *config;
    uint32_t id, slots;
    struct abstract_l1d *l1d;
    struct wheel *wheel;
    struct abstract_rt *rt;
    struct slot *slot;
    struct sub_core subs[MAX_SUB_CORES];
    struct slots ldst;
    struct inst_costs *costs;
    struct banks banks;
    uint64_t launches;
    uint64_t *window_cycles;            /* resident, by window; borrowed, may be NULL */
    uint8_t last_issued[MAX_SUB_CORES]; /* slots */
    uint32_t resident;
    uint64_t busy_since;
    struct sm_counters count;
};

/* Without what is executed ahead, which would be most of what is cleared. */
static struct slot *make_slots(uint32_t n, uint32_t subs)
{
    struct slot *slots = mem_resize(NULL, n, sizeof *slots);
    for (uint32_t i = 0; slots && i < n; i++) {
        memset(&slots[i], 0, offsetof(struct slot, ahead));
        slots[i].sub = i % subs;
    }
    return slots;
}

enum st_code abstract_sm_create(struct abstract_sm **out, const struct gpu_config *config,
                                uint32_t id, uint32_t slots, struct inst_costs *costs,
                                struct abstract_memory *memory, struct wheel *wheel,
                                struct status *st)
{
    *out = NULL;
    struct abstract_sm *s;
    TRY(mem_make(&s, 1, sizeof *s, "SM", st));
    s->config = config;
    s->id = id;
    s->slots = slots;
    s->costs = costs;
    s->l1d = abstract_memory_l1d(memory, id);
    s->wheel = wheel;
    banks_init(&s->banks, &config->ldst, config->rt.l1_port == L1_PORT_SHARED);
    s->slot = make_slots(slots, config->sm.schedulers);
    enum st_code code = s->slot ? ST_OK : status_no_memory(st, "SM");
    if (code == ST_OK)
        code = abstract_rt_create(&s->rt, config, id, memory, &s->banks, s->last_issued, st);
    if (code == ST_OK)
        *out = s;
    else
        abstract_sm_free(s);
    return code;
}

void abstract_sm_free(struct abstract_sm *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->slot && i < s->slots; i++) {
        if (s->slot[i].warp)
            s->slot[i].warp->ops->end(s->slot[i].warp);
        mem_free(s->slot[i].ready);
    }
    abstract_rt_free(s->rt);
    mem_free(s->slot);
    mem_free(s);
}

void abstract_sm_watch(struct abstract_sm *s, uint64_t *window_cycles)
{
    s->window_cycles = window_cycles;
}

static void put(struct abstract_sm *s, uint32_t slot, uint64_t at)
{
    wheel_put(s->wheel, s->id * SM_EVENTS + slot, at);
}

void abstract_sm_launch(struct abstract_sm *s, struct warp *w, uint32_t window, uint64_t now)
{
    uint32_t i = 0;
    while (s->slot[i].warp)
        i++;
    struct slot *slot = &s->slot[i];
    if (slot->ready)
        memset(slot->ready, 0, slot->n_ready * sizeof *slot->ready);
    slot->warp = w;
    slot->launched = slot->last = now;
    slot->age = s->launches++;
    slot->window = window;
    slot->parked = slot->traces = false;
    ahead_clear(&slot->ahead);
    if (s->resident++ == 0)
        s->busy_since = now;
    put(s, i, now + 2);
}

/* --- registers --- */

/* When the instruction's registers are there, in cycles since the launch of the warp. */
static uint32_t operands_ready(const struct slot *slot, const struct inst_cost *cost)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < cost->n_registers; i++) {
        uint32_t ready = slot->ready[cost->registers[i]];
        at = ready > at ? ready : at;
    }
    return at;
}

static enum st_code set_result(struct slot *slot, const struct inst_cost *cost, uint64_t at,
                               struct status *st)
{
    uint64_t since = at - slot->launched;
    if (since >= BY_TRACE)
        return status_fail(st, ST_FAILED, "a warp takes more than 2^32 cycles");
    for (uint32_t i = 0; i < cost->n_dst; i++)
        slot->ready[cost->registers[i]] = (uint32_t)since;
    if (at > slot->last)
        slot->last = at;
    return ST_OK;
}

/* Executes what comes next; every register of it has its place. */
static enum st_code execute_ahead(struct abstract_sm *s, struct slot *slot, struct status *st)
{
    TRY(ahead_fill(&slot->ahead, slot->warp, s->costs, &s->count, st));
    uint32_t n = s->costs->n_registers;
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

/* Of a sector into the L1D. */
struct entry {
    uint8_t bank, cycle;
};

/* The bank of each sector and the cycle in which it enters, in their order up to one per bank;
 * returns how many cycles that takes. */
static uint32_t enter_banks(const struct banks *b, const struct sector *sectors, uint32_t n,
                            struct entry out[MAX_SECTORS])
{
    uint32_t cycle = 0, used = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bank = banks_bank_of(b, sectors[i].addr);
        if (used >> bank & 1) {
            cycle++;
            used = 0;
        }
        used |= 1u << bank;
        out[i] = (struct entry){(uint8_t)bank, (uint8_t)cycle};
    }
    return cycle + 1;
}

static enum st_code access_memory(struct abstract_sm *s, struct slot *slot,
                                  const struct inst_cost *cost, uint32_t n, uint64_t at,
                                  struct status *st)
{
    const struct sector *sector = slot->ahead.sectors + slot->ahead.next_sector;
    uint32_t latency = s->config->ldst.l1_latency;
    slot->ahead.next_sector += n;
    abstract_memory_asks(s->l1d, slot->window & 1);
    struct entry entry[MAX_SECTORS];
    uint32_t cycles = enter_banks(&s->banks, sector, n, entry);
    uint64_t enters = slots_take(&s->ldst, at), done = enters;
    for (uint32_t i = 1; i < cycles; i++)
        slots_take(&s->ldst, enters + i);
    uint64_t look_up = 0;
    for (uint32_t i = 0; i < n; i++, sector++) {
        uint64_t comes;
        if (i + 1 < n && (sector[0].addr ^ sector[1].addr) >= PREFETCH_B)
            abstract_memory_prefetch(s->l1d, sector[1].addr);
        look_up = slots_later(look_up, enters + latency + entry[i].cycle);
        if (cost->op == OP_LOAD) {
            comes = abstract_memory_read(s->l1d, L1D_LDST, sector->addr, &look_up);
            comes += comes == look_up ? 0 : TAKEN_FROM_L1D;
        } else {
            comes = abstract_memory_write(s->l1d, L1D_LDST, sector->addr, sector->bytes, &look_up);
        }
        if (s->banks.shared)
            banks_use(&s->banks, entry[i].bank, look_up);
        done = comes > done ? comes : done;
    }
    /* The banks' queues hold one look-up for each cycle of latency; then nothing enters. */
    if (look_up > enters + cycles + 2 * latency)
        slots_cover(&s->ldst, enters + cycles, look_up - 2 * latency);
    if (cost->op == OP_LOAD)
        return set_result(slot, cost, done, st);
    slot->last = done > slot->last ? done : slot->last;
    return ST_OK;
}

/* --- issue --- */

static void trace(struct abstract_sm *s, uint32_t i, const struct inst_cost *cost, uint64_t at)
{
    struct slot *slot = &s->slot[i];
    uint32_t rt = s->id * SM_EVENTS + SM_RT_EVENT;
    slot->traces = true;
    slot->trace = (uint32_t)(cost - s->costs->of);
    for (uint32_t k = 0; k < cost->n_dst; k++)
        slot->ready[cost->registers[k]] = BY_TRACE;
    uint64_t call =
        abstract_rt_arrive(s->rt,
                           &(struct rt_trace){slot->ahead.rays, i, slot->ahead.rays_lanes,
                                              slot->age, slot->window & 1},
                           at);
    if (call != NEVER && (!wheel_has(s->wheel, rt) || wheel_due(s->wheel, rt) > call))
        wheel_put(s->wheel, rt, call);
}

/* The instruction is issued in cycle `at`. */
static enum st_code issue(struct abstract_sm *s, uint32_t i, const struct deed *deed,
                          const struct inst_cost *cost, uint64_t at, struct status *st)
{
    struct slot *slot = &s->slot[i];
    slot->ahead.next++;
    s->last_issued[slot->sub] = (uint8_t)i;
    if (cost->unit == CLASS_MEM)
        return access_memory(s, slot, cost, deed->n_sectors, at + cost->latency, st);
    if (cost->unit != CLASS_RT)
        return set_result(slot, cost, at + cost->latency, st);
    trace(s, i, cost, at + cost->latency);
    return ST_OK;
}

/* The scheduler issues the instruction in the first cycle from `at` on in which it and the unit
 * have nothing else to do. */
static uint64_t issue_cycle(struct sub_core *sub, const struct inst_cost *cost, uint64_t at)
{
    if (cost->unit != CLASS_MEM && cost->unit != CLASS_RT)
        at = slots_take_long_near(&sub->units[cost->unit], at, cost->interval);
    return slots_take_near(&sub->scheduler, at);
}

void abstract_sm_stop(struct abstract_sm *s, uint64_t now)
{
    for (uint32_t i = 0; i < s->slots; i++)
        if (s->slot[i].warp)
            s->count.resident_warp_cycles += now - s->slot[i].launched;
    if (s->resident)
        s->count.busy_cycles += now - s->busy_since;
}

static void end_warp(struct abstract_sm *s, struct slot *slot, uint64_t now)
{
    slot->warp->ops->end(slot->warp);
    slot->warp = NULL;
    s->count.warps++;
    s->count.resident_warp_cycles += now - slot->launched;
    if (s->window_cycles)
        s->window_cycles[slot->window] += now - slot->launched;
    if (--s->resident == 0)
        s->count.busy_cycles += now - s->busy_since;
}

enum st_code abstract_sm_warp(struct abstract_sm *s, uint32_t i, uint64_t now, bool *ended,
                              struct status *st)
{
    struct slot *slot = &s->slot[i];
    struct sub_core *sub = &s->subs[slot->sub];
    uint64_t at = now;
    struct ahead *ahead = &slot->ahead;
    while (ahead->next < ahead->n || slot->warp->next) {
        if (ahead->next == ahead->n) {
            slot->parked = slot->traces && slot->warp->next->op == OP_TRACE_RAY;
            if (slot->parked)
                return ST_OK;
            TRY(execute_ahead(s, slot, st));
        }
        const struct deed *deed = &ahead->deeds[ahead->next];
        const struct inst_cost *cost = &s->costs->of[deed->cost];
        uint32_t ready = operands_ready(slot, cost);
        slot->parked = ready == BY_TRACE;
        if (slot->parked)
            return ST_OK;
        at = slots_later(at, slot->launched + ready);
        if (at > now + AHEAD) {
            put(s, i, at);
            return ST_OK;
        }
        if (cost->unit == CLASS_MEM) {
            /* So that memory is asked about in the order of time. */
            uint64_t free = slots_first(&s->ldst, at + cost->latency) - cost->latency;
            if (free > now + AHEAD) {
                put(s, i, free);
                return ST_OK;
            }
        }
        at = issue_cycle(sub, cost, at);
        TRY(issue(s, i, deed, cost, at, st));
        at += deed->jumps ? 1 + TAKEN : 1;
    }
    slot->parked = slot->traces;
    if (slot->parked)
        return ST_OK;
    if (slot->last > now || at > now + 1) {
        put(s, i, slot->last > at ? slot->last : at);
        slot->last = now;
        return ST_OK;
    }
    *ended = true;
    end_warp(s, slot, now);
    return ST_OK;
}

enum st_code abstract_sm_trace(struct abstract_sm *s, uint64_t now, struct status *st)
{
    uint8_t left[32];
    uint64_t next;
    uint32_t n = abstract_rt_step(s->rt, now, left, &next);
    for (uint32_t k = 0; k < n; k++) {
        struct slot *slot = &s->slot[left[k]];
        TRY(set_result(slot, &s->costs->of[slot->trace], now + 1, st));
        slot->traces = false;
        if (slot->parked)
            put(s, left[k], now + 1);
        slot->parked = false;
    }
    if (next != NEVER)
        put(s, SM_RT_EVENT, next);
    return ST_OK;
}

void abstract_sm_count(const struct abstract_sm *s, struct gpu_counters *into)
{
    struct gpu_counters one = {.sm = s->count, .rt = abstract_rt_counters(s->rt)};
    gpu_counters_merge_sm(into, &one, s->config);
}
