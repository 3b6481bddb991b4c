/* estimators.h -- the table of estimators: a row is all that there is to write of one beside its
 * own pair of files in predict/. What --extrapolate takes, how pixels are chosen, what is simulated
 * and which settings have an effect follow from it.
 *
 *     ROW(id, name, create, traits...)
 *
 * name    that --extrapolate takes
 * create  makes one (predict/estimator.h)
 * traits  fields of struct estimator_traits below */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ESTIMATORS(ROW)                                                                            \
    ROW(LINEAR, "linear", group_estimator_create, .levels = 1, .combines = true)                   \
    ROW(EXPONENTIAL, "exponential", group_estimator_create, .levels = 3, .combines = true)         \
    ROW(RATIO, "ratio", ratio_estimator_create, .levels = 1, .groups = 2, .by_waves = true,        \
        .most_percent = 15)                                                                        \
    ROW(WINDOWS, "windows", windows_estimator_create, .levels = 1, .groups = 2, .by_waves = true,  \
        .most_percent = 15)                                                                        \
    ROW(AUTO, "auto", auto_estimator_create, .levels = 1, .groups = 2, .by_waves = true,           \
        .most_percent = 15)

enum extrapolation {
#define ESTIMATOR_ID(id, ...) EXTRAPOLATE_##id,
    ESTIMATORS(ESTIMATOR_ID)
#undef ESTIMATOR_ID
        EXTRAPOLATIONS
};

struct estimator_traits {
    const char *name;
    uint32_t levels;     /* percentages at which each group runs */
    uint32_t groups;     /* how many are simulated at first; 0: all of them */
    bool by_waves;       /* --waves says how much is run, and --percent auto follows it; else that
                            is equation (1), within --percent-min and --percent-max */
    double most_percent; /* of --percent auto that goes by waves */
    bool combines;       /* --combine says how groups become the frame */
};
extern const struct estimator_traits estimators[EXTRAPOLATIONS];
