/* command_frames.h -- the part of `predict` that is about many frames. */
#pragma once

#include "orchestrator/cli/command.h"
#include "orchestrator/predict/pipeline.h"

/* predict --frames. */
enum st_code command_frames(const struct command_context *c, struct status *st);

/* Writes everything that a person wants to look at afterwards into a folder, which is made; no
 * picture for who is in a hurry. In command_predict.c. */
enum st_code command_keep(const struct command_context *c, const struct pipeline *p,
                          const struct result *r, const char *folder, struct status *st);
