#include "sim/gatsim/ldst.h"

#include "sim/timing/sm/atomics.h"
#include "sim/timing/sm/coalesce.h"

enum {
    TO_UNIT = 2,  /* cycles from issue to the unit, for an instruction without operands */
    TO_ENTRY = 1, /* cycles from the unit to the first sector's entry into a bank */
    FROM_FILL = 2 /* from a fill of the L1D to the register (sim/timing/sm/ldst.h) */
};

static uint32_t all_banks(const struct gatsim_memory *m)
{
    return m->l1_banks < 32 ? (1u << m->l1_banks) - 1 : UINT32_MAX;
}

/* Records the use of banks from cycle `at` on. */
static void use_banks(struct gatsim_memory *m, const struct special *special, uint64_t at)
{
    for (uint32_t c = 0; c < special->cycles; c++) {
        uint32_t shift = c * m->l1_banks;
        memory_use_banks(m, at + c,
                         shift < 32 ? special->banks >> shift & all_banks(m) : all_banks(m));
    }
}

/* Looks up the sectors of an access, the first ones in cycle `at`. Returns when the last one
 * arrives; *last is the cycle of the last look-up, including waits for the miss queue. */
static uint64_t look_up(struct gatsim_memory *m, const struct gatsim_access *access, uint64_t at,
                        uint64_t *last)
{
    uint64_t addr[WARP_LANES], done = at, now = at;
    struct sector sectors[MAX_SECTORS];
    uint32_t at_byte = access->special->ref, used = 0;
    step_log_addresses(access->record, &at_byte, access->special->executed, addr);
    uint32_t n = coalesce(addr, access->special->executed, access->inst->access_B, sectors);
    for (uint32_t i = n; i > 0; i--) {
        const struct sector *s = &sectors[i - 1];
        uint32_t bank = m->shift_32 ? 0 : (uint32_t)(s->addr / SECTOR_B % m->l1_banks);
        if (used >> bank & 1) {
            now++;
            used = 0;
        }
        used |= 1u << bank;
        uint64_t look_up = now, comes;
        if (access->inst->op == OP_LOAD)
            comes = memory_read(m, L1D_LDST, s->addr, &look_up);
        else
            comes = memory_write(m, L1D_LDST, s->addr, s->bytes, &look_up);
        if (access->inst->op == OP_LOAD && comes != look_up)
            comes += FROM_FILL;
        done = comes > done ? comes : done;
        now = look_up;
    }
    *last = now;
    return done;
}

/* Sends the requests of an atomic or reduction to the L2, the first in cycle `at`. Returns when the
 * last one is answered; *last is the cycle after the last was sent. */
static uint64_t send_atomics(struct gatsim_memory *m, const struct gatsim_access *access,
                             uint64_t at, uint64_t *last)
{
    uint64_t addr[WARP_LANES], done = at;
    struct sector requests[MAX_SECTORS];
    uint32_t at_byte = access->special->ref;
    step_log_addresses(access->record, &at_byte, access->special->executed, addr);
    uint32_t n =
        atomics_coalesce(addr, access->special->executed, access->inst->access_B, requests);
    for (uint32_t i = n; i > 0; i--, at++) {
        uint64_t comes = memory_atomic(m, requests[i - 1].addr, requests[i - 1].bytes, &at);
        done = comes > done ? comes : done;
    }
    *last = at;
    return done;
}

static bool has_result(enum warp_op op)
{
    return op != OP_STORE && op != OP_STORE_SHARED && op != OP_REDUCE;
}

uint64_t gatsim_ldst_access(struct units *u, struct gatsim_memory *m,
                            const struct gatsim_access *access, uint64_t now)
{
    const struct special *special = access->special;
    enum warp_op op = (enum warp_op)access->inst->op;
    bool in_l1d = op == OP_LOAD || op == OP_STORE, shared = warp_op_shared(op);
    bool perfect = shared || m->perfect[L1D_LDST] || !special->sectors;
    uint64_t taken = units_take_memory(u, access->sub, now + TO_UNIT, special->cycles);
    uint64_t late = taken - (now + TO_UNIT) + special->cycles - 1;
    uint64_t first = taken + TO_ENTRY + (in_l1d ? u->l1_latency : 0);
    uint64_t alone = first + special->cycles - 1, done = alone, last = 0;
    if (in_l1d && m->shared && special->sectors)
        use_banks(m, special, first);
    if (!perfect && in_l1d) {
        done = look_up(m, access, first, &last);
        /* The banks' queues hold one look-up per cycle of latency; while they are full no sector
         * enters. */
        units_hold_memory(u, last - u->l1_latency);
    } else if (!perfect) {
        done = send_atomics(m, access, first, &last);
        units_hold_memory(u, last);
    }
    return has_result(op) ? now + access->inst->use + late + (done - alone) : done;
}
