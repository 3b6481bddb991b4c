#include "sim/timing/sm/operand_collector.h"

#include "common/memory.h"

/* A collector unit. reads[d]: banks from which more than d of its registers are still to be
 * read. */
struct unit {
    struct issued *op;
    uint32_t depth; /* used entries of `reads` */
    uint64_t reads[WARP_MAX_SRC];
};

/* Sub-cores with full issue registers of a class, in the order of issue. */
struct queue {
    uint8_t sub[MAX_SUB_CORES];
    uint8_t head, n;
};

struct collector {
    struct collector_gates gates;
    uint32_t steps, ports;
    uint32_t waiting;    /* full issue registers */
    uint32_t subs_free;  /* sub-cores with a free unit */
    uint32_t units_free; /* bit per collector unit */
    uint32_t movable;    /* complete units whose input register is free */
    uint32_t n_reading;
    uint8_t reading[32]; /* units with reads to do, in the order in which they were taken */
    bool shared, held;
    uint32_t banks_per_sub;
    uint32_t bank_mask;            /* banks_per_sub - 1 if that is a power of two, else 0 */
    uint32_t units_ready[CLASSES]; /* complete units, by class of their instruction */
    /* Used unless `held`: a bit for each sub-core that has an instruction of the class in a unit;
     * if units are shared, the number of such instructions. */
    uint32_t collecting[CLASSES];
    struct queue queue[CLASSES];      /* used only if units are shared */
    uint32_t units_of[MAX_SUB_CORES]; /* by sub-core: units that serve it */
    uint32_t n_units;
    uint8_t unit_last[32]; /* unit that dispatched last, by sub-core; if shared, by dispatch port */
    struct issued *id[CLASSES][MAX_SUB_CORES];
    struct issued *ex[CLASSES][MAX_SUB_CORES];
    struct unit *units;
    uint32_t count;
    uint64_t conflicts;
    uint8_t sub_of[MAX_WARPS];
    bool passable;                          /* instructions may pass (operand_collector.h) */
    uint32_t ports_left;                    /* ports beyond one for each sub-core */
    cycle_t passed[CLASSES][MAX_SUB_CORES]; /* when the last one that passed is accepted */
};

enum st_code collector_create(struct collector **out, const struct sm_config *config,
                              struct status *st)
{
    *out = NULL;
    struct collector *c;
    TRY(mem_make(&c, 1, sizeof *c, "operand collector", st));
    uint32_t subs = config->schedulers, per_sub = config->collectors / subs;
    c->gates.subs = c->subs_free = (1u << subs) - 1;
    c->shared = config->pipelines == PIPELINES_SHARED;
    c->held = config->collectors_held;
    c->n_units = config->collectors;
    c->units_free = config->collectors == 32 ? UINT32_MAX : (1u << config->collectors) - 1;
    for (uint32_t i = 0; i < subs; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): not 32 there */
        c->units_of[i] = c->shared       ? c->units_free
                         : per_sub == 32 ? UINT32_MAX
                                         : ((1u << per_sub) - 1) << i * per_sub;
    c->banks_per_sub = config->register_banks / subs;
    if ((c->banks_per_sub & (c->banks_per_sub - 1)) == 0)
        c->bank_mask = c->banks_per_sub - 1;
    for (uint32_t w = 0; w < MAX_WARPS; w++)
        c->sub_of[w] = (uint8_t)(w % subs);
    c->steps = config->collector_steps;
    c->ports = config->collector_ports;
    c->passable = !c->shared && c->steps == 2 && subs <= c->ports;
    c->ports_left = c->passable ? c->ports - subs : 0;
    c->units = mem_calloc(config->collectors, sizeof *c->units);
    if (!c->units) {
        collector_free(c);
        return status_no_memory(st, "operand collector");
    }
    *out = c;
    return ST_OK;
}

void collector_free(struct collector *c)
{
    if (c)
        MEM_FREE(c->units, c);
}

void collector_issue(struct collector *c, struct issued *op)
{
    c->id[op->unit][op->sub] = op;
    c->gates.id_full[op->unit] |= 1u << op->sub;
    c->gates.classes_waiting |= 1u << op->unit;
    c->waiting++;
    if (c->shared) {
        struct queue *q = &c->queue[op->unit];
        q->sub[(q->head + q->n++) % MAX_SUB_CORES] = op->sub;
    }
    c->count++;
    c->gates.still = false;
    c->gates.changes++;
}

/* The bank of a register, as a mask. For a single bank bank_mask is 0 too, and the remainder gives
 * the same bank. */
static uint64_t bank_bit(const struct collector *c, uint32_t warp, uint32_t sub, uint32_t reg)
{
    uint32_t bank = c->bank_mask ? (reg + warp) & c->bank_mask : (reg + warp) % c->banks_per_sub;
    return 1ull << (bank + c->banks_per_sub * sub);
}

/* Whether the registers that the instruction reads are all in different banks. */
static bool banks_differ(const struct collector *c, const struct warp_inst *inst)
{
    return c->bank_mask ? inst->own_banks - 1u <= c->bank_mask : inst->own_banks == 1;
}

/* Whether an instruction of the class may pass through the collector without a wait. No instruction
 * that the sub-core holds may conflict with it, and the read ports must suffice for the next step:
 * one for each instruction in an issue register, and one for each sub-core. */
static bool way_free(const struct collector *c, enum unit_class unit, uint32_t sub)
{
    if (c->units_of[sub] & ~c->units_free || c->gates.ex_full[unit] >> sub & 1)
        return false;
    for (uint32_t m = c->gates.classes_waiting; m; m &= m - 1)
        if (c->gates.id_full[__builtin_ctz(m)] >> sub & 1)
            return false;
    return c->waiting <= c->ports_left;
}

cycle_t collector_passage(const struct collector *c, cycle_t now, const struct warp_inst *inst,
                          enum unit_class unit, uint32_t sub)
{
    if (!c->passable || !way_free(c, unit, sub) || !banks_differ(c, inst))
        return CYCLE_NEVER;
    return inst->n_reads || c->passed[unit][sub] > now + 1 ? now + 3 : now + 2;
}

/* Records that an instruction passes; it used the sub-core's first unit. */
void collector_pass(struct collector *c, enum unit_class unit, uint32_t sub, cycle_t accepted)
{
    c->passed[unit][sub] = accepted;
    c->unit_last[sub] = (uint8_t)__builtin_ctz(c->units_of[sub]);
}

bool collector_follows(const struct collector *c, cycle_t now, const struct warp_inst *inst,
                       enum unit_class unit, uint32_t sub)
{
    return !inst->n_reads && c->passed[unit][sub] > now + 1;
}

/* Whether there is a free input register for an instruction of the class and sub-core. */
static bool input_free(const struct collector *c, uint32_t unit, uint32_t sub)
{
    return c->shared ? c->gates.ex_full[unit] != c->gates.subs
                     : !(c->gates.ex_full[unit] >> sub & 1);
}

/* Moves a complete unit's instruction to an input register, which must be free. */
static void dispatch_unit(struct collector *c, uint32_t u)
{
    struct issued *op = c->units[u].op;
    uint32_t sub = op->sub;
    uint32_t at = c->shared ? (uint32_t)__builtin_ctz(~c->gates.ex_full[op->unit]) : sub;
    c->ex[op->unit][at] = op;
    c->gates.ex_full[op->unit] |= 1u << at;
    c->gates.classes_ready |= 1u << op->unit;
    c->units_ready[op->unit] &= ~(1u << u);
    c->movable &= ~(1u << u);
    if (!input_free(c, op->unit, sub))
        c->movable &= ~(c->units_ready[op->unit] & c->units_of[sub]);
    c->units_free |= 1u << u;
    c->subs_free |= c->shared ? c->gates.subs : 1u << sub;
    if (!c->held)
        c->collecting[op->unit] -= c->shared ? 1 : 1u << sub;
}

/* Moves complete units' instructions to the sub-cores' input registers. If several wait for one
 * register, the first after the one that the sub-core dispatched last goes. */
static void dispatch_sub_cores(struct collector *c)
{
    while (c->movable) {
        uint32_t sub = c->units[__builtin_ctz(c->movable)].op->sub;
        uint32_t behind = c->units_of[sub] & ~((2u << c->unit_last[sub]) - 1);
        while (c->movable & c->units_of[sub]) {
            uint32_t first =
                c->movable & behind ? c->movable & behind : c->movable & c->units_of[sub];
            uint32_t u = (uint32_t)__builtin_ctz(first);
            dispatch_unit(c, u);
            c->unit_last[sub] = (uint8_t)u;
        }
    }
}

/* Moves complete units' instructions to shared input registers. There are as many ports as units;
 * each takes the first movable unit after the one that it took last (Vulkan-Sim shader.h,
 * dispatch_unit_t). */
static void dispatch_shared(struct collector *c)
{
    for (uint32_t port = 0; c->movable && port < c->n_units; port++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): below 32 */
        uint32_t behind = c->movable & ~((2u << c->unit_last[port]) - 1);
        uint32_t u = (uint32_t)__builtin_ctz(behind ? behind : c->movable);
        dispatch_unit(c, u);
        c->unit_last[port] = (uint8_t)u;
    }
}

static void dispatch(struct collector *c)
{
    if (c->shared)
        dispatch_shared(c);
    else
        dispatch_sub_cores(c);
}

/* Marks unit u as complete: it has all its operands. */
static void completed(struct collector *c, uint32_t u)
{
    const struct issued *op = c->units[u].op;
    c->units_ready[op->unit] |= 1u << u;
    c->movable |= (uint32_t)input_free(c, op->unit, op->sub) << u;
}

/* Lets every bank that is not being written serve the unit that requested it first. */
static bool read_banks(struct collector *c)
{
    uint64_t idle = ~c->gates.banks_written;
    uint32_t left = 0;
    for (uint32_t i = 0; i < c->n_reading; i++) {
        uint32_t u = c->reading[i];
        struct unit *unit = &c->units[u];
        uint64_t read = unit->reads[0] & idle;
        idle &= ~read;
        for (uint32_t d = 1; d < unit->depth; d++) {
            uint64_t more = unit->reads[d] & read;
            unit->reads[d - 1] &= ~(read & ~more);
            read = more;
        }
        unit->reads[unit->depth - 1] &= ~read;
        if (unit->reads[0]) {
            c->reading[left++] = (uint8_t)u;
            c->conflicts += !unit->op->follows; /* a follower reads no register */
        } else {
            completed(c, u);
        }
    }
    bool some = left < c->n_reading;
    c->n_reading = left;
    return some;
}

/* Requests each register once, even if the instruction names it several times. */
static void request_reads(struct collector *c, uint32_t u)
{
    struct unit *unit = &c->units[u];
    const struct issued *op = unit->op;
    const struct warp_inst *inst = op->inst;
    unit->depth = 0;
    for (uint32_t i = 0; i < inst->n_reads; i++) {
        uint32_t j = 0;
        while (inst->reads[j] != inst->reads[i])
            j++;
        if (j < i)
            continue;
        uint64_t bank = bank_bit(c, op->warp, op->sub, inst->reads[i]);
        uint32_t d = 0;
        while (d < unit->depth && unit->reads[d] & bank)
            d++;
        if (d == unit->depth)
            unit->reads[unit->depth++] = 0;
        unit->reads[d] |= bank;
    }
    if (unit->depth == 0 && op->follows) { /* treated as if it read a register in the next step */
        unit->depth = 1;
        unit->reads[0] = bank_bit(c, op->warp, op->sub, 0);
    }
    if (unit->depth == 0)
        completed(c, u);
    else
        c->reading[c->n_reading++] = (uint8_t)u;
}

/* Moves the instruction in the sub-core's issue register of the class to a unit. */
static void allocate_one(struct collector *c, uint32_t unit, uint32_t sub)
{
    c->gates.id_full[unit] &= ~(1u << sub);
    c->waiting--;
    if (!c->gates.id_full[unit])
        c->gates.classes_waiting &= ~(1u << unit);
    uint32_t u = (uint32_t)__builtin_ctz(c->units_free & c->units_of[sub]);
    c->units_free &= ~(1u << u);
    if (!(c->units_free & c->units_of[sub]))
        c->subs_free &= c->shared ? 0 : ~(1u << sub);
    if (!c->held)
        c->collecting[unit] += c->shared ? 1 : 1u << sub;
    c->units[u].op = c->id[unit][sub];
    request_reads(c, u);
}

/* Sub-cores whose instruction of the class may take a unit. An instruction that may not hold a unit
 * takes one only if an input register will be free for it. */
static uint32_t takers(const struct collector *c, uint32_t unit)
{
    uint32_t subs = c->gates.id_full[unit] & c->subs_free;
    if (c->held || (unit != CLASS_MEM && unit != CLASS_RT))
        return subs;
    uint32_t full = c->gates.ex_full[unit], width = c->gates.subs;
    if (!c->shared)
        return subs & ~(full | c->collecting[unit]);
    return (uint32_t)(__builtin_popcount(full) + (int)c->collecting[unit]) <
                   (uint32_t)__builtin_popcount(width)
               ? subs
               : 0;
}

/* Moves instructions to units: each port takes one of the first class that has one that may move.
 * Taking one enables none of an earlier class. */
static bool allocate_sub_cores(struct collector *c)
{
    uint32_t ports = c->ports;
    for (uint32_t m = c->gates.classes_waiting; m && ports; m &= m - 1) {
        uint32_t unit = (uint32_t)__builtin_ctz(m);
        for (uint32_t subs; ports && (subs = takers(c, unit)); ports--)
            allocate_one(c, unit, (uint32_t)__builtin_ctz(subs));
    }
    return ports < c->ports;
}

/* The class that the ports serve: the first with a waiting instruction, even if there is no unit
 * for it (Vulkan-Sim shader.cc 5510); CLASSES if none may move. */
static uint32_t first_class(const struct collector *c)
{
    if (!c->gates.classes_waiting)
        return CLASSES;
    uint32_t unit = (uint32_t)__builtin_ctz(c->gates.classes_waiting);
    return takers(c, unit) ? unit : CLASSES;
}

/* Moves instructions to units: each port takes the oldest instruction of the first class. */
static bool allocate_shared(struct collector *c)
{
    uint32_t ports = c->ports;
    for (uint32_t unit; ports && (unit = first_class(c)) < CLASSES; ports--) {
        struct queue *q = &c->queue[unit];
        uint32_t sub = q->sub[q->head];
        q->head = (uint8_t)((q->head + 1) % MAX_SUB_CORES);
        q->n--;
        allocate_one(c, unit, sub);
    }
    return ports < c->ports;
}

static bool allocate(struct collector *c)
{
    return c->shared ? allocate_shared(c) : allocate_sub_cores(c);
}

/* Simulates the steps of a cycle. After a step that moved nothing and delayed no read, the next
 * step has no work either. */
void collector_cycle(struct collector *c)
{
    for (uint32_t i = 0; i < c->steps && !c->gates.still; i++) {
        bool dispatches = c->movable, reads = c->n_reading, changed = dispatches;
        if (dispatches)
            dispatch(c);
        if (reads)
            changed |= read_banks(c);
        if (c->gates.classes_waiting && c->subs_free)
            changed |= allocate(c);
        c->gates.changes += changed;
        c->gates.still = !changed && !reads;
        c->gates.banks_written = 0;
    }
    c->gates.banks_written = 0;
}

/* The oldest full register of a class; UINT32_MAX if none. */
static uint32_t oldest(struct issued *const *regs, uint32_t full)
{
    uint32_t best = UINT32_MAX;
    for (; full; full &= full - 1) {
        uint32_t sub = (uint32_t)__builtin_ctz(full);
        if (best == UINT32_MAX || regs[sub]->uid < regs[best]->uid)
            best = sub;
    }
    return best;
}

const struct issued *collector_look(const struct collector *c, enum unit_class unit, uint32_t sub)
{
    return c->ex[unit][sub];
}

struct issued *collector_take(struct collector *c, enum unit_class unit, uint32_t sub)
{
    c->gates.ex_full[unit] &= ~(1u << sub);
    if (!c->gates.ex_full[unit])
        c->gates.classes_ready &= ~(1u << unit);
    c->movable |= c->units_ready[unit] & c->units_of[sub];
    c->gates.still = --c->count == 0;
    c->gates.changes++;
    return c->ex[unit][sub];
}

uint32_t collector_oldest(const struct collector *c, enum unit_class unit)
{
    return oldest(c->ex[unit], c->gates.ex_full[unit]);
}

static uint64_t banks_of(const struct collector *c, uint32_t warp, const struct warp_inst *inst)
{
    uint64_t banks = 0;
    for (uint32_t i = 0; i < inst->n_writes; i++)
        banks |= bank_bit(c, warp, c->sub_of[warp], inst->writes[i]);
    return banks;
}

void collector_write(struct collector *c, uint32_t warp, const struct warp_inst *inst)
{
    c->gates.banks_written |= banks_of(c, warp, inst);
}

bool collector_write_idle(struct collector *c, uint32_t warp, const struct warp_inst *inst)
{
    uint64_t banks = banks_of(c, warp, inst);
    if (banks & c->gates.banks_written)
        return false;
    c->gates.banks_written |= banks;
    return true;
}

bool collector_input_full(const struct collector *c, enum unit_class unit, uint32_t sub)
{
    return !input_free(c, unit, sub);
}

bool collector_held(const struct collector *c, enum unit_class unit, uint32_t sub)
{
    return !input_free(c, unit, sub) && !(c->units_of[sub] & ~c->units_ready[unit]);
}

bool collector_moves(const struct collector *c)
{
    if (c->gates.still)
        return false;
    if (c->movable || c->n_reading)
        return true;
    if (c->shared)
        return first_class(c) < CLASSES;
    for (uint32_t m = c->subs_free ? c->gates.classes_waiting : 0; m; m &= m - 1)
        if (takers(c, (uint32_t)__builtin_ctz(m)))
            return true;
    return false;
}

uint64_t collector_conflicts(const struct collector *c)
{
    return c->conflicts;
}

uint32_t collector_count(const struct collector *c)
{
    return c->count;
}
