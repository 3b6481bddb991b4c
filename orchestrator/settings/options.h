/* options.h -- the options of every subcommand: one table gives parser, range check and --help.
 *
 * Conventions of GNU: --name VALUE, --name=VALUE, -n VALUE, -nVALUE, short flags together; "--"
 * ends the options, operands and options may be mixed. Of an option given twice the last one
 * counts, but for commands that take lists (COMMAND_LISTS), and for options that are OPTION_MANY.
 */
#pragma once

#include "common/status.h"
#include "orchestrator/settings/settings.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum command_index {
#define COMMAND(bit, ...) INDEX_##bit,
#include "orchestrator/settings/commands.def"
    N_COMMANDS
};

/* The subcommands of an option, as a mask. */
enum command_bit {
#define COMMAND(bit, ...) COMMAND_##bit = 1 << INDEX_##bit,
#include "orchestrator/settings/commands.def"
    COMMAND_NONE = 1 << N_COMMANDS, /* the program without a subcommand */
    COMMAND_ALL = COMMAND_NONE - 1,
    COMMAND_STUDIES = COMMAND_SWEEP | COMMAND_COMPARE, /* many predictions of lists of settings */
    COMMAND_GRIDS = 0                                  /* runs of scenes on GPUs */
#define GRID_COMMAND(bit, ...) | COMMAND_##bit
#include "orchestrator/settings/commands.def"
    ,
    COMMAND_KEEPING = COMMAND_STUDIES | COMMAND_GRIDS | COMMAND_PREDICT |
                      COMMAND_CORRELATE, /* studies, whose results a file can keep; for predict
                                            those of --frames */
    COMMAND_LISTS =
        COMMAND_STUDIES | COMMAND_GRIDS |
        COMMAND_MERGE, /* operands and options that can change a result may have several values */
    COMMAND_INSIDE = COMMAND_NONE << 1, /* no command: options that the program sets for runs of its
                                           own, which are part of their keys like others */
};

enum option_type {
    OPTION_FLAG,      /* bool; no value */
    OPTION_UINT,      /* uint32_t */
    OPTION_AUTO_UINT, /* uint32_t; "auto" is 0 */
    OPTION_SOME_UINT, /* uint32_t; "auto" is 0, "all" OPTION_ALL */
    OPTION_UINT64,    /* uint64_t, up to the largest that JSON readers take: 2^63 - 1 */
    OPTION_REAL,      /* double, min < value <= max: percentages */
    OPTION_AUTO_REAL, /* the same; "auto" is 0 */
    OPTION_SHARE,     /* double, min <= value <= max */
    OPTION_CHOICE,    /* uint32_t: index into `choices` */
    OPTION_BLOCK,     /* WxH into two uint32_t in a row */
    OPTION_TARGET,    /* struct target_error: E or E:METRIC, E as OPTION_REAL */
    OPTION_POINT,     /* struct option_point: X,Y,Z */
    OPTION_TEXT,      /* const char *, not empty */
};

enum option_flag {
    OPTION_CHANGES = 1 << 0,   /* results can differ with it; unlike --threads, which changes only
                                  how they are made or shown */
    OPTION_RECORDED = 1 << 1,  /* in `settings` of a result's JSON; options that change results
                                  without it have their own names beside that */
    OPTION_IN_EFFECT = 1 << 3, /* recorded only where it has an effect */
    OPTION_MANY = 1 << 4, /* may be given several times: all values are in `given` of the settings,
                             in order, and the field has the last */
    OPTION_CONTENT = 1 << 2, /* names a file or folder: results depend on its content, whose hash
                                replaces it in keys */
};

struct option_row {
    const char *name;  /* without "--" */
    char letter;       /* short form, 0: none */
    const char *value; /* the name of the value in help; NULL for flags */
    uint32_t commands; /* mask of enum command_bit */
    uint32_t flags;    /* mask of enum option_flag */
    const char *doc;   /* one line */
    enum option_type type;
    size_t offset; /* in struct settings */
    double min, max;
    const char *const *choices; /* OPTION_CHOICE: ends with NULL */
    const char *initial;        /* default, as text; NULL: zero */
    /* Whether the option matters beside the others, and a text of the condition, as "of --trace";
     * NULL: always. */
    bool (*effective)(const struct settings *settings);
    const char *where;
    const char *man; /* the text of the man page in place of `doc`; NULL: `doc` */
    uint32_t rare;   /* those of `commands` whose --help lists it only with all options */
};
extern const struct option_row option_rows[];
extern const size_t n_option_rows;

/* A subcommand, as parsing and help need it. */
struct command_line {
    const char *name;    /* "predict"; "" for the program itself */
    uint32_t bit;        /* enum command_bit */
    const char *operand; /* "SCENE", or two: "IN OUT"; NULL: takes none */
    bool operand_needed; /* all operands are */
    const char *summary; /* one line */
};

/* Whether the subcommand has the long option `name`. */
bool options_has(const struct command_line *line, const char *name);

/* The option of that name, the first of the table; NULL where there is none. */
const struct option_row *options_find(const char *name);
/* The message about an option that older versions had, such as "is gone: ..."; NULL: no older
 * version had one of that name. */
const char *options_gone(const char *name);
/* The option's value in the form of options_set, as short as possible; "" for a text that was not
 * given. OPTION_VALUE_TEXT is room enough for all but texts, which are cut. */
enum { OPTION_VALUE_TEXT = 96 };
void options_value(const struct option_row *row, const struct settings *settings, char *text,
                   size_t n);

/* Sets every option to its default. */
void options_default(struct settings *out);

/* Sets the option `name` (without dashes) from text, for any subcommand. ST_USAGE where there is
 * none of that name or the value is out of its range; *settings is then unchanged. Where
 * subcommands have different options of one name, the first of the table is set. Options of
 * COMMAND_INSIDE are set, too; callers that take names from users refuse them with options_gone().
 * A flag takes "true" or "false". The text is borrowed. */
enum st_code options_set(struct settings *settings, const char *name, const char *value,
                         struct status *st);

/* Parses the arguments that follow the subcommand's name. ST_USAGE for unknown options (with the
 * nearest known one), missing or unwanted values, stray or missing operands, and for values that
 * contradict each other. Stops early, successfully, at --help and --version. Where the command
 * takes lists, or has options that are OPTION_MANY, out->given is to be freed, and its values are
 * still to be read. */
enum st_code options_parse(const struct command_line *line, int argc, char *const *argv,
                           struct settings *out, struct status *st);
void options_free_given(struct settings *settings);

/* Replaces each `auto` that other options decide by their choice, and checks options against each
 * other; part of options_parse. */
enum st_code options_settle(struct settings *settings, struct status *st);

/* The settings of a prediction's reference: the whole frame by the cycle model. */
struct settings options_of_reference(const struct settings *settings);

/* Marks the rows of the table that have an effect on a run with these settings. */
void options_mark_effective(bool rows[OPTION_MOST], const struct settings *settings);
/* Options that were named and are not marked, as "--fills (of --sample windows), ..."; "":
 * none. */
void options_without_effect(const struct settings *settings, const bool effective[OPTION_MOST],
                            char *text, size_t n);

/* Prints usage, summary and one entry per option: the common ones, or all. */
void options_help(const struct command_line *line, bool all, FILE *out);
