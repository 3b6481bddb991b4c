/* treelets.h -- cuts the acceleration structure into treelets: connected parts of a limited number
 * of bytes, each node in one. The RT unit prefetches them (docs/reference/rt-options.md, "Treelet
 * prefetch"); timing uses their addresses only, and does not read nodes.
 *
 * A treelet begins with a node and takes nodes breadth first from there, until the next one does
 * not fit; each remaining node becomes the root of a treelet. An instance leaf includes the header
 * of its BLAS, and the root of the TLAS includes the TLAS header (Chou, Nowicki, Aamodt, "Treelet
 * Prefetching For Ray Tracing", MICRO 2023, createTreelets in its code). Addresses of nodes do not
 * depend on treelets. */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct device_image;

/* Bytes of a unit. Nodes begin at multiples of it and consist of whole units. */
enum { TREELET_UNIT_B = 64 };
#define TREELET_NONE UINT32_MAX

/* The treelets of a structure. Any number of threads may read it concurrently. */
struct treelets {
    uint64_t base;    /* address of unit 0 */
    uint32_t n_units; /* number of units */
    uint32_t *of;     /* by unit: its treelet; TREELET_NONE if it holds no node */
    uint32_t n;
    uint32_t *first; /* by treelet, and one more: index of its first unit in `units` */
    uint32_t *units; /* units, treelet by treelet, in the order in which they were added */
};

/* The treelet of a record's address, or TREELET_NONE. */
static inline uint32_t treelet_of(const struct treelets *t, uint64_t addr)
{
    uint64_t unit = (addr - t->base) / TREELET_UNIT_B; /* becomes huge if addr is below base */
    return unit < t->n_units ? t->of[unit] : TREELET_NONE;
}

/* Cuts the structure into treelets of at most `bytes`, which is TREELETS_LEAST_B or more. The
 * result is the same for any number of threads. */
enum { TREELETS_LEAST_B = 256 };
enum st_code treelets_create(struct treelets **out, const struct device_image *image,
                             uint32_t bytes, struct status *st);
void treelets_free(struct treelets *t); /* NULL is a no-op */

/* The treelets of one image by size, each made at its first use; any thread may call
 * treelets_find(). */
struct treelets_kept; /* opaque */
enum st_code treelets_kept_create(struct treelets_kept **out, struct status *st);
void treelets_kept_free(struct treelets_kept *kept); /* NULL is a no-op */
enum st_code treelets_find(struct treelets_kept *kept, const struct device_image *image,
                           uint32_t bytes, const struct treelets **out, struct status *st);
