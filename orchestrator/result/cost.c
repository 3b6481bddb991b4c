#include "orchestrator/result/cost.h"

#include <math.h>
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

/* ---- the table ---- */

#define ROW(kind, field, name, frames, study)                                                      \
    {                                                                                              \
        name, COST_##kind, offsetof(struct cost, field),                                           \
        {                                                                                          \
            frames, study                                                                          \
        }                                                                                          \
    }

const struct cost_row cost_rows[] = {
    ROW(SECONDS, total.wall_s, "wall_s", 6, 5),
    ROW(SECONDS, total.cpu_s, "cpu_s", 5, 4),
    ROW(PEAK, peak_rss_bytes, "peak_rss_bytes", 0, 6),
    ROW(SECONDS, setup.cpu_s, "setup_cpu_s", 4, 3),
    ROW(SECONDS, profile.cpu_s, "profile_cpu_s", 2, 2),
    ROW(FLAG, profile_cached, "profile_cached", 3, 0),
    ROW(SECONDS, simulate.cpu_s, "simulate_cpu_s", 1, 1),
    ROW(SECONDS, setup.wall_s, "setup_wall_s", 0, 0),
    ROW(SECONDS, profile.wall_s, "profile_wall_s", 0, 0),
    ROW(SECONDS, simulate.wall_s, "simulate_wall_s", 0, 0),
    ROW(COUNT, simulated_cycles, "simulated_cycles", 0, 0),
    ROW(COUNT, warp_instructions, "warp_instructions", 0, 0),
    ROW(COUNT, thread_instructions, "thread_instructions", 0, 0),
    ROW(COUNT, rays, "rays", 0, 0),
    ROW(COUNT, node_visits, "node_visits", 0, 0),
    ROW(PEAK, threads, "threads", 0, 0),
};
const size_t n_cost_rows = sizeof cost_rows / sizeof *cost_rows;

const struct cost_row *cost_column(enum cost_list list, uint32_t place)
{
    for (size_t i = 0; i < n_cost_rows; i++)
        if (cost_rows[i].place[list] == place)
            return &cost_rows[i];
    return NULL;
}

double cost_read(const struct cost *c, const struct cost_row *row)
{
    const void *field = (const char *)c + row->offset;
    switch (row->kind) {
    case COST_SECONDS:
        return *(const double *)field;
    case COST_FLAG:
        return *(const bool *)field;
    case COST_COUNT:
    case COST_PEAK:
        break;
    }
    return (double)*(const uint64_t *)field;
}

void cost_write(struct cost *c, const struct cost_row *row, double value)
{
    void *field = (char *)c + row->offset;
    switch (row->kind) {
    case COST_SECONDS:
        *(double *)field = value;
        break;
    case COST_FLAG:
        *(bool *)field = value > 0;
        break;
    case COST_COUNT:
    case COST_PEAK:
        *(uint64_t *)field = value > 0 ? (uint64_t)value : 0;
        break;
    }
}

void cost_merge(struct cost *sum, const struct cost *more)
{
    for (size_t i = 0; i < n_cost_rows; i++) {
        const struct cost_row *row = &cost_rows[i];
        double now = cost_read(sum, row), then = cost_read(more, row);
        if (row->kind != COST_FLAG)
            cost_write(sum, row,
                       row->kind == COST_PEAK && now > then ? now
                       : row->kind == COST_PEAK             ? then
                                                            : now + then);
    }
}

/* ---- for people ---- */

/* Rounds to the digits that are printed and adds the rounded number to *sum, so that the printed
 * total is the sum of the printed numbers. */
static double rounded(double s, double *sum)
{
    double shown = round(100 * s) / 100;
    *sum += shown;
    return shown;
}

void cost_print(const char *what, const struct cost *cost, FILE *out)
{
    double cpu = 0;
    double setup = rounded(cost->setup.cpu_s, &cpu), profile = rounded(cost->profile.cpu_s, &cpu);
    double simulate = rounded(cost->simulate.cpu_s, &cpu);
    fprintf(out,
            "diorama: %s took %.2f s on the clock and %.2f s of processor time: setup %.2f, "
            "profile %.2f%s, simulate %.2f; peak memory %.0f MiB\n",
            what, cost->total.wall_s, cpu, setup, profile,
            cost->profile_cached ? " (from the cache)" : "", simulate,
            (double)cost->peak_rss_bytes / (1024 * 1024));
}
