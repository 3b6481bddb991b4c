/* Cuts a trace's runs into blocks and collects special instructions in the same pass. The first
 * instruction that waits for the result of a special one is computed once per block and special
 * instruction; if the block has none, the following blocks are searched. */
#include "sim/gatsim/paths.h"

#include "common/auto.h"
#include "common/grow.h"
#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/sm/atomics.h"
#include "sim/timing/sm/coalesce.h"
#include "sim/timing/sm/exec_unit.h"
#include "sim/timing/sm/shared_memory.h"

enum {
    NOT_LOOKED_FOR = 0,
    NOT_THERE = 1,
    FOUND = 2 /* FOUND + i: instruction i of the block is the use */
};

bool paths_special(const struct warp_inst *inst)
{
    /* Any configuration serves, because the class of an operation depends on it only between SP and
     * INT. */
    static const struct exec_config any = {.int_units = 1};
    enum unit_class unit = exec_class_of(&any, (enum warp_op)inst->op);
    return unit == CLASS_SFU || unit == CLASS_MEM || unit == CLASS_RT || inst->op == OP_BARRIER;
}

/* The paths that are being made, and the state of their construction. */
struct making {
    struct paths *paths;
    const struct kernel_trace *trace;
    uint32_t *next_special; /* by instruction: the first special instruction from there on */
    uint32_t *number; /* by instruction: its number among the program's special instructions */
    uint32_t n_static;
    uint32_t *first_use; /* by block and number of a special instruction: NOT_LOOKED_FOR, NOT_THERE
                            or FOUND */
    /* The following members are the state of the current warp. */
    uint32_t count;         /* its instructions so far */
    uint32_t block;         /* the block begun last */
    uint32_t left;          /* remaining instructions of that block */
    uint32_t *pending;      /* its special instructions whose use is not found yet */
    uint32_t *pending_inst; /* by pending one: number of its instruction */
    uint32_t n_pending, room_pending, room_pending_inst;
};

static bool names(const struct warp_inst *inst, uint16_t reg)
{
    for (uint32_t i = 0; i < inst->n_src; i++)
        if (inst->src[i] == reg)
            return true;
    for (uint32_t i = 0; i < inst->n_dst; i++)
        if (inst->dst[i] == reg)
            return true;
    return false;
}

static bool waits_for(const struct warp_inst *inst, const struct warp_inst *special)
{
    if (special->op == OP_TRACE_RAY && inst->op == OP_TRACE_RAY)
        return true;
    for (uint32_t i = 0; i < special->n_dst; i++)
        if (names(inst, special->dst[i]))
            return true;
    return false;
}

/* The position in the block of the first instruction from `from` on that waits for the special one;
 * the block's length if there is none. */
static uint32_t search_use(const struct making *m, const struct block *b, uint32_t from,
                           const struct warp_inst *special)
{
    while (from < b->n && !waits_for(&m->trace->insts[b->first + from], special))
        from++;
    return from;
}

static uint32_t first_use(struct making *m, uint32_t block, uint32_t inst)
{
    const struct block *b = &m->paths->blocks.blocks[block];
    uint32_t *known = &m->first_use[(size_t)block * m->n_static + m->number[inst]];
    if (*known == NOT_LOOKED_FOR) {
        uint32_t at = search_use(m, b, 0, &m->trace->insts[inst]);
        *known = at == b->n ? NOT_THERE : FOUND + at;
    }
    return *known;
}

/* ---- accesses ---- */

static uint32_t bank_of(const struct paths *p, uint64_t addr)
{
    return p->ldst.bank == BANK_SHIFT_32 ? 0 : (uint32_t)(addr / SECTOR_B % p->ldst.l1_banks);
}

/* Computes the banks that the sectors enter in each cycle, from the highest address down; a cycle
 * ends before a bank is used twice (sim/timing/sm/ldst.h). */
static void enter_banks(const struct paths *p, const struct sector *sectors, uint32_t n,
                        struct special *out)
{
    uint32_t cycle = 0, used = 0, shift = 0;
    out->banks = 0;
    for (uint32_t i = n; i > 0; i--) {
        uint32_t bit = 1u << bank_of(p, sectors[i - 1].addr);
        if (used & bit) {
            cycle++;
            shift += p->ldst.l1_banks;
            used = 0;
        }
        used |= bit;
        out->banks |= shift < 32 ? bit << shift : 0;
    }
    out->cycles = (uint8_t)(cycle + 1);
    out->sectors = (uint8_t)n;
}

/* Computes for how many cycles an access occupies the load/store unit. */
static void measure_access(const struct paths *p, const struct warp_inst *inst,
                           const uint64_t addr[WARP_LANES], struct special *out)
{
    struct sector sectors[MAX_SECTORS];
    enum warp_op op = (enum warp_op)inst->op;
    if (paths_enters_l1d(inst)) {
        enter_banks(p, sectors, coalesce(addr, out->executed, inst->access_B, sectors), out);
    } else if (warp_op_shared(op)) {
        out->cycles = (uint8_t)shared_memory_cycles(addr, out->executed, inst->access_B,
                                                    p->ldst.shared_banks, op == OP_ATOMIC_SHARED);
    } else {
        out->sectors = (uint8_t)atomics_coalesce(addr, out->executed, inst->access_B, sectors);
        out->cycles = out->sectors ? out->sectors : 1;
    }
}

/* ---- one warp ---- */

static enum st_code add_special(struct making *m, const struct step_log *r, uint32_t inst,
                                uint32_t executed, uint32_t *at, struct status *st)
{
    struct paths *p = m->paths;
    const struct warp_inst *what = &m->trace->insts[inst];
    struct special s = {.use = PATHS_NO_USE, .ref = *at, .cycles = 1, .executed = executed};
    if (!grow(&p->specials, p->n_specials, &p->room_specials, sizeof *p->specials))
        return status_no_memory(st, "paths of warps");
    if (warp_op_addresses((enum warp_op)what->op)) {
        uint64_t addr[WARP_LANES];
        step_log_addresses(r, at, executed, addr);
        measure_access(p, what, addr, &s);
    } else if (what->op == OP_TRACE_RAY) {
        s.ref = p->walks.n_walks;
        TRY(walks_add(&p->walks, r, at, executed, st));
    }
    p->specials[p->n_specials++] = s;
    return ST_OK;
}

static enum st_code leave_pending(struct making *m, uint32_t inst, struct status *st)
{
    if (!grow(&m->pending, m->n_pending, &m->room_pending, sizeof *m->pending) ||
        !grow(&m->pending_inst, m->n_pending, &m->room_pending_inst, sizeof *m->pending_inst))
        return status_no_memory(st, "paths of warps");
    m->pending[m->n_pending] = m->paths->n_specials - 1;
    m->pending_inst[m->n_pending++] = inst;
    return ST_OK;
}

/* Adds the special instructions among n instructions from `pc` on, which are in the current
 * block. */
static enum st_code add_specials(struct making *m, const struct step_log *r, uint32_t pc,
                                 uint32_t n, uint32_t executed, uint32_t *at, struct status *st)
{
    const struct block *b = &m->paths->blocks.blocks[m->block];
    for (uint32_t i = m->next_special[pc]; i < pc + n; i = m->next_special[i + 1]) {
        TRY(add_special(m, r, i, executed, at, st));
        const struct warp_inst *inst = &m->trace->insts[i];
        if (!inst->n_dst && inst->op != OP_TRACE_RAY)
            continue;
        uint32_t use = search_use(m, b, i + 1 - b->first, inst);
        if (use < b->n)
            m->paths->specials[m->paths->n_specials - 1].use = m->count + (use - (pc - b->first));
        else
            TRY(leave_pending(m, i, st));
    }
    return ST_OK;
}

static enum st_code begin_block(struct making *m, uint32_t pc, struct status *st)
{
    struct paths *p = m->paths;
    uint32_t block = p->blocks.at[pc], edge;
    if (block == BLOCKS_NONE)
        BUG("a warp comes to instruction %u, which begins no block", pc);
    TRY(blocks_edge(&p->blocks, m->block, block, &edge, st));
    if (!grow(&p->edges, p->n_edges, &p->room_edges, sizeof *p->edges))
        return status_no_memory(st, "paths of warps");
    p->edges[p->n_edges++] = edge;
    m->block = block;
    m->left = p->blocks.blocks[block].n;
    for (uint32_t i = 0; i < m->n_pending;) {
        uint32_t use = first_use(m, block, m->pending_inst[i]);
        if (use == NOT_THERE) {
            i++;
            continue;
        }
        p->specials[m->pending[i]].use = m->count + use - FOUND;
        m->pending[i] = m->pending[--m->n_pending];
        m->pending_inst[i] = m->pending_inst[m->n_pending];
    }
    return ST_OK;
}

static enum st_code add_run(struct making *m, const struct step_log *r,
                            const struct step_log_run *run, uint32_t *at, struct status *st)
{
    for (uint32_t pc = run->pc, end = run->pc + run->n; pc < end;) {
        if (m->left == 0)
            TRY(begin_block(m, pc, st));
        uint32_t n = m->left < end - pc ? m->left : end - pc;
        TRY(add_specials(m, r, pc, n, run->executed, at, st));
        m->count += n;
        m->left -= n;
        pc += n;
    }
    return ST_OK;
}

static enum st_code add_warp(struct making *m, uint32_t warp, struct status *st)
{
    struct paths *p = m->paths;
    const struct step_log *r = &m->trace->warps[warp];
    struct path path = {.first_edge = p->n_edges, .first_special = p->n_specials};
    uint32_t at = 0;
    m->count = m->left = m->n_pending = 0;
    m->block = BLOCKS_NONE;
    for (uint32_t i = 0; i < r->n_runs; i++) {
        TRY(add_run(m, r, &r->runs[i], &at, st));
        path.thread_instructions += (uint64_t)r->runs[i].n * warp_count_lanes(r->runs[i].executed);
    }
    if (m->left)
        BUG("warp %u ends within a block", warp);
    path.n = m->count;
    path.n_edges = p->n_edges - path.first_edge;
    path.n_specials = p->n_specials - path.first_special;
    p->warps[warp] = path;
    return ST_OK;
}

/* ---- all warps ---- */

static enum st_code prepare(struct making *m, struct status *st)
{
    const struct kernel_trace *t = m->trace;
    uint32_t n = t->n_insts;
    if (!MEM_ARRAYS(MEM_ARRAY(m->next_special, (size_t)n + 2), MEM_ARRAY(m->number, n),
                    MEM_ARRAY(m->paths->warps, t->n_warps)))
        return status_no_memory(st, "paths of warps");
    m->next_special[n] = m->next_special[n + 1] = UINT32_MAX;
    for (uint32_t i = n; i > 0; i--) {
        const struct warp_inst *inst = &t->insts[i - 1];
        bool special = inst->op != OP_COUNT && paths_special(inst);
        m->next_special[i - 1] = special ? i - 1 : m->next_special[i];
        m->number[i - 1] = special ? m->n_static++ : 0;
    }
    TRY(blocks_find(&m->paths->blocks, t, st));
    return mem_make(&m->first_use, (size_t)m->paths->blocks.n_blocks * m->n_static,
                    sizeof *m->first_use, "paths of warps", st);
}

static void release(struct making *m)
{
    MEM_FREE(m->next_special, m->number, m->first_use, m->pending, m->pending_inst);
}

enum st_code paths_make(struct paths *out, const struct kernel_trace *t,
                        const struct ldst_config *ldst, struct status *st)
{
    *out = (struct paths){.ldst = *ldst, .n_warps = t->n_warps};
    AUTO(release) struct making m = {.paths = out, .trace = t};
    enum st_code code = prepare(&m, st);
    for (uint32_t w = 0; code == ST_OK && w < t->n_warps; w++)
        code = add_warp(&m, w, st);
    if (code != ST_OK)
        paths_release(out);
    return code;
}

void paths_release(struct paths *p)
{
    blocks_release(&p->blocks);
    walks_release(&p->walks);
    MEM_FREE(p->warps, p->edges, p->specials);
    *p = (struct paths){0};
}
