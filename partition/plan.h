/* plan.h -- chooses the pixels that each group's GPU traces: steps 4 and 5 of the paper (III-D,
 * III-E). It works on images and numbers, not on rays. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "heatmap/quantize.h"
#include "partition/groups.h"
#include "partition/percent.h"

#include <stdint.h>

struct plan_settings {
    uint32_t factor; /* number of groups, K, from 1 to GROUPS_MOST */
    enum division division;
    enum distribution distribution;
    uint32_t block_width, block_height; /* section block in pixels; the standard is 32 x 2 */
    double percent;                     /* above 0, at most 100; 0: equation (1) gives it */
    double percent_min, percent_max;    /* bounds of equation (1), percent; the standard is 30 and
                                           60 */
    uint64_t seed;
};

struct plan_group {
    uint64_t pixels;       /* pixels of the group; 0 if the image plane is too small for K groups */
    uint64_t traced;       /* pixels that were chosen: 0 if the group is empty, else a block or more
                            */
    double wanted_percent; /* from equation (1), or the constant */
    double percent; /* reached: 100 * traced / pixels, used and reported; 0 if the group is empty */
};

struct plan {
    uint32_t width, height, n_groups;
    uint16_t *group; /* group of each pixel; every pixel is in one group */
    uint8_t *chosen; /* for each pixel, 1 if it is traced, else 0 */
    uint8_t *listed; /* for plans read from lists, which may overlap: per group and pixel, 1 if the
                        group traces it; NULL: `group` and `chosen` apply */
    uint64_t shared; /* pixels that are in the lists of several groups */
    struct plan_group *groups;
};

/* Divides the image plane of `q`, computes a percentage per group and chooses section blocks. A
 * block has the colour of most of its pixels; of colours with equally many, the hotter. Each group
 * uses its own random numbers. ST_USAGE for settings out of range, and for blocks larger than the
 * plane or a coarse group. On failure *out is empty. */
enum st_code plan_create(struct plan *out, const struct quantized *q,
                         const struct plan_settings *settings, struct status *st);
/* Reads a plan from lists of chosen pixels, as plan_write writes them: every file that matches the
 * pattern `lists`, or *.coords in it if it is a folder. The first number in a file's name is its
 * group; each line "x y" is a pixel; several files of a group form one list. Groups are assumed to
 * have equal size. ST_FAILED with file and line if a line is no pixel of the plane, or a group has
 * none. */
enum st_code plan_read(struct plan *out, const char *lists, uint32_t width, uint32_t height,
                       uint32_t groups, struct status *st);
void plan_free(struct plan *p); /* leaves it empty */

/* Sets filter[i] to 1 where pixel i is traced by group g, else to 0; width * height bytes. */
void plan_filter(const struct plan *p, uint32_t g, uint8_t *filter);

/* Creates *out, a copy of `picture` (of the plan's size) in which the pixels that no group traces
 * are dimmed. */
enum st_code plan_paint(const struct plan *p, const struct image *picture, struct image *out,
                        struct status *st);

/* Writes one file per group with a line "x y" per chosen pixel, row by row, and one picture per
 * group: `picture` (of the plan's size) with the group's pixels that were not chosen dimmed to a
 * third and those of other groups to an eighth. The names are group_<i>.coords and group_<i>.png in
 * `folder`, which is created if it is missing. Writes all of them or none: the files are complete
 * before the first gets its name. */
enum st_code plan_write(const struct plan *p, const struct image *picture, const char *folder,
                        struct status *st);
