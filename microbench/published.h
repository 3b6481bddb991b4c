/* published.h -- figures that others have measured on real GPUs, compared with the model's.
 *
 * A figure refers to the row of the micro-benchmarks that measures the same; figures that the model
 * cannot measure have none, and a reason. Figures of one chip are listed with the presets of its
 * generation, if they do not depend on the number of units; `device` is the chip. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

#include <stdint.h>

/* The conversion of a row's number to the figure's unit. */
enum published_scale {
    PUBLISHED_AS_IS,
    PUBLISHED_LANES,      /* instructions/cycle: times 32 lanes */
    PUBLISHED_SECTORS,    /* sectors/cycle: times 32 bytes */
    PUBLISHED_WARP_BYTES, /* cycles/instruction: 128 bytes over it */
    PUBLISHED_OF_BUS,     /* GB/s: in percent of the DRAM's pin bandwidth */
};

struct published_figure {
    const char *gpus;   /* presets for comparison, separated by a blank */
    const char *what;   /* "L2 hit, pointer chase" */
    const char *device; /* "RTX 2070" */
    double value;
    const char *unit;
    const char *row; /* "chase.l2_hit"; NULL: not measurable in the model */
    enum published_scale scale;
    const char *source; /* key of published_sources */
    const char *place;  /* in it */
    const char *why;    /* why the model cannot measure it, or not exactly; "": no reason */
};
extern const struct published_figure published_figures[]; /* ends with gpus NULL */

struct published_source {
    const char *key, *text;
};
extern const struct published_source published_sources[]; /* ends with key NULL */

struct published_row {
    const struct published_figure *figure;
    double ours; /* in the figure's unit; only of figures with a row */
};

struct published_report {
    struct published_row *rows; /* in the order of the table */
    uint32_t n;
};

/* Measures the published figures of the preset after which the GPU is named, without overrides.
 * ST_USAGE if there are none; ST_FAILED if a run failed. The caller releases the report. */
enum st_code published_run(struct published_report *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct status *st);
/* The number of the figure's row, in the figure's unit. */
double published_scaled(const struct published_figure *figure, double measured,
                        const struct gpu_config *gpu);
void published_release(struct published_report *report);

/* (ours - published) / published. */
double published_error(const struct published_row *row);
