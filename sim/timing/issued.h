/* issued.h -- a warp instruction between issue and the end of its unit, and what the units tell the
 * SM about it. */
#ifndef SIM_TIMING_ISSUED_H
#define SIM_TIMING_ISSUED_H

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stdint.h>

/* Pipelines behind the operand collector, in the order in which a collector port looks at them
 * (Vulkan-Sim shader.cc 4848). */
enum unit_class { CLASS_SP, CLASS_SFU, CLASS_MEM, CLASS_INT, CLASS_RT, CLASSES };

enum { MAX_WARPS = 64, MAX_SUB_CORES = 8, MAX_SECTORS = 2 * WARP_LANES };

/* A sector that an instruction touches. */
struct sector {
    uint64_t addr;
    uint32_t bytes; /* bit i: byte i */
};

struct issued {
    const struct warp_inst *inst;
    const struct ray_work *rays;        /* CLASS_RT: the warp's, valid until its next step */
    uint64_t uid;                       /* order of issue within the SM */
    uint32_t executed;                  /* lanes */
    uint8_t warp;                       /* slot */
    uint8_t sub;                        /* sub-core */
    uint8_t unit;                       /* enum unit_class */
    uint8_t n_sectors;                  /* CLASS_MEM */
    struct sector sectors[MAX_SECTORS]; /* ascending */
};

/* What units report. */
struct issue_sink {
    void *self;
    /* The instruction's results are in their registers, or its data have left: it retires. */
    void (*retire)(void *self, uint32_t warp, const struct warp_inst *inst);
    /* A store of the warp entered the memory system (+1) or was acknowledged (-1). */
    void (*store)(void *self, uint32_t warp, int change);
};

/* All instructions in flight, allocated once; the last one put back is the next to be got. */
struct issued_pool {
    struct issued *items;
    struct issued **free;
    uint32_t n_free, n;
};

enum st_code issued_pool_create(struct issued_pool *pool, uint32_t n, struct status *st);
void issued_pool_free(struct issued_pool *pool);

/* The pool holds one item for every place that an instruction can be in, so it is never empty. */
static inline struct issued *issued_get(struct issued_pool *pool)
{
    if (pool->n_free == 0)
        BUG("more instructions in flight than places");
    return pool->free[--pool->n_free];
}
static inline void issued_put(struct issued_pool *pool, struct issued *op)
{
    pool->free[pool->n_free++] = op;
}

#endif
