/* timeline.h -- records the activity of a GPU over time, in a bounded number of samples.
 *
 * A sample holds integer counters from the run's begin up to a core cycle, of the whole GPU and of
 * some of its SMs and memory partitions. So the activity between two samples is their difference,
 * exactly, and all differences add up to the run's counters. Samples are taken at multiples of an
 * interval; when there are more than the limit, every second one is dropped and the interval
 * doubles. So the sampled cycles depend only on the run's length, which need not be known in
 * advance, and not on how the GPU is simulated.
 *
 * In addition it records when CTAs ran in the first warp slot of some SMs. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TIMELINE_SMS = 32,               /* most SMs with samples of their own, spread over all */
    TIMELINE_MEMORY_PARTITIONS = 16, /* most partitions with samples, spread over all */
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
    X(queue_cycles)  /* requests waiting for a bank, summed over DRAM cycles */

#define TIMELINE_FIELD(name) uint64_t name;
struct timeline_sm {
    TIMELINE_SM_FIELDS(TIMELINE_FIELD)
};
struct timeline_memory_partition {
    TIMELINE_MEMORY_PARTITION_FIELDS(TIMELINE_FIELD)
};
#undef TIMELINE_FIELD

/* The part of a sample that concerns the whole GPU. */
struct timeline_totals {
    cycle_t at; /* the sample covers the core cycles before this one */
    uint64_t ctas_launched, ctas_ended;
    struct timeline_sm sms;                      /* summed over all SMs */
    struct timeline_memory_partition partitions; /* summed over all partitions */
};

/* CTA number `cta`, in the order of launch, was resident in core cycles begin to end - 1. */
struct timeline_cta {
    uint32_t cta;
    cycle_t begin, end;
};

struct timeline; /* opaque */

/* `most`: the largest number of intervals, and of CTAs of one SM, that is kept; at least 2. */
enum st_code timeline_create(struct timeline **out, const struct gpu_config *config, uint32_t most,
                             struct status *st);
void timeline_free(struct timeline *t); /* NULL is a no-op */

/* --- taking samples: for the simulation --- */

/* The core cycle of the next sample, to be taken with all before it complete. */
cycle_t timeline_next(const struct timeline *t);
/* Take a sample: each of the first two functions for every SM and every partition, in any order,
 * then timeline_sampled(). */
void timeline_add_sm(struct timeline *t, uint32_t sm, const struct timeline_sm *so_far);
void timeline_add_memory_partition(struct timeline *t, uint32_t partition,
                                   const struct timeline_memory_partition *so_far);
void timeline_sampled(struct timeline *t, cycle_t at, uint64_t ctas_launched, uint64_t ctas_ended);
/* Ends the run at `cycles` core cycles: drops samples taken after its end, and ends resident CTAs.
 * One sample, at `cycles`, must follow. */
void timeline_end(struct timeline *t, cycle_t cycles);
/* Record that a CTA enters or leaves the first warp slot of an SM. Different SMs may be on
 * different threads. */
void timeline_cta_begins(struct timeline *t, uint32_t sm, uint32_t cta, cycle_t at);
void timeline_cta_ends(struct timeline *t, uint32_t sm, cycle_t at);

/* --- reading samples, after the run --- */

/* Sample 0 is all zero at cycle 0; the last one is the whole run. */
size_t timeline_samples(const struct timeline *t);
const struct timeline_totals *timeline_totals(const struct timeline *t, size_t sample);

/* The number of SMs and of partitions with samples of their own; the id and the counts of the k-th
 * of them. */
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
