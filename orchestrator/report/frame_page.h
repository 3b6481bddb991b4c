/* frame_page.h -- a frame as a page that stands alone: its pictures as layers over each other, and
 * what each pixel took. */
#pragma once

#include "common/image.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

/* Writes frame.html into `folder`: the picture; heatmap, quantised heatmap and chosen pixels as far
 * as the prediction made them; the counts of each pixel; the hit groups of a user's pipeline; the
 * dearest pixels. `counts` has pixels and groups. */
enum st_code frame_page_write(const struct pipeline *p, const struct result *r,
                              const struct image *picture, const struct render_counts *counts,
                              const char *folder, struct status *st);

/* Writes the frame's size, cycles and IPC as parts of a <dl>. */
void frame_page_facts(const struct result *r, FILE *out);
