#include "sim/approximate/approximate_model.h"

#include "sim/approximate/approximate_gpu.h"

enum st_code approximate_model(const struct gpu_config *config, struct kernel *kernel,
                               const struct model_options *options, struct model_answer *out,
                               struct status *st)
{
    const struct approximate_gpu_options own = {.progress = options->progress,
                                                .stop = options->stop,
                                                .first_sm = options->first_sm,
                                                .threads = options->threads,
                                                .helpers_cpu_s = options->helpers_cpu_s,
                                                .unfinished = options->unfinished};
    return approximate_gpu_simulate(config, kernel, &own, &out->counters, st);
}
