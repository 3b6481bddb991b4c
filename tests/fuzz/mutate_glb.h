/* mutate_glb.h -- changes the chunks of a GLB file and keeps their lengths right. */
#pragma once

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate.h"

enum { GLB_HEADER = 12, GLB_CHUNK = 8 };

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed)
{
    struct mutation m = fuzz_start(bytes, n, most, seed);
    size_t at = GLB_HEADER;
    if (m.n < GLB_HEADER + GLB_CHUNK)
        return m.n;
    while (fuzz_draw(&m, 2)) { /* the chunk to change */
        size_t next = at + GLB_CHUNK + fuzz_get_u32(m.bytes + at);
        if (next + GLB_CHUNK > m.n)
            break;
        at = next;
    }
    size_t length = fuzz_get_u32(m.bytes + at), room = m.n - at - GLB_CHUNK, whole = m.n;
    if (length > room)
        length = room;
    /* A part of it, as chunks are longer than a piece. */
    size_t from = fuzz_draw(&m, length), part = 1 + fuzz_draw(&m, 64);
    fuzz_change(&m, at + GLB_CHUNK + from, part < length - from ? part : length - from);
    length += m.n - whole;
    const uint8_t blanks[4] = "   ";
    whole = m.n;
    fuzz_splice(&m, at + GLB_CHUNK + length, 0, blanks, -length % 4);
    fuzz_put_u32(m.bytes + at, (uint32_t)(length + m.n - whole));
    fuzz_put_u32(m.bytes + 8, (uint32_t)m.n);
    return m.n;
}
