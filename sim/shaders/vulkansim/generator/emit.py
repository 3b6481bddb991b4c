"""One shader of a dump: its registers, instructions and control flow, and how they are written.

Vulkan-Sim prints Mesa's intermediate form one value at a time: every value is a register, every
constant is loaded where the intermediate form loads it, every vector is put together by one mov a
component, and a phi is a mov at the end of each block that leads to it. A Shader is filled in that
order, so that what is written here reads like the shader's source and what comes out counts like a
dump."""
import struct
from contextlib import contextmanager


def float_bits(x):
    """The 32 bits of the float nearest to x."""
    return struct.unpack('<I', struct.pack('<f', x))[0]


class Register:
    """A register; one without a name is called after the number its definition gets."""

    def __init__(self, type_, name=None, owner=None, suffix=''):
        self.type, self.given, self.owner, self.suffix = type_, name, owner or self, suffix
        self.number = None
        self.late = False  # the dump's writer learns the type after it has put vectors together

    def __str__(self):
        return '%' + (self.given or 'ssa_%d%s' % (self.owner.number, self.suffix))


class Value(Register):
    """A scalar. Operators emit the instruction at once; an operand that is a Python number is an
    error: constants are loaded where the shader says so."""

    def __init__(self, shader, type_, **more):
        super().__init__(type_, **more)
        self.shader, self.real = shader, type_ == 'f32'

    def bits(self):
        return self

    def is_float(self):
        """What the value is, which its register need not say."""
        return self.real

    def _two(self, other, float_op, int_op):
        ints = not self.is_float() or not (other.is_float() or isinstance(other, Constant))
        if isinstance(self, Constant):
            ints = not other.is_float()
        if ints:
            return self.shader.op(int_op, self.bits(), other.bits())
        return self.shader.op(float_op, self, other)

    def __add__(self, other):
        return self._two(other, 'add.f32', 'add.s32')

    def __mul__(self, other):
        return self._two(other, 'mul.f32', 'mul.lo.s32')

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return self.shader.op('neg.f32', self)

    def __and__(self, other):
        if self.type == 'pred':
            return self.shader.op('and.pred', self, other)
        return self.shader.op('and.b32', self, other)

    def __or__(self, other):
        return self.shader.op('or.pred', self, other)

    def __invert__(self):
        return self.shader.op('not.pred', self)

    def __xor__(self, other):
        return self.shader.op('xor.b32', self, other)

    def __lshift__(self, other):
        return self.shader.op('shl.b32', self, other.bits())

    def __rshift__(self, other):
        return self.shader.op('shr.u32', self, other.bits())

    def __lt__(self, other):
        return self.shader.op('setp.lt.f32', self, other)

    def __ge__(self, other):
        return self.shader.op('setp.ge.f32', self, other)


class Constant(Value):
    """A loaded constant and its integer twin."""

    def __init__(self, shader):
        super().__init__(shader, 'f32')
        self.twin = Value(shader, 'b32', owner=self, suffix='_bits')

    def bits(self):
        return self.twin


class Vector:
    """Components x, y, z, w. Operators work on each component of equally long vectors, or with a
    scalar. `made`: they are one value of the dump, fit for a phi."""

    def __init__(self, parts, made=False):
        self.parts, self.made = tuple(parts), made

    def __len__(self):
        return len(self.parts)

    def __iter__(self):
        return iter(self.parts)

    def __getitem__(self, which):
        got = self.parts[which]
        return Vector(got, self.made) if isinstance(which, slice) else got

    x, y, z, w = (property(lambda self, k=k: self.parts[k]) for k in range(4))

    def _each(self, other, f):
        others = other if isinstance(other, Vector) else [other] * len(self)
        return Vector([f(a, b) for a, b in zip(self, others)])

    def __add__(self, other):
        return self._each(other, lambda a, b: a + b)

    def __mul__(self, other):
        return self._each(other, lambda a, b: a * b)

    def __sub__(self, other):
        return self._each(other, lambda a, b: a - b)

    def __neg__(self):
        return Vector([-a for a in self])


# The type of what an instruction gives, where it is not that of its last modifier.
RESULT = {'setp': 'pred', 'and.b32': 'u32', 'xor.b32': 'u32', 'shl.b32': 's32', 'abs': 'f32'}


class Shader:
    """The text of one file. `labels` numbers its labels and goes on from file to file."""

    def __init__(self, kind, stage, labels):
        self.kind, self.stage, self.labels = kind, stage, labels
        self.name = 'MESA_SHADER_%s_func%d_main' % (kind, stage)
        self.file = 'MESA_SHADER_%s_%d.ptx' % (kind, stage)
        self.items, self.phis, self.depth, self.traces = [], [], 1, 0

    # Lines

    def line(self, text, *operands):
        self.items.append(('line', self.depth, text, operands))

    def label(self, text):
        self.line(text + ':')

    def comment(self, text):
        self.line('')
        self.line('// ' + text)

    def instruction(self, opcode, *operands):
        self.line(opcode + ' ' + ', '.join(['%s'] * len(operands)) + ';' if operands else opcode + ' ;',
                  *operands)

    def define(self, register):
        self.items.append(('define', self.depth, register, ()))

    def declare(self, register):
        self.line('.reg .%s %%s;' % register.type, register)

    def named(self, type_, name):
        register = Value(self, type_, name=name)
        self.declare(register)
        return register

    def text(self):
        """The file. Values are numbered in the order of their definitions."""
        count = 0
        for kind, _, register, _ in self.items:
            if kind == 'define':
                register.number = count
                count += 1
        self.settle_types()
        out = ['.version 2.0', '.target sm_10, map_f64_to_f32', '', '// shader: MESA_SHADER_' + self.kind,
               '.entry %s () {' % self.name]
        for phi in sorted(self.phis, key=lambda phi: -phi.owner.number):
            out.append('\t.reg .%s %s;' % (phi.type, phi))
        for kind, depth, text, operands in self.items:
            if kind == 'move':
                source = operands if text.type == 'f32' else operands.bits()
                out.append('\t' * depth + 'mov.%s %s, %s;' % (text.type, text, source))
            elif kind == 'line':
                out.append(('\t' * depth + text % tuple(map(str, operands))).rstrip() if text else '')
        return '\n'.join(out + ['}', ''])

    def resources(self, registers):
        """What ptxas says of the file, as far as Vulkan-Sim reads it."""
        return ("ptxas info    : Compiling entry function '%s' for 'sm_10'\n"
                'ptxas info    : Used %d registers\n' % (self.name, registers))

    # Values

    def new(self, type_):
        value = Value(self, type_)
        self.define(value)
        self.declare(value)
        return value

    def op(self, opcode, *operands):
        parts = opcode.split('.')
        type_ = RESULT.get(opcode) or RESULT.get(parts[0]) or parts[1 if parts[0] == 'cvt' else -1]
        value = self.new({'u64': 'b64', 'rn': 'f32'}.get(type_, type_))
        self.instruction(opcode, value, *operands)
        return value

    def load_bits(self, pattern, twin='b32'):
        constant = Constant(self)
        self.define(constant)
        for register, type_ in ((constant, 'f32'), (constant.twin, twin)):
            self.declare(register)
            self.line('mov.%s %%s, 0F%08x;' % (type_, pattern), register)
        return constant

    def load_float(self, x):
        return self.load_bits(float_bits(x))

    def load_int(self, n):
        return self.load_bits(n)

    def spare(self, scalars, vectors=0, pairs=0):
        """Constants that nothing uses: what inlining leaves behind in a dump. How many a block has
        follows from the instruction counts of the reference runs."""
        for _ in range(scalars):
            self.load_int(0)
        for _ in range(vectors):
            self.load_vector()
        for _ in range(pairs):
            self.load_vector(0, 0)

    def undefined(self):
        """A value nobody set; its twin is loaded as a float too."""
        return self.load_bits(0xff, twin='f32')

    def components(self, type_, count):
        """Registers of a vector: those of two components have two, all others four."""
        owner = Register(type_)
        self.define(owner)
        parts = [Value(self, type_, owner=owner, suffix='_%d' % k) for k in range(2 if count == 2 else 4)]
        for part in parts:
            self.declare(part)
        return Vector(parts[:max(count, 2)], made=True)

    def load_vector(self, *patterns):
        parts = self.components('f32', 2 if len(patterns) == 2 else 4)
        for part, pattern in zip(parts, list(patterns) + [0] * (4 - len(patterns))):
            self.line('mov.f32 %%s, 0F%08x;' % pattern, part)
        return parts

    def vec(self, *values, untyped=False):
        """The values as one: of 32 bits without a type where one of them has none yet."""
        types = {'b32' if value.late else value.type for value in values}
        type_ = types.pop() if len(types) == 1 and not untyped else 'b32'
        made = self.components(type_, len(values))
        for part, value in zip(made, values):
            self.instruction('mov.' + type_, part, value if type_ == 'f32' else value.bits())
            part.real = value.is_float()
        return made

    def copy(self, value):
        return self.op('mov.' + value.type, value)

    # What frames every shader

    def helpers(self):
        """Registers that every dump declares, and loads, whether it uses them or not."""
        for type_ in ('u64', 'u32', 'f32', 'pred'):
            self.named(type_, 'temp_' + type_)
        for type_, name, value in (('f32', 'const1_f32', '0F3f800000'), ('f32', 'const0_f32', '0F00000000'),
                                   ('u32', 'const0_u32', '0'), ('u16', 'const1_u16', '1')):
            self.line('mov.%s %%s, %s;' % (type_, value), self.named(type_, name))

    def end(self):
        self.label('shader_exit')
        self.instruction('ret')

    # Arithmetic that is no operator

    def rcp(self, x):
        return self.op('rcp.approx.f32', x)

    def sqrt(self, x):
        return self.op('sqrt.approx.f32', x)

    def rsqrt(self, x):
        return self.op('rsqrt.approx.f32', x)

    def abs(self, x):
        return self.op('abs.f32', x)

    def min(self, x, y):
        return self.op('min.f32', x, y)

    def max(self, x, y):
        return self.op('max.f32', x, y)

    def to_float(self, x):
        return self.op('cvt.rn.f32.u32', x)

    def equal(self, x, y):
        return self.op('setp.eq.s32', x, y.bits())

    def choose(self, condition, yes, no):
        chosen = self.op('selp.f32', yes.bits(), no.bits(), condition)
        chosen.late = True
        return chosen

    def as_float(self, condition):
        """1 where the condition holds, else 0."""
        return self.op('selp.f32', '0F3f800000', '0F00000000', condition)

    def dot(self, a, b):
        """The sum of the products, first to last."""
        if len(a) == 2:
            return a.x * b.x + a.y * b.y
        terms = self.vec(*[p * q for p, q in zip(a, b)])
        total = self.new('f32')
        self.instruction('add.f32', total, terms.x, terms.y)
        for term in terms[2:]:
            self.instruction('add.f32', total, total, term)
        return total

    def normalize(self, v):
        return v * self.rsqrt(self.dot(v, v))

    # Memory

    def variable(self, name, size, mode):
        """The address of a variable of the thread: mode 8192 its own, 32 the payload of the ray that
        called the shader, 64 the hit attributes."""
        register = self.named('b64', name)
        self.line('rt_alloc_mem %%s, %d, %d;' % (size, mode), register)
        return register

    def resource(self, name, binding):
        register = self.named('b64', name)
        self.line('load_vulkan_descriptor %%s, 0, %d;' % binding, register)
        return register

    def descriptor(self, binding, type_, derefs=1):
        """The address behind a descriptor: of type 6 a uniform, of type 7 a storage buffer."""
        address = self.new('b64')
        self.line('load_vulkan_descriptor %%s, 0, %d, %d;' % (binding, type_), address)
        for _ in range(derefs):
            address = self.deref(address)
        return address

    def deref(self, variable):
        return self.op('mov.b64', variable)

    def buffer(self, binding, type_=7):
        return self.field(self.descriptor(binding, type_, derefs=2), 0)

    def field(self, base, offset):
        address = self.new('b64')
        self.line('add.u64 %%s, %%s, %d;' % offset, address, base)
        return address

    def element(self, base, index, stride):
        address = Value(self, 'b64')
        self.define(address)
        index32 = Value(self, 'u32', owner=address, suffix='_array_index_32')
        index64 = Value(self, 'u64', owner=address, suffix='_array_index_64')
        for register in (address, index32, index64):
            self.declare(register)
        how = {'u32': 'mov.u32', 's32': 'cvt.u32.s32'}.get(index.type, 'mov.b32')
        self.instruction(how, index32, index)
        self.line('mul.wide.u32 %%s, %%s, %d;' % stride, index64, index32)
        self.instruction('add.u64', address, base, index64)
        return address

    def load(self, address, type_='f32'):
        value = self.new(type_)
        value.late = True
        self.line('ld.global.%s %%s, [%%s];' % type_, value, address)
        return value

    def load_components(self, address, count, type_='f32'):
        parts = self.components(type_, count)
        for k, part in enumerate(parts):
            self.line('ld.global.%s %%s, [%%s + %d];' % (type_, 4 * k), part, address)
        return parts

    def store(self, address, value):
        self.line('st.global.%s [%%s], %%s;' % value.type, address, value)

    def store_components(self, address, parts):
        for k, part in enumerate(parts):
            type_ = 'b32' if part.late else part.type
            self.line('st.global.%s [%%s + %d], %%s;' % (type_, 4 * k), address, part)

    # What the RT unit gives

    def built_in(self, name, type_):
        value = self.new(type_)
        self.instruction('load_' + name, value)
        return value

    def launch(self, what):
        parts = self.components('u32', 3)
        self.instruction('load_ray_launch_' + what, *parts[:3])
        return parts[:3]

    def ray(self, what):
        """A vector of the ray, in its record; the load takes the word behind it too."""
        parts = self.components('f32', 4)
        address = Value(self, 'b64', owner=parts.x.owner, suffix='_address')
        self.declare(address)
        self.instruction('load_ray_world_' + what, address)
        for k, part in enumerate(parts):
            self.line('ld.global.f32 %%s, [%%s + %d];' % (4 * k), part, address)
        return parts[:3]

    # Control flow

    @contextmanager
    def if_(self, condition):
        branch = Branch(self, condition)
        self.depth += 1
        yield branch
        branch.close()

    @contextmanager
    def loop(self, *starts, untyped=False):
        """Goes round until a break, carrying values that begin as `starts`; `untyped`: the dump
        carries its floats without a type."""
        loop = Loop(self, starts, untyped)
        self.depth += 1
        yield loop
        loop.close()

    def phis_like(self, values, untyped=False):
        """A phi for each value, scalar or vector, whose type its sources will decide."""
        phis = []
        for value in values:
            if isinstance(value, Vector):
                assert value.made
                owner = Register('phi')
                parts = [Value(self, 'phi', owner=owner, suffix='_%d' % k) for k in range(len(value))]
                phi = Vector(parts, made=True)
            else:
                parts = [Value(self, 'phi')]
                phi = parts[0]
            for part, source in zip(parts, value if isinstance(value, Vector) else [value]):
                part.type, part.late, part.sources = 'f32', True, []
                part.real = source.is_float()
                if source.type != 'f32' or untyped:
                    part.type = 'b32' if part.real or isinstance(value, Vector) else 's32'
            phis.append(phi)
            self.phis += parts
        return phis

    def move(self, phis, values):
        for phi, value in zip(phis, values):
            parts = [(phi, value)] if isinstance(phi, Value) else zip(phi, value)
            for part, source in parts:
                part.sources.append(source)
                self.items.append(('move', self.depth, part, source))

    def settle_types(self):
        """A phi is a float's where all its sources are, else an integer's or untyped."""
        changed = True
        while changed:
            changed = False
            for phi in self.phis:
                types = {source.type for source in phi.sources}
                if phi.type == 'f32' and types != {'f32'}:
                    phi.type = 'b32'
                    changed = True

    def define_all(self, values):
        for value in values:
            self.define(value.x.owner if isinstance(value, Vector) else value)


class Branch:
    """An if: a block for either side, and the values that the sides give."""

    def __init__(self, shader, condition):
        self.shader, self.number = shader, shader.labels.next('if')
        self.results, self.in_else = (), False
        shader.line('@!%%s bra else_%d;' % self.number, condition)

    def give(self, *values):
        """The values this side ends with; of the first side's, those that are not f32 (a constant's
        bits() for one) are carried as integers."""
        if not self.results:
            self.results = self.shader.phis_like(values)
        self.shader.move(self.results, values)

    def otherwise(self):
        self.shader.depth -= 1
        self.shader.line('bra end_if_%d;' % self.number)
        self.shader.label('else_%d' % self.number)
        self.shader.depth += 1
        self.in_else = True

    def close(self):
        if not self.in_else:
            self.otherwise()
        self.shader.depth -= 1
        self.shader.label('end_if_%d' % self.number)
        self.shader.define_all(self.results)


class Loop:
    """A loop: the values it carries from round to round, and those it ends with."""

    def __init__(self, shader, starts, untyped):
        self.shader, self.number, self.results = shader, shader.labels.next('loop'), ()
        self.values = shader.phis_like(starts, untyped)
        shader.move(self.values, starts)
        shader.label('loop_%d' % self.number)
        shader.define_all(self.values)

    def break_(self, *values):
        if not self.results:
            self.results = self.shader.phis_like(values)
        self.shader.move(self.results, values)
        self.shader.line('bra loop_%d_exit;' % self.number)

    def next(self, *values):
        self.shader.move(self.values, values)

    def close(self):
        self.shader.line('bra loop_%d;' % self.number)
        self.shader.depth -= 1
        self.shader.label('loop_%d_exit' % self.number)
        self.shader.define_all(self.results)
