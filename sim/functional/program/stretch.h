/* stretch.h -- marks code that the lanes which begin it execute together. */
#pragma once

#include "sim/functional/program/program.h"

/* Sets `straight` and `together` of all code; the reconvergence points must be known, and operands
 * be row offsets. */
enum st_code stretch_mark(struct program *p, struct status *st);
