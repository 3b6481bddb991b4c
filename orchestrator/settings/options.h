/* options.h -- the options of every subcommand: one table gives parser, range check and --help.
 *
 * The conventions are GNU's: --name VALUE, --name=VALUE, -n VALUE, -nVALUE, short flags together;
 * "--" ends the options, operands and options may be mixed. Where an option is given twice, the
 * last
 * one counts, except in commands that take lists (COMMAND_LISTS), and for options that are
 * OPTION_MANY. */
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

/* Bits for sets of subcommands. */
enum command_bit {
#define COMMAND(bit, ...) COMMAND_##bit = 1 << INDEX_##bit,
#include "orchestrator/settings/commands.def"
    COMMAND_NONE = 1 << N_COMMANDS, /* the program without a subcommand */
    COMMAND_ALL = COMMAND_NONE - 1,
    COMMAND_STUDIES = COMMAND_SWEEP | COMMAND_COMPARE, /* commands that run many predictions with
                                                          lists of settings */
    COMMAND_GRIDS = 0                                  /* commands that run scenes on GPUs, from
                                                          commands.def */
#define GRID_COMMAND(bit, ...) | COMMAND_##bit
#include "orchestrator/settings/commands.def"
    ,
    COMMAND_KEEPING = COMMAND_STUDIES | COMMAND_GRIDS | COMMAND_PREDICT |
                      COMMAND_CORRELATE, /* commands that run studies whose results a file can keep;
                                            of predict only --frames does */
    COMMAND_LISTS = COMMAND_STUDIES | COMMAND_GRIDS |
                    COMMAND_MERGE, /* commands whose operands and result-changing options may have
                                      several values */
    COMMAND_INSIDE = COMMAND_NONE << 1, /* for no command: options that the program sets for its own
                                           runs; like others, they are part of the runs' keys */
};

enum option_type {
    OPTION_FLAG,      /* bool; takes no value */
    OPTION_UINT,      /* uint32_t */
    OPTION_AUTO_UINT, /* uint32_t; "auto" is 0 */
    OPTION_SOME_UINT, /* uint32_t; "auto" is 0, "all" OPTION_ALL */
    OPTION_UINT64,    /* uint64_t, up to the largest that JSON readers take: 2^63 - 1 */
    OPTION_REAL,      /* double, min < value <= max; used for percentages */
    OPTION_AUTO_REAL, /* an OPTION_REAL that also takes "auto", which is 0 */
    OPTION_SHARE,     /* double, min <= value <= max */
    OPTION_CHOICE,    /* uint32_t: index into `choices` */
    OPTION_BLOCK,     /* WxH, two uint32_t one after the other */
    OPTION_TARGET,    /* struct target_error: E or E:METRIC, E as OPTION_REAL */
    OPTION_POINT,     /* struct option_point: X,Y,Z */
    OPTION_TEXT,      /* const char *, not empty */
};

enum option_flag {
    OPTION_CHANGES = 1 << 0,   /* results may differ with it; options without this flag, such as
                                  --threads, change only how results are made or shown */
    OPTION_RECORDED = 1 << 1,  /* listed in `settings` of a result's document; options that change
                                  results but lack this flag are members of the document itself */
    OPTION_IN_EFFECT = 1 << 3, /* only listed in `settings` where it has an effect */
    OPTION_MANY = 1 << 4,    /* may be given several times: the settings' `given` has all values in
                                order, and the member has the last */
    OPTION_CONTENT = 1 << 2, /* names a file or folder; results depend on its content, so keys have
                                the hash of that in place of the name */
};

struct option_row {
    const char *name;  /* without "--" */
    char letter;       /* short form, 0: none */
    const char *value; /* name of the value in --help; NULL for flags */
    uint32_t commands; /* mask of enum command_bit */
    uint32_t flags;    /* mask of enum option_flag */
    const char *doc;   /* one line */
    enum option_type type;
    size_t offset; /* of the member in struct settings */
    double min, max;
    const char *const *choices; /* for OPTION_CHOICE; ends with NULL */
    const char *initial;        /* default, as text; NULL: zero */
    /* Whether the option has an effect with the other settings, and a text of the condition, such
     * as "of --trace"; NULL: it always has. */
    bool (*effective)(const struct settings *settings);
    const char *where;
    const char *man; /* the text of the man page in place of `doc`; NULL: `doc` */
    uint32_t rare;   /* mask of the commands whose --help shows the option only when it lists all
                        options */
};
extern const struct option_row option_rows[];
extern const size_t n_option_rows;

/* The facts about a subcommand that parsing and --help need. */
struct command_line {
    const char *name;    /* "predict"; "" for the program itself */
    uint32_t bit;        /* enum command_bit */
    const char *operand; /* such as "SCENE", or two: "IN OUT"; NULL: it takes none */
    bool operand_needed; /* whether all operands must be given */
    const char *summary; /* one line */
};

/* Whether the subcommand has the long option `name`. */
bool options_has(const struct command_line *line, const char *name);

/* Returns the first option of that name in the table; NULL where there is none. */
const struct option_row *options_find(const char *name);
/* Returns the message about an option that only older versions had, such as "is gone: ..."; NULL:
 * there was none of that name. */
const char *options_gone(const char *name);
/* Writes an option's value in the form that options_set reads, as short as possible; "" for a text
 * that was not given. OPTION_VALUE_TEXT bytes are enough for all but texts, which are cut. */
enum { OPTION_VALUE_TEXT = 96 };
void options_value(const struct option_row *row, const struct settings *settings, char *text,
                   size_t n);

/* Sets every option to its default. */
void options_default(struct settings *out);

/* Sets the option `name` (without dashes) from a text, for any subcommand. ST_USAGE where there is
 * no option of that name or the value is out of its range; *settings is then unchanged. Where
 * subcommands have different options of one name, the first in the table is set. Options of
 * COMMAND_INSIDE are set, too; callers that take names from users refuse those with options_gone().
 * A flag takes "true" or "false". The text is borrowed. */
enum st_code options_set(struct settings *settings, const char *name, const char *value,
                         struct status *st);

/* Parses the arguments that follow the subcommand's name. ST_USAGE for unknown options (with the
 * nearest known one), missing or unwanted values, stray or missing operands, and for values that
 * contradict each other. Stops early, successfully, at --help and --version. Where the command
 * takes lists, or has options that are OPTION_MANY, out->given has values that are not read yet,
 * and the caller frees it. */
enum st_code options_parse(const struct command_line *line, int argc, char *const *argv,
                           struct settings *out, struct status *st);
void options_free_given(struct settings *settings);

/* Replaces each `auto` that other options decide by their choice, and checks options against each
 * other; options_parse calls it. */
enum st_code options_settle(struct settings *settings, struct status *st);

/* Returns the settings of a prediction's reference: the whole frame by the cycle model. */
struct settings options_of_reference(const struct settings *settings);

/* Marks the rows of the table whose options have an effect on a run with these settings. */
void options_mark_effective(bool rows[OPTION_MOST], const struct settings *settings);
/* Lists the options that were given but are not marked, such as "--fills (of --sample windows),
 * ..."; "": none. */
void options_without_effect(const struct settings *settings, const bool effective[OPTION_MOST],
                            char *text, size_t n);

/* Prints usage, summary and one entry per option: for the common options, or for all. */
void options_help(const struct command_line *line, bool all, FILE *out);
