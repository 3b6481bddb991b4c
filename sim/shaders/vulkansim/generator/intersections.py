"""The intersection shaders. Sphere, cube and cylinder are a centre and a radius (or half size) each,
one for every instance."""
import layout as at
from emit import Shader, Vector


class Candidate:
    """What every intersection shader loads first."""

    def __init__(self, stage, labels, binding):
        s = self.s = Shader('INTERSECTION', stage, labels)
        if binding != at.CUBES:
            self.attributes = s.variable('Sphere', 16, at.ATTRIBUTES)
        s.helpers()
        self.zero = s.load_int(0)
        instance = s.built_in('ray_instance_custom_index', 'u32')
        self.shape = s.load_components(s.element(s.buffer(binding), instance, 16), 4)
        self.origin, self.direction = s.ray('origin'), s.ray('direction')
        if binding != at.CUBES:
            self.tmin, self.tmax = s.built_in('ray_t_min', 'f32'), s.built_in('ray_t_max', 'f32')

    def in_range(self, t):
        after = t >= self.tmin
        return after & (t < self.tmax)

    def report(self, t):
        accepted = self.s.new('pred')
        self.s.instruction('report_ray_intersection.pred', accepted, t, self.zero)


def solve(c, a, b, cc):
    """The discriminant of a t^2 + 2 b t + cc, and a function that gives its two roots."""
    s = c.s
    discriminant = b * b + -(a * cc)

    def roots():
        minus_b = -b
        root = s.sqrt(discriminant)
        below = minus_b + -root
        per_a = s.rcp(a)
        return below * per_a, (minus_b + root) * per_a
    return discriminant >= c.zero, roots


def sphere(stage, labels):
    c = Candidate(stage, labels, at.SPHERES)
    s = c.s
    oc = c.origin - c.shape[:3]
    a, b = s.dot(c.direction, c.direction), s.dot(oc, c.direction)
    cc = s.dot(oc, oc) + -(c.shape.w * c.shape.w)
    real, roots = solve(c, a, b, cc)
    with s.if_(real):
        t1, t2 = roots()
        first = c.in_range(t1)
        second = c.in_range(t2)
        with s.if_(first | second):
            s.store_components(s.deref(c.attributes), c.shape)
            c.report(s.choose(first, t1, t2))
    s.end()
    return s


def cylinder(stage, labels):
    """Upright: a circle in x and z, cut at centre and radius in y."""
    c = Candidate(stage, labels, at.CYLINDERS)
    s, d, radius = c.s, c.direction, c.shape.w
    ocx, ocz = c.origin.x - c.shape.x, c.origin.z - c.shape.z
    a, b = d.x * d.x + d.z * d.z, ocx * d.x + ocz * d.z
    cc = ocx * ocx + ocz * ocz + -(radius * radius)
    real, roots = solve(c, a, b, cc)
    with s.if_(real):
        t1, t2 = roots()
        low, high = c.shape.y - radius, c.shape.y + radius
        inside = []
        for t in (t1, t2):
            y = c.origin.y + d.y * t
            inside.append((y >= low) & (high >= y))
        first = c.in_range(t1)
        second = c.in_range(t2)
        with s.if_((first & inside[0]) | (second & inside[1])):
            s.store_components(s.deref(c.attributes), c.shape)
            c.report(s.choose(first, t1, t2))
    s.end()
    return s


def cube(stage, labels):
    """Three slabs; what misses all of them is reported behind the ray."""
    c = Candidate(stage, labels, at.CUBES)
    s = c.s
    low, high = c.shape[:3] + -c.shape.w, c.shape[:3] + c.shape.w
    inverse, back = Vector([s.rcp(x) for x in c.direction]), -c.origin
    bottom, top = (low + back) * inverse, (high + back) * inverse
    near = [s.min(a, b) for a, b in zip(top, bottom)]
    far = [s.max(a, b) for a, b in zip(top, bottom)]
    t0 = s.max(near[0], s.max(near[1], near[2]))
    t1 = s.min(far[0], s.min(far[1], far[2]))
    behind = s.load_float(-1)
    c.report(s.choose(s.max(t0, c.zero) < t1, t0, behind))
    s.end()
    return s
