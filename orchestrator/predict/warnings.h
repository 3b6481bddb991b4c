/* warnings.h -- warnings about a scene that may not be meant as it is; it is rendered as it is.
 */
#pragma once

#include "orchestrator/predict/session.h"

/* The world's note, those of its scene, a line where the camera is a guess inside the scene, and
 * one for each mesh whose back faces the camera (sim/functional/traversal/facing.h) under a shader
 * to which that matters. Lines without a last newline, the caller's (mem_free); NULL: there is no
 * warning, or no memory. */
char *world_warnings(const struct world *world, const struct render_settings *render);
