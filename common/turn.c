#include "common/turn.h"

#include "common/interrupt.h"
#include "common/memory.h"
#include "common/once.h"
#include "common/own_name.h"
#include "common/progress.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 100, GROW_MS = 1000, TELL_MS = 2000, GONE_MS = 30000 };

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
    MEM_AUTO char *own = own_name(path);
    if (own && rename(path, own) == 0)
        unlink(own);
}

/* Reads the first line of the turn: its owner, "" where there is none. */
static void read_owner(const char *path, char out[OWN_NAME_OWNER])
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = file >= 0 ? read(file, out, OWN_NAME_OWNER - 1) : 0;
    if (file >= 0)
        close(file);
    out[n > 0 ? n : 0] = 0;
    out[strcspn(out, "\n")] = 0;
}

static bool is_gone(const char *path)
{
    char owner[OWN_NAME_OWNER];
    read_owner(path, owner);
    return own_name_is_gone(owner);
}

void turn_forget_gone(const char *path)
{
    if (is_gone(path))
        take_away(path);
}

static void tell(const char *path)
{
    char owner[OWN_NAME_OWNER];
    read_owner(path, owner);
    progress_tell(false, "waiting for %s, which process %s is making", path, owner);
}

/* Waits until the turn is released, or its process has ended without releasing it. */
static void wait_for_end(const char *path, bool quiet, bool (*there)(void *context), void *context)
{
    int64_t size = size_of(path), now;
    uint64_t begin = now_ms(), seen = begin;
    for (bool told = quiet; (now = size_of(path)) >= 0; sleep_ms(LOOK_MS)) {
        if (there(context) || interrupt_signal())
            return;
        if (now != size)
            seen = now_ms();
        size = now;
        if (!told && now_ms() - begin >= TELL_MS) {
            told = true;
            tell(path);
        }
        if (!is_gone(path) && now_ms() - seen < GONE_MS)
            continue;
        take_away(path);
        return;
    }
}

void turn_take(struct turn *t, const char *path, bool quiet, bool (*there)(void *context),
               void *context)
{
    char owner[OWN_NAME_OWNER], line[OWN_NAME_OWNER + 1];
    own_name_owner(owner);
    snprintf(line, sizeof line, "%s\n", owner);
    t->path = NULL;
    while (!there(context) && !interrupt_signal()) {
        struct status unused;
        bool first;
        if (once_write(path, line, strlen(line), &first, &unused) != ST_OK)
            return;
        if (first) {
            /* The result may have appeared after the check and before the turn was taken. */
            if (begin(t, path) && there(context))
                turn_end(t);
            return;
        }
        wait_for_end(path, quiet, there, context);
    }
}
