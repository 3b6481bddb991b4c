/* mutate.h -- shared by mutators that know a format. A mutator replaces libFuzzer's own, which it
 * calls for a part of the bytes; the replay links the same code and never runs it. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* libFuzzer's interface: both change the n bytes and return the new number of bytes, `most` at
 * most. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed);

struct mutation {
    uint8_t *bytes;
    size_t n, most;
    uint32_t random; /* state of the generator */
};

/* A number below n, or 0 (xorshift). */
static inline uint32_t fuzz_draw(struct mutation *m, size_t n)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 17;
    m->random ^= m->random << 5;
    return n ? (uint32_t)(m->random % n) : 0;
}

/* Starts the generator of a mutation; one in four is libFuzzer's own. */
static inline struct mutation fuzz_start(uint8_t *bytes, size_t n, size_t most, unsigned seed)
{
    struct mutation m = {bytes, n, most, seed | 1};
    if (fuzz_draw(&m, 4) == 0)
        m.n = LLVMFuzzerMutate(bytes, n, most);
    return m;
}

enum { FUZZ_PIECE = 4096 };
/* Replaces `old` bytes at `at` by n others, which may lie in m->bytes; does nothing where there is
 * no room. */
static inline void fuzz_splice(struct mutation *m, size_t at, size_t old, const void *new, size_t n)
{
    uint8_t copy[FUZZ_PIECE];
    if (n > sizeof copy || m->n - old + n > m->most)
        return;
    memcpy(copy, new, n);
    memmove(m->bytes + at + n, m->bytes + at + old, m->n - at - old);
    memcpy(m->bytes + at, copy, n);
    m->n += n - old;
}

/* Lets libFuzzer change `old` bytes at `at`. */
static inline void fuzz_change(struct mutation *m, size_t at, size_t old)
{
    uint8_t copy[FUZZ_PIECE];
    if (old > sizeof copy)
        return;
    memcpy(copy, m->bytes + at, old);
    fuzz_splice(m, at, old, copy, LLVMFuzzerMutate(copy, old, sizeof copy));
}

static inline uint32_t fuzz_get_u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline void fuzz_put_u32(uint8_t *at, uint32_t value)
{
    memcpy(at, &value, sizeof value);
}
