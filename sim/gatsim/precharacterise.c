#include "sim/gatsim/precharacterise.h"

#include "common/auto.h"
#include "common/memory.h"
#include "sim/gatsim/paths.h"
#include "sim/model/watchdog.h"
#include "sim/timing/sm.h"
#include "sim/timing/sm/exec_unit.h"

#include <string.h>

/* A warp that executes given instructions, once each, and records the cycles of their issue. */
struct probe_warp {
    struct warp warp;
    const struct warp_inst *insts;
    cycle_t *issued;
    uint32_t n, at;
    cycle_t now, ended_at;
    bool ended;
};

static enum st_code probe_step(struct warp *w, struct warp_step *step, struct status *st)
{
    static const struct ray_work no_rays[WARP_LANES];
    struct probe_warp *p = (struct probe_warp *)w;
    (void)st;
    const struct warp_inst *inst = &p->insts[p->at];
    step->inst = inst;
    step->active = 1;
    step->executed = inst->op != OP_TRACE_RAY;
    step->rays = no_rays;
    step->addr[0] = 0;
    p->issued[p->at++] = p->now;
    w->next = p->at < p->n ? &p->insts[p->at] : NULL;
    w->active = w->next ? 1 : 0;
    return ST_OK;
}

static void probe_drop(struct warp *w)
{
    (void)w;
}

static void probe_end(struct warp *w)
{
    struct probe_warp *p = (struct probe_warp *)w;
    p->ended = true;
    p->ended_at = p->now;
}

static bool never(const void *self, uint32_t sm)
{
    (void)self;
    (void)sm;
    return false;
}
static void unsent(void *self, const struct mem_request *request, cycle_t now)
{
    (void)self;
    (void)now;
    BUG("perfect memory is asked for %llx", (unsigned long long)request->addr);
}
static bool no_reply(void *self, uint32_t sm, cycle_t now, struct mem_request *reply)
{
    (void)reply;
    (void)now;
    return never(self, sm);
}

struct probe {
    struct gpu_config config;
    struct mem_port port;
    struct sm *sm;
    cycle_t now;
    struct warp_inst *insts;
    cycle_t *issued;
    cycle_t launched, ended;
};

static enum st_code probe_open(struct probe *p, const struct gpu_config *config, uint32_t registers,
                               uint32_t room, struct status *st)
{
    *p = (struct probe){.config = *config,
                        .port = {.can_send = never, .send = unsent, .take = no_reply}};
    /* No request may go to memory: loads and rays hit, and so do fetches and scalar loads. */
    p->config.ldst.perfect_mem = p->config.rt.perfect_mem = true;
    p->config.icache.size_B = p->config.scalar_cache.size_B = 0;
    if (!MEM_ARRAYS(MEM_ARRAY(p->insts, room), MEM_ARRAY(p->issued, room)))
        return status_no_memory(st, "pre-characterisation");
    const struct cta_needs one = {.warps = 1, .registers = registers};
    return sm_create(&p->sm, &p->config, 0, &one, &p->port, st);
}

static void probe_close(struct probe *p)
{
    sm_free(p->sm);
    MEM_FREE(p->insts, p->issued);
}

/* Runs the first n instructions of p->insts alone on the SM. */
static enum st_code probe_run(struct probe *p, uint32_t n, struct status *st)
{
    static const struct warp_ops ops = {
        .step = probe_step, .drop_records = probe_drop, .end = probe_end};
    struct probe_warp w = {.warp = {&ops, n ? &p->insts[0] : NULL, 1, NULL},
                           .insts = p->insts,
                           .issued = p->issued,
                           .n = n};
    p->launched = p->now;
    struct warp *warp = &w.warp;
    sm_launch(p->sm, &warp, p->now);
    cycle_t next = p->now + 1;
    struct watchdog watchdog = watchdog_make(&p->config.machine, p->now);
    while (!w.ended) {
        if (next == CYCLE_NEVER ||
            (watchdog_due(&watchdog, next) && watchdog_bites(&watchdog, w.at, next)))
            return watchdog_stuck(&watchdog, watchdog.moved_at, st);
        w.now = p->now = next;
        TRY(sm_tick(p->sm, p->now, &next, st));
    }
    p->ended = w.ended_at;
    return ST_OK;
}

/* A copy of an instruction for the measurement of gaps: no instruction waits for the result of a
 * special one. */
static struct warp_inst without_result(const struct warp_inst *inst)
{
    struct warp_inst out = *inst;
    if (paths_special(inst)) {
        out.n_dst = out.n_writes = 0;
        warp_inst_finish(&out);
    }
    return out;
}

static uint16_t cut(uint64_t cycles)
{
    return cycles < UINT16_MAX ? (uint16_t)cycles : UINT16_MAX;
}

/* Measures the cycles from the issue of a special instruction to that of an instruction that reads
 * only its result. */
static enum st_code measure_use(struct probe *p, const struct warp_inst *inst, uint16_t *use,
                                struct status *st)
{
    *use = 0;
    if (!inst->n_dst)
        return ST_OK;
    struct warp_inst reader = {.pc = inst->pc + 8, .op = OP_ALU, .kind = KIND_ALU, .n_src = 1};
    reader.src[0] = inst->dst[0];
    warp_inst_collect_all(&reader);
    warp_inst_finish(&reader);
    p->insts[0] = *inst;
    p->insts[1] = reader;
    TRY(probe_run(p, 2, st));
    *use = cut(p->issued[1] - p->issued[0]);
    return ST_OK;
}

static enum st_code measure_edge(struct probe *p, const struct kernel_trace *trace,
                                 const struct blocks *blocks, uint32_t edge, const uint16_t *uses,
                                 struct timed_inst *out, struct status *st)
{
    const struct block_edge *e = &blocks->edges[edge];
    const struct block *b = &blocks->blocks[e->to];
    uint32_t n = 0;
    if (e->from != BLOCKS_NONE) {
        const struct block *before = &blocks->blocks[e->from];
        for (uint32_t i = 0; i < before->n; i++)
            p->insts[n++] = without_result(&trace->insts[before->first + i]);
    }
    uint32_t first = n;
    for (uint32_t i = 0; i < b->n; i++)
        p->insts[n++] = without_result(&trace->insts[b->first + i]);
    TRY(probe_run(p, n, st));
    for (uint32_t i = 0; i < b->n; i++) {
        const struct warp_inst *inst = &trace->insts[b->first + i];
        cycle_t before = first + i ? p->issued[first + i - 1] : p->launched;
        out[i] = (struct timed_inst){
            .gap = cut(p->issued[first + i] - before),
            .unit = (uint8_t)exec_class_of(&p->config.exec, (enum warp_op)inst->op),
            .op = inst->op,
            .use = uses[b->first + i],
            .access_B = inst->access_B,
            .special = paths_special(inst),
            .last = i + 1 == b->n};
    }
    return ST_OK;
}

static enum st_code measure_uses(struct probe *p, const struct kernel_trace *trace, uint16_t *uses,
                                 struct status *st)
{
    for (uint32_t i = 0; i < trace->n_insts; i++)
        if (trace->insts[i].op != OP_COUNT && paths_special(&trace->insts[i]))
            TRY(measure_use(p, &trace->insts[i], &uses[i], st));
    return ST_OK;
}

/* Measures the cycles from the issue of a block's last instruction until its results are there, for
 * warps that end with the block. Results of special instructions are left out, because the timing
 * model computes them. */
static enum st_code measure_exit(struct probe *p, const struct kernel_trace *trace,
                                 const struct block *b, uint32_t *exit, struct status *st)
{
    for (uint32_t i = 0; i < b->n; i++) {
        p->insts[i] = without_result(&trace->insts[b->first + i]);
        if (paths_special(&p->insts[i]))
            p->insts[i].op = OP_ALU;
    }
    TRY(probe_run(p, b->n, st));
    *exit = (uint32_t)(p->ended - p->issued[b->n - 1]);
    return ST_OK;
}

static enum st_code measure(struct timing_table *out, struct probe *p,
                            const struct kernel_trace *trace, const struct blocks *blocks,
                            struct status *st)
{
    MEM_AUTO uint16_t *uses = NULL;
    TRY(mem_make(&uses, trace->n_insts, sizeof *uses, "pre-characterisation", st));
    TRY(measure_uses(p, trace, uses, st));
    uint32_t n = 0;
    for (uint32_t e = 0; e < blocks->n_edges; e++) {
        out->edges[e] = n;
        TRY(measure_edge(p, trace, blocks, e, uses, &out->insts[n], st));
        n += blocks->blocks[blocks->edges[e].to].n;
        TRY(measure_exit(p, trace, &blocks->blocks[blocks->edges[e].to], &out->exits[e], st));
    }
    out->cycles = p->now;
    return ST_OK;
}

enum st_code precharacterise(struct timing_table *out, const struct gpu_config *config,
                             const struct kernel_trace *trace, const struct blocks *blocks,
                             struct status *st)
{
    AUTO(probe_close) struct probe p = {.now = 0};
    uint32_t longest = 2;
    size_t n = 0;
    *out = (struct timing_table){0};
    for (uint32_t b = 0; b < blocks->n_blocks; b++)
        longest = blocks->blocks[b].n > longest ? blocks->blocks[b].n : longest;
    for (uint32_t e = 0; e < blocks->n_edges; e++)
        n += blocks->blocks[blocks->edges[e].to].n;
    if (!MEM_ARRAYS(MEM_ARRAY(out->insts, n), MEM_ARRAY(out->edges, blocks->n_edges),
                    MEM_ARRAY(out->exits, blocks->n_edges))) {
        timing_table_release(out);
        return status_no_memory(st, "pre-characterisation");
    }
    enum st_code code = probe_open(&p, config, trace->shape.registers, 2 * longest, st);
    if (code == ST_OK)
        code = measure(out, &p, trace, blocks, st);
    if (code != ST_OK)
        timing_table_release(out);
    return code;
}

void timing_table_release(struct timing_table *t)
{
    MEM_FREE(t->insts, t->edges, t->exits);
    *t = (struct timing_table){0};
}
