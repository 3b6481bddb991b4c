"""The random numbers of the shaders: a hash of two words, and a linear congruential generator whose
low 24 bits are the number."""
from emit import Vector


class Generator:
    """The generator's constants, loaded where this is made."""

    def __init__(self, s):
        self.s = s
        self.mask = s.load_int(0xffffff)
        self.step = s.load_int(1013904223)
        self.factor = s.load_int(1664525)

    def next(self, seed):
        return self.factor * seed + self.step

    def number(self, seed):
        """The number of a seed, 0 .. 2^24 - 1."""
        return self.s.to_float(seed & self.mask)


def until_inside(s, seed, one, count, constants):
    """Points of [-1, 1)^count until one lies inside the unit disk or sphere, and the seed behind it.
    `constants` gives a Generator and a vector of -1, loaded before the loop or in it."""
    with s.loop(seed) as tries:
        generator, minus_one = constants()
        scale = s.load_float(2.0**-23)
        numbers, current = [], tries.values[0]
        for _ in range(count):
            current = generator.next(current)
            numbers.append(generator.number(current))
        point = Vector([scale * x for x in numbers]) + minus_one
        with s.if_(s.dot(point, point) < one):
            tries.break_()
        tries.next(current)
    return point, current


ROUND, A, B, C, D = 0x9e3779b9, 0xa341316c, 0xc8013ea4, 0xad90777d, 0x7e95761e


class Hash:
    """The Tiny Encryption Algorithm, 16 rounds, as a hash of two words. Each round's sum is loaded
    when it is first needed."""

    def __init__(self, s):
        self.s, self.sums = s, {}
        self.d, self.five = s.load_int(D), s.load_int(5)
        self.c, self.four = s.load_int(C), s.load_int(4)
        self.b, self.a = s.load_int(B), s.load_int(A)
        self.sum(ROUND)

    def sum(self, total):
        if total not in self.sums:
            self.sums[total] = self.s.load_int(total)
        return self.sums[total]

    def mix(self, v, total, before, behind):
        return ((v << self.four) + before ^ v + self.sum(total)) ^ (v >> self.five) + behind

    def __call__(self, v0, v1):
        for k in range(1, 17):
            total = k * ROUND & 0xffffffff
            self.sum(total)
            v0 = v0 + self.mix(v1, total, self.a, self.b)
            if k < 16:
                v1 = v1 + self.mix(v0, total, self.c, self.d)
        return v0
