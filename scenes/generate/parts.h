/* parts.h -- trees, grass and balls. Each has a generator of its own, and landscapes use them, too.
 */
#pragma once

#include "common/params.h"
#include "scenes/generate/mesh.h"

#define PARAMS_tree(X)                                                                             \
    X(REAL, height, 0.01, 1e4, "", "of the trunk and its branches, about")                         \
    X(REAL, trunk, 0.001, 0.2, "height", "radius of the trunk at its foot")                        \
    X(UINT, levels, 1, 5, "", "times that branches branch")                                        \
    X(UINT, children, 1, 12, "", "branches of a branch")                                           \
    X(REAL, spread, 0.05, 1.5, "", "how far branches lean away: 1 is half a right angle")          \
    X(UINT, sides, 3, 64, "", "segments around the trunk; two less each level, at least 3")        \
    X(UINT, leaves, 0, 1000, "", "on each of the last branches")                                   \
    X(REAL, leaf_size, 1e-4, 1e3, "", "length of a leaf, or edge of a card")                       \
    X(BOOL, cards, 0, 0, "", "leaves are squares for a masked texture, not pointed blades")        \
    X(UINT, seed, 0, 4294967295.0, "", "of the growth")
PARAM_DECLARE(tree);
enum { BRANCH_CELLS = 5 };

/* Adds a tree whose trunk begins at the origin; generator_tree gives the number of triangles. */
void add_tree(struct maker *m, const struct tree *t, uint32_t bark, uint32_t leaf);

#define PARAMS_grass(X)                                                                            \
    X(REAL, size, 1e-3, 1e4, "", "edge of the square patch, centred")                              \
    X(UINT, blades, 1, 1000000, "", "number of blades")                                            \
    X(REAL, blade_height, 1e-3, 1e3, "", "of the longest blades")                                  \
    X(REAL, blade_width, 1e-4, 1e2, "", "at the foot")                                             \
    X(UINT, seed, 0, 4294967295.0, "", "of places and bends")
PARAM_DECLARE(grass);
/* Adds grass of 6 triangles a blade. */
void add_grass(struct maker *m, const struct grass *g);

#define PARAMS_ball(X)                                                                             \
    X(REAL, radius, 1e-3, 1e5, "", "of the undisplaced ball, centred at the origin")               \
    X(UINT, cells, 1, 512, "", "squares along each edge of the cube that is blown up")             \
    X(REAL, bumps, 0, 0.5, "radius", "height of the displacement")                                 \
    X(REAL, frequency, 0.01, 100, "1/radius", "bumps per radius")                                  \
    X(UINT, octaves, 1, 12, "", "levels of ever finer bumps")                                      \
    X(UINT, seed, 0, 4294967295.0, "", "of the bumps")
PARAM_DECLARE(ball);
/* Adds a ball of 12 cells^2 triangles. */
void add_ball(struct maker *m, const struct ball *b);
