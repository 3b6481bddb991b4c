/* builder.h -- a scene in the making, to which loaders and generators append.
 *
 * The order of calls: textures, then the materials that name them, then the meshes and spheres that
 * name those, then instances. Arrays grow; the indices that the functions return stay valid. The
 * builder owns everything that it was given. A failing call leaves the builder unchanged. */
#pragma once

#include "scenes/scene.h"

/* The most instances, and vertices. Instances are numbered with 24 bits in the acceleration
 * structure (VkAccelerationStructureInstanceKHR's instanceCustomIndex); vertices and indices of all
 * meshes with 32 bits in the buffers. */
#define SCENE_MOST_INSTANCES (1u << 24)
#define SCENE_MOST_VERTICES  UINT32_C(0x7fffffff)

struct scene_builder {
    struct scene *scene; /* the scene in the making; its counts and pointers always fit together */
    uint32_t room_materials, room_textures, room_meshes, room_spheres, room_instances;
    uint64_t vertices, indices; /* total of all meshes */
    struct hash *hash;          /* hash of every input file's bytes */
};

/* Starts with an empty scene that has a sky and a camera at (0, 0, 1), which looks at the origin
 * with 40 degrees. */
enum st_code builder_start(struct scene_builder *b, struct status *st);
/* Frees everything; does nothing after builder_finish or a failed builder_start. */
void builder_abandon(struct scene_builder *b);
/* Checks the whole scene (scene_validate) and returns it with its hash; the builder is then empty.
 * On failure the builder keeps the scene, and builder_abandon releases it. */
enum st_code builder_finish(struct scene_builder *b, struct scene **out, struct status *st);

/* Returns `code`, the result of a builder function or of scene_validate. Where it is ST_FAILED,
 * adds file and line (0: no line) to the message in *st. */
enum st_code builder_code_at(enum st_code code, const char *file, int line, struct status *st);

/* Sets the scene's origin to the path, and its name to that of the file without folder and
 * extension. */
enum st_code builder_name(struct scene_builder *b, const char *path, struct status *st);
/* Adds a line to the scene's notes. */
enum st_code builder_note(struct scene_builder *b, const char *line, struct status *st);
/* Adds a material; on success *index is its index. */
enum st_code builder_material(struct scene_builder *b, const struct scene_material *m,
                              uint32_t *index, struct status *st);
/* Adds a mesh and takes over vertices and indices (mem_free), also on failure. Checks that indices
 * are in range and numbers finite. Normals get unit length. A zero normal becomes the area-weighted
 * mean of the triangles that share the vertex; if these cancel, the normal of one of them; if all
 * are degenerate, (0, 1, 0). `name` is copied. */
enum st_code builder_mesh(struct scene_builder *b, const char *name, struct scene_vertex *vertices,
                          uint32_t n_vertices, uint32_t *indices, uint32_t n_triangles,
                          uint32_t *index, struct status *st);
/* Applies mesh_add_backs to a mesh of the scene. */
enum st_code builder_two_sided(struct scene_builder *b, uint32_t mesh, struct status *st);
/* Decodes a PNG or JPEG from memory; the caller frees the picture (image_free). Parts that are
 * missing in the file are noted in the scene. */
enum st_code builder_picture(struct scene_builder *b, const void *bytes, size_t n, const char *name,
                             struct image *picture, struct status *st);
/* Adds a texture; takes over the picture, also on failure, and leaves *picture empty. */
enum st_code builder_texture(struct scene_builder *b, struct image *picture, uint32_t *index,
                             struct status *st);
/* Adds a sphere and its instance. */
enum st_code builder_sphere(struct scene_builder *b, const struct scene_sphere *sphere,
                            struct status *st);
/* Adds an instance of a mesh; the transform must be finite and invertible. */
enum st_code builder_instance(struct scene_builder *b, uint32_t mesh, const struct mat34 *transform,
                              struct status *st);
