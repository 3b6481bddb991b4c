/* rt.h -- what a ray-tracing shader may call: the launch, the descriptors, the RT unit.
 *
 * Shaders are C, compiled by clang to PTX and to AMD's machine code (scripts/shaders). The
 * functions declared here are undefined in the PTX, and pseudo instructions in machine code
 * (rt_rdna2.h); the executor (sim/functional) gives each its meaning as ONE instruction.
 * They stand for the extension opcodes that Vulkan-Sim adds to PTX; its names are in brackets. A
 * module's entry point is the function `raygen`; it and every function it calls take no parameters
 * that matter to timing: payload and attributes travel through memory as in Vulkan-Sim.
 *
 * Shape of a trace (as Vulkan-Sim lowers traceRayEXT):
 *     finished = trace_ray(...)                        the one RT-unit instruction
 *     for (i = 0; !intersection_exit(i, finished); i++)
 *         call the intersection or any-hit shader that get_shader_id(i) names
 *     if (hit_geometry(finished)) call closest hit; else call miss
 *     end_trace_ray()
 */
#pragma once

#ifdef __NVPTX__
#define GLOBAL     __attribute__((address_space(1)))
#define CONVERGENT __attribute__((convergent))
#define SHADER     __attribute__((noinline, convergent))
#define CONSTANT   GLOBAL
#elif defined __AMDGCN__
#define GLOBAL __attribute__((address_space(1)))
#define CONVERGENT
#define SHADER   static __attribute__((noinline, convergent))
#define CONSTANT __attribute__((address_space(4)))
#include "rt_rdna2.h"
#else /* the executor reads the numbers and structures below */
#define GLOBAL
#define CONVERGENT
#define SHADER
#define CONSTANT
#endif

/* [load_ray_launch_id, load_ray_launch_size] */
unsigned rt_launch_id_x(void) CONVERGENT;
unsigned rt_launch_id_y(void) CONVERGENT;
unsigned rt_launch_size_x(void) CONVERGENT;
unsigned rt_launch_size_y(void) CONVERGENT;

/* 1 where this pixel is to be traced, 0 where it is filtered out (paper, Listing 1). */
unsigned filter_shader(void) CONVERGENT;

/* The work of this thread so far, as heatmaps count it: its instructions before this one and the
 * cycles of its rays' intersection tests. This shader clock ticks by work, not by time, so that a
 * thread's path does not depend on the threads beside it. */
unsigned rt_work(void) CONVERGENT;

/* [load_vulkan_descriptor]: device address of a buffer. Bindings as in LumiBench's set 0. */
enum {
    RT_UNIFORM = 3,   /* struct rt_uniform                                         */
    RT_VERTICES = 4,  /* struct rt_vertex                                          */
    RT_INDICES = 5,   /* unsigned, relative to the mesh's first vertex             */
    RT_MATERIALS = 6, /* struct rt_material                                        */
    RT_OFFSETS = 7,   /* per instance: unsigned first index, first vertex; bit 31 of that:
                         RT_TURNED                                                 */
    RT_TEXTURES = 8,  /* struct rt_texture                                         */
    RT_SPHERES = 9,   /* per instance: float centre[3], radius                     */
    RT_STORAGE = 10,  /* memory that the kernel was given, where it was; LumiBench has none.
                         Stores into it take their time and change nothing             */
};
GLOBAL const void *rt_descriptor(unsigned binding) CONVERGENT;
#ifndef __AMDGCN__ /* has loads of its own for memory that is not written and that all lanes share \
                    */
#define rt_uniform_descriptor rt_descriptor
#endif
/* Bit 31 of a vertex number in RT_OFFSETS: this instance's transform changes normals. In LumiBench
 * none does. */
#define RT_TURNED 0x80000000u

/* [rt_alloc_mem]: this thread's block, 256-byte aligned, the same on every call; zero at first. */
GLOBAL void *rt_payload(void) CONVERGENT;
GLOBAL float *rt_hit_attributes(void) CONVERGENT; /* barycentrics v1, v2 of a triangle hit */

/* One ray; flags of enum ray_flags (sim/functional/traversal/traverse.h). The result is the
 * register on which everything that needs the traversal waits. */
enum { RT_OPAQUE = 1, RT_TERMINATE_ON_FIRST_HIT = 4 };
unsigned trace_ray(unsigned flags, float ox, float oy, float oz, float tmin, float dx, float dy,
                   float dz, float tmax) CONVERGENT;
void end_trace_ray(void) CONVERGENT;

/* Candidates whose test the RT unit left to a shader, in the order of the walk. */
enum { RT_SHADER_SPHERE_INTERSECTION = 0, RT_SHADER_ANY_HIT = 1 };
int intersection_exit(unsigned index, unsigned finished) CONVERGENT; /* index >= their number */
unsigned get_shader_id(unsigned index) CONVERGENT;
void select_candidate(unsigned index)
    CONVERGENT;                        /* done by call_intersection_shader in Vulkan-Sim */
float rt_candidate_t(void) CONVERGENT; /* of the selected candidate, an alpha-masked triangle */
float rt_candidate_u(void) CONVERGENT;
float rt_candidate_v(void) CONVERGENT;
/* Makes the selected candidate the closest hit if tmin <= t and t is nearer than what was accepted
 * before (t <= tmax where nothing was); returns whether it did. */
int report_ray_intersection(float t) CONVERGENT;

/* After the loop: anything hit? Which closest-hit shader? */
enum { RT_HIT_TRIANGLE = 0, RT_HIT_SPHERE = 1 };
int hit_geometry(unsigned finished) CONVERGENT;
unsigned get_closest_hit_shader_id(void) CONVERGENT; /* also deselects the candidate */

/* Of the selected candidate inside intersection and any-hit shaders, else of the closest hit. */
unsigned load_ray_instance_custom_index(void) CONVERGENT;
unsigned load_primitive_id(void) CONVERGENT;
float load_ray_t_min(void) CONVERGENT;
float load_ray_t_max(void) CONVERGENT; /* t of the closest hit accepted so far, else tmax */
/* Device addresses inside this thread's trace record: three floats each. */
GLOBAL const float *load_ray_world_direction(void) CONVERGENT;
GLOBAL const float *load_ray_world_origin(void) CONVERGENT;
/* Columns of the object-to-world matrix of the closest hit's instance, inside the trace record:
 * four columns of four floats; the inverse likewise. */
GLOBAL const float *load_ray_object_to_world(void) CONVERGENT;
GLOBAL const float *load_ray_world_to_object(void) CONVERGENT;

/* [image_deref_store]: one 16-byte store per lane at the tiled address of pixel (x, y). */
enum { RT_IMAGE_ACCUMULATION = 1, RT_IMAGE_OUTPUT = 2 };
void image_store(unsigned image, unsigned x, unsigned y, float r, float g, float b,
                 float a) CONVERGENT;

/* LumiBench's uniform block, 320 bytes; matrices are four columns of four floats. */
struct rt_uniform {
    float model_view[16], projection[16], model_view_inverse[16], projection_inverse[16];
    float light_position[3], light_radius;
    float aperture, focus_distance, heatmap_scale;
    unsigned total_samples, samples, bounces, rays_per_hit, random_seed, width, height;
    unsigned has_sky, show_heatmap;
};

struct rt_vertex { /* 36 bytes */
    float position[3], normal[3], texcoord[2];
    int material;
};

struct rt_material { /* 32 bytes */
    float color[4];
    int texture; /* -1 none */
    float fuzz, ior;
    unsigned model; /* RT_LAMBERTIAN..; bit 31: alpha-masked */
};
enum {
    RT_LAMBERTIAN = 0,
    RT_METALLIC = 1,
    RT_DIELECTRIC = 2,
    RT_EMISSIVE = 4,
    RT_MODEL_MASK = 0x7fffffff
};

struct rt_texture {                /* 16 bytes */
    GLOBAL const unsigned *texels; /* RGBA8, red in the low byte, row 0 first */
    unsigned width, height;
};
