/* options.h -- the options of GPGPU-Sim, Accel-Sim and Vulkan-Sim, and what each is to the
 * model: one table that the reader (read.h) and the writer (write.h) follow row
 * by row.
 *
 * Names, defaults and meanings are those that src/gpgpu-sim/gpu-sim.cc, src/cuda-sim/cuda-sim.cc
 * and src/gpgpu-sim/icnt_wrapper.cc register; of Vulkan-Sim's where they differ. */
#pragma once

#include "sim/config/gpgpusim/file.h"
#include "sim/config/gpgpusim/notes.h"
#include "sim/config/gpu_config.h"

/* A file on its way to a configuration. */
struct gpgpusim_reading {
    const struct gpgpusim_file *file;
    struct gpu_config *config;
    struct gpgpusim_notes *notes;
    struct status *st;
};

enum gpgpusim_use {
    GPGPUSIM_HEADING, /* no option: a comment in what is written */
    GPGPUSIM_NUMBERS, /* its numbers are those of parameters: `parameters` is the shape of the value
                       */
    GPGPUSIM_PAIR,    /* `read` and `write` know how it becomes `parameters`, separated by spaces;
                         without `write` it is written as GPGPUSIM_NUMBERS */
    GPGPUSIM_PART,    /* read together with another option, which looks it up */
    GPGPUSIM_ONLY,    /* the model does what `written`, else `initial` means; others are taken so */
    GPGPUSIM_MUST,    /* the same, but other values are refused */
    GPGPUSIM_IGNORED, /* of no use: `note` says why */
};

struct gpgpusim_option {
    const char *name; /* with its dash; a '*' at the end: every option that begins so */
    enum gpgpusim_use use;
    /* GPGPUSIM_NUMBERS: fields separated by ':' or ',', each a parameter ("dram.chips"), a number
     * that must stand there ("=32"), a number that may and is ignored ("[]"; "[32]" is written). */
    const char *parameters;
    const char *initial; /* value where a file has no such option; NULL: it then has no effect */
    const char *written; /* value that is written; NULL: not written, or `write` does */
    const char *note;
    enum st_code (*read)(struct gpgpusim_reading *r, const struct gpgpusim_entry *e);
    void (*write)(const struct gpu_config *config, FILE *out); /* the value alone */
};
extern const struct gpgpusim_option gpgpusim_options[];
extern const size_t n_gpgpusim_options;

/* What Vulkan-Sim does whatever its file says. */
struct gpgpusim_constant {
    const char *key, *value;
};
extern const struct gpgpusim_constant gpgpusim_constants[];
extern const size_t n_gpgpusim_constants;

/* The row of a name; NULL where there is none. */
const struct gpgpusim_option *gpgpusim_option_find(const char *name);

/* The tables as a section of the page of all parameters, Markdown. */
void gpgpusim_document(FILE *out);
