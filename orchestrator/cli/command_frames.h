/* command_frames.h -- the part of `predict` that runs many frames. */
#pragma once

#include "orchestrator/cli/command.h"
#include "orchestrator/predict/pipeline.h"

/* Runs predict --frames. */
enum st_code command_frames(const struct command_context *c, struct status *st);

/* Writes the pictures and documents of a prediction into a folder, which it makes, for a later
 * look; after an interrupt no picture is rendered. In command_predict.c. */
enum st_code command_keep(const struct command_context *c, const struct pipeline *p,
                          const struct result *r, const char *folder, struct status *st);
