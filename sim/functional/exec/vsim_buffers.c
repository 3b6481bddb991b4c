/* Makes the buffers of a scene for a folder of dumps. They are LumiBench's: bits that only this
 * project uses are 0. */
#include "sim/functional/exec/warp_context.h"

#include "common/memory.h"

#include <string.h>

void vsim_buffers_free(struct launch *l)
{
    for (uint32_t b = 0; b < DEVICE_BUFFERS; b++)
        mem_free(l->buffers.own[b]);
    mem_free(l->buffers.zeros);
}

/* A copy of a buffer whose elements have `stride` bytes, with `bits` cleared in the word at `at` of
 * every element. */
static uint8_t *without_bits(const struct device_buffer *from, size_t stride, size_t at,
                             uint32_t bits)
{
    uint8_t *copy = mem_calloc(from->size + 1, 1);
    if (!copy)
        return NULL;
    memcpy(copy, from->bytes, from->size);
    for (uint64_t i = at; i - at + stride <= from->size; i += stride) {
        uint32_t word;
        memcpy(&word, copy + i, sizeof word);
        word &= ~bits;
        memcpy(copy + i, &word, sizeof word);
    }
    return copy;
}

enum st_code vsim_buffers_create(struct launch *l, struct status *st)
{
    const struct device_buffer *of = l->image->buffers;
    uint8_t **own = l->buffers.own;
    own[DEVICE_MATERIALS] =
        without_bits(&of[DEVICE_MATERIALS], sizeof(struct device_material),
                     offsetof(struct device_material, model), DEVICE_MATERIAL_MASKED);
    own[DEVICE_OFFSETS] = without_bits(&of[DEVICE_OFFSETS], 8, 4, DEVICE_VERTEX_TURNED);
    l->buffers.zeros = mem_calloc(of[DEVICE_SPHERES].size + 1, 1);
    return own[DEVICE_MATERIALS] && own[DEVICE_OFFSETS] && l->buffers.zeros
               ? ST_OK
               : status_no_memory(st, "buffers");
}
