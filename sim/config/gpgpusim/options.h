/* options.h -- the options of GPGPU-Sim, Accel-Sim and Vulkan-Sim, and their meaning for the model:
 * one table that the reader (read.h) and the writer (write.h) follow row by row.
 *
 * Names, defaults and meanings are those that src/gpgpu-sim/gpu-sim.cc, src/cuda-sim/cuda-sim.cc
 * and src/gpgpu-sim/icnt_wrapper.cc register; where the simulators differ, those of Vulkan-Sim. */
#pragma once

#include "sim/config/gpgpusim/file.h"
#include "sim/config/gpgpusim/notes.h"
#include "sim/config/gpu_config.h"

/* The conversion of a file to a configuration, in progress. */
struct gpgpusim_reading {
    const struct gpgpusim_file *file;
    struct gpu_config *config;
    struct gpgpusim_notes *notes;
    struct status *st;
};

enum gpgpusim_use {
    GPGPUSIM_HEADING, /* no option: a heading, which becomes a comment in the written file */
    GPGPUSIM_NUMBERS, /* numbers that are parameters: `parameters` gives the format of the value */
    GPGPUSIM_PAIR, /* a value that `read` converts to the parameters in `parameters`, separated by
                      spaces, and `write` converts back; without `write` it is written as
                      GPGPUSIM_NUMBERS */
    GPGPUSIM_PART, /* read together with another option, whose reader finds it */
    GPGPUSIM_ONLY, /* the model always behaves as for `written` or, if that is NULL, `initial`;
                      other values are replaced */
    GPGPUSIM_MUST, /* the model behaves as for GPGPUSIM_ONLY, but other values are refused */
    GPGPUSIM_IGNORED, /* not used; `note` gives the reason */
};

struct gpgpusim_option {
    const char *name; /* name with its dash; a '*' at its end stands for any rest */
    enum gpgpusim_use use;
    /* Format of GPGPUSIM_NUMBERS: fields separated by ':' or ',', each a parameter ("dram.chips"),
     * a required number ("=32"), or an optional number that is ignored ("[]"; for "[32]" 32 is
     * written). */
    const char *parameters;
    const char *initial; /* default if a file has no such option; NULL: it then has no effect */
    const char *written; /* value that is written; NULL: `write` writes it, or nothing is written */
    const char *note;
    enum st_code (*read)(struct gpgpusim_reading *r, const struct gpgpusim_entry *e);
    void (*write)(const struct gpu_config *config, FILE *out); /* writes only the value */
};
extern const struct gpgpusim_option gpgpusim_options[];
extern const size_t n_gpgpusim_options;

/* Values of parameters that are the same in Vulkan-Sim for any file. */
struct gpgpusim_constant {
    const char *key, *value;
};
extern const struct gpgpusim_constant gpgpusim_constants[];
extern const size_t n_gpgpusim_constants;

/* The row of an option's name; NULL if there is none. */
const struct gpgpusim_option *gpgpusim_option_find(const char *name);

/* Writes the tables as a section of the page of all parameters, in Markdown. */
void gpgpusim_document(FILE *out);
