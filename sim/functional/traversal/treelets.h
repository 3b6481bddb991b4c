/* treelets.h -- the acceleration structure cut into treelets: connected parts of at most so many
 * bytes, each node in one. Timing prefetches them (docs/reference/rt-options.md, "Treelet
 * prefetch") and, like warp.h, sees addresses here and no nodes.
 *
 * A treelet begins with a node and takes nodes breadth first from there, until the next one does
 * not fit; each node that is left becomes the root of a treelet. An instance leaf takes the header
 * of its BLAS with it, the header of the TLAS goes with its root (Chou, Nowicki, Aamodt, "Treelet
 * Prefetching For Ray Tracing", MICRO 2023, createTreelets in its code). Nodes lie where they lie
 * without treelets. */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct device_image;

/* Nodes are whole units, on multiples of it. */
enum { TREELET_UNIT_B = 64 };
#define TREELET_NONE UINT32_MAX

/* Plain data, to be read by any number of threads at once. */
struct treelets {
    uint64_t base;    /* address of unit 0 */
    uint32_t n_units; /* from it on */
    uint32_t *of;     /* by unit: its treelet, TREELET_NONE where no node is */
    uint32_t n;
    uint32_t *first; /* by treelet, and one more: its first in `units` */
    uint32_t *units; /* of each treelet, in the order in which it took them */
};

/* The treelet of a record's address. */
static inline uint32_t treelet_of(const struct treelets *t, uint64_t addr)
{
    uint64_t unit = (addr - t->base) / TREELET_UNIT_B; /* huge where addr lies below */
    return unit < t->n_units ? t->of[unit] : TREELET_NONE;
}

/* Of at most `bytes`, which is TREELETS_LEAST_B or more. The same for any number of threads. */
enum { TREELETS_LEAST_B = 256 };
enum st_code treelets_create(struct treelets **out, const struct device_image *image,
                             uint32_t bytes, struct status *st);
void treelets_free(struct treelets *t); /* NULL is a no-op */

/* Those of one image by their size, each cut when it is first asked for; by any threads. */
struct treelets_kept; /* opaque */
enum st_code treelets_kept_create(struct treelets_kept **out, struct status *st);
void treelets_kept_free(struct treelets_kept *kept); /* NULL is a no-op */
enum st_code treelets_find(struct treelets_kept *kept, const struct device_image *image,
                           uint32_t bytes, const struct treelets **out, struct status *st);
