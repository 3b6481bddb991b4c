#include "tests/rig/fake_warp.h"

#include "common/memory.h"

#include <string.h>

enum { MOST_RECORDS = 64, TABLE = 2 };

struct fake {
    struct kernel base;
    const struct fake_step *script;
    struct warp_inst *insts;
    uint32_t n_steps, fail_at, started;
};

struct fake_warp {
    struct warp base;
    struct fake *kernel;
    uint32_t cta, index, at;
    struct ray_work rays[WARP_LANES];
    record_t records[WARP_LANES][MOST_RECORDS];
    uint64_t table[WARP_LANES][TABLE];
};

static uint64_t address(const struct fake_warp *w, const struct fake_step *s, uint32_t lane)
{
    if (!s->scatter)
        return s->base + w->cta * s->per_cta + w->index * s->per_warp + lane * s->per_lane;
    uint64_t n = (uint64_t)w->cta << 20 | w->index << 12 | w->at << 5 | lane;
    return s->base + 4 * ((n * 0x9E3779B97F4A7C15u >> 32) % s->scatter);
}

/* Some kind of record, the same for the same place; a ray never begins with a spill. */
static enum record_kind some_kind(uint64_t addr, uint32_t i)
{
    enum record_kind kind = (enum record_kind)((addr >> 6) * 0x9E3779B97F4A7C15u % RECORD_KINDS);
    return i == 0 && kind == RECORD_SPILL ? RECORD_HEADER : kind;
}

static void mix(struct fake_warp *w, uint32_t lane)
{
    struct ray_work *ray = &w->rays[lane];
    for (uint32_t i = 0; i < ray->n_records; i++) {
        uint64_t addr = record_addr(w->records[lane][i]);
        w->records[lane][i] = record_make(some_kind(addr, i), addr);
    }
    ray->n_table_stores = lane % 4 == 0 ? TABLE : 0;
    ray->table_stores = w->table[lane];
    for (uint32_t i = 0; i < TABLE; i++)
        w->table[lane][i] = (UINT64_C(1) << 31) + (w->cta << 12 | lane << 6) + 32 * i;
}

static void fill_rays(struct fake_warp *w, const struct fake_step *s, struct warp_step *step)
{
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint64_t first = address(w, s, lane);
        for (uint32_t i = 0; i < s->n_records; i++)
            w->records[lane][i] = record_make(
                i + 1 < s->n_records ? RECORD_INTERNAL : RECORD_TRIANGLE_HIT, first + 64 * i);
        w->rays[lane] =
            (struct ray_work){.records = w->records[lane],
                              .n_records = s->n_records,
                              .result_addr = UINT64_C(1) << 30 | w->cta << 12 | lane << 5};
        if (s->mixed)
            mix(w, lane);
    }
    step->rays = w->rays;
}

static enum st_code step_warp(struct warp *base, struct warp_step *step, struct status *st)
{
    struct fake_warp *w = (struct fake_warp *)(void *)base;
    const struct fake *k = w->kernel;
    if (w->cta == k->fail_at)
        return status_fail(st, ST_FAILED, "CTA %u fails as it should", w->cta);
    step->inst = w->base.next;
    step->active = step->executed = w->base.active;
    step->rays = NULL;
    if (w->at < k->n_steps) {
        const struct fake_step *s = &k->script[w->at];
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            step->addr[lane] = address(w, s, lane);
        if (s->op == OP_TRACE_RAY)
            fill_rays(w, s, step);
    }
    w->at++;
    w->base.next = w->at <= k->n_steps ? &k->insts[w->at] : NULL;
    w->base.active =
        w->at < k->n_steps && k->script[w->at].active ? k->script[w->at].active : UINT32_MAX;
    return ST_OK;
}

/* Who reads them afterwards finds what no ray has. */
static void drop_records(struct warp *base)
{
    struct fake_warp *w = (struct fake_warp *)(void *)base;
    memset(w->records, 0xff, sizeof w->records);
}

static void end_warp(struct warp *base)
{
    mem_free(base);
}

static bool same_place(const struct warp *a, const struct warp *b)
{
    return a->next == b->next;
}

/* Nothing depends on which thread is in which lane; all but the first change. */
static enum st_code reorder(struct warp *const *warps, uint32_t n, struct reordering *out,
                            struct status *st)
{
    (void)st;
    *out = (struct reordering){.shaders_before = 2 * n, .shaders_after = n, .keys_before = 3 * n};
    out->keys_after = n;
    for (uint32_t i = 0; i < n; i++)
        out->threads += warp_count_lanes(warps[i]->active);
    out->moved = out->threads - 1;
    return ST_OK;
}

static const struct warp_ops warp_ops = {.step = step_warp,
                                         .drop_records = drop_records,
                                         .end = end_warp,
                                         .same_place = same_place,
                                         .reorder = reorder};

static struct warp *new_warp(struct fake *k, uint32_t cta, uint32_t index)
{
    struct fake_warp *w = mem_calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->base.ops = &warp_ops;
    w->base.next = &k->insts[0];
    w->base.active = k->n_steps && k->script[0].active ? k->script[0].active : UINT32_MAX;
    w->kernel = k;
    w->cta = cta;
    w->index = index;
    return &w->base;
}

static enum st_code start(struct kernel *base, uint32_t cta, struct warp **out, struct status *st)
{
    struct fake *k = (struct fake *)(void *)base;
    if (base->cta_warps && cta != k->started++)
        BUG("CTA %u started as number %u", cta, k->started - 1);
    for (uint32_t i = 0; i < kernel_cta_warps(base); i++) {
        out[i] = new_warp(k, cta, i);
        if (!out[i]) {
            while (i)
                end_warp(out[--i]);
            return status_no_memory(st, "a fake warp");
        }
    }
    return ST_OK;
}

static void free_kernel(struct kernel *base)
{
    struct fake *k = (struct fake *)(void *)base;
    mem_free(k->insts);
    mem_free(k);
}

static const struct kernel_ops kernel_ops = {start, free_kernel};

struct kernel *fake_kernel(const struct fake_step *script, uint32_t n_steps, uint32_t n_ctas,
                           uint32_t registers, uint32_t fail_at)
{
    struct fake *k = mem_calloc(1, sizeof *k);
    struct warp_inst *insts = mem_calloc(n_steps + 1, sizeof *insts);
    if (!k || !insts) {
        mem_free(k);
        mem_free(insts);
        return NULL;
    }
    uint32_t pc = 0;
    for (uint32_t i = 0; i < n_steps; i++) {
        insts[i] = (struct warp_inst){.pc = pc,
                                      .op = (uint8_t)script[i].op,
                                      .n_dst = script[i].dst != 0,
                                      .n_src = script[i].src != 0,
                                      .access_B = script[i].access_B ? script[i].access_B : 4,
                                      .size_B = script[i].size_B,
                                      .counter = script[i].counter,
                                      .reorder_B = script[i].reorder_B,
                                      .dst = {script[i].dst},
                                      .src = {script[i].src}};
        memcpy(insts[i].until, script[i].until, sizeof insts[i].until);
        pc += script[i].size_B ? script[i].size_B : 8;
        if (insts[i].op < OP_SCALAR)
            warp_inst_collect_all(&insts[i]);
        warp_inst_finish(&insts[i]);
    }
    insts[n_steps] = (struct warp_inst){.pc = pc, .op = OP_EXIT};
    warp_inst_finish(&insts[n_steps]);
    *k = (struct fake){.base = {.ops = &kernel_ops, .n_ctas = n_ctas, .registers = registers},
                       .script = script,
                       .insts = insts,
                       .n_steps = n_steps,
                       .fail_at = fail_at};
    return &k->base;
}

struct kernel *fake_compute_kernel(const struct fake_step *script, uint32_t n_steps,
                                   uint32_t n_ctas, uint32_t registers, uint32_t fail_at,
                                   uint32_t cta_warps, uint32_t shared_B)
{
    struct kernel *k = fake_kernel(script, n_steps, n_ctas, registers, fail_at);
    if (k) {
        k->cta_warps = cta_warps;
        k->shared_B = shared_B;
    }
    return k;
}
