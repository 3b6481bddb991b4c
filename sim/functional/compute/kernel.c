/* Makes a launch a kernel for the timing model. The recorded execution of a CTA is freed when its
 * last warp is ended, and its memory serves the next CTA, so memory does not grow with the grid. */
#include "common/memory.h"
#include "sim/functional/compute/cta.h"
#include "sim/functional/exec/recorded.h"
#include "sim/functional/frontend/ptx/parse.h"
#include "sim/functional/frontend/rdna2/parse.h"

#include <string.h>

struct compute_state {
    struct kernel_state state; /* first member: timing's kernel * is a compute_state * */
    struct cta cta;
    uint32_t started;
    struct recorded_pool recorded;
};

enum st_code compute_program_create(struct compute_program **out, enum isa isa, const char *name,
                                    const char *text, size_t n, const char *entry,
                                    struct status *st)
{
    struct compute_program *p;
    TRY(mem_make(&p, 1, sizeof *p, name, st));
    struct launch *l = &p->launch;
    enum st_code code = isa == ISA_RDNA2 ? rdna2_parse_kernel(&l->program, text, n, name, entry, st)
                                         : ptx_parse_kernel(&l->program, text, n, name, entry,
                                                            isa == ISA_PTXAS, st);
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

static enum st_code kernel_start(struct kernel *kernel, uint32_t number, struct warp **out,
                                 struct status *st)
{
    struct compute_state *k = (struct compute_state *)kernel;
    struct recorded_cta *c = NULL;
    if (number != k->started++ || number >= kernel->n_ctas)
        BUG("CTA %u started as the %u. of %u", number, k->started, kernel->n_ctas);
    TRY(recorded_take(&c, &k->recorded, st));
    enum st_code code = cta_run(&k->cta, number, recorded_logs(c), st);
    if (code != ST_OK)
        recorded_give_back(c);
    else
        recorded_start(c, out);
    return code;
}

static void kernel_free(struct kernel *kernel)
{
    struct compute_state *k = (struct compute_state *)kernel;
    recorded_pool_release(&k->recorded);
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
    k->recorded.n_warps = k->cta.n_warps;
    k->recorded.insts = program->insts;
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
