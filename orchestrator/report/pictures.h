/* pictures.h -- pictures of the frames of all studies: render, heatmap, quantised, chosen pixels.
 */
#pragma once

#include "orchestrator/report/study_page.h"

/* Writes a section with the pictures that the store has of the studies' scenes, each once; nothing
 * where it has none. */
enum st_code pictures_write(const struct page_study *studies, size_t n, const struct store *store,
                            FILE *out, struct status *st);
