/* mesh_edit.h -- changes to a mesh in place. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"
#include "scenes/transform.h"

/* Sets the bounds to those of the vertices that triangles use; a mesh may have other vertices. */
void mesh_bound(struct scene_mesh *m);

/* Exchanges front and back: reverses the order of corners, and the normals. */
void mesh_flip(struct scene_mesh *m);

/* Gives every triangle that scatters light only on its front (Lambertian and metal) a second one
 * behind it that faces the other way. Then both sides are fronts: shaders decide by the normal, and
 * a ray meets the triangle that faces it first. The two are 2^-14 of the mesh's extent apart, which
 * is invisible and larger than rounding errors. They share no vertices and have the same texture
 * coordinates. Glass has two sides already, and lamps emit on both. */
enum st_code mesh_add_backs(struct scene_mesh *m, const struct scene_material *materials,
                            struct status *st);

/* Applies `t` to the vertices, so that an instance needs no transform. If t mirrors, the order of
 * corners is reversed, so that fronts stay fronts. Positions are computed in 32-bit floats in the
 * order of glm's mat4 * vec4, as LumiBench does (Model::Transform), so that the acceleration
 * structure is built over the same numbers. Normals get unit length, except with `as_lumibench`:
 * then they are multiplied with glm's inverseTranspose and keep the length that results. Fails,
 * without a file and line, if a coordinate is not finite; the mesh is then unusable. */
enum st_code mesh_bake(struct scene_mesh *m, const struct transform *t, bool as_lumibench,
                       struct status *st);
