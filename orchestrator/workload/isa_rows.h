/* isa_rows.h -- the statistics by which "Lost in Abstraction" (Gutierrez et al., HPCA 2018)
 * compares two instruction sets, each from the counts of a run of either. */
#pragma once

#include "orchestrator/workload/isa_measure.h"

struct isa_row {
    const char *name, *unit;                      /* "cycles"; "" for a plain number */
    const char *where;                            /* in the paper; "" where it lacks it */
    double (*value)(const struct isa_cell *cell); /* NAN: there is none */
};
extern const struct isa_row isa_rows[];
extern const size_t n_isa_rows;
