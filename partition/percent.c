#include "partition/percent.h"

#include <stddef.h>

const char *const distribution_names[] = {"uniform", "lintmp", "exptmp", NULL};

double percent_of_group(const uint64_t *pixels, const double *coldness, uint32_t n, double min,
                        double max)
{
    double sum = 0.0, all = 0.0;
    for (uint32_t j = 0; j < n; j++) {
        sum += (double)pixels[j] * coldness[j];
        all += (double)pixels[j];
    }
    double percent = all > 0.0 ? 100.0 * sum / all : min;
    return percent < min ? min : percent > max ? max : percent;
}

static double weight_of(enum distribution distribution, double coldness)
{
    double warmth = 1.0 - coldness, squared = warmth * warmth;
    switch (distribution) {
    case DISTRIBUTION_LINTMP:
        return warmth;
    case DISTRIBUTION_EXPTMP:
        return squared * squared * warmth;
    case DISTRIBUTION_UNIFORM:
        break;
    }
    return 1.0;
}

void percent_shares(enum distribution distribution, const uint64_t *pixels, const double *coldness,
                    uint32_t n, double *share)
{
    double sum = 0.0;
    for (uint32_t j = 0; j < n; j++) {
        share[j] = (double)pixels[j] * weight_of(distribution, coldness[j]);
        sum += share[j];
    }
    if (sum > 0.0) {
        for (uint32_t j = 0; j < n; j++)
            share[j] /= sum;
    } else if (distribution != DISTRIBUTION_UNIFORM) {
        percent_shares(DISTRIBUTION_UNIFORM, pixels, coldness, n, share);
    }
}
