/* jobs.h -- the runs that the points of a study need, each once, and their order.
 *
 * A job is a result or the pictures of a frame; a result that several points need is one job. Jobs
 * of one scene follow each other, so that a process builds its acceleration structure once, and so
 * do those of one frame, so that it is profiled once. Scenes with much work come first, and so do
 * long jobs within a frame; otherwise a long job could be left over at the end. */
#pragma once

#include "orchestrator/study/grid.h"
#include "orchestrator/study/job.h"
#include "orchestrator/study/store.h"

struct jobs {
    struct job *all;
    uint32_t n, room, n_scenes;
    struct store_point *points; /* one per point of the grids, for the store */
    size_t n_points;
};

/* Which runs of each point are wanted: its result, a reference beside a prediction, the pictures of
 * its frame. */
struct jobs_wanted {
    enum key_kind result;
    bool reference, pictures;
};
/* Plans the jobs. Every scene and GPU is loaded once, so that a file that cannot be read fails
 * before anything runs. */
enum st_code jobs_plan(struct jobs *out, const struct grid_points *points,
                       struct jobs_wanted wanted, struct keys *keys, struct status *st);
/* Orders the jobs that a caller has put into `all`, with kind, settings, index and work. */
void jobs_arrange(struct jobs *j);
/* Drops every job i without keep[i]; the points stay. */
void jobs_keep(struct jobs *j, const bool *keep);
void jobs_free(struct jobs *j); /* leaves it empty */

/* Returns the work of a job in samples of a reference; `samples` are those of its frame. */
double jobs_work(enum key_kind kind, const struct settings *s, double samples);

/* Returns the next job for a process whose last job was of `scene` and `frame` (UINT32_MAX: it had
 * none): the longest open job of that frame, else of that scene, else of the scene with the most
 * open work. SIZE_MAX: no job is open. */
size_t jobs_next(const struct jobs *j, uint32_t scene, uint32_t frame);

/* Returns the threads of a job that one of `processes` is about to run: one, except for the runs of
 * a repeated reference where fewer jobs are left than processes. */
uint32_t jobs_threads(const struct jobs *j, size_t at, uint32_t processes);
