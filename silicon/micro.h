/* micro.h -- micro-benchmarks of a GPU: small PTX kernels that read its clock. A row runs twice,
 * for few and for more turns of a loop, and the difference has neither begin nor end of a launch.
 */
#pragma once

#include "silicon/cuda.h"

#include <stdio.h>

/* Measures everything that fits the GPU and prints a line for each number: micro,NAME,VALUE,UNIT.
 * docs/measured/hardware.md says which parameter of a GPU each one gives. */
enum st_code micro_run(const struct cuda *c, FILE *out, struct status *st);

/* Launches one small CTA, for a profiler to count the cycles of a launch. */
enum st_code micro_launch(const struct cuda *c, struct status *st);
