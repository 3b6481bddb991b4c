/* warp_context.h -- one warp in execution: registers, SIMT stack, memory, and the ray that each
 * lane has traced.
 *
 * Internal to sim/functional. All state of a warp belongs to its context, which the kernel's next
 * warp reuses, so memory does not grow with the frame. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "sim/functional/exec/launch.h"
#include "sim/functional/exec/recorded.h"
#include "sim/functional/exec/simt_stack.h"
#include "sim/functional/frontend/spirv/pipeline.h"
#include "sim/functional/frontend/vsim/pipeline.h"
#include "sim/functional/program/program.h"
#include "sim/functional/traversal/traverse.h"
#include "sim/functional/traversal/vectors.h"
#include "sim/functional/warp.h"

#include <stdatomic.h>
#include <stdbool.h>

/* Memory blocks of each thread, at base + thread * size (thread = 32 * CTA + lane). */
enum thread_block {
    BLOCK_PAYLOAD,    /* payload, 256 B */
    BLOCK_ATTRIBUTES, /* hit attributes, 256 B: barycentrics, or a sphere's attributes */
    BLOCK_RECORD,     /* trace record, 256 B, in Vulkan-Sim's layout */
    BLOCK_LOCAL,      /* local memory, a multiple of 256 B */
    BLOCK_VARIABLE,   /* first variable that dumps allocate by name, rounded up to 256 B */
    BLOCK_VARIABLE_LAST = BLOCK_VARIABLE + VSIM_VARIABLES - 1,
    BLOCK_HIT_RESULT, /* 256 B of addresses; the RT unit writes 32 bytes of them, which are never
                         read */
    BLOCK_KINDS
};
enum { BLOCK_BACKED = BLOCK_HIT_RESULT, BLOCK_BYTES = 256 };

/* Offsets of fields in the trace record. */
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

/* A warp's intersection table: each entry has 32 words, then 32 pairs of words, for the lanes. */
enum { TABLE_ENTRY_BYTES = 384, TABLE_ENTRIES = 1000 };

enum { RDNA2_DISPATCH_BYTES = 64 };
enum { UNIFORM_BYTES = 320, IMAGE_TILE = 16, IMAGE_ELEMENT_BYTES = 16 };

/* Device memory of a warp for those entries of traversal stacks that do not fit into the RT
 * unit. */
#define STACK_BYTES ((uint64_t)TRAVERSAL_STACK_SECTORS * TRAVERSAL_STACK_STEP)

#define NO_ADDRESS (UINT64_C(1) << 63) /* above every real address */

/* The addresses of all memory; they depend only on scene, frame and program. */
struct memory_map {
    uint64_t uniform;
    uint64_t images[PIPELINE_MOST_PICTURES]; /* accumulation, output, others of pipelines */
    uint64_t block[BLOCK_KINDS];
    uint32_t block_bytes[BLOCK_KINDS];
    uint32_t block_at[BLOCK_KINDS]; /* by kind: offset of a warp's blocks in its host memory */
    uint64_t cubes, cylinders;      /* LumiBench's buffers of cubes and cylinders, all zero */
    uint64_t tables, stacks;        /* intersection tables; stacks of rays, STACK_BYTES per warp */
    uint64_t memories;              /* buffers of a user's pipeline */
    uint64_t levels;                /* its textures' levels of detail behind the first */
    uint64_t shared_end;            /* end of what all threads read and none writes */
    uint64_t end; /* end of all these; trace records at new addresses begin here */
};

/* The scene's buffers in LumiBench's layout, for dumps. A buffer is here only where the device
 * image has another content. */
struct vsim_buffers {
    uint8_t *own[DEVICE_BUFFERS]; /* by buffer; NULL: the image's is used */
    uint8_t *zeros;               /* for cubes and cylinders, as large as the spheres' buffer */
};

struct warp_context;

/* Functions that only the context of a compute kernel has (compute/). */
struct context_compute {
    /* Executes an operation from CODE_FIRST_COMPUTE on. */
    enum st_code (*execute)(struct warp_context *m, const struct code *c, struct warp_step *step,
                            struct status *st);
    /* Translates an address in the CTA's shared memory to host memory and to an offset (cta.h). */
    enum st_code (*shared)(const struct warp_context *m, const struct code *c, uint64_t addr,
                           uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                           struct status *st);
    /* Writes a lane's name, for messages. */
    void (*name)(const struct warp_context *m, uint32_t lane, char *out, size_t n);
    /* Writes how far an address outside every buffer is from the nearest one; "" if it is in
     * one. */
    void (*near)(const struct warp_context *m, uint64_t addr, char *out, size_t n);
};

/* What the dispatches before one have left in memory. */
struct frame_state {
    uint8_t **memories; /* by number of the launch's: its bytes, shared where nothing has written
                           them; NULL: those of the launch */
    uint8_t *pictures[PIPELINE_MOST_PICTURES]; /* in tiles, as in simulated memory; NULL: black */
};

/* What the atomic operations of a warp have returned, in the order of their execution. */
struct atomic_log {
    struct atomic_entry {
        uint64_t value;
        uint32_t lane;
    } * entries;
    uint32_t n, room;
};

/* A dispatch: CTAs of the launch that begin when all before have ended. */
struct launch_dispatch {
    uint32_t entry;  /* its first instruction */
    uint32_t record; /* data of its shader record */
    bool compute;    /* else a thread for each pixel, 32 of a row in a warp */
    bool linear;     /* a compute shader's threads are the pixels in a row, else a plane of them */
    uint32_t group[2]; /* a compute shader's work group: threads across and down */
    uint32_t groups[2];
    uint32_t first, n_ctas; /* numbers of its CTAs among those of the launch */
    struct frame_state *before;
    struct atomic_log *atomics; /* by warp; NULL: it has none */
};

struct launch {
    struct frame frame;
    const struct device_image *image;
    struct program *program;
    struct vsim_pipeline *dumps;      /* NULL: the program is not made of dumps */
    struct spirv_pipeline *pipeline;  /* the user's; NULL: none */
    struct pipeline_memory *memories; /* its buffers, resource by resource; then its records */
    uint32_t n_memories;
    uint32_t first_memory[PIPELINE_MOST_RESOURCES + 1]; /* of each resource */
    const struct context_compute *compute;              /* NULL: a ray-tracing pipeline */
    struct vsim_buffers buffers;                        /* used with dumps */
    const struct launch_storage *storage; /* of kernels whose settings have none; may be NULL */
    struct treelets_kept *treelets;       /* treelets of the image, for kernels */
    char shader_hash[HASH_TEXT];
    uint8_t uniform[UNIFORM_BYTES];
    uint8_t dispatch[RDNA2_DISPATCH_BYTES]; /* for machine code: the packet that dispatches it */
    struct memory_map map;
    struct launch_dispatch dispatches[PIPELINE_MOST_DISPATCHES];
    uint32_t n_dispatches;
    uint8_t *levels;    /* levels of detail of all textures, behind the first ones; NULL: none */
    uint64_t *level_at; /* of each texture: where they begin there */
    _Atomic uint64_t *outside; /* the first instruction that has left its buffer: 1 + its index, in
                                 the upper half, and 1 + the resource; 0: none */
    uint32_t picture_size[PIPELINE_MOST_PICTURES][2]; /* width and height of storage images */
    struct frame_state *after; /* memory behind the last dispatch (launch_execute); NULL: unknown */
    uint32_t warps_per_row;    /* of a row of pixels */
    uint32_t cta_warps;
    uint32_t n_ctas;  /* of all dispatches */
    uint32_t n_warps; /* most of a dispatch */
};

/* A stretch of device memory and the host memory behind it. */
struct region {
    uint64_t addr, size;
    uint8_t *host;
    bool writable;
    bool sink;         /* writes are discarded */
    uint32_t resource; /* 1 + that of a user's pipeline; 0: none */
    bool copied;       /* writes go to copies of the CTA's own (struct written_line) */
};

/* A line of a user's buffer that a CTA has written: no other CTA of the dispatch sees it, as Vulkan
 * gives no order between them. */
enum { WRITTEN_LINE = 64 };
struct written_line {
    uint64_t addr; /* 0: a free place of the table */
    uint8_t bytes[WRITTEN_LINE];
};
struct written {
    struct written_line *lines; /* a hash table of n lines */
    uint32_t n, room;           /* room: 0 or a power of two */
};
enum {
    PIPELINE_MEMORIES = 32,
    MOST_REGIONS = DEVICE_BUFFERS + BLOCK_BACKED + 7 + PIPELINE_MEMORIES
};

/* Operands of a user's trace beside the ray itself. */
struct pipeline_table {
    uint32_t offset, stride, miss; /* of records */
    uint32_t payload_B;            /* its size */
    uint64_t payload;              /* its address */
};
/* The memory that the caller has handed to the shader of a call. */
struct pipeline_incoming {
    uint64_t data[WARP_LANES]; /* addresses of payloads or callable data */
    uint32_t record[WARP_LANES];
};
/* A buffer of a user's pipeline. */
struct pipeline_memory {
    uint64_t addr, size;
    uint8_t *host;
    bool written;
    uint32_t resource; /* 1 + its number */
};

/* A lane's ray: its closest hit, and the candidate of the running shader. */
struct lane_ray {
    struct ray ray;
    uint64_t record_addr; /* address of the trace record */
    uint8_t *record;      /* host memory of the trace record */
    uint32_t miss;        /* dumps: index of the miss shader */
    struct trace_result trace;
    bool hit;
    bool sphere; /* the hit is procedural */
    float t;
    uint32_t instance, primitive;
    int32_t selected; /* index of the running shader's candidate; -1: none */
    /* Users' pipelines: */
    struct pipeline_table table;
    uint32_t flags, mask; /* as the shader gave them */
    uint32_t next;        /* candidate to test next */
    float pending_t;      /* of the selected candidate, until it is accepted */
    uint32_t pending_kind, kind;
    bool ignored, ended;    /* the selected candidate; the ray */
    float u, v;             /* of a query's hit */
    uint8_t attributes[32]; /* of the hit; Vulkan's maxRayHitAttributeSize */
    uint64_t *table_stores;
    uint32_t room_table_stores;
};

struct warp_context {
    struct warp warp; /* first member: the struct warp * of timing is also a warp_context * */
    struct kernel_state *kernel;
    const struct launch *launch;
    lane_op *const *lane_ops;               /* the lane loops of ops.h, from struct vectors */
    struct warp_context *next;              /* in the list of all contexts of the kernel */
    struct warp_context *next_free;         /* in the list of free contexts */
    struct functional_counts counts;        /* sums over all warps that have used the context */
    const struct launch_dispatch *dispatch; /* of launches of frames */
    uint32_t cta; /* number of the warp in its dispatch; if CTAs have one warp, of the CTA there */
    uint32_t lanes;              /* mask of lanes that run */
    uint32_t index;              /* number of the warp in its CTA */
    uint32_t threads;            /* mask of the lanes that have a thread */
    uint32_t inside;             /* mask of the lanes that have a pixel */
    uint32_t x, y;               /* pixel of lane 0 */
    uint64_t thread[WARP_LANES]; /* by lane: number of its thread, which began in lane thread % 32
                                    of warp thread / 32 */
    bool displaced;              /* some lanes have another than their first thread (reorder.c) */
    /* The lanes that an operation writes: as bits, and as a row of 0 or all ones. */
    uint32_t mask;
    uint32_t mask_row[WARP_LANES];
    uint8_t *registers; /* the register file; if framed (program.h), of the running call */
    uint8_t *frames;    /* n_frames register files */
    uint32_t n_frames;
    uint32_t call_target; /* first instruction of the function that the current call enters */
    uint32_t callers;     /* for CALL_ANY: the calling lanes */
    struct simt_stack stack;
    uint64_t steps;
    const struct code *waits; /* the barrier at which it waits; NULL: it continues, or has ended */
    uint8_t *blocks;          /* for each kind below BLOCK_BACKED the blocks of 32 threads */
    uint32_t blocks_bytes;
    struct region regions[MOST_REGIONS];
    uint32_t n_regions;
    uint8_t *region_of;              /* by instruction: the region of its last access */
    uint8_t sink[16];                /* receives discarded stores */
    uint8_t nothing[16];             /* zeros, for loads outside a buffer */
    uint32_t fresh_blocks;           /* fresh_traces: number of blocks allocated so far */
    uint64_t attributes[WARP_LANES]; /* device addresses of hit attributes, or NO_ADDRESS */
    struct lane_ray lane[WARP_LANES];
    record_t *records; /* records of the last trace's rays, lane by lane */
    uint32_t n_records, room_records;
    struct lane_ray *nested;  /* rays that wait for another ray of their thread, 32 per level */
    uint32_t n_levels;        /* levels in `nested` */
    uint8_t open[WARP_LANES]; /* dumps: open traces */
    struct pipeline_table table[WARP_LANES];
    struct written own_written, *written; /* that of the CTA's first warp */
    uint8_t *shared;                    /* users' pipelines: memory of the work group, the CTA's */
    uint32_t next_atomic[WARP_LANES];   /* users' pipelines: place in the dispatch's log */
    struct pipeline_incoming *incoming; /* users' pipelines: by open calls */
    struct lane_ray
        *queries; /* their ray queries: by open calls, then number, then lane; NULL: none yet */
    uint32_t n_queries;            /* in `queries` */
    uint32_t entry[WARP_LANES][2]; /* dumps: last entry loaded from the intersection table */
    struct ray_work rays[WARP_LANES];
    uint32_t lane_steps[WARP_LANES]; /* executed instructions except `held`, for the cost */
    uint32_t held; /* instructions executed by each lane of `mask` that are not in lane_steps */
    uint64_t lane_rt[WARP_LANES];                /* by lane: cycles of intersection tests */
    struct pixel_counts lane_counts[WARP_LANES]; /* of rays, with count_lanes; calls of shaders */
    bool count_lanes;
};

struct kernel_state {
    struct kernel kernel; /* first member: the struct kernel * of timing is also a kernel_state * */
    const struct launch *launch;
    struct kernel_settings settings;
    struct warp_context *contexts;       /* list of all contexts */
    _Atomic(struct warp_context *) free; /* list of free contexts; any thread may return one */
    uint64_t budget;                     /* most steps of a warp */
    struct frame_state *after;     /* while the states of a launch are made: that behind the running
                                      dispatch, which CTAs read and, at their ends, write; else NULL */
    struct warp_context **group;   /* of CTAs of several warps: their contexts */
    struct recorded_pool recorded; /* and the records of their execution */
};

/* Counts a lane's call of an any-hit shader, else of an intersection shader. */
static inline void context_count_test(struct warp_context *m, uint32_t lane, bool any_hit)
{
    struct pixel_counts *c = &m->lane_counts[lane];
    c->any_hits += any_hit;
    c->intersections += !any_hit;
}

/* Rows of the register file: a register of all lanes. The types may alias each other, because an
 * operation reads a row as the type that it needs. */
typedef uint32_t __attribute__((may_alias)) row_u32;
typedef float __attribute__((may_alias)) row_f32;
typedef uint64_t __attribute__((may_alias)) row_u64;
typedef double __attribute__((may_alias)) row_f64;

static inline row_u32 *context_u32(const struct warp_context *m, uint32_t row)
{
    return (row_u32 *)(void *)(m->registers + row);
}
static inline row_f32 *context_f32(const struct warp_context *m, uint32_t row)
{
    return (row_f32 *)(void *)(m->registers + row);
}
static inline row_u64 *context_u64(const struct warp_context *m, uint32_t row)
{
    return (row_u64 *)(void *)(m->registers + row);
}

/* The pixel of the thread in a lane. */
struct pixel {
    uint32_t x, y;
};
/* That of a thread of a compute shader, which may be outside the image plane. */
struct pixel pipeline_pixel(const struct warp_context *m, uint64_t thread);
static inline struct pixel context_pixel(const struct warp_context *m, uint32_t lane)
{
    const struct launch *l = m->launch;
    uint32_t warp = (uint32_t)(m->thread[lane] / WARP_LANES);
    if (m->dispatch->compute)
        return pipeline_pixel(m, m->thread[lane]);
    return (struct pixel){warp % l->warps_per_row * WARP_LANES +
                              (uint32_t)(m->thread[lane] % WARP_LANES),
                          warp / l->warps_per_row};
}
/* Puts every lane's first thread into the lane. */
static inline void context_place_threads(struct warp_context *m)
{
    for (uint32_t i = 0; i < WARP_LANES; i++)
        m->thread[i] = (uint64_t)m->cta * WARP_LANES + i;
    m->displaced = false;
}
/* The functions same_place and reorder of warp_ops (reorder.c). */
bool machines_same_place(const struct warp *a, const struct warp *b);
enum st_code machines_reorder(struct warp *const *warps, uint32_t n, struct reordering *out,
                              struct status *st);

/* context_prepare allocates a context's own memory: frames, SIMT stack, host memory of its blocks.
 * context_release frees it, not the context itself; it needs a context that was zeroed before
 * context_prepare. */
enum st_code context_prepare(struct warp_context *m, const struct launch *l, struct status *st);
void context_release(struct warp_context *m);
/* Adds a register file for one more open call. */
enum st_code context_add_frame(struct warp_context *m, struct status *st);
/* Executes the next instruction. */
enum st_code context_step(struct warp_context *m, struct warp_step *step, struct status *st);
/* Executes the next instruction, as context_step(), and counts the values in reads and writes of
 * registers (values.h). */
enum st_code context_step_counting(struct warp_context *m, struct warp_step *step,
                                   struct value_counts *values, struct status *st);
/* Executes all remaining instructions. */
enum st_code context_run(struct warp_context *m, struct status *st);
/* context_held: thread instructions that are not in `counts` yet. context_settle_counts adds them
 * to `counts`. */
uint64_t context_held(const struct warp_context *m);
void context_settle_counts(struct warp_context *m);

/* Returns ST_FAILED with a message that begins with the shader's name and line. */
#define context_fail(m, c, st, ...)                                                                \
    status_fail_at(                                                                                \
        st, ST_FAILED,                                                                             \
        program_source((m)->launch->program, (uint32_t)((c) - (m)->launch->program->code)),        \
        (int)(c)->line, __VA_ARGS__)

/* Room for the name of a lane in messages: its pixel, or its thread and CTA. */
enum { MACHINE_NAME = 96 };
void context_name(const struct warp_context *m, uint32_t lane, char out[MACHINE_NAME]);

/* The functions of memory are in thread_memory.c. */
void memory_map_make(struct memory_map *map, const struct launch *l);
/* Bytes of a storage image, in tiles. */
uint64_t memory_picture_bytes(const struct launch *l, uint32_t image);
/* Device address of a buffer, RT_UNIFORM to RT_SPHERES of sim/shaders/rt.h. */
uint64_t memory_binding_addr(const struct warp_context *m, uint32_t binding);
/* Lets the context's regions describe the memory of its new warp, and zeroes the warp's blocks. */
void memory_start(struct warp_context *m);
/* Adds a region to a context that has begun (memory_start), or to one without regions (n_regions
 * 0). */
void memory_add_region(struct warp_context *m, const struct region *region);
/* The region that holds `bytes` from `addr` on; NULL: none. */
const struct region *memory_find_region(const struct warp_context *m, uint64_t addr,
                                        uint32_t bytes);
/* Returns ST_FAILED with a message about a lane's access. */
enum st_code memory_refuse(const struct warp_context *m, const struct code *c, uint64_t addr,
                           uint32_t lane, uint32_t bytes, const char *what, struct status *st);
/* memory_load_element loads one element of a lane's access from host memory into its register,
 * zero- or sign-extended. memory_store_element stores one. */
void memory_load_element(const struct warp_context *m, const struct code *c, uint32_t element,
                         uint32_t lane, const uint8_t *host);
void memory_store_element(const struct warp_context *m, const struct code *c, uint32_t element,
                          uint32_t lane, uint8_t *host);
enum st_code memory_load(struct warp_context *m, const struct code *c, struct warp_step *step,
                         struct status *st);
enum st_code memory_store(struct warp_context *m, const struct code *c, struct warp_step *step,
                          struct status *st);
/* The address that timing sees for a piece of `bytes` at addr. With interleaved threads a piece in
 * a thread's block lies beside the same one of the warp's other lanes, as in local memory (CUDA C++
 * Programming Guide, "Local Memory"), 16 bytes of a warp's threads beside the same ones of the next
 * warp, and an entry of a warp's intersection table beside the same
 * one of the next warp; else it is addr. */
uint64_t memory_timed_addr(const struct warp_context *m, uint64_t addr, uint32_t bytes);
/* Address of a block of the thread in a lane. */
static inline uint64_t memory_block_addr(const struct warp_context *m, enum thread_block kind,
                                         uint32_t lane)
{
    const struct memory_map *map = &m->launch->map;
    return map->block[kind] + m->thread[lane] * map->block_bytes[kind];
}
/* The address of the block of the lane's first thread. The warp's regions keep the bytes of
 * memory_block() there, whichever thread is in the lane now. */
static inline uint64_t memory_place_addr(const struct warp_context *m, enum thread_block kind,
                                         uint32_t lane)
{
    const struct memory_map *map = &m->launch->map;
    return map->block[kind] + ((uint64_t)m->cta * WARP_LANES + lane) * map->block_bytes[kind];
}
/* The warp's table of candidates of a kind, in the order of the walk. The tables of procedural
 * candidates of all warps come first, then those for any-hit shaders. */
static inline uint64_t memory_table_addr(const struct warp_context *m, enum candidate_kind kind)
{
    const struct launch *l = m->launch;
    uint64_t table = (uint64_t)(m->x / WARP_LANES) * l->frame.height + m->y;
    if (l->pipeline && l->cta_warps > 1)
        table = m->cta;
    if (kind == CANDIDATE_MASKED)
        table += l->n_warps;
    return l->map.tables + table * TABLE_ENTRIES * TABLE_ENTRY_BYTES;
}
static inline uint8_t *memory_block(const struct warp_context *m, enum thread_block kind,
                                    uint32_t lane)
{
    const struct memory_map *map = &m->launch->map;
    return m->blocks + map->block_at[kind] + (size_t)lane * map->block_bytes[kind];
}
/* Chooses the addresses of a lane's next trace record and, if the ray has hit a triangle, of the
 * thread's hit attributes. Without fresh_traces they are fixed. The thread reads only its latest
 * record; earlier ones are invalid. */
void memory_place_record(struct warp_context *m, uint32_t lane, struct lane_ray *r);
/* Device address of the hit attributes, which dumps allocate at their first use. */
uint64_t memory_attributes_addr(struct warp_context *m, uint32_t lane);

/* The functions of rays are in lane_ray.c. lane_ray_selected: the candidate of the running shader;
 * NULL: none, the closest hit is used. */
const struct trace_candidate *lane_ray_selected(const struct lane_ray *r);
/* Writes barycentrics of the second, third and first vertex to the hit attributes, as Vulkan-Sim
 * does. */
void lane_ray_put_barycentrics(const struct warp_context *m, uint32_t lane, float u, float v);
/* Makes the selected candidate the closest hit, at t, if it is closer; returns whether it is. */
bool lane_ray_report(const struct warp_context *m, uint32_t lane, struct lane_ray *r, float t);
/* Writes the matrix of the hit's instance to the record, four columns of four floats from `at` on;
 * returns its device address. */
uint64_t lane_ray_matrix(const struct warp_context *m, const struct lane_ray *r, uint32_t at,
                         bool inverse);
/* Reads a lane's ray from the operands and calls lane_ray_trace(). */
typedef enum st_code lane_tracer(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct status *st);
/* A trace: calls `trace_lane` for each lane of the mask in order. Afterwards step->rays holds the
 * input of the RT unit, until lane_rays_drop() or the next trace. */
enum st_code lane_rays_trace(struct warp_context *m, const struct code *c, lane_tracer *trace_lane,
                             struct warp_step *step, struct status *st);
/* Frees a large room for records, because most resident warps are not at a trace. */
void lane_rays_drop(struct warp_context *m);
/* Traverses the acceleration structure with r->ray: sets the hit, the trace record and the work of
 * the RT unit, and counts the ray. r->record must be set. */
enum st_code lane_ray_trace(struct warp_context *m, uint32_t lane, struct lane_ray *r,
                            struct status *st);

/* The place of a warp of machine code, from which its initial registers follow. */
struct rdna2_place {
    uint32_t group[3], block[3]; /* CTA's position in the grid; threads of a CTA: x, y, z */
    uint32_t first;              /* number of lane 0's thread in the CTA */
};
/* Address of the dispatch packet of the grid; the launch's parameters follow it. */
#define RDNA2_DISPATCH_BASE UINT64_C(0x88000000)
/* Fills in a dispatch packet (rdna2_start.c). */
void rdna2_dispatch_packet(uint8_t out[RDNA2_DISPATCH_BYTES], const uint32_t grid[3],
                           const uint32_t block[3], const struct program *p);
/* Sets the initial registers of a warp, and its first instruction. The register file must be zero
 * and m->lanes set. */
void rdna2_start(struct warp_context *m, const struct rdna2_place *place);
/* Executes the next instruction of machine code, for context_step(). */
enum st_code rdna2_step(struct warp_context *m, struct warp_step *step, struct status *st);
/* Executes the next instruction of machine code, for context_step_counting(). */
enum st_code rdna2_step_counting(struct warp_context *m, struct warp_step *step,
                                 struct value_counts *values, struct status *st);
/* Sets the lanes that an operation writes. */
void context_set_mask(struct warp_context *m, uint32_t mask);
/* Returns ST_FAILED because the warp has executed too many instructions. */
enum st_code context_too_many(const struct warp_context *m, const struct code *c,
                              struct status *st);
enum st_code context_trap(const struct warp_context *m, const struct code *c, struct status *st);

/* Execute lane operations with a specific rounding, and sums with carries (modified.c). */
void modified_execute(struct warp_context *m, const struct code *c);
void carry_execute(struct warp_context *m, const struct code *c);

/* Executes a function of sim/shaders/rt.h (intrinsics.c). */
enum st_code intrinsic_execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                               struct status *st);

/* Fills in l->buffers (vsim_buffers.c). On failure the caller must call vsim_buffers_free(). */
enum st_code vsim_buffers_create(struct launch *l, struct status *st);
void vsim_buffers_free(struct launch *l);

/* Execute Vulkan-Sim's extensions of PTX (vsim_execute.c, vsim_trace.c, vsim_image.c). */
enum st_code vsim_execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                          struct status *st);
enum st_code vsim_trace(struct warp_context *m, const struct code *c, struct warp_step *step,
                        struct status *st);
/* Opens a ray of the lane within the one that it has open. */
enum st_code context_open_ray(struct warp_context *m, uint32_t lane, struct status *st);
/* Makes room for one more open call. */
enum st_code context_call_room(struct warp_context *m, const struct code *c, struct status *st);
/* The ray that the lane traced last and has not ended; NULL: none. */
struct lane_ray *vsim_ray(struct warp_context *m, uint32_t lane);
enum st_code vsim_no_ray(const struct warp_context *m, const struct code *c, uint32_t lane,
                         struct status *st);
/* The bytes of a load from the lane's own entries in the warp's tables (primitive, instance); NULL:
 * the address is not there. */
const uint8_t *vsim_entry(struct warp_context *m, uint64_t addr, uint32_t lane, uint32_t bytes);
/* The hit group of triangles, or of procedural primitives. */
const struct vsim_group *vsim_group_of(const struct warp_context *m, bool procedural);
/* Sets m->call_target to the shader that a call enters. */
enum st_code vsim_call(struct warp_context *m, const struct code *c, struct status *st);
/* Executes an access to a storage image or a texture. */
enum st_code vsim_image(struct warp_context *m, const struct code *c, struct warp_step *step,
                        struct status *st);
/* vsim_get reads operand `k` of a lane, vsim_put writes destination `k`. Operands have cells of 4
 * or 8 bytes. */
static inline uint64_t vsim_get(const struct warp_context *m, const struct code *c, uint32_t k,
                                uint32_t lane)
{
    return c->wide >> k & 1 ? context_u64(m, c->row[k])[lane] : context_u32(m, c->row[k])[lane];
}
static inline void vsim_put(const struct warp_context *m, const struct code *c, uint32_t k,
                            uint32_t lane, uint64_t value)
{
    if (c->wide >> k & 1)
        context_u64(m, c->row[k])[lane] = value;
    else
        context_u32(m, c->row[k])[lane] = (uint32_t)value;
}

/* Width (axis 0) or height of an image. */
static inline uint32_t image_side(const struct launch *l, uint32_t image, uint32_t axis)
{
    return l->picture_size[image][axis];
}

/* Address of a pixel's element of an image. The image consists of tiles of 16 x 16 pixels, in rows
 * from the top, each tile row by row (docs/model.md, "Shader programs"); a width is rounded up to a
 * multiple of 16. */
static inline uint64_t image_element_addr(const struct launch *l, uint32_t image, uint32_t x,
                                          uint32_t y)
{
    uint64_t tiles = (image_side(l, image, 0) + IMAGE_TILE - 1) / IMAGE_TILE;
    uint64_t tile = y / IMAGE_TILE * tiles + x / IMAGE_TILE;
    uint64_t element = (tile * IMAGE_TILE + y % IMAGE_TILE) * IMAGE_TILE + x % IMAGE_TILE;
    return l->map.images[image] + element * IMAGE_ELEMENT_BYTES;
}

/* Fills in LumiBench's uniform block of a scene and a frame (uniform.c). */
void uniform_fill(uint8_t out[UNIFORM_BYTES], const struct scene *scene, const struct frame *frame);
/* Converts LumiBench's uniform block to another application's. */
void uniform_convert(uint8_t block[UNIFORM_BYTES], enum vsim_block to);
