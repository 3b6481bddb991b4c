/* The default: windows of a frame that is large for the GPU, by the cycle model, and else what the
 * approximate model makes of the frame. */
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/waves.h"
#include "sim/timing/sm.h"

/* Of the frame. Where windows are more of it than that, they cost more than the approximate model's
 * run and its sample do. */
static const double most_share = 0.125;

enum st_code auto_estimator_create(struct estimator **out, const struct frame_job *job,
                                   const struct pipeline *p, const struct result *r,
                                   struct status *st)
{
    const struct gpu_config *gpu = &p->target.gpu;
    uint64_t slots =
        (uint64_t)gpu->machine.sms * sm_occupancy(gpu, launch_registers(job->session->launch));
    uint32_t asked = waves_of_windows(job->settings->method.waves);
    uint32_t waves = asked && asked < WAVES_OF_WINDOWS ? WAVES_OF_WINDOWS : asked;
    double warps = (double)waves * (double)slots;
    bool groups = job->settings->method.percent > 0; /* which somebody asks for by name */
    bool windows = !groups && warps > 0 && warps <= most_share * (double)frame_ctas(&r->frame);
    return (windows ? windows_estimator_create : ratio_estimator_create)(out, job, p, r, st);
}
