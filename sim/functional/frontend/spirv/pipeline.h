/* pipeline.h -- a user's ray-tracing pipeline: stages in GLSL or SPIR-V as one program, the
 * dispatches of a frame, the shader binding table, and the resources that the stages declare
 * (docs/pipelines.md).
 *
 * The stages are the files of a folder, by their endings: .rgen, .rmiss, .rchit, .rahit, .rint,
 * .rcall, .comp; with .spv behind them they are SPIR-V. A file pipeline.cfg binds them; without it
 * names do. Nothing here depends on a scene: exec/pipeline_buffers.h gives the resources their
 * contents.
 */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "sim/functional/frontend/spirv/module.h"
#include "sim/functional/program/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum spirv_kind {
    STAGE_RAYGEN,
    STAGE_MISS,
    STAGE_CLOSEST_HIT,
    STAGE_ANY_HIT,
    STAGE_INTERSECTION,
    STAGE_CALLABLE,
    STAGE_COMPUTE,
    STAGE_KINDS
};
extern const char *const spirv_endings[STAGE_KINDS];    /* ".rgen", ... */
extern const char *const spirv_kind_names[STAGE_KINDS]; /* "ray generation", ... */

enum {
    PIPELINE_MOST_STAGES = 256,
    PIPELINE_MOST_DISPATCHES = KERNEL_DISPATCHES,
    PIPELINE_MOST_RESOURCES = 64,
    PIPELINE_RECORD_B = 256,     /* most data of a record */
    PIPELINE_MOST_PICTURES = 10, /* storage images: the output and others */
    PIPELINE_OUTPUT = 1,         /* number of the output among them */
    PIPELINE_MOST_TRACES = 31,   /* of a thread, open at once: what Vulkan's drivers allow */
};
#define PIPELINE_NO_SHADER UINT32_MAX

struct spirv_stage {
    enum spirv_kind kind;
    char *name; /* of its file, without the folder */
    struct spirv_module *module;
    uint32_t function;   /* of the program */
    uint32_t incoming_B; /* of the payload or callable data that it takes; 0: none */
};

/* Stages by number, or PIPELINE_NO_SHADER; the data of its record begin at that byte of `records`.
 */
struct spirv_group {
    uint32_t closest_hit, any_hit, intersection;
    uint32_t record;
};
/* A record of a stage of another kind. */
struct spirv_record {
    uint32_t stage, record;
};
/* A dispatch: of a ray generation shader, a thread for each pixel; of a compute shader, work groups
 * that cover the image plane or, if linear, as many threads in a row as there are pixels, or as
 * many groups as the manifest says. */
struct spirv_dispatch {
    struct spirv_record entry;
    bool linear;
    uint32_t groups[2]; /* of a compute shader, if the manifest gives them; else 0 */
};

enum resource_kind {
    RESOURCE_STRUCTURE, /* the acceleration structure */
    RESOURCE_IMAGE,     /* storage image */
    RESOURCE_TEXTURE,   /* picture with sampler */
    RESOURCE_SAMPLER,
    RESOURCE_BUFFER, /* storage buffer, uniform block, push constants */
};

/* What a texture is outside the picture (VkSamplerAddressMode); the border is black. */
enum texture_wrap { WRAP_REPEAT, WRAP_MIRROR, WRAP_CLAMP, WRAP_BORDER };

/* Where a resource's content is from. */
enum resource_source {
    SOURCE_NONE, /* nothing is known to provide it */
    SOURCE_SCENE,
    SOURCE_OUTPUT,
    SOURCE_IMAGE, /* a picture of the same size, black when the frame begins */
    SOURCE_TEXTURES,
    SOURCE_CAMERA,
    SOURCE_VERTICES,
    SOURCE_INDICES,
    SOURCE_MATERIALS,
    SOURCE_OFFSETS,
    SOURCE_INSTANCES,
    SOURCE_SPHERES,
    SOURCE_LIGHTS,
    SOURCE_TRIANGLES,
    SOURCE_ZEROS,  /* zeros when the frame begins */
    SOURCE_VALUES, /* bytes of the manifest */
    RESOURCE_SOURCES
};
extern const char *const resource_source_names[RESOURCE_SOURCES + 1]; /* ends with NULL */

/* `set` of what has no descriptor. */
enum { SET_PUSH = -1, SET_REFERENCE = -2 };

/* A member of a block with numbers of the manifest. */
struct manifest_member {
    char name[64];
    double x[16];
    uint32_t n;
};

struct spirv_resource {
    int32_t set;      /* or SET_PUSH; SET_REFERENCE: what pointers to the block point to */
    uint32_t binding; /* of a reference: its source */
    enum resource_kind kind;
    enum resource_source source;
    uint32_t count; /* of an array; 0: as many as there are */
    /* The variable in one of the modules that declare it. */
    const struct spirv_module *module;
    uint32_t variable;               /* SPIRV_NONE: a reference */
    uint32_t type;                   /* of a buffer: its block; else of an element */
    struct manifest_member *members; /* those that the manifest gives */
    uint32_t n_members;
    uint32_t picture;   /* of a storage image: its number in the memory map */
    uint32_t size[2];   /* of a storage image: its width and height; 0: the image plane's */
    uint32_t structure; /* of an acceleration structure: the number that instances' roles have */
    uint32_t elements;  /* SOURCE_ZEROS: of the array; 0: as many as pixels */
    bool written;       /* some stage stores into it */
    bool nearest;       /* a texture's or sampler's filter; else linear */
    enum texture_wrap wrap;
    uint8_t *bytes; /* SOURCE_VALUES */
    size_t n_bytes;
};

/* Which triangles the any-hit shader decides about, unless a ray's flags say otherwise. */
enum spirv_opaque { OPAQUE_BY_MATERIAL, OPAQUE_ALL, OPAQUE_NONE };

struct spirv_pipeline {
    char *folder;
    struct program *program;
    struct spirv_stage *stages;
    uint32_t n_stages;
    struct spirv_dispatch dispatches[PIPELINE_MOST_DISPATCHES]; /* of a frame, in order */
    uint32_t n_dispatches;
    char *unnamed;                /* first compute shader that no dispatch names, or NULL */
    uint32_t n_unnamed, n_unread; /* such shaders; bindings of pipeline.cfg that no stage has */
    uint32_t unread_set, unread_binding; /* of the first such binding */
    struct spirv_record *miss, *callables;
    uint32_t n_miss, n_callables;
    struct spirv_group *groups;
    uint32_t n_groups;
    uint32_t offset[2]; /* of the records of instances of triangles, of procedural ones */
    uint8_t *records; /* data of shader records, behind PIPELINE_RECORD_B zeros for those without */
    uint32_t n_records;
    struct spirv_resource resources[PIPELINE_MOST_RESOURCES];
    uint32_t n_resources;
    uint32_t n_pictures; /* numbers of storage images in use; at least 2, as dumps have */
    uint32_t recursion;  /* rays of a thread, open at once */
    enum spirv_opaque opaque;
    bool atomics, reads_images; /* some stage has atomics; loads from storage images */
    bool stores_addresses;      /* some stage stores through an address */
    bool levels;                /* some stage asks for a texture's level of detail */
    bool any_hit, intersection; /* some group has such a shader */
    uint32_t nothing;           /* function that returns, called where the table names no shader */
    uint32_t registers;         /* of a thread: the most of any stage */
    uint32_t n_queries;         /* most ray queries of a stage */
    uint32_t local_bytes;       /* of a call */
    char hash[HASH_TEXT];
};

/* Whether a folder has a file with a stage's ending. */
bool spirv_pipeline_is_there(const char *folder);

/* Whether its pipeline.cfg says `world_space = true;`. */
bool spirv_pipeline_is_flat(const char *folder);

/* Compiles and reads all of a folder, which is looked for like data files too. ST_FAILED with file
 * and line; ST_USAGE for the manifest. */
enum st_code spirv_pipeline_load(struct spirv_pipeline **out, const char *folder,
                                 struct status *st);
void spirv_pipeline_free(struct spirv_pipeline *p); /* NULL is a no-op */

/* The letters of a name, in lower case, and its digits: what names are compared by. */
void spirv_plain_name(const char *name, char *out, size_t room);

/* The name of its variable, or of its block. */
const char *spirv_resource_name(const struct spirv_resource *r);

/* The resource of a variable; adds it. */
enum st_code spirv_resource_of(struct spirv_pipeline *p, const struct spirv_module *m,
                               uint32_t variable, uint32_t *out, struct status *st);
