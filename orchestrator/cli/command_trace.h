/* command_trace.h -- shared by render and heatmap: a frame is traced, a picture is written, and
 * counts are printed. */
#pragma once

#include "orchestrator/cli/command_session.h"
#include "orchestrator/result/profile_facts.h"

/* The facts of the picture. */
struct traced {
    struct functional_counts counts;
    struct profile_facts profile; /* for a heatmap */
};

/* Makes the picture of a session. */
typedef enum st_code (*trace_function)(const struct session *session, const struct gpu_config *gpu,
                                       const struct settings *settings, struct image *picture,
                                       struct traced *traced, struct status *st);

/* `ending` completes the default name: "<scene><ending>". */
enum st_code command_trace(const struct command_context *c, trace_function trace,
                           const char *ending, struct status *st);
