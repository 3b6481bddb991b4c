/* builder.h -- a scene under construction, to which loaders and generators append.
 *
 * Order of work: textures, then the materials that name them, then the meshes and spheres that name
 * those, then instances. Arrays grow; the indices that the functions return stay valid. The builder
 * owns all that it was given. A failing call leaves the builder unchanged. */
#pragma once

#include "scenes/scene.h"

/* Instances are numbered with 24 bits in the acceleration structure
 * (VkAccelerationStructureInstance KHR's instanceCustomIndex); vertices and indices of all meshes
 * with 32 bits in the buffers. */
#define SCENE_MOST_INSTANCES (1u << 24)
#define SCENE_MOST_VERTICES  UINT32_C(0x7fffffff)

struct scene_builder {
    struct scene *scene; /* under construction; counts and pointers are always consistent */
    uint32_t room_materials, room_textures, room_meshes, room_spheres, room_instances;
    uint64_t vertices, indices; /* of all meshes together */
    struct hash *hash;          /* every input file's bytes are added */
};

/* An empty scene with a camera at (0, 0, 1) that looks at the origin with 40 degrees, and a sky. */
enum st_code builder_start(struct scene_builder *b, struct status *st);
/* Releases everything; no-op after builder_finish or a failed builder_start. */
void builder_abandon(struct scene_builder *b);
/* Checks the whole scene (scene_validate) and returns it with its hash; the builder is then empty.
 * On failure the builder keeps the scene, and builder_abandon releases it. */
enum st_code builder_finish(struct scene_builder *b, struct scene **out, struct status *st);

/* Returns `code`, the result of a builder function (or scene_validate) with a message in *st; adds
 * file and line (0: none) to the message of ST_FAILED. */
enum st_code builder_code_at(enum st_code code, const char *file, int line, struct status *st);

/* Sets the scene's origin, and its name: the file's without folder and extension. */
enum st_code builder_name(struct scene_builder *b, const char *path, struct status *st);
/* Adds a line to the scene's notes. */
enum st_code builder_note(struct scene_builder *b, const char *line, struct status *st);
/* On success *index is the new element's. */
enum st_code builder_material(struct scene_builder *b, const struct scene_material *m,
                              uint32_t *index, struct status *st);
/* Takes ownership of vertices and indices (mem_free) in any case. Checks that indices are in range
 * and numbers finite. Normals get unit length. A zero normal becomes the area-weighted mean of the
 * triangles that share the vertex; if these cancel, that of one of them; if all are degenerate, (0,
 * 1, 0). `name` is copied. */
enum st_code builder_mesh(struct scene_builder *b, const char *name, struct scene_vertex *vertices,
                          uint32_t n_vertices, uint32_t *indices, uint32_t n_triangles,
                          uint32_t *index, struct status *st);
/* Applies mesh_add_backs to a mesh of the scene. */
enum st_code builder_two_sided(struct scene_builder *b, uint32_t mesh, struct status *st);
/* Decodes a PNG or JPEG from memory; the caller owns the picture (image_free). Missing parts are
 * noted. */
enum st_code builder_picture(struct scene_builder *b, const void *bytes, size_t n, const char *name,
                             struct image *picture, struct status *st);
/* Takes ownership of the picture in any case, and leaves *picture empty. */
enum st_code builder_texture(struct scene_builder *b, struct image *picture, uint32_t *index,
                             struct status *st);
/* Adds the sphere and its instance. */
enum st_code builder_sphere(struct scene_builder *b, const struct scene_sphere *sphere,
                            struct status *st);
/* The transform must be finite and invertible. */
enum st_code builder_instance(struct scene_builder *b, uint32_t mesh, const struct mat34 *transform,
                              struct status *st);
