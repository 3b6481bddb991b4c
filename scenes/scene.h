/* scene.h -- the scene to render, as plain data: camera, materials, meshes, spheres, instances,
 * sky.
 *
 * The world is right-handed, with y up unless the camera says otherwise; lengths are in the scene's
 * own unit. The scene owns everything, and scene_free frees it. A scene that scene_load returned is
 * valid: at least one instance with a primitive, all indices in range, all numbers finite. */
#pragma once

#include "common/hash.h"
#include "common/image.h"
#include "common/status.h"
#include "common/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest coordinate, in absolute value, where rays are traced, in the world and in a mesh's
 * own space. Intersection tests and shaders multiply two lengths in 32-bit floats: points of that
 * box are at most 3.5e18 apart, the square of which is 1.2e37. From 5.3e18 on it could overflow,
 * and rays would never hit the geometry. */
#define SCENE_MOST_COORDINATE 1e18

/* The largest coordinate that is read, in the scene's own unit, before scene_fit. Sums of a few
 * such coordinates are finite. */
#define SCENE_MOST_READ 1e36

/* Kinds of materials, numbered as in LumiBench's material buffer (field `model`). */
enum material_model {
    MATERIAL_LAMBERTIAN = 0,
    MATERIAL_METALLIC = 1,
    MATERIAL_DIELECTRIC = 2,
    MATERIAL_EMISSIVE = 4,
};

struct scene_material {
    float color[3];  /* albedo, or emitted radiance of an emissive material (may exceed 1) */
    float fuzz;      /* of a metallic material: 0 for a mirror, 1 for the widest lobe */
    float ior;       /* refraction index of a dielectric material */
    int32_t texture; /* index into textures, -1: none; its colour is multiplied with `color`, its
                        alpha is the mask */
    enum material_model model;
    bool masked; /* whether alpha below 1/2 of the texture is a hole: the any-hit shader tests it */
};

struct scene_vertex { /* 36 bytes: LumiBench's vertex buffer */
    float position[3];
    float normal[3]; /* of unit length, unless the scene requests LumiBench's normals */
    float texcoord[2];
    int32_t material; /* index into materials; a triangle has that of its first vertex */
};

struct scene_mesh {
    char *name;
    struct scene_vertex *vertices;
    uint32_t n_vertices;
    uint32_t *indices; /* 3 per triangle, counter-clockwise from outside */
    uint32_t n_triangles;
    bool imported;      /* whether it was read from a file and not generated, so that its triangles
                           may have any winding */
    struct vec3 lo, hi; /* bounds of the triangles, in the mesh's own space; the builder sets them
                         */
};

struct scene_sphere {
    float center[3];
    float radius; /* above 0 */
    int32_t material;
    bool boxed;         /* whether an intersection shader fills a box, and not the ball */
    float lo[3], hi[3]; /* that box, around the ball's centre */
};

enum scene_geometry { GEOMETRY_MESH = 0, GEOMETRY_SPHERE = 1 };

struct scene_instance {
    enum scene_geometry geometry;
    uint32_t index;         /* index into meshes or spheres */
    struct mat34 transform; /* object to world; identity for spheres */
};

/* The numbers and flags that a host program gives an instance; scenes of files have none. Each
 * geometry of the bottom-level structure of a VkAccelerationStructureInstanceKHR is an instance
 * here, and so is each box of a geometry. */
struct scene_role {
    uint32_t instance;  /* gl_InstanceID */
    uint32_t custom;    /* gl_InstanceCustomIndexEXT */
    uint32_t geometry;  /* gl_GeometryIndexEXT */
    uint32_t first;     /* gl_PrimitiveID of its first primitive */
    uint32_t record;    /* offset of its hit groups in the shader binding table */
    uint32_t mask;      /* rays that have none of its bits do not see it */
    uint32_t structure; /* number of the top-level structure that it is in */
    bool flipped;       /* whether the front of a triangle is its other side */
    bool both_sides;    /* whether rays do not cull its triangles by their side */
};

struct scene_camera { /* has only floats, between which camera paths interpolate */
    float eye[3], look_at[3], up[3];
    float vertical_fov_deg; /* above 0, below 180 */
    float aperture;         /* diameter of the lens; 0: a pinhole */
    float focus_distance;   /* above 0 */
};

/* A key frame: the camera at a frame of the path. */
struct scene_key {
    uint32_t frame;
    struct scene_camera camera;
};

enum { SCENE_MOST_FRAME = 99999 };

enum scene_interpolation { INTERPOLATE_SMOOTH, INTERPOLATE_LINEAR };

/* The camera's path; scenes/camera_path.h interpolates between the keys. */
struct scene_path {
    struct scene_key *keys; /* frames increase, from 0 to SCENE_MOST_FRAME; the first camera is the
                               scene's */
    uint32_t n_keys;        /* 0: the camera does not move; else at least 2 */
    enum scene_interpolation interpolation;
    bool focus_follows; /* whether the focus is always on the point that the camera looks at */
};

struct scene {
    char *name;                 /* name of the built-in scene, or the file's name without folder and
                                   extension */
    char *origin;               /* path of the file from which it was read */
    uint32_t width, height;     /* size of the image plane that the scene requests; 0: none */
    struct scene_camera camera; /* of frame 0 */
    bool seen_from_inside;      /* whether the scene has no camera of its own and one was placed
                                   inside a room */
    struct scene_path path;
    double unit;             /* length unit of ray tracing, in the scene's own unit (unit.h) */
    bool unit_stated;        /* whether the scene's file gives the unit; else it was computed from
                                the size */
    bool sky;                /* whether there is a sky, from white to blue; else it is black */
    float light_position[3]; /* the light of the shadow shader where there is no sky */
    float light_radius;
    struct scene_material *materials;
    uint32_t n_materials;
    struct image *textures;
    uint32_t n_textures;
    struct scene_mesh *meshes;
    uint32_t n_meshes;
    struct scene_sphere *spheres;
    uint32_t n_spheres;
    struct scene_instance *instances;
    uint32_t n_instances;
    struct scene_role *roles; /* by instance; NULL: their numbers are those of instances and
                                 primitives, every ray sees them, and each is one geometry */
    char hash[HASH_TEXT];     /* hash of the scene file and of every file that it names */
    char *notes; /* what differs from the files' contents, a line each without a last newline; NULL:
                    nothing */
};

/* Loads a scene. The operand is the name of a built-in scene, a .scene file, or a mesh file. */
enum st_code scene_load(struct scene **out, const char *operand, struct status *st);
void scene_free(struct scene *s); /* NULL is a no-op */

/* Checks the properties of every scene that scene_load returns: something to hit, finite world
 * bounds, a valid camera. Fails with one line; the caller adds file names. */
enum st_code scene_validate(const struct scene *s, struct status *st);
enum st_code scene_validate_camera(const struct scene_camera *c, struct status *st);
/* Returns the largest coordinate that a scene may have in its own unit: SCENE_MOST_COORDINATE units
 * of ray tracing if the scene gives the unit, else SCENE_MOST_READ. */
double scene_most_coordinate(const struct scene *s);
/* Fails if `coordinate`, of `what`, is above `most`. */
enum st_code scene_check_coordinate(const char *what, double coordinate, double most,
                                    struct status *st);
/* Checks, as scene_check_coordinate does, a mesh's bounds in its own space and when transformed. */
enum st_code scene_check_placed(const struct scene_mesh *m, const struct mat34 *t, double most,
                                struct status *st);

/* The box around a sphere, or the one that its shader fills. */
void scene_sphere_box(const struct scene_sphere *s, float lo[3], float hi[3]);
/* The role of an instance; where the scene has none, that of its number. */
struct scene_role scene_role_of(const struct scene *s, uint32_t instance);

uint64_t scene_triangles(const struct scene *s); /* a mesh counts once per instance */
uint64_t scene_unique_triangles(const struct scene *s);
/* Computes a box around all instances in world space, from the transformed corners of each mesh's
 * own box. */
void scene_bounds(const struct scene *s, struct vec3 *lo, struct vec3 *hi);

/* Lists the names of the built-in scenes, sorted, from scenes/builtin of the data folders. The
 * caller frees *names (file_free_list). */
enum st_code scene_list_builtin(char ***names, size_t *n, struct status *st);
