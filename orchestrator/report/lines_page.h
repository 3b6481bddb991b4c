/* lines_page.h -- what each line of the shaders costs, as a page that stands alone: the text of the
 * files with the costs beside it. */
#pragma once

#include "orchestrator/result/result.h"

/* Writes the page of a simulation with --lines: the shaders, the dearest lines, and each file that
 * has costs. Where a file cannot be read, the page says so and shows its numbers. */
enum st_code lines_page_write(const struct result *r, FILE *out, struct status *st);
