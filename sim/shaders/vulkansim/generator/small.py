"""A complete pipeline that fits on a page, for tests: parallel rays, and a colour for each shader. The
ray of pixel (x, y) starts at (x, y, 0) and goes along z. A triangle is red, a sphere green, where
nothing is hit blue."""
import layout as at
from camera import begin
from emit import Shader, Vector
from trace import trace_ray


def generation(labels):
    s = begin(labels)
    output = s.resource('OutputImage', at.OUTPUT_IMAGE)
    ray = s.variable('Ray', 12, at.OWN)
    zero, opaque, everything = s.load_int(0), s.load_int(1), s.load_int(0xff)
    one, near, far = s.load_float(1), s.load_float(0.001), s.load_float(10000)
    launch = s.launch('id')
    origin = s.to_float(launch.x), s.to_float(launch.y), zero
    structure = s.descriptor(at.ACCELERATION_STRUCTURE, at.ACCELERATION_STRUCTURE_KHR)
    trace_ray(s, structure, opaque, everything, zero, origin, near, (zero, zero, one), far,
              intersections=(4,), closest_hits=(3, 2))
    color = s.load_components(s.deref(ray), 3)
    s.instruction('image_deref_store', s.deref(output), launch.x, launch.y, launch.y, launch.y, zero,
                  color.x, color.y, color.z, zero, zero, 1, 0, 0, 0, 160)
    s.end()
    return s


def answer(kind, stage, labels, red, green, blue):
    """A shader that leaves a colour."""
    s = Shader(kind, stage, labels)
    ray = s.variable('Ray', 12, at.PAYLOAD)
    color = Vector([s.load_float(c) for c in (red, green, blue)])
    s.store_components(s.deref(ray), color)
    s.end()
    return s


def disc(stage, labels):
    """A sphere, hit in the plane of its centre."""
    s = Shader('INTERSECTION', stage, labels)
    zero = s.load_int(0)
    instance = s.built_in('ray_instance_custom_index', 'u32')
    shape = s.load_components(s.element(s.buffer(at.SPHERES), instance, 16), 4)
    away = shape[:3] - s.ray('origin')
    with s.if_(away.x * away.x + away.y * away.y < shape.w * shape.w):
        accepted = s.new('pred')
        s.instruction('report_ray_intersection.pred', accepted, away.z, zero)
    s.end()
    return s


def small(labels):
    return [generation(labels), answer('MISS', 1, labels, 0, 0, 1),
            answer('CLOSEST_HIT', 2, labels, 1, 0, 0), answer('CLOSEST_HIT', 3, labels, 0, 1, 0),
            disc(4, labels)]
