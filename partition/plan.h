/* plan.h -- chooses the pixels that each group's GPU traces: steps 4 and 5 of the paper (III-D,
 * III-E). Works on images and numbers, not rays. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "heatmap/quantize.h"
#include "partition/groups.h"
#include "partition/percent.h"

#include <stdint.h>

struct plan_settings {
    uint32_t factor; /* K groups, 1 to GROUPS_MOST */
    enum division division;
    enum distribution distribution;
    uint32_t block_width, block_height; /* section block, pixels; 32 x 2 */
    double percent;                     /* ]0, 100], or 0: equation (1) */
    double percent_min, percent_max;    /* bounds of equation (1), percent; 30, 60 */
    uint64_t seed;
};

struct plan_group {
    uint64_t pixels;       /* of the group; 0 if the image plane is too small for K groups */
    uint64_t traced;       /* chosen: 0 if the group is empty, else at least one block */
    double wanted_percent; /* equation (1) or the constant */
    double percent; /* reached: 100 * traced / pixels; reported and used. 0 if the group is empty */
};

struct plan {
    uint32_t width, height, n_groups;
    uint16_t *group; /* per pixel: its group; groups are a disjoint cover */
    uint8_t *chosen; /* per pixel: 1 if it is traced, else 0 */
    uint8_t *listed; /* from lists, which may overlap: per group and pixel, 1 if the group traces
                        it; NULL: `group` and `chosen` apply */
    struct plan_group *groups;
};

/* Divides the image plane of `q`, computes a percentage per group and chooses section blocks; a
 * block has the colour of most of its pixels, of equals the hotter. Each group uses separate random
 * numbers. ST_USAGE for settings out of range, and blocks larger than the plane or a coarse group.
 * On failure *out is empty. */
enum st_code plan_create(struct plan *out, const struct quantized *q,
                         const struct plan_settings *settings, struct status *st);
/* Reads lists of chosen pixels instead, as written by plan_write: every file of the pattern
 * `lists`, or *.coords in it if it is a folder. The first number of a file's name is its group; it
 * has a line "x y" per pixel; several files of a group form one list. Groups are assumed to have
 * equal size. ST_FAILED with file and line if a line is no pixel of the plane, or a group has
 * none. */
enum st_code plan_read(struct plan *out, const char *lists, uint32_t width, uint32_t height,
                       uint32_t groups, struct status *st);
void plan_free(struct plan *p); /* leaves it empty */

/* filter[i] = 1 where pixel i belongs to group g and is traced, else 0; width*height bytes. */
void plan_filter(const struct plan *p, uint32_t g, uint8_t *filter);

/* Copies `picture` (of the plan's size) with every pixel dimmed that no group traces; creates
 * *out. */
enum st_code plan_paint(const struct plan *p, const struct image *picture, struct image *out,
                        struct status *st);

/* One file per group, a line "x y" per chosen pixel, row by row, and one picture per group:
 * `picture` (of the plan's size) with the group's pixels that were not chosen dimmed to a third and
 * those of other groups to an eighth. Names: group_<i>.coords, group_<i>.png in `folder`, which is
 * created if it is missing. Writes all of them or none: the files are complete before the first
 * gets its name. */
enum st_code plan_write(const struct plan *p, const struct image *picture, const char *folder,
                        struct status *st);
