/* trail.h -- the path from the root of a structure to the current node of a ray's walk, as child
 * numbers. It serves a walk that has lost entries of its stack and restarts at the root.
 *
 * The children of a node that the ray enters are numbered from 0 in the order in which it enters
 * them. That order is the same at every visit; if a nearer hit was found between two visits, only
 * the last children are dropped. So a number stands for the same child at every visit, or for none
 * any more. (Laine, "Restart Trail for Stackless BVH Traversal", HPG 2010, for two children;
 * Vaidyanathan, Woop and Benthin, "Wide BVH Traversal with a Short Stack", HPG 2019, for more.)
 *
 * Hardware stores a bit per level for the last child of a node, and so detects lost entries; here
 * the walk keeps the lost entries for that purpose. */
#pragma once

#include "scenes/bvh/device_image.h"

#include <stdint.h>

struct trail {
    uint32_t until; /* a restarted walk follows `child` down to this level; 0: no restart */
    uint8_t child[DEVICE_MOST_DEPTH + 2]; /* by level of a node: number of its current child */
};

/* Restarts the walk, towards a node: child number `child` of its parent, which was at level - 1. */
static inline void trail_restart(struct trail *t, uint32_t level, uint32_t child)
{
    t->until = level - 1;
    t->child[level - 1] = (uint8_t)child;
}

/* Visits a node of this level, child number `child` of its parent. Returns the number of its
 * children whose visits are complete. */
static inline uint32_t trail_enter(struct trail *t, uint32_t level, uint32_t child)
{
    uint32_t done = level <= t->until ? t->child[level] : 0;
    t->child[level - 1] = (uint8_t)child;
    t->child[level] = (uint8_t)done;
    if (level == t->until)
        t->until = 0;
    return done;
}

/* Ends a restart that finds no node left to visit. */
static inline void trail_end(struct trail *t)
{
    t->until = 0;
}
