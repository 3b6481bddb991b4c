/* turn.h -- chooses one of several programs that share a folder to make something, while the others
 * wait.
 *
 * A turn is a file with a common name, linked into place (once.h); it needs no lock and no common
 * clock. The program that owns it lets the file grow every second; waiting programs check by their
 * own clocks whether it still grows. If it does not, its process has ended, and one of the waiting
 * programs removes the file by a rename. */
#pragma once

#include "common/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct turn {
    char *path; /* NULL: the caller does not own the turn */
    pthread_t thread;
    atomic_bool over;
};

/* Returns when the caller owns the turn, when there(context) is true, when a signal has come
 * (interrupt.h), or when the folder does not support turns; only in the first case is t->path not
 * NULL. */
void turn_take(struct turn *t, const char *path, bool (*there)(void *context), void *context);
void turn_end(struct turn *t); /* does nothing if the caller does not own it */
