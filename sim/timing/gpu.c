/* Time goes from event to event. At each time the memory system does its part (in the order that
 * memsys.h says), then, if it is a core cycle, every SM that has something to do or a reply to
 * take, then the CTA dispatch: the order of a step of the reference model (section 5.1). Nothing is
 * called before the cycle that it named itself or was woken for. */
#include "sim/timing/gpu.h"

#include "common/memory.h"
#include "common/progress.h"
#include "sim/timing/dispatch.h"
#include "sim/timing/memsys.h"
#include "sim/timing/sm.h"
#include "sim/timing/wake.h"
#include "sim/timing/watchdog.h"

struct gpu {
    const struct gpu_config *config;
    const struct gpu_options *options;
    struct memsys *mem;
    struct sm **sms;
    struct wake wake; /* SMs that have something to do or a reply to take */
    uint32_t n_sms;
    struct dispatch dispatch;
    struct watchdog watchdog;
    ticks_t period;    /* of the core clock */
    ticks_t now;       /* the step's time */
    ticks_t last_end;  /* the last CTA so far finished then */
    ticks_t check_at;  /* the watchdog wants to look then */
    cycle_t core_from; /* core cycles before it are over */
    bool room;         /* an SM may have room for a CTA */
    uint32_t finished; /* CTAs */
};

static void earlier(cycle_t *a, cycle_t b)
{
    if (b < *a)
        *a = b;
}

static cycle_t later(cycle_t a, cycle_t b)
{
    return a > b ? a : b;
}

static void release(struct gpu *g)
{
    for (uint32_t i = 0; g->sms && i < g->n_sms; i++)
        sm_free(g->sms[i]);
    mem_free(g->sms);
    wake_release(&g->wake);
    memsys_free(g->mem);
}

static enum st_code create(struct gpu *g, struct kernel *kernel, struct status *st)
{
    g->n_sms = g->config->machine.sms;
    g->period = gpu_config_clocks(g->config).period[CLOCK_CORE];
    g->sms = mem_calloc(g->n_sms, sizeof(struct sm *));
    if (!g->sms)
        return status_no_memory(st, "the GPU");
    TRY(wake_create(&g->wake, g->n_sms, st));
    TRY(memsys_create(&g->mem, g->config, g->options->every_cycle, st));
    for (uint32_t i = 0; i < g->n_sms; i++) {
        TRY(sm_create(&g->sms[i], g->config, i, kernel->registers, memsys_port(g->mem), st));
        if (g->options->every_cycle)
            wake_at(&g->wake, i, 0);
    }
    dispatch_init(&g->dispatch, kernel, g->sms, g->n_sms);
    g->room = true;
    g->watchdog =
        watchdog_make(g->config->machine.watchdog_cycles, g->config->machine.launch_cycles);
    return ST_OK;
}

static enum st_code run_sm(struct gpu *g, uint32_t i, cycle_t now, struct status *st)
{
    cycle_t next;
    uint32_t before = sm_resident(g->sms[i]);
    TRY(sm_tick(g->sms[i], now, &next, st));
    uint32_t ended = before - sm_resident(g->sms[i]);
    if (ended) {
        g->finished += ended;
        g->last_end = g->now;
        g->room = true;
        progress_add(g->options->progress, ended);
    }
    cycle_t reply = memsys_reply_cycles(g->mem)[i];
    earlier(&next, reply > now ? reply : now + 1);
    wake_at(&g->wake, i, g->options->every_cycle ? now + 1 : next);
    return ST_OK;
}

/* The first core cycle with something to do. */
static cycle_t next_core_cycle(const struct gpu *g)
{
    cycle_t next = wake_next(&g->wake);
    if (g->room && !dispatch_done(&g->dispatch))
        earlier(&next, later(g->core_from, g->config->machine.launch_cycles));
    return next;
}

static enum st_code core_cycle(struct gpu *g, cycle_t now, struct status *st)
{
    uint32_t sm;
    wake_take(&g->wake, now);
    for (uint32_t w = 0; w < g->wake.words; w++)
        while (wake_due(&g->wake, w, &sm))
            TRY(run_sm(g, sm, now, st));
    g->core_from = now + 1;
    if (!g->room || dispatch_done(&g->dispatch) || now < g->config->machine.launch_cycles)
        return ST_OK;
    TRY(dispatch_cycle(&g->dispatch, now, &g->wake, st));
    g->room = false;
    for (uint32_t i = 0; !g->room && i < g->n_sms; i++)
        g->room = dispatch_fits(&g->dispatch, i);
    return ST_OK;
}

static void dump(const struct gpu *g)
{
    FILE *out = g->options->dump;
    if (!out)
        return;
    fprintf(out, "core cycle %llu: %u of %u CTAs launched, %u finished\n",
            (unsigned long long)(g->now / g->period), g->dispatch.next, g->dispatch.kernel->n_ctas,
            g->finished);
    for (uint32_t i = 0; i < g->n_sms; i++)
        if (sm_resident(g->sms[i]))
            sm_dump(g->sms[i], out);
    memsys_dump(g->mem, out);
}

static enum st_code stuck(const struct gpu *g, cycle_t since, struct status *st)
{
    dump(g);
    return status_fail(st, ST_FAILED,
                       "the simulation is stuck: no instruction has retired and no request has "
                       "moved since core cycle %llu; watchdog_cycles (%u) is less than this GPU's "
                       "longest wait, or it is a fault of the model or a kernel that never ends",
                       (unsigned long long)since, g->config->machine.watchdog_cycles);
}

static uint64_t progress_of(const struct gpu *g)
{
    uint64_t progress = memsys_moved(g->mem) + g->dispatch.next;
    for (uint32_t i = 0; i < g->n_sms; i++)
        progress += sm_retired(g->sms[i]);
    return progress;
}

static bool finished(const struct gpu *g)
{
    return g->finished == g->dispatch.kernel->n_ctas && memsys_idle(g->mem);
}

static void wake_for_replies(struct gpu *g)
{
    uint32_t sm;
    while (memsys_new_reply(g->mem, &sm))
        wake_at(&g->wake, sm, memsys_reply_cycles(g->mem)[sm]);
}

static bool stands_still(struct gpu *g)
{
    if (g->now < g->check_at)
        return false;
    cycle_t now = g->now / g->period;
    if (watchdog_wants(&g->watchdog, now) && watchdog_barks(&g->watchdog, now, progress_of(g)))
        return true;
    g->check_at = g->watchdog.check_at * g->period;
    return false;
}

static enum st_code run(struct gpu *g, struct status *st)
{
    while (!finished(g)) {
        cycle_t next = next_core_cycle(g);
        ticks_t core = next == CYCLE_NEVER ? CYCLE_NEVER : next * g->period;
        ticks_t memory = memsys_next(g->mem);
        ticks_t now = core < memory ? core : memory;
        if (now == CYCLE_NEVER)
            return stuck(g, g->now / g->period, st);
        g->now = now;
        memsys_step(g->mem, now);
        if (finished(g))
            break;
        if (now == core)
            TRY(core_cycle(g, next, st));
        wake_for_replies(g);
        if (stands_still(g))
            return stuck(g, g->watchdog.moved_at, st);
    }
    /* The memory system may have come to rest before the step in which that was noticed. */
    ticks_t rest = memsys_last_free(g->mem);
    g->now = rest > g->last_end ? rest : g->last_end;
    return ST_OK;
}

static void count(struct gpu *g, struct gpu_counters *out)
{
    const struct gpu_config *config = g->config;
    cycle_t cycles = g->now / g->period + 1;
    if (!g->dispatch.kernel->n_ctas)
        cycles = config->machine.launch_cycles;
    *out = (struct gpu_counters){0};
    for (uint32_t i = 0; i < g->n_sms; i++) {
        struct gpu_counters one = {0};
        if (cycles)
            sm_count(g->sms[i], cycles - 1, &one);
        one.gpu.warp_slot_cycles = one.sm.busy_cycles * (config->sm.threads / WARP_LANES);
        one.gpu.rt_slot_cycles = one.rt.busy_cycles * config->rt.max_warps;
        one.gpu.rt_sms = one.rt.busy_cycles > 0;
        one.gpu.rt_performance_q32 = counter_ratio_q32(one.rt.stages, one.rt.busy_cycles);
        one.gpu.rt_intensity_q32 = counter_ratio_q32(one.rt.stages, one.rt.sectors);
        counters_merge(gpu_counter_tables, n_gpu_counter_tables, out, &one);
    }
    out->gpu.cycles = cycles;
    out->gpu.ctas = g->dispatch.next;
    memsys_count(g->mem, cycles ? g->now + 1 : 0, out);
}

enum st_code gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                          const struct gpu_options *options, struct gpu_counters *out,
                          struct status *st)
{
    static const struct gpu_options none = {0};
    struct gpu g = {.config = config, .options = options ? options : &none};
    enum st_code code = create(&g, kernel, st);
    if (code == ST_OK)
        code = run(&g, st);
    if (code == ST_OK)
        count(&g, out);
    release(&g);
    return code;
}
