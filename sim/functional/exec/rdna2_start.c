/* Sets the initial state of machine code: scalar and vector registers, the dispatch packet (LLVM,
 * "User Guide for AMDGPU Backend": "Initial Kernel Execution State"; HSA Platform System
 * Architecture Specification, "Kernel dispatch packet"). */
#include "sim/functional/exec/rdna2_context.h"

#include <string.h>

/* Offsets of those fields of the dispatch packet that programs read. */
enum {
    PACKET_SETUP = 2,
    PACKET_BLOCK = 4, /* threads of a CTA: three numbers of 2 bytes */
    PACKET_GRID = 12, /* threads of the grid: three numbers of 4 bytes */
    PACKET_PRIVATE = 24,
    PACKET_GROUP = 28,
    PACKET_KERNARG = 40,
    DIMENSIONS = 3
};

void rdna2_dispatch_packet(uint8_t out[RDNA2_DISPATCH_BYTES], const uint32_t grid[3],
                           const uint32_t block[3], const struct program *p)
{
    uint64_t kernarg = RDNA2_DISPATCH_BASE + RDNA2_DISPATCH_BYTES;
    memset(out, 0, RDNA2_DISPATCH_BYTES);
    out[PACKET_SETUP] = DIMENSIONS;
    for (uint32_t i = 0; i < 3; i++) {
        uint16_t threads = (uint16_t)block[i];
        uint32_t all = grid[i] * block[i];
        memcpy(out + PACKET_BLOCK + 2 * i, &threads, sizeof threads);
        memcpy(out + PACKET_GRID + 4 * i, &all, sizeof all);
    }
    memcpy(out + PACKET_PRIVATE, &p->local_bytes, 4);
    memcpy(out + PACKET_GROUP, &p->shared_bytes, 4);
    memcpy(out + PACKET_KERNARG, &kernarg, sizeof kernarg);
}

struct scalars {
    row_u32 *at;
    uint32_t n;
};

static void add_scalar(struct scalars *s, uint8_t asked, uint32_t words, uint64_t value)
{
    for (uint32_t i = 0; asked && i < words; i++)
        s->at[s->n++] = i < 2 ? (uint32_t)(value >> 32 * i) : 0;
}

/* The position of a thread in its CTA, on one axis. */
static uint32_t thread_at(const struct rdna2_place *place, uint32_t thread, uint32_t axis)
{
    const uint32_t *block = place->block;
    return axis == 0   ? thread % block[0]
           : axis == 1 ? thread / block[0] % block[1]
                       : thread / block[0] / block[1];
}

void rdna2_start(struct warp_context *m, const struct rdna2_place *place)
{
    const struct program *p = m->launch->program;
    const struct rdna2_launch_state *state = &p->rdna2->state;
    struct scalars s = {rdna2_scalars(m), 0};
    add_scalar(&s, state->private_segment_buffer, 4, 0);
    add_scalar(&s, state->dispatch_ptr, 2, RDNA2_DISPATCH_BASE);
    add_scalar(&s, state->queue_ptr, 2, 0);
    add_scalar(&s, state->kernarg_segment_ptr, 2, RDNA2_DISPATCH_BASE + RDNA2_DISPATCH_BYTES);
    add_scalar(&s, state->dispatch_id, 2, 0);
    add_scalar(&s, state->flat_scratch_init, 2, 0);
    add_scalar(&s, state->private_segment_size, 1, p->local_bytes);
    for (uint32_t i = 0; i < 3; i++)
        add_scalar(&s, state->workgroup_id[i], 1, place->group[i]);
    add_scalar(&s, state->workgroup_info, 1, 0);
    add_scalar(&s, state->private_segment_wavefront_offset, 1, 0);
    for (uint32_t axis = 0; axis <= state->workitem_id; axis++)
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            context_u32(m, axis * RDNA2_ROW)[lane] = thread_at(place, place->first + lane, axis);
    s.at[RDNA2_EXEC] = m->lanes;
    simt_start(&m->stack, p->entry, m->lanes);
    m->warp.next = m->lanes ? &p->insts[p->entry] : NULL;
    m->warp.active = 0;
    if (m->warp.next)
        m->warp.active = p->rdna2->insts[p->entry].opcode->op < RDNA2_FIRST_SCALAR ? m->lanes : 1;
}
