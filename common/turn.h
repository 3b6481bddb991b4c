/* turn.h -- who of several programs that share a folder makes something, while the others wait.
 *
 * A turn is a file of a name that all know, linked into place (once.h): no lock, no clock. Who has
 * it lets the file grow every second for as long as the process lives; who waits sees by their own
 * watch whether it still grows. One that has stopped to is of a process that is gone, and is taken
 * away by a rename, which one of those that wait can do. */
#pragma once

#include "common/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct turn {
    char *path; /* NULL: we do not have it */
    pthread_t thread;
    atomic_bool over;
};

/* Returns when we have the turn, when what is waited for is `there`, when a signal has come
 * (interrupt.h), or when the folder cannot be used so; only in the first case t->path is not NULL.
 */
void turn_take(struct turn *t, const char *path, bool (*there)(void *context), void *context);
void turn_end(struct turn *t); /* nothing where we do not have it */
