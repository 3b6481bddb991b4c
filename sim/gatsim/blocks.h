/* blocks.h -- the basic blocks that the warps of a trace have come through, and how blocks followed
 * each other.
 *
 * A block begins where a warp arrived from anywhere but the instruction in front, and behind
 * branches, calls and exits; a warp that enters it executes all of it. An edge is a block together
 * with the one from which a warp came: what a pipeline does in a block depends on where it was
 * before (how fetch is aligned, which results are under way), so that GATSim's table of latencies
 * has a row for each edge (precharacterise.h). */
#pragma once

#include "common/status.h"
#include "sim/trace/kernel_trace.h"

#include <stdint.h>

#define BLOCKS_NONE UINT32_MAX

struct block {
    uint32_t first, n; /* instructions, by number */
};

struct block_edge {
    uint32_t from; /* block; BLOCKS_NONE: where a warp begins */
    uint32_t to;
    uint32_t next; /* of those into the same block; BLOCKS_NONE: none */
};

struct blocks {
    struct block *blocks;
    uint32_t *at; /* by number of an instruction: the block that it begins, else BLOCKS_NONE */
    uint32_t *edges_to; /* by block: the first of them, else BLOCKS_NONE */
    struct block_edge *edges;
    uint32_t n_blocks, n_edges, room_edges;
};

/* Of all that the trace's warps have executed; without edges. */
enum st_code blocks_find(struct blocks *out, const struct kernel_trace *t, struct status *st);
void blocks_release(struct blocks *b);

/* The number of an edge, which becomes known if it is not. Fails where memory runs out. */
enum st_code blocks_edge(struct blocks *b, uint32_t from, uint32_t to, uint32_t *out,
                         struct status *st);
