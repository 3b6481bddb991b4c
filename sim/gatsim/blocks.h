/* blocks.h -- the basic blocks that the warps of a trace execute, and the edges between them.
 *
 * A block begins at an instruction that a warp reached other than from the one before it, and
 * behind branches, calls and exits; a warp that enters a block executes all of it. An edge is a
 * block together with its predecessor in a warp. The pipeline's timing in a block depends on the
 * predecessor (alignment of fetch, results in flight), so GATSim's table of latencies has a row per
 * edge (precharacterise.h). */
#pragma once

#include "common/status.h"
#include "sim/trace/kernel_trace.h"

#include <stdint.h>

#define BLOCKS_NONE UINT32_MAX

struct block {
    uint32_t first, n; /* numbers of its instructions: first to first + n - 1 */
};

struct block_edge {
    uint32_t from; /* number of the block before; BLOCKS_NONE: the warp begins with this block */
    uint32_t to;
    uint32_t next; /* next edge into the same block; BLOCKS_NONE: none */
};

struct blocks {
    struct block *blocks;
    uint32_t *at; /* by number of an instruction: the block that begins with it, or BLOCKS_NONE */
    uint32_t *edges_to; /* by block: the first edge into it, or BLOCKS_NONE */
    struct block_edge *edges;
    uint32_t n_blocks, n_edges, room_edges;
};

/* Finds all blocks that the trace's warps have executed; adds no edges. */
enum st_code blocks_find(struct blocks *out, const struct kernel_trace *t, struct status *st);
void blocks_release(struct blocks *b);

/* Finds or adds an edge; *out is its number. Fails if memory runs out. */
enum st_code blocks_edge(struct blocks *b, uint32_t from, uint32_t to, uint32_t *out,
                         struct status *st);
