/* GLSL expressions against values from C, and parts of buffers against where their layouts put
 * them: one ray generation shader, generated of the table, evaluates all of them and stores each
 * result as a pixel. Operands are opaque to the compilers: a number that is zero at run time is in
 * each. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/scenes.h"
#include "tests/rig/shader.h"

#include "common/file.h"
#include "common/memory.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum result { BITS, EXACT, NEAR, ANY_NAN };

/* A row: expression of type uint or float, and its value. NEAR allows for 2^-20 of it. */
static const struct row {
    const char *glsl;
    enum result result;
    uint32_t bits;
    float value;
} rows[] = {
#define U(glsl, bits)                                                                              \
    {                                                                                              \
        glsl, BITS, bits, 0                                                                        \
    }
#define X(glsl, value)                                                                             \
    {                                                                                              \
        glsl, EXACT, 0, value                                                                      \
    }
#define N(glsl, value)                                                                             \
    {                                                                                              \
        glsl, NEAR, 0, value                                                                       \
    }
#define NOT(glsl)                                                                                  \
    {                                                                                              \
        glsl, ANY_NAN, 0, 0                                                                        \
    }
    /* floats */
    X("f(1.5) + f(2.25)", 3.75f),
    X("f(1e8) * f(3.0) - f(2e8)", 1e8f * 3.0f - 2e8f),
    X("f(1.0) / f(4.0)", 0.25f),
    X("f(1.0) / f(0.0)", INFINITY),
    X("f(-1.0) / f(0.0)", -INFINITY),
    NOT("f(0.0) / f(0.0)"),
    NOT("INF - INF"),
    NOT("f(0.0) * INF"),
    NOT("sqrt(f(-1.0))"),
    NOT("log2(f(-1.0))"),
    X("log2(f(0.0))", -INFINITY),
    X("-f(0.0)", -0.0f),
    U("floatBitsToUint(-f(0.0))", 0x80000000),
    U("floatBitsToUint(f(0.0) - f(0.0))", 0),
    U("floatBitsToUint(abs(f(-0.0)))", 0),
    U("floatBitsToUint(uintBitsToFloat(u(1u)) + uintBitsToFloat(u(2u)))", 3), /* denormal */
    U("floatBitsToUint(uintBitsToFloat(u(0x00800000u)) * f(0.5))", 0x00400000),
    X("f(1e38) * f(10.0)", INFINITY),
    X("fma(f(1.0000001), f(1.0000001), f(-1.0000002))", 0x1p-46f),
    X("f(1.0000001) * f(1.0000001) + f(-1.0000002)", 0),
    X("mod(f(7.5), f(2.0))", 1.5f),
    X("mod(f(-7.5), f(2.0))", 0.5f),
    X("floor(f(-1.5))", -2),
    X("ceil(f(-1.5))", -1),
    X("trunc(f(-1.5))", -1),
    X("round(f(2.5))", 2),
    X("roundEven(f(3.5))", 4),
    X("fract(f(-1.25))", 0.75f),
    X("sign(f(-3.0)) + sign(f(0.0)) + 10.0 * sign(f(2.0))", 9),
    X("min(f(1.0), f(-2.0)) + max(f(1.0), f(-2.0))", -1),
    X("min(NAN, f(2.0))", 2),
    X("max(f(2.0), NAN)", 2),
    X("clamp(f(5.0), f(-1.0), f(1.0))", 1),
    X("mix(f(2.0), f(4.0), f(0.25))", 2.5f),
    X("mix(2.0, 4.0, f(0.25))", 2.5f),
    X("mix(f(2.0), f(4.0), b(true)) + mix(f(2.0), f(4.0), b(false))", 6),
    X("step(f(1.0), f(1.0)) + step(f(1.0), f(0.5))", 1),
    X("smoothstep(f(0.0), f(4.0), f(1.0))", 0.15625f),
    N("sqrt(f(2.0))", 1.41421356f),
    N("inversesqrt(f(4.0))", 0.5f),
    N("sin(f(1.0))", 0.841470985f),
    N("cos(f(1.0))", 0.540302306f),
    N("tan(f(1.0))", 1.55740772f),
    N("asin(f(0.5))", 0.523598776f),
    N("asin(f(-1.0))", -1.57079633f),
    N("acos(f(-0.5))", 2.0943951f),
    X("acos(f(1.0))", 0),
    N("atan(f(0.5))", 0.463647609f),
    N("atan(f(-20.0))", -1.52083793f),
    N("atan(f(1.0), f(-1.0))", 2.35619449f),
    N("atan(f(-1.0), f(-2.0))", -2.67794504f),
    N("atan(f(3.0), f(0.0))", 1.57079633f),
    X("atan(f(0.0), f(1.0))", 0),
    N("sinh(f(1.0))", 1.17520119f),
    N("cosh(f(1.0))", 1.54308063f),
    N("tanh(f(0.5))", 0.462117157f),
    N("asinh(f(1.0))", 0.881373587f),
    N("acosh(f(2.0))", 1.3169579f),
    N("atanh(f(0.5))", 0.549306144f),
    N("exp(f(1.0))", 2.71828183f),
    N("log(f(10.0))", 2.30258509f),
    X("exp2(f(10.0))", 1024),
    X("log2(f(8.0))", 3),
    N("pow(f(2.0), f(0.5))", 1.41421356f),
    N("radians(f(180.0))", 3.14159265f),
    N("degrees(f(3.14159265))", 180),
    X("ldexp(f(1.5), i(4))", 24),
    X("modf_whole(f(-3.25))", -3),
    X("modf_part(f(-3.25))", -0.25f),
    X("frexp_part(f(-20.0))", -0.625f),
    U("uint(frexp_power(f(-20.0)))", 5),
    X("frexp_part(f(0.0)) + float(frexp_power(f(0.0)))", 0),
    /* comparisons with NaN */
    U("uint(NAN == NAN) | uint(NAN < 1.0) << 1 | uint(NAN > 1.0) << 2 | uint(NAN >= NAN) << 3", 0),
    U("uint(NAN != NAN) | uint(!(NAN < 1.0)) << 1 | uint(f(0.0) == f(-0.0)) << 2", 7),
    U("uint(isnan(NAN)) | uint(isinf(INF)) << 1 | uint(isinf(NAN)) << 2 | uint(isnan(INF)) << 3",
      3),
    /* integers */
    U("u(3u) - u(5u)", 0xfffffffe),
    U("u(0x12345u) * u(0x54321u)", 0x12345u * 0x54321u),
    U("u(17u) / u(5u) * 100u + u(17u) % u(5u)", 302),
    U("uint(i(-17) / i(5))", (uint32_t)-3),
    U("uint(i(17) % i(5))", 2),
    U("uint(abs(i(-7)))", 7),
    U("uint(sign(i(-7)) + 10 * sign(i(0)) + 100 * sign(i(9)))", 99),
    U("uint(min(i(-2), i(1)))", (uint32_t)-2),
    U("max(u(0xfffffffeu), u(1u))", 0xfffffffe),
    U("uint(clamp(i(-9), i(-4), i(4)))", (uint32_t)-4),
    U("clamp(u(9u), u(1u), u(4u))", 4),
    U("u(0xf0u) & u(0x3cu) | u(3u) ^ u(1u)", 0x32),
    U("~u(5u)", ~5u),
    U("u(1u) << u(31u)", 0x80000000),
    U("u(0x80000000u) >> u(4u)", 0x08000000),
    U("uint(i(-64) >> i(4))", (uint32_t)-4),
    U("uint(i(-3) < i(2)) | uint(u(0xfffffffdu) < u(2u)) << 1 | uint(i(2) >= i(2)) << 2", 5),
    U("u(7u) / u(0u) | 1u", 0xffffffff), /* undefined, and no trap */
    U("uint(i(-2147483647 - 1) / i(-1)) | 0x80000000u", 0x80000000),
    U("u(1u) << u(40u) & 0u", 0),
    U("add_carry(u(0xffffffffu), u(2u))", 0x10001),
    U("sub_borrow(u(1u), u(2u))", 0x1ffff),
    U("mul_high(u(0xffffffffu), u(0xffffffffu))", 0xfffffffe),
    U("mul_high_signed(i(-2), i(3))", 0xffffffff),
    /* bits */
    U("bitfieldExtract(u(0xabcd1234u), i(8), i(12))", 0xd12),
    U("uint(bitfieldExtract(i(0x00000f00), i(8), i(4)))", 0xffffffff),
    U("bitfieldExtract(u(0xabcd1234u), i(0), i(32))", 0xabcd1234),
    U("bitfieldExtract(u(0xabcd1234u), i(8), i(0))", 0),
    U("bitfieldInsert(u(0xffffffffu), u(0x5u), i(4), i(8))", 0xfffff05f),
    U("bitfieldInsert(u(1u), u(0xdeadbeefu), i(0), i(32))", 0xdeadbeef),
    U("bitfieldReverse(u(0x00000013u))", 0xc8000000),
    U("uint(bitCount(u(0xf00ff001u)))", 13),
    U("uint(findLSB(u(0x00000050u)) + 100 * findMSB(u(0x00000050u)))", 604),
    U("uint(findLSB(u(0u)) + findMSB(u(0u)))", (uint32_t)-2),
    U("uint(findMSB(i(-1)) + 100 * findMSB(i(-256)))", 699),
    /* conversions */
    U("uint(f(3.99))", 3),
    U("uint(int(f(-3.99)))", (uint32_t)-3),
    U("uint(f(4000000000.0))", 4000000000u),
    X("float(i(-7))", -7),
    X("float(u(0xffffffffu))", 4294967296.0f),
    X("float(u(16777217u))", 16777216.0f),
    U("uint(b(true)) + uint(bool(u(4u))) * 2u + uint(bool(f(0.0))) * 4u", 3),
    U("floatBitsToUint(f(1.0))", 0x3f800000),
    X("intBitsToFloat(i(0x40490fdb))", 3.14159274f),
    /* packing */
    U("packUnorm4x8(vec4(f(0.0), f(1.0), f(0.5), f(7.0)))", 0xff80ff00),
    U("packSnorm4x8(vec4(f(0.0), f(1.0), f(-1.0), f(-7.0)))", 0x81817f00),
    U("packUnorm2x16(vec2(f(1.0), f(0.25)))", 0x4000ffff),
    U("packSnorm2x16(vec2(f(-1.0), f(0.5)))", 0x40008001),
    U("packHalf2x16(vec2(f(1.0), f(-2.0)))", 0xc0003c00),
    U("packHalf2x16(vec2(f(1e6), f(5.9604645e-8)))", 0x00017c00), /* infinity, least denormal */
    N("dot(unpackUnorm4x8(u(0xff00ff80u)), vec4(1, 10, 100, 1000))", 1010.50196f),
    N("dot(unpackSnorm4x8(u(0x81007f80u)), vec4(1, 10, 100, 1000))", -991),
    N("dot(unpackUnorm2x16(u(0x8000ffffu)), vec2(1, 10))", 6.0000763f),
    N("dot(unpackSnorm2x16(u(0x80017fffu)), vec2(1, 10))", -9),
    X("dot(unpackHalf2x16(u(0xc0003c00u)), vec2(1, 10))", -19),
    /* vectors and matrices */
    X("dot(vec3(f(1.0), f(2.0), f(3.0)), vec3(4, 5, 6))", 32),
    N("length(vec3(f(2.0), f(3.0), f(6.0)))", 7),
    N("distance(vec2(f(1.0), f(1.0)), vec2(4, 5))", 5),
    X("length(f(-3.0))", 3),
    N("dot(normalize(vec3(f(0.0), f(3.0), f(4.0))), vec3(1, 10, 100))", 86),
    X("dot(cross(vec3(f(1.0), f(2.0), f(3.0)), vec3(4, 5, 6)), vec3(1, 10, 100))", -243),
    X("dot(reflect(vec3(f(1.0), f(-1.0), f(2.0)), vec3(0, 1, 0)), vec3(1, 10, 100))", 211),
    N("dot(refract(vec3(f(0.6), f(-0.8), f(0.0)), vec3(0, 1, 0), f(0.5)), vec3(1, 10, 100))",
      0.3f - 9.5393920f),
    X("length(refract(vec3(f(0.8), f(-0.6), f(0.0)), vec3(0, 1, 0), f(2.0)))", 0),
    X("faceforward(vec2(f(1.0), f(2.0)), vec2(0, 1), vec2(0, -1)).y", 2),
    X("faceforward(vec2(f(1.0), f(2.0)), vec2(0, 1), vec2(0, 1)).y", -2),
    X("dot(matrix() * vec3(1, 2, 3), vec3(1, 100, 10000))", 453630),
    X("dot(vec3(1, 2, 3) * matrix(), vec3(1, 100, 10000))", 533214),
    X("dot((matrix() * matrix())[2], vec3(1, 100, 10000))", 1703509),
    X("transpose(matrix())[1][2]", 8),
    X("determinant(matrix())", -3),
    N("inverse(matrix())[2][0]", 1),
    N("determinant(mat4(2, 0, 0, 1, 0, 3, 0, 0, 0, 1, 4, 0, f(1.0), 0, 0, 5))", 108),
    N("dot(inverse(mat4(2, 0, 0, 1, 0, 3, 0, 0, 0, 1, 4, 0, f(1.0), 0, 0, 5))[3], vec4(1, 10, 100, "
      "1000))",
      (-1.0f + 2000.0f) / 9.0f),
    X("dot(outerProduct(vec2(f(2.0), f(3.0)), vec3(5, 7, 11))[2], vec2(1, 100))", 3322),
    X("matrixCompMult(matrix(), matrix())[1][2]", 36),
    X("(matrix() * 2.0 + matrix())[2][1]", 24),
    X("vec4(f(1.0), 2, 3, 4).wzyx.y", 3),
    U("uint(any(lessThan(vec2(f(1.0), 5), vec2(2)))) + uint(all(lessThan(vec2(f(1.0), 5), "
      "vec2(2)))) "
      "* 2u + uint(not(bvec2(b(true), b(false))).y) * 4u",
      5),
    U("uint(vec2(f(1.0), 2) == vec2(1, 2)) + uint(vec2(f(1.0), 2) != vec2(1, 2)) * 2u", 1),
    /* chosen at run time */
    X("vec4(f(1.0), 2, 3, 4)[i(2)]", 3),
    X("matrix()[i(1)][i(2)]", 6),
    X("inserted(u(2u)).z", 9),
    U("table(u(3u))", 17),
    U("reversed(u(6u))", 654321),
    U("nested(u(2u))", 32),
    /* control flow */
    U("fibonacci(u(20u))", 6765),
    U("collatz(u(27u))", 111),
    U("choice(i(0)) + 100u * choice(i(1)) + 10000u * choice(i(-5)) + 1000000u * choice(i(9))",
      3020503),
    U("primes(u(50u))", 15),
    U("early(u(3u)) + 100u * early(u(30u))", 9908),
    U("rotated(u(5u))", 321),
    U("do_while(u(0u))", 1),
    U("shortcut(u(0u))", 1),
    U("inout_twice(u(3u))", 21),
    /* 64 bits */
    U("uint(l(1l << 40) * 3l >> 41)", 1),
    U("uint((l(-5l) / l(2l)) & 0xffffffffl)", (uint32_t)-2),
    U("uint(l(7l) % l(4l))", 3),
    U("uint(ul(0xffffffff00000000ul) % ul(1000ul))", UINT64_C(0xffffffff00000000) % 1000),
    U("uint(ul(0xfffffffffffffffful) > ul(1ul)) + uint(l(-1l) > l(1l)) * 2u", 1),
    U("unpackUint2x32(ul(0x123456789abcdef0ul)).y", 0x12345678),
    U("uint(packUint2x32(uvec2(u(5u), u(6u))) >> 31)", 12),
    U("uint(l(-1l) >> 60 & 0xffl)", 0xff),
    U("uint(ul(1ul) << u(35u) >> u(33u))", 4),
    X("float(l(-3l)) + float(ul(0x10000000000ul))", -3.0f + 1099511627776.0f),
    U("uint(int64_t(f(-3.5)) + 10l)", 7),
    X("float(d(1.0) / d(3.0) * d(3.0) - d(1.0))", 0),
    X("float(d(1e300lf) * d(1e-300lf))", 1),
    U("uint(d(1.0) + d(1e-12lf) > d(1.0)) + uint(int(d(-7.9lf)) + 8) * 2u", 3),
    X("float(double(f(0.1)) - d(0.1lf))", (float)((double)0.1f - 0.1)),
    X("float(sqrt(d(2.0)) * sqrt(d(2.0)) - d(2.0))",
      (float)(1.4142135623730951 * 1.4142135623730951 - 2.0)),
    X("float(abs(d(-2.5)) + floor(d(-2.5)) + ceil(d(-2.5)) + fract(d(0.25)))", -2.25f),
    X("float(min(d(2.0), d(-3.0)) + max(d(2.0), d(-3.0)) * 10.0 + clamp(d(9.0), d(0.0), d(4.0)))",
      21),
    U("uint(unpackDouble2x32(d(1.0)).y)", 0x3ff00000),
    X("float(packDouble2x32(uvec2(u(0u), u(0x40000000u))))", 2),

    /* 16 and 8 bits */
    X("float(h(1.5) * h(2.5) + h(0.25))", 4),
    X("float(float16_t(f(2049.0)))", 2048),
    X("float(h(1.0) / h(3.0))", 0.333251953125f),
    U("uint(h(1.5) < h(2.0)) + uint(h(-1.0) == h(1.0)) * 2u", 1),
    X("float(-h(1.5) + abs(h(-4.0)) + max(h(1.0), h(2.0)))", 4.5f),
    N("float(length(f16vec2(h(3.0), h(4.0))))", 5),
    N("float(dot(f16vec2(h(3.0), h(4.0)), f16vec2(1, 10)))", 43),
    U("uint(s16(-300) * s16(200)) & 0xffffu", (uint32_t)(-300 * 200) & 0xffff),
    U("uint(int(s16(-300) / s16(7)))", (uint32_t)-42),
    U("uint(s16(-3) < s16(2)) + uint(int(s16(-3)) == -3) * 2u", 3),
    U("uint(u16(65535us) + u16(2us))", 1),
    U("uint(u16(40000us) >> u16(3us)) + uint(uint16_t(u(0x12345u)))", 5000 + 0x2345),
    U("uint(int(s16(-32767s) >> 3s))", (uint32_t)-4096),
    U("uint(int(s8(100) + s8(100)))", (uint32_t)-56),
    U("uint(int(s8(-100) / s8(7)))", (uint32_t)-14),
    U("uint(u8(200) + u8(100))", 44),
    U("uint(u8(200) / u8(7)) + uint(u8(200) > u8(100)) * 100u", 128),
    U("uint(s8(-1) < s8(1)) + uint(int(int8_t(u(0x1ffu)))) * 2u", (uint32_t)-1),
    U("uint(int(~s8(5)))", (uint32_t)-6),
    X("float(s8(-7)) + float(u16(60000us))", 59993),
    U("uint(int(min(s16(-3), s16(2)))) + uint(max(u16(65535us), u16(2us)))", 65532),
    U("uint(int(abs(s16(-3))) + 10 * int(sign(s16(-9))) + 100 * int(clamp(s16(-9), s16(-4), "
      "s16(4))))",
      (uint32_t)-407),
    U("uint(int(s16(-7) % s16(3)) * 0 + int(s8(17) % s8(5)))", 2),
    U("uint(pack32(u16vec2(u16(5us), u16(6us)))) + uint(unpack16(u(0x70001u)).y)", 0x6000c),
    U("uint(min(l(-3l), l(2l)) + abs(l(-40l)) + sign(l(-9l)) * 100l)", (uint32_t)-63),
    U("uint(max(ul(0xffffffffffffffful), ul(2ul)) >> 28)", 0xffffffff),
};

/* Words of the buffers' contents: number i is the float i, in the bytes' buffer 0x03020100 and on.
 */
static const struct row memory_rows[] = {
    X("a.a.z * 100.0 + a.b", 203),
    X("a.c[1].x * 100.0 + a.c[i(0)][i(1)]", 605),
    X("a.d[1].x * 100.0 + a.d[i(0)].y", 1009),
    X("a.e[3] * 100.0 + a.e[i(30)]", 1542),
    U("uint(a.e.length())", 52),
    X("s140.b.y * 100.0 + s140.c[i(1)]", 308),
    X("s140.d[2].x * 100.0 + s140.d[i(1)].z", 2018),
    X("dot(s140.e, vec3(1)) + 1000.0 * s140.f", 27075),
    X("rows.m[1][2] * 100.0 + rows.m[i(0)][i(1)]", 502),
    X("rows.n[3].y * 100.0 + rows.n[i(2)][i(3)]", 1522),
    X("(rows.n * vec4(1, 0, 0, 0)).z", 16),
    X("tight.b.z * 100.0 + tight.s[1].q.y", 313),
    X("dot(tight.s[i(1)].p, vec3(1, 100, 10000))", 111009),
    X("copied(u(1u))", 13),
    X("pushed.x * 100.0 + pushed.y", 1),
    U("uint(bytes.b[i(5)]) + 256u * uint(bytes.b[6])", 0x605),
    U("uint(bytes.h[1]) << 16 | uint(bytes.h[i(0)])", 0x0b0a0908),
    U("uint(bytes.l >> 32)", 0x17161514),
    U("uint(bytes.v.z) + uint(bytes.v[i(3)]) * 256u", 0x1b1a),
};
#undef U
#undef X
#undef N
#undef NOT

enum { ROWS = sizeof rows / sizeof *rows, WIDTH = 32, HEIGHT = (ROWS + WIDTH - 1) / WIDTH };

static const char buffers[] =
    "struct S { vec3 p; vec2 q; };\n"
    "layout(binding = 1) readonly buffer A { vec3 a; float b; mat2 c; vec2 d[2]; float e[]; } a;\n"
    "layout(binding = 2, std140) uniform B { float a; vec2 b; float c[2]; mat3 d; vec3 e; float f; "
    "}\n"
    "    s140;\n"
    "layout(binding = 3, row_major) readonly buffer C { mat2x3 m; mat4 n; } rows;\n"
    "layout(binding = 4, scalar) readonly buffer D { float a; vec3 b; S s[2]; } tight;\n"
    "layout(binding = 5) readonly buffer E { uint8_t b[8]; uint16_t h[2]; uint64_t l; u8vec4 v; }\n"
    "    bytes;\n"
    "layout(push_constant) uniform F { vec2 pushed; };\n"
    "float copied(uint k) { S t[2] = tight.s; t[0].q = vec2(0); S c = t[k]; return c.q.y; }\n";

static const char preamble[] =
    "#version 460\n"
    "#extension GL_EXT_ray_tracing : require\n"
    "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
    "#extension GL_EXT_scalar_block_layout : require\n"
    "#extension GL_EXT_shader_8bit_storage : require\n"
    "#extension GL_EXT_shader_16bit_storage : require\n"
    "layout(binding = 0, rgba32f) uniform writeonly image2D picture;\n"
    "uint zero = gl_LaunchIDEXT.z;\n"
    "uint u(uint x) { return x ^ zero; }\n"
    "int i(int x) { return x ^ int(zero); }\n"
    "float f(float x) { return uintBitsToFloat(floatBitsToUint(x) ^ zero); }\n"
    "bool b(bool x) { return x ^^ (zero != 0u); }\n"
    "int64_t l(int64_t x) { return x ^ int64_t(zero); }\n"
    "uint64_t ul(uint64_t x) { return x ^ uint64_t(zero); }\n"
    "double d(double x) { return x + double(zero); }\n"
    "float16_t h(float x) { return float16_t(f(x)); }\n"
    "int16_t s16(int x) { return int16_t(i(x)); }\n"
    "uint16_t u16(uint16_t x) { return x ^ uint16_t(zero); }\n"
    "int8_t s8(int x) { return int8_t(i(x)); }\n"
    "uint8_t u8(int x) { return uint8_t(i(x)); }\n"
    "#define INF uintBitsToFloat(u(0x7f800000u))\n"
    "#define NAN uintBitsToFloat(u(0x7fc00000u))\n"
    "float modf_whole(float x) { float whole; modf(x, whole); return whole; }\n"
    "float modf_part(float x) { float whole; return modf(x, whole); }\n"
    "float frexp_part(float x) { int power; return frexp(x, power); }\n"
    "int frexp_power(float x) { int power; frexp(x, power); return power; }\n"
    "uint add_carry(uint a, uint c) { uint r; uint s = uaddCarry(a, c, r); return s | r << 16; }\n"
    "uint sub_borrow(uint a, uint c) { uint r; uint s = usubBorrow(a, c, r);\n"
    "    return s >> 16 | r << 16; }\n"
    "uint mul_high(uint a, uint c) { uint m, n; umulExtended(a, c, m, n); return m; }\n"
    "uint mul_high_signed(int a, int c) { int m, n; imulExtended(a, c, m, n); return uint(m); }\n"
    "mat3 matrix() { return mat3(f(1.0), 2, 3, 4, 5, 6, 7, 8, f(10.0)); }\n"
    "vec4 inserted(uint k) { vec4 v = vec4(f(1.0), 2, 3, 4); v[k] = 9.0; return v; }\n"
    "uint table(uint k) { const uint t[5] = uint[](2u, 3u, 5u, 17u, 11u); return t[k]; }\n"
    "uint reversed(uint n) { uint t[8];\n"
    "    for (uint k = 0; k < n; k++) t[n - 1 - k] = k + 1;\n"
    "    uint sum = 0; for (uint k = 0; k < n; k++) sum = sum * 10 + t[k]; return sum; }\n"
    "struct part { uint a; vec2 p[2]; bool yes; };\n"
    "uint nested(uint n) { part t[3];\n"
    "    for (uint k = 0; k < 3; k++)\n"
    "        t[k] = part(k, vec2[](vec2(k, f(2.0)), vec2(f(10.0) * k)), k == 1);\n"
    "    part c = t[n]; c.p[u(1u)].y += 10.0;\n"
    "    return uint(c.p[1].y) + c.a * uint(t[n - 1].yes); }\n"
    "uint fibonacci(uint n) { uint p = 0, q = 1;\n"
    "    while (n-- > 0) { uint t = p; p = q; q = t + q; } return p; }\n"
    "uint rotated(uint n) { uint p = 1, q = 2, r = 3;\n"
    "    for (uint k = 0; k + 1 < n; k++) { uint t = p; p = q; q = r; r = t; }\n"
    "    uint t = p; p = q; q = t; return 100 * p + 10 * q + r; }\n"
    "uint collatz(uint n) { uint steps = 0;\n"
    "    for (; n != 1; steps++) n = (n & 1) == 0 ? n / 2 : 3 * n + 1; return steps; }\n"
    "uint choice(int k) { uint r = 0;\n"
    "    switch (k) { case 0: r = 1; case 1: r += 2; if (k == 0) break; r += 3; break;\n"
    "    case -5: return 2; default: r = 3; } return r; }\n"
    "uint primes(uint n) { uint count = 0;\n"
    "    for (uint k = 2; k <= n; k++) { bool prime = true;\n"
    "        for (uint j = 2; j * j <= k; j++) { if (k % j != 0) continue; prime = false; break; "
    "}\n"
    "        if (!prime) continue; count++; } return count; }\n"
    "uint early(uint n) { for (uint k = 0; k < 100; k++) if (k * k > n * 20) return k > 9 ? 99 : "
    "k;\n"
    "    return n; }\n"
    "uint do_while(uint n) { uint k = 0; do k++; while (k < n); return k; }\n"
    "uint steps = 0;\n"
    "bool step_on(bool x) { steps++; return x; }\n"
    "uint shortcut(uint n) { steps = 0;\n"
    "    if (step_on(n != 0) && step_on(true)) return 9; return steps; }\n"
    "void twice(inout uint x, out uint y) { y = x; x *= 2; }\n"
    "uint inout_twice(uint n) { uint y; twice(n, y); uint z; twice(n, z); return n + y + z; }\n"
    "void put(int k, uint word) { imageStore(picture, ivec2(k % 32, k / 32),\n"
    "    vec4(word & 0xffffu, word >> 16, 0, 0)); }\n"
    "void put(int k, float x) { put(k, floatBitsToUint(x)); }\n";
static const char beginning[] = "void main()\n{\n"
                                "    if (gl_LaunchIDEXT.xy != uvec2(0)) return;\n";

static void write_shader(const char *folder, const char *declared, const struct row *table,
                         uint32_t n)
{
    enum { ROOM = 1 << 18 };
    MEM_AUTO char *text = mem_calloc(1, ROOM);
    char path[64];
    size_t at = (size_t)snprintf(text, ROOM, "%s%s%s", preamble, declared, beginning);
    for (uint32_t i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, ROOM - at, "    put(%u, %s);\n", i, table[i].glsl);
    snprintf(text + at, ROOM - at, "}\n");
    assert_ok(file_make_folder(folder, &st));
    snprintf(path, sizeof path, "%s/a.rgen", folder);
    program_write_text(path, text);
}

/* All bindings hold the floats 0 to 63, but the bytes'. */
static void write_manifest(const char *path)
{
    char text[4096];
    size_t at = (size_t)snprintf(text, sizeof text, "raygen = \"a.rgen\";\nbindings = (");
    for (int binding = 1; binding <= 6; binding++) {
        at += (size_t)snprintf(
            text + at, sizeof text - at,
            binding < 6 ? "{ binding = %d; values = [" : "{ push = true; values = [", binding);
        for (uint32_t i = 0; i < (binding < 5 ? 64 : binding == 5 ? 8 : 2); i++)
            at += (size_t)(binding == 5
                               ? snprintf(text + at, sizeof text - at, "%s0x%08x", i ? "," : "",
                                          0x03020100 + 0x04040404 * i)
                               : snprintf(text + at, sizeof text - at, "%s%u.0", i ? "," : "", i));
        at += (size_t)snprintf(text + at, sizeof text - at, "]; }%s\n", binding < 6 ? "," : " );");
    }
    program_write_text(path, text);
}

static void run(const char *folder, float *picture)
{
    struct rig_shader r;
    struct kernel_settings settings = {.picture = picture};
    rig_shader_init(&r, WIDTH, HEIGHT);
    r.frame.shaders = folder;
    assert_ok(launch_create(&r.launch, &r.image, &r.frame, &st));
    assert_ok(launch_kernel(r.launch, &settings, &r.kernel, &st));
    assert_ok(rig_shader_run(&r, 0, &st));
    rig_shader_free(&r);
}

static bool is_right(const struct row *r, uint32_t got)
{
    float x, most = fabsf(r->value) * 0x1p-20f;
    uint32_t wanted;
    memcpy(&x, &got, sizeof x);
    memcpy(&wanted, &r->value, sizeof wanted);
    switch (r->result) {
    case BITS:
        return got == r->bits;
    case EXACT:
        return got == wanted;
    case NEAR:
        return fabsf(x - r->value) <= most;
    default:
        return isnan(x);
    }
}

static void check(const char *folder, const struct row *table, uint32_t n)
{
    static float picture[3 * WIDTH * HEIGHT];
    uint32_t wrong = 0;
    run(folder, picture);
    for (uint32_t i = 0; i < n; i++) {
        const struct row *r = &table[i];
        uint32_t got = (uint32_t)picture[3 * i] | (uint32_t)picture[3 * i + 1] << 16;
        float x;
        memcpy(&x, &got, sizeof x);
        if (is_right(r, got))
            continue;
        print_error("%s: 0x%08" PRIx32 " or %.9g; expected 0x%08" PRIx32 " or %.9g\n", r->glsl, got,
                    (double)x, r->bits, (double)r->value);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

TEST(expressions_have_the_values_of_c)
{
    write_shader("math", "", rows, ROWS);
    check("math", rows, ROWS);
}

TEST(parts_of_buffers_are_where_their_layouts_put_them)
{
    enum { N = sizeof memory_rows / sizeof *memory_rows };
    write_shader("memory", buffers, memory_rows, N);
    write_manifest("memory/pipeline.cfg");
    check("memory", memory_rows, N);
}

TEST_GROUP(program_enter, program_leave)
