#include "orchestrator/result/result.h"

#include "common/memory.h"

#include <math.h>
#include <string.h>

void result_free(struct result *r)
{
    for (uint32_t g = 0; r->groups && g < r->n_groups; g++)
        for (uint32_t level = 0; level < RESULT_LEVELS; level++) {
            timeline_free(r->groups[g].runs[level].timeline);
            inst_counters_release(&r->groups[g].runs[level].insts);
        }
    timeline_free(r->evidence.run.timeline);
    source_lines_free(&r->lines);
    mem_free(r->repeats);
    mem_free(r->scene);
    mem_free(r->groups);
    mem_free(r->fits);
    memset(r, 0, sizeof *r);
}

const struct model_traits *result_model(const struct result *r)
{
    return &models[r->evidence.model];
}

const struct model_stack *result_stack(const struct result *r)
{
    return sample_kinds[r->evidence.sample].plan ? &r->groups[0].runs[0].stack
                                                 : &r->evidence.run.stack;
}

model_counts *result_counted(const struct result *r)
{
    return result_model(r)->counts;
}

uint32_t result_groups(const struct result *r)
{
    uint32_t n = 0;
    for (uint32_t g = 0; g < r->n_groups; g++)
        n += r->groups[g].pixels > 0;
    return n;
}

uint32_t result_finished(const struct result *r)
{
    uint32_t n = 0;
    for (uint32_t g = 0; g < r->n_groups; g++)
        n += r->groups[g].finished;
    return n;
}

uint64_t result_pixels(const struct result *r)
{
    return (uint64_t)r->frame.width * r->frame.height;
}

uint64_t result_traced(const struct result *r)
{
    uint64_t traced = 0;
    if (!sample_kinds[r->evidence.sample].plan)
        return r->evidence.run.traced;
    for (uint32_t g = 0; g < r->n_groups; g++)
        traced += r->groups[g].finished ? r->groups[g].runs[0].traced : 0;
    return traced;
}

double result_percent(uint64_t traced, uint64_t pixels)
{
    return pixels ? 100.0 * (double)traced / (double)pixels : 0;
}

static bool is_whole(const struct result *r)
{
    return result_machine(r).factor == 1 && result_traced(r) == result_pixels(r);
}

bool result_is_exact(const struct result *r)
{
    return is_whole(r) && r->evidence.model == MODEL_CYCLE && !r->interrupted;
}

struct downscale result_machine(const struct result *r)
{
    const struct gpu_config *gpu = &r->gpu;
    return !sample_kinds[r->evidence.sample].plan
               ? (struct downscale){1, gpu->machine.sms, gpu->machine.memory_partitions}
               : r->downscale;
}

void result_run_metrics(const struct run *run, double out[METRIC_COUNT])
{
    struct gpu_counters c = run->counters;
    c.gpu.cycles -= run->delay;
    metrics_compute(&c, out);
}

const struct run *result_repeat(const struct result *r, uint32_t i)
{
    return i == 0 ? &r->groups[0].runs[0] : &r->repeats[i - 1];
}

struct repeated result_repeated(const struct result *r, enum metric_id m)
{
    double values[MOST_REPEATS];
    struct repeated all = {0};
    for (uint32_t i = 0; i <= r->n_repeats; i++) {
        double of_run[METRIC_COUNT];
        if (!result_repeat(r, i)->finished)
            continue;
        result_run_metrics(result_repeat(r, i), of_run);
        values[all.n++] = of_run[m];
    }
    if (all.n)
        all.mean = survey_mean(values, all.n, &all.spread);
    all.deviation = sqrt(all.spread.variance * all.n);
    return all;
}

bool result_on_target(const struct result *r)
{
    const struct target_error *target = &r->settings.method.target;
    return target->error > 0 &&
           100 * survey_half_width(&r->metrics[target->metric]) <= target->error;
}

double result_frame_time_ms(const struct result *r)
{
    return metrics_frame_time_ms(&r->gpu, r->metrics[METRIC_CYCLES].value);
}

struct estimate result_frame_time(const struct result *r)
{
    const struct estimate *cycles = &r->metrics[METRIC_CYCLES];
    struct estimate ms = survey_unbounded(result_frame_time_ms(r));
    if (survey_has_bounds(cycles)) {
        ms.low = metrics_frame_time_ms(&r->gpu, cycles->low);
        ms.high = metrics_frame_time_ms(&r->gpu, cycles->high);
    }
    return ms;
}

double result_frames_per_second(const struct result *r)
{
    double ms = result_frame_time_ms(r);
    return ms > 0 ? 1000.0 / ms : 0;
}
