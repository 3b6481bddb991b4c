/* SMs and memory system meet only in queues: what an SM sends shows in a partition after the ROP
 * delay at the earliest, and what comes back is known before the SM takes it. So time goes in
 * quanta of up to the ROP delay, in which each part goes alone from event to event through all
 * cycles: every memory partition, both subnets of the crossbar, every SM (memsys.h says in which
 * order). Each keeps its state in the host's cache. The result is that of doing one cycle of
 * everything after the other, in the order of a step (docs/model.md, "Order of a step"), which is
 * done where a quantum is impossible and where every cycle is to be visited.
 *
 * With threads quanta are half as long. Then what SMs send in one shows in no partition before the
 * end of the next, so that partitions run a quantum ahead, beside the SMs, and the requests of
 * one quantum beside the replies of the next. */
#include "sim/timing/gpu.h"

#include "common/progress.h"
#include "common/team.h"
#include "sim/model/watchdog.h"
#include "sim/timing/memory/memsys.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm.h"
#include "sim/timing/sm_array.h"

/* Cycles of a component for which it pays to wake another thread. */
enum { LEAST_WORK = 48 };

/* Core cycles between two looks at how many CTAs have been launched, where windows of
 * CTAs are run. */
enum { LOOK_CYCLES = 256 };

struct gpu {
    const struct gpu_config *config;
    const struct model_options *options;
    struct kernel *kernel;
    struct status *st;
    struct memsys *mem;
    struct sm_array *sms;
    struct watchdog watchdog;
    ticks_t period; /* of the core clock */
    cycle_t at;     /* core cycles before it are done */
    cycle_t until;  /* of the quantum that the two parts below are about */
    bool beside;    /* there are threads */
    bool ahead;     /* the next quantum, which ends at `next`, has had its partitions run */
    cycle_t next;
    bool requests_due; /* the last quantum's requests are still to be run */
    cycle_t requests_until;
    uint32_t shown;  /* CTAs, or as much work, that progress was told of */
    uint32_t looks;  /* at what is finished */
    cycle_t look_at; /* next look at the CTAs launched; CYCLE_NEVER: there is none */
    bool stopped;    /* before the kernel's end */
};

static void release(struct gpu *g)
{
    sm_array_free(g->sms);
    memsys_free(g->mem);
}

/* What a kernel's threads get while it runs, and stored hits, which have addresses above all. */
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
    return sm_array_create(&g->sms, g->config, g->kernel, g->mem, g->options->first_sm,
                           g->options->every_cycle, g->options->timeline, g->st);
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

/* Where nothing has anything to do at g->at, goes to when something has. False: never. */
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

/* The team where n parts have enough to do in the quantum to be worth its while. */
static struct team *worth(const struct gpu *g, struct team *team, uint32_t n)
{
    return (g->until - g->at) * n >= LEAST_WORK ? team : NULL;
}

/* A sample at core cycle `at`, where the memory system is at time `end`. */
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

/* The last CTA has been launched. */
static void note_full(const struct gpu *g)
{
    struct gpu_counters full = {0};
    if (!g->options->end)
        return;
    memsys_count(g->mem, g->at * g->period, &full);
    g->options->end->full = full.dram;
}

/* Looks at how many CTAs have been launched, in a cycle that is the same for any number of threads,
 * with everything before it done: a window of CTAs may have begun, for which the L2 is warmed. */
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

/* Takes the samples that are due, as nothing more happens before g->at. */
static void take_samples(struct gpu *g)
{
    const struct timeline *t = g->options->timeline;
    while (t && timeline_next(t) <= g->at) {
        cycle_t at = timeline_next(t);
        /* Cycles that were skipped may have had commands of DRAM, which nobody waited for. */
        for (uint32_t i = 0; i < memsys_partitions(g->mem); i++)
            memsys_run_partition(g->mem, i, at);
        take_sample(g, at, at * g->period);
    }
}

/* The next quantum's length at most: it ends where a sample is due, or a look. */
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

/* Chooses the quantum behind this one, whose SMs are still to be run, if its partitions can be run
 * beside them: they have something to do, and nobody asks how all stands between the two. */
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

enum { LOOKS_BETWEEN = 64 }; /* adding up what the SMs have retired takes longer than one */

/* CTAs that have finished, or as many as have the work of what has been executed: the warps of a
 * GPU's first wave all end late. All only when they have ended. */
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

/* Not between two quanta of which the later one is begun. */
static bool stopped(struct gpu *g)
{
    g->stopped = !g->ahead && stop_wanted(g);
    return g->stopped;
}

static enum st_code run(void *self, struct team *team)
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

static enum st_code count(struct gpu *g, struct gpu_counters *out)
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
        code = team_run(threads < most ? threads : most, run, &g, g.options->helpers_cpu_s);
    if (code == ST_OK)
        code = count(&g, out);
    if (code == ST_OK && g.options->end)
        note_end(&g);
    release(&g);
    if (g.options->unfinished)
        *g.options->unfinished = g.stopped;
    return code;
}
