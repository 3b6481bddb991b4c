/* published_print.h -- microbench --published: published measurements beside those of the model. */
#pragma once

#include "microbench/published.h"

#include <stdio.h>

/* Prints the figures with their errors, then the figures that the model lacks with the reasons,
 * then the sources. */
void published_print(const struct published_report *r, const struct gpu_config *gpu, FILE *out);
/* Prints the report as a JSON document. ST_NOMEM. */
enum st_code published_print_json(const struct published_report *r, const struct gpu_config *gpu,
                                  FILE *out, struct status *st);
