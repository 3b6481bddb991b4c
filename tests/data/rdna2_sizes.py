#!/usr/bin/env python3
"""Prints how many bytes clang's assembler makes of each function in sim/rdna2.tar.xz, without the pseudo instructions and what aligns loops: file, function, bytes. Prints nothing where there is no clang that
knows the target."""
import os
import struct
import subprocess
import sys
import tarfile
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLANG = os.environ.get('CLANG', 'clang')


def without_statements(text):
    lines, inside = [], False
    for line in text.splitlines(keepends=True):
        inside |= '#ASMSTART' in line
        if '.amdgpu_metadata' in line:
            break
        if not inside and not line.startswith('\t.p2align\t6'):
            lines.append(line)
        inside &= '#ASMEND' not in line
    return ''.join(lines)


def functions(data):
    """The symbols of an object file (ELF-64, least significant byte first) that are functions."""
    at, = struct.unpack_from('<Q', data, 40)
    size, n = struct.unpack_from('<HH', data, 58)
    sections = [struct.unpack_from('<IIQQQQIIQQ', data, at + size * i) for i in range(n)]
    for kind in sections:
        if kind[1] != 2:
            continue
        names = sections[kind[6]][4]
        for symbol in range(kind[4], kind[4] + kind[5], 24):
            name, info, _, _, _, length = struct.unpack_from('<IBBHQQ', data, symbol)
            if info & 15 == 2:
                yield data[names + name:data.index(b'\0', names + name)].decode(), length


with tempfile.TemporaryDirectory() as folder, tarfile.open(os.path.join(HOME, 'sim', 'rdna2.tar.xz')) as packed:
    for member in packed:
        source, target = os.path.join(folder, 'a.s'), os.path.join(folder, 'a.o')
        with open(source, 'w') as out:
            out.write(without_statements(packed.extractfile(member).read().decode()))
        done = subprocess.run([CLANG, '--target=amdgcn-amd-amdhsa', '-mcpu=gfx1030', '-nogpulib', '-c', source, '-o', target],
                              capture_output=True)
        if done.returncode:
            sys.exit(0)
        for name, length in functions(open(target, 'rb').read()):
            print(member.name, name, length)
