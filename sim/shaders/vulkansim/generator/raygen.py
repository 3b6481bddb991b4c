"""The path tracer's ray generation."""
import layout as at
from chance import Generator, Hash, until_inside
from emit import Shader, Vector, float_bits
from trace import trace_ray


def begin(labels):
    """Leaves where the launch is smaller than its blocks of threads."""
    s = Shader('RAYGEN', 0, labels)
    ids = [s.named('u32', 'launch_ID_%d' % k) for k in range(3)]
    s.instruction('load_ray_launch_id', *ids)
    sizes = [s.named('u32', 'launch_Size_%d' % k) for k in range(3)]
    s.instruction('load_ray_launch_size', *sizes)
    outside = [s.named('pred', 'bigger_%d' % k) for k in range(3)]
    for one, id_, size in zip(outside, ids, sizes):
        s.instruction('setp.ge.u32', one, id_, size)
    for one in outside:
        s.line('@%s bra shader_exit;', one)
    return s


def camera_ray(s, uniform, launch, payload_seed, jitter, one, two, half):
    """One sample: the origin and direction, four components each, and the jitter's next seed."""
    x = s.to_float(launch.x)
    generator = Generator(s)
    jitter_x = generator.next(jitter)
    number = generator.number(jitter_x)
    unit = s.load_float(2.0**-24)
    px = x + number * unit
    y = s.to_float(launch.y)
    jitter_y = generator.next(jitter_x)
    py = y + generator.number(jitter_y) * unit
    size = s.launch('size')
    width, height = s.to_float(size.x), s.to_float(size.y)
    per_width, per_height = s.rcp(width), s.rcp(height)
    u, v = px * two * per_width, py * two * per_height
    minus_one = s.load_float(-1)
    u, v = u + minus_one, v + minus_one

    s.comment('a point of the lens')
    aperture = s.load(s.field(uniform, at.APERTURE))
    radius = aperture * half
    double = s.load_float(2.0**-23)
    lens, seed = until_inside(s, s.load(payload_seed, 'u32'), one, 2,
                              (double, minus_one, lambda: generator))
    s.store(payload_seed, seed)
    lens = lens * radius

    s.comment('to the world')
    view = [s.load_components(s.field(base, 16 * k), 4)
            for base in [s.field(uniform, at.MODEL_VIEW_INVERSE)] for k in (0, 1, 2, 3)]
    origin = view[3] + view[1] * lens.y + view[0] * lens.x
    projection = [s.load_components(s.field(base, 16 * k), 4)[:3]
                  for base in [s.field(uniform, at.PROJECTION_INVERSE)] for k in range(4)]
    target = projection[3] + projection[2] + projection[1] * v + projection[0] * u
    focus = s.load(s.field(uniform, at.FOCUS_DISTANCE))
    target = target * focus
    through = s.normalize(Vector([target.x - lens.x, target.y - lens.y, target.z]))
    direction = view[2] * through.z + view[1] * through.y + view[0] * through.x
    return origin, direction, jitter_y


def store_image(s, image, launch, sample, color, zero):
    image = s.deref(image)
    at_ = s.vec(launch.x, launch.y, launch.y, launch.y)
    s.instruction('image_deref_store', image, *at_, sample, *color, zero, 1, 0, 0, 0, 160)


def raygen(labels):
    s = begin(labels)
    accumulation = s.resource('AccumulationImage', at.ACCUMULATION_IMAGE)
    output = s.resource('OutputImage', at.OUTPUT_IMAGE)
    ray = s.variable('Ray', at.PAYLOAD_BYTES, at.OWN)
    s.helpers()
    sample_of_store, zero, sample_of_load = s.undefined(), s.load_int(0), s.undefined()
    one, two, half, next_ = s.load_float(1), s.load_float(2), s.load_float(0.5), s.load_int(1)
    s.spare(18, vectors=9, pairs=1)

    s.comment('the seeds')
    uniform = s.buffer(at.UNIFORM, at.UNIFORM_BUFFER)
    jitter = s.load(s.field(uniform, at.RANDOM_SEED), 'u32')
    launch = s.launch('id')
    hash_ = Hash(s)
    pixel = hash_(launch.x, launch.y)
    total_samples = s.load(s.field(uniform, at.TOTAL_SAMPLES), 'u32')
    seed = hash_(pixel, total_samples)
    payload = s.deref(ray)
    payload_seed = s.field(payload, at.SEED)
    s.store(payload_seed, seed)

    black = s.load_vector(0, 0, 0)[:3]
    with s.loop(jitter, black, zero.bits()) as samples:
        jitter, sum_, sample = samples.values
        count = s.load(s.field(uniform, at.SAMPLES), 'u32')
        with s.if_(s.op('setp.ge.u32', sample, count)):
            samples.break_()
        origin, direction, jitter = camera_ray(s, uniform, launch, payload_seed, jitter, one, two, half)
        with s.loop(s.vec(*origin), s.vec(*direction), one, one, one, zero.bits(), untyped=True) as path:
            (origin, direction), color, bounce = path.values[:2], Vector(path.values[2:5]), path.values[5]
            opaque, everything, nowhere = s.load_int(1), s.load_int(0xff), s.load_int(0)
            near, far, nothing, step = (s.load_float(0.001), s.load_float(10000), s.load_float(0),
                                        s.load_int(1))
            black, _ = s.load_vector(0, 0, 0), s.load_vector(0, 0, 0, 0)
            color = s.vec(*color)[:3]
            bounces = s.load(s.field(uniform, at.BOUNCES), 'u32')
            with s.if_(s.op('setp.lt.u32', bounces, bounce)):
                path.break_(*color)
            with s.if_(s.equal(bounce, bounces)):
                path.break_(*black[:3])
            structure = s.descriptor(at.ACCELERATION_STRUCTURE, at.ACCELERATION_STRUCTURE_KHR)
            from_, to = s.vec(*origin[:3]), s.vec(*direction[:3])
            trace_ray(s, structure, opaque, everything, nowhere, from_[:3], near, to[:3], far)
            hit = s.load_components(s.field(payload, at.COLOR), 4)
            scatter = s.load_components(s.field(payload, at.SCATTER), 4)
            goes_on = nothing < scatter.w
            color = color * hit[:3]
            missed = hit.w < nothing
            with s.if_(missed | ~goes_on):
                path.break_(*color)
            origin = origin + direction * hit.w
            path.next(s.vec(*origin), s.vec(*scatter[:3], nothing), *color, bounce + step)
        sum_ = s.vec(*(sum_ + Vector(path.results)))[:3]
        samples.next(jitter, sum_, sample + next_)

    with s.if_(s.op('setp.ne.s32', count, total_samples)) as accumulate:
        image = s.deref(accumulation)
        where = s.vec(launch.x, launch.y, launch.y, launch.y)
        before = s.components('f32', 4)
        s.instruction('image_deref_load', image, *before, *where, sample_of_load, zero, 1, 0, 0, 0, 160)
        accumulate.give(before)
        accumulate.otherwise()
        accumulate.give(s.load_vector(0, 0, 0, 0))
    sum_ = accumulate.results[0][:3] + samples.values[1]
    sum_ = s.vec(*sum_)[:3]
    share = s.rcp(s.to_float(total_samples))
    shown = Vector([s.sqrt(c) for c in sum_ * share])
    store_image(s, accumulation, launch, sample_of_store, s.vec(*sum_, zero), zero)
    store_image(s, output, launch, sample_of_store, s.vec(*shown, zero), zero)
    s.end()
    return s
