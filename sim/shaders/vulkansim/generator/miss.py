"""The miss shader: the sky, or nothing."""
from emit import Shader, float_bits
from layout import COLOR, HAS_SKY, PAYLOAD, PAYLOAD_BYTES, UNIFORM, UNIFORM_BUFFER


def miss(stage, labels):
    s = Shader('MISS', stage, labels)
    ray = s.variable('Ray', PAYLOAD_BYTES, PAYLOAD)
    s.helpers()
    zero = s.load_int(0)
    behind = s.load_float(-1)
    nothing = s.load_vector(0, 0, 0, float_bits(-1))
    one = s.load_float(1)
    s.spare(0, vectors=1)
    uniform = s.buffer(UNIFORM, UNIFORM_BUFFER)
    sky = s.load(s.field(uniform, HAS_SKY), 'u32')
    with s.if_(s.op('setp.ne.s32', sky, zero.bits())) as lit:
        direction = s.ray('direction')
        t = direction.y * s.rsqrt(s.dot(direction, direction)) + one
        less_red, less_green = s.load_float(-0.25), s.load_float(-0.15)
        red, green = less_red * t, less_green * t
        color = s.vec(one + red, one + green, one, behind)
        s.store_components(s.field(s.deref(ray), COLOR), color)
        lit.otherwise()
        s.store_components(s.field(s.deref(ray), COLOR), nothing)
    s.end()
    return s
