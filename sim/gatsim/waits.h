/* waits.h -- which instructions of a warp wait for results of its special instructions. */
#pragma once

#include "common/grow.h"
#include "common/memory.h"
#include "sim/gatsim/paths.h"

#include <stdbool.h>
#include <stdint.h>

struct wait {
    uint64_t ready; /* first cycle in which the waiting instruction may issue */
    uint32_t use;   /* number of the waiting instruction */
};

struct waits {
    struct wait *all;
    uint32_t n, room;
    uint32_t count;     /* number of the instruction that issued last, from 1 */
    uint32_t next;      /* number of the first instruction that waits */
    uint32_t trace_use; /* number of the instruction that waits for the trace in flight */
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

/* Records a trace in flight; there must be no other. */
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

/* Counts an issued instruction. Returns whether the next one waits for a result. */
static inline bool waits_due(struct waits *w)
{
    return ++w->count == w->next;
}

/* Delays *at, the cycle in which the next instruction would issue, until all results for which it
 * waits are ready. False: it waits for the trace, which has not left the RT unit. */
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
