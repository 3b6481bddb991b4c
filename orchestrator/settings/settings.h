/* settings.h -- everything that a user can set: the command line's options and the library's.
 *
 * Plain data; texts are borrowed. Its members are the rows of options.def; options.h fills them,
 * with the ranges checked. A function takes only the part of the settings that it needs. */
#pragma once

#include "orchestrator/settings/method_settings.h"
#include "orchestrator/settings/output_settings.h"
#include "orchestrator/settings/render_settings.h"
#include "orchestrator/settings/run_settings.h"

enum config_syntax { SYNTAX_OF_NAME, SYNTAX_CFG, SYNTAX_GPGPUSIM };

/* An option, given to a command that takes lists, whose text is not read yet. */
struct given {
    const char *name;  /* name of the option; "scene" for an operand */
    const char *value; /* such as "10:90:10" */
};

enum { OPTION_MOST = 128 }; /* most rows of the table of options */

/* Options of single commands, and how the command line gave options. */
struct command_settings {
    const char *second; /* the operand OUT of `convert`; NULL: not given */
#define COMMAND_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"

    bool old_name;           /* whether --fills was given by its old name --waves */
    bool every_model;        /* whether the command runs every model, whatever --model is */
    bool named[OPTION_MOST]; /* for each row of the table, whether it was given */
    /* For commands that take lists: all operands and all options that may have several values, in
     * order; the members for them stay at their defaults. For other commands: options all of whose
     * values count (OPTION_MANY). The owner of the settings frees the array with
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
