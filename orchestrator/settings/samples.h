/* samples.h -- the table of samples: which part of a frame a prediction runs. A new sample needs a
 * row
 * here, a file in predict/, and the declaration of its `create` in predict/estimator.h; the values
 * of
 * --sample and the stages that run follow from the row.
 *
 *     ROW(id, name, create, traits...)
 *
 * name    value of --sample
 * create  makes the sample's estimator (predict/estimator.h)
 * traits  members of struct sample_traits below */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SAMPLES(ROW)                                                                               \
    ROW(ALL, "all", frame_estimator_create, .title = "the whole frame")                            \
    ROW(WINDOWS, "windows", frame_estimator_create, .title = "windows of the frame",               \
        .profile = true)                                                                           \
    ROW(GROUPS, "groups", group_estimator_create, .title = "groups of pixels on scale models",     \
        .profile = true, .plan = true)                                                             \
    ROW(PIXELS, "pixels", group_estimator_create,                                                  \
        .title = "listed pixels of each group on scale models", .plan = true)

enum sample_kind {
#define SAMPLE_ID(id, ...) SAMPLE_##id,
    SAMPLES(SAMPLE_ID)
#undef SAMPLE_ID
        SAMPLE_KINDS,
    SAMPLE_AUTO = SAMPLE_KINDS /* only a value of --sample, which predict/choice.h replaces */
};

struct sample_traits {
    const char *name;
    const char *title; /* shown to people */
    bool profile;      /* whether it is chosen by the heatmap */
    bool plan;         /* whether it consists of groups of the image plane (partition/plan.h) */
};
extern const struct sample_traits sample_kinds[SAMPLE_KINDS];

/* Returns the sample of that name; SAMPLE_KINDS where there is none, or the name is NULL. */
enum sample_kind samples_named(const char *name);

/* Ways to extrapolate from the traced pixels of a group to all of them. */
enum extrapolation { EXTRAPOLATE_AUTO, EXTRAPOLATE_LINEAR, EXTRAPOLATE_EXPONENTIAL };

/* Returns the number of percentages at which each group runs. */
uint32_t extrapolate_levels(uint32_t extrapolation);

struct method_settings;

/* Whether --sample auto means groups, because an option is given that only groups have. */
bool samples_means_groups(const struct method_settings *method);
