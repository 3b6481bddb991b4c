#include "sim/gatsim/blocks.h"

#include "common/auto.h"
#include "common/grow.h"
#include "common/memory.h"

#include <stdbool.h>

static bool ends_block(const struct warp_inst *inst)
{
    return inst->op == OP_BRANCH || inst->op == OP_EXIT || inst->kind == KIND_CONTROL ||
           inst->kind == KIND_CALL;
}

/* Marks the beginnings of blocks in a warp's run: instructions that it reached from elsewhere, and
 * those behind instructions from which it went elsewhere. */
static void mark_warp(const struct step_log *r, bool *begins)
{
    uint32_t at = UINT32_MAX;
    for (uint32_t i = 0; i < r->n_runs; i++) {
        const struct step_log_run *run = &r->runs[i];
        if (run->pc != at) {
            begins[run->pc] = true;
            if (at != UINT32_MAX)
                begins[at] = true;
        }
        at = run->pc + run->n;
    }
    if (at != UINT32_MAX)
        begins[at] = true;
}

static bool executed(const struct kernel_trace *t, uint32_t i)
{
    return i < t->n_insts && t->insts[i].op != OP_COUNT;
}

enum st_code blocks_find(struct blocks *out, const struct kernel_trace *t, struct status *st)
{
    MEM_AUTO bool *begins = NULL;
    uint32_t n = t->n_insts;
    *out = (struct blocks){0};
    /* one more place than instructions, for a block that ends with the last one */
    TRY(mem_make(&begins, (size_t)n + 1, sizeof *begins, "basic blocks", st));
    for (uint32_t w = 0; w < t->n_warps; w++)
        mark_warp(&t->warps[w], begins);
    for (uint32_t i = 0; i < n; i++)
        if (executed(t, i) && (ends_block(&t->insts[i]) || !executed(t, i + 1)))
            begins[i + 1] = true;
    TRY(mem_make(&out->at, n, sizeof *out->at, "basic blocks", st));
    if (!MEM_ARRAYS(MEM_ARRAY(out->blocks, n), MEM_ARRAY(out->edges_to, n))) {
        blocks_release(out);
        return status_no_memory(st, "basic blocks");
    }
    for (uint32_t i = 0; i < n; i++) {
        out->at[i] = BLOCKS_NONE;
        if (!executed(t, i))
            continue;
        if (begins[i]) {
            out->at[i] = out->n_blocks;
            out->edges_to[out->n_blocks] = BLOCKS_NONE;
            out->blocks[out->n_blocks++] = (struct block){i, 0};
        }
        out->blocks[out->n_blocks - 1].n++;
    }
    return ST_OK;
}

void blocks_release(struct blocks *b)
{
    MEM_FREE(b->blocks, b->at, b->edges_to, b->edges);
    *b = (struct blocks){0};
}

enum st_code blocks_edge(struct blocks *b, uint32_t from, uint32_t to, uint32_t *out,
                         struct status *st)
{
    for (uint32_t e = b->edges_to[to]; e != BLOCKS_NONE; e = b->edges[e].next)
        if (b->edges[e].from == from) {
            *out = e;
            return ST_OK;
        }
    if (!grow(&b->edges, b->n_edges, &b->room_edges, sizeof *b->edges))
        return status_no_memory(st, "basic blocks");
    *out = b->n_edges++;
    b->edges[*out] = (struct block_edge){from, to, b->edges_to[to]};
    b->edges_to[to] = *out;
    return ST_OK;
}
