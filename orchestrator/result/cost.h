/* cost.h -- the cost of a run on the host: processor time, wall-clock time, memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct cost_time {
    double cpu_s, wall_s;
};

/* Processor time of the whole process and wall-clock time since a fixed point; the difference of
 * two is the time between them. */
struct cost_time cost_now(void);
struct cost_time cost_since(struct cost_time start);

void cost_add(struct cost_time *sum, struct cost_time more);

double cost_thread_cpu_s(void);     /* of the calling thread alone */
uint64_t cost_peak_rss_bytes(void); /* of the process since it started */

/* The `cost` of a result. Setup is loading, acceleration structures and shader; profile is heatmap,
 * quantisation and choice of pixels; simulate is the timing model: the processor time of the
 * threads that ran it, each for as long as it did. */
struct cost {
    struct cost_time total, setup, profile, simulate;
    bool profile_cached; /* the heatmap was found in a cache, and profile is the cost of its
                            reading */
    uint64_t peak_rss_bytes;
    uint64_t threads;                                /* threads of the run; 0: not known */
    uint64_t simulated_cycles;                       /* summed over all runs of the model */
    uint64_t warp_instructions, thread_instructions; /* executed in them */
    uint64_t rays, node_visits;
};

/* The table of a cost's fields: documents have all rows in this order, tables of runs those that
 * have a place there. Several costs merge by adding seconds and counts, and by the largest memory
 * and number of threads. */
enum cost_kind { COST_SECONDS, COST_COUNT, COST_PEAK, COST_FLAG };
enum cost_list { COST_OF_FRAMES, COST_OF_STUDY, COST_LISTS }; /* tables of runs */
struct cost_row {
    const char *name; /* with its unit at the end: _s, _bytes */
    enum cost_kind kind;
    size_t offset;
    uint32_t place[COST_LISTS]; /* of its column; 0: it has none */
};
extern const struct cost_row cost_rows[];
extern const size_t n_cost_rows;

/* The row whose column is at a place from 1 on; NULL: there is none. */
const struct cost_row *cost_column(enum cost_list list, uint32_t place);
double cost_read(const struct cost *c, const struct cost_row *row);
/* Sets a field; a count becomes 0 where the value is NAN or negative. */
void cost_write(struct cost *c, const struct cost_row *row, double value);
/* Adds all fields except flags. */
void cost_merge(struct cost *sum, const struct cost *more);

/* Prints times and memory in one line: for stderr, since they differ from run to run. */
void cost_print(const char *what, const struct cost *cost, FILE *out);
