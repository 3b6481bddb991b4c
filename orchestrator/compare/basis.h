/* basis.h -- the facts of a result on which the error of a ratio depends, read once from the
 * result's document. */
#pragma once

#include "common/hash.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/samples.h"

#include <jansson.h>

struct basis {
    double confidence;          /* of the result's intervals, percent; NAN: it has none */
    enum sample_kind sample;    /* SAMPLE_KINDS: not known */
    enum timing_model model;    /* TIMING_MODELS: not known */
    bool has_evidence;          /* whether the members below have values */
    bool unseen;                /* whether the model ignores a parameter of the GPU */
    double thread_instructions; /* of the whole frame */
    double pixels, fills;       /* pixels that were run, and how often they fill the GPU */
    double units_error;         /* relative standard error of the units that were run */
    char frame[HASH_TEXT];      /* hash of shader, workload, size, seed, sample, model and settings:
                                   equal for the same work; "": one of them is missing */
    char gpu[HASH_TEXT];        /* hash of the GPU's parameters; "": not known */
};

/* Reads the basis from a document. NULL stands for a missing result, whose basis is empty.
 * ST_NOMEM. */
enum st_code basis_read(struct basis *out, const json_t *document, struct status *st);

/* Runs of a whole frame, each with another perturbation (predict/repeat.h). */
struct paired_runs {
    struct paired_run {
        uint32_t delay; /* of the launch, core cycles; two runs with the same delay, on two GPUs,
                           are a pair */
        double metrics[METRIC_COUNT];
    } * of;
    uint32_t n, room;
};

/* Adds the repeated runs that a document lists, if any. ST_NOMEM. */
enum st_code paired_runs_add(struct paired_runs *runs, const json_t *document, struct status *st);
void paired_runs_free(struct paired_runs *runs); /* leaves it empty */
