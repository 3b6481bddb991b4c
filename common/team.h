/* team.h -- threads that wait for work in small pieces.
 *
 * One thread, the leader, hands out pieces that may be done at the same time and in any order, and
 * goes on when all are done. It does pieces itself, and never waits for a helper that has none: one
 * that the machine has no time for is only not used. A piece goes to the thread that had it last,
 * as that one's caches have its state, unless another has nothing else to do. With one thread
 * nothing but a loop is left. */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct team; /* opaque */

/* Bytes from one piece's state to the next one's: more than a line of the host's cache. */
enum { TEAM_APART = 128 };

typedef void team_piece(void *self, uint32_t piece);

/* A task is n pieces, piece(self, 0) to piece(self, n - 1). They may run at the same time; lower
 * numbers tend to start first. */
struct team_task {
    team_piece *piece;
    void *self;
    uint32_t n;
    const uint32_t *names; /* pieces of one name have state in common; NULL: their numbers */
};

/* Calls lead(self, team) on the calling thread while threads - 1 others help; returns what it
 * returned. *helpers_cpu_s gets their processor time; may be NULL. Fewer threads help where there
 * are no more to be had. */
enum st_code team_run(uint32_t threads, enum st_code (*lead)(void *self, struct team *team),
                      void *self, double *helpers_cpu_s);

/* By the leader: the task. `team` NULL: by the calling thread alone, in order. */
void team_do(struct team *team, const struct team_task *task);
