/* basis.h -- the facts of a result on which the error of a ratio depends, read once from its
 * document. */
#pragma once

#include "common/hash.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/samples.h"

#include <jansson.h>

struct basis {
    double confidence;          /* of its intervals, percent; NAN: it has none */
    enum sample_kind sample;    /* SAMPLE_KINDS: not known */
    enum timing_model model;    /* TIMING_MODELS: not known */
    bool has_evidence;          /* the members below have values */
    bool unseen;                /* the model ignores a parameter of the GPU */
    double thread_instructions; /* of the frame */
    double pixels, fills;       /* that were run; how often they fill the GPU */
    double units_error;         /* standard error of the units that were run */
    char frame[HASH_TEXT]; /* of shader, workload, size, seed, sample, model and settings: equal
                              for the same work; "": one of them is missing */
    char gpu[HASH_TEXT];   /* of the GPU's parameters; "": not known */
};

/* The basis of a document; NULL: of a result that is missing. ST_NOMEM. */
enum st_code basis_read(struct basis *out, const json_t *document, struct status *st);

/* Perturbed runs of a whole frame. */
struct paired_runs {
    struct paired_run {
        uint32_t delay; /* of the launch: runs of two GPUs with the same one are a pair */
        double metrics[METRIC_COUNT];
    } * of;
    uint32_t n, room;
};

/* Adds the runs of a document, which may have none. ST_NOMEM. */
enum st_code paired_runs_add(struct paired_runs *runs, const json_t *document, struct status *st);
void paired_runs_free(struct paired_runs *runs); /* leaves it empty */
