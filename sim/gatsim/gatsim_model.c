#include "sim/gatsim/gatsim_model.h"

#include "common/auto.h"
#include "sim/gatsim/gatsim_gpu.h"

#include <string.h>

bool gatsim_counts(const struct counter_table *table, const struct counter *counter)
{
    static const struct {
        const char *section, *names[6];
    } counted[] = {
        {"gpu", {"cycles", "ctas"}},
        {"sm", {"warp_instructions", "thread_instructions", "warps", "resident_warp_cycles"}},
        {"rt", {"warps", "rays", "warp_latency", "records", "requests"}},
    };
    for (size_t s = 0; s < sizeof counted / sizeof *counted; s++)
        for (size_t i = 0; strcmp(table->section, counted[s].section) == 0 && counted[s].names[i];
             i++)
            if (strcmp(counter->name, counted[s].names[i]) == 0)
                return true;
    return false;
}

static enum st_code simulate(const struct gpu_config *config, const struct kernel_trace *trace,
                             const struct model_options *options, struct model_answer *out,
                             struct status *st)
{
    AUTO(paths_release) struct paths paths = {0};
    AUTO(timing_table_release) struct timing_table table = {0};
    TRY(paths_make(&paths, trace, &config->ldst, st));
    TRY(precharacterise(&table, config, trace, &paths.blocks, st));
    const struct gatsim_program program = {config, trace, &paths, &table,
                                           kernel_cta_warps(&trace->shape)};
    return gatsim_gpu_simulate(&program, options, &out->counters, st);
}

enum st_code gatsim_model(const struct gpu_config *config, struct kernel *kernel,
                          const struct model_options *options, struct model_answer *out,
                          struct status *st)
{
    if (kernel->machine_code)
        return status_fail(st, ST_USAGE, "GATSim does not know machine code; the cycle model does");
    if (config->rt.reorder_warps)
        return status_fail(st, ST_USAGE,
                           "GATSim does not know rt.reorder_warps; the cycle model does");
    struct kernel_trace *own = NULL;
    const struct kernel_trace_options making = {.threads = options->threads,
                                                .stop = options->stop,
                                                .helpers_cpu_s = options->helpers_cpu_s};
    if (!options->trace)
        TRY(kernel_trace_create(&own, kernel, &making, st));
    enum st_code code = simulate(config, options->trace ? options->trace : own, options, out, st);
    kernel_trace_free(own);
    return code;
}
