/* report.h -- makes the page that shows a store of results: one HTML file, and figures beside it.
 */
#pragma once

#include "orchestrator/study/store.h"

struct report_counts {
    size_t studies, points, done, failed, figures;
};

/* Writes the page, which needs no other file, and every figure as SVG, PDF, CSV and gnuplot script
 * into the folder `files`; files_link is the path from the page to that folder. Unfinished studies
 * are shown with the results that exist and the number of missing ones. ST_FAILED where the store
 * has no study or is damaged, a file cannot be written, or gnuplot fails; the page is then not
 * written, but figures may be. */
enum st_code report_write(const struct store *store, const char *page, const char *files,
                          const char *files_link, struct report_counts *counts, struct status *st);
