#include "sim/timing/residency.h"

#include "sim/timing/sm/issued.h"

#include <stdio.h>

enum { REGISTER_UNIT = 4 };

struct cta_needs cta_needs_of(const struct kernel *kernel)
{
    return (struct cta_needs){
        .warps = kernel_cta_warps(kernel),
        .registers = kernel->registers,
        .shared_B = kernel->shared_B,
    };
}

static uint64_t registers_of(const struct cta_needs *cta)
{
    uint64_t of_thread = ((uint64_t)cta->registers + REGISTER_UNIT - 1) / REGISTER_UNIT;
    return of_thread * REGISTER_UNIT * WARP_LANES * cta->warps;
}

/* An SM's shared memory without the rays' stacks. */
static uint32_t shared_of(const struct gpu_config *config)
{
    return config->sm.shared_B - rt_shared_B(&config->rt);
}

static void at_most(uint64_t *ctas, uint64_t there_is, uint64_t of_one)
{
    if (of_one && there_is / of_one < *ctas)
        *ctas = there_is / of_one;
}

uint32_t residency_ctas(const struct gpu_config *config, const struct cta_needs *cta)
{
    uint64_t ctas = config->sm.ctas;
    at_most(&ctas, config->sm.threads / WARP_LANES, cta->warps);
    at_most(&ctas, MAX_WARPS, cta->warps);
    at_most(&ctas, config->sm.registers, registers_of(cta));
    at_most(&ctas, shared_of(config), cta->shared_B);
    return (uint32_t)ctas;
}

enum st_code residency_check(const struct gpu_config *config, const struct cta_needs *cta,
                             struct status *st)
{
    const struct sm_config *sm = &config->sm;
    unsigned long long registers = registers_of(cta);
    char who[32] = "a warp";
    if (cta->warps > 1)
        snprintf(who, sizeof who, "a CTA of %u warps", cta->warps);
    if (cta->warps * WARP_LANES > sm->threads)
        return status_fail(st, ST_USAGE,
                           "an SM has no room for %s; sm.threads must be at least %u, it is %u",
                           who, cta->warps * WARP_LANES, sm->threads);
    if (registers > sm->registers)
        return status_fail(st, ST_USAGE,
                           "an SM has no room for %s with %u registers per thread; sm.registers "
                           "must be at least %llu, it is %u",
                           who, cta->registers, registers, sm->registers);
    uint32_t stacks = rt_shared_B(&config->rt);
    if (cta->shared_B > shared_of(config) && stacks)
        return status_fail(st, ST_USAGE,
                           "an SM has no room for a CTA with %u bytes of shared memory; "
                           "sm.shared_B is %u, of which stacks of rays take %u "
                           "(rt.stack_shared_entries)",
                           cta->shared_B, sm->shared_B, stacks);
    if (cta->shared_B > sm->shared_B)
        return status_fail(st, ST_USAGE,
                           "an SM has no room for a CTA with %u bytes of shared memory; "
                           "sm.shared_B must be at least that, it is %u",
                           cta->shared_B, sm->shared_B);
    return ST_OK;
}

uint32_t sm_occupancy(const struct gpu_config *config, uint32_t registers)
{
    return residency_ctas(config, &(struct cta_needs){.warps = 1, .registers = registers});
}
