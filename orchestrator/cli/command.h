/* command.h -- the subcommands of the program, one file command_<name>.c each. */
#ifndef ORCHESTRATOR_CLI_COMMAND_H
#define ORCHESTRATOR_CLI_COMMAND_H

#include "orchestrator/result/result.h"
#include "orchestrator/settings/options.h"
#include "sim/config/gpu_config.h"

#include <stdio.h>

struct target;
struct world;

/* What a running subcommand is given. Results go to `out`, everything else to `err`. */
struct command_context {
    const struct command_line *line;
    const struct settings *settings;
    FILE *out, *err;
};

struct command {
    struct command_line line;
    enum st_code (*run)(const struct command_context *c, struct status *st);
};
extern const struct command commands[]; /* ends with run NULL */

enum st_code command_scenes(const struct command_context *c, struct status *st);
enum st_code command_gpus(const struct command_context *c, struct status *st);
enum st_code command_shaders(const struct command_context *c, struct status *st);
enum st_code command_render(const struct command_context *c, struct status *st);
enum st_code command_heatmap(const struct command_context *c, struct status *st);
enum st_code command_census(const struct command_context *c, struct status *st);
enum st_code command_quantize(const struct command_context *c, struct status *st);
enum st_code command_partition(const struct command_context *c, struct status *st);
enum st_code command_predict(const struct command_context *c, struct status *st);
enum st_code command_simulate(const struct command_context *c, struct status *st);
enum st_code command_convert(const struct command_context *c, struct status *st);
enum st_code command_validate(const struct command_context *c, struct status *st);
enum st_code command_microbench(const struct command_context *c, struct status *st);
enum st_code command_compare(const struct command_context *c, struct status *st);
enum st_code command_sweep(const struct command_context *c, struct status *st);
enum st_code command_correlate(const struct command_context *c, struct status *st);
enum st_code command_report(const struct command_context *c, struct status *st);

/* One line on c->err, unless --quiet. */
void command_warn(const struct command_context *c, const char *format, ...) COMMON_PRINTF(2, 3);

/* What is to be said of a world (NULL: none): its note, and one line for each mesh that turns its
 * back to the camera (sim/functional/facing.h) and is shaded by a shader that minds. */
void command_warn_world(const struct command_context *c, const struct world *world);

/* Loads a configuration; what is to be said of it (gpu_config_load_noted) is a warning. */
enum st_code command_load_gpu(const struct command_context *c, const char *operand,
                              struct gpu_config *gpu, struct status *st);

/* What is said where a signal ends a command that has nothing to show yet. */
#define COMMAND_INTERRUPTED "diorama: interrupted; there is no result\n"

/* One line where the prediction was interrupted or its interval is wider than asked for. */
void command_warn_target(const struct command_context *c, const struct result *r);
/* One line where exponential fits fell back. */
void command_warn_fits(const struct command_context *c, const struct result *r);
/* One line that names the options of a prediction that were given and have no effect beside the
 * others, and one where the GPU can only be predicted whole. */
void command_warn_unused(const struct command_context *c, const struct target *target);
/* The result on c->out, as table or document; its cost on c->err. */
enum st_code command_print_result(const struct command_context *c, const struct result *r,
                                  struct status *st);

#endif
