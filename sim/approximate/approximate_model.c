#include "sim/approximate/approximate_model.h"

#include "sim/approximate/approximate_gpu.h"

enum st_code approximate_model(const struct gpu_config *config, struct kernel *kernel,
                               const struct model_options *options, struct model_answer *out,
                               struct status *st)
{
    return approximate_gpu_simulate(config, kernel, options, &out->counters, st);
}
