/* stretch.h -- marks code whose lanes stay together: all that begin it execute all of it. */
#pragma once

#include "sim/functional/program/program.h"

/* Sets `straight` and `together` of all code; the reconvergence points must be known, and operands
 * must be row offsets. */
enum st_code stretch_mark(struct program *p, struct status *st);
