#include "sim/config/set_index.h"

#include <string.h>

/* Primitive polynomials over GF(2) of degree 1 to 16, without the leading term. The polynomial of
 * degree 6, x^6 + x + 1, gives the set hash of GPGPU-Sim for 64 sets. */
static const uint16_t primitive[17] = {0,    0x1, 0x3, 0x3,  0x3,  0x5,   0x3, 0x3, 0x1d,
                                       0x11, 0x9, 0x5, 0x53, 0x1b, 0x143, 0x3, 0x2d};

/* Fills the table of the hash, which is linear over GF(2): bit i of the line number contributes x^i
 * modulo the polynomial. */
static void fill_ipoly(struct set_index *s)
{
    uint16_t power[64];
    uint32_t x = 1;
    for (int i = 0; i < 64; i++) {
        power[i] = (uint16_t)x;
        x <<= 1;
        if (x >> s->bits & 1)
            x = (x ^ 1u << s->bits) ^ primitive[s->bits];
    }
    for (int byte = 0; byte < 8; byte++)
        for (int value = 1; value < 256; value++)
            s->ipoly[byte][value] = s->ipoly[byte][value & (value - 1)] ^
                                    power[8 * byte + __builtin_ctz((unsigned)value)];
}

void set_index_make(struct set_index *out, uint32_t sets, enum set_index_kind kind)
{
    memset(out, 0, sizeof *out);
    out->kind = kind;
    while (sets >> out->bits > 1)
        out->bits++;
    if (out->bits)
        fill_ipoly(out);
}

uint32_t set_index_of(const struct set_index *s, uint64_t line_number)
{
    if (!s->bits)
        return 0;
    if (s->kind == SET_INDEX_LINEAR)
        return (uint32_t)line_number & ((1u << s->bits) - 1);
    uint32_t set = 0;
    for (int byte = 0; line_number; byte++, line_number >>= 8)
        set ^= s->ipoly[byte][line_number & 255];
    return set;
}
