/* job.h -- one frame to be predicted, simulated or drawn, and its run. Every command that runs many
 * frames runs each of them here: those of a camera path one after the other in the command's own
 * process, those of sweeps, comparisons and correlations side by side in the processes of a pool
 * (pool.h). */
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
    enum key_kind kind; /* only KEY_PREDICT, KEY_SIMULATE, KEY_MODEL and KEY_PICTURES */
    enum job_state state;
    char key[HASH_TEXT];             /* "" where results are not kept */
    char *inputs;                    /* JSON text that the key is the hash of; NULL where results
                                        are not kept */
    const struct settings *settings; /* settings of the first point that needs the job */
    size_t index;                    /* index of that point */
    char profile[HASH_TEXT];         /* key of the frame's profile */
    uint32_t scene, frame;           /* equal for jobs of one scene, and of one profile */
    double work;                     /* estimated number of pixel samples that are simulated */
};

/* The state that is kept from job to job: the last scene, the last profile, and the traces of the
 * last predicted frame. Starts as {0}. */
struct job_memory {
    const char *scene; /* operand of the open scene, borrowed; NULL: none is open */
    bool flat;
    struct world world;
    struct profile_memory profile;
    struct trace_cache traces;
};
void job_forget(struct job_memory *m);

/* Opens the scene of the settings unless it is open already; without transforms where the shaders
 * need that. */
enum st_code job_open_scene(struct job_memory *m, const struct settings *settings,
                            struct status *st);

/* A function that is called while the scene, the heatmap and the result of a job exist. The
 * pipeline is NULL for references, the result for pictures. */
typedef enum st_code (*job_visit)(void *context, const struct pipeline *p, const struct result *r,
                                  struct status *st);

/* Runs one frame on all threads. A reference runs every pixel of the frame that a prediction with
 * the same settings has: with a heatmap, the frame has the picture's size. `dump` is that of
 * predict_frame. */
enum st_code job_run(struct job_memory *m, enum key_kind kind, const struct settings *settings,
                     FILE *dump, job_visit visit, void *context, struct status *st);
