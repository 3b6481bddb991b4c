/* facts.h -- facts for the page that are in a study's documents but not in its table: stalls,
 * versions, options. */
#pragma once

#include "orchestrator/study/table.h"
#include "sim/timing/counters/stalls.h"

enum { FACTS_PARTS = 16 }; /* most parts of a stack */

/* Shares of a stack's slots, in the order of stall_cause; they add up to 1. */
struct run_stalls {
    bool known;
    double share[STALL_STACKS][FACTS_PARTS];
};

struct facts {
    struct run_stalls *predictions; /* one per row */
    struct run_stalls *references;  /* one per row, filled only in the first row that has the
                                       reference */
    char **versions;                /* of the programs that made the results, each once */
    uint32_t n_versions, room;
    json_t *settings; /* settings in the first document, such as {"width": "64", ...}; NULL: there
                         is no document */
};

enum st_code facts_load(struct facts *out, const struct store *store, const struct study_table *t,
                        struct status *st);
void facts_free(struct facts *f); /* leaves it empty */
