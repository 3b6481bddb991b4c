#include "sim/timing/operand_collector.h"

#include "common/memory.h"

const char *const collector_order_choices[] = {"sub_core", "oldest", NULL};

/* Reads waiting at one bank: collector unit numbers, first in, first out. */
struct bank {
    uint16_t head, n;
};

struct unit {
    struct issued *op;
    uint32_t missing; /* source operands not yet read */
};

/* Full issue registers of a class in the order of issue: sub-cores. Ports take the oldest only. */
struct queue {
    uint8_t sub[MAX_SUB_CORES];
    uint8_t head, n;
};

struct collector {
    struct collector_gates gates;
    uint32_t subs, banks_per_sub, ports;
    uint32_t bank_mask; /* banks_per_sub - 1 where that is a power of two, else 0 */
    struct issued *id[CLASSES][MAX_SUB_CORES];
    struct issued *ex[CLASSES][MAX_SUB_CORES];
    bool oldest_only, held;
    struct queue queue[CLASSES];
    uint32_t
        collecting[CLASSES]; /* sub-cores with an instruction of the class in a unit; unless held */
    uint32_t subs_free;      /* sub-cores with a free unit */
    uint32_t waiting;        /* bit per class: its queue holds something */
    uint32_t units_free;     /* bit per collector unit */
    uint32_t units_ready[CLASSES];              /* complete, by the class of their instruction */
    uint32_t complete;                          /* all of them */
    uint32_t units_of[MAX_SUB_CORES];           /* each sub-core's units */
    uint32_t unit_last[MAX_SUB_CORES];          /* dispatched last */
    uint32_t units_of_subs[1 << MAX_SUB_CORES]; /* of a set of sub-cores */
    uint8_t sub_of[MAX_WARPS];
    struct unit *units;
    uint64_t banks_waiting; /* bit per bank */
    struct bank *banks;
    uint8_t *reads;     /* read_size per bank: collector units */
    uint32_t read_size; /* a power of two */
    uint32_t count;
};

static enum st_code check_shares(const struct sm_config *config, struct status *st)
{
    if (config->collectors % config->schedulers != 0)
        return status_fail(st, ST_USAGE,
                           "sm.collectors is %u; it must be a multiple of sm.schedulers (%u)",
                           config->collectors, config->schedulers);
    if (config->register_banks % config->schedulers != 0)
        return status_fail(st, ST_USAGE,
                           "sm.register_banks is %u; it must be a multiple of sm.schedulers (%u)",
                           config->register_banks, config->schedulers);
    return ST_OK;
}

enum st_code collector_create(struct collector **out, const struct sm_config *config,
                              struct status *st)
{
    *out = NULL;
    TRY(check_shares(config, st));
    struct collector *c = mem_calloc(1, sizeof *c);
    if (!c)
        return status_no_memory(st, "operand collector");
    c->subs = config->schedulers;
    c->gates.subs = c->subs_free = (1u << c->subs) - 1;
    c->oldest_only = config->collector_order == COLLECTOR_OLDEST;
    c->held = config->collectors_held;
    uint32_t per_sub = config->collectors / c->subs;
    for (uint32_t i = 0; i < c->subs; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): not 32 there */
        c->units_of[i] = (per_sub == 32 ? UINT32_MAX : (1u << per_sub) - 1) << i * per_sub;
    for (uint32_t set = 0; set <= c->gates.subs; set++)
        for (uint32_t i = 0; i < c->subs; i++)
            c->units_of_subs[set] |= set >> i & 1 ? c->units_of[i] : 0;
    for (uint32_t w = 0; w < MAX_WARPS; w++)
        c->sub_of[w] = (uint8_t)(w % c->subs);
    c->banks_per_sub = config->register_banks / c->subs;
    if ((c->banks_per_sub & (c->banks_per_sub - 1)) == 0)
        c->bank_mask = c->banks_per_sub - 1;
    c->ports = config->collector_ports;
    c->units_free = config->collectors == 32 ? UINT32_MAX : (1u << config->collectors) - 1;
    for (c->read_size = 1; c->read_size < per_sub * WARP_MAX_SRC;)
        c->read_size *= 2;
    c->units = mem_calloc(config->collectors, sizeof *c->units);
    c->banks = mem_calloc(config->register_banks, sizeof *c->banks);
    c->reads = mem_calloc(config->register_banks, c->read_size);
    if (!c->units || !c->banks || !c->reads) {
        collector_free(c);
        return status_no_memory(st, "operand collector");
    }
    *out = c;
    return ST_OK;
}

void collector_free(struct collector *c)
{
    if (!c)
        return;
    mem_free(c->units);
    mem_free(c->banks);
    mem_free(c->reads);
    mem_free(c);
}

void collector_issue(struct collector *c, struct issued *op)
{
    struct queue *q = &c->queue[op->unit];
    c->id[op->unit][op->sub] = op;
    c->gates.id_full[op->unit] |= 1u << op->sub;
    if (c->oldest_only)
        q->sub[(q->head + q->n) % MAX_SUB_CORES] = op->sub;
    q->n++;
    c->waiting |= 1u << op->unit;
    c->count++;
    c->gates.still = false;
    c->gates.changes++;
}

static uint32_t bank_of(const struct collector *c, uint32_t warp, uint32_t reg)
{
    uint32_t bank = c->bank_mask ? (reg + warp) & c->bank_mask : (reg + warp) % c->banks_per_sub;
    return bank + c->banks_per_sub * c->sub_of[warp];
}

/* Oldest full register of a class; UINT32_MAX if none. */
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

/* Complete units whose input register is free. */
static uint32_t dispatchable(const struct collector *c)
{
    uint32_t units = 0;
    if (!c->complete)
        return 0;
    for (uint32_t unit = 0; unit < CLASSES; unit++)
        units |= c->units_ready[unit] & ~c->units_of_subs[c->gates.ex_full[unit]];
    return units;
}

/* Complete units to their input registers; of two that want the same one, the first behind the
 * unit that the sub-core dispatched last. */
static void dispatch(struct collector *c, uint32_t units)
{
    for (uint32_t sub = 0; units; sub++) {
        uint32_t ready = units & c->units_of[sub];
        if (!ready)
            continue;
        units &= ~ready;
        uint32_t behind = ready & ~((2u << c->unit_last[sub]) - 1);
        for (uint32_t turn = 0; turn < 2 && ready; turn++) {
            uint32_t now = turn == 0 ? behind : ready & ~behind;
            for (; now; now &= now - 1) {
                uint32_t u = (uint32_t)__builtin_ctz(now);
                struct issued *op = c->units[u].op;
                if (c->gates.ex_full[op->unit] & 1u << sub)
                    continue;
                c->ex[op->unit][sub] = op;
                c->gates.ex_full[op->unit] |= 1u << sub;
                c->gates.classes_ready |= 1u << op->unit;
                c->units_ready[op->unit] &= ~(1u << u);
                c->complete &= ~(1u << u);
                c->units_free |= 1u << u;
                c->subs_free |= 1u << sub;
                if (!c->held)
                    c->collecting[op->unit] &= ~(1u << sub);
                c->unit_last[sub] = u;
            }
        }
    }
}

/* Unit u has all its operands. */
static void completed(struct collector *c, uint32_t u)
{
    c->units_ready[c->units[u].op->unit] |= 1u << u;
    c->complete |= 1u << u;
}

static void read_banks(struct collector *c)
{
    for (uint64_t m = c->banks_waiting & ~c->gates.banks_written; m; m &= m - 1) {
        uint32_t b = (uint32_t)__builtin_ctzll(m);
        struct bank *bank = &c->banks[b];
        uint32_t u = c->reads[(size_t)b * c->read_size + bank->head];
        bank->head = (uint16_t)((bank->head + 1u) & (c->read_size - 1));
        if (--bank->n == 0)
            c->banks_waiting &= ~(1ull << b);
        if (--c->units[u].missing == 0)
            completed(c, u);
    }
}

/* Each register is read once, however often it is named. */
static void request_reads(struct collector *c, uint32_t u)
{
    const struct issued *op = c->units[u].op;
    const struct warp_inst *inst = op->inst;
    for (uint32_t i = 0; i < inst->n_src; i++) {
        bool again = false;
        for (uint32_t j = 0; j < i; j++)
            again |= inst->src[j] == inst->src[i];
        if (again)
            continue;
        uint32_t b = bank_of(c, op->warp, inst->src[i]);
        struct bank *bank = &c->banks[b];
        c->reads[(size_t)b * c->read_size +
                 ((uint32_t)(bank->head + bank->n) & (c->read_size - 1))] = (uint8_t)u;
        bank->n++;
        c->banks_waiting |= 1ull << b;
        c->units[u].missing++;
    }
    if (c->units[u].missing == 0)
        completed(c, u);
}

/* Which instruction a port takes next, if any: the first class with a sub-core that has one and a
 * free unit. */
static bool may_allocate(const struct collector *c, uint32_t *unit, uint32_t *sub)
{
    for (uint32_t m = c->subs_free ? c->waiting : 0; m; m &= m - 1) {
        *unit = (uint32_t)__builtin_ctz(m);
        const struct queue *q = &c->queue[*unit];
        uint32_t subs = c->oldest_only ? 1u << q->sub[q->head] : c->gates.id_full[*unit];
        subs &= c->subs_free;
        if (!c->held && (*unit == CLASS_MEM || *unit == CLASS_RT))
            subs &= ~(c->gates.ex_full[*unit] | c->collecting[*unit]);
        if (subs) {
            *sub = (uint32_t)__builtin_ctz(subs);
            return true;
        }
    }
    return false;
}

/* The sub-core is the queue's first where only the oldest may go. */
static void leave_queue(struct collector *c, uint32_t unit, uint32_t sub)
{
    struct queue *q = &c->queue[unit];
    if (c->oldest_only)
        q->head = (uint8_t)((q->head + 1) % MAX_SUB_CORES);
    if (--q->n == 0)
        c->waiting &= ~(1u << unit);
    c->gates.id_full[unit] &= ~(1u << sub);
}

static bool allocate(struct collector *c)
{
    uint32_t unit, sub;
    if (!may_allocate(c, &unit, &sub))
        return false;
    leave_queue(c, unit, sub);
    uint32_t u = (uint32_t)__builtin_ctz(c->units_free & c->units_of[sub]);
    c->units_free &= ~(1u << u);
    if (!(c->units_free & c->units_of[sub]))
        c->subs_free &= ~(1u << sub);
    if (!c->held)
        c->collecting[unit] |= 1u << sub;
    c->units[u] = (struct unit){.op = c->id[unit][sub]};
    request_reads(c, u);
    return true;
}

bool collector_step(struct collector *c)
{
    bool moved = false;
    if (c->count) {
        uint32_t units = dispatchable(c);
        if (units)
            dispatch(c, units);
        moved = units || c->banks_waiting;
        if (c->banks_waiting)
            read_banks(c);
        uint32_t port = 0;
        while (port < c->ports && allocate(c))
            port++;
        moved |= port > 0;
    }
    c->gates.still = !moved;
    c->gates.changes += moved;
    moved |= c->gates.banks_written != 0;
    c->gates.banks_written = 0;
    return moved;
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
    for (uint32_t i = 0; i < inst->n_dst; i++)
        banks |= 1ull << bank_of(c, warp, inst->dst[i]);
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

bool collector_held(const struct collector *c, enum unit_class unit, uint32_t sub)
{
    return c->gates.ex_full[unit] >> sub & 1 && !(c->units_of[sub] & ~c->units_ready[unit]);
}

bool collector_moves(const struct collector *c)
{
    if (c->gates.still)
        return false;
    if (c->banks_waiting)
        return true;
    if (dispatchable(c))
        return true;
    uint32_t unit, sub;
    return may_allocate(c, &unit, &sub);
}

uint32_t collector_count(const struct collector *c)
{
    return c->count;
}
