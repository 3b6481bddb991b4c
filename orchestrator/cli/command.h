/* command.h -- the subcommands of the program, one file command_<name>.c each. */
#pragma once

#include "common/json_writer.h"
#include "common/listing.h"
#include "orchestrator/result/result.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/options.h"
#include "sim/config/gpu_config.h"

#include <stdio.h>

struct program;
struct pipeline;
struct world;

/* The inputs of a subcommand. Results go to `out`, everything else to `err`. */
struct command_context {
    const struct command_line *line;
    const struct settings *settings;
    FILE *out, *err;
};

struct command {
    struct command_line line;
    enum st_code (*run)(const struct command_context *c, struct status *st);
};
extern const struct command commands[]; /* ends with a row whose `run` is NULL */

#define COMMAND(bit, function, ...)                                                                \
    enum st_code command_##function(const struct command_context *c, struct status *st);
#include "orchestrator/settings/commands.def"

/* Prints one line on c->err, unless --quiet. */
void command_warn(const struct command_context *c, const char *format, ...) COMMON_PRINTF(2, 3);

/* Prints the warnings of a single run when its inputs are open: options without effect, and
 * warnings about the world (orchestrator/predict/warnings.h), which may be NULL. */
void command_warn_world(const struct command_context *c, const struct world *world);
/* Warns of members of a pipeline's buffers that are zero; of nothing where launch is NULL. */
struct launch;
void command_warn_launch(const struct command_context *c, const struct launch *launch);
/* The same of what only a run shows. */
void command_warn_late(const struct command_context *c, const struct launch *launch);
/* For commands that run many scenes or kernels in other processes: prints each warning about one of
 * them once. `said` starts as {0}; the caller frees its list (mem_free), but not its texts. */
struct command_scenes {
    const char **operands;
    uint32_t n, room;
};
void command_warn_scene(const struct command_context *c, const struct settings *settings,
                        struct command_scenes *said);

/* Warns which calls of a kernel's program are left out, and that the clock the program reads counts
 * instructions. */
void command_warn_program(const struct command_context *c, const struct program *program);

/* Prints notes about a configuration (gpu_config_load_noted): all with --verbose, else at most
 * three lines. */
void command_warn_notes(const struct command_context *c, const char *notes);

/* Loads a configuration and prints its notes as warnings. */
enum st_code command_load_gpu(const struct command_context *c, const char *operand,
                              struct gpu_config *gpu, struct status *st);

/* Describes the item `name` in the JSON object `one`. */
typedef enum st_code command_item(const char *name, struct json_writer *w, json_t *one,
                                  struct status *st);
/* Prints the items as a document with --json, else as a table with these columns. Frees the names
 * (file_free_list). */
enum st_code command_list(const struct command_context *c, const struct listing_column *columns,
                          size_t n_columns, char **names, size_t n, command_item *item,
                          struct status *st);

/* The message where a signal ends a command that has nothing to show yet. */
#define COMMAND_INTERRUPTED "diorama: interrupted; there is no result\n"

/* Warns where the prediction was interrupted or its interval is wider than the target. */
void command_warn_target(const struct command_context *c, const struct result *r);
/* Warns where exponential fits failed and the linear prediction took their place. */
void command_warn_fits(const struct command_context *c, const struct result *r);
/* Warns where sampling units that fill the GPU `fills` times are too few (predict/choice.h). */
void command_warn_few(const struct command_context *c, double fills);
/* Warns where the model ignores a parameter that was set for the GPU (models_unseen). */
void command_warn_unseen(const struct command_context *c, const struct method_settings *method,
                         enum timing_model model, const struct gpu_config *gpu);
/* Warns of options that were given but are not marked as effective (options_mark_effective). */
void command_warn_unused(const struct command_context *c, const bool effective[OPTION_MOST]);
/* Warns where the scale model of the groups is not small, where the cycle model runs a frame
 * because the approximate model ignores a parameter, and where a given heatmap is not used to
 * choose pixels. */
void command_warn_sample(const struct command_context *c, const struct pipeline *p);
/* Prints the result on c->out, as table or document, and its cost on c->err. */
enum st_code command_print_result(const struct command_context *c, const struct result *r,
                                  struct status *st);
