/* plan.h -- which pixels are traced on which group's GPU: steps 4 and 5 of the paper (III-D, III-E).
 * Knows images and numbers, not rays. */
#ifndef PARTITION_PLAN_H
#define PARTITION_PLAN_H

#include "common/image.h"
#include "common/status.h"
#include "heatmap/quantize.h"

#include <stdint.h>

enum division { DIVISION_FINE, DIVISION_COARSE };
enum distribution { DISTRIBUTION_UNIFORM, DISTRIBUTION_LINTMP, DISTRIBUTION_EXPTMP };
extern const char *const division_names[];     /* "fine", "coarse", NULL */
extern const char *const distribution_names[]; /* "uniform", "lintmp", "exptmp", NULL */

struct plan_settings {
    uint32_t factor; /* K groups */
    enum division division;
    enum distribution distribution;
    uint32_t block_width, block_height; /* section block, pixels; 32 x 2 */
    double percent;                     /* ]0, 100], or 0: equation (1) */
    double percent_min, percent_max;    /* bounds of equation (1); 30, 60 */
    uint64_t seed;
};

struct plan_group {
    uint64_t pixels; /* of the group */
    uint64_t traced; /* chosen */
    double wanted_percent; /* equation (1) or the constant */
    double percent;  /* reached: 100 * traced / pixels; what is reported and used */
};

struct plan {
    uint32_t width, height, n_groups;
    uint16_t *group; /* per pixel: its group; groups are a disjoint cover */
    uint8_t *chosen; /* per pixel: nonzero where it is traced */
    struct plan_group *groups;
};

enum st_code plan_create(struct plan *out, const struct quantized *q,
                         const struct plan_settings *settings, struct status *st);
void plan_free(struct plan *p);

/* filter[i] = pixel i belongs to group g and is traced; width*height bytes. */
void plan_filter(const struct plan *p, uint32_t g, uint8_t *filter);

/* One file per group, a line "x y" per chosen pixel, and one picture per group: the heatmap's
 * picture with what was not chosen dimmed. Names: group_<i>.coords, group_<i>.png in `folder`. */
enum st_code plan_write(const struct plan *p, const struct image *picture, const char *folder,
                        struct status *st);

#endif
