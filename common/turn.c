#include "common/turn.h"

#include "common/interrupt.h"
#include "common/memory.h"
#include "common/once.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 100, GROW_MS = 1000, GONE_MS = 30000 };

static void sleep_ms(uint32_t ms)
{
    const struct timespec t = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&t, NULL);
}

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- the owner ---- */

static void *grow(void *turn)
{
    struct turn *t = turn;
    uint32_t waited = 0;
    int file = open(t->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    while (file >= 0 && !atomic_load(&t->over)) {
        sleep_ms(LOOK_MS);
        waited += LOOK_MS;
        if (waited < GROW_MS)
            continue;
        waited = 0;
        if (write(file, ".", 1) != 1)
            break;
    }
    if (file >= 0)
        close(file);
    return NULL;
}

static bool begin(struct turn *t, const char *path)
{
    t->path = mem_strdup(path);
    atomic_store(&t->over, false);
    if (t->path && pthread_create(&t->thread, NULL, grow, t) == 0)
        return true;
    unlink(path);
    mem_free(t->path);
    t->path = NULL;
    return false;
}

void turn_end(struct turn *t)
{
    if (!t->path)
        return;
    atomic_store(&t->over, true);
    pthread_join(t->thread, NULL);
    unlink(t->path);
    mem_free(t->path);
    t->path = NULL;
}

/* ---- waiting programs ---- */

/* Returns the size of a file; -1: it does not exist. Network file systems refresh the size when a
 * file is opened. */
static int64_t size_of(const char *path)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    int64_t size = file >= 0 && fstat(file, &info) == 0 ? (int64_t)info.st_size : -1;
    if (file >= 0)
        close(file);
    return size;
}

static void take_away(const char *path)
{
    MEM_AUTO char *own = once_own_name(path);
    if (own && rename(path, own) == 0)
        unlink(own);
}

/* Waits until the turn is released, or its process has ended without releasing it. */
static void wait_for_end(const char *path, bool (*there)(void *context), void *context)
{
    int64_t size = size_of(path), now;
    for (uint64_t seen = now_ms(); (now = size_of(path)) >= 0; sleep_ms(LOOK_MS)) {
        if (there(context) || interrupt_signal())
            return;
        if (now != size)
            seen = now_ms();
        size = now;
        if (now_ms() - seen < GONE_MS)
            continue;
        take_away(path);
        return;
    }
}

void turn_take(struct turn *t, const char *path, bool (*there)(void *context), void *context)
{
    t->path = NULL;
    while (!there(context) && !interrupt_signal()) {
        struct status unused;
        bool first;
        if (once_write(path, "", 0, &first, &unused) != ST_OK)
            return;
        if (first) {
            /* The result may have appeared after the check and before the turn was taken. */
            if (begin(t, path) && there(context))
                turn_end(t);
            return;
        }
        wait_for_end(path, there, context);
    }
}
