/* settings.h -- everything that a user can set: the command line's options and the library's.
 *
 * Plain data; texts are borrowed. Its fields are the rows of options.def; options.h fills them,
 * with the ranges checked. A function takes the part that it needs, not the whole. */
#pragma once

#include "orchestrator/settings/method_settings.h"
#include "orchestrator/settings/output_settings.h"
#include "orchestrator/settings/render_settings.h"
#include "orchestrator/settings/run_settings.h"

enum config_syntax { SYNTAX_OF_NAME, SYNTAX_CFG, SYNTAX_GPGPUSIM };

/* An option in a command that takes lists: its text, not read yet. */
struct given {
    const char *name;  /* of the option; "scene": an operand */
    const char *value; /* "10:90:10" */
};

enum { OPTION_MOST = 128 }; /* rows of the table */

/* Options of single commands, and the form of the command line. */
struct command_settings {
    const char *second; /* OUT of `convert`; NULL: not given */
#define COMMAND_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"

    bool old_name;           /* --fills was given as --waves */
    bool every_model;        /* the command runs all, whatever --model is */
    bool named[OPTION_MOST]; /* by row of the table: the command line has the option */
    /* Commands that take lists: operands and options that may have several values, in order; their
     * fields in the other parts stay at the defaults. Other commands: options whose values all
     * count (OPTION_MANY). The array is the owner's: options_free_given. */
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
