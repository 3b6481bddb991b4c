"""The closest-hit shaders: where the hit lies, and how its material scatters."""
import layout as at
from chance import Generator, until_inside
from emit import Shader, Vector, float_bits

LAMBERTIAN, METALLIC, DIELECTRIC = 0, 1, 2


class Material:
    """The fields of a material, all loaded; 32 bytes in memory."""

    def __init__(self, s, index):
        address = s.element(s.buffer(at.MATERIALS), index, 32)
        self.color = s.load_components(s.field(address, 0), 4)[:3]
        self.texture = s.load(s.field(address, 16), 's32')
        self.fuzz = s.load(s.field(address, 20))
        self.refraction = s.load(s.field(address, 24))
        self.model = s.load(s.field(address, 28), 'u32')


class Constants:
    pass


def texture_color(s, m, textures, coordinates, k):
    """The colour of the texture, or white."""
    with s.if_(s.op('setp.ge.s32', m.texture, k.zero.bits())) as textured:
        sampler = s.element(s.deref(textures), m.texture, 48)
        texel = s.components('f32', 4)
        s.instruction('txl', sampler, sampler, *texel, *coordinates, k.zero)
        textured.give(texel)
        textured.otherwise()
        textured.give(k.white)
    return textured.results[0][:3]


def in_sphere(s, seed, k):
    return until_inside(s, seed, k.one, 3,
                        lambda: (Generator(s), s.load_vector(*[float_bits(-1)] * 3)))


def reflect(s, d, n, twice_cosine):
    return d - n * twice_cosine


def lambertian(s, m, d, n, t, white, seed, k):
    s.spare(6, vectors=3)
    scatters = s.dot(d, n) < k.zero
    color = m.color * white()
    point, seed = in_sphere(s, seed, k)
    return seed, s.vec(*color, t, untyped=True), s.vec(*(n + point), s.as_float(scatters), untyped=True)


def metallic(s, m, d, n, t, white, seed, k):
    s.spare(6, vectors=3)
    two = s.load_float(2)
    reflected = reflect(s, d, n, s.dot(d, n) * two)
    scatters = k.zero < s.dot(reflected, n)
    color = m.color * white()
    point, seed = in_sphere(s, seed, k)
    direction = reflected + point * m.fuzz
    return seed, s.vec(*color, t, untyped=True), s.vec(*direction, s.as_float(scatters), untyped=True)


def reflectance(s, refraction, cosine, k):
    """Schlick's approximation."""
    five = s.load_float(5)
    r0 = (k.one - refraction) * s.rcp(k.one + refraction)
    r0 = r0 * r0
    base = k.one - cosine
    power = s.op('lg2.approx.f32', base)
    s.instruction('mul.f32', power, power, five)
    s.instruction('ex2.approx.f32', power, power)
    return r0 + (k.one - r0) * power


def dielectric(s, m, d, n, t, white, seed, k):
    s.spare(11)
    cosine = s.dot(d, n)
    inside = k.zero < cosine
    outward = Vector([s.choose(inside, a, b) for a, b in zip(-n, n)])
    eta = s.choose(inside, m.refraction, s.rcp(m.refraction))
    cos = s.choose(inside, m.refraction * cosine, -cosine)
    e = s.dot(outward, d)
    root = k.one + -(eta * (eta * (k.one + -(e * e))))
    bent = d * eta - outward * (eta * e + s.sqrt(root))
    total = root < k.zero
    bent = Vector([s.choose(total, k.zero, b) for b in bent])
    terms = s.vec(*[s.abs(b) for b in bent])
    length = s.new('f32')
    s.instruction('add.f32', length, terms.x, terms.y)
    s.instruction('add.f32', length, length, terms.z)
    passes = s.op('setp.ne.f32', length, k.zero)
    with s.if_(passes) as schlick:
        schlick.give(reflectance(s, m.refraction, cos, k))
        schlick.otherwise()
        schlick.give(k.one)
    chance = schlick.results[0]
    color = white()
    generator = Generator(s)
    seed = generator.next(seed)
    number = generator.number(seed) * s.load_float(2.0**-24)
    reflects = number < chance
    mirrored = s.vec(*reflect(s, d, n, cosine * s.load_float(2)), untyped=True)[:3]
    direction = [s.choose(reflects, a, b) for a, b in zip(mirrored, bent)]
    return seed, s.vec(*color, t), s.vec(*direction, k.one)


def scatter(s, m, d, n, t, white, seed, k):
    """The seed, the colour and distance, the direction and whether to go on."""
    s.spare(2)
    with s.if_(s.equal(m.model, k.lambertian)) as first:
        first.give(*lambertian(s, m, d, n, t, white, seed, k))
        first.otherwise()
        with s.if_(s.equal(m.model, k.metallic())) as second:
            second.give(*metallic(s, m, d, n, t, white, seed, k))
            second.otherwise()
            with s.if_(s.equal(m.model, k.dielectric())) as third:
                third.give(*again(s, dielectric(s, m, d, n, t, white, seed, k)))
                third.otherwise()
                s.spare(10)
                color = s.vec(*s.vec(*m.color, t, untyped=True))
                third.give(seed, color, s.load_vector(float_bits(1), 0, 0, 0))
            seed, color, direction = third.results
            second.give(seed, s.vec(*color), direction)
        first.give(*again(s, again(s, second.results)))
    return first.results


def again(s, result):
    """The vectors once more, each as a new one: a level of the switch that nothing else is left of."""
    seed, color, direction = result
    return seed, s.vec(*color, untyped=True), s.vec(*direction, untyped=True)


def leave(s, payload, result, n):
    """The whole payload once more. The dumps have twelve accesses of memory here, as many as it has words,
    and that they are stores follows from the miss rates of runs with them (docs/vulkan-sim.md)."""
    seed, color, direction = result
    for at_word, words in ((at.COLOR, color), (at.SCATTER, direction), (at.NORMAL, n), (at.SEED, [seed])):
        for k, word in enumerate(words):
            s.line('st.global.b32 [%%s + %d], %%s;' % (at_word + 4 * k), payload, word)


def finish(s, payload, payload_seed, result, n):
    seed, color, direction = result
    normal = s.vec(*n)
    s.line('st.global.b32 [%s], %s;', payload_seed, seed)
    s.store_components(s.field(payload, at.COLOR), color)
    s.store_components(s.field(payload, at.SCATTER), direction)
    s.store_components(s.field(payload, at.NORMAL), normal[:3])
    s.end()


def triangle(stage, labels, leave_point=False):
    """The closest hit of a triangle. `leave_point`: for shadow rays and ambient occlusion, which
    want the hit point in place of a scattered direction, and the normal turned against the ray."""
    s = Shader('CLOSEST_HIT', stage, labels)
    textures = s.resource('TextureSamplers', at.TEXTURES)
    attributes = s.variable('HitAttributes', 8, at.ATTRIBUTES)
    ray = s.variable('Ray', at.PAYLOAD_BYTES, at.PAYLOAD)
    s.helpers()
    k = Constants()
    k.one = s.load_float(1)
    two, three, one = s.load_int(2), s.load_int(3), s.load_int(1)
    k.zero = s.load_int(0)
    k.white = s.load_vector(*[float_bits(1)] * 4)
    k.lambertian, k.metallic, k.dielectric = k.zero, lambda: one, lambda: two
    instance = s.built_in('ray_instance_custom_index', 'u32')
    offsets = s.load_components(s.element(s.buffer(at.OFFSETS), instance, 8), 2, 'u32')
    index = s.built_in('primitive_id', 'u32') * three
    indices = s.buffer(at.INDICES)
    words = [8, 7, 6, 5, 4, 9]
    word = {}
    corners = []
    vertices = None
    for which in range(3):
        i = index if which == 0 else index + (one, two)[which - 1]
        vertex = offsets.y + s.load(s.element(indices, offsets.x + i, 4), 'u32')
        if which == 0:
            word = {w: s.load_int(w) for w in words}
            word[3] = three
        first = vertex * word[9]
        if vertices is None:
            base = first + word[3]
            vertices = s.buffer(at.VERTICES)
            corner = [s.load(s.element(vertices, base, 4))]
        else:
            corner = [s.load(s.element(vertices, first + word[3], 4))]
        for w in range(4, 9 if which == 0 else 8):
            corner.append(s.load(s.element(vertices, first + word[w], 4)))
        corners.append(corner)
    m = Material(s, corners[0][5])
    uv = s.load_components(s.deref(attributes), 2)
    w0 = k.one - uv.x - uv.y
    mixed = [Vector(corners[0][:5]) * w0, Vector(corners[1]) * uv.x, Vector(corners[2]) * uv.y]
    mixed = mixed[0] + mixed[1] + mixed[2]
    n = s.normalize(mixed[:3])
    coordinates = s.vec(*mixed[3:5])
    direction = s.ray('direction')
    t = s.built_in('ray_t_max', 'f32')
    payload = s.deref(ray)
    payload_seed = s.field(payload, at.SEED)
    seed = s.load(payload_seed, 'u32')
    d = s.normalize(direction)
    result = scatter(s, m, d, n, t, lambda: texture_color(s, m, textures, coordinates, k), seed, k)
    if leave_point:
        s.spare(4)
        leave(s, payload, result, n)
        turned = k.zero < s.dot(d, n)
        n = Vector([s.choose(turned, a, b) for a, b in zip(-n, n)])
        point = s.ray('origin') + direction * t
        result = (*result[:2], s.vec(*point, result[2].w))
    finish(s, payload, payload_seed, result, n)
    return s


def arc_tangent(s, y, x, k):
    """atan(y, x) as Mesa lowers it: a polynomial in the smaller quotient."""
    left = k.zero >= y
    length = s.abs(y)
    top, bottom = s.choose(left, length, x), s.choose(left, x, length)
    huge = s.load_bits(0x5d5e0b6b)
    quarter = s.load_float(0.25)
    scale = s.choose(s.abs(bottom) >= huge, quarter, k.one)
    scaled = bottom * scale
    inverse = s.rcp(scaled)
    quotient = s.abs(top * scale * inverse)
    tangent = s.choose(s.op('setp.eq.f32', length, s.abs(x)), k.one, quotient)
    larger = s.max(tangent, k.one)
    u = s.min(tangent, k.one) * s.rcp(larger)
    u2 = u * u
    u3 = u2 * u
    u5 = u3 * u2
    u7 = u5 * u2
    u9 = u7 * u2
    u11 = u9 * u2
    powers = [u, u3, u5, u7, u9, u11]
    total = None
    terms = [p * s.load_bits(c) for p, c in
             zip(powers, (0x3f7ffea5, 0xbeaa5476, 0x3e468bc1, 0xbdf0555d, 0x3d5be101, 0xbc46c6a5))]
    for term in terms:
        total = term if total is None else total + term
    minus_two = s.load_float(-2)
    turned = s.as_float(k.one < tangent)
    total = total + turned * (total * minus_two + k.half_pi)
    angle = s.as_float(left) * k.half_pi + total * sign(s, tangent)
    negative = -angle
    return s.choose(s.min(x, inverse) < k.zero, negative, angle)


def sign(s, x):
    one = s.new('f32')
    s.line('mov.f32 %s, 0F3f800000;', one)
    s.instruction('copysignf', one, x)
    return one


def arc_sine(s, x, k):
    """asin(x) as Mesa lowers it: one approximation near 0, another near 1."""
    half = s.load_float(0.5)
    size = s.abs(x)
    near_one = size * s.load_bits(0xbcfe31af) + s.load_bits(0x3db149e5)
    near_one = size * near_one + s.load_bits(0xbe5bc094)
    near_one = size * near_one + k.half_pi
    near_one = k.half_pi - s.sqrt(k.one - size) * near_one
    near_one = sign(s, x) * near_one
    square = x * x
    top = square * s.load_bits(0xbc0dd36b) + s.load_bits(0xbd2f13ba)
    top = square * top + s.load_bits(0x3e2aaa75)
    top = square * top
    bottom = k.one + square * s.load_bits(0xbf34e5ae)
    near_zero = x + x * (top * s.rcp(bottom))
    return s.choose(size < half, near_zero, near_one)


def sphere_coordinates(s, n, k):
    """Longitude and latitude as texture coordinates."""
    pi = s.load_bits(0x40490fdb)
    k.half_pi = s.load_bits(0x3fc90fdb)
    longitude = arc_tangent(s, n.x, n.z, k)
    latitude = arc_sine(s, n.y, k)
    u = (longitude + pi) * s.load_bits(0x3e22f983)
    v = k.one - (latitude + k.half_pi) * s.load_bits(0x3ea2f983)
    return s.vec(u, v)


def procedural(stage, labels, shapes):
    """The closest hit of a sphere, or of a shape that takes its normal from its first vertex."""
    s = Shader('CLOSEST_HIT', stage, labels)
    textures = s.resource('TextureSamplers', at.TEXTURES)
    ray = s.variable('Ray', at.PAYLOAD_BYTES, at.PAYLOAD)
    s.helpers()
    k = Constants()
    is_sphere = shapes == at.SPHERES
    instance = s.built_in('ray_instance_custom_index', 'u32')
    k.zero = s.load_int(0)
    offsets = s.load_components(s.element(s.buffer(at.OFFSETS), instance, 8), 2, 'u32')
    index = s.copy(offsets.x)
    vertex = offsets.y + s.load(s.element(s.buffer(at.INDICES), index, 4), 'u32')
    words = [8] if is_sphere else [8, 7, 6, 5, 4, 3]
    word = {w: s.load_int(w) for w in words}
    first = vertex * s.load_int(9)
    corner, vertices = [], None
    for w in reversed(words):
        where = first + word[w]
        vertices = vertices or s.buffer(at.VERTICES)
        corner.append(s.load(s.element(vertices, where, 4)))
    m = Material(s, corner[-1])
    k.one = s.load_float(1)
    if is_sphere:
        shape = s.load_components(s.element(s.buffer(shapes), instance, 16), 4)
        origin = s.ray('origin')
    t = s.built_in('ray_t_max', 'f32')
    direction = s.ray('direction')
    if is_sphere:
        away = origin + direction * t - shape[:3]
        n = away * s.rcp(shape.w)
        coordinates = sphere_coordinates(s, n, k)
    else:
        s.spare(2)
        n, coordinates = Vector(corner[:3]), s.vec(*corner[3:5])
    payload = s.deref(ray)
    payload_seed = s.field(payload, at.SEED)
    seed = s.load(payload_seed, 'u32')
    d = s.normalize(direction)
    k.white = s.load_vector(*[float_bits(1)] * 4)
    k.lambertian, k.metallic, k.dielectric = k.zero, lambda: s.load_int(1), lambda: s.load_int(2)
    result = scatter(s, m, d, n, t, lambda: texture_color(s, m, textures, coordinates, k), seed, k)
    finish(s, payload, payload_seed, result, n)
    return s
