/* isa_rows.h -- the statistics by which "Lost in Abstraction" (Gutierrez et al., HPCA 2018)
 * compares two instruction sets; each is computed from the counts of a run under one of them. */
#pragma once

#include "orchestrator/workload/isa_measure.h"

struct isa_row {
    const char *name, *unit;                      /* such as "cycles"; unit "" for a plain number */
    const char *where;                            /* where the paper has it; "" where it does not */
    double (*value)(const struct isa_cell *cell); /* NAN: there is none */
};
extern const struct isa_row isa_rows[];
extern const size_t n_isa_rows;
