/* gatsim.c -- how fast GATSim's abstract timing is beside the cycle model; never a test.
 *
 *     bench_gatsim [--size WxH] [--gpu GPU] [--repeats N] SCENE ...
 *
 * On each scene, N times in turn: the cycle model, and what GATSim does: the functional run is
 * recorded, paths are made of it, blocks pre-characterised, the SMs simulated. Prints warp
 * instructions per second of processor time, the best of each, as Fig. 4 of the paper counts them
 * (of the timing alone; pre-characterisation and the functional run are apart), and how many times
 * faster than the cycle model the timing is, with the functional run, and with all. */
#define _DEFAULT_SOURCE
#include "common/auto.h"
#include "orchestrator/predict/traversal.h"
#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"
#include "sim/config/load/load.h"
#include "sim/functional/exec/launch.h"
#include "sim/gatsim/gatsim_gpu.h"
#include "sim/timing/gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum part { CYCLE, RECORD, PATHS, CHARACTERISE, TIMING, PARTS };

struct bench {
    struct scene *scene;
    struct device_image *image;
    struct launch *launch;
    struct gpu_config gpu;
    double best_s[PARTS];
    uint64_t cycles, gatsim_cycles, instructions;
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void spent(struct bench *b, enum part part, double *since_s)
{
    double now = now_s();
    b->best_s[part] = fmin(b->best_s[part], now - *since_s);
    *since_s = now;
}

static enum st_code run_cycle(struct bench *b, struct kernel *kernel, struct status *st)
{
    struct model_options options = {0};
    struct gpu_counters n;
    double since_s = now_s();
    TRY(gpu_simulate(&b->gpu, kernel, &options, &n, st));
    spent(b, CYCLE, &since_s);
    b->cycles = n.gpu.cycles;
    b->instructions = n.sm.warp_instructions;
    return ST_OK;
}

static enum st_code run_gatsim(struct bench *b, struct kernel *kernel, struct status *st)
{
    AUTO(paths_release) struct paths paths = {0};
    AUTO(timing_table_release) struct timing_table table = {0};
    struct kernel_trace *trace;
    struct kernel_trace_options making = {0};
    struct model_options options = {0};
    struct gpu_counters n;
    double since_s = now_s();
    TRY(kernel_trace_create(&trace, kernel, &making, st));
    spent(b, RECORD, &since_s);
    TRY(paths_make(&paths, trace, &b->gpu.ldst, st));
    spent(b, PATHS, &since_s);
    TRY(precharacterise(&table, &b->gpu, trace, &paths.blocks, st));
    spent(b, CHARACTERISE, &since_s);
    const struct gatsim_program program = {&b->gpu, trace, &paths, &table, 1};
    TRY(gatsim_gpu_simulate(&program, &options, &n, st));
    spent(b, TIMING, &since_s);
    kernel_trace_free(trace);
    b->gatsim_cycles = n.gpu.cycles;
    return ST_OK;
}

static enum st_code open_frame(struct bench *b, const char *name, unsigned width, unsigned height,
                               struct status *st)
{
    struct frame frame = {.width = width,
                          .height = height,
                          .samples = 2,
                          .max_depth = 8,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 2,
                          .seed = 1};
    TRY(scene_load(&b->scene, name, st));
    TRY(device_image_create(&b->image, b->scene, st));
    return launch_create(&b->launch, b->image, &frame, st);
}

static enum st_code run(struct bench *b, int repeats, struct status *st)
{
    const struct kernel_settings settings = {.traversal = traversal_of(&b->gpu)};
    for (int p = 0; p < PARTS; p++)
        b->best_s[p] = (double)INFINITY;
    for (int i = 0; i < repeats; i++)
        for (int gatsim = 0; gatsim < 2; gatsim++) {
            struct kernel *kernel;
            TRY(launch_kernel(b->launch, &settings, &kernel, st));
            TRY(gatsim ? run_gatsim(b, kernel, st) : run_cycle(b, kernel, st));
            kernel->ops->free(kernel);
        }
    return ST_OK;
}

static void report(const struct bench *b, const char *name)
{
    const double *s = b->best_s, n = (double)b->instructions * 1e-6;
    double recorded = s[TIMING] + s[RECORD] + s[PATHS], all = recorded + s[CHARACTERISE];
    printf("%-10s %8.3f %+6.1f%% %8.2f %8.2f %8.2f %8.2f %8.2f %7.1fx %7.1fx %7.1fx\n", name, n,
           100 * ((double)b->gatsim_cycles / (double)b->cycles - 1), n / s[CYCLE], n / s[TIMING],
           1e3 * s[RECORD], 1e3 * s[PATHS], 1e3 * s[CHARACTERISE], s[CYCLE] / s[TIMING],
           s[CYCLE] / recorded, s[CYCLE] / all);
}

int main(int argc, char **argv)
{
    const char *gpu = "mobile_soc";
    unsigned width = 64, height = 64;
    int repeats = 3, i = 1;
    struct status st;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--gpu") == 0)
            gpu = argv[i + 1];
        else if (strcmp(argv[i], "--repeats") == 0)
            repeats = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--size") != 0 ||
                 sscanf(argv[i + 1], "%ux%u", &width, &height) != 2)
            break;
    }
    if (i >= argc || argv[i][0] == '-' || repeats < 1) {
        fprintf(stderr, "usage: %s [--size WxH] [--gpu GPU] [--repeats N] SCENE ...\n", argv[0]);
        return 2;
    }
    printf("%s, %u x %u; MIPS: millions of warp instructions per second\n", gpu, width, height);
    printf("%-10s %8s %7s %8s %8s %8s %8s %8s %8s %8s %8s\n", "", "M insts", "error", "cycle",
           "timing", "record", "paths", "blocks", "timing", "with", "with");
    printf("%-10s %8s %7s %8s %8s %8s %8s %8s %8s %8s %8s\n", "scene", "", "", "MIPS", "MIPS", "ms",
           "ms", "ms", "faster", "record", "blocks");
    for (; i < argc; i++) {
        struct bench b = {0};
        enum st_code code = gpu_config_load(&b.gpu, gpu, &st);
        if (code == ST_OK)
            code = open_frame(&b, argv[i], width, height, &st);
        if (code == ST_OK)
            code = run(&b, repeats, &st);
        if (code != ST_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], st.text);
            return 1;
        }
        report(&b, argv[i]);
        launch_free(b.launch);
        device_image_free(b.image);
        scene_free(b.scene);
    }
    return 0;
}
