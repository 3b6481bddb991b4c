"""What all ray generations share: the launch, the seeds, a sample's ray, the pixel that is stored."""
import layout as at
from chance import Generator, Hash, until_inside
from emit import Shader, Vector, float_bits


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


class Pixel:
    """A pixel's shader up to its loop over samples: constants, seeds, addresses. `spare` says how
    many constants nothing uses, scalars and vectors; `one_hash`: the second hash uses those of the
    first."""

    def __init__(self, labels, spare, one_hash=False):
        s = self.s = begin(labels)
        self.accumulation = s.resource('AccumulationImage', at.ACCUMULATION_IMAGE)
        self.output = s.resource('OutputImage', at.OUTPUT_IMAGE)
        ray = s.variable('Ray', at.PAYLOAD_BYTES, at.OWN)
        s.helpers()
        self.store_sample, self.zero, self.load_sample = s.undefined(), s.load_int(0), s.undefined()
        self.one, self.two, self.half = s.load_float(1), s.load_float(2), s.load_float(0.5)
        self.next = s.load_int(1)
        s.spare(*spare)

        s.comment('the seeds')
        self.uniform = s.buffer(at.UNIFORM, at.UNIFORM_BUFFER)
        self.jitter = s.load(s.field(self.uniform, at.RANDOM_SEED), 'u32')
        self.launch = s.launch('id')
        hash_ = Hash(s)
        pixel = hash_(self.launch.x, self.launch.y)
        self.total_samples = s.load(s.field(self.uniform, at.TOTAL_SAMPLES), 'u32')
        seed = (hash_ if one_hash else Hash(s))(pixel, self.total_samples)
        self.payload = s.deref(ray)
        self.seed = s.field(self.payload, at.SEED)
        s.store(self.seed, seed)
        self.black = s.load_vector(0, 0, 0)[:3]

    def uniform_word(self, offset, type_='u32'):
        return self.s.load(self.s.field(self.uniform, offset), type_)

    def samples(self):
        """The loop over samples; it carries the jitter's seed, the sum and the sample's number."""
        return self.s.loop(self.jitter, self.black, self.zero.bits())

    def leave_after_last(self, samples):
        s = self.s
        self.count = self.uniform_word(at.SAMPLES)
        with s.if_(s.op('setp.ge.u32', samples.values[2], self.count)):
            samples.break_()

    def next_sample(self, samples, jitter, color):
        sum_ = self.s.vec(*(samples.values[1] + color))[:3]
        samples.next(jitter, sum_, samples.values[2] + self.next)

    def camera_ray(self, jitter):
        """One sample: the origin and direction, four components each, and the jitter's next seed."""
        s = self.s
        x = s.to_float(self.launch.x)
        generator = Generator(s)
        jitter_x = generator.next(jitter)
        number = generator.number(jitter_x)
        px = x + number * s.load_float(2.0**-24)
        y = s.to_float(self.launch.y)
        jitter_y = generator.next(jitter_x)
        number = generator.number(jitter_y)
        py = y + number * s.load_float(2.0**-24)
        size = s.launch('size')
        width, height = s.to_float(size.x), s.to_float(size.y)
        per_width, per_height = s.rcp(width), s.rcp(height)
        u, v = px * self.two * per_width, py * self.two * per_height
        minus_one = s.load_vector(float_bits(-1), float_bits(-1))
        u, v = u + minus_one.x, v + minus_one.y

        s.comment('a point of the lens')
        aperture = s.load(s.field(self.uniform, at.APERTURE))
        radius = aperture * self.half
        self.generator = generator
        lens, seed = until_inside(s, s.load(self.seed, 'u32'), self.one, 2,
                                  lambda: (generator, minus_one))
        s.store(self.seed, seed)
        lens = lens * radius

        s.comment('to the world')
        view = [s.load_components(s.field(base, 16 * k), 4)
                for base in [s.field(self.uniform, at.MODEL_VIEW_INVERSE)] for k in (0, 1, 2, 3)]
        origin = view[3] + view[1] * lens.y + view[0] * lens.x
        projection = [s.load_components(s.field(base, 16 * k), 4)[:3]
                      for base in [s.field(self.uniform, at.PROJECTION_INVERSE)] for k in range(4)]
        target = projection[3] + projection[2] + projection[1] * v + projection[0] * u
        focus = s.load(s.field(self.uniform, at.FOCUS_DISTANCE))
        target = target * focus
        through = s.normalize(Vector([target.x - lens.x, target.y - lens.y, target.z]))
        direction = view[2] * through.z + view[1] * through.y + view[0] * through.x
        return origin, direction, jitter_y

    def store(self, samples):
        """The sum, on top of what earlier frames left, and the colour that is shown."""
        s, zero, launch = self.s, self.zero, self.launch
        with s.if_(s.op('setp.ne.s32', self.count, self.total_samples)) as accumulate:
            image = s.deref(self.accumulation)
            where = s.vec(launch.x, launch.y, launch.y, launch.y)
            before = s.components('f32', 4)
            s.instruction('image_deref_load', image, *before, *where, self.load_sample, zero, 1, 0, 0, 0,
                          160)
            accumulate.give(before)
            accumulate.otherwise()
            accumulate.give(s.load_vector(0, 0, 0, 0))
        sum_ = s.vec(*(accumulate.results[0][:3] + samples.values[1]), untyped=True)[:3]
        share = s.rcp(s.to_float(self.total_samples))
        shown = Vector([s.sqrt(c) for c in sum_ * share])
        for image, color in ((self.accumulation, sum_), (self.output, shown)):
            image = s.deref(image)
            color = s.vec(*color, zero)
            where = s.vec(launch.x, launch.y, launch.y, launch.y)
            s.instruction('image_deref_store', image, *where, self.store_sample, *color, zero, 1, 0, 0, 0,
                          160)
        s.end()
