/* jobs.h -- what has to be run for the points of a study, each once, and in which order.
 *
 * A job is a result (one that several points need is one job) or the pictures of a frame. Jobs of
 * one scene follow each other, so that a process builds its acceleration structure once, those of
 * one frame too, so that it is profiled once; scenes with much work come first and within a frame
 * long jobs, so that none is left over at the end. */
#ifndef ORCHESTRATOR_STUDY_JOBS_H
#define ORCHESTRATOR_STUDY_JOBS_H

#include "orchestrator/study/grid.h"
#include "orchestrator/study/key.h"
#include "orchestrator/study/store.h"

enum job_state {
    JOB_OPEN,
    JOB_ELSEWHERE, /* another process runs it */
    JOB_RUNNING,
    JOB_DONE,
    JOB_FAILED,
};

struct job {
    enum key_kind kind; /* KEY_PREDICT, KEY_SIMULATE, KEY_PICTURES */
    enum job_state state;
    char key[HASH_TEXT];
    char *inputs;                    /* JSON */
    const struct settings *settings; /* of the first point that needs it */
    uint32_t scene, frame;           /* numbers: jobs of one scene, of one profile share theirs */
    double work;                     /* estimate: samples of pixels that are simulated */
};

struct jobs {
    struct job *all;
    size_t n;
    uint32_t n_scenes;
    struct store_point *points; /* one per point of the grid, for the store */
    size_t n_points;
    const struct grid_points *grid; /* borrowed */
};

/* Loads every scene and GPU once, so that what cannot be read is found before anything runs. */
enum st_code jobs_plan(struct jobs *out, const struct grid_points *points, bool reference,
                       bool pictures, struct keys *keys, struct status *st);
void jobs_free(struct jobs *j); /* leaves it empty */

/* The open job that is best run next by who ran one of this scene and frame (UINT32_MAX: none)
 * last; SIZE_MAX: none is open. */
size_t jobs_next(const struct jobs *j, uint32_t scene, uint32_t frame);

#endif
