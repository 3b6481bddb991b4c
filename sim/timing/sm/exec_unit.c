#include "sim/timing/sm/exec_unit.h"

#include "common/memory.h"

#include <string.h>

enum {
    ARITHMETIC = 3,
    RESULTS = 4096, /* results; those of scalar units have additional places */
    PLACES = RESULTS + EXEC_SCALAR_MOST * MAX_SUB_CORES,
    NO_RESULT = UINT16_MAX,
    AHEAD = 3, /* cycles by which exec_reserve() may look ahead */
    /* Twice the most instructions that all sub-cores can put into the units in AHEAD cycles. */
    SPARE = 2 * AHEAD * ARITHMETIC * MAX_SUB_CORES,
};

static const enum unit_class order[ARITHMETIC] = {CLASS_SP, CLASS_INT, CLASS_SFU};

struct result {
    const struct warp_inst *inst;
    uint16_t next; /* result of the same cycle */
    uint8_t warp;
    uint8_t unit; /* one number stands for all scalar units */
};

/* Results wait in a ring of lists, one per writeback cycle. */
struct exec {
    struct exec_gates gates;
    uint32_t subs, writebacks;
    uint32_t scalar_latency, scalar_unit, result_cycles;
    bool shared;
    uint32_t n_units[CLASSES], first_unit[CLASSES];
    uint16_t latency[OP_COUNT], interval[OP_COUNT];
    uint8_t rivals[OP_COUNT]; /* bit per class with an operation up to AHEAD - 1 cycles longer */
    struct {
        uint16_t head, count; /* results */
        uint8_t of[12]; /* number of results by class; 12 entries make the struct 16 bytes long */
    } cycles[EXEC_RING_MAX];
    struct result *results;
    uint32_t n_results;
    uint16_t free;      /* list of unused results */
    cycle_t *free_at;   /* per unit: when its entry is free */
    uint64_t *occupied; /* per unit, bit per ring cycle: the unit has a result there */
};

_Static_assert(CLASSES <= 12 && sizeof((struct exec *)0)->cycles[0] == 16, "struct exec: of");

/* X(operation, parameter of its cost); operations not listed cost as much as `alu`. */
/* clang-format off */
#define COSTS(X)                                                                                   \
    X(OP_INT_ADD, int_add) X(OP_INT_MAX, int_max) X(OP_INT_MUL, int_mul)                           \
    X(OP_INT_MAD, int_mad) X(OP_INT_DIV, int_div) X(OP_FP_ADD, fp_add)                             \
    X(OP_FP_MAX, fp_max)   X(OP_FP_MUL, fp_mul)   X(OP_FP_MAD, fp_mad)                             \
    X(OP_FP_DIV, fp_div)   X(OP_DP_ADD, dp_add)   X(OP_DP_MAX, dp_max)                             \
    X(OP_DP_MUL, dp_mul)   X(OP_DP_MAD, dp_mad)   X(OP_DP_DIV, dp_div)                             \
    X(OP_SFU, sfu)
/* clang-format on */

struct exec_cost exec_cost_of(const struct exec_config *c, enum warp_op op)
{
    switch (op) {
#define COST(op, name)                                                                             \
    case op:                                                                                       \
        return (struct exec_cost){c->name##_latency, c->name##_interval};
        COSTS(COST)
#undef COST
    default:
        return (struct exec_cost){c->alu_latency, c->alu_interval};
    }
}

static void fill_costs(struct exec *e, const struct exec_config *c)
{
    uint32_t longest = 0;
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        const struct exec_cost cost = exec_cost_of(c, (enum warp_op)op);
        e->latency[op] = (uint16_t)cost.latency;
        e->interval[op] = (uint16_t)cost.interval;
        if (cost.latency > longest)
            longest = cost.latency;
    }
    e->scalar_latency = c->scalar_latency;
    if (e->scalar_latency > longest)
        longest = e->scalar_latency;
    for (e->gates.ring = 64; e->gates.ring < longest + 3 + AHEAD;)
        e->gates.ring *= 2;
}

enum unit_class exec_class_of(const struct exec_config *c, enum warp_op op)
{
    switch (op) {
    case OP_FP_ADD:
    case OP_FP_MAX:
    case OP_FP_MUL:
    case OP_FP_MAD:
        return CLASS_SP;
    case OP_INT_DIV:
    case OP_FP_DIV:
    case OP_DP_ADD:
    case OP_DP_MAX:
    case OP_DP_MUL:
    case OP_DP_MAD:
    case OP_DP_DIV:
    case OP_SFU:
        return CLASS_SFU;
    case OP_LOAD:
    case OP_STORE:
    case OP_LOAD_SHARED:
    case OP_STORE_SHARED:
    case OP_ATOMIC_SHARED:
    case OP_ATOMIC:
    case OP_REDUCE:
        return CLASS_MEM;
    case OP_TRACE_RAY:
        return CLASS_RT;
    case OP_SCALAR:
    case OP_SCALAR_LOAD:
    case OP_WAIT:
        return CLASS_SCALAR;
    default:
        return c->int_units ? CLASS_INT : CLASS_SP;
    }
}

static enum st_code fill_units(struct exec *e, const struct exec_config *c, struct status *st)
{
    const uint32_t units[ARITHMETIC] = {c->sp_units, c->int_units, c->sfu_units};
    uint32_t first = 0;
    for (uint32_t k = 0; k < ARITHMETIC; k++) {
        e->n_units[order[k]] = units[k];
        e->first_unit[order[k]] = first;
        first += units[k];
    }
    for (uint32_t op = 0; op < OP_COUNT; op++)
        e->gates.class_of[op] = (uint8_t)exec_class_of(c, (enum warp_op)op);
    for (uint32_t op = 0; op < OP_COUNT; op++)
        for (uint32_t other = 0; other < OP_COUNT; other++)
            if (e->latency[other] >= e->latency[op] && e->latency[other] < e->latency[op] + AHEAD)
                e->rivals[op] |= (uint8_t)(1u << e->gates.class_of[other]);
    e->scalar_unit = first++;
    if (!MEM_ARRAYS(MEM_ARRAY(e->free_at, first), MEM_ROOM(e->results, PLACES),
                    MEM_ARRAY(e->occupied, (size_t)first * (e->gates.ring / 64))))
        return status_no_memory(st, "execution units");
    for (uint32_t i = 0; i < PLACES; i++)
        e->results[i].next = (uint16_t)(i + 1 < PLACES ? i + 1 : NO_RESULT);
    return ST_OK;
}

enum st_code exec_create(struct exec **out, const struct exec_config *config,
                         const struct sm_config *sm, struct status *st)
{
    *out = NULL;
    struct exec *e;
    TRY(mem_make(&e, 1, sizeof *e, "execution units", st));
    e->subs = sm->schedulers;
    e->shared = sm->pipelines == PIPELINES_SHARED;
    e->writebacks = config->writebacks;
    e->result_cycles = config->result_cycles;
    fill_costs(e, config);
    enum st_code code = fill_units(e, config, st);
    if (code != ST_OK) {
        exec_free(e);
        return code;
    }
    e->gates.first = CYCLE_NEVER;
    for (uint32_t i = 0; i < e->gates.ring; i++)
        e->cycles[i].head = NO_RESULT;
    *out = e;
    return ST_OK;
}

void exec_free(struct exec *e)
{
    if (e)
        MEM_FREE(e->results, e->free_at, e->occupied, e);
}

static cycle_t next_writeback(const struct exec *e, cycle_t now);

void exec_writeback(struct exec *e, cycle_t now, struct collector *c, const struct issue_sink *sink)
{
    uint32_t at = (uint32_t)now & (e->gates.ring - 1);
    if (!exec_due(e, now))
        return;
    uint16_t i = e->cycles[at].head;
    while (i != NO_RESULT) {
        struct result *r = &e->results[i];
        uint16_t next = r->next;
        e->n_results--;
        e->occupied[r->unit * (e->gates.ring / 64) + at / 64] &= ~(1ull << at % 64);
        collector_write(c, r->warp, r->inst);
        sink->retire(sink->self, r->warp, r->inst);
        r->next = e->free;
        e->free = i;
        i = next;
    }
    e->cycles[at].head = NO_RESULT;
    e->cycles[at].count = 0;
    memset(e->cycles[at].of, 0, sizeof e->cycles[at].of);
    e->gates.due[at / 64] &= ~(1ull << at % 64);
    e->gates.first = next_writeback(e, now);
}

/* Adds a result of the unit, to be written back in cycle `when`. */
static inline void put(struct exec *e, cycle_t when, uint32_t unit, const struct warp_inst *inst,
                       uint32_t warp)
{
    uint32_t at = (uint32_t)when & (e->gates.ring - 1);
    uint64_t bit = 1ull << at % 64;
    uint16_t i = e->free;
    struct result *r = &e->results[i];
    e->free = r->next;
    *r = (struct result){inst, e->cycles[at].head, (uint8_t)warp, (uint8_t)unit};
    e->n_results++;
    e->cycles[at].head = i;
    clock_earlier(&e->gates.first, when);
    e->gates.due[at / 64] |= bit;
}

void exec_scalar(struct exec *e, cycle_t now, const struct warp_inst *inst, uint32_t warp)
{
    put(e, now + e->scalar_latency, e->scalar_unit, inst, warp);
}

/* Puts the instruction into the unit if it may enter in cycle `now`. */
static bool enter(struct exec *e, cycle_t now, enum unit_class class, uint32_t unit,
                  const struct warp_inst *inst, uint32_t warp)
{
    uint32_t latency = e->latency[inst->op];
    uint32_t at = (uint32_t)(now + latency + e->result_cycles) & (e->gates.ring - 1);
    uint64_t *occupied = &e->occupied[unit * (e->gates.ring / 64) + at / 64];
    uint64_t bit = 1ull << at % 64;
    if (e->free_at[unit] > now || *occupied & bit || e->cycles[at].count >= e->writebacks ||
        e->n_results >= RESULTS)
        return false;
    e->cycles[at].of[class]++;
    e->cycles[at].count++;
    put(e, now + latency + e->result_cycles, unit, inst, warp);
    *occupied |= bit;
    e->free_at[unit] = now + e->interval[inst->op];
    return true;
}

/* Puts the instruction into a unit of the sub-core that may take it. */
static bool enter_one_of(struct exec *e, cycle_t now, enum unit_class class, uint32_t sub,
                         const struct warp_inst *inst, uint32_t warp)
{
    for (uint32_t i = sub; i < e->n_units[class]; i += e->subs)
        if (enter(e, now, class, e->first_unit[class] + i, inst, warp))
            return true;
    return false;
}

/* Lets each sub-core's instruction enter a unit of its sub-core. */
static void accept_sub_cores(struct exec *e, cycle_t now, enum unit_class unit, struct collector *c,
                             struct issued_pool *pool)
{
    for (uint32_t ready = collector_ready(c, unit); ready; ready &= ready - 1) {
        uint32_t sub = (uint32_t)__builtin_ctz(ready);
        const struct issued *op = collector_look(c, unit, sub);
        if (enter_one_of(e, now, unit, sub, op->inst, op->warp))
            issued_put(pool, collector_take(c, unit, sub));
    }
}

/* Offers the oldest instruction to each unit in turn (Vulkan-Sim shader.cc, execute()). */
static void accept_shared(struct exec *e, cycle_t now, enum unit_class unit, struct collector *c,
                          struct issued_pool *pool)
{
    for (uint32_t i = 0; i < e->n_units[unit] && collector_ready(c, unit); i++) {
        uint32_t at = collector_oldest(c, unit);
        const struct issued *op = collector_look(c, unit, at);
        if (enter(e, now, unit, e->first_unit[unit] + i, op->inst, op->warp))
            issued_put(pool, collector_take(c, unit, at));
    }
}

void exec_accept(struct exec *e, cycle_t now, struct collector *c, struct issued_pool *pool)
{
    for (uint32_t k = 0; k < ARITHMETIC; k++) {
        if (!collector_ready(c, order[k]))
            continue;
        if (e->shared)
            accept_shared(e, now, order[k], c, pool);
        else
            accept_sub_cores(e, now, order[k], c, pool);
    }
}

static cycle_t next_writeback(const struct exec *e, cycle_t now)
{
    if (!e->n_results)
        return CYCLE_NEVER;
    uint32_t words = e->gates.ring / 64;
    uint32_t from = (uint32_t)(now + 1) & (e->gates.ring - 1);
    for (uint32_t i = 0; i <= words; i++) {
        uint32_t word = (from / 64 + i) % words;
        uint64_t due = e->gates.due[word];
        if (i == 0)
            due &= ~0ull << from % 64;
        if (due) {
            uint32_t at = word * 64 + (uint32_t)__builtin_ctzll(due);
            return now + 1 + ((at - from) & (e->gates.ring - 1));
        }
    }
    return CYCLE_NEVER;
}

/* When the first of the units `first`, `first` + `step` ... is free; at least now + 1. */
static cycle_t first_free(const struct exec *e, cycle_t now, enum unit_class unit, uint32_t first,
                          uint32_t step)
{
    cycle_t free_at = CYCLE_NEVER;
    for (uint32_t i = first; i < e->n_units[unit]; i += step) {
        cycle_t at = e->free_at[e->first_unit[unit] + i];
        if (at <= now)
            return now + 1;
        if (at < free_at)
            free_at = at;
    }
    return free_at;
}

/* No other instruction for the unit arrives before this one, so the unit's entry and results are
 * known now. The results of other units matter only by their number, which is limited per cycle. A
 * result that may still be added to the same cycle has a latency that is up to AHEAD - 1 cycles
 * longer, and a unit gives one result per cycle. So none is refused if all units of classes with
 * such latencies, plus the existing results of the others, do not exceed the limit; the state is
 * then as if this instruction had entered in its own cycle. */
bool exec_reserve(struct exec *e, cycle_t at, const struct warp_inst *inst, enum unit_class unit,
                  uint32_t sub, uint32_t warp)
{
    uint32_t end = (uint32_t)(at + e->latency[inst->op] + e->result_cycles) & (e->gates.ring - 1),
             most = 0;
    for (uint32_t k = 0; k < ARITHMETIC; k++)
        most += e->rivals[inst->op] >> order[k] & 1 ? e->n_units[order[k]]
                                                    : e->cycles[end].of[order[k]];
    if (most > e->writebacks || e->n_results > RESULTS - SPARE)
        return false;
    return enter_one_of(e, at, unit, sub, inst, warp);
}

cycle_t exec_next(const struct exec *e, cycle_t now, const struct collector *c)
{
    cycle_t next = e->gates.first;
    if (!(collector_gates(c)->classes_ready & EXEC_CLASSES))
        return next;
    for (uint32_t k = 0; k < ARITHMETIC; k++) {
        enum unit_class unit = order[k];
        for (uint32_t ready = collector_ready(c, unit); ready; ready &= ready - 1) {
            cycle_t at = e->shared
                             ? first_free(e, now, unit, 0, 1)
                             : first_free(e, now, unit, (uint32_t)__builtin_ctz(ready), e->subs);
            if (at < next)
                next = at;
            if (e->shared)
                break;
        }
    }
    return next;
}
