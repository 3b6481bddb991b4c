#include "sim/model/watchdog.h"

struct watchdog watchdog_make(const struct machine_config *machine, uint64_t now)
{
    return (struct watchdog){.cycles = machine->watchdog_cycles, .moved_at = now, .check_at = now};
}

bool watchdog_bites(struct watchdog *w, uint64_t moved, uint64_t now)
{
    w->check_at = now + w->cycles / 8 + 1;
    if (moved != w->moved) {
        w->moved = moved;
        w->moved_at = now;
    }
    return now - w->moved_at >= w->cycles;
}

enum st_code watchdog_stuck(const struct watchdog *w, uint64_t since, struct status *st)
{
    return status_fail(st, ST_FAILED,
                       "the simulation is stuck: no instruction has retired and no request has "
                       "moved since core cycle %llu; watchdog_cycles (%u) is less than this GPU's "
                       "longest wait, or it is a fault of the model or a kernel that never ends",
                       (unsigned long long)since, w->cycles);
}
