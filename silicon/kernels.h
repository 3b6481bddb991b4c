/* kernels.h -- runs the compute kernels of sim/workload on a GPU, with their own PTX and inputs. */
#pragma once

#include "silicon/cuda.h"
#include "sim/workload/workload.h"

#include <stdio.h>

/* Runs all launches of a kernel and checks the results against plain C. A kernel whose PTX has an
 * approximate function may differ by the rounding of that. Prints a line for each launch and one
 * for the results:
 *     launch,KERNEL,SIZE,NUMBER,GRID,CTA,MICROSECONDS
 *     check,KERNEL,SIZE,right */
enum st_code kernels_run(const struct cuda *c, const struct workload_kernel *kernel, uint32_t size,
                         FILE *out, struct status *st);
