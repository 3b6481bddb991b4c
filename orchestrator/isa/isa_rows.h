/* isa_rows.h -- the statistics of "Lost in Abstraction" (Gutierrez et al., HPCA 2018) that two
 * instruction sets are compared by, each from what a run of either has counted. */
#pragma once

#include "orchestrator/isa/isa_run.h"

struct isa_row {
    const char *name, *unit;                      /* "cycles"; "" of a plain number */
    const char *where;                            /* in the paper; "" where it is not there */
    double (*value)(const struct isa_cell *cell); /* NAN: there is none */
};
extern const struct isa_row isa_rows[];
extern const size_t n_isa_rows;
