/* builder.h -- a scene under construction: what loaders and generators append to.
 *
 * Arrays grow; indices that the functions return stay valid. The builder owns what it was given. */
#ifndef SCENES_BUILDER_H
#define SCENES_BUILDER_H

#include "scenes/scene.h"

struct scene_builder {
    struct scene *scene; /* under construction; counts and pointers are always consistent */
    uint32_t room_materials, room_textures, room_meshes, room_spheres, room_instances;
    struct hash *hash;   /* every input file's bytes are added */
};

/* On success *index is the new element's. */
enum st_code builder_material(struct scene_builder *b, const struct scene_material *m,
                              uint32_t *index, struct status *st);
/* Takes over vertices and indices (mem_free) whether it succeeds or not. Checks index range and finite
 * numbers; normals that are zero become smooth ones. `name` is copied. */
enum st_code builder_mesh(struct scene_builder *b, const char *name, struct scene_vertex *vertices,
                          uint32_t n_vertices, uint32_t *indices, uint32_t n_triangles,
                          uint32_t *index, struct status *st);
/* Takes over the picture. */
enum st_code builder_texture(struct scene_builder *b, struct image *picture, uint32_t *index,
                             struct status *st);
/* The sphere and its instance. */
enum st_code builder_sphere(struct scene_builder *b, const struct scene_sphere *sphere,
                            struct status *st);
enum st_code builder_instance(struct scene_builder *b, uint32_t mesh, const struct mat34 *transform,
                              struct status *st);

#endif
