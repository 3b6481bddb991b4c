/* jobs.h -- the runs that the points of a study need, each once, and their order.
 *
 * A job is a result (one that several points need is one job) or the pictures of a frame. Jobs of
 * one scene follow each other, so that a process builds its acceleration structure once, and so do
 * those of one frame, so that it is profiled once. Scenes with much work come first, and long jobs
 * within a frame, so that no long job is left over at the end. */
#pragma once

#include "orchestrator/study/grid.h"
#include "orchestrator/study/job.h"
#include "orchestrator/study/store.h"

struct jobs {
    struct job *all;
    uint32_t n, room, n_scenes;
    struct store_point *points; /* one per point of the grid, for the store */
    size_t n_points;
};

/* The runs of a point: its result, a reference beside a prediction, the pictures of its frame. */
struct jobs_wanted {
    enum key_kind result;
    bool reference, pictures;
};
/* Plans the jobs. Every scene and GPU is loaded once, so that an unreadable file fails before
 * anything runs. */
enum st_code jobs_plan(struct jobs *out, const struct grid_points *points,
                       struct jobs_wanted wanted, struct keys *keys, struct status *st);
/* Arranges the jobs of a caller who has filled in `all`: kind, settings, index, work. */
void jobs_arrange(struct jobs *j);
/* Drops the jobs without keep[i]; the points stay. */
void jobs_keep(struct jobs *j, const bool *keep);
void jobs_free(struct jobs *j); /* leaves it empty */

/* The work of a job: samples of a reference. */
double jobs_work(enum key_kind kind, const struct settings *s, double samples);

/* The next job for a process whose last job was of `scene` and `frame` (UINT32_MAX: it had none):
 * the longest open one of that frame, else of that scene, else of the scene with the most open
 * work. SIZE_MAX: none is open. */
size_t jobs_next(const struct jobs *j, uint32_t scene, uint32_t frame);

/* Threads for a job that is given out now, among that many processes: one, except for the runs of a
 * repeated reference where fewer jobs are left than processes. */
uint32_t jobs_threads(const struct jobs *j, size_t at, uint32_t processes);
