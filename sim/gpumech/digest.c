#include "sim/gpumech/digest.h"

#include "common/grow.h"
#include "common/memory.h"
#include "common/random.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm/coalesce.h"
#include "sim/timing/sm/shared_memory.h"

#include <string.h>

enum {
    ENOUGH = 1 << 18, /* sectors of a sample that suffice */
    MOST_RATE =
        4, /* most rate; 8 leaves too few lines of an L1D of 256: docs/reference/gpumech.md */
    BYTES_PER_SECTOR = 3, /* bytes per sector in the record of a trace, approximately */
};

/* Base of the results that are stored at addresses never used before. */
#define FRESH_BASE (UINT64_C(1) << 52)

struct making {
    struct digest *d;
    uint32_t warp, turn;         /* turn: the warp's turns so far, without steps of walks */
    uint32_t trace;              /* number of the next trace, counted over all warps */
    uint64_t fresh;              /* number of results stored so far */
    uint32_t *issued, *executed; /* by instruction: counts of the warp */
    uint64_t *stores;            /* room for the addresses of a trace's table stores */
    uint32_t stores_room;
};

static bool sampled(const struct digest *d, uint64_t addr)
{
    return (random_mix(addr / DIGEST_BLOCK_B) & (d->rate - 1)) == 0;
}

static enum st_code add_item(struct digest *d, const struct digest_item *item, struct status *st)
{
    if (!grow(&d->items, d->n_items, &d->room_items, sizeof *d->items))
        return status_no_memory(st, "a digest");
    d->items[d->n_items++] = *item;
    return ST_OK;
}

/* ---- loads and stores ---- */

/* The cycles in which sectors enter the banks, the highest address first and one per bank
 * (docs/model.md, "SM: load/store unit"). */
static uint32_t port_cycles(const struct ldst_config *ldst, const struct sector *sectors,
                            uint32_t n)
{
    uint32_t cycles = n != 0, taken = 0;
    for (uint32_t i = n; i-- > 0;) {
        uint64_t number = ldst->bank == BANK_SHIFT_32 ? 0 : sectors[i].addr / SECTOR_B;
        uint32_t bank = 1u << number % ldst->l1_banks;
        cycles += (taken & bank) != 0;
        taken = taken & bank ? bank : taken | bank;
    }
    return cycles;
}

static enum st_code add_global(struct making *m, const struct kernel_trace_step *step,
                               uint32_t inst, const uint64_t addr[WARP_LANES], struct status *st)
{
    struct sector sectors[MAX_SECTORS];
    struct digest *d = m->d;
    struct digest_inst *count = &d->insts[inst];
    enum warp_op op = (enum warp_op)step->inst->op;
    uint32_t n = coalesce(addr, step->executed, step->inst->access_B, sectors);
    count->port_cycles += port_cycles(&d->ldst, sectors, n);
    count->reads += op == OP_STORE ? 0 : n;
    count->writes += op == OP_LOAD ? 0 : n;
    for (uint32_t i = n; i-- > 0;)
        if (sampled(d, sectors[i].addr))
            TRY(add_item(d,
                         &(struct digest_item){.addr = sectors[i].addr,
                                               .turn = m->turn,
                                               .bytes = sectors[i].bytes,
                                               .inst = inst,
                                               .kind = op == OP_LOAD    ? DIGEST_READ
                                                       : op == OP_STORE ? DIGEST_WRITE
                                                                        : DIGEST_ATOMIC},
                         st));
    return ST_OK;
}

/* ---- traces ---- */

static enum st_code add_store(struct making *m, uint32_t inst, uint32_t turn, uint64_t addr,
                              struct status *st)
{
    m->d->traces[m->trace].stores++;
    m->d->insts[inst].writes++;
    if (!sampled(m->d, addr))
        return ST_OK;
    return add_item(m->d,
                    &(struct digest_item){.addr = addr & ~(uint64_t)(SECTOR_B - 1),
                                          .turn = turn,
                                          .bytes = UINT32_MAX,
                                          .inst = inst,
                                          .kind = DIGEST_STORE},
                    st);
}

static enum st_code add_results(struct making *m, uint32_t inst, uint32_t turn, uint32_t lanes,
                                const struct ray_work work[WARP_LANES], struct status *st)
{
    for (; lanes; lanes &= lanes - 1) {
        uint64_t fresh = FRESH_BASE + RT_FRESH_STEP_B * m->fresh++;
        TRY(add_store(
            m, inst, turn,
            m->d->rt.result == RESULT_FRESH ? fresh : work[__builtin_ctz(lanes)].result_addr, st));
    }
    return ST_OK;
}

static enum st_code add_group(struct making *m, uint32_t inst, uint32_t longest,
                              const struct step_log_group *group,
                              const struct ray_work work[WARP_LANES], struct status *st)
{
    struct digest_trace *trace = &m->d->traces[m->trace];
    enum record_kind kind = record_kind(group->record);
    uint64_t addr = record_addr(group->record);
    if (kind == RECORD_SPILL) {
        for (uint32_t on = group->lanes; on; on &= on - 1)
            TRY(add_store(m, inst, group->step, addr, st));
        return ST_OK;
    }
    trace->fetched[kind]++;
    trace->longest[kind] += group->lanes >> longest & 1;
    m->d->insts[inst].reads += (record_bytes(group->record) + SECTOR_B - 1) / SECTOR_B;
    if (sampled(m->d, addr))
        TRY(add_item(m->d,
                     &(struct digest_item){.addr = addr,
                                           .turn = group->step,
                                           .bytes = kind,
                                           .inst = inst,
                                           .kind = DIGEST_RECORD},
                     st));
    if (record_is_hit(kind) && m->d->rt.result_stores == RESULT_STORES_EACH_HIT)
        return add_results(m, inst, group->step, group->lanes, work, st);
    return ST_OK;
}

static enum st_code add_trace(struct making *m, struct kernel_trace_reader *r, uint32_t inst,
                              struct status *st)
{
    struct ray_work work[WARP_LANES];
    struct step_log_rays rays;
    struct step_log_group group;
    uint32_t n = kernel_trace_stores(r), longest = 0, steps = 0, hits = 0;
    if (n > m->stores_room) {
        TRY(mem_remake(&m->stores, n, sizeof *m->stores, "rays", st));
        m->stores_room = n;
    }
    kernel_trace_rays(r, work, &rays, m->stores);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        if (work[lane].n_records > steps) {
            steps = work[lane].n_records;
            longest = lane;
        }
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        m->d->traces[m->trace].rivals += steps && 4 * work[lane].n_records >= 3 * steps;
    TRY(add_item(
        m->d,
        &(struct digest_item){
            .addr = m->trace, .turn = m->turn, .bytes = steps, .inst = inst, .kind = DIGEST_TRACE},
        st));
    for (uint32_t i = 0; i < n; i++)
        TRY(add_store(m, inst, 0, m->stores[i], st));
    while (step_log_rays_next(&rays, &group)) {
        hits |= record_is_hit(record_kind(group.record)) ? group.lanes : 0;
        TRY(add_group(m, inst, longest, &group, work, st));
    }
    if (m->d->rt.result_stores == RESULT_STORES_RAY_END)
        TRY(add_results(m, inst, steps, hits, work, st));
    m->trace++;
    return ST_OK;
}

/* ---- all ---- */

static enum st_code add_accesses(struct making *m, struct status *st)
{
    struct kernel_trace_reader r;
    struct kernel_trace_step step;
    uint64_t addr[WARP_LANES];
    m->turn = 0;
    kernel_trace_start(&r, m->d->trace, m->warp);
    while (kernel_trace_next_access(&r, &step)) {
        uint32_t inst = (uint32_t)(step.inst - m->d->trace->insts);
        struct digest_inst *count = &m->d->insts[inst];
        count->n++;
        if (step.inst->op == OP_TRACE_RAY) {
            TRY(add_trace(m, &r, inst, st));
            continue;
        }
        kernel_trace_addresses(&r, addr);
        if (warp_op_shared((enum warp_op)step.inst->op)) {
            count->reads += warp_count_lanes(step.executed);
            count->port_cycles +=
                shared_memory_cycles(addr, step.executed, step.inst->access_B,
                                     m->d->ldst.shared_banks, step.inst->op == OP_ATOMIC_SHARED);
        } else {
            TRY(add_global(m, &step, inst, addr, st));
        }
        m->turn++;
    }
    return ST_OK;
}

static enum st_code add_counts(struct making *m, struct status *st)
{
    struct digest *d = m->d;
    const struct step_log *r = &d->trace->warps[m->warp];
    for (uint32_t i = 0; i < r->n_runs; i++)
        for (uint32_t k = 0; k < r->runs[i].n; k++) {
            m->issued[r->runs[i].pc + k]++;
            m->executed[r->runs[i].pc + k] += r->runs[i].executed != 0;
        }
    for (uint32_t i = 0; i < d->trace->n_insts; i++) {
        if (!m->issued[i])
            continue;
        if (!grow(&d->counts, d->n_counts, &d->room_counts, sizeof *d->counts))
            return status_no_memory(st, "a digest");
        d->counts[d->n_counts++] = (struct digest_count){i, m->issued[i], m->executed[i]};
        m->issued[i] = m->executed[i] = 0;
    }
    return ST_OK;
}

static uint32_t rate_of(const struct kernel_trace *trace, uint32_t asked)
{
    uint64_t bytes = 0;
    uint32_t rate = 1, most = asked ? asked : MOST_RATE;
    for (uint32_t w = 0; w < trace->n_warps; w++)
        bytes += trace->warps[w].n_bytes;
    while (2 * rate <= most && (asked || bytes / BYTES_PER_SECTOR / rate > ENOUGH))
        rate *= 2;
    return rate;
}

static enum st_code make(struct making *m, struct status *st)
{
    struct digest *d = m->d;
    const struct kernel_trace *t = d->trace;
    size_t behind = (size_t)t->n_warps + 1;
    uint64_t traces = 0;
    for (uint32_t w = 0; w < t->n_warps; w++)
        traces += t->warps[w].n_rays;
    if (!MEM_ARRAYS(MEM_ARRAY(d->insts, t->n_insts), MEM_ARRAY(d->traces, traces),
                    MEM_ARRAY(d->first_item, behind), MEM_ARRAY(d->first_count, behind),
                    MEM_ARRAY(d->first_trace, behind), MEM_ARRAY(m->issued, t->n_insts),
                    MEM_ARRAY(m->executed, t->n_insts)))
        return status_no_memory(st, "a digest");
    for (m->warp = 0; m->warp < t->n_warps; m->warp++) {
        TRY(add_accesses(m, st));
        TRY(add_counts(m, st));
        d->first_item[m->warp + 1] = d->n_items;
        d->first_count[m->warp + 1] = d->n_counts;
        d->first_trace[m->warp + 1] = m->trace;
    }
    return ST_OK;
}

enum st_code digest_create(struct digest **out, const struct kernel_trace *trace,
                           const struct gpu_config *config, uint32_t rate, struct status *st)
{
    struct digest *d;
    *out = NULL;
    TRY(mem_make(&d, 1, sizeof *d, "a digest", st));
    d->trace = trace;
    d->rate = rate_of(trace, rate);
    d->ldst = config->ldst;
    d->rt = config->rt;
    struct making m = {.d = d};
    enum st_code code = make(&m, st);
    MEM_FREE(m.issued, m.executed, m.stores);
    if (code == ST_OK)
        *out = d;
    else
        digest_free(d);
    return code;
}

void digest_free(struct digest *d)
{
    if (!d)
        return;
    MEM_FREE(d->insts, d->items, d->counts, d->traces);
    MEM_FREE(d->first_item, d->first_count, d->first_trace, d);
}

bool digest_fits(const struct digest *d, const struct gpu_config *config, uint32_t rate)
{
    return d->rate == rate_of(d->trace, rate) && d->ldst.bank == config->ldst.bank &&
           d->ldst.l1_banks == config->ldst.l1_banks &&
           d->ldst.shared_banks == config->ldst.shared_banks && d->rt.result == config->rt.result &&
           d->rt.result_stores == config->rt.result_stores;
}
