/* pipeline.h -- a folder of Vulkan-Sim's shader dumps as a program and a shader binding table.
 *
 * Vulkan-Sim leaves one PTX file per stage of the ray-tracing pipeline in gpgpusimShaders/:
 * MESA_SHADER_<KIND>_<id>.ptx, where id is the index of the stage (lvp_pipeline_rt.c 22-78). The
 * raygen shader is the one with id 0. The binding table itself is not dumped. It is read from a
 * file `pipeline.cfg` in the folder, in libconfig's syntax:
 *
 *     miss = [1];
 *     hit_groups = ( { closest_hit = 2; },
 *                    { closest_hit = 3; intersection = 6; },
 *                    { closest_hit = 4; any_hit = 7; } );
 *
 * It may give the kind of each binding of the application and the content of its uniform block:
 *
 *     bindings = ( { binding = 1; is = "output"; }, { binding = 2; is = "uniform"; } );
 *     uniform = "camera";
 *
 * Without it the layout is LumiBench's: miss shaders in the order of their ids; the first closest
 * hit, with the any-hit shader if there is one, is for triangles, the k-th after it belongs to the
 * k-th intersection shader. An instance's record offset selects the group of procedural geometry;
 * triangles use the first one (vulkan_ray_tracing.cc 1668). */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "sim/functional/program/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum vsim_kind {
    VSIM_RAYGEN,
    VSIM_MISS,
    VSIM_CLOSEST_HIT,
    VSIM_INTERSECTION,
    VSIM_ANY_HIT,
    VSIM_CALLABLE,
    VSIM_KINDS
};
extern const char *const vsim_kind_names[VSIM_KINDS]; /* as in the names of files: "CLOSEST_HIT" */

enum {
    VSIM_VARIABLES = 16,     /* most variables that a thread may allocate by name */
    VSIM_MOST_STAGES = 1024, /* most stages, and most groups */
    VSIM_MOST_CALLS = 64,    /* most calls of shaders that are open at once */
    VSIM_MOST_TRACES = 31,   /* most open traces of a thread: Vulkan's recursion depth */
};
#define VSIM_NO_SHADER UINT32_MAX

struct vsim_stage {
    enum vsim_kind kind;
    uint32_t id;
    uint32_t function; /* number of its function in the program */
};

struct vsim_group {
    uint32_t closest_hit, intersection, any_hit; /* ids of shaders, or VSIM_NO_SHADER */
};

struct vsim_variable {
    char *name; /* name, with %, of the register that holds its address */
    uint32_t bytes;
};

/* The contents of an application's uniform block. */
enum vsim_block {
    VSIM_BLOCK_LUMIBENCH, /* struct rt_uniform of sim/shaders/rt.h */
    VSIM_BLOCK_OLDER,     /* the block of RayTracingInVulkan, and of LumiBench before its lights */
    VSIM_BLOCK_CAMERA,    /* inverse matrices of view and projection, as Willems' examples have */
    VSIM_BLOCKS
};
extern const char *const vsim_block_names[VSIM_BLOCKS + 1]; /* as in pipeline.cfg; ends with NULL */

/* What a binding means: the number of LumiBench's equivalent binding (0: the acceleration
 * structure), or VSIM_NO_BINDING if unknown. */
enum { VSIM_BINDINGS = 12, VSIM_NO_BINDING = 255 };

struct vsim_pipeline {
    struct program *program;
    enum vsim_block block;
    uint8_t bindings[VSIM_BINDINGS];
    struct vsim_stage *stages; /* by ascending id */
    uint32_t n_stages;
    uint32_t *miss; /* ids of miss shaders */
    uint32_t n_miss;
    struct vsim_group *groups;
    uint32_t n_groups;
    struct vsim_variable variables[VSIM_VARIABLES];
    uint32_t n_variables;
    uint32_t registers; /* registers of a thread, from ptxas's output beside the raygen shader; 0:
                           unknown */
    bool any_hit;       /* there is an any-hit shader */
    bool bound_by_file; /* pipeline.cfg is there */
    bool old;           /* the Intel driver, before lavapipe, wrote the dumps (folder.h) */
    char hash[HASH_TEXT];
};

struct vsim_folder; /* folder.h */

/* Makes stages and binding table of a folder that has been read, without a program. */
enum st_code vsim_pipeline_outline(struct vsim_pipeline **out, const struct vsim_folder *f,
                                   struct status *st);
/* Reads, decodes and binds every dump of the folder. ST_FAILED with the file's line, ST_USAGE for
 * errors in pipeline.cfg. */
enum st_code vsim_pipeline_load(struct vsim_pipeline **out, const char *folder, struct status *st);
void vsim_pipeline_free(struct vsim_pipeline *p); /* NULL is a no-op */

/* The stage with this id; NULL: there is none. */
const struct vsim_stage *vsim_pipeline_stage(const struct vsim_pipeline *p, uint32_t id);
