/* cores.c -- how long a command would take on more cores than this machine has; never a test.
 *
 *     bench_cores COMMAND ...          as for the program, e.g. predict atrium -g rtx2060 -q
 *
 * Runs the command on one thread, but in the way in which it would run on many, with other
 * definitions of team_do, side_by_side and the loops of OpenMP than the library's, which time every
 * piece that could run beside others. From these times follows how long the command would take on T
 * free cores: pieces of a team go in order to whoever is free, and each handing out costs
 * HAND_OUT_NS; a loop of OpenMP, whose pieces are many and small, takes a T-th. That the cores
 * share caches and memory is left out. Prints seconds for each T to stderr, behind what the command
 * prints.
 */
#define _GNU_SOURCE /* dlsym, RTLD_NEXT */
#include "common/team.h"
#include "orchestrator/cli/cli.h"
#include "orchestrator/predict/side_by_side.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HAND_OUT_NS = 500, MOST_TASKS = 1024 };

static const uint32_t cores[] = {1, 2, 4, 8, 16};
enum { N_CORES = sizeof cores / sizeof *cores, MOST_CORES = 16 };

/* Nanoseconds that the command would have taken less on so many cores, so far. */
static double saved_ns[N_CORES];

static double ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Processor time, of which others on the machine are no part; it takes a microsecond to ask. */
static double now_ns(void)
{
    return ns(CLOCK_THREAD_CPUTIME_ID);
}

static uint32_t first_free(const double *until, uint32_t n)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < n; i++)
        if (until[i] < until[first])
            first = i;
    return first;
}

enum st_code team_run(uint32_t threads, enum st_code (*lead)(void *self, struct team *team),
                      void *self, double *helpers_cpu_s)
{
    (void)threads;
    if (helpers_cpu_s)
        *helpers_cpu_s = 0.0;
    static char nobody;
    return lead(self, (struct team *)&nobody);
}

/* Of each piece, and of all. A piece that the machine interrupted is the longest by far, and the
 * time that the thread did not run is taken off it. */
static double time_pieces(team_piece *piece, void *self, uint32_t n, double *took)
{
    double start = now_ns(), all = 0.0;
    uint32_t longest = 0;
    for (uint32_t i = 0; i < n; i++) {
        double from = ns(CLOCK_MONOTONIC);
        piece(self, i);
        took[i] = ns(CLOCK_MONOTONIC) - from;
        all += took[i];
        longest = took[i] > took[longest] ? i : longest;
    }
    double ran = now_ns() - start, rest = all - took[longest];
    if (ran < all) {
        took[longest] = ran > rest ? ran - rest : 0.0;
        all = rest + took[longest];
    }
    return all;
}

void team_do(struct team *t, const struct team_task *task)
{
    uint32_t n = task->n;
    double until[N_CORES][MOST_CORES] = {{0.0}}, took[MOST_TASKS];
    if (!t || n > MOST_TASKS) {
        for (uint32_t i = 0; i < n; i++)
            task->piece(task->self, i);
        return;
    }
    double all = time_pieces(task->piece, task->self, n, took);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < N_CORES; c++)
            until[c][first_free(until[c], cores[c])] += took[i];
    for (uint32_t c = 0; n > 1 && c < N_CORES; c++) {
        double last = 0.0;
        for (uint32_t k = 0; k < cores[c]; k++)
            last = until[c][k] > last ? until[c][k] : last;
        saved_ns[c] += all - last - (cores[c] > 1 ? HAND_OUT_NS : 0);
    }
}

uint32_t side_by_side_threads(uint32_t n)
{
    return n && MOST_CORES / n > 1 ? MOST_CORES / n : 1;
}

/* When the last task is done that somebody free takes in order, leaving out task `but`. */
static double in_order_ns(uint32_t n, const double *took, uint32_t but, uint32_t t)
{
    double until[MOST_CORES] = {0.0}, last = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = first_free(until, t);
        until[k] += i == but ? 0.0 : took[i];
        last = until[k] > last ? until[k] : last;
    }
    return last;
}

/* Every task has a core, or first the longest one has all of them for its teams. */
static double beside_ns(uint32_t n, const double *took, const double *alone, uint32_t t)
{
    uint32_t longest = 0;
    for (uint32_t i = 1; i < n; i++)
        if (took[i] > took[longest])
            longest = i;
    double one_each = in_order_ns(n, took, n, t);
    double longest_first = alone[longest] + in_order_ns(n, took, longest, t);
    return one_each < longest_first ? one_each : longest_first;
}

void side_by_side(uint32_t n, void (*task)(void *context, uint32_t i), void *context)
{
    double before[N_CORES], all = 0.0, took[MOST_TASKS], alone[N_CORES][MOST_TASKS];
    if (n == 0 || n > MOST_TASKS) {
        fprintf(stderr, "bench_cores: %u tasks side by side\n", n);
        exit(EXIT_FAILURE);
    }
    memcpy(before, saved_ns, sizeof before);
    for (uint32_t i = 0; i < n; i++) {
        double saved[N_CORES], start = now_ns();
        memcpy(saved, saved_ns, sizeof saved);
        task(context, i);
        took[i] = now_ns() - start;
        all += took[i];
        for (uint32_t c = 0; c < N_CORES; c++)
            alone[c][i] = took[i] - (saved_ns[c] - saved[c]);
    }
    for (uint32_t c = 0; c < N_CORES; c++)
        saved_ns[c] = before[c] + all - beside_ns(n, took, alone[c], cores[c]);
}

static void note_loop(double took)
{
    for (uint32_t c = 0; c < N_CORES; c++)
        saved_ns[c] += took * (1.0 - 1.0 / cores[c]);
}

/* What gcc calls for a parallel region and for a parallel loop that is dealt as it goes. Those of
 * libgomp, which come behind these, do it. */
void GOMP_parallel(void (*region)(void *), void *data, unsigned threads, unsigned flags);
void GOMP_parallel(void (*region)(void *), void *data, unsigned threads, unsigned flags)
{
    void (*next)(void (*)(void *), void *, unsigned, unsigned);
    *(void **)&next = dlsym(RTLD_NEXT, "GOMP_parallel");
    double start = now_ns();
    (void)threads;
    next(region, data, 1, flags);
    note_loop(now_ns() - start);
}

void GOMP_parallel_loop_nonmonotonic_dynamic(void (*region)(void *), void *data, unsigned threads,
                                             long from, long to, long step, long chunk,
                                             unsigned flags);
void GOMP_parallel_loop_nonmonotonic_dynamic(void (*region)(void *), void *data, unsigned threads,
                                             long from, long to, long step, long chunk,
                                             unsigned flags)
{
    void (*next)(void (*)(void *), void *, unsigned, long, long, long, long, unsigned);
    *(void **)&next = dlsym(RTLD_NEXT, "GOMP_parallel_loop_nonmonotonic_dynamic");
    double start = now_ns();
    (void)threads;
    next(region, data, 1, from, to, step, chunk, flags);
    note_loop(now_ns() - start);
}

int main(int argc, char **argv)
{
    omp_set_num_threads(MOST_CORES);
    double start = now_ns();
    int status = cli_run(argc, argv);
    double took = now_ns() - start;
    for (uint32_t c = 0; c < N_CORES; c++)
        fprintf(stderr, "%2u cores: %.3f s, %.2f times\n", cores[c], (took - saved_ns[c]) / 1e9,
                took / (took - saved_ns[c]));
    return status;
}
