#include "orchestrator/result/cost.h"

#include <sys/resource.h>
#include <time.h>

static double read_clock_s(clockid_t clock)
{
    struct timespec t = {0, 0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct cost_time cost_now(void)
{
    return (struct cost_time){read_clock_s(CLOCK_PROCESS_CPUTIME_ID),
                              read_clock_s(CLOCK_MONOTONIC)};
}

struct cost_time cost_since(struct cost_time start)
{
    struct cost_time now = cost_now();
    return (struct cost_time){now.cpu_s - start.cpu_s, now.wall_s - start.wall_s};
}

void cost_add(struct cost_time *sum, struct cost_time more)
{
    sum->cpu_s += more.cpu_s;
    sum->wall_s += more.wall_s;
}

double cost_thread_cpu_s(void)
{
    return read_clock_s(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t cost_peak_rss_bytes(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0 || usage.ru_maxrss < 0)
        return 0;
    return (uint64_t)usage.ru_maxrss * 1024; /* Linux counts in KiB */
}
