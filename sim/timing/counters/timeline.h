/* timeline.h -- what happened on a GPU over time, in a bounded number of samples.
 *
 * A sample holds integer counters from the run's begin up to a core cycle, of the whole GPU and of
 * some of its SMs and memory partitions. So what lies between two samples is their difference,
 * exactly, and all differences add up to the run's counters. Samples are taken at multiples of an
 * interval; when there are more than asked for, every second one goes and the interval doubles. So
 * which cycles are sampled depends on the run's length alone, which need not be known before, and
 * not on how the GPU is simulated.
 *
 * Beside that: when CTAs ran in the first warp slot of some SMs. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TIMELINE_SMS = 32,               /* at most that many have samples of their own ... */
    TIMELINE_MEMORY_PARTITIONS = 16, /* ... spread over all */
    TIMELINE_FIRST_INTERVAL = 32,    /* core cycles */
};

#define TIMELINE_SM_FIELDS(X)                                                                      \
    X(warp_cycles)         /* resident warps, summed over core cycles */                           \
    X(rt_warp_cycles)      /* of them: warps in the RT unit */                                     \
    X(thread_instructions) /* executed lanes of issued instructions */                             \
    X(rt_stages)           /* cycles spent by lanes on intersection */                             \
    X(l1d_accesses)                                                                                \
    X(l1d_misses)

#define TIMELINE_MEMORY_PARTITION_FIELDS(X)                                                        \
    X(l2_accesses)                                                                                 \
    X(l2_misses)                                                                                   \
    X(dram_cycles)   /* all */                                                                     \
    X(data_cycles)   /* DRAM cycles of data, counted when the command is sent */                   \
    X(active_cycles) /* DRAM cycles in which a bank had a request or a limit was running */        \
    X(queue_cycles)  /* requests that wait for a bank, summed over DRAM cycles */

#define TIMELINE_FIELD(name) uint64_t name;
struct timeline_sm {
    TIMELINE_SM_FIELDS(TIMELINE_FIELD)
};
struct timeline_memory_partition {
    TIMELINE_MEMORY_PARTITION_FIELDS(TIMELINE_FIELD)
};
#undef TIMELINE_FIELD

/* A sample, as far as all of the GPU is concerned. */
struct timeline_totals {
    cycle_t at; /* core cycles before it are counted */
    uint64_t ctas_launched, ctas_ended;
    struct timeline_sm sms;                      /* summed over all */
    struct timeline_memory_partition partitions; /* likewise */
};

/* CTA number `cta`, in the order of launch, was resident in core cycles begin to end - 1. */
struct timeline_cta {
    uint32_t cta;
    cycle_t begin, end;
};

struct timeline; /* opaque */

/* `most`: intervals, and CTAs of one SM, that are kept; at least 2. */
enum st_code timeline_create(struct timeline **out, const struct gpu_config *config, uint32_t most,
                             struct status *st);
void timeline_free(struct timeline *t); /* NULL is a no-op */

/* --- taking it: for the simulation --- */

/* The next core cycle that a sample is to be taken at: with everything before it done. */
cycle_t timeline_next(const struct timeline *t);
/* Every SM and every partition in any order, then timeline_sampled(). */
void timeline_add_sm(struct timeline *t, uint32_t sm, const struct timeline_sm *so_far);
void timeline_add_memory_partition(struct timeline *t, uint32_t partition,
                                   const struct timeline_memory_partition *so_far);
void timeline_sampled(struct timeline *t, cycle_t at, uint64_t ctas_launched, uint64_t ctas_ended);
/* The run has `cycles` core cycles: samples that were taken behind its end go, CTAs that are there
 * end. One sample, at `cycles`, is to follow. */
void timeline_end(struct timeline *t, cycle_t cycles);
/* A CTA has come into or left the first warp slot of an SM; different SMs by any thread. */
void timeline_cta_begins(struct timeline *t, uint32_t sm, uint32_t cta, cycle_t at);
void timeline_cta_ends(struct timeline *t, uint32_t sm, cycle_t at);

/* --- reading it, when the run is over --- */

/* Sample 0 is all zero at cycle 0; the last one is the whole run. */
size_t timeline_samples(const struct timeline *t);
const struct timeline_totals *timeline_totals(const struct timeline *t, size_t sample);

/* SMs and partitions with samples of their own, and which they are. */
uint32_t timeline_sms(const struct timeline *t);
uint32_t timeline_sm_id(const struct timeline *t, uint32_t k);
const struct timeline_sm *timeline_sm(const struct timeline *t, size_t sample, uint32_t k);
uint32_t timeline_memory_partitions(const struct timeline *t);
uint32_t timeline_memory_partition_id(const struct timeline *t, uint32_t k);
const struct timeline_memory_partition *timeline_memory_partition(const struct timeline *t,
                                                                  size_t sample, uint32_t k);

/* CTAs of SM k's first warp slot, in the order of time: all, or every 2nd, 4th, ... */
size_t timeline_ctas(const struct timeline *t, uint32_t k);
const struct timeline_cta *timeline_cta(const struct timeline *t, uint32_t k, size_t i);
