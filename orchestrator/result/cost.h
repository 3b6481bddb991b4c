/* cost.h -- the cost of a run on the host: processor time, wall-clock time, memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct cost_time {
    double cpu_s, wall_s;
};

/* Returns the processor time that the whole process has used and the wall-clock time since a fixed
 * point. The difference between two calls is the time between them. */
struct cost_time cost_now(void);
struct cost_time cost_since(struct cost_time start);

void cost_add(struct cost_time *sum, struct cost_time more);

double cost_thread_cpu_s(void);     /* of the calling thread alone, in seconds */
uint64_t cost_peak_rss_bytes(void); /* most memory that the process has held since it started */

/* The `cost` of a result. Setup is the time of loading, acceleration structures and shader; profile
 * that of heatmap, quantisation and choice of pixels; simulate that of the timing model: the
 * processor time of each thread that ran it, for as long as the thread did. */
struct cost {
    struct cost_time total, setup, profile, simulate;
    bool profile_cached; /* the heatmap was found in a cache, and profile is the cost of reading it
                          */
    uint64_t peak_rss_bytes;
    uint64_t threads;                                /* threads of the run; 0: not known */
    uint64_t simulated_cycles;                       /* summed over all runs of the model */
    uint64_t warp_instructions, thread_instructions; /* executed in these runs */
    uint64_t rays, node_visits;
};

/* The table of a cost's members. Documents have all rows, in this order; tables of runs have those
 * rows that have a place in them. Costs merge by adding seconds and counts, and by the larger
 * memory and number of threads. */
enum cost_kind { COST_SECONDS, COST_COUNT, COST_PEAK, COST_FLAG };
enum cost_list { COST_OF_FRAMES, COST_OF_STUDY, COST_LISTS }; /* tables of runs */
struct cost_row {
    const char *name; /* with its unit at the end: _s, _bytes */
    enum cost_kind kind;
    size_t offset;
    uint32_t place[COST_LISTS]; /* of its column in each table of runs, from 1 on; 0: it has none */
};
extern const struct cost_row cost_rows[];
extern const size_t n_cost_rows;

/* Returns the row whose column is at a place, from 1 on; NULL: there is none. */
const struct cost_row *cost_column(enum cost_list list, uint32_t place);
double cost_read(const struct cost *c, const struct cost_row *row);
/* Sets a member; a count becomes 0 where the value is NAN or negative. */
void cost_write(struct cost *c, const struct cost_row *row, double value);
/* Merges all members except flags into *sum, each by its kind. */
void cost_merge(struct cost *sum, const struct cost *more);

/* Prints times and memory in one line, for stderr, since the numbers differ from run to run. */
void cost_print(const char *what, const struct cost *cost, FILE *out);
