"""The ray generations: path tracing, shadow rays, ambient occlusion."""
import layout as at
from camera import Pixel
from chance import until_inside
from emit import Vector, float_bits
from trace import trace_ray


def structure(s):
    return s.descriptor(at.ACCELERATION_STRUCTURE, at.ACCELERATION_STRUCTURE_KHR)


def same_structure(s, scene):
    """The second trace takes the first one's descriptor, and casts it again."""
    return s.op('mov.b64', s.op('mov.b64', scene))


def path(labels):
    """Segments until nothing scatters on, or until as many as the uniform block allows."""
    p = Pixel(labels, (10, 1))
    s, one, zero = p.s, p.one, p.zero
    with p.samples() as samples:
        p.leave_after_last(samples)
        origin, direction, jitter = p.camera_ray(samples.values[0])
        with s.loop(s.vec(*origin), s.vec(*direction), one, one, one, zero.bits()) as path_:
            (origin, direction), color, bounce = path_.values[:2], Vector(path_.values[2:5]), path_.values[5]
            opaque, everything, nowhere = s.load_int(1), s.load_int(0xff), s.load_int(0)
            near, far, nothing, step = (s.load_float(0.001), s.load_float(10000), s.load_float(0),
                                        s.load_int(1))
            black = s.load_vector(0, 0, 0)
            s.spare(1, pairs=1)
            color = s.vec(*color)[:3]
            bounces = p.uniform_word(at.BOUNCES)
            with s.if_(s.op('setp.lt.u32', bounces, bounce)):
                path_.break_(*color)
            with s.if_(s.equal(bounce, bounces)):
                path_.break_(*s.vec(*black[:3], untyped=True)[:3])
            scene = structure(s)
            from_, to = s.vec(*origin[:3]), s.vec(*direction[:3])
            trace_ray(s, scene, opaque, everything, nowhere, from_[:3], near, to[:3], far)
            hit = s.load_components(s.field(p.payload, at.COLOR), 4)
            scatter = s.load_components(s.field(p.payload, at.SCATTER), 4)
            goes_on = nothing < scatter.w
            color = color * hit[:3]
            missed = hit.w < nothing
            with s.if_(missed | ~goes_on):
                path_.break_(*s.vec(*color)[:3])
            origin = origin + direction * hit.w
            path_.next(s.vec(*origin), s.vec(*scatter[:3], nothing), *color, bounce + step)
        p.next_sample(samples, jitter, Vector(path_.results))
    p.store(samples)
    return s


def primary_hit(p, jitter, near, far, opaque, everything):
    """Traces a sample's ray: origin, direction, the jitter's next seed, colour and distance."""
    s = p.s
    origin, direction, jitter = p.camera_ray(jitter)
    origin, direction = s.vec(*origin), s.vec(*direction)
    scene = structure(s)
    trace_ray(s, scene, opaque, everything, p.zero, origin[:3], near, direction[:3], far)
    return origin, direction, jitter, s.load_components(s.field(p.payload, at.COLOR), 4), scene


def occluded(p, scene, flags, everything, origin, near, direction, far):
    """The distance that a ray leaves in the payload: above 0 where it hit something."""
    s = p.s
    trace_ray(s, scene, flags, everything, p.zero, s.vec(*origin)[:3], near, s.vec(*direction)[:3], far)
    return s.load_components(s.field(p.payload, at.COLOR), 4).w


def random_in_sphere(p, minus_one):
    """A point of the unit sphere from the ray's seed."""
    s = p.s
    point, seed = until_inside(s, s.load(p.seed, 'u32'), p.one, 3, lambda: (p.generator, minus_one))
    s.store(p.seed, seed)
    return point


def darken(s, nothing, distance, color, by):
    dark = nothing < distance
    return s.vec(*[s.choose(dark, c * by, c) for c in color])[:3]


def shadow(labels):
    """From each sample's hit, rays towards the light or, under a sky, straight up."""
    p = Pixel(labels, (10,), one_hash=True)
    s, zero = p.s, p.zero
    near, far, lift, by = s.load_float(0.001), s.load_float(10000), s.load_float(0.001), s.load_float(0.3)
    opaque, first_hit, everything = s.load_int(1), s.load_int(5), s.load_int(0xff)
    up = s.load_vector(0, float_bits(1), 0)[:3]
    with p.samples() as samples:
        p.leave_after_last(samples)
        s.spare(5, vectors=1)
        origin, direction, jitter, hit, scene = primary_hit(p, samples.values[0], near, far, opaque, everything)
        with s.if_(hit.w < zero) as missed:
            missed.give(s.vec(*hit[:3])[:3])
            missed.otherwise()
            n = s.load_components(s.field(p.payload, at.NORMAL), 3)
            point = origin[:3] + direction[:3] * hit.w + n * lift
            with s.loop(s.vec(*hit[:3])[:3], zero.bits()) as rays:
                color, number = rays.values
                with s.if_(s.op('setp.ge.u32', number, p.uniform_word(at.SHADOWS))):
                    rays.break_()
                s.spare(4, vectors=1)
                with s.if_(s.op('setp.ne.s32', p.uniform_word(at.HAS_SKY), zero.bits())) as sky:
                    sky.give(up, far)
                    sky.otherwise()
                    light = s.load_components(s.field(p.uniform, at.LIGHT_POSITION), 3)
                    radius = p.uniform_word(at.LIGHT_RADIUS, 'f32')
                    minus_one = s.load_vector(*[float_bits(-1)] * 3)
                    light = light + random_in_sphere(p, minus_one) * radius - point
                    square = s.dot(light, light)
                    per_length = s.rsqrt(square)
                    sky.give(s.vec(*(light * per_length))[:3], s.sqrt(square))
                towards, reach = sky.results
                with s.if_(zero < s.dot(towards, n)) as facing:
                    facing.give(occluded(p, same_structure(s, scene), first_hit, everything, point, near, towards, reach))
                    facing.otherwise()
                    facing.give(p.one)
                color = darken(s, zero, facing.results[0], color, by)
                rays.next(color, number + p.next)
            missed.give(rays.values[0])
        p.next_sample(samples, jitter, missed.results[0])
    p.store(samples)
    return s


def ambient_occlusion(labels):
    """From each sample's hit, short rays into the hemisphere."""
    p = Pixel(labels, (13,), one_hash=True)
    s, zero = p.s, p.zero
    near, far, lift, by = s.load_float(0.001), s.load_float(10000), s.load_float(0.01), s.load_float(0.9)
    opaque, first_hit, everything = s.load_int(1), s.load_int(5), s.load_int(0xff)
    reach, minus_one = s.load_float(10), s.load_vector(*[float_bits(-1)] * 3)
    with p.samples() as samples:
        p.leave_after_last(samples)
        s.spare(1)
        _, _, jitter, hit, scene = primary_hit(p, samples.values[0], near, far, opaque, everything)
        with s.if_(hit.w < zero) as missed:
            missed.give(s.vec(*hit[:3])[:3])
            missed.otherwise()
            point = s.load_components(s.field(p.payload, at.SCATTER), 4)[:3]
            with s.loop(s.vec(*hit[:3])[:3], zero.bits()) as rays:
                color, number = rays.values
                with s.if_(s.op('setp.ge.u32', number, p.uniform_word(at.SHADOWS))):
                    rays.break_()
                away = s.normalize(random_in_sphere(p, minus_one))
                n = s.load_components(s.field(p.payload, at.NORMAL), 3)
                outside = zero < s.dot(away, n)
                away = Vector([s.choose(outside, a, b) for a, b in zip(away, -away)])
                start = point + away * lift
                distance = occluded(p, same_structure(s, scene), first_hit, everything, start, near, away, reach)
                color = darken(s, zero, distance, color, by)
                rays.next(color, number + p.next)
            missed.give(rays.values[0])
        p.next_sample(samples, jitter, missed.results[0])
    p.store(samples)
    return s
