/* turn.h -- chooses one of several programs that share a folder to make something, while the others
 * wait.
 *
 * A turn is a file of a common name, linked into place (once.h): no lock, no common clock. Its
 * owner lets the file grow every second while the process lives; waiting programs check by their
 * own clocks whether it still grows. A file that has stopped growing belongs to a dead process, and
 * one of the waiting programs removes it by a rename. */
#pragma once

#include "common/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct turn {
    char *path; /* NULL: not the owner */
    pthread_t thread;
    atomic_bool over;
};

/* Returns when the caller owns the turn, when `there` holds, when a signal has come (interrupt.h),
 * or when the folder does not support turns; only in the first case t->path is not NULL. */
void turn_take(struct turn *t, const char *path, bool (*there)(void *context), void *context);
void turn_end(struct turn *t); /* no-op if not the owner */
