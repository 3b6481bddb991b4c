/* issued.h -- a warp instruction from issue to retirement, and the interface by which units report
 * to the SM. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

/* Pipelines behind the operand collector, in the order in which a collector port looks at them
 * (Vulkan-Sim shader.cc 4848). */
enum unit_class {
    CLASS_SP,
    CLASS_SFU,
    CLASS_MEM,
    CLASS_INT,
    CLASS_RT,
    CLASS_SCALAR, /* the scalar units, which have no operand collector */
    CLASSES
};

enum { MAX_WARPS = 64, MAX_SUB_CORES = 8, MAX_SECTORS = 2 * WARP_LANES };

/* A sector that an instruction accesses. */
struct sector {
    uint64_t addr;
    uint32_t bytes; /* bit i: byte i */
};

/* The sectors of a memory instruction, ascending by address, until they have left the LDST unit. */
struct sector_list {
    struct sector_list *next; /* in the list of free ones */
    struct sector sectors[MAX_SECTORS];
};

struct issued {
    const struct warp_inst *inst;
    union {
        const struct ray_work *rays; /* CLASS_RT: owned by the warp, valid until its next trace */
        struct sector_list *list; /* CLASS_MEM, not shared memory: until all have left the unit */
        struct issued *next;      /* in the free list */
    };
    uint64_t uid;      /* order of issue within the SM */
    cycle_t start;     /* when the unit took the load */
    uint32_t executed; /* lanes that execute it */
    uint16_t missing;  /* sectors of a load, or replies of an atomic, that have not arrived */
    uint16_t who;      /* owner, see who_slot() */
    uint8_t warp;      /* slot */
    uint8_t sub;       /* sub-core */
    uint8_t unit;      /* enum unit_class */
    uint8_t n_sectors; /* CLASS_MEM: entries of `list`; shared memory: cycles at the banks */
    bool follows;      /* has no operands and comes behind one that passed (operand_collector.h) */
    uint8_t arrived;   /* replies of an atomic that wait for write-back */
    uint32_t behind;   /* number of the next instruction with such replies (atomics.h) */
    uint32_t number;   /* of the item in its pool; never changes */
};

/* The parts of `who`, the owner of an instruction: its warp's slot, and above it the instruction's
 * mark in wait_counters.h, or 0. */
enum { WHO_SLOT_BITS = 8 };
static inline uint32_t who_slot(uint32_t who)
{
    return who & ((1u << WHO_SLOT_BITS) - 1);
}
static inline uint32_t who_mark(uint32_t who)
{
    return who >> WHO_SLOT_BITS;
}

/* The functions by which units report to the SM; `who` is the instruction's owner. */
struct issue_sink {
    void *self;
    /* The instruction retires: its results are in their registers, or its data have left. */
    void (*retire)(void *self, uint32_t who, const struct warp_inst *inst);
    /* A store entered the memory system (+1) or was acknowledged (-1). */
    void (*store)(void *self, uint32_t who, int change);
};

/* All instructions in flight. The pool grows, because only the scoreboard limits how many loads may
 * be in flight; the item freed last is reused first. There are as many sector lists as places for
 * memory instructions up to the end of the unit. */
struct issued_pool {
    struct issued *free;
    uint32_t n_items;
    struct sector_list *free_lists;
    struct issued_block *blocks;
    struct sector_list *lists;
};

enum st_code issued_pool_create(struct issued_pool *pool, uint32_t lists, struct status *st);
void issued_pool_free(struct issued_pool *pool);
enum st_code issued_pool_grow(struct issued_pool *pool, struct status *st);
/* The item with a number. */
struct issued *issued_numbered(const struct issued_pool *pool, uint32_t number);

/* Takes a free item. There must be one: grow the pool where `free` is NULL. */
static inline struct issued *issued_get(struct issued_pool *pool)
{
    struct issued *op = pool->free;
    pool->free = op->next;
    return op;
}
static inline void issued_put(struct issued_pool *pool, struct issued *op)
{
    op->next = pool->free;
    pool->free = op;
}

static inline struct sector_list *sector_list_get(struct issued_pool *pool)
{
    struct sector_list *list = pool->free_lists;
    if (!list)
        BUG("more memory instructions on their way than places");
    pool->free_lists = list->next;
    return list;
}
static inline void sector_list_put(struct issued_pool *pool, struct sector_list *list)
{
    list->next = pool->free_lists;
    pool->free_lists = list;
}
