/* scenes.h -- small scenes made in code, for tests of the acceleration structure and the traversal.
 */
#pragma once

#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"
#include "tests/rig/rig.h"

FREES(scene_free, struct scene)
FREES(device_image_free, struct device_image)

/* Everything lives in one object; scene.* point into it, so nothing is freed and it must not move.
 */
enum { RIG_MESHES = 2, RIG_VERTICES = 24576, RIG_INSTANCES = 512, RIG_SPHERES = 512 };
struct rig_scene {
    struct scene scene;
    struct scene_material materials[8];
    struct scene_mesh meshes[RIG_MESHES];
    struct scene_sphere spheres[RIG_SPHERES];
    struct scene_instance instances[RIG_INSTANCES];
    struct scene_vertex vertices[RIG_MESHES][RIG_VERTICES];
    uint32_t indices[RIG_MESHES][3 * RIG_VERTICES];
};

/* Loads a scene file of that text, named path.scene. */
enum st_code rig_load_text(struct scene **out, const char *text, struct status *st);

/* Loads a scene by name or file and builds its image; free both, the image first. */
void rig_load_image(const char *name, struct scene **scene, struct device_image **image);

/* An empty scene with `n_materials` grey materials. */
void rig_scene_init(struct rig_scene *r, uint32_t n_materials);
uint32_t rig_add_mesh(struct rig_scene *r);
void rig_add_triangle(struct rig_scene *r, uint32_t mesh, const float a[3], const float b[3],
                      const float c[3], int32_t material);
void rig_add_instance(struct rig_scene *r, uint32_t mesh, const struct mat34 *transform);
void rig_add_sphere(struct rig_scene *r, float x, float y, float z, float radius, int32_t material);

/* Triangles of random size and place inside [-10, 10], the largest edge being `edge`. */
void rig_add_random_triangles(struct rig_scene *r, uint32_t mesh, uint32_t n, float edge,
                              uint64_t seed);

/* Scenes WKND and SHIP of LumiBench, read from ../shared/scenes; false where that is absent. */
bool rig_scene_wknd(struct rig_scene *r);
bool rig_scene_ship(struct rig_scene *r);

/* Scene REF of LumiBench without Lucy: Cornell box of 555 with 12 triangles in 24 vertices, and a
 * glass sphere. Five materials. */
void rig_scene_ref(struct rig_scene *r);
