/* prepare.h -- everything up to the choice of pixels: steps 1 to 5 of the paper (III-B to III-E).
 */
#ifndef ORCHESTRATOR_PREDICT_PREPARE_H
#define ORCHESTRATOR_PREDICT_PREPARE_H

#include "heatmap/quantize.h"
#include "orchestrator/predict/heat.h"
#include "partition/downscale.h"
#include "partition/plan.h"
#include "sim/config/gpu_config.h"

/* The target and its scale model. */
struct target {
    struct gpu_config gpu, small;
    struct downscale downscale;
};

/* Loads the configuration `gpu` and divides it by `factor`; 0: by the gcd of its parts. */
enum st_code target_load(struct target *out, const char *gpu, uint32_t factor, struct status *st);

/* Of each group's pixels at most, where the ratio estimator is to choose. */
enum { RATIO_PERCENT = 15 };
/* method->waves of the frames that calibrated its intervals; the default. */
enum { RATIO_WAVES = 8 };

struct preparation {
    struct quantized quantized;
    struct plan plan;
    struct cost_time cost; /* without the heatmap's */
};

enum st_code prepare(struct preparation *out, const struct method_settings *method, uint64_t seed,
                     const struct target *target, const struct heat *heat, struct status *st);
void prepare_release(struct preparation *p); /* leaves it empty */

/* What the plan is made from; `percent` 0: equation (1). */
struct plan_settings prepare_plan_settings(const struct method_settings *method, uint64_t seed,
                                           uint32_t factor, double percent);

/* Writes what `partition` leaves behind into a folder, which is made: heatmap.png, quantized.png,
 * group_<i>.coords, group_<i>.png and the scale model's configuration <gpu>_k<K>.cfg. */
enum st_code prepare_write(const struct preparation *p, const struct target *target,
                           const struct heat *heat, const char *folder, struct status *st);

#endif
