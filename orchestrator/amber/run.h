/* run.h -- runs what an Amber script says and compares what it leaves with what it expects. */
#pragma once

#include "orchestrator/amber/script.h"

/* A number that is not as expected. */
struct amber_difference {
    uint32_t expect; /* of the script's */
    uint32_t word;   /* of the buffer */
    double found, expected;
};
/* The first of each expectation that does not hold. */
struct amber_outcome {
    AMBER_LIST(struct amber_difference) differences;
};

/* Runs a script. *out is for amber_outcome_free(). */
enum st_code amber_run(const struct amber_script *s, struct amber_outcome *out, struct status *st);
void amber_outcome_free(struct amber_outcome *o);
