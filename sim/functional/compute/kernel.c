/* Makes a launch a kernel for the timing model. The recorded execution of a CTA is freed when its
 * last warp is ended, and its memory serves the next CTA, so memory does not grow with the grid. */
#include "common/memory.h"
#include "sim/functional/compute/cta.h"
#include "sim/functional/frontend/ptx/parse.h"
#include "sim/functional/frontend/rdna2/parse.h"

#include <stdatomic.h>
#include <string.h>

struct recorded_cta;

/* A warp that replays its recorded execution. */
struct recorded_warp {
    struct warp warp; /* first member: the struct warp * of timing is also a recorded_warp * */
    struct recorded_cta *cta;
    struct step_log record;
    const struct warp_inst *insts;
    uint32_t run, within; /* next instruction: number of its run, and its position in the run */
    uint32_t at;          /* position of the next addresses */
};

struct recorded_cta {
    struct compute_state *kernel;
    struct recorded_cta *next;      /* in the list of all CTAs of the kernel */
    struct recorded_cta *next_free; /* in the list of free CTAs */
    struct recorded_warp *warps;
    struct step_log **records;
    _Atomic uint32_t left; /* warps that have not been ended */
};

struct compute_state {
    struct kernel_state state; /* first member: timing's kernel * is a compute_state * */
    struct cta cta;
    uint32_t started;
    struct recorded_cta *all;
    _Atomic(struct recorded_cta *) free; /* one thread takes free CTAs, any thread may return one */
};

enum st_code compute_program_create(struct compute_program **out, enum isa isa, const char *name,
                                    const char *text, size_t n, const char *entry,
                                    struct status *st)
{
    struct compute_program *p;
    TRY(mem_make(&p, 1, sizeof *p, name, st));
    struct launch *l = &p->launch;
    enum st_code code = isa == ISA_RDNA2 ? rdna2_parse_kernel(&l->program, text, n, name, entry, st)
                                         : ptx_parse_kernel(&l->program, text, n, name, entry, st);
    if (code != ST_OK) {
        mem_free(p);
        return code;
    }
    l->compute = &compute_operations;
    l->map.block[BLOCK_LOCAL] = COMPUTE_LOCAL_BASE;
    l->map.block_bytes[BLOCK_LOCAL] =
        (l->program->local_bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
    *out = p;
    return ST_OK;
}

void compute_program_free(struct compute_program *p)
{
    if (!p)
        return;
    program_free(p->launch.program);
    mem_free(p);
}

const struct program *compute_program_of(const struct compute_program *p)
{
    return p->launch.program;
}

/* Moves to the next run if the current one is complete. */
static void look_ahead(struct recorded_warp *w)
{
    const struct step_log *r = &w->record;
    if (w->run < r->n_runs && w->within == r->runs[w->run].n) {
        w->run++;
        w->within = 0;
    }
    w->warp.next = NULL;
    w->warp.active = 0;
    if (w->run < r->n_runs) {
        w->warp.next = &w->insts[r->runs[w->run].pc + w->within];
        w->warp.active = r->runs[w->run].active;
    }
}

static enum st_code warp_step(struct warp *warp, struct warp_step *step, struct status *st)
{
    struct recorded_warp *w = (struct recorded_warp *)warp;
    const struct step_log_run *run = &w->record.runs[w->run];
    (void)st; /* cannot fail, because the CTA has been executed before */
    step->inst = warp->next;
    step->active = run->active;
    step->executed = run->executed;
    step->rays = NULL;
    if (run->executed && step_log_has_addresses((enum warp_op)warp->next->op))
        step_log_addresses(&w->record, &w->at, run->executed, step->addr);
    w->within++;
    look_ahead(w);
    return ST_OK;
}

static void give_back(struct recorded_cta *c)
{
    struct compute_state *k = c->kernel;
    struct recorded_cta *first = atomic_load_explicit(&k->free, memory_order_relaxed);
    do
        c->next_free = first;
    while (!atomic_compare_exchange_weak_explicit(&k->free, &first, c, memory_order_release,
                                                  memory_order_relaxed));
}

static void warp_drop_records(struct warp *warp)
{
    (void)warp; /* there are no rays */
}

static void warp_end(struct warp *warp)
{
    struct recorded_warp *w = (struct recorded_warp *)warp;
    if (atomic_fetch_sub_explicit(&w->cta->left, 1, memory_order_acq_rel) == 1)
        give_back(w->cta);
}

static const struct warp_ops warp_ops = {
    .step = warp_step, .drop_records = warp_drop_records, .end = warp_end};

static void recorded_free(struct recorded_cta *c, uint32_t n_warps)
{
    for (uint32_t i = 0; c->warps && i < n_warps; i++)
        step_log_release(&c->warps[i].record);
    MEM_FREE(c->warps, c->records, c);
}

static enum st_code recorded_create(struct recorded_cta **out, struct compute_state *k,
                                    struct status *st)
{
    uint32_t n = k->cta.n_warps;
    struct recorded_cta *c;
    TRY(mem_make(&c, 1, sizeof *c, "a CTA", st));
    c->kernel = k;
    if (!MEM_ARRAYS(MEM_ARRAY(c->warps, n), MEM_ARRAY(c->records, n))) {
        recorded_free(c, n);
        return status_no_memory(st, "a CTA");
    }
    for (uint32_t i = 0; i < n; i++) {
        c->warps[i].warp.ops = &warp_ops;
        c->warps[i].cta = c;
        c->warps[i].insts = k->cta.program->launch.program->insts;
        c->records[i] = &c->warps[i].record;
    }
    c->next = k->all;
    k->all = c;
    *out = c;
    return ST_OK;
}

static enum st_code take_cta(struct recorded_cta **out, struct compute_state *k, struct status *st)
{
    struct recorded_cta *first = atomic_load_explicit(&k->free, memory_order_acquire);
    while (first &&
           !atomic_compare_exchange_weak_explicit(&k->free, &first, first->next_free,
                                                  memory_order_acquire, memory_order_acquire))
        continue;
    *out = first;
    return first ? ST_OK : recorded_create(out, k, st);
}

static enum st_code kernel_start(struct kernel *kernel, uint32_t number, struct warp **out,
                                 struct status *st)
{
    struct compute_state *k = (struct compute_state *)kernel;
    struct recorded_cta *c = NULL;
    if (number != k->started++ || number >= kernel->n_ctas)
        BUG("CTA %u started as the %u. of %u", number, k->started, kernel->n_ctas);
    TRY(take_cta(&c, k, st));
    for (uint32_t i = 0; i < k->cta.n_warps; i++)
        step_log_clear(c->records[i]);
    enum st_code code = cta_run(&k->cta, number, c->records, st);
    if (code != ST_OK) {
        give_back(c);
        return code;
    }
    atomic_store_explicit(&c->left, k->cta.n_warps, memory_order_relaxed);
    for (uint32_t i = 0; i < k->cta.n_warps; i++) {
        c->warps[i].run = c->warps[i].within = c->warps[i].at = 0;
        look_ahead(&c->warps[i]);
        out[i] = &c->warps[i].warp;
    }
    return ST_OK;
}

static void kernel_free(struct kernel *kernel)
{
    struct compute_state *k = (struct compute_state *)kernel;
    while (k->all) {
        struct recorded_cta *c = k->all;
        k->all = c->next;
        recorded_free(c, k->cta.n_warps);
    }
    cta_release(&k->cta);
    mem_free(k);
}

static enum st_code check_kernel(const struct compute_launch *l, const struct program *p,
                                 struct status *st)
{
    uint64_t threads = (uint64_t)l->block[0] * l->block[1], ctas = 1;
    threads = l->block[0] && l->block[1] && threads <= 1024 ? threads * l->block[2] : 0;
    if (!threads || threads > KERNEL_CTA_WARPS * WARP_LANES)
        return status_fail(st, ST_USAGE, "a block of %u x %u x %u threads; expected 1 to %d in all",
                           l->block[0], l->block[1], l->block[2], KERNEL_CTA_WARPS * WARP_LANES);
    for (uint32_t i = 0; i < 3; i++)
        ctas = ctas <= UINT32_MAX ? ctas * l->grid[i] : ctas;
    uint64_t warps = ctas * ((threads + WARP_LANES - 1) / WARP_LANES);
    if (!ctas || warps > UINT32_MAX / WARP_LANES)
        return status_fail(st, ST_USAGE,
                           "a grid of %u x %u x %u CTAs of %u threads; expected 1 to 2^32 threads",
                           l->grid[0], l->grid[1], l->grid[2], (uint32_t)threads);
    if (l->shared_bytes > PROGRAM_MOST_SHARED - p->shared_bytes)
        return status_fail(st, ST_USAGE,
                           "%u bytes of shared memory beside the kernel's own %u; at most %d are "
                           "allowed in all",
                           l->shared_bytes, p->shared_bytes, PROGRAM_MOST_SHARED);
    if (l->param_bytes != p->param_bytes)
        return status_fail(st, ST_USAGE, "%s: %u bytes of parameters; expected %u", p->name,
                           l->param_bytes, p->param_bytes);
    return ST_OK;
}

enum st_code compute_kernel(struct kernel **out, struct compute_program *p,
                            struct compute_memory *memory, const struct compute_launch *launch,
                            struct status *st)
{
    static const struct kernel_ops ops = {.start = kernel_start, .free = kernel_free};
    const struct program *program = p->launch.program;
    struct compute_state *k;
    TRY(check_kernel(launch, program, st));
    TRY(mem_make(&k, 1, sizeof *k, "kernel", st));
    struct kernel *kernel = &k->state.kernel;
    kernel->ops = &ops;
    kernel->n_ctas = launch->grid[0] * launch->grid[1] * launch->grid[2];
    kernel->registers = program->live_registers;
    kernel->shared_B = program->shared_bytes + launch->shared_bytes;
    kernel->machine_code = program->rdna2 != NULL;
    k->state.launch = &p->launch;
    k->state.budget = launch->step_budget ? launch->step_budget : COMPUTE_MOST_STEPS;
    enum st_code code = cta_prepare(&k->cta, p, memory, launch, &k->state, st);
    if (code != ST_OK) {
        kernel_free(kernel);
        return code;
    }
    kernel->cta_warps = k->cta.n_warps;
    *out = kernel;
    return ST_OK;
}

void compute_kernel_counts(const struct kernel *kernel, struct functional_counts *out)
{
    const struct compute_state *k = (const struct compute_state *)kernel;
    *out = (struct functional_counts){0};
    for (uint32_t i = 0; i < k->cta.n_warps; i++) {
        const struct warp_context *m = &k->cta.warps[i].context;
        functional_counts_add(out, &m->counts);
        out->thread_instructions += context_held(m);
    }
}

enum st_code compute_run(struct kernel *kernel, struct status *st)
{
    struct compute_state *k = (struct compute_state *)kernel;
    while (k->started < kernel->n_ctas)
        TRY(cta_run(&k->cta, k->started++, NULL, st));
    return ST_OK;
}
