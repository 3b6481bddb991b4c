/* command_session.h -- shared by the commands that run every pixel of a frame: render, heatmap,
 * census and simulate. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/cli/command.h"
#include "orchestrator/predict/session.h"

struct command_session {
    struct gpu_config gpu;
    struct world world;
    struct session session;
};

/* Opens the scene or heatmap that the settings name, and prints its warnings. */
enum st_code command_session_open(struct command_session *out, const struct command_context *c,
                                  struct status *st);
void command_session_close(struct command_session *s);

/* Puts the last members of a document: the recorded options and the cost of the run. `taken` is the
 * time without the setup. */
void command_session_json(struct json_writer *w, json_t *document, const struct command_context *c,
                          const struct session *s, struct cost_time taken);
