/* published.h -- figures that others have measured on real GPUs, beside what the model measures.
 *
 * A figure names the row of the micro-benchmarks that measures the same; what the model has no part
 * for has none, and says why. Figures of one chip stand beside the presets of its generation, as
 * long as what they measure does not depend on the number of its units; `device` says of which. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

#include <stdint.h>

/* What is to be done with a row's number for it to be in the figure's unit. */
enum published_scale {
    PUBLISHED_AS_IS,
    PUBLISHED_LANES,      /* instructions/cycle: times 32 lanes */
    PUBLISHED_SECTORS,    /* sectors/cycle: times 32 bytes */
    PUBLISHED_WARP_BYTES, /* cycles/instruction: 128 bytes over it */
    PUBLISHED_OF_BUS,     /* GB/s: in percent of what the DRAM's pins can carry */
};

struct published_figure {
    const char *gpus;   /* presets beside which it stands, one blank between two */
    const char *what;   /* "L2 hit, pointer chase" */
    const char *device; /* "RTX 2070" */
    double value;
    const char *unit;
    const char *row; /* "chase.l2_hit"; NULL: the model cannot say */
    enum published_scale scale;
    const char *source; /* key of published_sources */
    const char *place;  /* in it */
    const char *why;    /* why the model cannot say it, or not as it is; "": no more to be said */
};
extern const struct published_figure published_figures[]; /* ends with gpus NULL */

struct published_source {
    const char *key, *text;
};
extern const struct published_source published_sources[]; /* ends with key NULL */
/* NULL where there is none. */
const struct published_source *published_find_source(const char *key);

struct published_row {
    const struct published_figure *figure;
    double ours; /* in the figure's unit; of figures that have a row */
};

struct published_report {
    struct published_row *rows; /* in the order of the table */
    uint32_t n;
};

/* Measures what has been published of the preset after which the GPU is named; values behind a
 * colon do not count. ST_USAGE where nothing has; ST_FAILED where a run failed. The caller releases
 * the report. */
enum st_code published_run(struct published_report *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct status *st);
void published_release(struct published_report *report);

/* (ours - published) / published. */
double published_error(const struct published_row *row);
