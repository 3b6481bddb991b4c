/* camera.h -- the camera of --eye, --look-at, --up and --fov. */
#pragma once

#include "common/status.h"
#include "orchestrator/settings/render_settings.h"
#include "scenes/scene.h"

bool camera_is_given(const struct render_settings *render);

/* Makes the camera of the frame: the scene's camera, with the eye, target, up vector and angle that
 * the settings give in place of its own. Lengths are in the scene's unit (scenes/unit.h). ST_USAGE
 * where the settings contradict each other or the scene's camera, and where no ray would reach the
 * scene. */
enum st_code camera_given(const struct scene *scene, const struct render_settings *render,
                          struct scene_camera *out, struct status *st);
