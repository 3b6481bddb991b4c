#!/usr/bin/env python3
"""Prints the instructions of Vulkan-Sim's dumps that are functions of their operands,
with operands and results after Vulkan-Sim's instructions.cc, worked out with Python's
numbers, not with the code under test.

A row: opcode, one letter per operand, destination first (h 16, r 32, d 64 bits, f f32, p
predicate), the sources' bits, the result's bits; nan stands for any NaN."""
import math
import struct

INTS = {16: [0, 1, 3, 0x7fff, 0x8000, 0xffff],
        32: [0, 1, 7, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678],
        64: [0, 1, 9, 2**63 - 1, 2**63, 2**64 - 1, 0x123456789abcdef0]}
LETTER = {16: 'h', 32: 'r', 64: 'd'}
NAN, INF = math.nan, math.inf
FLOATS = [0.0, -0.0, 1.0, -1.0, -2.5, 0.1, 3e38, -3e38, 1e-40, -1e-40, INF, -INF, NAN, 7.0, 0.5, 1.5, 2.5]


def bits(x):
    try:
        return struct.unpack('<I', struct.pack('<f', x))[0]
    except OverflowError:
        return 0x7f800000 if x > 0 else 0xff800000


def f32(x):
    return struct.unpack('<f', struct.pack('<I', bits(x)))[0]


def signed(v, n):
    v &= 2**n - 1
    return v - 2**n if v >> (n - 1) else v


rows = []


def row(op, letters, sources, result):
    width = {'h': 16, 'r': 32, 'd': 64, 'p': 1, 'f': 32}
    if letters[0] == 'f':
        text = 'nan' if result != result else '%x' % bits(result)
    else:
        text = '%x' % (int(result) & (2**width[letters[0]] - 1))
    cells = ['%x' % (bits(s) if letter == 'f' else s) for letter, s in zip(letters[1:], sources)]
    rows.append(' '.join([op, letters] + cells + [text]))


def pairs(values):
    return [(a, b) for a in values for b in values]


def raw(op, n):
    """Whole cells."""
    for v in INTS[n]:
        row(op, LETTER[n] * 2, [v], v)


# ---- moves, selections
for t in 'b16 u16 s16'.split():
    raw('mov.' + t, 16)
for t in 'b32 u32 s32 f32'.split():
    raw('mov.' + t, 32)
for t in 'b64 u64 s64 f64'.split():
    raw('mov.' + t, 64)
for v in 0, 1:
    row('mov.pred', 'pp', [v], v)
    row('not.pred', 'pp', [v], 1 - v)
    for w in 0, 1:
        row('and.pred', 'ppp', [v, w], v & w)
        row('or.pred', 'ppp', [v, w], v | w)
        row('xor.pred', 'ppp', [v, w], v ^ w)
    for t, n in [(t, 32) for t in 'f32 s32 u32 b32'.split()] + [(t, 64) for t in 's64 u64 b64 f64'.split()]:
        a, b = INTS[n][-1], INTS[n][-2]
        row('selp.' + t, LETTER[n] * 3 + 'p', [a, b, v], a if v else b)

# ---- integers
for n in 32, 64:
    for a, b in pairs(INTS[n]):
        for t in 'su':
            row('add.%s%d' % (t, n), LETTER[n] * 3, [a, b], a + b)
            row('sub.%s%d' % (t, n), LETTER[n] * 3, [a, b], a - b)
for a, b in pairs(INTS[32]):
    for t in 'su':
        row('mul.lo.%s32' % t, 'rrr', [a, b], a * b)
    row('mul.wide.u32', 'drr', [a, b], a * b)
    row('mul.wide.s32', 'drr', [a, b], signed(a, 32) * signed(b, 32))
    row('min.s32', 'rrr', [a, b], min(signed(a, 32), signed(b, 32)))
    row('max.s32', 'rrr', [a, b], max(signed(a, 32), signed(b, 32)))
    row('min.u32', 'rrr', [a, b], min(a, b))
    row('max.u32', 'rrr', [a, b], max(a, b))
for v in INTS[32]:
    row('neg.s32', 'rr', [v], -v)
    row('abs.s32', 'rr', [v], abs(signed(v, 32)))
    row('not.b32', 'rr', [v], ~v)
for v in INTS[64]:
    row('neg.s64', 'dd', [v], -v)
    row('not.b64', 'dd', [v], ~v)
for n in 16, 32, 64:
    for a, b in pairs(INTS[n]):
        row('and.b%d' % n, LETTER[n] * 3, [a, b], a & b)
        row('or.b%d' % n, LETTER[n] * 3, [a, b], a | b)
        row('xor.b%d' % n, LETTER[n] * 3, [a, b], a ^ b)
for amount in 0, 1, 4, 5, 31, 32, 33, 63, 64, 65, 2**32 - 1:
    for v in INTS[32]:
        row('shl.b32', 'rrr', [v, amount], v << amount if amount < 32 else 0)
        row('shr.u32', 'rrr', [v, amount], v >> amount if amount < 32 else 0)
        row('shr.s32', 'rrr', [v, amount], signed(v, 32) >> min(amount, 31))
    for v in INTS[64]:
        row('shl.b64', 'ddr', [v, amount], v << amount if amount < 64 else 0)
        row('shr.u64', 'ddr', [v, amount], v >> amount if amount < 64 else 0)

# ---- comparisons: of floats all false, ne too, where one is NaN
COMPARE = {'eq': lambda a, b: a == b, 'ne': lambda a, b: a < b or a > b, 'lt': lambda a, b: a < b,
           'le': lambda a, b: a <= b, 'gt': lambda a, b: a > b, 'ge': lambda a, b: a >= b}
for name, holds in COMPARE.items():
    for a, b in pairs(FLOATS):
        row('setp.%s.f32' % name, 'pff', [a, b], holds(f32(a), f32(b)))
    for n, kinds in (16, 'u'), (32, 'su'), (64, 'su'):
        for a, b in pairs(INTS[n]):
            for t in kinds:
                x, y = (signed(a, n), signed(b, n)) if t == 's' else (a, b)
                row('setp.%s.%s%d' % (name, t, n), 'p' + LETTER[n] * 2, [a, b], holds(x, y))

# ---- floats
for a, b in pairs(FLOATS):
    x, y = f32(a), f32(b)
    row('add.f32', 'fff', [a, b], x + y)
    row('sub.f32', 'fff', [a, b], x - y)
    row('mul.f32', 'fff', [a, b], x * y)
    row('min.f32', 'fff', [a, b], y if x != x else x if y != y else x if x < y else y)
    row('max.f32', 'fff', [a, b], y if x != x else x if y != y else x if x > y else y)


def root(x):
    return x if x != x or x == 0 or x == INF else NAN if x < 0 else f32(math.sqrt(x))


def reciprocal(x):
    return x if x != x else math.copysign(INF, x) if x == 0 else math.copysign(0, x) if abs(x) == INF else f32(1 / x)


def logarithm(x):
    return -INF if x == 0 else x if x != x or x == INF else NAN if x < 0 else f32(math.log(x)) / math.log(2)


def power(x):
    return x if x != x else INF if x >= 128 else 0.0 if x < -151 else 2.0 ** x


for v in FLOATS + [2.0, 3.0, 0.25, 1e10, 1e-10, 16777217.0, 0.9999999, 1.0000001, 100.0, -100.0, -149.0, -150.0]:
    x = f32(v)
    row('neg.f32', 'ff', [v], 0.0 - x)
    row('abs.f32', 'ff', [v], -x if x < 0 else x)
    row('rcp.approx.f32', 'ff', [v], reciprocal(x))
    row('sqrt.approx.f32', 'ff', [v], root(x))
    row('rsqrt.approx.f32', 'ff', [v], INF if x == 0 else reciprocal(root(x)))
    row('lg2.approx.f32', 'ff', [v], logarithm(x))
    row('ex2.approx.f32', 'ff', [v], power(x))
    finite = abs(x) < 1e6
    row('sin.approx.f32', 'ff', [v], math.sin(x) if finite else NAN) if finite or abs(x) == INF else None
    row('cos.approx.f32', 'ff', [v], math.cos(x) if finite else NAN) if finite or abs(x) == INF else None
    row('cvt.rmi.f32.f32', 'ff', [v], x if x != x or abs(x) == INF or x == 0 else float(math.floor(x)))
    for mode, rounded in ('rni', round), ('rzi', math.trunc):
        for t, least, most in ('s32', -2**31, 2**31 - 1), ('u32', 0, 2**32 - 1):
            value = 0 if x != x else least if x == -INF else most if x == INF else rounded(x)
            row('cvt.%s.%s.f32' % (mode, t), 'rf', [v], min(max(value, least), most))

# ---- doubles, of which the dumps have only these
for a, b in (1.5, 2.25), (-1e300, 1e-300), (0.1, 0.2):
    for op, r in ('add', a + b), ('mul', a * b):
        cells = [struct.unpack('<Q', struct.pack('<d', v))[0] for v in (a, b, r)]
        rows.append('%s.f64 ddd %x %x %x' % ((op,) + tuple(cells)))

# ---- conversions
for v in INTS[32] + [16777217, 16777219, 0x7fffffbf, 0xffffff7f, 0xffffff80]:
    row('cvt.rn.f32.u32', 'fr', [v], float(v))
    row('cvt.rn.f32.s32', 'fr', [v], float(signed(v, 32)))
    row('cvt.u32.s32', 'rr', [v], v)
    row('cvt.s32.u32', 'rr', [v], v)
    row('cvt.s64.s32', 'dr', [v], signed(v, 32))
    row('cvt.u64.u32', 'dr', [v], v)
for v in INTS[64]:
    row('cvt.u32.s64', 'rd', [v], v)
    row('cvt.u32.u64', 'rd', [v], v)

# ---- a register of 64 bits where 32 are meant: its low half; the result is zero-extended
for v in INTS[64]:
    row('cvt.rn.f32.u32', 'fd', [v], float(v & 0xffffffff))
    row('add.s32', 'rdr', [v, 5], v + 5)
    row('add.u32', 'drd', [v & 0xffffffff, v], (2 * v) & 0xffffffff)
    row('and.b32', 'ddd', [v, v], v & 0xffffffff)
    row('setp.eq.u32', 'pdr', [v, v & 0xffffffff], 1)
    row('mul.wide.u32', 'ddr', [v, 3], (v & 0xffffffff) * 3)
    row('selp.u32', 'rdrp', [v, 4, 1], v)
    row('mov.b32', 'rd', [v], v)
    row('mov.b32', 'dr', [v & 0xffffffff], v & 0xffffffff)
    row('shl.b32', 'rdd', [v, 4], v << 4)

print('\n'.join(dict.fromkeys(rows)))
