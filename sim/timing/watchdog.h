/* watchdog.h -- notices that a run stands still. */
#pragma once

#include "sim/config/clock.h"

#include <stdbool.h>

struct watchdog {
    cycle_t limit;    /* cycles without progress that end the run */
    cycle_t check_at; /* next cycle at which it is worth asking for the progress */
    cycle_t moved_at; /* last cycle at which progress was seen */
    uint64_t progress;
};

static inline struct watchdog watchdog_make(cycle_t limit, cycle_t start)
{
    return (struct watchdog){.limit = limit, .check_at = start, .moved_at = start};
}

static inline bool watchdog_wants(const struct watchdog *w, cycle_t now)
{
    return now >= w->check_at;
}

/* `progress` is anything that grows when something moves. True where it has been the same for
 * `limit` cycles; it is noticed at most limit / 8 + 1 cycles late. */
static inline bool watchdog_barks(struct watchdog *w, cycle_t now, uint64_t progress)
{
    w->check_at = now + w->limit / 8 + 1;
    if (progress != w->progress) {
        w->progress = progress;
        w->moved_at = now;
    }
    return now - w->moved_at >= w->limit;
}
