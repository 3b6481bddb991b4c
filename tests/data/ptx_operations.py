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
                        if to == 8 and t == 'u':
                            value &= 0xff
                        if to < 16 and t == 's':
                            value = signed(value, to)
                        # A register may be wider than the type: the rest of it must not matter.
                        for register in (16, 32, 64):
                            if register >= source:
                                junk = x | (0xa5a5a5a5a5a5a5a5 << source & (2**register - 1))
                                row('cvt.%s%d.%s%d' % (t, to, u, source), LETTER[max(to, 16)] + LETTER[register], (junk,), value)
    for space in ('local', 'global', 'const', 'shared'):
        row('cvta.%s.u64' % space, 'dd', (2**63 + 5,), 2**63 + 5)
        row('cvta.to.%s.u64' % space, 'dd', (2**63 + 5,), 2**63 + 5)


def bfind(x, n):
    return x.bit_length() - 1 if x else 2**32 - 1


def byte_of(a, b, nibble):
    byte = (b << 32 | a) >> 8 * (nibble & 7) & 0xff
    return (0xff if byte & 0x80 else 0) if nibble & 8 else byte


def permute(a, b, nibbles):
    """From the lowest byte on."""
    return sum(byte_of(a, b, k) << 8 * i for i, k in enumerate(nibbles))


MODES = {'.f4e': lambda k: [k, k + 1, k + 2, k + 3], '.b4e': lambda k: [k, k - 1 & 7, k - 2 & 7, k - 3 & 7],
         '.rc8': lambda k: [k] * 4, '.ecl': lambda k: [max(i, k) for i in range(4)],
         '.ecr': lambda k: [min(i, k) for i in range(4)], '.rc16': lambda k: [2 * (k & 1), 2 * (k & 1) + 1] * 2}


def parts(x, n, bits, sign):
    return [signed(x >> bits * i, bits) if sign == 's' else x >> bits * i & (2**bits - 1) for i in range(n)]


def find_set(mask, base, n):
    """fns of the PTX ISA, as it is written there."""
    if n == 0:
        return base if mask >> base & 1 else 2**32 - 1
    at, count = base, abs(n) - 1
    while 0 <= at < 32:
        if mask >> at & 1:
            if count == 0:
                return at
            count -= 1
        at += 1 if n > 0 else -1
    return 2**32 - 1


def more_integer_ops():
    for n in (32, 64):
        L = LETTER[n]
        for x in INTS[n] + [0x00f0, 2**(n - 1) + 5]:
            for t in 'us':
                value = x ^ (2**n - 1) if t == 's' and x >> (n - 1) else x
                found = bfind(value, n)
                row('bfind.%s%d' % (t, n), 'r' + L, (x,), found)
                row('bfind.shiftamt.%s%d' % (t, n), 'r' + L, (x,), n - 1 - found if value else found)
            for y in INTS[n][3:6]:
                for start, length in ((0, 8), (4, 12), (n - 1, 5), (n, 3), (3, 0), (0, n), (256 + 8, 4), (5, 255)):
                    s, k = start & 255, length & 255
                    field = ((2**k - 1) << s) & (2**n - 1)
                    row('bfi.b%d' % n, L * 3 + 'rr', (x, y, start, length), (y & ~field) | (x << s & field))
        for x, y in pairs(INTS[n]):
            for t in 'us':
                view = (lambda v: signed(v, n)) if t == 's' else (lambda v: v)
                row('sad.%s%d' % (t, n), L * 4, (x, y, 7), 7 + abs(view(x) - view(y)))
                if n == 64:
                    row('mad.hi.%s64' % t, 'dddd', (x, y, 77), (view(x) * view(y) >> 64) + 77)
            for c in (0, 1, 2**31, 2**32 - 1):
                for kind in 'bus':
                    row('slct.%s%d.s32' % (kind, n), L * 3 + 'r', (x, y, c), x if c < 2**31 else y)
                    row('slct.%s%d.f32' % (kind, n), L * 3 + 'f', (x, y, c), x if c < 2**31 or c == 2**31 else y)
    for n in (16, 32, 64):
        for x in INTS[n]:
            row('cnot.b%d' % n, LETTER[n] * 2, (x,), 1 if x == 0 else 0)
    for x, y in pairs(INTS[16]):
        for t in 'us':
            view = (lambda v: signed(v, 16)) if t == 's' else (lambda v: v)
            row('sad.%s16' % t, 'hhhh', (x, y, 7), 7 + abs(view(x) - view(y)))
    for a in (1.5, -0.0):
        for n, L in ((32, 'f'), (64, 'g')):
            row('slct.f%d.s32' % n, L * 3 + 'r', (a, 2.5, 0), a)
            row('slct.f%d.f32' % n, L * 3 + 'f', (a, 2.5, math.nan), 2.5)
    for x, y in pairs(INTS[32]):
        for t in 'us':
            view = (lambda v: signed(v, 24)) if t == 's' else (lambda v: v & 0xffffff)
            value = view(x) * view(y)
            row('mul24.lo.%s32' % t, 'rrr', (x, y), value)
            row('mul24.hi.%s32' % t, 'rrr', (x, y), value >> 16)
            row('mad24.lo.%s32' % t, 'rrrr', (x, y, 77), value + 77)
            row('mad24.hi.%s32' % t, 'rrrr', (x, y, 77), (value >> 16) + 77)
        for name, value in (('add', signed(x, 32) + signed(y, 32)), ('sub', signed(x, 32) - signed(y, 32))):
            row(name + '.sat.s32', 'rrr', (x, y), max(-2**31, min(2**31 - 1, value)))
        for k in (0, 1, 31, 32, 33, 2**32 - 1):
            m = min(k, 32)
            row('shf.l.clamp.b32', 'rrrr', (x, y, k), ((y << 32 | x) << m) >> 32)
            row('shf.r.clamp.b32', 'rrrr', (x, y, k), (y << 32 | x) >> m)
        for table in (0x80, 0xfe, 0x96, 0xe8, 0x1b):
            c = 0x0f0f3355
            value = sum((table >> ((x >> i & 1) << 2 | (y >> i & 1) << 1 | (c >> i & 1)) & 1) << i for i in range(32))
            row('lop3.b32', 'rrrrr', (x, y, c, table), value)
        for selector in (0x3210, 0x7654, 0x0123, 0xfedc, 0x8421, 0x5140):
            row('prmt.b32', 'rrrr', (x, y, selector), permute(x, y, [selector >> 4 * i & 15 for i in range(4)]))
        for mode, nibbles in MODES.items():
            for k in range(5):
                row('prmt.b32' + mode, 'rrrr', (x, y, k), permute(x, y, nibbles(k & 3)))
        for t in 'us':
            for u in 'us':
                names = '.%s32.%s32' % (t, u)
                row('dp4a' + names, 'rrrr', (x, y, 77), 77 + sum(
                    a * b for a, b in zip(parts(x, 4, 8, t), parts(y, 4, 8, u))))
                for half, at in (('lo', 0), ('hi', 2)):
                    row('dp2a.' + half + names, 'rrrr', (x, y, 77), 77 + sum(
                        a * b for a, b in zip(parts(x, 2, 16, t), parts(y, 4, 8, u)[at:])))
    for start in (0, 1, 8, 31, 32, 33):
        for width in (0, 1, 5, 31, 32, 40):
            clamped = 0 if start >= 32 else ((2**width - 1) << start) & (2**32 - 1)
            row('bmsk.clamp.b32', 'rrr', (start, width), clamped)
            row('bmsk.wrap.b32', 'rrr', (start, width), ((2**(width & 31) - 1) << (start & 31)))
    for x in INTS[32]:
        for n in (0, 1, 7, 31, 32, 35):
            for mode, k in (('clamp', min(n, 32)), ('wrap', n & 31)):
                low = x & (2**k - 1)
                row('szext.%s.u32' % mode, 'rrr', (x, n), low)
                row('szext.%s.s32' % mode, 'rrr', (x, n), signed(low, k) if k else 0)
        for base in (0, 3, 31):
            for n in (0, 1, 2, 5, -1, -3):
                row('fns.b32', 'rrrr', (x, base, n & 0xffffffff), find_set(x, base, n))


def rounded(x, bits, mode):
    """The float of so many bits next to a fraction: to the nearest, to zero, down or up."""
    part, least = (24, -149) if bits == 32 else (53, -1074)
    if x == 0:
        return 0.0
    size = abs(x)
    e = max(size.numerator.bit_length() - size.denominator.bit_length() - part - 1, least)
    while size / Fraction(2)**e >= 2**part:
        e += 1
    steps = size / Fraction(2)**e
    low = math.floor(steps)
    up = {'rn': steps - low > Fraction(1, 2) or (steps - low == Fraction(1, 2) and low & 1),
          'rz': False, 'rm': x < 0, 'rp': x > 0}[mode] and steps != low
    value = (low + up) * Fraction(2)**e
    most = Fraction(2 - Fraction(2)**(1 - part)) * 2**(127 if bits == 32 else 1023)
    if value > most:
        value = math.inf if mode == 'rn' or (mode == 'rp' and x > 0) or (mode == 'rm' and x < 0) else most
    return math.copysign(float(value), 1 if x > 0 else -1)


FRACTIONS = [(1.0, 3.0, 0.1), (-1.0, 3.0, 0.1), (1e-30, 1e-12, 1e-44), (-1e-30, 1e-12, 0.0), (3e38, 3.0, 1.0), (-3e38, 3.0, 1.0),
             (1.5, 2.0, -3.0), (7.0, -0.3, 2.1), (1e30, 1e-30, 1e-7), (5e-324, 0.5, 0.0), (-1.0, 1e-40, 1.0)]


def directed():
    for bits, L, rnd in ((32, 'f', f32), (64, 'g', lambda x: x)):
        for a, b, c in FRACTIONS:
            a, b, c = rnd(a), rnd(b), rnd(c)
            A, B, C = Fraction(a), Fraction(b), Fraction(c)
            for mode in ('rz', 'rm', 'rp', 'rn'):
                T = '.%s.f%d' % (mode, bits)
                if mode == 'rn':
                    row('fma' + T, L * 4, (a, b, c), rounded(A * B + C, bits, mode))
                    continue
                if A * B + C:
                    row('fma' + T, L * 4, (a, b, c), rounded(A * B + C, bits, mode))
                if A + B:
                    row('add' + T, L * 3, (a, b), rounded(A + B, bits, mode))
                if A - B:
                    row('sub' + T, L * 3, (a, b), rounded(A - B, bits, mode))
                if A and B:
                    row('mul' + T, L * 3, (a, b), rounded(A * B, bits, mode))
                    row('div' + T, L * 3, (a, b), rounded(A / B, bits, mode))
                    row('rcp' + T, L * 2, (a,), rounded(1 / A, bits, mode))
        for mode, zero in (('rz', 0.0), ('rp', 0.0), ('rm', -0.0)):
            row('add.%s.f%d' % (mode, bits), L * 3, (1.5, -1.5), zero)
            row('fma.%s.f%d' % (mode, bits), L * 4, (1.5, 2.0, -3.0), zero)
        for mode, last in (('rz', 0), ('rm', 0), ('rp', 1)):
            for a in (2.0, 3.0, 0.1, 1e-30):
                a = rnd(a)
                scale = 2**120
                root = Fraction(math.isqrt(int(Fraction(a) * scale * scale * 2**200)), scale * 2**100)
                row('sqrt.%s.f%d' % (mode, bits), L * 2, (a,), rounded(root + Fraction(last, 2**300), bits, mode))
        for x in INTS[64] + [2**53 + 1, 2**63 + 2**10 + 1, 2**24 + 1]:
            for mode in ('rz', 'rm', 'rp'):
                row('cvt.%s.f%d.u64' % (mode, bits), L + 'd', (x,), rounded(Fraction(x), bits, mode))
                row('cvt.%s.f%d.s64' % (mode, bits), L + 'd', (x,), rounded(Fraction(signed(x, 64)), bits, mode))
                if x < 2**32:
                    row('cvt.%s.f%d.u32' % (mode, bits), L + 'r', (x,), rounded(Fraction(x), bits, mode))
    for a in (0.1, -0.1, 1e-42, -1e-46, 1e39, -1e39):
        for mode in ('rz', 'rm', 'rp'):
            row('cvt.%s.f32.f64' % mode, 'fg', (a,), rounded(Fraction(a), 32, mode))


TINY = f32(1e-40)


def flushed(x):
    return math.copysign(0.0, x) if abs(x) < 2.0**-126 else x


def modified():
    """.ftz and .sat of floats."""
    for a, b, c in ((TINY, 1.0, 0.0), (-TINY, 2.0, 0.0), (2.0**-126, 0.5, 0.0), (3.0, 0.25, 1.0), (-3.0, 0.5, 0.5), (0.5, 0.5, 0.125),
                    (math.nan, 1.0, 1.0), (-0.0, 1.0, -0.0)):
        a, b, c = f32(a), f32(b), f32(c)
        fa, fb, fc = flushed(a), flushed(b), flushed(c)
        sat = lambda x: 0.0 if not x > 0 else min(x, 1.0)
        for name, value, flush in (('add', a + b, fa + fb), ('sub', a - b, fa - fb), ('mul', a * b, fa * fb)):
            row(name + '.ftz.f32', 'fff', (a, b), flushed(f32(flush)))
            row(name + '.sat.f32', 'fff', (a, b), sat(f32(value)))
            row(name + '.ftz.sat.f32', 'fff', (a, b), sat(flushed(f32(flush))))
        row('fma.rn.ftz.f32', 'ffff', (a, b, c), flushed(f32(fa * fb + fc)))
        row('fma.rn.sat.f32', 'ffff', (a, b, c), sat(f32(a * b + c)))
        row('setp.gt.ftz.f32', 'pff', (a, 0.0), fa > 0)
        row('setp.eq.ftz.f32', 'pff', (a, 0.0), fa == 0)
        if a == a:
            row('abs.ftz.f32', 'ff', (a,), abs(fa))
            row('neg.ftz.f32', 'ff', (a,), -fa)
            row('cvt.rpi.ftz.f32.f32', 'ff', (a,), math.copysign(float(math.ceil(fa)), fa))
            row('cvt.rpi.ftz.s32.f32', 'rf', (a,), math.ceil(fa))
            row('cvt.ftz.f64.f32', 'gf', (a,), fa)
        row('min.ftz.f32', 'fff', (a, b), smallest(fa, fb, 1))
        row('max.ftz.f32', 'fff', (a, b), smallest(fa, fb, -1))
        row('min.NaN.f32', 'fff', (a, b), math.nan if a != a else smallest(a, b, 1))
        row('max.NaN.f32', 'fff', (b, a), math.nan if a != a else smallest(b, a, -1))
    row('ex2.approx.ftz.f32', 'ff', (-140.0,), 0.0)
    row('ex2.approx.ftz.f32', 'ff', (3.0,), 8.0)
    row('rcp.approx.ftz.f32', 'ff', (TINY,), math.inf)
    row('rcp.approx.ftz.f32', 'ff', (f32(-3e38),), -0.0)
    row('div.full.ftz.f32', 'fff', (1.0, 4.0), 0.25)
    row('sqrt.approx.ftz.f32', 'ff', (TINY,), 0.0)
    row('rsqrt.approx.ftz.f32', 'ff', (-TINY,), -math.inf)
    row('lg2.approx.ftz.f32', 'ff', (TINY,), -math.inf)
    row('sin.approx.ftz.f32', 'ff', (-TINY,), -0.0)
    row('cos.approx.ftz.f32', 'ff', (TINY,), 1.0)
    row('cvt.rn.ftz.f32.f64', 'fg', (-1e-40,), -0.0)
    row('cvt.rn.sat.f32.s32', 'fr', (5,), 1.0)
    row('cvt.rz.sat.f32.s32', 'fr', (2**32 - 5,), 0.0)


def high(x):
    bits = bits64(x) & 0xffffffff00000000
    if bits >> 52 & 0x7ff == 0:
        bits &= 1 << 63
    return struct.unpack('<d', struct.pack('<Q', bits))[0]


def more_float_ops():
    for a in (1.0, -3.0, 1 + 2.0**-40, 1e-310, -0.0, math.inf, -math.inf, 1.7e308, 0.1):
        h = high(a)
        inverse = exact('/', 1.0, h, lambda x: x)
        row('rcp.approx.ftz.f64', 'gg', (a,), high(inverse))
        if a > 0:
            row('rsqrt.approx.ftz.f64', 'gg', (a,), high(exact('/', 1.0, math.sqrt(h), lambda x: x)))
    row('rcp.approx.ftz.f64', 'gg', (math.nan,), math.nan)
    row('rsqrt.approx.ftz.f64', 'gg', (-2.0,), math.nan)
    for a in (0.0, -0.0, 100.0, -100.0, math.inf):
        row('tanh.approx.f32', 'ff', (a,), math.copysign(0.0 if a == 0 else 1.0, a))
    for n, L, least in ((32, 'f', 2.0**-126), (64, 'g', 2.0**-1022)):
        for a in (0.0, -0.0, 1.0, -math.inf, math.nan, least / 2, -least, -least / 4):
            size = abs(a)
            tests = {'finite': a == a and size < math.inf, 'infinite': size == math.inf, 'number': a == a, 'notanumber': a != a,
                     'normal': a == a and least <= size < math.inf, 'subnormal': 0 < size < least}
            for name, value in tests.items():
                row('testp.%s.f%d' % (name, n), 'p' + L, (a,), value)


def half(x):
    try:
        return struct.unpack('<H', struct.pack('<e', x))[0]
    except OverflowError:
        return 0x7c00 if x > 0 else 0xfc00


def halves():
    values = [0.0, -0.0, 1.0, -2.5, 0.1, 65504.0, 6e-8, 2.0**-14, math.inf, 1.0009765625, 1 + 3 * 2.0**-11, 65519.0, 65520.0, 2.0**-25, 3 * 2.0**-26]
    numbers = [struct.unpack('<e', struct.pack('<H', half(v)))[0] for v in values]
    for v in values:
        row('cvt.rn.f16.f32', 'hf', (f32(v),), half(f32(v)))
        row('cvt.rn.f16.f64', 'hg', (v,), half(v))
        back = struct.unpack('<e', struct.pack('<H', half(v)))[0]
        row('cvt.f32.f16', 'fh', (half(v),), back)
        row('cvt.f64.f16', 'gh', (half(v),), back)
        row('neg.f16', 'hh', (half(v),), half(v) ^ 0x8000)
        row('abs.f16', 'hh', (half(v),), half(v) & 0x7fff)
    row('cvt.rn.f16.f32', 'hf', (math.nan,), 0x7fff)
    row('cvt.f32.f16', 'fh', (0x7e00,), math.nan)
    finite = [v for v in numbers if not math.isinf(v)]
    for a, b in pairs(finite):
        for name, value in (('add', a + b), ('sub', a - b), ('mul', a * b)):
            other = {'add': 1.0 + 2.0, 'sub': 1.0 - 2.0, 'mul': 2.0}[name]
            for form in ('', '.rn'):
                row(name + form + '.f16', 'hhh', (half(a), half(b)), half(value))
                row(name + form + '.f16x2', 'rrr', (half(a) << 16 | half(1.0), half(b) << 16 | half(2.0)),
                    half(value) << 16 | half(other))
        row('fma.rn.f16', 'hhhh', (half(a), half(b), half(0.5)), half(a * b + 0.5))
        row('fma.rn.f16x2', 'rrrr', (half(a) | half(1.0) << 16, half(b) | half(2.0) << 16, half(0.5) | half(0.5) << 16),
            half(a * b + 0.5) | half(2.5) << 16)


def more_conversions():
    for bits in (16, 32, 64):
        for x in INTS[bits] + [200, 2**bits - 100]:
            for u in 'us':
                v = signed(x, bits) if u == 's' else x
                for to, L in ((8, 'h'), (16, 'h'), (32, 'r')):
                    for t, lo, hi in (('u', 0, 2**to - 1), ('s', -2**(to - 1), 2**(to - 1) - 1)):
                        row('cvt.sat.%s%d.%s%d' % (t, to, u, bits), L + LETTER[bits], (x,), max(lo, min(hi, v)))
    for x in INTS[64]:
        row('cvt.sat.u64.s64', 'dd', (x,), max(0, signed(x, 64)))
        row('cvt.sat.s64.u64', 'dd', (x,), min(x, 2**63 - 1))
    for x in (0, 1, 127, 128, 255, 0xff80):
        for n, L in ((32, 'f'), (64, 'g')):
            row('cvt.rn.f%d.u8' % n, L + 'h', (x,), float(x & 255))
            row('cvt.rn.f%d.s8' % n, L + 'h', (x,), float(signed(x, 8)))
    for a in (0.5, 1.5, -3.0, 254.7, 300.0, math.nan):
        for mode in ('rni', 'rzi', 'rmi', 'rpi'):
            for n, L in ((32, 'f'), (64, 'g')):
                value = 0 if a != a else max(0, min(255, round_to(f32(a) if n == 32 else a, mode)))
                row('cvt.%s.u8.f%d' % (mode, n), 'r' + L, (a,), value)
    # A register that is wider than a signed type holds its sign.
    for x in (0x7f, 0x80, 0x1ff):
        row('cvt.s8.s32', 'rr', (x,), signed(x, 8))
        row('cvt.s16.s32', 'rr', (x << 8,), signed(x << 8, 16))
        row('cvt.s8.s64', 'dd', (x,), signed(x, 8))


integer_ops()
bit_ops()
float_ops()
conversions()
more_integer_ops()
directed()
modified()
more_float_ops()
halves()
more_conversions()
seen = set()
for r in rows:
    if r not in seen:
        seen.add(r)
        print(r)
