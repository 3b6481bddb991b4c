/* front.h -- the front end of an SM: its warps, the schedulers, and issue (docs/model.md, "SM:
 * schedulers", "SM: scoreboard"; Vulkan-Sim shader.cc 1509, 1590). Its parts know it: what state a
 * warp is in (warp_state.h), where instructions come from (fetch.h), why nothing issues
 * (reasons.h).
 *
 * A scheduler needs a few operations on masks of warps per cycle; one none of whose warps changed
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
#include "sim/timing/sm/reorder.h"
#include "sim/timing/sm/scheduler.h"
#include "sim/timing/sm/scoreboard.h"
#include "sim/timing/sm/wait_counters.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The first CLASSES states: the next instruction may issue as soon as the issue register of its
 * class is free. */
enum warp_state {
    WARP_READY = CLASSES,
    WARP_WAITS_ALU = WARP_READY, /* for registers */
    WARP_WAITS_MEMORY,
    WARP_WAITS_RT,
    WARP_WAITS_REORDER, /* for its threads to be sorted with those of others */
    WARP_WAITS_BARRIER, /* with something buffered */
    WARP_HAZARD,        /* what is buffered is not what comes next */
    WARP_EMPTY,         /* not all of what comes next is buffered */
    WARP_NO_LINE,       /* the same, and the instruction cache has not got it */
    WARP_DONE,          /* has ended, drains */
    WARP_ABSENT,
    WARP_STATES
};

enum { NO_FETCH = MAX_WARPS };

struct warp_slot {
    struct warp *warp;
    cycle_t since;      /* resident */
    uint32_t pc;        /* of the first buffered instruction; it is fetched from behind the last */
    uint32_t in_flight; /* instructions issued and not retired */
    uint32_t stores;    /* not acknowledged */
    uint8_t buffered;   /* bytes, of which what comes next is the first; or ... */
    uint8_t kept;       /* ... of what comes next, which is there in part */
    uint8_t state;      /* enum warp_state */
    uint8_t sub;        /* scheduler */
    uint8_t sub_bit;    /* its bit in a set of schedulers */
};

/* What it works with, borrowed. */
struct front_links {
    const struct sm_config *config;
    const struct rt_config *rt; /* of it: what is reordered */
    struct exec *exec;
    struct collector *collector;
    struct issued_pool *pool;
    struct icache *icache;
    struct ldst *ldst;
    uint32_t shared_banks;
    const struct mem_port *allocator; /* where traces get their records; NULL: they have them */
    uint32_t sm;
};

/* What every cycle looks at comes first, so that it lies in few lines of the host's caches. */
struct sm_front {
    struct front_links links;
    struct scoreboard scoreboard;
    uint64_t in[WARP_STATES]; /* warps by state */
    uint64_t ready;           /* those in the first CLASSES states */
    uint64_t leaving;         /* those that are done and have drained, and for the rest of the cycle
                                 those of barriers.changed */
    uint64_t tracing;         /* those whose trace_ray has not retired */
    struct barriers barriers;
    uint32_t schedulers, fetches;
    uint32_t dirty;    /* schedulers whose warps changed since they were last looked at */
    uint32_t wake;     /* the next cycle is to be looked at whatever happens before */
    uint32_t buffer_B; /* of a warp's instruction buffer */
    uint32_t seen;     /* collector changes, when it was last looked at */
    uint64_t cached;   /* not 0: instructions come through a cache that may miss */
    uint32_t fetching; /* slot whose instructions are decoded next, or NO_FETCH */
    uint32_t last_fetched;
    uint32_t n_resident; /* warps */
    uint32_t n_ctas, max_ctas;
    uint32_t cta_warps; /* of each; CTA slot c has warp slots c * cta_warps and up */
    bool used;          /* since it was last without a warp */
    bool every_cycle;   /* looks at every scheduler in every cycle */
    cycle_t resident_since;
    cycle_t emptied;
    uint64_t uid;
    uint64_t retired;
    struct reasons reasons;
    uint64_t executed_of[INST_KINDS];     /* lanes that executed instructions of a kind */
    uint64_t issued_with[WARP_LANES + 1]; /* instructions by active lanes */
    struct sm_counters counters;
    uint8_t left[MAX_WARPS]; /* by CTA slot: warps that have not left */
    struct warp_slot slots[MAX_WARPS];
    struct scheduler scheduler[MAX_SUB_CORES];
    uint64_t warps_of[1 << MAX_SUB_CORES]; /* slots that belong to a set of sub-cores */
    struct warp_step step;
    struct reorder reorder;
    struct wait_counters counted[MAX_WARPS];
};

enum st_code front_create(struct sm_front *f, const struct front_links *links, uint32_t max_ctas,
                          uint32_t cta_warps, struct status *st);
void front_free(struct sm_front *f); /* ends the warps that are still resident */

/* Takes the warps of a CTA in cycle `now`, behind that cycle's work; there must be room. */
void front_launch(struct sm_front *f, struct warp *const *warps, cycle_t now);

/* As an issue_sink: an instruction has retired, of an arithmetic unit or of any other; a store
 * entered memory (+1) or was acknowledged. */
void front_retire_arithmetic(struct sm_front *f, uint32_t w, const struct warp_inst *inst);
void front_retire(struct sm_front *f, uint32_t who, const struct warp_inst *inst);
void front_store(struct sm_front *f, uint32_t who, int change);

/* Whether the cycle under way is to be called for. */
static inline bool front_due(const struct sm_front *f)
{
    return (f->dirty | f->wake) ||
           (f->ready && collector_gates(f->links.collector)->changes != f->seen);
}

/* Core cycle `now`: issue, fetch and decode, leaving. *again: something is to be done in the next
 * cycle whatever happens there. Fails where a warp fails. */
enum st_code front_cycle(struct sm_front *f, cycle_t now, bool *again, struct status *st);

/* What it counted in cycles up to and including `end`. */
void front_count(struct sm_front *f, cycle_t end, struct sm_counters *out,
                 struct mix_counters *mix);
/* Resident warps summed over the cycles before `at`, and lanes that have executed instructions; in
 * core cycle `at`, with everything before it done. */
uint64_t front_warp_cycles(const struct sm_front *f, cycle_t at);
uint64_t front_executed(const struct sm_front *f);
void front_dump(const struct sm_front *f, FILE *out); /* what each resident warp waits for */
