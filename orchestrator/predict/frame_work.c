#include "orchestrator/predict/frame_work.h"

#include "orchestrator/predict/traversal.h"

/* CTAs that are executed for the estimate; that takes a few hundredths of a second. */
enum { SAMPLE_CTAS = 48 };

double frame_work(const struct frame_job *job, const struct gpu_config *gpu,
                  const struct frame_where *where, uint32_t n_ctas)
{
    uint32_t ctas[SAMPLE_CTAS], n = n_ctas < SAMPLE_CTAS ? n_ctas : SAMPLE_CTAS;
    struct kernel_settings settings = {
        .filter = where->filter, .traversal = traversal_of(gpu), .ctas = ctas, .n_ctas = n};
    struct functional_counts counts = {0};
    struct status unused;
    struct kernel *kernel;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)((2 * (uint64_t)i + 1) * n_ctas / (2 * (uint64_t)n));
        ctas[i] = where->part ? where->part->ctas[at] : at;
    }
    if (n == 0 || launch_kernel(job->session->launch, &settings, &kernel, &unused) != ST_OK)
        return 0;
    enum st_code code = kernel_run(kernel, &unused); /* the run that follows reports a failure */
    launch_kernel_counts(kernel, &counts);
    kernel->ops->free(kernel);
    return code == ST_OK ? (double)counts.warp_instructions * n_ctas / n : 0;
}
