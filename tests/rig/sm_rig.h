/* sm_rig.h -- an SM between fakes: warps that follow a script, and a memory with a fixed latency.
 */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/sm.h"

#include <stdbool.h>
#include <stdint.h>

/* One request sent in cycle t comes back in cycle t + latency, in order; at most one per cycle. */
struct fake_memory {
    struct mem_port port;
    uint32_t latency;
    bool closed;       /* takes nothing */
    bool from_dram;    /* what its replies say */
    uint64_t dram_at;  /* so do those of this address and above; 0: of none */
    uint32_t interval; /* takes requests only in every so manieth cycle of *now; 0: in all */
    const cycle_t *now;
    struct mem_request *waiting;
    cycle_t *sent_at;
    size_t n, room, taken;
};

void fake_memory_init(struct fake_memory *m, uint32_t latency);
void fake_memory_free(struct fake_memory *m);
/* First cycle in which a reply can be taken; CYCLE_NEVER if none is under way. */
cycle_t fake_memory_next(const struct fake_memory *m);

struct script_step {
    struct warp_inst inst;
    uint32_t lanes;        /* active */
    uint32_t failed;       /* of them: those whose guard fails */
    uint64_t addr, stride; /* lane l accesses addr + l * stride */
    const struct ray_work *rays;
    uint32_t moved;          /* threads that change places where it is in front of this step ... */
    bool reorder_fails;      /* ... or fail to */
    uint32_t jump_to, times; /* the first `times` times the step is followed by step jump_to */
};

/* A warp that follows a script of steps; the last should end it. */
struct script {
    struct warp warp;
    struct script_step *steps; /* its own */
    uint32_t n, at;
    uint32_t *done; /* times each step was followed by its jump */
    const cycle_t *now;
    cycle_t *issued; /* cycle of the k-th instruction executed, `room` of them at most */
    uint32_t n_issued, room;
    uint32_t fail_at; /* the step() that fails, counted from 1; 0: none */
    bool ended;
    cycle_t ended_at;
    cycle_t sorted_at;    /* when it was reordered last, ... */
    uint32_t sorted_with; /* ... in so many warps; 0: never */
};

enum { SCRIPT_ROOM = 4096 };

/* Copies the steps. Those that neither read nor write banks collect what they wait for. */
void script_init(struct script *s, const struct script_step *steps, uint32_t n, const cycle_t *now);
void script_free(struct script *s);

/* Step with up to two sources; register 0 means none. */
struct script_step step_op(enum warp_op op, uint32_t dst, uint32_t src0, uint32_t src1);

/* What such an instruction of machine code adds to. */
enum warp_counter script_counter(enum warp_op op);

/* Gives every step its address: 8 times its place in the script. */
void script_number(struct script_step *steps, uint32_t n);

struct sm_rig {
    struct gpu_config config;
    struct fake_memory memory;
    struct sm *sm;
    uint32_t cta_warps;
    cycle_t now; /* of the next tick */
    struct status st;
    uint64_t ticks;
};

/* The parameters of Vulkan-Sim's configurations with the memory's latency; change rig->config, then
 * start.
 */
void sm_rig_init(struct sm_rig *r, uint32_t latency);
void sm_rig_start(struct sm_rig *r, uint32_t registers); /* CTAs of one warp */
void sm_rig_start_ctas(struct sm_rig *r, const struct cta_needs *cta);
/* A CTA of as many scripts as it has warps, in cycle r->now. */
void sm_rig_launch(struct sm_rig *r, struct script *const *scripts);
void sm_rig_free(struct sm_rig *r);
/* Ticks until no warp is resident, at most `limit` cycles; in every cycle if `every`, else only
 * when the SM has something to do. CTAs of `scripts` are launched in order as room appears. */
enum st_code sm_rig_run(struct sm_rig *r, struct script *const *scripts, uint32_t n, bool every,
                        cycle_t limit);
/* Numbers the steps and runs one warp of them alone, every cycle; its issue cycles stay in *s. */
void sm_rig_one(struct sm_rig *r, struct script *s, struct script_step *steps, uint32_t n);
/* Runs n warps launched in the same cycle. */
void sm_rig_together(struct sm_rig *r, struct script *const *scripts, uint32_t n);
void sm_rig_count(struct sm_rig *r, struct gpu_counters *out);
uint64_t sm_rig_slots(const struct sm_counters *c);     /* sum of all slot_* */
uint64_t sm_rig_rt_cycles(const struct rt_counters *c); /* sum of all cycle_* */

/* One warp that ran, and what was counted. */
struct sm_ran {
    struct sm_rig r;
    struct script s;
    struct gpu_counters c;
};
/* Runs the steps on ran->r, behind which the warp ends, and counts. */
void sm_ran_run(struct sm_ran *ran, const struct script_step *steps, uint32_t n);
void sm_ran_free(struct sm_ran *ran);
