/* A folder of dumps bound to a scene. The buffers are LumiBench's: what this project keeps in bits
 * that are zero there is not in them. */
#include "sim/functional/machine.h"

#include "common/memory.h"

#include <string.h>

struct vsim_buffers {
    uint8_t *materials, *offsets, *zeros;
};

const uint8_t *vsim_buffer(const struct vsim_buffers *b, uint32_t id)
{
    return id == DEVICE_MATERIALS ? b->materials
           : id == DEVICE_OFFSETS ? b->offsets
           : id == DEVICE_BUFFERS ? b->zeros
                                  : NULL;
}

void vsim_buffers_free(struct vsim_buffers *b)
{
    if (!b)
        return;
    mem_free(b->materials);
    mem_free(b->offsets);
    mem_free(b->zeros);
    mem_free(b);
}

static uint8_t *copy_of(const struct device_buffer *from)
{
    uint8_t *copy = mem_calloc(from->size + 1, 1);
    if (copy)
        memcpy(copy, from->bytes, from->size);
    return copy;
}

static void clear_bits(uint8_t *bytes, uint64_t size, size_t stride, size_t at, uint32_t bits)
{
    for (uint64_t i = 0; i + stride <= size; i += stride) {
        uint32_t word;
        memcpy(&word, bytes + i + at, sizeof word);
        word &= ~bits;
        memcpy(bytes + i + at, &word, sizeof word);
    }
}

enum st_code vsim_buffers_create(struct vsim_buffers **out, const struct device_image *image,
                                 struct status *st)
{
    const struct device_buffer *materials = &image->buffers[DEVICE_MATERIALS];
    const struct device_buffer *offsets = &image->buffers[DEVICE_OFFSETS];
    struct vsim_buffers *b = mem_calloc(1, sizeof *b);
    if (b) {
        b->materials = copy_of(materials);
        b->offsets = copy_of(offsets);
        b->zeros = mem_calloc(image->buffers[DEVICE_SPHERES].size + 1, 1);
    }
    if (!b || !b->materials || !b->offsets || !b->zeros) {
        vsim_buffers_free(b);
        return status_no_memory(st, "buffers");
    }
    clear_bits(b->materials, materials->size, sizeof(struct device_material),
               offsetof(struct device_material, model), DEVICE_MATERIAL_MASKED);
    clear_bits(b->offsets, offsets->size, 8, 4, DEVICE_VERTEX_TURNED);
    *out = b;
    return ST_OK;
}
