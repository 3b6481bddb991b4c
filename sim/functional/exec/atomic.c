#include "sim/functional/exec/atomic.h"

#include <math.h>
#include <string.h>

static float float_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

static uint64_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static uint64_t add_doubles(uint64_t a, uint64_t b)
{
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return a;
}

/* Sign-extends a value of 4 or 8 bytes. */
static int64_t extended(uint64_t bits, uint32_t bytes)
{
    return bytes == 8 ? (int64_t)bits : (int32_t)(uint32_t)bits;
}

uint64_t atomic_changed(enum atomic_op op, uint64_t old, uint64_t value, uint64_t swap,
                        uint32_t bytes)
{
    switch (op) {
    case ATOMIC_ADD:
        return old + value;
    case ATOMIC_MIN:
        return old < value ? old : value;
    case ATOMIC_MAX:
        return old > value ? old : value;
    case ATOMIC_MIN_SIGNED:
        return extended(old, bytes) < extended(value, bytes) ? old : value;
    case ATOMIC_MAX_SIGNED:
        return extended(old, bytes) > extended(value, bytes) ? old : value;
    case ATOMIC_AND:
        return old & value;
    case ATOMIC_OR:
        return old | value;
    case ATOMIC_XOR:
        return old ^ value;
    case ATOMIC_EXCH:
        return value;
    case ATOMIC_CAS:
        return old == value ? swap : old;
    case ATOMIC_INC:
        return old >= value ? 0 : old + 1;
    case ATOMIC_DEC:
        return old == 0 || old > value ? value : old - 1;
    case ATOMIC_ADD_F32:
        return bits_of(float_of(old) + float_of(value));
    case ATOMIC_MIN_F32:
        return bits_of(fminf(float_of(old), float_of(value)));
    case ATOMIC_MAX_F32:
        return bits_of(fmaxf(float_of(old), float_of(value)));
    case ATOMIC_MUL:
        return old * value;
    case ATOMIC_MUL_F32:
        return bits_of(float_of(old) * float_of(value));
    case ATOMIC_ADD_F64:
        return add_doubles(old, value);
    }
    return old;
}
