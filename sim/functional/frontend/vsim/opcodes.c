/* Holds the table of instructions, and writes its documentation page. */
#include "sim/functional/frontend/vsim/opcodes.h"

#include <string.h>

/* The following macros consist of rows of the table, which clang-format cannot format. */
/* clang-format off */
#define ALU(text, OP, form, meaning) {text, CODE_##OP, KIND_ALU, 0, form, NULL, meaning},
#define SFU(stem, OP, meaning)                                                                     \
    {stem ".approx.f32", CODE_##OP, KIND_SFU, 0, "ds", NULL, meaning},
#define MOV(type)                    ALU("mov." type, MOV_32, "ds", "d = s, the whole cell")
#define BITS(stem, OP)                                                                             \
    ALU(stem ".b16", OP##_16, "dss", "bit by bit") ALU(stem ".b32", OP##_32, "dss", "bit by bit")  \
    ALU(stem ".b64", OP##_64, "dss", "bit by bit")                                                 \
    ALU(stem ".pred", OP##_PRED, "pqq", "truth values")
#define SETP(text, OP)               ALU("setp." text, SETP_##OP, "pss", "integers")
#define SETP_FLOAT(stem, OP)                                                                       \
    ALU("setp." stem ".f32", SETP_##OP##_F32, "pss", "false where a number is NaN")
#define EQUAL(stem, OP)                                                                            \
    SETP_FLOAT(stem, OP) SETP(stem ".s32", OP##_32) SETP(stem ".u32", OP##_32)                     \
    SETP(stem ".u16", OP##_16) SETP(stem ".s64", OP##_64) SETP(stem ".u64", OP##_64)
#define ORDER(stem, OP)                                                                            \
    SETP_FLOAT(stem, OP) SETP(stem ".s32", OP##_S32) SETP(stem ".u32", OP##_U32)                   \
    SETP(stem ".u16", OP##_U16) SETP(stem ".s64", OP##_S64) SETP(stem ".u64", OP##_U64)
#define SELP(type, bits)             ALU("selp." type, SELP_##bits, "dssq", "c ? a : b, whole cells")
#define ACCESS(text, OP, bytes, form)                                                              \
    {text, CODE_##OP, KIND_MEMORY, bytes, form, NULL, #bytes " bytes"},
#define ACCESSES(stem, OP, form)                                                                   \
    ACCESS(stem ".f32", OP, 4, form) ACCESS(stem ".u32", OP, 4, form)                              \
    ACCESS(stem ".s32", OP, 4, form) ACCESS(stem ".b32", OP, 4, form)                              \
    ACCESS(stem ".u16", OP, 2, form) ACCESS(stem ".u64", OP, 8, form)                              \
    ACCESS(stem ".b64", OP, 8, form)
#define OWN(KIND, text, op, form, track, meaning)                                                  \
    {text, CODE_vs_##op, KIND_##KIND, 0, form, track, meaning},
#define RT(text, op, form, track, meaning) OWN(RT, text, op, form, track, meaning)

/* Texts that several rows share. */
static const char image_store[] = "image, x, y, z, w, sample, r, g, b, a, ...: one store of 16 bytes";
static const char image_load[] = "image, r, g, b, a, x, y, z, w, sample, ...: one load of 16 bytes";
static const char nearest[] = "to the nearest, ties to even";
static const char clamped[] = "to the nearest, ties to even; clamped";
static const char shift[] = "0 where the amount is the width or more";
static const char minmax[] = "a NaN loses; of equals the second";
static const char column[] = "address of a column of the matrix: four words";

const struct vsim_opcode vsim_opcodes[] = {
    MOV("b16") MOV("u16") MOV("s16") MOV("b32") MOV("u32") MOV("s32") MOV("f32") MOV("b64")
    MOV("u64") MOV("s64") MOV("f64")
    ALU("mov.pred", MOV_PRED, "pq", "d = s")
    ALU("add.s32", ADD_32, "dss", "d = a + b")
    ALU("add.u32", ADD_32, "dss", "d = a + b")
    ALU("add.s64", ADD_64, "dss", "d = a + b")
    ALU("add.u64", ADD_64, "dss", "d = a + b")
    ALU("add.f32", ADD_F32, "dss", "d = a + b")
    ALU("add.f64", ADD_F64, "dss", "d = a + b")
    ALU("sub.s32", SUB_32, "dss", "d = a - b")
    ALU("sub.u32", SUB_32, "dss", "d = a - b")
    ALU("sub.s64", SUB_64, "dss", "d = a - b")
    ALU("sub.u64", SUB_64, "dss", "d = a - b")
    ALU("sub.f32", SUB_F32, "dss", "d = a - b")
    ALU("mul.f32", MUL_F32, "dss", "d = a * b")
    ALU("mul.f64", MUL_F64, "dss", "d = a * b")
    ALU("mul.lo.s32", MUL_LO_32, "dss", "the low 32 bits of a * b")
    ALU("mul.lo.u32", MUL_LO_32, "dss", "the low 32 bits of a * b")
    ALU("mul.wide.u32", MUL_WIDE_U32, "dss", "the 64 bits of a * b")
    ALU("mul.wide.s32", MUL_WIDE_S32, "dss", "the 64 bits of a * b")
    ALU("neg.f32", VSIM_NEG_F32, "ds", "d = 0 - s: +0 for zeros of both signs")
    ALU("neg.s32", NEG_32, "ds", "d = 0 - s")
    ALU("neg.s64", NEG_64, "ds", "d = 0 - s")
    ALU("abs.f32", VSIM_ABS_F32, "ds", "d = s < 0 ? -s : s, so that -0 stays")
    ALU("abs.s32", ABS_32, "ds", "d = s < 0 ? -s : s")
    ALU("min.f32", VSIM_MIN_F32, "dss", minmax)
    ALU("max.f32", VSIM_MAX_F32, "dss", minmax)
    ALU("min.s32", MIN_S32, "dss", "the less")
    ALU("max.s32", MAX_S32, "dss", "the greater")
    ALU("min.u32", MIN_U32, "dss", "the less")
    ALU("max.u32", MAX_U32, "dss", "the greater")
    SFU("rcp", RCP_F32, "1 / s, rounded once")
    SFU("sqrt", VSIM_SQRT_F32, "rounded once; NaN below 0")
    SFU("rsqrt", VSIM_RSQRT_F32, "1 / sqrt(s), rounded twice; NaN below 0, +Inf at zeros of both signs")
    SFU("lg2", VSIM_LG2_F32, "ln(s), rounded, over ln 2")
    SFU("ex2", EX2_F32, "2^s")
    SFU("sin", SIN_F32, "radians")
    SFU("cos", COS_F32, "radians")
    ALU("cvt.rn.f32.u32", CVT_F32_U32, "ds", nearest)
    ALU("cvt.rn.f32.s32", CVT_F32_S32, "ds", nearest)
    ALU("cvt.rni.s32.f32", CVT_RNI_S32_F32, "ds", clamped)
    ALU("cvt.rni.u32.f32", CVT_RNI_U32_F32, "ds", clamped)
    ALU("cvt.rzi.s32.f32", CVT_RZI_S32_F32, "ds", "towards zero; clamped")
    ALU("cvt.rzi.u32.f32", CVT_RZI_U32_F32, "ds", "towards zero; clamped")
    ALU("cvt.rmi.f32.f32", ROUND_RMI_F32, "ds", "down to a whole number")
    ALU("cvt.u32.s32", MOV_32, "ds", "the same bits")
    ALU("cvt.s32.u32", MOV_32, "ds", "the same bits")
    ALU("cvt.s64.s32", EXT_S32_R4_64, "ds", "sign-extended")
    ALU("cvt.u64.u32", EXT_Z32_R4_64, "ds", "zero-extended")
    ALU("cvt.u32.s64", EXT_Z32_R8_32, "ds", "the low 32 bits")
    ALU("cvt.u32.u64", EXT_Z32_R8_32, "ds", "the low 32 bits")
    BITS("and", AND)
    BITS("or", OR)
    BITS("xor", XOR)
    ALU("not.b32", NOT_32, "ds", "bit by bit")
    ALU("not.b64", NOT_64, "ds", "bit by bit")
    ALU("not.pred", NOT_PRED, "pq", "truth value")
    ALU("shl.b32", SHL_32, "dss", shift)
    ALU("shl.b64", SHL_64, "dss", shift)
    ALU("shr.u32", SHR_U32, "dss", shift)
    ALU("shr.s32", SHR_S32, "dss", "sign fills")
    ALU("shr.u64", SHR_U64, "dss", shift)
    EQUAL("eq", EQ)
    EQUAL("ne", NE)
    ORDER("lt", LT)
    ORDER("le", LE)
    ORDER("gt", GT)
    ORDER("ge", GE)
    SELP("f32", 32) SELP("s32", 32) SELP("u32", 32) SELP("b32", 32) SELP("s64", 64) SELP("u64", 64)
    SELP("b64", 64) SELP("f64", 64)
    ACCESSES("ld.global", LOAD, "da")
    ACCESSES("st.global", STORE, "as")
    {"bra", CODE_BRANCH, KIND_CONTROL, 0, "l", NULL,
     "to the label; the only one that takes a guard"},
    {"ret", CODE_RETURN, KIND_CONTROL, 0, "", NULL, "to the caller; of the raygen shader: the end"},
    {"copysignf", CODE_MOV_32, KIND_RT, 0, "dx", "DS", "nothing: d stays as it is"},
    RT("shader_clock", shader_clock, "dd", "DD", "zeros: cycles of earlier kernels")
    OWN(ALU, "load_ray_launch_id", launch_id, "ddd", "SSS", "x, y, z of the thread")
    RT("load_ray_launch_size", launch_size, "ddd", "SSS", "width, height, 1")
    RT("load_vulkan_descriptor", descriptor, "dkk", "---", "address of a resource: set, binding")
    RT("load_vulkan_descriptor", descriptor, "dkkk", "----", "the same, with its type")
    RT("rt_alloc_mem", variable, "vkk", "D--",
       "address of the variable of that name, or of the hit attributes: bytes, mode")
    OWN(TRACE, "trace_ray", trace_ray, "xsxxxsssssssssx", "SSSSSSSSSSSSSSD",
        "structure, flags, mask, offset, stride, miss index, origin, t min, direction, t max; "
        "the last register only carries the dependence")
    OWN(TRACE, "trace_ray", trace_ray, "xsxxxsssssssssdd", "SSSSSSSSSSSSSSDD",
        "the same; the last two become 1 where something is hit, and where nothing is")
    RT("end_trace_ray", end_trace_ray, "", "", "drops the ray")
    RT("intersection_exit.pred", intersection_exit, "psx", "DSS",
       "no entry of that number in the intersection table")
    RT("run_intersection.pred", run_intersection, "psx", "DSS", "there is one")
    RT("get_intersection_shader_data_address", intersection_address, "ds", "--",
       "address of an entry's primitive and instance")
    RT("get_intersection_shaderID", intersection_id, "ds", "--",
       "stage of an entry's intersection shader")
    OWN(CALL, "call_intersection_shader", call_intersection, "s", "-", "runs it")
    RT("anyhit_exit.pred", anyhit_exit, "psx", "DSS",
       "as intersection_exit; at the end the nearest entry that was not ignored becomes the hit")
    RT("run_anyhit.pred", run_anyhit, "psx", "DSS", "as run_intersection")
    RT("get_anyhit_shader_data_address", anyhit_address, "ds", "--", "as of the intersection table")
    RT("get_anyhit_shaderID", anyhit_id, "ds", "--", "stage of the any-hit shader")
    OWN(CALL, "call_anyhit_shader", call_anyhit, "s", "-", "runs it")
    RT("ignore_ray_intersection", ignore_intersection, "", "", "the entry is no hit")
    RT("hit_geometry.pred", hit_geometry, "px", "DS", "something is hit")
    RT("get_closest_hit_shaderID", closest_hit_id, "d", "-", "stage of the closest-hit shader")
    OWN(CALL, "call_closest_hit_shader", call_closest_hit, "x", "-",
        "runs it: the one of the binding table")
    OWN(CALL, "call_closest_hit_shader", call_closest_hit, "", "", "the same")
    OWN(CALL, "call_miss_shader", call_miss, "", "", "runs the miss shader")
    RT("report_ray_intersection.pred", report_intersection, "psx", "---",
       "t, kind: the entry is the hit where it is in range and the nearest so far")
    RT("load_ray_t_min", t_min, "d", "D", "of the ray")
    RT("load_ray_t_max", t_max, "d", "D", "of the hit, else of the ray")
    RT("load_ray_instance_custom_index", custom_index, "d", "D",
       "of the entry in its shaders, else of the hit")
    RT("load_primitive_id", primitive_id, "d", "-", "the same")
    RT("load_ray_world_direction", world_direction, "d", "D", "address of its words")
    RT("load_ray_world_direction", world_direction_xyz, "ddd", "DDD", "the numbers")
    RT("load_ray_world_origin", world_origin, "d", "D", "address of its words")
    RT("load_ray_world_origin", world_origin_xyz, "ddd", "DDD", "the numbers")
    RT("load_ray_world_to_object", world_to_object, "dk", "DS", column)
    RT("load_ray_world_to_object", world_to_object_xyz, "dddk", "DDDS", "the numbers of a column")
    RT("load_ray_object_to_world", object_to_world, "dk", "DS", column)
    RT("load_ray_object_to_world", object_to_world_xyz, "dddk", "DDDS", "the numbers of a column")
    RT("image_deref_store", image_store, "sssxxxssssxxxxxx", "SSSSSSSSSSSSSSSS", image_store)
    RT("image_deref_store", image_store, "sssxxxssssxxx", "SSSSSSSSSSSSS", image_store)
    RT("image_deref_load", image_load, "sddddssxxxxxxxxx", "SDDDDSSSSSSSSSSS", image_load)
    RT("image_deref_load", image_load, "sddddssxxxxxx", "SDDDDSSSSSSSS", image_load)
    OWN(TEXTURE, "txl", texture, "sxddddssx", "SSDDDDSSS",
        "texture, sampler, r, g, b, a, u, v, level: the nearest texel")
};
/* clang-format on */
const size_t n_vsim_opcodes = sizeof vsim_opcodes / sizeof *vsim_opcodes;

const struct vsim_opcode *vsim_opcode_find(const char *text, size_t n, uint32_t n_operands,
                                           const struct vsim_opcode **near)
{
    *near = NULL;
    for (size_t i = 0; i < n_vsim_opcodes; i++) {
        const struct vsim_opcode *o = &vsim_opcodes[i];
        if (strncmp(o->text, text, n) != 0 || o->text[n] != '\0')
            continue;
        if (strlen(o->form) == n_operands)
            return o;
        *near = o;
    }
    return NULL;
}

void vsim_opcode_operands(const char *text, size_t n, char *out, size_t room)
{
    size_t at = 0;
    out[0] = '\0';
    for (uint32_t operands = 0; operands < 32; operands++) {
        const struct vsim_opcode *near;
        if (vsim_opcode_find(text, n, operands, &near) && at < room)
            at += (size_t)snprintf(out + at, room - at, "%s%u", at ? " or " : "", operands);
    }
}

static const char *const kind_names[INST_KINDS] = {
    [KIND_ALU] = "arithmetic", [KIND_CONTROL] = "control", [KIND_SFU] = "special function",
    [KIND_MEMORY] = "memory",  [KIND_RT] = "extension",    [KIND_TRACE] = "trace",
    [KIND_CALL] = "call",      [KIND_TEXTURE] = "texture",
};

/* Registers that are tracked: "all", "none", or letters as in the table. */
static const char *tracked(const struct vsim_opcode *o)
{
    if (!o->track)
        return "all";
    return strpbrk(o->track, "DS") ? o->track : "none";
}

/* Whether two instructions may share a row of the page. */
static bool same_row(const struct vsim_opcode *a, const struct vsim_opcode *b)
{
    return strlen(a->form) == strlen(b->form) && a->kind == b->kind &&
           strcmp(tracked(a), tracked(b)) == 0 && strcmp(a->meaning, b->meaning) == 0;
}

void vsim_opcodes_document(FILE *out)
{
    fprintf(out, "| opcodes | operands | class | tracked | meaning |\n"
                 "| --- | ---: | --- | --- | --- |\n");
    for (size_t i = 0, end; i < n_vsim_opcodes; i = end) {
        const struct vsim_opcode *o = &vsim_opcodes[i];
        fprintf(out, "| `%s`", o->text);
        for (end = i + 1; end < n_vsim_opcodes && same_row(o, &vsim_opcodes[end]); end++)
            fprintf(out, ", `%s`", vsim_opcodes[end].text);
        fprintf(out, " | %zu | %u, %s | %s | %s |\n", strlen(o->form), o->kind, kind_names[o->kind],
                tracked(o), o->meaning);
    }
}
