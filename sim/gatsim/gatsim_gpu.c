#include "sim/gatsim/gatsim_gpu.h"

#include "common/memory.h"
#include "common/progress.h"
#include "sim/timing/residency.h"

/* Dispatches CTAs as the cycle model does (sim/timing/dispatch.h): in each cycle each SM with room
 * takes one, in turn. SMs are independent, so each runs alone until one of its CTAs leaves; the SM
 * that is first in time gets the next CTA and runs on. */
struct gatsim_gpu {
    const struct gatsim_program *program;
    const struct model_options *options;
    struct gatsim_l2 *l2; /* NULL: memory is perfect */
    struct gatsim_sm **sms;
    uint64_t *waits;  /* by SM: first cycle in which it has room; UINT64_MAX: it has none */
    uint32_t n, last; /* number of SMs; the SM that got a CTA last */
    uint32_t n_ctas, next, most, ended; /* CTAs: all, the next one, most on an SM, ended */
    uint64_t end;                       /* the last cycle in which a CTA left */
};

static void release(struct gatsim_gpu *g)
{
    for (uint32_t i = 0; g->sms && i < g->n; i++)
        gatsim_sm_free(g->sms[i]);
    MEM_FREE(g->sms, g->waits);
    l2_close(g->l2);
}

static enum st_code create(struct gatsim_gpu *g, const struct kernel *shape, struct status *st)
{
    const struct gpu_config *config = g->program->config;
    const struct cta_needs needs = cta_needs_of(shape);
    TRY(residency_check(config, &needs, st));
    g->n = config->machine.sms;
    g->last = (g->options->first_sm % g->n + g->n - 1) % g->n;
    g->most = g->n_ctas / g->n + (g->n_ctas % g->n != 0);
    if (!config->ldst.perfect_mem || !config->rt.perfect_mem)
        TRY(l2_open(&g->l2, config, st));
    if (!MEM_ARRAYS(MEM_ARRAY(g->sms, g->n), MEM_ARRAY(g->waits, g->n)))
        return status_no_memory(st, "SMs");
    for (uint32_t i = 0; i < g->n; i++) {
        TRY(gatsim_sm_create(&g->sms[i], g->program, g->l2, i, residency_ctas(config, &needs), st));
        g->waits[i] = config->machine.launch_cycles;
    }
    return ST_OK;
}

static bool fits(const struct gatsim_gpu *g, uint32_t sm)
{
    return gatsim_sm_ctas(g->sms[sm]) < g->most && gatsim_sm_has_room(g->sms[sm]);
}

/* Runs an SM's cycles before `until`, or until it has room for one of the remaining CTAs. */
static enum st_code run_sm(struct gatsim_gpu *g, uint32_t sm, uint64_t until, bool to_the_end,
                           struct status *st)
{
    uint64_t ended;
    uint32_t before = gatsim_sm_ctas(g->sms[sm]);
    TRY(gatsim_sm_run(g->sms[sm], until, to_the_end, &ended, st));
    if (!to_the_end)
        g->waits[sm] = ended;
    if (ended != UINT64_MAX && ended > g->end)
        g->end = ended;
    g->ended += before - gatsim_sm_ctas(g->sms[sm]);
    progress_add(g->options->progress, before - gatsim_sm_ctas(g->sms[sm]));
    return ST_OK;
}

/* The SM that first had room; of several in one cycle the first behind the one that got a CTA
 * last. */
static uint32_t first_to_wait(const struct gatsim_gpu *g)
{
    uint32_t best = g->last;
    uint64_t at = UINT64_MAX;
    for (uint32_t i = 1; i <= g->n; i++) {
        uint32_t sm = (g->last + i) % g->n;
        if (g->waits[sm] < at) {
            at = g->waits[sm];
            best = sm;
        }
    }
    return best;
}

/* Dispatches CTAs to SMs that have room before cycle `until`, and runs these SMs on. */
static enum st_code dispatch(struct gatsim_gpu *g, uint64_t until, struct status *st)
{
    while (g->next < g->n_ctas) {
        uint32_t sm = first_to_wait(g);
        uint64_t now = g->waits[sm];
        if (now >= until)
            return ST_OK;
        TRY(run_sm(g, sm, now + 1, true, st));
        TRY(gatsim_sm_launch(g->sms[sm], g->next++, now, st));
        g->last = sm;
        if (fits(g, sm))
            g->waits[sm] = now + 1;
        else
            TRY(run_sm(g, sm, until, false, st));
    }
    return ST_OK;
}

/* Runs all SMs. Those that share memory run quantum by quantum. */
static enum st_code run_gatsim_gpu(struct gatsim_gpu *g, struct status *st)
{
    uint64_t until = g->program->config->machine.launch_cycles;
    while (g->ended < g->n_ctas) {
        until = g->l2 ? until + L2_QUANTUM : UINT64_MAX;
        for (uint32_t i = 0; i < g->n; i++)
            if (g->waits[i] == UINT64_MAX || g->next == g->n_ctas)
                TRY(run_sm(g, i, until, g->next == g->n_ctas, st));
        TRY(dispatch(g, until, st));
    }
    return ST_OK;
}

enum st_code gatsim_gpu_simulate(const struct gatsim_program *program,
                                 const struct model_options *options, struct gpu_counters *out,
                                 struct status *st)
{
    const struct kernel *shape = &program->trace->shape;
    struct gatsim_gpu g = {.program = program, .options = options, .n_ctas = shape->n_ctas};
    enum st_code code = create(&g, shape, st);
    if (code == ST_OK)
        code = run_gatsim_gpu(&g, st);
    *out = (struct gpu_counters){0};
    for (uint32_t i = 0; code == ST_OK && i < g.n; i++)
        gatsim_sm_count(g.sms[i], out);
    out->gpu.cycles = g.n_ctas ? g.end + 1 : program->config->machine.launch_cycles;
    out->gpu.ctas = g.next;
    release(&g);
    return code;
}
