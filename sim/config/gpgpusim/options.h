/* options.h -- the options of GPGPU-Sim, Accel-Sim and Vulkan-Sim, and their meaning for the model:
 * one table that the reader (read.h) and the writer (write.h) follow row by row.
 *
 * Names, defaults and meanings are those that src/gpgpu-sim/gpu-sim.cc, src/cuda-sim/cuda-sim.cc
 * and src/gpgpu-sim/icnt_wrapper.cc register; of Vulkan-Sim's where they differ. */
#pragma once

#include "sim/config/gpgpusim/file.h"
#include "sim/config/gpgpusim/notes.h"
#include "sim/config/gpu_config.h"

/* A file being converted to a configuration. */
struct gpgpusim_reading {
    const struct gpgpusim_file *file;
    struct gpu_config *config;
    struct gpgpusim_notes *notes;
    struct status *st;
};

enum gpgpusim_use {
    GPGPUSIM_HEADING, /* no option: a comment in the written file */
    GPGPUSIM_NUMBERS, /* its numbers are parameters: `parameters` is the format of the value */
    GPGPUSIM_PAIR, /* `read` and `write` convert it from and to `parameters`, separated by spaces;
                      without `write` it is written as GPGPUSIM_NUMBERS */
    GPGPUSIM_PART, /* read together with another option, which finds it */
    GPGPUSIM_ONLY, /* the model behaves as for `written`, else `initial`; other values are replaced
                    */
    GPGPUSIM_MUST, /* the same, but other values are refused */
    GPGPUSIM_IGNORED, /* unused; `note` is the reason */
};

struct gpgpusim_option {
    const char *name; /* with its dash; a '*' at the end: every option with this beginning */
    enum gpgpusim_use use;
    /* GPGPUSIM_NUMBERS: fields separated by ':' or ',', each a parameter ("dram.chips"), a required
     * number ("=32"), or an optional number that is ignored ("[]"; "[32]" is written). */
    const char *parameters;
    const char *initial; /* default if a file has no such option; NULL: it then has no effect */
    const char *written; /* value that is written; NULL: not written, or by `write` */
    const char *note;
    enum st_code (*read)(struct gpgpusim_reading *r, const struct gpgpusim_entry *e);
    void (*write)(const struct gpu_config *config, FILE *out); /* writes only the value */
};
extern const struct gpgpusim_option gpgpusim_options[];
extern const size_t n_gpgpusim_options;

/* Parameters that Vulkan-Sim fixes for any file. */
struct gpgpusim_constant {
    const char *key, *value;
};
extern const struct gpgpusim_constant gpgpusim_constants[];
extern const size_t n_gpgpusim_constants;

/* The row of a name; NULL if there is none. */
const struct gpgpusim_option *gpgpusim_option_find(const char *name);

/* Writes the tables as a section of the page of all parameters, Markdown. */
void gpgpusim_document(FILE *out);
