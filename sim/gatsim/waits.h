/* waits.h -- which later instructions of a warp wait for which results of special ones. */
#pragma once

#include "common/grow.h"
#include "common/memory.h"
#include "sim/gatsim/paths.h"

#include <stdbool.h>
#include <stdint.h>

struct wait {
    uint64_t ready; /* cycle from which on the waiting instruction may issue */
    uint32_t use;   /* its number */
};

struct waits {
    struct wait *all;
    uint32_t n, room;
    uint32_t count;     /* number of the instruction that issued last, from 1 */
    uint32_t next;      /* the first one that waits */
    uint32_t trace_use; /* of the trace under way */
    bool tracing;
    bool failed; /* memory ran out */
};

static inline void waits_clear(struct waits *w)
{
    w->n = w->count = 0;
    w->next = w->trace_use = PATHS_NO_USE;
    w->tracing = false;
}

static inline void waits_release(struct waits *w)
{
    mem_free(w->all);
    w->all = NULL;
}

static inline void waits_add(struct waits *w, uint32_t use, uint64_t ready)
{
    if (use == PATHS_NO_USE)
        return;
    if (!grow(&w->all, w->n, &w->room, sizeof *w->all)) {
        w->failed = true;
        return;
    }
    w->all[w->n++] = (struct wait){ready, use};
    w->next = use < w->next ? use : w->next;
}

/* A trace is under way from now on, and there is no other. */
static inline void waits_trace(struct waits *w, uint32_t use)
{
    w->tracing = true;
    w->trace_use = use;
    w->next = use < w->next ? use : w->next;
}
static inline void waits_trace_left(struct waits *w)
{
    w->tracing = false;
}

/* One more instruction has issued: whether the next one has something to wait for. */
static inline bool waits_due(struct waits *w)
{
    return ++w->count == w->next;
}

/* When the next instruction, which would issue in cycle *at, may: *at becomes that. False: not
 * before its trace has left. */
static inline bool waits_until(struct waits *w, uint64_t *at)
{
    w->next = w->trace_use > w->count ? w->trace_use : PATHS_NO_USE;
    for (uint32_t i = 0; i < w->n;) {
        if (w->all[i].use == w->count) {
            *at = w->all[i].ready > *at ? w->all[i].ready : *at;
            w->all[i] = w->all[--w->n];
        } else {
            w->next = w->all[i].use < w->next ? w->all[i].use : w->next;
            i++;
        }
    }
    return !(w->tracing && w->trace_use <= w->count);
}
