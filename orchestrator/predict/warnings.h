/* warnings.h -- warnings about a scene that may have been made by mistake; it is rendered as it is.
 */
#pragma once

#include "orchestrator/predict/session.h"

/* Returns the warnings: the world's note, those of its scene, a line where the camera is a guess
 * inside the scene, and one for each mesh whose back faces the camera
 * (sim/functional/traversal/facing.h) where the shader depends on that. Lines end with a newline
 * except the last. The caller frees the text with free(); NULL: there is no warning, or no
 * memory. */
char *world_warnings(const struct world *world, const struct render_settings *render);
