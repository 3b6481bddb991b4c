/* Stacks of rays in the SM's shared memory (docs/reference/rt-options.md, "The traversal stack"):
 * moves spilled and refilled sectors of lanes, warp by warp, in the cycles in which the load/store
 * unit does not use the banks.
 *
 * Lanes are interleaved: word k of a sector of lane l is word 32 k + l of the block of sectors with
 * that number, and blocks begin at a multiple of all banks. So a word's bank depends only on lane
 * and k, and lanes conflict if there are fewer banks than 32. (RDNA 3 has that layout in its
 * instruction ds_bvh_stack_rtn_b32: entries of a lane 128 bytes apart, lanes 4.) */
#include "sim/timing/rt/state.h"

#include "common/memory.h"

enum st_code rt_stack_create(struct rt_unit *u, const struct rt_config *config, struct status *st)
{
    struct shared_stack *s = &u->stack;
    s->come_at = CYCLE_NEVER;
    if (config->stack_overflow != OVERFLOW_SHARED)
        return ST_OK;
    uint32_t together = config->stack_entries < 4 ? config->stack_entries : 4;
    s->sectors = config->stack_shared_entries / together;
    s->words = 2 * together;
    s->banks = u->links.shared_banks;
    s->latency = u->links.shared_latency;
    return mem_make(&s->reads_coming, s->latency + 1, sizeof *s->reads_coming, "RT unit", st);
}

void rt_stack_release(struct rt_unit *u)
{
    mem_free(u->stack.reads_coming);
}

void rt_stack_put(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    w->puts[lane]++;
    w->unacked++;
    w->putting |= 1u << lane;
    u->stack.waiting |= 1u << index;
}

void rt_stack_want(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    u->warps[index].wanting |= 1u << lane;
    u->stack.waiting |= 1u << index;
}

/* Cycles that an access of `lanes` takes at the banks, each of which serves a word per cycle. */
static uint32_t cycles_of(const struct shared_stack *s, uint32_t lanes)
{
    if (s->banks > WARP_LANES)
        return s->words / (s->banks / WARP_LANES);
    uint32_t first = 0, most = 0; /* the lanes of the first bank */
    for (uint32_t lane = 0; lane < WARP_LANES; lane += s->banks)
        first |= 1u << lane;
    for (uint32_t bank = 0; bank < s->banks; bank++) {
        uint32_t n = warp_count_lanes(lanes & first << bank);
        most = n > most ? n : most;
    }
    return s->words * most;
}

/* Begins an access for the oldest warp with waiting lanes: all its lanes that write, or, if there
 * are none, all its lanes that read. */
static void begin_access(struct rt_unit *u)
{
    struct shared_stack *s = &u->stack;
    s->warp = (uint8_t)rt_oldest(u, s->waiting);
    struct rt_warp *w = &u->warps[s->warp];
    s->reads = !w->putting;
    s->lanes = s->reads ? w->wanting : w->putting;
    s->left = cycles_of(s, s->lanes);
    if (s->reads) {
        w->wanting = 0;
    } else {
        for (uint32_t lanes = s->lanes; lanes; lanes &= lanes - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(lanes);
            if (--w->puts[lane] == 0)
                w->putting &= ~(1u << lane);
        }
    }
    if (!(w->putting | w->wanting))
        s->waiting &= ~(1u << s->warp);
}

static void end_access(struct rt_unit *u)
{
    struct shared_stack *s = &u->stack;
    if (!s->reads) {
        u->warps[s->warp].unacked -= warp_count_lanes(s->lanes);
        rt_look(u, s->warp);
        return;
    }
    uint32_t last = s->head + s->n++;
    s->reads_coming[last > s->latency ? last - s->latency - 1 : last] =
        (struct stack_read){u->now + s->latency, s->lanes, s->warp};
    if (s->n == 1)
        s->come_at = u->now + s->latency;
}

static void access_banks(struct rt_unit *u)
{
    struct shared_stack *s = &u->stack;
    if (ldst_uses_shared(u->links.ldst, u->now))
        return;
    if (s->left == 0)
        begin_access(u);
    if (--s->left == 0)
        end_access(u);
}

static void take_read(struct rt_unit *u)
{
    struct shared_stack *s = &u->stack;
    const struct stack_read *r = &s->reads_coming[s->head];
    s->head = s->head == s->latency ? 0 : s->head + 1;
    s->come_at = --s->n ? s->reads_coming[s->head].at : CYCLE_NEVER;
    u->warps[r->warp].fetching &= ~r->lanes;
    if (u->served == RT_NO_WARP)
        u->served = RT_WAIT_L1;
    rt_take_records(u, r->warp, r->lanes);
}

void rt_stack_tick(struct rt_unit *u)
{
    struct shared_stack *s = &u->stack;
    if (s->come_at <= u->now)
        take_read(u);
    if (s->waiting | s->left)
        access_banks(u);
    s->busy = s->waiting | s->left;
}
