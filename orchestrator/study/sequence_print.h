/* sequence_print.h -- the results of a sequence of frames as text, CSV, JSON and figure. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/study/sequence.h"

/* Prints a line per frame, then the summary. */
enum st_code sequence_print(const struct sequence *s, const struct sequence_summary *summary,
                            FILE *out, struct status *st);

/* Writes a header line, then a line per frame; unknown numbers are empty. Columns: frame,
 * frame_time_ms and each metric, both with _low and _high, frames_per_second, traced_percent. The
 * last columns are the only ones that differ from run to run: simulate_cpu_s, profile_cpu_s,
 * profile_cached, setup_cpu_s, wall_s. */
enum st_code sequence_write_csv(const struct sequence *s, FILE *out, struct status *st);

/* Makes the document {"command", "version", "scene", "gpu", "range", "interrupted", "failure",
 * "frames": documents, "summary", "cost"}. It takes over `documents`, the array of the frames'
 * documents. */
json_t *sequence_to_json(struct json_writer *w, const struct sequence *s,
                         const struct sequence_summary *summary, json_t *documents);

/* Draws frame time over frame number, with intervals, by figure_write, which documents the files
 * and failures. */
enum st_code sequence_plot(const struct sequence *s, const char *stem, struct status *st);
