/* machine.h -- one warp being executed: registers, SIMT stack, memory, the ray each lane has
 * traced.
 *
 * Internal to sim/functional. Everything a warp touches hangs off its machine, which is reused by
 * the next warp of the kernel: memory does not grow with the frame. */
#ifndef SIM_FUNCTIONAL_MACHINE_H
#define SIM_FUNCTIONAL_MACHINE_H

#include "scenes/device_image.h"
#include "sim/functional/launch.h"
#include "sim/functional/program.h"
#include "sim/functional/simt_stack.h"
#include "sim/functional/traverse.h"
#include "sim/functional/warp.h"

#include <stdatomic.h>
#include <stdbool.h>

/* What every thread owns, at base + thread * size (thread = 32 * CTA + lane). */
enum thread_block {
    BLOCK_PAYLOAD,    /* 256 B                                       */
    BLOCK_ATTRIBUTES, /* 256 B: barycentrics, or what a sphere leaves */
    BLOCK_RECORD,     /* 256 B: the trace record, as Vulkan-Sim lays it out */
    BLOCK_LOCAL,      /* local memory, rounded up to 256 B */
    BLOCK_HIT_RESULT, /* 256 B of addresses; the RT unit writes 32 of them, nobody reads them */
    BLOCK_KINDS
};
enum { BLOCK_BACKED = BLOCK_HIT_RESULT, BLOCK_BYTES = 256 };

/* Fields of the trace record. */
enum {
    RECORD_AT_HIT = 0,
    RECORD_AT_T = 8,
    RECORD_AT_WORLD_TO_OBJECT = 52,
    RECORD_AT_OBJECT_TO_WORLD = 116,
    RECORD_AT_DIRECTION = 180,
    RECORD_AT_ORIGIN = 192,
    RECORD_AT_TMIN = 204,
    RECORD_AT_TMAX = 208,
};

/* A warp's intersection table: per entry 32 words, then 32 pairs of words. */
enum { TABLE_ENTRY_BYTES = 384, TABLE_ENTRIES = 1000 };

enum { UNIFORM_BYTES = 320, IMAGE_TILE = 16, IMAGE_ELEMENT_BYTES = 16 };

/* What the RT unit has no room for of a warp's traversal stacks. */
#define STACK_BYTES ((uint64_t)TRAVERSAL_STACK_SECTORS * TRAVERSAL_STACK_STEP)

/* Where things lie: depends on scene, frame and program only. */
struct address_map {
    uint64_t uniform, images[2]; /* accumulation, output */
    uint64_t block[BLOCK_KINDS];
    uint32_t block_bytes[BLOCK_KINDS];
    uint64_t tables, stacks; /* stacks: of rays, STACK_BYTES a warp */
    uint64_t end;            /* of all that; fresh trace records follow */
};

struct launch {
    struct frame frame;
    const struct device_image *image;
    struct program *program;
    char shader_hash[HASH_TEXT];
    uint8_t uniform[UNIFORM_BYTES];
    struct address_map map;
    uint32_t ctas_per_row, n_ctas;
};

/* A stretch of device memory and the host memory behind it. */
struct region {
    uint64_t addr, size;
    uint8_t *host;
    bool writable;
    bool sink; /* what is written is thrown away */
};
enum { MOST_REGIONS = DEVICE_BUFFERS + BLOCK_BACKED + 3 };

/* The closest hit of a lane's ray, and the candidate its shaders look at. */
struct lane_ray {
    struct ray ray;
    uint64_t record_addr; /* of the trace record */
    uint32_t traces;      /* so far, of the thread */
    struct trace_result trace;
    bool hit;
    bool sphere; /* the hit is procedural */
    float t;
    uint32_t instance, primitive;
    int32_t selected; /* candidate, -1 none */
    uint64_t *table_stores;
    uint32_t room_table_stores;
};

struct machine {
    struct warp warp; /* first: what timing holds is the machine */
    struct kernel_state *kernel;
    const struct launch *launch;
    struct machine *next;            /* of all of the kernel's */
    struct machine *next_free;       /* of those that wait for a warp */
    struct functional_counts counts; /* of all its warps */
    uint32_t cta, lanes;             /* lanes: those that exist */
    uint32_t x, y;                   /* pixel of lane 0 */
    /* The lanes an operation writes: as bits, and as a row of 0 or all ones. */
    uint32_t mask;
    uint32_t mask_row[WARP_LANES];
    uint8_t *registers; /* the register file */
    struct simt_stack stack;
    uint64_t steps;
    uint8_t *blocks; /* BLOCK_BACKED kinds, 32 threads each, one after the other */
    uint32_t blocks_bytes;
    struct region regions[MOST_REGIONS];
    uint32_t n_regions, last_region;
    uint8_t sink[16]; /* where stores that are thrown away go */
    struct lane_ray lane[WARP_LANES];
    struct ray_work rays[WARP_LANES];
    uint32_t lane_steps[WARP_LANES]; /* executed instructions, for the cost of pixels */
    uint64_t lane_rt[WARP_LANES];    /* cycles of intersection tests */
    bool count_lanes;
};

struct kernel_state {
    struct kernel kernel; /* first: what timing holds is the state */
    const struct launch *launch;
    struct kernel_settings settings;
    struct machine *machines;       /* all of them */
    _Atomic(struct machine *) free; /* those that wait for a warp: put by any thread */
    uint64_t budget;                /* most steps of a warp */
};

/* Rows of the register file. The accesses may alias: a row holds whatever was written last. */
typedef uint32_t __attribute__((may_alias)) row_u32;
typedef float __attribute__((may_alias)) row_f32;
typedef uint64_t __attribute__((may_alias)) row_u64;
typedef double __attribute__((may_alias)) row_f64;

static inline row_u32 *machine_u32(const struct machine *m, uint32_t row)
{
    return (row_u32 *)(void *)(m->registers + row);
}
static inline row_f32 *machine_f32(const struct machine *m, uint32_t row)
{
    return (row_f32 *)(void *)(m->registers + row);
}
static inline row_u64 *machine_u64(const struct machine *m, uint32_t row)
{
    return (row_u64 *)(void *)(m->registers + row);
}

/* Operations that are functions of their operands, lane by lane. */
typedef void lane_op(struct machine *m, const struct code *c);
extern lane_op *const lane_ops[CODE_OPS]; /* NULL from CODE_FIRST_SPECIAL on */

/* The lanes an operation is to write. */
void machine_set_mask(struct machine *m, uint32_t mask);
/* Executes the next instruction. */
enum st_code machine_step(struct machine *m, struct warp_step *step, struct status *st);

/* Fails with the shader's name and line. */
enum st_code machine_fail(const struct machine *m, const struct code *c, struct status *st,
                          const char *format, ...) COMMON_PRINTF(4, 5);

/* Memory (thread_memory.c). */
void memory_map(struct address_map *map, const struct launch *l);
/* Points the regions at this warp's blocks and zeroes those. */
void memory_start(struct machine *m);
enum st_code memory_load(struct machine *m, const struct code *c, struct warp_step *step,
                         struct status *st);
enum st_code memory_store(struct machine *m, const struct code *c, struct warp_step *step,
                          struct status *st);
static inline uint64_t memory_block_addr(const struct machine *m, enum thread_block kind,
                                         uint32_t lane)
{
    const struct address_map *map = &m->launch->map;
    return map->block[kind] + ((uint64_t)m->cta * WARP_LANES + lane) * map->block_bytes[kind];
}
uint8_t *memory_block(const struct machine *m, enum thread_block kind, uint32_t lane);
/* Where the lane's next trace record lies: in its block, or, with fresh_traces, behind everything:
 * the first records of all threads, then the second, and so on, so that addresses do not depend on
 * time. The thread finds its latest record there; those before it are gone. */
uint64_t memory_record_addr(const struct machine *m, uint32_t lane);

/* The functions of sim/shaders/rt.h (intrinsics.c, trace.c). */
enum st_code intrinsic_execute(struct machine *m, const struct code *c, struct warp_step *step,
                               struct status *st);
enum st_code trace_execute(struct machine *m, const struct code *c, struct warp_step *step,
                           struct status *st);

/* LumiBench's uniform block of a scene and a frame (uniform.c). */
void uniform_fill(uint8_t out[UNIFORM_BYTES], const struct scene *scene, const struct frame *frame);

#endif
