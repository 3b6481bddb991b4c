/* team.h -- a team of threads for work in small pieces.
 *
 * One thread, the leader, hands out pieces, which may be done concurrently and in any order, and
 * continues when all are done. It does pieces itself and never waits for a helper that has no
 * piece, so a helper without processor time is simply not used. A piece goes to the thread that had
 * it last, whose caches have its state, unless another thread is idle. With one thread it is a
 * plain loop. */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct team; /* opaque */

/* Distance in bytes that keeps the states of two pieces in different lines of the host's cache. */
enum { TEAM_APART = 128 };

typedef void team_piece(void *self, uint32_t piece);

/* A task of n pieces: piece(self, 0) to piece(self, n - 1). They may run concurrently; lower
 * numbers tend to start first. */
struct team_task {
    team_piece *piece;
    void *self;
    uint32_t n;
    const uint32_t *names; /* pieces with the same name share state; NULL: a piece's number is its
                              name */
};

/* Calls lead(self, team) on the calling thread while threads - 1 others help; returns its result.
 * *helpers_cpu_s (may be NULL) receives the processor time of the helpers. Fewer threads help if
 * the system has no more. */
enum st_code team_run(uint32_t threads, enum st_code (*lead)(void *self, struct team *team),
                      void *self, double *helpers_cpu_s);

/* Does the task; only the leader calls it. `team` NULL: on the calling thread alone, in order. */
void team_do(struct team *team, const struct team_task *task);
