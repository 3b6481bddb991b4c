#include "sim/timing/cycle_model.h"

#include "sim/timing/gpu.h"

enum st_code cycle_model(const struct gpu_config *config, struct kernel *kernel,
                         const struct model_options *options, struct model_answer *out,
                         struct status *st)
{
    return gpu_simulate(config, kernel, options, &out->counters, st);
}
