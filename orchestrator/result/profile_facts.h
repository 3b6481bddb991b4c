/* profile_facts.h -- the part of a frame that its profile ran. */
#pragma once

#include "common/json_writer.h"
#include "heatmap/sample.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct profile_facts {
    uint64_t pixels; /* pixels that were run; 0: the heatmap is a picture */
    bool sampled;    /* not all pixels were run: the heatmap is interpolated between them, and
                        instructions are estimated */
    struct sample_error error; /* error of the estimated instructions */
};

/* Puts the key `profile` where the profile is a sample; else puts nothing. */
void profile_facts_put(struct json_writer *w, json_t *object, const struct profile_facts *f);
/* Prints the end of a table's line: which part was profiled, where the profile is a sample. */
void profile_facts_print(const struct profile_facts *f, uint64_t pixels, FILE *out);
