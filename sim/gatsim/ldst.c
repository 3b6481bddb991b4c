#include "sim/gatsim/ldst.h"

#include "sim/timing/sm/coalesce.h"

enum {
    TO_UNIT = 2,  /* cycles from issue to the unit, of an instruction without operands */
    TO_ENTRY = 1, /* from there to the first sector's entry into a bank */
    FROM_FILL = 2 /* from a fill of the L1D to the register (sim/timing/sm/ldst.h) */
};

static uint32_t all_banks(const struct gatsim_memory *m)
{
    return m->l1_banks < 32 ? (1u << m->l1_banks) - 1 : UINT32_MAX;
}

/* The banks are used from cycle `at` on. */
static void use_banks(struct gatsim_memory *m, const struct special *special, uint64_t at)
{
    for (uint32_t c = 0; c < special->cycles; c++) {
        uint32_t shift = c * m->l1_banks;
        memory_use_banks(m, at + c,
                         shift < 32 ? special->banks >> shift & all_banks(m) : all_banks(m));
    }
}

/* Looks the sectors up, the first ones in cycle `at`. Returns when the last one is there; *stalled:
 * the last look-up, where the miss queue made it wait. */
static uint64_t look_up(struct gatsim_memory *m, const struct gatsim_access *access, uint64_t at,
                        uint64_t *last)
{
    uint64_t addr[WARP_LANES], done = at, now = at;
    struct sector sectors[MAX_SECTORS];
    uint32_t at_byte = access->special->ref, used = 0;
    record_addresses(access->record, &at_byte, access->special->executed, addr);
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

uint64_t gatsim_ldst_access(struct units *u, struct gatsim_memory *m,
                            const struct gatsim_access *access, uint64_t now)
{
    const struct special *special = access->special;
    uint64_t taken = units_take_memory(u, access->sub, now + TO_UNIT, special->cycles);
    uint64_t first = taken + TO_ENTRY + u->l1_latency, done = first + special->cycles - 1;
    if (m->shared && special->sectors)
        use_banks(m, special, first);
    if (!m->perfect[L1D_LDST] && special->sectors) {
        uint64_t last;
        done = look_up(m, access, first, &last);
        /* The banks' queues hold a look-up for each cycle of latency; then nothing enters. */
        units_hold_memory(u, last - u->l1_latency);
    }
    if (access->inst->op != OP_LOAD)
        return done;
    /* What reads the result comes some cycles apart from where the sector is (operands). */
    return done + access->inst->use - (TO_UNIT + TO_ENTRY + u->l1_latency);
}
