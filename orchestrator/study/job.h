/* job.h -- one frame to be predicted, simulated or drawn, and its run. Every command that runs many
 * frames runs each of them here: a camera path one after the other in its own process, sweeps,
 * comparisons and correlations side by side in the processes of a pool (pool.h). */
#pragma once

#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/trace_cache.h"
#include "orchestrator/result/result.h"
#include "orchestrator/study/key.h"

#include <stdio.h>

enum job_state {
    JOB_OPEN,
    JOB_ELSEWHERE, /* another process runs it */
    JOB_RUNNING,
    JOB_DONE,
    JOB_FAILED,
};

struct job {
    enum key_kind kind; /* KEY_PREDICT, KEY_SIMULATE, KEY_MODEL, KEY_PICTURES */
    enum job_state state;
    char key[HASH_TEXT];             /* "" where results are not kept */
    char *inputs;                    /* JSON whose hash the key is; NULL where results are not
                                        kept */
    const struct settings *settings; /* of the first point that needs it */
    size_t index;                    /* of that point */
    char profile[HASH_TEXT];         /* key of the frame's profile */
    uint32_t scene, frame;           /* numbers: jobs of one scene or profile have the same one */
    double work;                     /* estimate: samples of pixels that are simulated */
};

/* State that is kept from job to job: the last scene, the last profile, and the traces of the last
 * frame that was predicted. Starts as {0}. */
struct job_memory {
    const char *scene; /* NULL: none is open; borrowed */
    bool flat;
    struct world world;
    struct profile_memory profile;
    struct trace_cache traces;
};
void job_forget(struct job_memory *m);

/* Opens the scene of the settings unless it is open; flat where the shaders need that. */
enum st_code job_open_scene(struct job_memory *m, const struct settings *settings,
                            struct status *st);

/* A visit is called while the scene, the heatmap and the result of a job exist. The pipeline is
 * NULL for references, the result for pictures. */
typedef enum st_code (*job_visit)(void *context, const struct pipeline *p, const struct result *r,
                                  struct status *st);

/* Runs one frame on all threads. A reference has every pixel of the prediction of the same
 * settings: with a heatmap it has the picture's size. `dump` as in predict_frame. */
enum st_code job_run(struct job_memory *m, enum key_kind kind, const struct settings *settings,
                     FILE *dump, job_visit visit, void *context, struct status *st);
