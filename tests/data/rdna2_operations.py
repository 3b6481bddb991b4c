#!/usr/bin/env python3
"""Prints every instruction of docs/reference/rdna2.md that computes something, with operands and the result
that AMD's manual asks for, worked out with Python's integers and fractions, not with the code under test.

A row: mnemonic, one letter per operand, destination first (r 32, d 64 bits, f f32, g f64, p a lane's bit of a
mask, c SCC; as a source b is the lane's bit of the mask that is read), the sources' bits, the result's bits;
nan stands for any NaN."""
import math
import struct
from fractions import Fraction

I32 = [0, 1, 7, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678, 0xfffff800]
I64 = [0, 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1, 0x123456789abcdef0]
F32 = [0, 0x80000000, 0x3f800000, 0xc0200000, 0x3dcccccd, 0x7f61b1e6, 0x800116c2, 0x7f800000, 0xff800000,
       0x7fc00000, 0x40e00000, 0x3f000000, 0x3fc00000, 0x00000001, 0x4f000000, 0x7f7fffff]
F64 = [0, 2**63, 0x3ff0000000000000, 0xc004000000000000, 0x3fb999999999999a, 0x7fe1ccf385ebc8a0, 1,
       0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x3ca0000000000000]
M32, M64 = 2**32 - 1, 2**64 - 1
WIDTH = {'r': 32, 'f': 32, 'd': 64, 'g': 64, 'p': 1, 'c': 1}


def s32(v):
    return (v & M32) - 2**32 if v >> 31 & 1 else v & M32


def s64(v):
    return (v & M64) - 2**64 if v >> 63 & 1 else v & M64


def real(bits, letter='f'):
    return struct.unpack('<f', struct.pack('<I', bits))[0] if letter == 'f' else struct.unpack('<d', struct.pack('<Q', bits))[0]


def rounded(x, n=32):
    """The float nearest to a fraction, ties to even; denormals and overflow as IEEE 754 has them."""
    digits, least, top = (24, -149, 128) if n == 32 else (53, -1074, 1024)
    if x == 0:
        return 0.0
    size, e = abs(x), 0
    e = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2)**e > size:
        e -= 1
    unit = Fraction(2)**max(e - digits + 1, least)
    q = size / unit
    whole = q.numerator // q.denominator
    rest = q - whole
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1):
        whole += 1
    value = whole * unit
    value = math.inf if value >= Fraction(2)**top else float(value)
    return -value if x < 0 else value


def arithmetic(op, *v, n=32):
    """op of fractions, where operands are finite; the rules for the others come from Python's floats."""
    if all(math.isfinite(a) for a in v):
        x = op(*map(Fraction, v))
        if x != 0:
            return rounded(x, n)
    return op(*v)


def fma(a, b, c, n=32):
    if all(map(math.isfinite, (a, b, c))):
        x = Fraction(a) * Fraction(b) + Fraction(c)
        return rounded(x, n) if x else a * b + c if c == 0 or a * b == 0 else 0.0
    if math.isfinite(a) and math.isfinite(b):
        return c
    return a * b + c


def least(a, b):
    if a != a or b != b:
        return b if a != a else a
    return (a if math.copysign(1, a) < 0 else b) if a == b else min(a, b)


def most(a, b):
    if a != a or b != b:
        return b if a != a else a
    return (a if math.copysign(1, a) > 0 else b) if a == b else max(a, b)


def over(a, b, n=32):
    """A quotient."""
    if b == 0 and a == a:
        return math.nan if a == 0 else math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))
    if math.isfinite(a) and math.isfinite(b) and a != 0:
        return rounded(Fraction(a) / Fraction(b), n)
    return a / b


def root(a, n=32):
    if not a > 0 or a == math.inf:
        return a if a == 0 or a == math.inf else math.nan
    x, scale = Fraction(a), 2**200
    while x < 2**120:
        x *= 4
        scale *= 2
    whole = math.isqrt(x.numerator * 2**400 // x.denominator)
    exact = whole * whole * x.denominator == x.numerator * 2**400
    return rounded(Fraction(2 * whole + (0 if exact else 1), 2 * scale), n)


def put(op, letters, sources, result):
    kind = letters[0]
    if isinstance(result, float):
        if result != result:
            text = 'nan'
        else:
            if kind == 'f' and math.isfinite(result):
                result = rounded(Fraction(result)) or math.copysign(0.0, result)
            text = '%x' % struct.unpack('<I' if kind == 'f' else '<Q', struct.pack('<f' if kind == 'f' else '<d', result))[0]
    else:
        text = '%x' % (int(result) & (2**WIDTH[kind] - 1))
    print(' '.join([op, letters] + ['%x' % s for s in sources] + [text]))


VALUES = {'r': I32, 'd': I64, 'f': F32, 'g': F64, 'b': [0, 1], 'c': [0, 1]}
PICK = [(0, 0, 0, 0), (1, 3, 5, 1), (3, 5, 2, 0), (5, 2, 11, 1)]


def rows(op, letters, value, keep=lambda *v: True):
    """Some tuples of the sources' values; `value` gets floats for f and g, bits for the others."""
    lists = [VALUES[letter] for letter in letters[1:]]
    seen = set()
    for i in range(max(map(len, lists), default=1)):
        for steps in PICK:
            source = tuple(v[(i + k) % len(v)] for v, k in zip(lists, steps))
            if source in seen:
                continue
            seen.add(source)
            v = [real(s, letter) if letter in 'fg' else s for s, letter in zip(source, letters[1:])]
            if keep(*v):
                put(op, letters, source, value(*v))


def field(a, start, length):
    return a >> start & (2**length - 1)


def field_signed(a, start, length):
    v = field(a, start, length)
    return v - 2**length if length and v >> (length - 1) else v


def leading(a, n=32):
    return n - a.bit_length() if a else M32


def trailing(a):
    return (a & -a).bit_length() - 1 if a else M32


def reverse(a, n):
    return int(format(a, '0%db' % n)[::-1], 2)


def sign_bits(a):
    return leading(a ^ M32 if a >> 31 else a)


def s24(a):
    return (a & 0xffffff) - 2**24 if a >> 23 & 1 else a & 0xffffff


def clamped(x, low, high):
    if x != x:
        return 0
    if math.isinf(x):
        return high if x > 0 else low
    return min(max(int(x), low), high)


def kind_of(bits):
    size = bits & 0x7fffffff
    if size > 0x7f800000:
        return 1 if size >> 22 & 1 else 0
    kind = 0 if size == 0x7f800000 else 1 if size >= 0x800000 else 2 if size else 3
    return 2 + kind if bits >> 31 else 9 - kind


def vector_floats():
    for f, suffix, n in (('f', 'f32', 32), ('g', 'f64', 64)):
        rows('v_add_' + suffix, f * 3, lambda a, b: arithmetic(lambda x, y: x + y, a, b, n=n))
        rows('v_mul_' + suffix, f * 3, lambda a, b: arithmetic(lambda x, y: x * y, a, b, n=n))
        rows('v_fma_' + suffix, f * 4, lambda a, b, c: fma(a, b, c, n))
        rows('v_min_' + suffix, f * 3, least)
        rows('v_max_' + suffix, f * 3, most)
        rows('v_rcp_' + suffix, f * 2, lambda a: over(1.0, a, n))
        rows('v_sqrt_' + suffix, f * 2, lambda a: root(a, n))
        rows('v_rsq_' + suffix, f * 2, lambda a: over(1.0, root(a, n), n))
        for name, whole in (('floor', math.floor), ('ceil', math.ceil), ('trunc', math.trunc), ('rndne', round)):
            rows('v_%s_%s' % (name, suffix), f * 2,
                 lambda a: math.copysign(float(whole(a)), a) if math.isfinite(a) else a)
        rows('v_ldexp_' + suffix, f * 2 + 'r',
             lambda a, b: a if not math.isfinite(a) or a == 0 else rounded(Fraction(a) * Fraction(2)**max(min(s32(b), 3000), -3000), n)
             or math.copysign(0.0, a))
        for name, holds in COMPARE_REAL:
            rows('v_cmp_%s_%s' % (name, suffix), 'p' + f * 2, holds)
            rows('v_cmpx_%s_%s' % (name, suffix), 'p' + f * 2, holds)
    sub = lambda a, b: arithmetic(lambda x, y: x - y, a, b)
    rows('v_sub_f32', 'fff', sub)
    rows('v_subrev_f32', 'fff', lambda a, b: sub(b, a))
    rows('v_mul_legacy_f32', 'fff', lambda a, b: 0.0 if a == 0 or b == 0 else arithmetic(lambda x, y: x * y, a, b))
    for name in ('v_fmac_f32', 'v_fmamk_f32', 'v_fmaak_f32'):
        rows(name, 'ffff', fma)
    rows('v_min3_f32', 'ffff', lambda a, b, c: least(least(a, b), c))
    rows('v_max3_f32', 'ffff', lambda a, b, c: most(most(a, b), c))
    rows('v_med3_f32', 'ffff', lambda a, b, c: least(least(a, b), c) if a != a or b != b or c != c
         else sorted((a, b, c), key=lambda x: (x, math.copysign(1, x)))[1])
    for name in ('v_rcp_iflag_f32',):
        rows(name, 'ff', lambda a: over(1.0, a))
    rows('v_fract_f32', 'ff', lambda a: math.nan if not math.isfinite(a) else min(rounded(Fraction(a) - math.floor(a)), 1 - 2.0**-24),
         keep=math.isfinite)
    rows('v_frexp_mant_f32', 'ff', lambda a: math.frexp(a)[0] if math.isfinite(a) else a)
    rows('v_frexp_exp_i32_f32', 'rf', lambda a: math.frexp(a)[1] if math.isfinite(a) else 0)
    # Where the exact value is a float; that the rest is within a unit in the last place: unit/elementary.
    for x, y in ((0.0, 1.0), (1.0, 2.0), (-3.0, 0.125), (math.inf, math.inf), (-math.inf, 0.0), (math.nan, math.nan), (130.0, math.inf)):
        put('v_exp_f32', 'ff', (bits(x),), y)
    for x, y in ((1.0, 0.0), (8.0, 3.0), (0.25, -2.0), (0.0, -math.inf), (-1.0, math.nan), (math.inf, math.inf), (2.0**-149, -149.0)):
        put('v_log_f32', 'ff', (bits(x),), y)
    for x, s, c in ((0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (0.25, 1.0, None), (-0.25, -1.0, None), (3.5, None, -1.0), (math.nan, math.nan, math.nan),
                    (math.inf, math.nan, math.nan)):
        if s is not None:
            put('v_sin_f32', 'ff', (bits(x),), s)
        if c is not None:
            put('v_cos_f32', 'ff', (bits(x),), c)
    for a in F32:
        for b in (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1023):
            put('v_cmp_class_f32', 'pfr', (a, b), b >> kind_of(a) & 1)
            put('v_cmpx_class_f32', 'pfr', (a, b), b >> kind_of(a) & 1)
    division()


def bits(x):
    return struct.unpack('<I', struct.pack('<f', x))[0]


def division():
    """The three operations of a quotient, each by its text in the manual, but for what keeps that from giving
    quotients: what is scaled back is so by 2^64, up or down; a divisor with a tiny inverse is scaled down."""
    denormal = lambda x: x != 0 and abs(x) < Fraction(2)**-126
    exponent = lambda x: bits(x) >> 23 & 255

    def scale(a, b, c):
        if b == 0 or c == 0:
            return math.nan, 0
        up, inverse, quotient = 2**64, 1 / Fraction(b), Fraction(c) / Fraction(b)
        by = lambda k: rounded(Fraction(a) * k)
        if exponent(c) - exponent(b) >= 96:
            return (by(up) if a == b else a), 1
        if denormal(Fraction(b)):
            return by(up), 0
        if denormal(inverse) and denormal(quotient):
            return (by(Fraction(1, up)) if a == b else a), 1
        if denormal(inverse):
            return by(Fraction(1, up)), 0
        if denormal(quotient):
            return (by(up) if a == c else a), 1
        return (by(up) if exponent(c) <= 23 else a), 0

    numbers = [1.0, -3.0, 0.1, 3e38, 1e-38, 1e-40, 2.0**-149, 2.0**100, 1e20, 0.0]
    for b in numbers:
        for c in numbers:
            b, c = real(bits(b)), real(bits(c))
            for a in (b, c):
                value, flag = scale(a, b, c)
                put('v_div_scale_f32', 'ffff', (bits(a), bits(b), bits(c)), float(value))
                put('v_div_scale_f32', 'pfff', (bits(a), bits(b), bits(c)), flag)

    def fixup(a, b, c):
        sign = math.copysign(1, b) * math.copysign(1, c)
        if b != b or c != c or (b == 0 and c == 0) or (math.isinf(b) and math.isinf(c)):
            return math.nan
        if b == 0 or math.isinf(c) or (not math.isinf(b) and exponent(c) - exponent(b) > 150):
            return sign * math.inf
        if math.isinf(b) or c == 0 or exponent(c) - exponent(b) < -150:
            return sign * 0.0
        return math.copysign(a, sign)

    rows('v_div_fixup_f32', 'ffff', fixup, keep=lambda a, b, c: a == a)
    rows('v_div_fmas_f32', 'ffffb',
         lambda a, b, c, bit: rounded((Fraction(a) * Fraction(b) + Fraction(c))
                                      * Fraction(2)**(0 if not bit else 64 if exponent(c) > 127 else -64)),
         keep=lambda a, b, c, bit: all(map(math.isfinite, (a, b, c))) and Fraction(a) * Fraction(b) + Fraction(c) != 0
         and math.isfinite(fma(a, b, c)))


COMPARE_REAL = [
    ('lt', lambda a, b: a < b), ('eq', lambda a, b: a == b), ('le', lambda a, b: a <= b), ('gt', lambda a, b: a > b),
    ('lg', lambda a, b: a < b or a > b), ('ge', lambda a, b: a >= b), ('o', lambda a, b: a == a and b == b),
    ('u', lambda a, b: a != a or b != b), ('nge', lambda a, b: not a >= b), ('nlg', lambda a, b: not (a < b or a > b)),
    ('ngt', lambda a, b: not a > b), ('nle', lambda a, b: not a <= b), ('neq', lambda a, b: not a == b),
    ('nlt', lambda a, b: not a < b)]
COMPARE = [('lt', lambda a, b: a < b), ('eq', lambda a, b: a == b), ('le', lambda a, b: a <= b), ('gt', lambda a, b: a > b),
           ('ne', lambda a, b: a != b), ('ge', lambda a, b: a >= b)]


def vector_integers():
    for name, holds in COMPARE:
        for v in ('v_cmp_', 'v_cmpx_'):
            rows(v + name + '_u32', 'prr', holds)
            rows(v + name + '_i32', 'prr', lambda a, b: holds(s32(a), s32(b)))
            rows(v + name + '_u64', 'pdd', holds)
            rows(v + name + '_i64', 'pdd', lambda a, b: holds(s64(a), s64(b)))
    two = {
        'add_nc_u32': lambda a, b: a + b, 'sub_nc_u32': lambda a, b: a - b, 'subrev_nc_u32': lambda a, b: b - a,
        'add_nc_i32': lambda a, b: a + b, 'sub_nc_i32': lambda a, b: a - b,
        'min_u32': min, 'max_u32': max, 'min_i32': lambda a, b: min(s32(a), s32(b)), 'max_i32': lambda a, b: max(s32(a), s32(b)),
        'mul_lo_u32': lambda a, b: a * b, 'mul_hi_u32': lambda a, b: a * b >> 32, 'mul_hi_i32': lambda a, b: s32(a) * s32(b) >> 32,
        'mul_u32_u24': lambda a, b: (a & 0xffffff) * (b & 0xffffff), 'mul_hi_u32_u24': lambda a, b: (a & 0xffffff) * (b & 0xffffff) >> 32,
        'mul_i32_i24': lambda a, b: s24(a) * s24(b), 'mul_hi_i32_i24': lambda a, b: s24(a) * s24(b) >> 32,
        'and_b32': lambda a, b: a & b, 'or_b32': lambda a, b: a | b, 'xor_b32': lambda a, b: a ^ b, 'xnor_b32': lambda a, b: ~(a ^ b),
        'lshlrev_b32': lambda a, b: b << (a & 31), 'lshrrev_b32': lambda a, b: b >> (a & 31), 'ashrrev_i32': lambda a, b: s32(b) >> (a & 31),
        'bfm_b32': lambda a, b: (2**(a & 31) - 1) << (b & 31), 'bcnt_u32_b32': lambda a, b: bin(a).count('1') + b}
    for name, value in two.items():
        rows('v_' + name, 'rrr', value)
    middle = lambda a, b, c: sorted((a, b, c))[1]
    wide = lambda a, b: a << 32 | b
    three = {
        'add3_u32': lambda a, b, c: a + b + c, 'lshl_add_u32': lambda a, b, c: (a << (b & 31)) + c,
        'add_lshl_u32': lambda a, b, c: (a + b) << (c & 31), 'xad_u32': lambda a, b, c: (a ^ b) + c, 'sad_u32': lambda a, b, c: abs(a - b) + c,
        'min3_u32': min, 'max3_u32': max, 'med3_u32': middle,
        'min3_i32': lambda *v: min(map(s32, v)), 'max3_i32': lambda *v: max(map(s32, v)), 'med3_i32': lambda *v: middle(*map(s32, v)),
        'mad_u32_u24': lambda a, b, c: (a & 0xffffff) * (b & 0xffffff) + c, 'mad_i32_i24': lambda a, b, c: s24(a) * s24(b) + c,
        'bfe_u32': lambda a, b, c: field(a, b & 31, c & 31), 'bfe_i32': lambda a, b, c: field_signed(a, b & 31, c & 31),
        'bfi_b32': lambda a, b, c: (a & b) | (~a & c), 'alignbit_b32': lambda a, b, c: wide(a, b) >> (c & 31),
        'alignbyte_b32': lambda a, b, c: wide(a, b) >> 8 * (c & 3), 'lshl_or_b32': lambda a, b, c: a << (b & 31) | c,
        'and_or_b32': lambda a, b, c: a & b | c, 'or3_b32': lambda a, b, c: a | b | c, 'xor3_b32': lambda a, b, c: a ^ b ^ c}
    for name, value in three.items():
        rows('v_' + name, 'rrrr', value)
    one = {'mov_b32': lambda a: a, 'not_b32': lambda a: ~a, 'bfrev_b32': lambda a: reverse(a, 32), 'ffbh_u32': leading, 'ffbl_b32': trailing,
           'ffbh_i32': sign_bits}
    for name, value in one.items():
        rows('v_' + name, 'rr', value)
    rows('v_cndmask_b32', 'rrrb', lambda a, b, bit: b if bit else a)
    rows('v_lshlrev_b64', 'drd', lambda a, b: b << (a & 63))
    rows('v_lshrrev_b64', 'drd', lambda a, b: b >> (a & 63))
    rows('v_ashrrev_i64', 'drd', lambda a, b: s64(b) >> (a & 63))
    rows('v_mbcnt_hi_u32_b32', 'rrr', lambda a, b: b)
    for name, value in (('add', lambda a, b: a + b), ('sub', lambda a, b: a - b), ('subrev', lambda a, b: b - a)):
        rows('v_%s_co_u32' % name, 'rrr', value)
        rows('v_%s_co_u32' % name, 'prr', lambda a, b: not 0 <= value(a, b) <= M32)
        change = lambda a, b, c: value(a, b) + (c if name == 'add' else -c)
        rows('v_%s_co_ci_u32' % name, 'rrrb', change)
        rows('v_%s_co_ci_u32' % name, 'prrb', lambda a, b, c: not 0 <= change(a, b, c) <= M32)
    rows('v_mad_u64_u32', 'drrd', lambda a, b, c: a * b + c)
    rows('v_mad_u64_u32', 'prrd', lambda a, b, c: a * b + c > M64)
    rows('v_mad_i64_i32', 'drrd', lambda a, b, c: s32(a) * s32(b) + s64(c))
    rows('v_mad_i64_i32', 'prrd', lambda a, b, c: not -2**63 <= s32(a) * s32(b) + s64(c) < 2**63)


def vector_conversions():
    rows('v_cvt_f32_u32', 'fr', lambda a: rounded(Fraction(a)))
    rows('v_cvt_f32_i32', 'fr', lambda a: rounded(Fraction(s32(a))))
    rows('v_cvt_f64_u32', 'gr', float)
    rows('v_cvt_f64_i32', 'gr', lambda a: float(s32(a)))
    rows('v_cvt_f64_f32', 'gf', lambda a: a)
    rows('v_cvt_f32_f64', 'fg', lambda a: a if not math.isfinite(a) or a == 0 else rounded(Fraction(a)) or math.copysign(0.0, a))
    for k in range(4):
        rows('v_cvt_f32_ubyte%d' % k, 'fr', lambda a: float(a >> 8 * k & 255))
    for f, suffix in (('f', 'f32'), ('g', 'f64')):
        rows('v_cvt_u32_' + suffix, 'r' + f, lambda a: clamped(a, 0, M32))
        rows('v_cvt_i32_' + suffix, 'r' + f, lambda a: clamped(a, -2**31, 2**31 - 1))
    rows('v_cvt_flr_i32_f32', 'rf', lambda a: clamped(math.floor(a) if math.isfinite(a) else a, -2**31, 2**31 - 1))
    rows('v_cvt_rpi_i32_f32', 'rf', lambda a: clamped(math.floor(Fraction(a) + Fraction(1, 2)) if math.isfinite(a) else a, -2**31, 2**31 - 1))


def scalar():
    def pair(name, letters, value, condition=None):
        rows('s_' + name, letters, value)
        if condition:
            rows('s_' + name, 'c' + letters[1:], condition)

    for letter, n, suffix in (('r', 32, 'b32'), ('d', 64, 'b64')):
        mask = 2**n - 1
        nonzero = lambda f: lambda *v: f(*v) & mask != 0
        pair('mov_' + suffix, letter * 2, lambda a: a)
        pair('cmov_' + suffix, letter * 2 + 'c', lambda a, c: a if c else 0)
        pair('cselect_' + suffix, letter * 3 + 'c', lambda a, b, c: a if c else b)
        invert = lambda a: ~a
        pair('not_' + suffix, letter * 2, invert, nonzero(invert))
        for name, value in LOGIC:
            pair(name + '_' + suffix, letter * 3, value, nonzero(value))
        lshl, lshr = (lambda a, b: a << (b & (n - 1))), (lambda a, b: a >> (b & (n - 1)))
        ashr = lambda a, b: (s32(a) if n == 32 else s64(a)) >> (b & (n - 1))
        pair('lshl_' + suffix, letter * 2 + 'r', lshl, nonzero(lshl))
        pair('lshr_' + suffix, letter * 2 + 'r', lshr, nonzero(lshr))
        pair('ashr_i%d' % n, letter * 2 + 'r', ashr, nonzero(ashr))
        pair('bfm_' + suffix, letter + 'rr', lambda a, b: (2**(a & (n - 1)) - 1) << (b & (n - 1)))
        pair('brev_' + suffix, letter * 2, lambda a: reverse(a, n))
        count = lambda a: bin(a).count('1')
        pair('bcnt1_i32_' + suffix, 'r' + letter, count, lambda a: count(a) != 0)
        pair('bcnt0_i32_' + suffix, 'r' + letter, lambda a: n - count(a), lambda a: count(a) != n)
        pair('ff1_i32_' + suffix, 'r' + letter, trailing)
        pair('ff0_i32_' + suffix, 'r' + letter, lambda a: trailing(~a & mask))
        pair('flbit_i32_' + suffix, 'r' + letter, lambda a: leading(a, n))
        rows('s_bitcmp1_' + suffix, 'c' + letter + 'r', lambda a, b: a >> (b & (n - 1)) & 1)
        rows('s_bitcmp0_' + suffix, 'c' + letter + 'r', lambda a, b: not a >> (b & (n - 1)) & 1)
        for a in VALUES[letter]:
            for start, length in ((0, 8), (4, 12), (n - 1, 5), (3, 0), (0, n)):
                b = start | length << 16
                inside = min(length, n - start)
                put('s_bfe_u%d' % n, letter * 2 + 'r', (a, b), field(a, start, length))
                put('s_bfe_i%d' % n, letter * 2 + 'r', (a, b), field_signed(a, start, inside))
                put('s_bfe_u%d' % n, 'c' + letter + 'r', (a, b), field(a, start, length) != 0)
    for name, value in LOGIC:
        rows('s_%s_saveexec_b32' % name, 'drr', lambda a, e: e | (value(a, e) & M32) << 32)
    rows('s_andn1_saveexec_b32', 'drr', lambda a, e: e | (~a & e & M32) << 32)
    rows('s_orn1_saveexec_b32', 'drr', lambda a, e: e | ((~a | e) & M32) << 32)
    rows('s_andn1_wrexec_b32', 'drr', lambda a, e: (~a & e & M32) * (1 + 2**32))
    rows('s_andn2_wrexec_b32', 'drr', lambda a, e: (a & ~e & M32) * (1 + 2**32))
    pair('add_u32', 'rrr', lambda a, b: a + b, lambda a, b: a + b > M32)
    pair('sub_u32', 'rrr', lambda a, b: a - b, lambda a, b: a < b)
    pair('addc_u32', 'rrrc', lambda a, b, c: a + b + c, lambda a, b, c: a + b + c > M32)
    pair('subb_u32', 'rrrc', lambda a, b, c: a - b - c, lambda a, b, c: a < b + c)
    beyond = lambda x: not -2**31 <= x < 2**31
    pair('add_i32', 'rrr', lambda a, b: a + b, lambda a, b: beyond(s32(a) + s32(b)))
    pair('sub_i32', 'rrr', lambda a, b: a - b, lambda a, b: beyond(s32(a) - s32(b)))
    pair('mul_i32', 'rrr', lambda a, b: a * b)
    pair('mul_hi_u32', 'rrr', lambda a, b: a * b >> 32)
    pair('mul_hi_i32', 'rrr', lambda a, b: s32(a) * s32(b) >> 32)
    pair('min_u32', 'rrr', min, lambda a, b: a < b)
    pair('max_u32', 'rrr', max, lambda a, b: a > b)
    pair('min_i32', 'rrr', lambda a, b: min(s32(a), s32(b)), lambda a, b: s32(a) < s32(b))
    pair('max_i32', 'rrr', lambda a, b: max(s32(a), s32(b)), lambda a, b: s32(a) > s32(b))
    pair('abs_i32', 'rr', lambda a: abs(s32(a)), lambda a: a != 0)
    pair('absdiff_i32', 'rrr', lambda a, b: abs(s32(a) - s32(b)), lambda a, b: a != b)
    for k in range(1, 5):
        pair('lshl%d_add_u32' % k, 'rrr', lambda a, b: (a << k) + b, lambda a, b: (a << k) + b > M32)
    pair('flbit_i32', 'rr', sign_bits)
    pair('sext_i32_i8', 'rr', lambda a: field_signed(a, 0, 8))
    pair('sext_i32_i16', 'rr', lambda a: field_signed(a, 0, 16))
    pair('bitset0_b32', 'rr', lambda a: 0)
    pair('bitset1_b32', 'rr', lambda a: 1 << (a & 31))
    pair('pack_ll_b32_b16', 'rrr', lambda a, b: (b & 0xffff) << 16 | a & 0xffff)
    pair('pack_lh_b32_b16', 'rrr', lambda a, b: b & 0xffff0000 | a & 0xffff)
    pair('pack_hh_b32_b16', 'rrr', lambda a, b: b & 0xffff0000 | a >> 16)
    rows('s_cmp_eq_u64', 'cdd', lambda a, b: a == b)
    rows('s_cmp_lg_u64', 'cdd', lambda a, b: a != b)
    for name, holds in COMPARE:
        name = 'lg' if name == 'ne' else name
        rows('s_cmp_%s_u32' % name, 'crr', holds)
        rows('s_cmp_%s_i32' % name, 'crr', lambda a, b: holds(s32(a), s32(b)))
        for a in I32:
            for k in (0, 1, 100, 0x7fff):
                put('s_cmpk_%s_i32' % name, 'crr', (a, k), holds(s32(a), k))
            for k in (0, 31, 0x8000, 0xffff):
                put('s_cmpk_%s_u32' % name, 'crr', (a, k), holds(a, k))
    for k in (0, 1, 0x7fff, 0x8000, 0xffff):
        wide = k - 2**16 if k >> 15 else k
        put('s_movk_i32', 'rr', (k,), wide)
        put('s_cmovk_i32', 'rrc', (k, 1), wide)
        put('s_cmovk_i32', 'rrc', (k, 0), 0)
        for a in I32:
            put('s_addk_i32', 'rrr', (k, a), a + wide)
            put('s_addk_i32', 'crr', (k, a), beyond(s32(a) + wide))
            put('s_mulk_i32', 'rrr', (k, a), a * wide)


LOGIC = [('and', lambda a, b: a & b), ('or', lambda a, b: a | b), ('xor', lambda a, b: a ^ b), ('andn2', lambda a, b: a & ~b),
         ('orn2', lambda a, b: a | ~b), ('nand', lambda a, b: ~(a & b)), ('nor', lambda a, b: ~(a | b)), ('xnor', lambda a, b: ~(a ^ b))]

vector_floats()
vector_integers()
vector_conversions()
scalar()
