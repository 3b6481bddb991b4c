/* published.h -- figures that others have measured on real GPUs, compared with the model's.
 *
 * A figure names the row of the micro-benchmarks that measures the same; a figure that the model
 * cannot measure has no row but a reason. Where figures of one chip do not depend on the number of
 * units, they are listed for all presets of its generation; `device` is the chip. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

#include <stdint.h>

/* How a row's number is converted to the unit of the figure. */
enum published_scale {
    PUBLISHED_AS_IS,
    PUBLISHED_LANES,      /* from instructions/cycle: times 32 lanes */
    PUBLISHED_SECTORS,    /* from sectors/cycle: times 32 bytes */
    PUBLISHED_WARP_BYTES, /* from cycles/instruction: 128 bytes divided by it */
    PUBLISHED_OF_BUS,     /* from GB/s: in percent of the bandwidth of the DRAM's pins */
};

struct published_figure {
    const char *gpus;   /* presets with which it is compared, separated by blanks */
    const char *what;   /* such as "L2 hit, pointer chase" */
    const char *device; /* such as "RTX 2070" */
    double value;
    const char *unit;
    const char *row; /* such as "chase.l2_hit"; NULL: the model cannot measure it */
    enum published_scale scale;
    const char *source; /* key of published_sources */
    const char *place;  /* where in the source it is */
    const char *why;    /* why the model cannot measure it, or not exactly; "": no reason */
};
extern const struct published_figure published_figures[]; /* ends with gpus NULL */

struct published_source {
    const char *key, *text;
};
extern const struct published_source published_sources[]; /* ends with a source whose key is NULL */

struct published_row {
    const struct published_figure *figure;
    double ours; /* the model's number in the figure's unit; set only for figures with a row */
};

struct published_report {
    struct published_row *rows; /* in the order of published_figures */
    uint32_t n;
};

/* Measures the published figures of the preset whose name, without overrides, the GPU has. ST_USAGE
 * if there are none; ST_FAILED if a run failed. The caller frees the report. */
enum st_code published_run(struct published_report *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct status *st);
/* Converts the number of the figure's row to the figure's unit. */
double published_scaled(const struct published_figure *figure, double measured,
                        const struct gpu_config *gpu);
void published_release(struct published_report *report);

/* Returns (ours - published) / published. */
double published_error(const struct published_row *row);
