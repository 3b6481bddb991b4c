/* command_trace.h -- shared by render and heatmap: a frame is traced, a picture is written, and
 * counts are printed. */
#pragma once

#include "orchestrator/cli/command_session.h"
#include "orchestrator/result/profile_facts.h"

/* Facts about the picture, for the output. */
struct traced {
    struct functional_counts counts;
    struct profile_facts profile; /* only for a heatmap */
};

/* Traces the session's frame and makes its picture. */
typedef enum st_code (*trace_function)(const struct session *session, const struct gpu_config *gpu,
                                       const struct settings *settings, struct image *picture,
                                       struct traced *traced, struct status *st);

/* Runs the command. The output's default name is "<scene><ending>". */
enum st_code command_trace(const struct command_context *c, trace_function trace,
                           const char *ending, struct status *st);
