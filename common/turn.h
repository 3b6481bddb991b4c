/* turn.h -- chooses one of several programs that share a folder to make something, while the others
 * wait.
 *
 * A turn is a file with a common name, linked into place (once.h); it needs no lock and no common
 * clock. Its first line names the process that owns it (own_name.h). Where that was a process of
 * the same machine and has ended, whoever waits sees it at once. On another machine it is seen by
 * the file's size: the owner lets it grow every second, and those who wait check by their own
 * clocks whether it still grows. One of them then removes the file by a rename. */
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
 * NULL. A line on standard error says that it waits, unless `quiet`. */
void turn_take(struct turn *t, const char *path, bool quiet, bool (*there)(void *context),
               void *context);
/* Removes the turn where its owner was a process of this machine and has ended. */
void turn_forget_gone(const char *path);
void turn_end(struct turn *t); /* does nothing if the caller does not own it */
