/* mesh_edit.h -- changes to a mesh in place. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"
#include "scenes/transform.h"

/* Sets the bounds to those of the vertices that triangles use; a file may hold others. */
void mesh_bound(struct scene_mesh *m);

/* Turns the front to the back: corners and normals. */
void mesh_flip(struct scene_mesh *m);

/* Gives every triangle that scatters light on its front only (Lambertian and metal) a second one
 * behind it that looks the other way, so that both sides are fronts: shaders decide by the normal,
 * and a ray meets first what faces it. The two stand apart by 2^-14 of the mesh's extent, which no
 * picture shows and which rounding does not close, and share no vertices; texture coordinates are
 * the same. Glass looks at both sides by itself, and lamps shine on both. */
enum st_code mesh_add_backs(struct scene_mesh *m, const struct scene_material *materials,
                            struct status *st);

/* Applies `t` to the vertices, so that an instance needs no transform. Where t mirrors, the order
 * of corners is reversed, so that fronts stay fronts. Positions are computed in 32-bit floats in
 * the order of glm's mat4 * vec4, as LumiBench does (Model::Transform), so that the acceleration
 * structure is built over the same numbers. Normals get unit length unless `as_lumibench`: then
 * they are multiplied with glm's inverseTranspose and keep the length that this gives. Fails,
 * without a file and line, where a coordinate is not finite; the mesh is then unusable. */
enum st_code mesh_bake(struct scene_mesh *m, const struct transform *t, bool as_lumibench,
                       struct status *st);
