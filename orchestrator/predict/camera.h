/* camera.h -- the camera of --eye, --look-at, --up and --fov. */
#pragma once

#include "common/status.h"
#include "orchestrator/settings/render_settings.h"
#include "scenes/scene.h"

bool camera_is_given(const struct render_settings *render);

/* The camera of the frame in the settings: the scene's, with the given eye, target, up and angle in
 * place of its own. The scene is measured in the unit of ray tracing (scenes/unit.h). ST_USAGE
 * where the settings contradict each other or the scene's camera, and where no ray would reach the
 * scene. */
enum st_code camera_given(const struct scene *scene, const struct render_settings *render,
                          struct scene_camera *out, struct status *st);
