/* Each quantum of memory has three parts. Every SM runs alone from event to event, on any thread,
 * with memory's answers to the quantum before. Then CTAs are dispatched to the places that became
 * free. Then memory takes the requests. So an answer is known before the SM reaches its time, and
 * requests are handled in the order of time. Only a CTA's launch can be late: its SM may be up to a
 * quantum ahead. Until the CTA has caught up, it reaches resources after others have taken them,
 * but its own times are right. */
#include "sim/approximate/approximate_gpu.h"

#include "common/memory.h"
#include "common/progress.h"
#include "common/team.h"
#include "sim/approximate/l2.h"
#include "sim/approximate/memory.h"
#include "sim/approximate/sm.h"
#include "sim/model/watchdog.h"

#include <stdlib.h>
#include <string.h>

/* Least number of SMs with work for which waking another thread pays off. */
enum { LEAST_SMS = 2 };

/* A free place for a CTA. */
struct vacancy {
    uint64_t since;
    uint32_t sm;
};

struct approximate_gpu {
    const struct gpu_config *config;
    struct kernel *kernel;
    const struct model_options *options;
    struct approximate_l2 *l2;
    struct approximate_memory *memory;
    struct approximate_sm **sms;
    uint32_t *at_work; /* the SMs that are not idle, in order */
    uint32_t n_at_work;
    struct status *failures; /* by SM: its error, if it fails */
    struct vacancy *vacancies;
    uint32_t n_vacancies;
    uint32_t ctas, cta_warps; /* CTAs of an SM, warps of a CTA */
    uint32_t next, ended;     /* the next CTA to launch; CTAs that have ended */
    uint64_t from, until;     /* first cycle of the quantum, and the cycle behind its last */
    uint64_t end;             /* end of the last warp */
    bool end_early;           /* the run was stopped before its end */
    struct watchdog watchdog;
    struct status *st;
};

static void release(struct approximate_gpu *g)
{
    for (uint32_t i = 0; g->sms && i < g->config->machine.sms; i++)
        approximate_sm_free(g->sms[i]);
    MEM_FREE(g->sms, g->at_work, g->failures, g->vacancies);
    approximate_memory_free(g->memory);
    approximate_l2_free(g->l2);
}

static enum st_code create(struct approximate_gpu *g, struct status *st)
{
    uint32_t n = g->config->machine.sms;
    TRY(approximate_l2_create(&g->l2, g->config, st));
    TRY(approximate_memory_create(&g->memory, g->config, g->l2, st));
    const struct cta_needs cta = cta_needs_of(g->kernel);
    TRY(residency_check(g->config, &cta, st));
    g->ctas = residency_ctas(g->config, &cta);
    g->cta_warps = cta.warps;
    if (!MEM_ARRAYS(MEM_ARRAY(g->sms, n), MEM_ARRAY(g->at_work, n), MEM_ARRAY(g->failures, n),
                    MEM_ARRAY(g->vacancies, (size_t)n * g->ctas)))
        return status_no_memory(st, "SMs");
    for (uint32_t i = 0; i < n; i++)
        TRY(approximate_sm_create(&g->sms[i], g->config, i, g->ctas, g->cta_warps,
                                  approximate_memory_port(g->memory, i), st));
    return ST_OK;
}

static enum st_code launch(struct approximate_gpu *g, uint32_t sm, uint64_t now, struct status *st)
{
    struct warp *warps[KERNEL_CTA_WARPS];
    TRY(g->kernel->ops->start(g->kernel, g->next, warps, st));
    approximate_sm_launch(g->sms[sm], warps, now);
    g->next++;
    return ST_OK;
}

/* Launches the first CTAs as sim/timing/dispatch.h does: in each cycle every SM with room takes a
 * CTA in turn. */
static enum st_code launch_first(struct approximate_gpu *g, struct status *st)
{
    uint32_t n = g->config->machine.sms, ctas = g->kernel->n_ctas;
    uint32_t most = ctas / n + (ctas % n != 0);
    for (uint32_t round = 0; round < g->ctas && round < most; round++)
        for (uint32_t i = 0; i < n && g->next < ctas; i++)
            TRY(launch(g, (g->options->first_sm + i) % n, g->config->machine.launch_cycles + round,
                       st));
    return ST_OK;
}

static bool stopped(const struct approximate_gpu *g)
{
    return g->options->stop && atomic_load_explicit(g->options->stop, memory_order_relaxed);
}

/* Records the DRAM counters when the last CTA has been launched. */
static void note_full(const struct approximate_gpu *g)
{
    struct gpu_counters full = {0};
    approximate_l2_count_dram(g->l2, g->until, &full);
    g->options->end->full = full.dram;
}

static __attribute__((flatten)) void run_sm(void *self, uint32_t k)
{
    struct approximate_gpu *g = self;
    uint32_t i = g->at_work[k];
    approximate_sm_run(g->sms[i], g->until, &g->failures[i]);
}

static enum st_code run_sms(struct approximate_gpu *g, struct team *team)
{
    uint32_t busy = 0;
    for (uint32_t k = 0; k < g->n_at_work; k++)
        busy += approximate_sm_next(g->sms[g->at_work[k]]) < g->until;
    team_do(busy >= LEAST_SMS ? team : NULL,
            &(struct team_task){run_sm, g, g->n_at_work, g->at_work});
    for (uint32_t k = 0; k < g->n_at_work; k++)
        if (g->failures[g->at_work[k]].code != ST_OK) {
            *g->st = g->failures[g->at_work[k]];
            return g->st->code;
        }
    return ST_OK;
}

static int by_time(const void *a, const void *b)
{
    const struct vacancy *p = a, *q = b;
    if (p->since != q->since)
        return p->since < q->since ? -1 : 1;
    return p->sm < q->sm ? -1 : p->sm > q->sm;
}

static void note_ended(struct approximate_gpu *g)
{
    g->n_vacancies = 0;
    for (uint32_t j = 0; j < g->n_at_work; j++) {
        const uint64_t *ended;
        uint32_t i = g->at_work[j], n = approximate_sm_ended(g->sms[i], &ended);
        for (uint32_t k = 0; k < n; k++) {
            g->vacancies[g->n_vacancies++] = (struct vacancy){ended[k], i};
            if (ended[k] > g->end)
                g->end = ended[k];
        }
    }
    g->ended += g->n_vacancies;
    progress_add(g->options->progress, g->n_vacancies);
}

/* Launches CTAs in free places: the place that became free first gets the next CTA. */
static enum st_code deal(struct approximate_gpu *g, struct status *st)
{
    note_ended(g);
    if (g->next == g->kernel->n_ctas || !g->n_vacancies)
        return ST_OK;
    qsort(g->vacancies, g->n_vacancies, sizeof *g->vacancies, by_time);
    for (uint32_t i = 0; i < g->n_vacancies && g->next < g->kernel->n_ctas; i++)
        TRY(launch(g, g->vacancies[i].sm, g->vacancies[i].since, st));
    if (g->next == g->kernel->n_ctas && g->options->end)
        note_full(g);
    return ST_OK;
}

static void find_work(struct approximate_gpu *g)
{
    g->n_at_work = 0;
    for (uint32_t i = 0; i < g->config->machine.sms; i++)
        if (!approximate_sm_idle(g->sms[i]))
            g->at_work[g->n_at_work++] = i;
}

/* Chooses the next quantum, which begins after the last one, or later at the next event. False: no
 * event comes for as long as the watchdog waits. */
static bool go_on(struct approximate_gpu *g)
{
    uint64_t next = UINT64_MAX;
    find_work(g);
    for (uint32_t k = 0; k < g->n_at_work && next > g->until; k++) {
        uint64_t at = approximate_sm_next(g->sms[g->at_work[k]]);
        next = at < next ? at : next;
    }
    if (next > g->until) {
        uint64_t at = approximate_memory_next(g->memory, g->until);
        next = at < next ? at : next;
    }
    if (next >= calendar_later(g->until, g->watchdog.moved_at) + g->watchdog.cycles)
        return false;
    g->from = next > g->until ? next : g->until;
    g->until = g->from + approximate_memory_quantum(g->memory);
    return true;
}

static void count_memory(const struct approximate_gpu *g, uint64_t cycles, struct gpu_counters *out)
{
    out->gpu.cycles = cycles;
    out->gpu.ctas = g->next;
    approximate_memory_count(g->memory, out);
    approximate_l2_count(g->l2, cycles, out);
}

static bool stands_still(struct approximate_gpu *g)
{
    uint64_t moved = g->next + g->ended;
    if (!watchdog_due(&g->watchdog, g->from))
        return false;
    for (uint32_t i = 0; i < g->config->machine.sms; i++)
        moved += approximate_sm_moved(g->sms[i]);
    return watchdog_bites(&g->watchdog, moved, g->from);
}

static void warm_sector(void *self, uint64_t addr)
{
    const struct approximate_gpu *g = self;
    approximate_l2_warm(g->l2, addr, g->until);
}

/* Warms the L2 for the sampling units that have begun, that is, whose first CTA has been
 * launched. */
static enum st_code warm(struct approximate_gpu *g, struct team *team)
{
    return g->options->warming
               ? warming_do(g->options->warming, g->next, team, warm_sector, g, g->st)
               : ST_OK;
}

static enum st_code run_approximate_gpu(void *self, struct team *team)
{
    struct approximate_gpu *g = self;
    g->watchdog = watchdog_make(&g->config->machine, g->config->machine.launch_cycles);
    TRY(launch_first(g, g->st));
    TRY(warm(g, team));
    while (g->ended < g->kernel->n_ctas) {
        if (!go_on(g) || stands_still(g))
            return watchdog_stuck(&g->watchdog, g->watchdog.moved_at, g->st);
        g->end_early = stopped(g);
        if (g->end_early)
            return ST_OK;
        TRY(run_sms(g, team));
        TRY(approximate_memory_run(g->memory, team, g->from, g->st));
        TRY(deal(g, g->st));
        TRY(warm(g, team));
    }
    return ST_OK;
}

static void stop(struct approximate_gpu *g)
{
    g->end = g->from;
    for (uint32_t i = 0; i < g->config->machine.sms; i++)
        approximate_sm_stop(g->sms[i], g->end);
}

static void count_all(const struct approximate_gpu *g, struct gpu_counters *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < g->config->machine.sms; i++)
        approximate_sm_count(g->sms[i], out);
    count_memory(g, g->kernel->n_ctas ? g->end + 1 : g->config->machine.launch_cycles, out);
}

static void note_end(const struct approximate_gpu *g)
{
    struct run_end *end = g->options->end;
    end->sms = g->config->machine.sms;
    end->slots = end->sms * g->ctas * g->cta_warps;
    approximate_l2_end(g->l2, end);
}

enum st_code approximate_gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                                      const struct model_options *options, struct gpu_counters *out,
                                      struct status *st)
{
    static const struct model_options none = {0};
    if (kernel->machine_code)
        return status_fail(
            st, ST_USAGE, "the approximate model does not know machine code; the cycle model does");
    if (config->rt.reorder_warps)
        return status_fail(
            st, ST_USAGE,
            "the approximate model does not know rt.reorder_warps; the cycle model does");
    struct approximate_gpu g = {
        .config = config, .kernel = kernel, .options = options ? options : &none, .st = st};
    uint32_t threads = g.options->threads, most = config->machine.sms;
    if (g.options->end)
        *g.options->end = (struct run_end){0};
    enum st_code code = create(&g, st);
    if (code == ST_OK)
        code = team_run(threads < most ? threads : most, run_approximate_gpu, &g,
                        g.options->helpers_cpu_s);
    if (code == ST_OK && g.end_early)
        stop(&g);
    if (code == ST_OK)
        count_all(&g, out);
    if (code == ST_OK && g.options->end)
        note_end(&g);
    if (g.options->unfinished)
        *g.options->unfinished = g.end_early;
    release(&g);
    return code;
}
