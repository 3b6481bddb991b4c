/* front.h -- the front end of an SM: its warps, the schedulers, and issue (docs/model.md, "SM:
 * schedulers", "SM: scoreboard"; Vulkan-Sim shader.cc 1509, 1590). It consists of the states of
 * warps (warp_state.h), fetch (fetch.h) and the reasons for stalls (reasons.h), which share struct
 * sm_front.
 *
 * A scheduler needs a few operations on masks of warps per cycle; if none of its warps changed, it
 * keeps its reason for issuing nothing. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/functional/warp.h"
#include "sim/timing/counters/mix_counters.h"
#include "sim/timing/counters/sm_counters.h"
#include "sim/timing/sm/barrier.h"
#include "sim/timing/sm/exec_unit.h"
#include "sim/timing/sm/icache.h"
#include "sim/timing/sm/issued.h"
#include "sim/timing/sm/ldst.h"
#include "sim/timing/sm/operand_collector.h"
#include "sim/timing/sm/reasons.h"
#include "sim/timing/sm/redirect.h"
#include "sim/timing/sm/reorder.h"
#include "sim/timing/sm/scheduler.h"
#include "sim/timing/sm/scoreboard.h"
#include "sim/timing/sm/wait_counters.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A warp in one of the first CLASSES states may issue its next instruction as soon as the issue
 * register of that class is free. */
enum warp_state {
    WARP_READY = CLASSES,
    WARP_WAITS_ALU = WARP_READY, /* waits for registers that an arithmetic instruction writes */
    WARP_WAITS_MEMORY,
    WARP_WAITS_RT,
    WARP_WAITS_REORDER, /* waits for its threads to be reordered */
    WARP_WAITS_BARRIER, /* waits at a barrier, with its next instruction buffered */
    WARP_HAZARD,        /* the buffered instruction is not the warp's next one */
    WARP_EMPTY,         /* the warp's next instruction is not complete in the buffer */
    WARP_HELD,          /* a branch holds it (redirect.h) */
    WARP_NO_LINE,       /* as WARP_EMPTY, and its line misses the instruction cache */
    WARP_DONE,          /* has ended, and drains */
    WARP_ABSENT,
    WARP_STATES
};

enum { NO_FETCH = MAX_WARPS };

struct warp_slot {
    struct warp *warp;
    cycle_t since; /* when it became resident */
    uint32_t pc;   /* of the first buffered instruction; fetch continues behind the buffered ones */
    uint32_t in_flight; /* instructions issued and not retired */
    uint32_t stores;    /* stores not acknowledged */
    uint8_t buffered;   /* bytes in the buffer, which begins with the next instruction */
    uint8_t kept;       /* bytes of the next instruction, if only a part of it is there */
    uint8_t state;      /* enum warp_state */
    uint8_t sub;        /* number of its scheduler */
    uint8_t sub_bit;    /* the scheduler's bit in a set of schedulers */
};

/* The parts of the SM that the front end works with, all borrowed. */
struct front_links {
    const struct sm_config *config;
    const struct rt_config *rt; /* gives the reorder parameters */
    struct exec *exec;
    struct collector *collector;
    struct issued_pool *pool;
    struct icache *icache;
    struct ldst *ldst;
    uint32_t shared_banks;
    const struct mem_port *allocator; /* allocates traces' records; NULL: they have addresses */
    uint32_t sm;
};

/* The fields that every cycle reads come first, to lie in few lines of the host's caches. */
struct sm_front {
    struct front_links links;
    struct scoreboard scoreboard;
    uint64_t in[WARP_STATES]; /* warps by state */
    uint64_t ready;           /* warps in the first CLASSES states */
    uint64_t leaving; /* warps done and drained; until the cycle's end also barriers.changed */
    uint64_t tracing; /* warps whose trace_ray has not retired */
    struct barriers barriers;
    uint64_t held;                 /* warps whose barrier is complete and holds them longer */
    cycle_t held_until[MAX_WARPS]; /* by CTA slot: when they may issue */
    uint32_t schedulers, fetches;
    uint32_t dirty;    /* bit per scheduler: its warps changed since its last visit */
    uint32_t wake;     /* not 0: the next cycle has work in any case */
    uint32_t buffer_B; /* bytes of a warp's instruction buffer */
    uint32_t seen;     /* the collector's `changes` at the last visit */
    uint64_t cached;   /* not 0: instructions come through a cache that may miss */
    uint32_t fetching; /* slot whose instructions are decoded next, or NO_FETCH */
    uint32_t last_fetched;
    uint32_t n_resident; /* warps */
    uint32_t n_ctas, max_ctas;
    uint32_t cta_warps; /* warps of a CTA; CTA slot c has warp slots c * cta_warps and up */
    bool used;          /* a CTA has come since the SM was last without a warp */
    bool redirects;     /* guards or branches cost time (redirect.h) */
    bool every_cycle;   /* visits every scheduler in every cycle */
    cycle_t resident_since;
    cycle_t emptied;
    uint64_t uid;
    uint64_t retired;
    struct reasons reasons;
    uint64_t executed_of[INST_KINDS];     /* lanes that executed instructions, by kind */
    uint64_t issued_with[WARP_LANES + 1]; /* instructions, by number of active lanes */
    struct sm_counters counters;
    uint8_t left[MAX_WARPS]; /* by CTA slot: warps that have not left */
    struct warp_slot slots[MAX_WARPS];
    struct scheduler scheduler[MAX_SUB_CORES];
    uint64_t warps_of[1 << MAX_SUB_CORES]; /* by set of sub-cores: their warp slots */
    struct warp_step step;
    struct reorder reorder;
    struct wait_counters counted[MAX_WARPS];
    struct redirect redirect;
};

enum st_code front_create(struct sm_front *f, const struct front_links *links, uint32_t max_ctas,
                          uint32_t cta_warps, struct status *st);
/* Counts each of the program's n instructions (reasons.insts); to be called before the first warp.
 */
enum st_code front_count_insts(struct sm_front *f, uint32_t n, struct status *st);
void front_free(struct sm_front *f); /* ends the warps that are still resident */

/* Takes the warps of a CTA in cycle `now`, after that cycle's work; there must be room. */
void front_launch(struct sm_front *f, struct warp *const *warps, cycle_t now);

/* The functions of the SM's issue_sink: an instruction has retired from an arithmetic unit, or from
 * another unit; a store entered memory (+1) or was acknowledged (-1). */
void front_retire_arithmetic(struct sm_front *f, uint32_t w, const struct warp_inst *inst);
void front_retire(struct sm_front *f, uint32_t who, const struct warp_inst *inst);
void front_store(struct sm_front *f, uint32_t who, int change);

/* Whether front_cycle() has work in the current cycle. */
static inline bool front_due(const struct sm_front *f)
{
    return (f->dirty | f->wake) ||
           (f->ready && collector_gates(f->links.collector)->changes != f->seen);
}

/* Simulates core cycle `now`: issue, fetch and decode, leaving. *again: the next cycle has work in
 * any case. Fails if a warp fails. */
enum st_code front_cycle(struct sm_front *f, cycle_t now, bool *again, struct status *st);

/* Writes the counters of the cycles up to and including `end`. */
void front_count(struct sm_front *f, cycle_t end, struct sm_counters *out,
                 struct mix_counters *mix);
/* front_warp_cycles: resident warps, summed over the cycles before `at`. front_executed: executed
 * lanes so far. To be called in core cycle `at`, when all cycles before it are complete. */
uint64_t front_warp_cycles(const struct sm_front *f, cycle_t at);
uint64_t front_executed(const struct sm_front *f);
void front_dump(const struct sm_front *f, FILE *out); /* the wait reason of each resident warp */
