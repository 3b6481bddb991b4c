#include "tests/rig/sm_rig.h"

#include "tests/rig/rig.h"

#include <stdlib.h>
#include <string.h>

static bool can_send(const void *self, uint32_t sm)
{
    const struct fake_memory *m = self;
    (void)sm;
    return !m->closed && (!m->interval || *m->now % m->interval == 0);
}

static void send(void *self, const struct mem_request *request, cycle_t now)
{
    struct fake_memory *m = self;
    assert_int_equal(request->addr % SECTOR_B, 0);
    assert_true(m->n == 0 || m->sent_at[m->n - 1] < now);
    if (m->n == m->room) {
        m->room = m->room ? 2 * m->room : 64;
        m->waiting = realloc(m->waiting, m->room * sizeof *m->waiting);
        m->sent_at = realloc(m->sent_at, m->room * sizeof *m->sent_at);
        assert_non_null(m->waiting);
        assert_non_null(m->sent_at);
    }
    m->waiting[m->n] = *request;
    m->sent_at[m->n++] = now;
}

static bool take(void *self, uint32_t sm, cycle_t now, struct mem_request *reply)
{
    struct fake_memory *m = self;
    (void)sm;
    if (m->taken == m->n || m->sent_at[m->taken] + m->latency > now)
        return false;
    *reply = m->waiting[m->taken];
    bool dram = m->from_dram || (m->dram_at && reply->addr >= m->dram_at);
    reply->from_dram = dram && !reply->write;
    m->taken++;
    return true;
}

void fake_memory_init(struct fake_memory *m, uint32_t latency)
{
    *m = (struct fake_memory){.latency = latency};
    m->port = (struct mem_port){.self = m, .can_send = can_send, .send = send, .take = take};
}

void fake_memory_free(struct fake_memory *m)
{
    free(m->waiting);
    free(m->sent_at);
}

cycle_t fake_memory_next(const struct fake_memory *m)
{
    return m->taken == m->n ? CYCLE_NEVER : m->sent_at[m->taken] + m->latency;
}

static enum st_code script_step(struct warp *w, struct warp_step *out, struct status *st)
{
    struct script *s = (struct script *)w;
    const struct script_step *step = &s->steps[s->at];
    if (s->fail_at == s->n_issued + 1)
        return status_fail(st, ST_FAILED, "the script says so");
    out->inst = &step->inst;
    out->active = step->lanes;
    out->executed = step->lanes & ~step->failed;
    out->rays = step->rays;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        out->addr[lane] = step->addr + lane * step->stride;
    if (s->n_issued < s->room)
        s->issued[s->n_issued] = *s->now;
    s->n_issued++;
    if (s->done[s->at] < step->times) {
        s->done[s->at]++;
        s->at = step->jump_to;
    } else {
        s->at++;
    }
    w->next = s->at < s->n ? &s->steps[s->at].inst : NULL;
    w->active = w->next ? s->steps[s->at].lanes : 0;
    return ST_OK;
}

/* The script's records are the test's own. */
static void script_drop_records(struct warp *w)
{
    (void)w;
}

static void script_end(struct warp *w)
{
    struct script *s = (struct script *)w;
    assert_false(s->ended);
    s->ended = true;
    s->ended_at = *s->now;
}

static bool script_same_place(const struct warp *a, const struct warp *b)
{
    return a->next->pc == b->next->pc;
}

static enum st_code script_reorder(struct warp *const *warps, uint32_t n, struct reordering *out,
                                   struct status *st)
{
    *out = (struct reordering){.shaders_before = 3 * n, .keys_before = 5 * n};
    out->shaders_after = out->keys_after = n;
    for (uint32_t i = 0; i < n; i++) {
        struct script *s = (struct script *)warps[i];
        const struct script_step *step = &s->steps[s->at];
        assert_int_equal(step->inst.pc, warps[0]->next->pc);
        if (step->reorder_fails)
            return status_fail(st, ST_FAILED, "the script sorts nothing");
        out->threads += warp_count_lanes(warps[i]->active);
        out->moved += step->moved;
        s->sorted_at = *s->now;
        s->sorted_with = n;
    }
    return ST_OK;
}

static const struct warp_ops script_ops = {.step = script_step,
                                           .drop_records = script_drop_records,
                                           .end = script_end,
                                           .same_place = script_same_place,
                                           .reorder = script_reorder};

void script_init(struct script *s, const struct script_step *steps, uint32_t n, const cycle_t *now)
{
    struct script_step *own = calloc(n + 1, sizeof *own);
    assert_non_null(own);
    for (uint32_t i = 0; i < n; i++) {
        own[i] = steps[i];
        if (own[i].inst.n_reads == 0 && own[i].inst.n_writes == 0 && own[i].inst.op < OP_SCALAR)
            warp_inst_collect_all(&own[i].inst);
        warp_inst_finish(&own[i].inst);
    }
    *s = (struct script){
        .warp = {&script_ops, n ? &own[0].inst : NULL, n ? own[0].lanes : 0, NULL},
        .steps = own,
        .n = n,
        .now = now,
        .room = SCRIPT_ROOM,
    };
    s->done = calloc(n + 1, sizeof *s->done);
    s->issued = calloc(s->room, sizeof *s->issued);
    assert_non_null(s->done);
    assert_non_null(s->issued);
}

void script_free(struct script *s)
{
    free(s->steps);
    free(s->done);
    free(s->issued);
}

struct script_step step_op(enum warp_op op, uint32_t dst, uint32_t src0, uint32_t src1)
{
    struct script_step step = {.lanes = UINT32_MAX};
    step.inst.op = (uint8_t)op;
    step.inst.kind = op == OP_TRACE_RAY                 ? KIND_TRACE
                     : warp_op_addresses(op)            ? KIND_MEMORY
                     : op == OP_BRANCH || op == OP_EXIT ? KIND_CONTROL
                     : op == OP_SFU                     ? KIND_SFU
                                                        : KIND_ALU;
    step.inst.access_B = warp_op_addresses(op) ? 4 : 0;
    if (dst)
        step.inst.dst[step.inst.n_dst++] = (uint16_t)dst;
    if (src0)
        step.inst.src[step.inst.n_src++] = (uint16_t)src0;
    if (src1)
        step.inst.src[step.inst.n_src++] = (uint16_t)src1;
    return step;
}

enum warp_counter script_counter(enum warp_op op)
{
    switch (op) {
    case OP_LOAD:
    case OP_ATOMIC:
    case OP_TRACE_RAY:
        return COUNTER_VM;
    case OP_STORE:
    case OP_REDUCE:
        return COUNTER_VS;
    case OP_LOAD_SHARED:
    case OP_STORE_SHARED:
    case OP_ATOMIC_SHARED:
    case OP_SCALAR_LOAD:
        return COUNTER_LGKM;
    default:
        return COUNTER_NONE;
    }
}

void script_number(struct script_step *steps, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        steps[i].inst.pc = 8 * i;
}

#define UNIT(name, cycles, interval) .name##_latency = cycles, .name##_interval = interval

static const struct gpu_config reference = {
    .name = "rig",
    .sm = {.threads = 1024,
           .registers = 65536,
           .ctas = 32,
           .shared_B = 65536,
           .schedulers = 4,
           .scheduler = SCHEDULER_GTO,
           .fetches = 4,
           .buffer_B = 16,
           .collectors = 8,
           .collector_ports = 8,
           .register_banks = 16,
           .collector_steps = 2,
           .pipelines = PIPELINES_SUB_CORE,
           .collectors_held = true,
           .flush_l1d = true},
    .exec = {.sp_units = 4,
             .int_units = 4,
             .sfu_units = 4,
             .writebacks = 8,
             .result_cycles = 2,
             .scalar_latency = 2,
             UNIT(alu, 1, 1),
             UNIT(int_add, 4, 2),
             UNIT(int_max, 13, 2),
             UNIT(int_mul, 4, 2),
             UNIT(int_mad, 5, 2),
             UNIT(int_div, 145, 8),
             UNIT(fp_add, 4, 2),
             UNIT(fp_max, 13, 2),
             UNIT(fp_mul, 4, 2),
             UNIT(fp_mad, 5, 2),
             UNIT(fp_div, 39, 4),
             UNIT(dp_add, 8, 4),
             UNIT(dp_max, 19, 4),
             UNIT(dp_mul, 8, 4),
             UNIT(dp_mad, 8, 4),
             UNIT(dp_div, 330, 130),
             UNIT(sfu, 100, 8)},
    .icache = {.size_B = 0, .line_B = 64, .ways = 4},
    .scalar_cache = {.size_B = 16384, .line_B = 64, .ways = 4, .mshrs = 32, .latency = 20},
    .ldst = {.l1_banks = 4,
             .l1_latency = 20,
             .bank = BANK_SECTOR,
             .shared_banks = 32,
             .shared_latency = 20},
    .l1d =
        {.sets = 1, .ways = 512, .line_B = 128, .mshrs = 8192, .mshr_merges = 64, .miss_queue = 16},
    .rt = {.max_warps = 4,
           .l1_port = L1_PORT_OWN,
           .request_B = 32,
           .header_cycles = 4,
           .internal_cycles = 8,
           .instance_cycles = 8,
           .descriptor_cycles = 4,
           .triangle_cycles = 8,
           .triangle_hit_cycles = 8,
           .procedural_cycles = 8,
           .refill_cycles = 3,
           .result = RESULT_BUFFER,
           .result_stores = RESULT_STORES_EACH_HIT},
};

void sm_rig_init(struct sm_rig *r, uint32_t latency)
{
    memset(r, 0, sizeof *r);
    r->config = reference;
    fake_memory_init(&r->memory, latency);
    r->memory.now = &r->now;
}

void sm_rig_start(struct sm_rig *r, uint32_t registers)
{
    sm_rig_start_ctas(r, &(struct cta_needs){.warps = 1, .registers = registers});
}

void sm_rig_start_ctas(struct sm_rig *r, const struct cta_needs *cta)
{
    struct status *rig_st = &r->st;
    if (sm_create(&r->sm, &r->config, 0, cta, &r->memory.port, rig_st) != ST_OK)
        fail_msg("%s", rig_st->text);
    r->cta_warps = cta->warps;
}

void sm_rig_launch(struct sm_rig *r, struct script *const *scripts)
{
    struct warp *warps[KERNEL_CTA_WARPS];
    for (uint32_t i = 0; i < r->cta_warps; i++)
        warps[i] = &scripts[i]->warp;
    sm_launch(r->sm, warps, r->now);
}

void sm_rig_free(struct sm_rig *r)
{
    sm_free(r->sm);
    fake_memory_free(&r->memory);
}

enum st_code sm_rig_run(struct sm_rig *r, struct script *const *scripts, uint32_t n, bool every,
                        cycle_t limit)
{
    uint32_t launched = 0;
    cycle_t next = r->now;
    if (every)
        sm_every_cycle(r->sm);
    while (launched < n || sm_resident(r->sm) > 0) {
        bool reply = fake_memory_next(&r->memory) <= r->now;
        if (every || next <= r->now || reply) {
            TRY(sm_tick(r->sm, r->now, &next, &r->st));
            r->ticks++;
            assert_true(next > r->now);
        }
        if (launched < n && sm_can_launch(r->sm)) {
            sm_rig_launch(r, scripts + launched);
            launched += r->cta_warps;
            next = r->now + 1;
        }
        if (r->now++ > limit)
            fail_msg("not finished after %llu cycles", (unsigned long long)limit);
    }
    return ST_OK;
}

void sm_rig_one(struct sm_rig *r, struct script *s, struct script_step *steps, uint32_t n)
{
    script_number(steps, n);
    script_init(s, steps, n, &r->now);
    if (!r->sm)
        sm_rig_start(r, 16);
    assert_int_equal(sm_rig_run(r, &s, 1, true, 100000), ST_OK);
}

void sm_rig_together(struct sm_rig *r, struct script *const *scripts, uint32_t n)
{
    if (!r->sm)
        sm_rig_start(r, 16);
    for (uint32_t i = 0; i < n; i += r->cta_warps)
        sm_rig_launch(r, scripts + i);
    r->now++;
    assert_int_equal(sm_rig_run(r, scripts, 0, true, 100000), ST_OK);
}

void sm_rig_count(struct sm_rig *r, struct gpu_counters *out)
{
    memset(out, 0, sizeof *out);
    sm_count(r->sm, r->now - 1, out);
}

uint64_t sm_rig_slots(const struct sm_counters *c)
{
    return c->slot_issued + c->slot_no_warp + c->slot_drain + c->slot_fetch + c->slot_control +
           c->slot_alu + c->slot_memory + c->slot_rt + c->slot_barrier + c->slot_unit +
           c->slot_collector + c->slot_memory_full + c->slot_rt_full;
}

uint64_t sm_rig_rt_cycles(const struct rt_counters *c)
{
    return c->cycle_request + c->cycle_miss_queue + c->cycle_mshr + c->cycle_port + c->cycle_test +
           c->cycle_wait_l1 + c->cycle_wait_l2 + c->cycle_wait_dram + c->cycle_acknowledge +
           c->cycle_complete + c->cycle_no_warp;
}

void sm_ran_free(struct sm_ran *ran)
{
    script_free(&ran->s);
    sm_rig_free(&ran->r);
}

void sm_ran_run(struct sm_ran *ran, const struct script_step *steps, uint32_t n)
{
    struct script_step all[200];
    assert_true(n < sizeof all / sizeof *all);
    memcpy(all, steps, n * sizeof *steps);
    all[n] = step_op(OP_EXIT, 0, 0, 0);
    sm_rig_one(&ran->r, &ran->s, all, n + 1);
    sm_rig_count(&ran->r, &ran->c);
    assert_int_equal(sm_rig_slots(&ran->c.sm), ran->r.config.sm.schedulers * ran->r.now);
}
