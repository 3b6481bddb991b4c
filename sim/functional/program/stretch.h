/* stretch.h -- code that the lanes which begin it go through together. */
#pragma once

#include "sim/functional/program/program.h"

/* Fills `straight` and `together` of all code; the points of reconvergence must be known, operands
 * be in place. */
enum st_code stretch_mark(struct program *p, struct status *st);
