/* timeline_json.h -- timelines in the trace-event format, which Perfetto and chrome://tracing show
 * (docs/results.md).
 *
 * A process stands for a simulated machine: the GPU, or the scale model of a group. Counter events
 * hold means over the interval that begins at the event; complete events are CTAs. */
#pragma once

#include "orchestrator/result/result.h"

/* Fails, before any work is done, where settings.trace cannot be written or is the file `out` of
 * the results; does nothing without settings.trace. */
enum st_code timeline_json_check(const struct settings *settings, FILE *out, struct status *st);

/* Writes the timelines of all runs of the cycle model to settings.trace; does nothing without
 * it. */
enum st_code timeline_json_write(const struct result *r, struct status *st);

/* Writes the timelines of the runs so far, where an interrupt ended the work without a result; the
 * error in *st then names the file, too. Returns the code of *st. */
enum st_code timeline_json_rescue(const struct result *r, struct status *st);
