/* SMs and memory system are connected only by queues: a request reaches a partition after the ROP
 * delay at the earliest, and a reply is determined before the SM takes it. So time advances in
 * quanta of up to the ROP delay. In a quantum each part simulates all its cycles alone, from event
 * to event: every memory partition, both subnets of the crossbar, every SM (memsys.h gives the
 * order). So each keeps its state in the host's cache. The result equals that of simulating all
 * parts cycle by cycle, in the order of a step (docs/model.md, "Order of a step"). That is done if
 * a quantum is impossible or if every cycle is to be visited.
 *
 * With threads, quanta are half as long. Then the requests of one quantum reach no partition before
 * the end of the next, so partitions run a quantum ahead, concurrently with the SMs, and the
 * requests of one quantum concurrently with the replies of the next. */
#include "sim/timing/gpu.h"

#include "common/progress.h"
#include "common/team.h"
#include "sim/model/watchdog.h"
#include "sim/timing/memory/memsys.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm.h"
#include "sim/timing/sm_array.h"

/* Least work of a quantum, in cycles summed over components, for which waking another thread pays
 * off. */
enum { LEAST_WORK = 48 };

/* Core cycles between two checks of the number of launched CTAs, where sampling units of CTAs are
 * run. */
enum { LOOK_CYCLES = 256 };

struct gpu {
    const struct gpu_config *config;
    const struct model_options *options;
    struct kernel *kernel;
    struct status *st;
    struct memsys *mem;
    struct sm_array *sms;
    struct watchdog watchdog;
    ticks_t period; /* ticks of a core cycle */
    cycle_t at;     /* core cycles before it are complete */
    cycle_t until;  /* end of the current quantum, to which the two fields below refer */
    bool beside;    /* runs on several threads */
    bool ahead;     /* the partitions have already run the next quantum, which ends at `next` */
    cycle_t next;
    bool requests_due; /* the crossbar has not yet carried the last quantum's requests */
    cycle_t requests_until;
    uint32_t shown;  /* progress reported so far, in CTAs or equivalent work */
    uint32_t looks;  /* checks of the finished CTAs */
    cycle_t look_at; /* next check of the launched CTAs; CYCLE_NEVER: none */
    bool stopped;    /* before the kernel's end */
};

static void release(struct gpu *g)
{
    sm_array_free(g->sms);
    memsys_free(g->mem);
}

/* Enables allocation of memory for the kernel's threads and, above all their addresses, for stored
 * hits. */
static enum st_code allocate(struct gpu *g)
{
    const struct rt_config *rt = &g->config->rt;
    uint64_t hits = rt_fresh_base(0), from = g->kernel->allocated_from;
    if (!from && rt->result != RESULT_FRESH)
        return ST_OK;
    return memsys_allocate(g->mem, from ? from : hits, hits, g->st);
}

static enum st_code create(struct gpu *g)
{
    const struct machine_config *machine = &g->config->machine;
    g->period = gpu_config_clocks(g->config).period[CLOCK_CORE];
    g->at = machine->launch_cycles;
    g->look_at = g->options->warming ? 0 : CYCLE_NEVER;
    g->watchdog = watchdog_make(machine, machine->launch_cycles);
    TRY(memsys_create(&g->mem, g->config, g->options->every_cycle, g->st));
    TRY(allocate(g));
    TRY(sm_array_create(&g->sms, g->config, g->kernel, g->mem, g->options->first_sm,
                        g->options->every_cycle, g->options->timeline, g->st));
    return g->options->insts ? sm_array_count_insts(g->sms, g->options->insts->n, g->st) : ST_OK;
}

static void dump(const struct gpu *g)
{
    FILE *out = g->options->dump;
    if (!out)
        return;
    fprintf(out, "core cycle %llu: %u of %u CTAs launched, %u finished\n",
            (unsigned long long)g->at, sm_array_launched(g->sms), g->kernel->n_ctas,
            sm_array_finished(g->sms));
    sm_array_dump(g->sms, out);
    memsys_dump(g->mem, out);
}

static enum st_code stuck(const struct gpu *g, cycle_t since)
{
    dump(g);
    return watchdog_stuck(&g->watchdog, since, g->st);
}

static bool stands_still(struct gpu *g)
{
    return watchdog_due(&g->watchdog, g->at) &&
           watchdog_bites(
               &g->watchdog,
               memsys_moved(g->mem) + sm_array_launched(g->sms) + sm_array_retired(g->sms), g->at);
}

static void finish_requests(struct gpu *g)
{
    if (g->requests_due)
        memsys_run_requests(g->mem, g->requests_until);
    g->requests_due = false;
}

/* Skips to the next cycle with work if there is none at g->at. False: there is none at all. */
static bool skip(struct gpu *g)
{
    cycle_t next = sm_array_next(g->sms);
    if (next <= g->at)
        return true;
    finish_requests(g);
    cycle_t rests = memsys_rests(g->mem, g->at);
    if (rests < next)
        next = rests;
    if (next == CYCLE_NEVER)
        return false;
    if (next > g->at)
        g->at = next;
    return true;
}

static void run_partition(void *self, uint32_t i)
{
    struct gpu *g = self;
    memsys_run_partition(g->mem, i, g->until);
}

static void run_subnet(void *self, uint32_t i)
{
    struct gpu *g = self;
    if (i == 0)
        memsys_run_replies(g->mem, g->until);
    else
        finish_requests(g);
}

static void run_partition_ahead(void *self, uint32_t i)
{
    struct gpu *g = self;
    memsys_run_partition(g->mem, i, g->next);
}

static bool stop_wanted(const struct gpu *g)
{
    const atomic_int *stop = g->options->stop;
    return stop && atomic_load_explicit(stop, memory_order_relaxed) != 0;
}

/* The team, if n parts have enough work in the quantum to pay for it; else NULL. */
static struct team *worth(const struct gpu *g, struct team *team, uint32_t n)
{
    return (g->until - g->at) * n >= LEAST_WORK ? team : NULL;
}

/* Takes a sample at core cycle `at`, with the memory system at time `end`. */
static void take_sample(const struct gpu *g, cycle_t at, ticks_t end)
{
    struct timeline *t = g->options->timeline;
    sm_array_sample(g->sms, at, t);
    memsys_sample(g->mem, end, t);
    timeline_sampled(t, at, sm_array_launched(g->sms), sm_array_finished(g->sms));
}

static void warm_sector(void *context, uint64_t addr)
{
    memsys_warm(context, addr);
}

/* Records the DRAM counters when the last CTA has been launched. */
static void note_full(const struct gpu *g)
{
    struct gpu_counters full = {0};
    if (!g->options->end)
        return;
    memsys_count(g->mem, g->at * g->period, &full);
    g->options->end->full = full.dram;
}

/* Checks the number of launched CTAs, in a cycle that is the same for any number of threads, with
 * all before it complete: if a sampling unit of CTAs has begun, warms the L2 for it. */
static enum st_code look(struct gpu *g, struct team *team)
{
    if (g->look_at > g->at)
        return ST_OK;
    finish_requests(g);
    for (uint32_t i = 0; i < memsys_partitions(g->mem); i++)
        memsys_run_partition(g->mem, i, g->at);
    TRY(warming_do(g->options->warming, sm_array_launched(g->sms), team, warm_sector, g->mem,
                   g->st));
    memsys_warmed(g->mem);
    g->look_at = (g->at / LOOK_CYCLES + 1) * LOOK_CYCLES;
    if (sm_array_launched(g->sms) == g->kernel->n_ctas) {
        note_full(g);
        g->look_at = CYCLE_NEVER;
    }
    return ST_OK;
}

/* Takes the samples that are due; nothing more happens before g->at. */
static void take_samples(struct gpu *g)
{
    const struct timeline *t = g->options->timeline;
    while (t && timeline_next(t) <= g->at) {
        cycle_t at = timeline_next(t);
        /* Skipped cycles may have had DRAM commands on which no component waited. */
        for (uint32_t i = 0; i < memsys_partitions(g->mem); i++)
            memsys_run_partition(g->mem, i, at);
        take_sample(g, at, at * g->period);
    }
}

/* The longest next quantum: it ends at the next sample or check. */
static cycle_t most_cycles(const struct gpu *g)
{
    const struct timeline *t = g->options->timeline;
    cycle_t most = g->config->machine.watchdog_cycles / 8 + 1;
    clock_earlier(&most, memsys_longest(g->mem, g->beside));
    if (g->look_at != CYCLE_NEVER)
        clock_earlier(&most, g->look_at - g->at);
    if (t)
        clock_earlier(&most, timeline_next(t) - g->at);
    return most;
}

/* Chooses the quantum after this one, whose SMs have not run yet, if its partitions can run
 * concurrently with them: they have work, and no sample, check or stop needs the state between the
 * two. */
static enum st_code look_ahead(struct gpu *g)
{
    g->ahead = false;
    if (!g->beside || g->options->timeline || g->look_at != CYCLE_NEVER || stop_wanted(g) ||
        memsys_idle(g->mem))
        return ST_OK;
    TRY(memsys_quantum(g->mem, g->until, most_cycles(g), &g->next, g->st));
    g->ahead = g->next > g->until;
    return ST_OK;
}

static enum st_code run_quantum(struct gpu *g, struct team *team)
{
    uint32_t partitions = memsys_partitions(g->mem), sms = g->config->machine.sms;
    if (!g->beside)
        finish_requests(g);
    if (!g->ahead)
        team_do(worth(g, team, partitions),
                &(struct team_task){run_partition, g, partitions, NULL});
    team_do(worth(g, team, 2), &(struct team_task){run_subnet, g, 2, NULL});
    TRY(look_ahead(g));
    struct team_task ahead = {run_partition_ahead, g, g->ahead ? partitions : 0, NULL};
    TRY(sm_array_run(g->sms, worth(g, team, sms + ahead.n), g->until, &ahead, g->st));
    g->requests_due = true;
    g->requests_until = g->until;
    return ST_OK;
}

static enum st_code run_cycle(struct gpu *g)
{
    static const struct team_task nothing = {0};
    finish_requests(g);
    g->until = g->at + 1;
    TRY(sm_array_run(g->sms, NULL, g->until, &nothing, g->st));
    return memsys_run_steps(g->mem, g->until, g->st);
}

enum { LOOKS_BETWEEN = 64 }; /* a sum over the SMs takes longer than one check */

/* Reports the finished CTAs or the equivalent of the executed work, because all warps of a GPU's
 * first wave end late. Reports all CTAs only when they have ended. */
static void show_progress(struct gpu *g, uint32_t finished)
{
    uint32_t n = finished, most = g->kernel->n_ctas;
    if (!g->options->progress)
        return;
    if (g->options->work > 0 && n < most) {
        if (g->looks++ % LOOKS_BETWEEN)
            return;
        double done = (double)sm_array_retired(g->sms) / g->options->work * most;
        n = done < most - 1 ? (uint32_t)done : most - 1;
    }
    progress_add(g->options->progress, n > g->shown ? n - g->shown : 0);
    g->shown = n > g->shown ? n : g->shown;
}

static bool finished(struct gpu *g)
{
    uint32_t n = sm_array_finished(g->sms);
    show_progress(g, n);
    return n == g->kernel->n_ctas && memsys_idle(g->mem) && !sm_array_sends(g->sms);
}

/* Whether the run stops now. It does not while the partitions are a quantum ahead of the SMs. */
static bool stopped(struct gpu *g)
{
    g->stopped = !g->ahead && stop_wanted(g);
    return g->stopped;
}

static enum st_code run_gpu(void *self, struct team *team)
{
    struct gpu *g = self;
    while (!finished(g) && !stopped(g)) {
        if (!g->ahead && !skip(g))
            return stuck(g, g->at);
        if (stands_still(g))
            return stuck(g, g->watchdog.moved_at);
        take_samples(g);
        TRY(look(g, team));
        if (g->ahead)
            g->until = g->next;
        else
            TRY(memsys_quantum(g->mem, g->at, most_cycles(g), &g->until, g->st));
        if (g->until > g->at)
            TRY(run_quantum(g, team));
        else
            TRY(run_cycle(g));
        g->at = g->until;
    }
    return ST_OK;
}

static enum st_code count_gpu(struct gpu *g, struct gpu_counters *out)
{
    ticks_t end = sm_array_last_end(g->sms) * g->period, rest = memsys_last_free(g->mem);
    if (rest > end)
        end = rest;
    bool ran = g->kernel->n_ctas > 0;
    cycle_t cycles = ran ? end / g->period + 1 : g->config->machine.launch_cycles;
    if (g->stopped) {
        finish_requests(g);
        cycles = g->at;
        end = cycles * g->period - 1;
    }
    *out = (struct gpu_counters){0};
    TRY(sm_array_count(g->sms, cycles, out, g->st));
    out->gpu.cycles = cycles;
    out->gpu.ctas = sm_array_launched(g->sms);
    memsys_count(g->mem, cycles ? end + 1 : 0, out);
    if (g->options->insts)
        sm_array_insts(g->sms, g->options->insts);
    if (g->options->timeline) {
        timeline_end(g->options->timeline, cycles);
        take_sample(g, cycles, cycles ? end + 1 : 0);
    }
    return ST_OK;
}

static void note_end(const struct gpu *g)
{
    struct run_end *end = g->options->end;
    const struct cache_left left = memsys_left(g->mem);
    const struct l2_config *l2 = &g->config->l2;
    end->sms = g->config->machine.sms;
    end->slots = end->sms * sm_occupancy(g->config, g->kernel->registers);
    end->room = (uint64_t)g->config->machine.memory_partitions * l2->slices * l2->sets * l2->ways;
    end->lines = left.lines;
    end->dirty_lines = left.dirty_lines;
    end->dirty_sectors = left.dirty_sectors;
}

enum st_code gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                          const struct model_options *options, struct gpu_counters *out,
                          struct status *st)
{
    static const struct model_options none = {0};
    struct gpu g = {
        .config = config, .options = options ? options : &none, .kernel = kernel, .st = st};
    uint32_t threads = g.options->threads, most = config->machine.sms;
    if (config->rt.reorder_warps && kernel->fixed)
        return status_fail(st, ST_USAGE,
                           "rt.reorder_warps is %u; expected 0, as threads of %s cannot change "
                           "warps",
                           config->rt.reorder_warps, kernel->fixed);
    g.beside = threads > 1;
    if (g.options->end)
        *g.options->end = (struct run_end){0};
    enum st_code code = create(&g);
    if (code == ST_OK)
        code = team_run(threads < most ? threads : most, run_gpu, &g, g.options->helpers_cpu_s);
    if (code == ST_OK)
        code = count_gpu(&g, out);
    if (code == ST_OK && g.options->end)
        note_end(&g);
    release(&g);
    if (g.options->unfinished)
        *g.options->unfinished = g.stopped;
    return code;
}
