#!/usr/bin/env python3
"""Prints every memory instruction of docs/reference/rdna2.md, with what it finds and what it is to leave
behind by AMD's manual, worked out with Python's integers and floats, not with the code under test.

A row is a line (opcode, space, EXEC, the instruction's text) and the bytes of 32 lanes, before and after. A
lane has 64 bytes: 32 of memory, 16 of memory far behind them, and then, before, four words of data and, after,
four of results. Spaces: g global, s shared, p scratch (private), c scalar loads, whose 16 words of results are
all that is after.

Registers: v1 and s[8:9] or v[4:5] lead to byte 16 of a lane's memory, s[10:11] to byte 1024 of all; data are
v[12:15], results v[8:11] and s[16:31]."""
import random
import struct
import sys

LANES, BEFORE = 32, 0x5e000000  # what registers of results hold before
WORDS = [0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x7f7fffff,
         0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x80008080, 0x7fff7f7f, 0x34000000, 0x12345678]
MASKS = (0xffffffff, 0x80a5c30f, 0x00000000)
draw = random.Random(3)


def word():
    return draw.choice(WORDS) if draw.random() < 0.6 else draw.getrandbits(32)


class Lane:
    def __init__(self):
        self.memory = bytearray(struct.pack('<12I', *(word() for _ in range(12))))
        self.data = [word() for _ in range(4)]
        self.result = [BEFORE + i for i in range(4)]

    def get(self, at, n, signed=False):
        """n bytes at a distance from byte 16; the far ones lie from 2048 - 16 on."""
        at = 32 + (at - 2032) if at >= 2032 else at + 16
        assert 0 <= at <= 48 - n
        return int.from_bytes(self.memory[at:at + n], 'little', signed=signed)

    def put(self, at, n, value):
        at = 32 + (at - 2032) if at >= 2032 else at + 16
        assert 0 <= at <= 48 - n
        self.memory[at:at + n] = (value & (1 << 8 * n) - 1).to_bytes(n, 'little')

    def bytes(self, last):
        return bytes(self.memory) + struct.pack('<4I', *(w & 0xffffffff for w in last))


def put(opcode, space, text, effect, prepare=None):
    for mask in MASKS:
        lanes = [Lane() for _ in range(LANES)]
        for lane in lanes:
            if prepare:
                prepare(lane)
        before = b''.join(lane.bytes(lane.data) for lane in lanes)
        for i, lane in enumerate(lanes):
            if mask >> i & 1:
                effect(lane)
        after = b''.join(lane.bytes(lane.result) for lane in lanes)
        sys.stdout.buffer.write(('%s %s %08x %s\n' % (opcode, space, mask, text)).encode() + before + after)


def registers(file, first, n):
    return '%s%d' % (file, first) if n == 1 else '%s[%d:%d]' % (file, first, first + n - 1)


def offset(at):
    return ' offset:%d' % at if at else ''


def load(at, size, n, signed):
    def effect(lane):
        for i in range(n):
            lane.result[i] = lane.get(at + i * size, size, signed)
    return effect


def store(at, size, n):
    def effect(lane):
        for i in range(n):
            lane.put(at + i * size, size, lane.data[i])
    return effect


LOADS = [('ubyte', 1, 1, False), ('sbyte', 1, 1, True), ('ushort', 2, 1, False), ('sshort', 2, 1, True), ('dword', 4, 1, False),
         ('dwordx2', 4, 2, False), ('dwordx3', 4, 3, False), ('dwordx4', 4, 4, False)]
STORES = [('byte', 1, 1), ('short', 2, 1), ('dword', 4, 1), ('dwordx2', 4, 2), ('dwordx3', 4, 3), ('dwordx4', 4, 4)]


def ways(space):
    """Addresses: their text, what comes behind the last operand, and the distances to try."""
    if space == 'flat':
        return [('v[4:5]', '', (0, 4))]
    return [('v[4:5]', ', off', (-16, -4, 0)), ('v1', ', s[8:9]', (-8, 0))]


def global_memory():
    for space in ('global', 'flat'):
        for address, behind, distances in ways(space):
            for at in distances:
                for name, size, n, signed in LOADS:
                    for part in range(0, 4, size):
                        if at + part + size * n > 16:
                            continue
                        put('%s_load_%s' % (space, name), 'g', '%s_load_%s %s, %s%s%s' %
                            (space, name, registers('v', 8, n), address, behind, offset(at + part)), load(at + part, size, n, signed))
                for name, size, n in STORES:
                    for part in range(0, 4, size):
                        if at + part + size * n > 16:
                            continue
                        put('%s_store_%s' % (space, name), 'g', '%s_store_%s %s, %s%s%s' %
                            (space, name, address, registers('v', 12, n), behind, offset(at + part)), store(at + part, size, n))


def signed(v):
    return v - 2**32 if v >> 31 else v


def add_floats(a, b):
    a, b = (struct.unpack('<f', struct.pack('<I', v))[0] for v in (a, b))
    sum = a + b  # exact enough: 53 bits of a sum of two floats round to 24 as the sum itself does
    try:
        return struct.unpack('<I', struct.pack('<f', sum))[0]
    except OverflowError:
        return 0x7f800000 if sum > 0 else 0xff800000


CHANGES = {'add': lambda m, d: m + d, 'umin': min, 'umax': max, 'smin': lambda m, d: min(m, d, key=signed),
           'smax': lambda m, d: max(m, d, key=signed), 'and': lambda m, d: m & d, 'or': lambda m, d: m | d, 'xor': lambda m, d: m ^ d,
           'swap': lambda m, d: d}


def atomic(at, change, result):
    def effect(lane):
        old = lane.get(at, 4)
        lane.put(at, 4, change(old, lane.data))
        if result:
            lane.result[0] = old
    return effect


def meet(at, k):
    """Half of the lanes find what they compare with."""
    def prepare(lane):
        if draw.random() < 0.5:
            lane.put(at, 4, lane.data[k])
    return prepare


def global_atomics():
    for space in ('global', 'flat'):
        for address, behind, distances in ways(space):
            for at in distances:
                for returns in (False, True):
                    def one(name, n, change, prepare=None):
                        to = 'v8, ' if returns else ''
                        put('%s_atomic_%s' % (space, name), 'g',
                            '%s_atomic_%s %s%s, %s%s%s%s' % (space, name, to, address, registers('v', 12, n), behind, offset(at),
                                                             ' glc' if returns else ''), atomic(at, change, returns), prepare)
                    for name, change in CHANGES.items():
                        one(name, 1, lambda m, d, change=change: change(m, d[0]))
                    # the first word comes to be there where the second is
                    one('cmpswap', 2, lambda m, d: d[0] if m == d[1] else m, meet(at, 1))


def scratch():
    """v3 is 16; s12 is 8 times 32, the offset that all lanes share."""
    for address, shared, at in (('off, s[0:3], 0', '', 0), ('off, s[0:3], 0', '', 20), ('v3, s[0:3], 0 offen', '', 16), ('v3, s[0:3], 0 offen', '', 20),
                                ('off, s[0:3], s12', '', 8), ('v3, s[0:3], s12 offen', '', 24)):
        text = at - (16 if 'v3' in address else 0) - (8 if 's12' in address else 0)
        for name, size, n, sign in LOADS[:5]:
            for part in range(0, 4, size):
                put('buffer_load_' + name, 'p', 'buffer_load_%s v8, %s%s' % (name, address, offset(text + part)), load(at + part - 16, size, 1, sign))
        for name, size, n in STORES[:3]:
            for part in range(0, 4, size):
                put('buffer_store_' + name, 'p', 'buffer_store_%s v12, %s%s' % (name, address, offset(text + part)), store(at + part - 16, size, 1))


def shared_memory():
    """v6 leads to byte 16 of a lane's memory, v7 to its first."""
    for register, from_ in (('v6', 0), ('v7', -16)):
        for at in (0, 4):
            for name, size, n, sign in (('u8', 1, 1, False), ('i8', 1, 1, True), ('u16', 2, 1, False), ('i16', 2, 1, True), ('b32', 4, 1, False),
                                        ('b64', 4, 2, False), ('b96', 4, 3, False), ('b128', 4, 4, False)):
                for part in range(0, 4, size):
                    if from_ + at + part + size * n <= 16:
                        put('ds_read_' + name, 's', 'ds_read_%s %s, %s%s' % (name, registers('v', 8, n), register, offset(at + part)),
                            load(from_ + at + part, size, n, sign))
            for name, size, n in (('b8', 1, 1), ('b16', 2, 1), ('b32', 4, 1), ('b64', 4, 2), ('b96', 4, 3), ('b128', 4, 4)):
                for part in range(0, 4, size):
                    if from_ + at + part + size * n <= 16:
                        put('ds_write_' + name, 's', 'ds_write_%s %s, %s%s' % (name, register, registers('v', 12, n), offset(at + part)),
                            store(from_ + at + part, size, n))
    for suffix, n, step, places in (('b32', 1, 4, ((0, 1), (3, 0), (2, 2), (7, 5))), ('b64', 2, 8, ((0, 1), (3, 0), (2, 2))),
                                    ('st64_b32', 1, 256, ((0, 8), (8, 0))), ('st64_b64', 2, 512, ((0, 4), (4, 0)))):
        infix = suffix.replace('st64_', '2st64_') if 'st64' in suffix else '2_' + suffix
        for first, second in places:
            ends = (' offset0:%d' % first if first else '') + (' offset1:%d' % second if second else '')
            where = (first * step - 16, second * step - 16)

            def read(lane):
                lane.result[:2 * n] = [lane.get(at + 4 * i, 4) for at in where for i in range(n)]

            def write(lane):
                for k, at in enumerate(where):
                    for i in range(n):
                        lane.put(at + 4 * i, 4, lane.data[k * n + i])
            put('ds_read' + infix, 's', 'ds_read%s %s, v7%s' % (infix, registers('v', 8, 2 * n), ends), read)
            put('ds_write' + infix, 's', 'ds_write%s v7, %s, %s%s' % (infix, registers('v', 12, n), registers('v', 12 + n, n), ends), write)


def shared_atomics():
    names = {'add_u32': 'add', 'min_u32': 'umin', 'max_u32': 'umax', 'min_i32': 'smin', 'max_i32': 'smax', 'and_b32': 'and', 'or_b32': 'or',
             'xor_b32': 'xor'}
    changes = {name: CHANGES[like] for name, like in names.items()}
    changes['add_f32'] = add_floats
    for at in (0, 12):
        for name, change in changes.items():
            word, type = name.split('_')
            effect = lambda m, d, change=change: change(m, d[0])
            put('ds_' + name, 's', 'ds_%s v6, v12%s' % (name, offset(at)), atomic(at, effect, False))
            put('ds_%s_rtn_%s' % (word, type), 's', 'ds_%s_rtn_%s v8, v6, v12%s' % (word, type, offset(at)), atomic(at, effect, True))
        put('ds_wrxchg_rtn_b32', 's', 'ds_wrxchg_rtn_b32 v8, v6, v12' + offset(at), atomic(at, lambda m, d: d[0], True))
        # the second word comes to be there where the first is
        compare = lambda m, d: d[1] if m == d[0] else m
        put('ds_cmpst_b32', 's', 'ds_cmpst_b32 v6, v12, v13' + offset(at), atomic(at, compare, False), meet(at, 0))
        put('ds_cmpst_rtn_b32', 's', 'ds_cmpst_rtn_b32 v8, v6, v12, v13' + offset(at), atomic(at, compare, True), meet(at, 0))


def scalar_loads():
    """Once, whatever EXEC is; the two low bits of an address do not count. s12 is 256."""
    for n in (1, 2, 4, 8, 16):
        for address, at in (('s[8:9], 0x0', 0), ('s[8:9], 0x24', 36), ('s[8:9], 0x27', 36), ('s[10:11], -0x400', 0), ('s[10:11], -4', 1020),
                            ('s[8:9], s12', 256), ('s[10:11], s12', 1280)):
            name = 's_load_dword' + ('x%d' % n if n > 1 else '')
            for mask in MASKS:
                before = b''.join(lane.bytes(lane.data) for lane in (Lane() for _ in range(LANES)))
                result = [BEFORE + i for i in range(16)]
                result[:n] = struct.unpack_from('<%dI' % n, before, at)
                # in the order of a lane's bytes: memory, then results
                after = struct.pack('<16I', *result[4:], *result[:4]) * LANES
                sys.stdout.buffer.write(('%s c %08x %s %s, %s\n' % (name, mask, name, registers('s', 16, n), address)).encode() + before + after)


global_memory()
global_atomics()
scratch()
shared_memory()
shared_atomics()
scalar_loads()
