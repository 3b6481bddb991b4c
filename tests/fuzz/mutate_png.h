/* mutate_png.h -- changes one chunk of a PNG file, of IDAT also the rows that it packs, and keeps
 * lengths and checksums right. */
#pragma once

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate.h"

#include <zlib.h>

enum { PNG_SIGNATURE = 8, PNG_HEAD = 8, PNG_FRAME = 12 };

static inline uint32_t fuzz_big(uint32_t value)
{
    return value >> 24 | (value >> 8 & 0xff00) | (value & 0xff00) << 8 | value << 24;
}

/* Unpacks the data of a chunk, lets libFuzzer change them and packs them again. */
static inline void fuzz_change_packed(struct mutation *m, size_t at, size_t n)
{
    uint8_t rows[FUZZ_PIECE / 2], packed[FUZZ_PIECE];
    uLongf n_rows = sizeof rows, n_packed = sizeof packed;
    if (uncompress(rows, &n_rows, m->bytes + at, n) != Z_OK)
        return;
    n_rows = LLVMFuzzerMutate(rows, n_rows, sizeof rows);
    if (compress2(packed, &n_packed, rows, n_rows, 1) == Z_OK)
        fuzz_splice(m, at, n, packed, n_packed);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed)
{
    static const char names[][5] = {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA",
                                    "iCCP", "sBIT", "acTL", "zTXt", "ABCD", "abcd"};
    struct mutation m = fuzz_start(bytes, n, most, seed);
    size_t at = PNG_SIGNATURE, length;
    if (m.n < PNG_SIGNATURE + PNG_FRAME)
        return m.n;
    for (;;) { /* the chunk to change */
        length = fuzz_big(fuzz_get_u32(m.bytes + at));
        if (length > m.n - at - PNG_FRAME)
            length = m.n - at - PNG_FRAME;
        size_t next = at + PNG_FRAME + length;
        if (next + PNG_FRAME > m.n || fuzz_draw(&m, 2) == 0)
            break;
        at = next;
    }
    const size_t whole = m.n;
    switch (fuzz_draw(&m, 6)) {
    case 0: /* away */
        fuzz_splice(&m, at, PNG_FRAME + length, "", 0);
        return m.n;
    case 1: /* twice */
        fuzz_splice(&m, at, 0, m.bytes + at, PNG_FRAME + length);
        return m.n;
    case 2: /* its name */
        memcpy(m.bytes + at + 4, names[fuzz_draw(&m, sizeof names / sizeof *names)], 4);
        break;
    case 3:
        fuzz_change_packed(&m, at + PNG_HEAD, length);
        break;
    default:
        fuzz_change(&m, at + PNG_HEAD, length);
    }
    length += m.n - whole;
    fuzz_put_u32(m.bytes + at, fuzz_big((uint32_t)length));
    uint32_t sum = (uint32_t)crc32(0, m.bytes + at + 4, (uInt)(4 + length));
    fuzz_put_u32(m.bytes + at + PNG_HEAD + length, fuzz_big(sum));
    return m.n;
}
