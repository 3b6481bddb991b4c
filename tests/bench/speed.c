/* speed.c -- how fast the program is, as JSON; never a test.
 *
 *     bench_speed [--size WxH] [--samples N] [--gpu GPU] [--baseline FILE] [SCENE ...]
 *
 * For each scene, in a process of its own (so that peak memory is the scene's):
 *   functional  the shader without timing, one thread: rays/s, warp instructions/s
 *   simulate    the whole frame on the whole GPU, one thread: cycles/s, warp instructions/s,
 *               records/s; and wall time with 1 and 2 threads, and their ratio
 *   groups      all pixels on K small GPUs, wall time with 1 and 2 threads, and their ratio
 * With --baseline, every rate is also printed as a ratio to that file's. Times are processor time
 * of one core unless they are called wall. */
#define _DEFAULT_SOURCE
#include "common/memory.h"
#include "partition/downscale.h"
#include "partition/plan.h"
#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"
#include "sim/config/load/load.h"
#include "sim/functional/exec/launch.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/gpu.h"

#include <jansson.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct settings {
    unsigned width, height, samples;
    const char *gpu, *baseline;
};

struct stage {
    const struct settings *settings;
    struct scene *scene;
    struct device_image *image;
    struct launch *launch;
    struct gpu_config gpu;
};

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void put(json_t *object, const char *name, double value)
{
    json_object_set_new(object, name, json_real(value));
}

static enum st_code stage_open(struct stage *s, const char *name, struct status *st)
{
    TRY(scene_load(&s->scene, name, st));
    TRY(device_image_create(&s->image, s->scene, st));
    struct frame frame = {.width = s->settings->width,
                          .height = s->settings->height,
                          .samples = s->settings->samples,
                          .max_depth = 8,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 2,
                          .seed = 1};
    TRY(launch_create(&s->launch, s->image, &frame, st));
    return gpu_config_load(&s->gpu, s->settings->gpu, st);
}

static enum st_code bench_functional(const struct stage *s, json_t *out, struct status *st)
{
    struct kernel *k;
    struct kernel_settings all = {0};
    struct functional_counts counts;
    TRY(launch_kernel(s->launch, &all, &k, st));
    double start_s = seconds(CLOCK_THREAD_CPUTIME_ID);
    enum st_code code = kernel_run(k, st);
    double spent_s = seconds(CLOCK_THREAD_CPUTIME_ID) - start_s;
    launch_kernel_counts(k, &counts);
    k->ops->free(k);
    put(out, "functional_cpu_s", spent_s);
    put(out, "functional_rays_per_s", (double)counts.rays / spent_s);
    put(out, "functional_warp_instructions_per_s", (double)counts.warp_instructions / spent_s);
    put(out, "warp_instructions", (double)counts.warp_instructions);
    put(out, "rays", (double)counts.rays);
    put(out, "records", (double)counts.records);
    return code;
}

static enum st_code bench_simulate(const struct stage *s, json_t *out, struct status *st)
{
    struct kernel *k;
    struct kernel_settings all = {0};
    struct model_options quiet = {0};
    struct functional_counts counts;
    struct gpu_counters counters;
    double values[METRIC_COUNT];
    TRY(launch_kernel(s->launch, &all, &k, st));
    double start_s = seconds(CLOCK_THREAD_CPUTIME_ID);
    enum st_code code = gpu_simulate(&s->gpu, k, &quiet, &counters, st);
    double spent_s = seconds(CLOCK_THREAD_CPUTIME_ID) - start_s;
    launch_kernel_counts(k, &counts);
    k->ops->free(k);
    TRY(code);
    metrics_compute(&counters, values);
    put(out, "simulate_cpu_s", spent_s);
    put(out, "simulate_cycles_per_s", values[METRIC_CYCLES] / spent_s);
    put(out, "simulate_warp_instructions_per_s", (double)counts.warp_instructions / spent_s);
    put(out, "simulate_records_per_s", (double)counts.records / spent_s);
    return ST_OK;
}

static enum st_code run_whole(const struct stage *s, uint32_t threads, double *wall_s,
                              struct status *st)
{
    struct kernel *k;
    struct kernel_settings all = {0};
    struct model_options options = {.threads = threads};
    struct gpu_counters counters;
    TRY(launch_kernel(s->launch, &all, &k, st));
    double start_s = seconds(CLOCK_MONOTONIC);
    enum st_code code = gpu_simulate(&s->gpu, k, &options, &counters, st);
    *wall_s = seconds(CLOCK_MONOTONIC) - start_s;
    k->ops->free(k);
    return code;
}

static enum st_code bench_threads(const struct stage *s, json_t *out, struct status *st)
{
    double one_s = 0.0, two_s = 0.0;
    TRY(run_whole(s, 1, &one_s, st));
    TRY(run_whole(s, 2, &two_s, st));
    put(out, "simulate_wall_1_thread_s", one_s);
    put(out, "simulate_wall_2_threads_s", two_s);
    put(out, "simulate_speedup_2_threads", one_s / two_s);
    return ST_OK;
}

static enum st_code run_groups(const struct stage *s, const struct gpu_config *small,
                               const struct plan *plan, int threads, double *wall_s,
                               struct status *st)
{
    struct status *failures = mem_calloc(plan->n_groups, sizeof *failures);
    uint64_t pixels = (uint64_t)plan->width * plan->height;
    if (!failures)
        return status_no_memory(st, "bench");
    double start_s = seconds(CLOCK_MONOTONIC);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint32_t g = 0; g < plan->n_groups; g++) {
        struct kernel *k = NULL;
        struct gpu_counters counters;
        struct model_options quiet = {0};
        uint8_t *filter = mem_calloc(pixels, 1);
        if (filter) {
            plan_filter(plan, g, filter);
            struct kernel_settings settings = {.filter = filter};
            if (launch_kernel(s->launch, &settings, &k, &failures[g]) == ST_OK)
                gpu_simulate(small, k, &quiet, &counters, &failures[g]);
        } else {
            status_no_memory(&failures[g], "bench");
        }
        if (k)
            k->ops->free(k);
        mem_free(filter);
    }
    *wall_s = seconds(CLOCK_MONOTONIC) - start_s;
    enum st_code code = ST_OK;
    for (uint32_t g = 0; g < plan->n_groups && code == ST_OK; g++)
        if (failures[g].code != ST_OK) {
            *st = failures[g];
            code = st->code;
        }
    mem_free(failures);
    return code;
}

/* A plan that traces every pixel; the colours then do not matter, so the heatmap is of one colour.
 */
static enum st_code whole_plan(const struct stage *s, uint32_t factor, struct plan *plan,
                               struct status *st)
{
    struct image picture;
    struct quantized q;
    TRY(image_create(&picture, s->settings->width, s->settings->height, st));
    enum st_code code = quantize(&q, &picture, 1, 1, st);
    image_free(&picture);
    TRY(code);
    struct plan_settings settings = {.factor = factor,
                                     .division = DIVISION_FINE,
                                     .distribution = DISTRIBUTION_UNIFORM,
                                     .block_width = 32,
                                     .block_height = 2,
                                     .percent = 100.0,
                                     .percent_min = 30.0,
                                     .percent_max = 60.0,
                                     .seed = 1};
    code = plan_create(plan, &q, &settings, st);
    quantized_free(&q);
    return code;
}

static enum st_code bench_groups(const struct stage *s, json_t *out, struct status *st)
{
    struct downscale scale;
    struct plan plan;
    struct gpu_config small = s->gpu;
    TRY(downscale_choose(&scale, small.machine.sms, small.machine.memory_partitions, 0, st));
    gpu_config_downscale(&small, scale.factor);
    TRY(whole_plan(s, scale.factor, &plan, st));
    double one_s = 0.0, two_s = 0.0;
    enum st_code code = run_groups(s, &small, &plan, 1, &one_s, st);
    if (code == ST_OK)
        code = run_groups(s, &small, &plan, 2, &two_s, st);
    plan_free(&plan);
    TRY(code);
    put(out, "groups", (double)scale.factor);
    put(out, "groups_wall_1_thread_s", one_s);
    put(out, "groups_wall_2_threads_s", two_s);
    put(out, "groups_speedup_2_threads", one_s / two_s);
    return ST_OK;
}

/* In the child: one scene's figures as one line of JSON into `to`. */
static int bench_scene(const struct settings *settings, const char *name, FILE *to)
{
    struct status st = {0};
    struct stage s = {.settings = settings};
    json_t *out = json_object();
    enum st_code code = stage_open(&s, name, &st);
    if (code == ST_OK)
        code = bench_functional(&s, out, &st);
    if (code == ST_OK)
        code = bench_simulate(&s, out, &st);
    if (code == ST_OK)
        code = bench_threads(&s, out, &st);
    if (code == ST_OK)
        code = bench_groups(&s, out, &st);
    if (code != ST_OK)
        fprintf(stderr, "bench_speed: %s\n", st.text);
    else
        json_dumpf(out, to, JSON_REAL_PRECISION(6));
    json_decref(out);
    launch_free(s.launch);
    device_image_free(s.image);
    scene_free(s.scene);
    return status_exit(code);
}

/* Runs bench_scene in a process of its own; NULL where it failed. */
static json_t *measure(const struct settings *settings, const char *name)
{
    int ends[2];
    if (pipe(ends) != 0)
        return NULL;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        FILE *to = fdopen(ends[1], "w");
        int code = to ? bench_scene(settings, name, to) : 1;
        if (to)
            fclose(to);
        _exit(code);
    }
    close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    json_t *figures = from ? json_loadf(from, 0, NULL) : NULL;
    if (from)
        fclose(from);
    int status = 0;
    struct rusage usage;
    if (child > 0 && wait4(child, &status, 0, &usage) == child && figures)
        put(figures, "peak_rss_MiB", (double)usage.ru_maxrss / 1024.0);
    return figures;
}

/* Beside every rate of `figures` that the baseline has too: their ratio. */
static void compare(json_t *figures, const json_t *baseline)
{
    const char *key;
    json_t *value, *ratios = json_object();
    json_object_foreach(figures, key, value)
    {
        double base = json_number_value(json_object_get(baseline, key));
        if (base > 0.0)
            put(ratios, key, json_number_value(value) / base);
    }
    json_object_set_new(figures, "ratio_to_baseline", ratios);
}

static int usage_error(void)
{
    fputs("usage: bench_speed [--size WxH] [--samples N] [--gpu GPU] [--baseline FILE] "
          "[SCENE ...]\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    struct settings settings = {512, 512, 2, "mobile_soc", NULL};
    const char *usual[] = {"weekend", "atrium", "park"};
    int first = 1;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2) {
        if (strcmp(argv[first], "--size") == 0) {
            if (sscanf(argv[first + 1], "%ux%u", &settings.width, &settings.height) != 2)
                return usage_error();
        } else if (strcmp(argv[first], "--samples") == 0) {
            settings.samples = (unsigned)strtoul(argv[first + 1], NULL, 10);
        } else if (strcmp(argv[first], "--gpu") == 0) {
            settings.gpu = argv[first + 1];
        } else if (strcmp(argv[first], "--baseline") == 0) {
            settings.baseline = argv[first + 1];
        } else {
            return usage_error();
        }
    }
    json_error_t why;
    json_t *baseline = settings.baseline ? json_load_file(settings.baseline, 0, &why) : NULL;
    if (settings.baseline && !baseline) {
        fprintf(stderr, "bench_speed: %s: %s\n", settings.baseline, why.text);
        return 1;
    }
    json_t *all = json_object(), *scenes = json_object();
    json_object_set_new(all, "gpu", json_string(settings.gpu));
    put(all, "width", settings.width);
    put(all, "height", settings.height);
    put(all, "samples", settings.samples);
    json_object_set_new(all, "scenes", scenes);
    size_t n = first < argc ? (size_t)(argc - first) : sizeof usual / sizeof *usual;
    int failed = 0;
    for (size_t i = 0; i < n; i++) {
        const char *name = first < argc ? argv[(size_t)first + i] : usual[i];
        json_t *figures = measure(&settings, name);
        failed |= !figures;
        if (!figures)
            continue;
        json_t *base = json_object_get(json_object_get(baseline, "scenes"), name);
        if (base)
            compare(figures, base);
        json_object_set_new(scenes, name, figures);
    }
    json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(all);
    json_decref(baseline);
    return failed;
}
