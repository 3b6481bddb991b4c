/* mutate_spirv.h -- changes the instructions of a SPIR-V module and keeps their word counts right.
 */
#pragma once

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate.h"

enum { SPIRV_HEADER = 20, SPIRV_BOUND = 12 };

struct fuzz_instruction {
    size_t at, n; /* in bytes */
};

static inline struct fuzz_instruction fuzz_draw_instruction(struct mutation *m)
{
    size_t at = SPIRV_HEADER, stop = fuzz_draw(m, m->n);
    for (;;) {
        size_t n = 4 * (size_t)(fuzz_get_u32(m->bytes + at) >> 16);
        n = n < 4 ? 4 : n > m->n - at ? m->n - at : n;
        if (at + n + 4 > m->n || at + n > stop)
            return (struct fuzz_instruction){at, n};
        at += n;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed)
{
    struct mutation m = fuzz_start(bytes, n, most, seed);
    for (uint32_t times = fuzz_draw(&m, 3); times < 3 && m.n >= SPIRV_HEADER + 4; times++) {
        struct fuzz_instruction one = fuzz_draw_instruction(&m), other = fuzz_draw_instruction(&m);
        size_t word = one.at + 4 * (size_t)fuzz_draw(&m, one.n / 4);
        uint32_t bound = fuzz_get_u32(m.bytes + SPIRV_BOUND), old = fuzz_get_u32(m.bytes + word);
        switch (fuzz_draw(&m, 6)) {
        case 0:
            fuzz_splice(&m, one.at, one.n, "", 0);
            break;
        case 1:
            fuzz_splice(&m, one.at, 0, m.bytes + other.at, other.n);
            break;
        case 2: /* another operation of as many words */
            fuzz_put_u32(m.bytes + one.at,
                         (fuzz_get_u32(m.bytes + one.at) & 0xffff0000) | fuzz_draw(&m, 450));
            break;
        case 3: /* another number near it, such as of a type or a literal */
            fuzz_put_u32(m.bytes + word, old + fuzz_draw(&m, 7) - 3);
            break;
        case 4:
            fuzz_put_u32(m.bytes + word, fuzz_draw(&m, bound));
            break;
        default: /* the operand of another instruction */
            fuzz_put_u32(m.bytes + word,
                         fuzz_get_u32(m.bytes + other.at + 4 * (size_t)fuzz_draw(&m, other.n / 4)));
        }
    }
    return m.n;
}
