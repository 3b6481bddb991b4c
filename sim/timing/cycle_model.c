#include "sim/timing/cycle_model.h"

#include "sim/timing/gpu.h"

enum st_code cycle_model(const struct gpu_config *config, struct kernel *kernel,
                         const struct model_options *options, struct model_answer *out,
                         struct status *st)
{
    const struct gpu_options own = {.progress = options->progress,
                                    .work = options->work,
                                    .dump = options->dump,
                                    .first_sm = options->first_sm,
                                    .threads = options->threads,
                                    .timeline = options->timeline,
                                    .helpers_cpu_s = options->helpers_cpu_s,
                                    .warming = options->warming,
                                    .end = options->end,
                                    .stop = options->stop,
                                    .unfinished = options->unfinished};
    return gpu_simulate(config, kernel, &own, &out->counters, st);
}
