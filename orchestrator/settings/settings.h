/* settings.h -- everything a user can ask for: the command line's options and the library's.
 *
 * Plain data; texts are borrowed. options.h fills it from one table, with the ranges checked.
 * A function takes the part that it needs, not the whole. */
#ifndef ORCHESTRATOR_SETTINGS_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_SETTINGS_H

#include "orchestrator/settings/method_settings.h"
#include "orchestrator/settings/output_settings.h"
#include "orchestrator/settings/render_settings.h"
#include "orchestrator/settings/run_settings.h"

enum config_syntax { SYNTAX_OF_NAME, SYNTAX_CFG, SYNTAX_GPGPUSIM };

/* An option as it was written, where a command takes lists: not read yet. */
struct given {
    const char *name;  /* of the option; "scene": an operand */
    const char *value; /* "10:90:10" */
};

/* What only one command wants. A text is NULL where it was not given. */
struct command_settings {
    const char *second;                   /* OUT of `convert` */
    uint32_t divide, syntax;              /* of `convert`: K, 0: the gcd; enum config_syntax */
    const char *frames;                   /* of predict: range of frames; NULL: `frame` alone */
    const char *rows, *metric;            /* of correlate: which; NULL: all */
    const char *dump;                     /* GPU whose configuration is printed */
    const char *only;                     /* micro-benchmark; NULL: all */
    const char *study;                    /* of sweep: file */
    bool reference, status, retry_failed; /* of sweep */
    bool help, version;

    /* Of commands that take lists: operands and options that may have several values, in order.
     * Their fields in the other parts stand at the defaults. The array is the owner's:
     * options_free_given. */
    struct given *given;
    uint32_t n_given, room_given;
};

struct settings {
    struct render_settings render;
    struct method_settings method;
    struct output_settings output;
    struct run_settings run;
    struct command_settings command;
};

#endif
