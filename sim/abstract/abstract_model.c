#include "sim/abstract/abstract_model.h"

#include "sim/abstract/abstract_gpu.h"

enum st_code abstract_model(const struct gpu_config *config, struct kernel *kernel,
                            const struct model_options *options, struct model_answer *out,
                            struct status *st)
{
    const struct abstract_gpu_options own = {.progress = options->progress,
                                             .stop = options->stop,
                                             .first_sm = options->first_sm,
                                             .threads = options->threads,
                                             .helpers_cpu_s = options->helpers_cpu_s,
                                             .unfinished = options->unfinished};
    return abstract_gpu_simulate(config, kernel, &own, &out->counters, st);
}
