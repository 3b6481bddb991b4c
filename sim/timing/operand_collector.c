#include "sim/timing/operand_collector.h"

#include "common/memory.h"

/* Reads waiting at one bank: collector unit numbers, first in, first out. */
struct bank {
    uint16_t head, n;
};

struct unit {
    struct issued *op;
    uint32_t missing; /* source operands not yet read */
};

struct collector {
    uint32_t subs, units_per_sub, banks_per_sub, ports;
    uint32_t id_full[CLASSES]; /* bit per sub-core */
    uint32_t ex_full[CLASSES];
    struct issued *id[CLASSES][MAX_SUB_CORES];
    struct issued *ex[CLASSES][MAX_SUB_CORES];
    uint32_t units_free, units_ready;  /* bit per collector unit */
    uint32_t unit_last[MAX_SUB_CORES]; /* dispatched last */
    struct unit *units;
    uint64_t banks_waiting, banks_written; /* bit per bank */
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
    c->units_per_sub = config->collectors / c->subs;
    c->banks_per_sub = config->register_banks / c->subs;
    c->ports = config->collector_ports;
    c->units_free = config->collectors == 32 ? UINT32_MAX : (1u << config->collectors) - 1;
    for (c->read_size = 1; c->read_size < c->units_per_sub * WARP_MAX_SRC;)
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

uint32_t collector_room(const struct collector *c, enum unit_class unit)
{
    return ~c->id_full[unit] & ((1u << c->subs) - 1);
}

void collector_issue(struct collector *c, struct issued *op)
{
    c->id[op->unit][op->sub] = op;
    c->id_full[op->unit] |= 1u << op->sub;
    c->count++;
}

static uint32_t bank_of(const struct collector *c, uint32_t warp, uint32_t reg)
{
    return (reg + warp) % c->banks_per_sub + c->banks_per_sub * (warp % c->subs);
}

static uint32_t units_of(const struct collector *c, uint32_t sub)
{
    uint32_t all = c->units_per_sub == 32 ? UINT32_MAX : (1u << c->units_per_sub) - 1;
    return all << sub * c->units_per_sub;
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

/* Complete units to their input registers; of two that want the same one, the first behind the
 * unit that the sub-core dispatched last. */
static void dispatch(struct collector *c)
{
    for (uint32_t sub = 0; sub < c->subs; sub++) {
        uint32_t ready = c->units_ready & units_of(c, sub);
        if (!ready)
            continue;
        uint32_t behind = ready & ~(((2u << c->unit_last[sub]) - 1));
        for (uint32_t turn = 0; turn < 2; turn++) {
            uint32_t now = turn == 0 ? behind : ready & ~behind;
            for (; now; now &= now - 1) {
                uint32_t u = (uint32_t)__builtin_ctz(now);
                struct issued *op = c->units[u].op;
                if (c->ex_full[op->unit] & 1u << sub)
                    continue;
                c->ex[op->unit][sub] = op;
                c->ex_full[op->unit] |= 1u << sub;
                c->units_ready &= ~(1u << u);
                c->units_free |= 1u << u;
                c->unit_last[sub] = u;
            }
        }
    }
}

static void read_banks(struct collector *c)
{
    for (uint64_t m = c->banks_waiting & ~c->banks_written; m; m &= m - 1) {
        uint32_t b = (uint32_t)__builtin_ctzll(m);
        struct bank *bank = &c->banks[b];
        uint32_t u = c->reads[(size_t)b * c->read_size + bank->head];
        bank->head = (uint16_t)((bank->head + 1u) & (c->read_size - 1));
        if (--bank->n == 0)
            c->banks_waiting &= ~(1ull << b);
        if (--c->units[u].missing == 0)
            c->units_ready |= 1u << u;
    }
    c->banks_written = 0;
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
        c->units_ready |= 1u << u;
}

/* One port takes the oldest instruction of the first class whose sub-core has a free unit. */
static bool allocate(struct collector *c)
{
    for (uint32_t unit = 0; unit < CLASSES; unit++) {
        if (!c->id_full[unit])
            continue;
        uint32_t sub = oldest(c->id[unit], c->id_full[unit]);
        uint32_t room = c->units_free & units_of(c, sub);
        if (!room)
            continue;
        uint32_t u = (uint32_t)__builtin_ctz(room);
        c->units_free &= ~(1u << u);
        c->units[u] = (struct unit){.op = c->id[unit][sub]};
        c->id_full[unit] &= ~(1u << sub);
        request_reads(c, u);
        return true;
    }
    return false;
}

void collector_step(struct collector *c)
{
    if (c->count == 0) {
        c->banks_written = 0;
        return;
    }
    if (c->units_ready)
        dispatch(c);
    read_banks(c);
    for (uint32_t port = 0; port < c->ports; port++)
        if (!allocate(c))
            break;
}

uint32_t collector_ready(const struct collector *c, enum unit_class unit)
{
    return c->ex_full[unit];
}

const struct issued *collector_look(const struct collector *c, enum unit_class unit, uint32_t sub)
{
    return c->ex[unit][sub];
}

struct issued *collector_take(struct collector *c, enum unit_class unit, uint32_t sub)
{
    c->ex_full[unit] &= ~(1u << sub);
    c->count--;
    return c->ex[unit][sub];
}

uint32_t collector_oldest(const struct collector *c, enum unit_class unit)
{
    return oldest(c->ex[unit], c->ex_full[unit]);
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
    c->banks_written |= banks_of(c, warp, inst);
}

bool collector_write_idle(struct collector *c, uint32_t warp, const struct warp_inst *inst)
{
    uint64_t banks = banks_of(c, warp, inst);
    if (banks & c->banks_written)
        return false;
    c->banks_written |= banks;
    return true;
}

bool collector_moves(const struct collector *c)
{
    if (c->count == 0)
        return false;
    if (c->banks_waiting)
        return true;
    for (uint32_t m = c->units_ready; m; m &= m - 1) {
        const struct issued *op = c->units[__builtin_ctz(m)].op;
        if (!(c->ex_full[op->unit] & 1u << op->sub))
            return true;
    }
    for (uint32_t unit = 0; unit < CLASSES; unit++)
        if (c->id_full[unit] && c->units_free & units_of(c, oldest(c->id[unit], c->id_full[unit])))
            return true;
    return false;
}

uint32_t collector_count(const struct collector *c)
{
    return c->count;
}
