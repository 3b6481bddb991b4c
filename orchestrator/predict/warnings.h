/* warnings.h -- what a user may have meant otherwise with a scene: said, and done as it was asked.
 */
#pragma once

#include "orchestrator/predict/session.h"

/* The world's note, those of its scene, a line where the camera was guessed to be inside of it, and
 * one for each mesh that turns its back to the camera (sim/functional/traversal/facing.h) and is
 * shaded by a shader that minds. Lines without a last newline, the caller's (mem_free); NULL:
 * nothing, or no memory for it, of which what follows will say so. */
char *world_warnings(const struct world *world, const struct render_settings *render);
