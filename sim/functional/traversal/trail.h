/* trail.h -- the way from the root of a structure to where a ray's walk is, as numbers of children:
 * what a walk needs that has lost entries of its stack and begins again at the root.
 *
 * Of a node the children that the ray enters are numbered from 0 in the order in which it enters
 * them. That order is the same at every visit, and what falls away between two visits, as something
 * nearer has been hit, are the last ones: so a number names the same child at every visit, or none
 * any more. (Laine, "Restart Trail for Stackless BVH Traversal", HPG 2010, for two children;
 * Vaidyanathan, Woop and Benthin, "Wide BVH Traversal with a Short Stack", HPG 2019, for more.)
 *
 * Hardware knows from a bit per level that a child is the last of its node, and so whether
 * something was lost; here the walk keeps what was lost to know it. */
#pragma once

#include "scenes/bvh/device_image.h"

#include <stdint.h>

struct trail {
    uint32_t until; /* a walk that begins again follows `child` down to this level; 0: none does */
    uint8_t child[DEVICE_MOST_DEPTH + 2]; /* by level of the node: the child that is under way */
};

/* The walk begins again, to go to child number `child` of the node at level - 1 that it was in. */
static inline void trail_restart(struct trail *t, uint32_t level, uint32_t child)
{
    t->until = level - 1;
    t->child[level - 1] = (uint8_t)child;
}

/* A node of this level, its parent's child number `child`, is visited. Returns how many of its
 * children are done. */
static inline uint32_t trail_enter(struct trail *t, uint32_t level, uint32_t child)
{
    uint32_t done = level <= t->until ? t->child[level] : 0;
    t->child[level - 1] = (uint8_t)child;
    t->child[level] = (uint8_t)done;
    if (level == t->until)
        t->until = 0;
    return done;
}

/* Where the walk was going, nothing is left to be visited. */
static inline void trail_end(struct trail *t)
{
    t->until = 0;
}
