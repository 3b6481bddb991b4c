#!/usr/bin/env python3
"""Prints every opcode of docs/reference/ptx.md with operands and the result that the PTX
manual asks for, worked out with Python's integers and fractions, not with the code under test.

A row: opcode, one letter per operand, destination first (h 16, r 32, d 64 bits, f f32, g f64, p
predicate), the sources' bits, the result's bits; nan stands for any NaN."""
import math
import struct
from fractions import Fraction

INTS = {16: [0, 1, 3, 0x7fff, 0x8000, 0xffff, 0x1234],
        32: [0, 1, 7, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678],
        64: [0, 1, 9, 2**63 - 1, 2**63, 2**64 - 1, 0x123456789abcdef0]}
FLOATS = [0.0, -0.0, 1.0, -2.5, 0.1, 3e38, -1e-40, math.inf, -math.inf, math.nan, 7.0, 0.5, 1.5, 2.5]
LETTER = {16: 'h', 32: 'r', 64: 'd'}


def bits32(x):
    try:
        return struct.unpack('<I', struct.pack('<f', x))[0]
    except OverflowError:
        return 0x7f800000 if x > 0 else 0xff800000


def bits64(x):
    return struct.unpack('<Q', struct.pack('<d', x))[0]


def f32(x):
    return struct.unpack('<f', struct.pack('<I', bits32(x)))[0]


def signed(v, n):
    v &= 2**n - 1
    return v - 2**n if v >> (n - 1) else v


rows = []


def row(op, letters, sources, result):
    if letters[0] in 'fg' and isinstance(result, float):
        text = 'nan' if result != result else '%x' % (bits32(result) if letters[0] == 'f' else bits64(result))
    else:
        text = '%x' % (result & (2**{'h': 16, 'r': 32, 'd': 64, 'p': 1, 'f': 32, 'g': 64}[letters[0]] - 1))
    cells = []
    for letter, s in zip(letters[1:], sources):
        cells.append('%x' % (bits32(s) if letter == 'f' and isinstance(s, float)
                             else bits64(s) if letter == 'g' and isinstance(s, float) else s))
    rows.append(' '.join([op, letters] + cells + [text]))


def pairs(values):
    return [(a, values[(i * 3 + 1) % len(values)]) for i, a in enumerate(values)] + \
           [(a, values[(i + 4) % len(values)]) for i, a in enumerate(values)] + [(values[2], values[2])]


def div(a, b, n, s):
    if b == 0:
        return 2**n - 1
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


def rem(a, b):
    if b == 0:
        return a
    r = abs(a) % abs(b)
    return -r if a < 0 else r


def integer_ops():
    for n in (16, 32, 64):
        L = LETTER[n]
        for t in 'us':
            view = (lambda v: signed(v, n)) if t == 's' else (lambda v: v)
            T = '.%s%d' % (t, n)
            for x, y in pairs(INTS[n]):
                a, b = view(x), view(y)
                for name, value in (('add', a + b), ('sub', a - b), ('mul.lo', a * b), ('div', div(a, b, n, t)),
                                    ('rem', rem(a, b)), ('min', min(a, b)), ('max', max(a, b)), ('mul.hi', a * b >> n)):
                    row(name + T, L * 3, (x, y), value)
                for name, value in (('lt', a < b), ('le', a <= b), ('gt', a > b), ('ge', a >= b), ('eq', a == b), ('ne', a != b)):
                    row('setp.' + name + T, 'p' + L * 2, (x, y), value)
                row('mad.lo' + T, L * 4, (x, y, 77), a * b + 77)
                if n < 64:
                    W = LETTER[2 * n]
                    row('mul.wide' + T, W + L * 2, (x, y), a * b)
                    row('mad.wide' + T, W + L * 2 + W, (x, y, 77), a * b + 77)
                if n == 32:
                    row('mad.hi' + T, L * 4, (x, y, 77), (a * b >> 32) + 77)
                row('selp' + T, L * 3 + 'p', (x, y, x & 1), x if x & 1 else y)
                for k in (0, 1, n - 1, n, 2**32 - 1):
                    row('shr' + T, L * 2 + 'r', (x, k), a >> min(k, n))
            for x in INTS[n]:
                row('mov' + T, L * 2, (x,), x)
        for x, y in pairs(INTS[n]):
            B = '.b%d' % n
            for name, value in (('and', x & y), ('or', x | y), ('xor', x ^ y)):
                row(name + B, L * 3, (x, y), value)
            row('setp.eq' + B, 'p' + L * 2, (x, y), x == y)
            row('setp.ne' + B, 'p' + L * 2, (x, y), x != y)
            row('selp' + B, L * 3 + 'p', (x, y, y & 1), x if y & 1 else y)
        for x in INTS[n]:
            row('not.b%d' % n, L * 2, (x,), ~x)
            row('mov.b%d' % n, L * 2, (x,), x)
            row('neg.s%d' % n, L * 2, (x,), -x)
            row('abs.s%d' % n, L * 2, (x,), abs(signed(x, n)))
            for k in (0, 1, n - 1, n, 2**32 - 1):
                row('shl.b%d' % n, L * 2 + 'r', (x, k), x << min(k, n))
                row('shr.b%d' % n, L * 2 + 'r', (x, k), x >> min(k, n))


def bit_ops():
    for n in (32, 64):
        L = LETTER[n]
        for x in INTS[n]:
            row('popc.b%d' % n, 'r' + L, (x,), bin(x).count('1'))
            row('clz.b%d' % n, 'r' + L, (x,), n - x.bit_length())
            row('brev.b%d' % n, L * 2, (x,), int(format(x, '0%db' % n)[::-1], 2))
            for start, length in ((0, 8), (4, 12), (n - 1, 5), (n, 3), (3, 0), (0, n), (256 + 8, 4)):
                s, k = start & 255, length & 255
                field = (x >> s) & (2**k - 1)
                row('bfe.u%d' % n, L * 2 + 'rr', (x, start, length), field)
                top = x >> min(n - 1, s + k - 1) & 1
                inside = max(0, min(k, n - s))
                value = 0 if k == 0 else field | ((2**n - 1) << inside if top else 0)
                row('bfe.s%d' % n, L * 2 + 'rr', (x, start, length), value)
    for low, high in pairs(INTS[32]):
        for k in (0, 1, 31, 32, 33):
            row('shf.l.wrap.b32', 'rrrr', (low, high, k), ((high << 32 | low) << (k & 31)) >> 32)
            row('shf.r.wrap.b32', 'rrrr', (low, high, k), (high << 32 | low) >> (k & 31))
    for a in (0, 1):
        row('not.pred', 'pp', (a,), 1 - a)
        row('mov.pred', 'pp', (a,), a)
        for b in (0, 1):
            row('and.pred', 'ppp', (a, b), a & b)
            row('or.pred', 'ppp', (a, b), a | b)
            row('xor.pred', 'ppp', (a, b), a ^ b)


def exact(op, a, b, rnd):
    """IEEE result of + - * / with one rounding."""
    if a != a or b != b:
        return math.nan
    with_inf = math.isinf(a) or math.isinf(b)
    if op == '/':
        if b == 0:
            return math.nan if a == 0 else math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))
        if math.isinf(a) and math.isinf(b):
            return math.nan
        if with_inf:
            s = math.copysign(1, a) * math.copysign(1, b)
            return math.copysign(math.inf if math.isinf(a) else 0.0, s)
        q = rnd(a / b) if rnd is not f32 else f32(a / b)
        return q
    value = {'+': a + b, '-': a - b, '*': a * b}[op]
    return rnd(value)


def smallest(a, b, sign):
    if a != a:
        return b
    if b != b:
        return a
    if a == b == 0:
        negative = math.copysign(1, a) < 0 or math.copysign(1, b) < 0
        positive = math.copysign(1, a) > 0 or math.copysign(1, b) > 0
        return (-0.0 if negative else 0.0) if sign > 0 else (0.0 if positive else -0.0)
    return (min if sign > 0 else max)(a, b)


def float_ops():
    for n, L, rnd in ((32, 'f', f32), (64, 'g', lambda x: x)):
        values = [rnd(v) for v in FLOATS]
        T = '.f%d' % n
        for a, b in pairs(values):
            for name, op in (('add', '+'), ('sub', '-'), ('mul', '*')):
                for form in ('', '.rn'):
                    row(name + form + T, L * 3, (a, b), exact(op, a, b, rnd))
            row('div.rn' + T, L * 3, (a, b), exact('/', a, b, rnd))
            if n == 32:
                row('div.full.f32', L * 3, (a, b), exact('/', a, b, rnd))
                row('div.approx.f32', L * 3, (a, b), exact('/', a, b, rnd))
            row('min' + T, L * 3, (a, b), smallest(a, b, 1))
            row('max' + T, L * 3, (a, b), smallest(a, b, -1))
            if a == a and b == b:
                row('copysign' + T, L * 3, (a, b), math.copysign(b, a))
            nan = a != a or b != b
            for name, value in (('lt', a < b), ('le', a <= b), ('gt', a > b), ('ge', a >= b), ('eq', a == b), ('ne', a != b)):
                row('setp.' + name + T, 'p' + L * 2, (a, b), value and not nan)
                row('setp.' + name + 'u' + T, 'p' + L * 2, (a, b), value or nan)
            row('setp.num' + T, 'p' + L * 2, (a, b), not nan)
            row('setp.nan' + T, 'p' + L * 2, (a, b), nan)
            row('selp' + T, L * 3 + 'p', (a, b, 1), a)
            row('selp' + T, L * 3 + 'p', (a, b, 0), b)
        for a in values:
            row('mov' + T, L * 2, (a,), a)
            if a == a:
                row('neg' + T, L * 2, (a,), -a)
                row('abs' + T, L * 2, (a,), abs(a))
                row('cvt.sat' + T + T, L * 2, (a,), min(max(a, 0.0) + 0.0, 1.0))
            reciprocal = exact('/', 1.0, a, rnd)
            root = math.nan if a != a or a < 0 else rnd(math.sqrt(a))
            row('rcp.rn' + T, L * 2, (a,), reciprocal)
            row('sqrt.rn' + T, L * 2, (a,), root if a else a)
            row('rsqrt.approx' + T, L * 2, (a,), exact('/', 1.0, root if a else a, rnd))
            if n == 32:
                row('rcp.approx.f32', L * 2, (a,), reciprocal)
                row('sqrt.approx.f32', L * 2, (a,), root if a else a)
        for a, b, c in ((1.5, 2.0, 0.25), (1 + 2.0**-20, 1 - 2.0**-20, -1.0), (3.0, math.inf, 1.0), (0.1, 10.0, -1.0)):
            a, b = rnd(a), rnd(b)
            value = a * b + c if math.isinf(b) else rnd(float(Fraction(a) * Fraction(b) + Fraction(c)))
            row('fma.rn' + T, L * 4, (a, b, c), value)
            row('mad.rn' + T, L * 4, (a, b, c), value)
    for a in (0.0, 0.5, -1.0, 3.0, 100.0, 1e6, 1e30):
        a = f32(a)
        row('sin.approx.f32', 'ff', (a,), f32(math.sin(a)))
        row('cos.approx.f32', 'ff', (a,), f32(math.cos(a)))
    for a in (0.0, 0.5, -1.0, 3.25, -140.0, 127.5, 200.0):
        row('ex2.approx.f32', 'ff', (a,), f32(2.0**a))
    for a in (1.0, 0.5, 3.0, 1e-40, 3e38):
        a = f32(a)
        row('lg2.approx.f32', 'ff', (a,), f32(math.log2(a)))


def round_to(a, mode):
    floor = math.floor(a)
    if mode == 'rmi':
        return floor
    if mode == 'rpi':
        return math.ceil(a)
    if mode == 'rzi':
        return math.trunc(a)
    return round(a)


def conversions():
    for n, L, rnd in ((32, 'f', f32), (64, 'g', lambda x: x)):
        T = '.f%d' % n
        for a in [rnd(v) for v in FLOATS + [-0.5, -1.5, 65535.7, -32768.9, 2147483647.0, 4294967295.5, 1e19, -1e19, 0.999]]:
            for mode in ('rni', 'rzi', 'rmi', 'rpi'):
                if a == a and not math.isinf(a):
                    row('cvt.' + mode + T + T, L * 2, (a,), math.copysign(float(round_to(a, mode)), a))
                for bits in (16, 32, 64):
                    for t, lo, hi in (('u', 0, 2**bits - 1), ('s', -2**(bits - 1), 2**(bits - 1) - 1)):
                        value = 0 if a != a else hi if a == math.inf else lo if a == -math.inf else \
                            min(max(round_to(a, mode), lo), hi)
                        row('cvt.%s.%s%d' % (mode, t, bits) + T, LETTER[bits] + L, (a,), value)
        for bits in (16, 32, 64):
            for x in INTS[bits]:
                for t in 'us':
                    v = signed(x, bits) if t == 's' else x
                    if n == 32 and bits == 64 and float(v) != v and f32(float(v)) != f32(float(v & ~0xfff)):
                        continue
                    row('cvt.rn' + T + '.%s%d' % (t, bits), L + LETTER[bits], (x,), rnd(float(v)))
    for a in FLOATS + [1e300, 1 + 2.0**-24, 1 + 3 * 2.0**-24]:
        row('cvt.rn.f32.f64', 'fg', (a,), f32(a))
        row('cvt.f64.f32', 'gf', (f32(a),), f32(a))
    for to in (8, 16, 32, 64):
        for source in (8, 16, 32, 64):
            for t in 'us':
                for u in 'us':
                    for x in INTS[max(source, 16)]:
                        x &= 2**source - 1
                        value = signed(x, source) if u == 's' else x
                        if to == 8:
                            value &= 0xff
                        # A register may be wider than the type: the rest of it must not matter.
                        for register in (16, 32, 64):
                            if register >= source:
                                junk = x | (0xa5a5a5a5a5a5a5a5 << source & (2**register - 1))
                                row('cvt.%s%d.%s%d' % (t, to, u, source), LETTER[max(to, 16)] + LETTER[register], (junk,), value)
    for space in ('local', 'global', 'const', 'shared'):
        row('cvta.%s.u64' % space, 'dd', (2**63 + 5,), 2**63 + 5)
        row('cvta.to.%s.u64' % space, 'dd', (2**63 + 5,), 2**63 + 5)


integer_ops()
bit_ops()
float_ops()
conversions()
seen = set()
for r in rows:
    if r not in seen:
        seen.add(r)
        print(r)
