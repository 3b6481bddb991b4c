/* memsys_rig.h -- the memory system from the SMs' side: a test sends requests, takes replies and
 * steps from core cycle to core cycle. */
#pragma once

#include "sim/config/load/load.h"
#include "sim/timing/memory/memsys.h"

struct memsys_rig {
    struct gpu_config config;
    struct clocks clocks;
    struct memsys *m;
    const struct mem_port *port;
    cycle_t now; /* core cycle */
};

/* A configuration with changes, such as "l2.rop_cycles=7 l2_MHz=400.0"; nothing runs yet. */
void memsys_rig_configure(struct memsys_rig *f, const char *name, const char *changes);
/* The same, and its memory system in core cycle 0. */
void memsys_rig_start(struct memsys_rig *f, const char *name, const char *changes,
                      bool every_cycle);
void memsys_rig_end(struct memsys_rig *f);
/* Steps to core cycle `cycle`, the SMs' part of which is then to be played. */
void memsys_rig_go(struct memsys_rig *f, cycle_t cycle);
/* A request in this cycle; `bytes` 0: a read. There must be room. */
void memsys_rig_send(struct memsys_rig *f, uint32_t sm, uint64_t addr, uint32_t tag,
                     uint32_t bytes);
bool memsys_rig_take(struct memsys_rig *f, uint32_t sm, struct mem_request *r);
/* Core cycles from now until SM 0 has the reply to a request sent now. */
cycle_t memsys_rig_latency(struct memsys_rig *f, uint64_t addr, uint32_t bytes);
struct gpu_counters memsys_rig_count(struct memsys_rig *f);
/* The latency of an L2 hit where all clocks are equal. */
cycle_t memsys_rig_hit_cycles(const struct gpu_config *g);
