#include "sim/functional/frontend/ptx/opcodes.h"

#include <string.h>

/* The following macros consist of rows of a table, which clang-format cannot format. */
/* clang-format off */

/* For an operation that ignores the sign, in all three widths and all spellings of the type. */
#define ANY_SIGN(stem, OP)                                                                         \
    {stem ".s16", CODE_##OP##_16}, {stem ".u16", CODE_##OP##_16}, {stem ".s32", CODE_##OP##_32},   \
        {stem ".u32", CODE_##OP##_32}, {stem ".s64", CODE_##OP##_64},                              \
        {stem ".u64", CODE_##OP##_64},
#define BY_SIGN(stem, OP)                                                                          \
    {stem ".s16", CODE_##OP##_S16}, {stem ".u16", CODE_##OP##_U16},                                \
        {stem ".s32", CODE_##OP##_S32}, {stem ".u32", CODE_##OP##_U32},                            \
        {stem ".s64", CODE_##OP##_S64}, {stem ".u64", CODE_##OP##_U64},
#define WIDE(stem, OP)                                                                             \
    {stem ".u16", CODE_##OP##_U16}, {stem ".s16", CODE_##OP##_S16},                                \
        {stem ".u32", CODE_##OP##_U32}, {stem ".s32", CODE_##OP##_S32},
#define SIGNED(stem, OP)                                                                           \
    {stem ".s16", CODE_##OP##_16}, {stem ".s32", CODE_##OP##_32}, {stem ".s64", CODE_##OP##_64},
#define BITS(stem, OP)                                                                             \
    {stem ".b16", CODE_##OP##_16}, {stem ".b32", CODE_##OP##_32}, {stem ".b64", CODE_##OP##_64},
#define FLOATS(stem, OP) {stem ".f32", CODE_##OP##_F32}, {stem ".f64", CODE_##OP##_F64},
#define ROUNDED(stem, OP)                                                                          \
    FLOATS(stem, OP) {stem ".rn.f32", CODE_##OP##_F32}, {stem ".rn.f64", CODE_##OP##_F64},
/* For an operation on whole cells, in all spellings of the type. */
#define COPY(stem, OP)                                                                             \
    {stem ".b16", CODE_##OP##_32}, {stem ".u16", CODE_##OP##_32}, {stem ".s16", CODE_##OP##_32},   \
        {stem ".b32", CODE_##OP##_32}, {stem ".u32", CODE_##OP##_32},                              \
        {stem ".s32", CODE_##OP##_32}, {stem ".f32", CODE_##OP##_32},                              \
        {stem ".b64", CODE_##OP##_64}, {stem ".u64", CODE_##OP##_64},                              \
        {stem ".s64", CODE_##OP##_64}, {stem ".f64", CODE_##OP##_64},
#define EQUAL(stem, OP)                                                                            \
    {"setp." stem ".b16", CODE_SETP_##OP##_16}, {"setp." stem ".b32", CODE_SETP_##OP##_32},        \
        {"setp." stem ".b64", CODE_SETP_##OP##_64}, ANY_SIGN("setp." stem, SETP_##OP)              \
                                                        FLOATS("setp." stem, SETP_##OP)
#define ORDER(stem, OP)     BY_SIGN("setp." stem, SETP_##OP) FLOATS("setp." stem, SETP_##OP)
#define UNORDERED(stem, OP) FLOATS("setp." stem, SETP_##OP)
#define TO_FLOAT(type, T)                                                                          \
    {"cvt.rn.f32." type, CODE_CVT_F32_##T}, {"cvt.rn.f64." type, CODE_CVT_F64_##T},
#define TO_INTEGER(mode, M, from, F)                                                               \
    {"cvt." mode ".u8." from, CODE_CVT_##M##_U8_##F},                                              \
        {"cvt." mode ".u16." from, CODE_CVT_##M##_U16_##F},                                            \
        {"cvt." mode ".s16." from, CODE_CVT_##M##_S16_##F},                                        \
        {"cvt." mode ".u32." from, CODE_CVT_##M##_U32_##F},                                        \
        {"cvt." mode ".s32." from, CODE_CVT_##M##_S32_##F},                                        \
        {"cvt." mode ".u64." from, CODE_CVT_##M##_U64_##F},                                        \
        {"cvt." mode ".s64." from, CODE_CVT_##M##_S64_##F},
#define FROM_FLOAT(mode, M)                                                                        \
    TO_INTEGER(mode, M, "f32", F32)                                                                \
    TO_INTEGER(mode, M, "f64", F64) {"cvt." mode ".f32.f32", CODE_ROUND_##M##_F32},                \
        {"cvt." mode ".f64.f64", CODE_ROUND_##M##_F64},

#define SATURATE_TO(to, T)                                                                         \
    {"cvt.sat." to ".u16", CODE_SATURATE_##T##_U16}, {"cvt.sat." to ".s16", CODE_SATURATE_##T##_S16}, \
        {"cvt.sat." to ".u32", CODE_SATURATE_##T##_U32},                                           \
        {"cvt.sat." to ".s32", CODE_SATURATE_##T##_S32},                                           \
        {"cvt.sat." to ".u64", CODE_SATURATE_##T##_U64},                                           \
        {"cvt.sat." to ".s64", CODE_SATURATE_##T##_S64},
#define TESTS(type, T)                                                                             \
    {"testp.finite." type, CODE_TESTP_FINITE_##T}, {"testp.infinite." type, CODE_TESTP_INFINITE_##T}, \
        {"testp.number." type, CODE_TESTP_NUMBER_##T},                                             \
        {"testp.notanumber." type, CODE_TESTP_NAN_##T},                                            \
        {"testp.normal." type, CODE_TESTP_NORMAL_##T},                                             \
        {"testp.subnormal." type, CODE_TESTP_SUBNORMAL_##T},
#define BY_SIGN_32(stem, OP) {stem ".u32", CODE_##OP##_U32}, {stem ".s32", CODE_##OP##_S32},
#define SLCT(type, N)                                                                              \
    {"slct." type ".s32", CODE_SLCT_##N##_S32}, {"slct." type ".f32", CODE_SLCT_##N##_F32},
#define DOT(stem, OP)                                                                              \
    {stem ".u32.u32", CODE_##OP##_U32_U32}, {stem ".u32.s32", CODE_##OP##_U32_S32},                \
        {stem ".s32.u32", CODE_##OP##_S32_U32}, {stem ".s32.s32", CODE_##OP##_S32_S32},

const struct ptx_opcode ptx_opcodes[] = {
    COPY("mov", MOV)
    {"mov.pred", CODE_MOV_PRED},
    {"cvta.local.u64", CODE_MOV_64},
    {"cvta.global.u64", CODE_MOV_64},
    {"cvta.const.u64", CODE_MOV_64},
    {"cvta.shared.u64", CODE_MOV_64},
    {"cvta.to.local.u64", CODE_MOV_64},
    {"cvta.to.global.u64", CODE_MOV_64},
    {"cvta.to.const.u64", CODE_MOV_64},
    {"cvta.to.shared.u64", CODE_MOV_64},
    ANY_SIGN("add", ADD)
    ANY_SIGN("sub", SUB)
    ANY_SIGN("mul.lo", MUL_LO)
    ANY_SIGN("mad.lo", MAD_LO)
    BY_SIGN("mul.hi", MUL_HI)
    WIDE("mul.wide", MUL_WIDE)
    {"mad.hi.u32", CODE_MAD_HI_U32},
    {"mad.hi.s32", CODE_MAD_HI_S32},
    {"mad.hi.u64", CODE_MAD_HI_U64},
    {"mad.hi.s64", CODE_MAD_HI_S64},
    BY_SIGN_32("mul24.lo", MUL24_LO)
    BY_SIGN_32("mul24.hi", MUL24_HI)
    BY_SIGN_32("mad24.lo", MAD24_LO)
    BY_SIGN_32("mad24.hi", MAD24_HI)
    {"add.sat.s32", CODE_ADD_SAT_S32},
    {"sub.sat.s32", CODE_SUB_SAT_S32},
    BY_SIGN("sad", SAD)
    DOT("dp4a", DP4A)
    DOT("dp2a.lo", DP2A_LO)
    DOT("dp2a.hi", DP2A_HI)
    WIDE("mad.wide", MAD_WIDE)
    BY_SIGN("div", DIV)
    BY_SIGN("rem", REM)
    BY_SIGN("min", MIN)
    BY_SIGN("max", MAX)
    SIGNED("neg", NEG)
    SIGNED("abs", ABS)
    BITS("and", AND)
    BITS("or", OR)
    BITS("xor", XOR)
    BITS("not", NOT)
    {"and.pred", CODE_AND_PRED},
    {"or.pred", CODE_OR_PRED},
    {"xor.pred", CODE_XOR_PRED},
    {"not.pred", CODE_NOT_PRED},
    BITS("shl", SHL)
    BY_SIGN("shr", SHR)
    {"shr.b16", CODE_SHR_U16},
    {"shr.b32", CODE_SHR_U32},
    {"shr.b64", CODE_SHR_U64},
    {"shf.l.wrap.b32", CODE_SHF_L_WRAP},
    {"shf.r.wrap.b32", CODE_SHF_R_WRAP},
    {"shf.l.clamp.b32", CODE_SHF_L_CLAMP},
    {"shf.r.clamp.b32", CODE_SHF_R_CLAMP},
    {"lop3.b32", CODE_LOP3},
    {"prmt.b32", CODE_PRMT},
    {"prmt.b32.f4e", CODE_PRMT_F4E},
    {"prmt.b32.b4e", CODE_PRMT_B4E},
    {"prmt.b32.rc8", CODE_PRMT_RC8},
    {"prmt.b32.ecl", CODE_PRMT_ECL},
    {"prmt.b32.ecr", CODE_PRMT_ECR},
    {"prmt.b32.rc16", CODE_PRMT_RC16},
    BITS("cnot", CNOT)
    {"bfi.b32", CODE_BFI_32},
    {"bfi.b64", CODE_BFI_64},
    {"bmsk.clamp.b32", CODE_BMSK_CLAMP},
    {"bmsk.wrap.b32", CODE_BMSK_WRAP},
    BY_SIGN_32("szext.clamp", SZEXT_CLAMP)
    BY_SIGN_32("szext.wrap", SZEXT_WRAP)
    {"bfind.u32", CODE_BFIND_U32},
    {"bfind.s32", CODE_BFIND_S32},
    {"bfind.u64", CODE_BFIND_U64},
    {"bfind.s64", CODE_BFIND_S64},
    {"bfind.shiftamt.u32", CODE_BFIND_SHIFT_U32},
    {"bfind.shiftamt.s32", CODE_BFIND_SHIFT_S32},
    {"bfind.shiftamt.u64", CODE_BFIND_SHIFT_U64},
    {"bfind.shiftamt.s64", CODE_BFIND_SHIFT_S64},
    {"fns.b32", CODE_FNS},
    {"bfe.u32", CODE_BFE_U32},
    {"bfe.s32", CODE_BFE_S32},
    {"bfe.u64", CODE_BFE_U64},
    {"bfe.s64", CODE_BFE_S64},
    {"popc.b32", CODE_POPC_32},
    {"popc.b64", CODE_POPC_64},
    {"clz.b32", CODE_CLZ_32},
    {"clz.b64", CODE_CLZ_64},
    {"brev.b32", CODE_BREV_32},
    {"brev.b64", CODE_BREV_64},
    ROUNDED("add", ADD)
    ROUNDED("sub", SUB)
    ROUNDED("mul", MUL)
    {"fma.rn.f32", CODE_FMA_F32},
    {"fma.rn.f64", CODE_FMA_F64},
    {"mad.rn.f32", CODE_FMA_F32},
    {"mad.rn.f64", CODE_FMA_F64},
    {"div.rn.f32", CODE_DIV_F32},
    {"div.rn.f64", CODE_DIV_F64},
    {"div.full.f32", CODE_DIV_F32},
    {"div.approx.f32", CODE_DIV_F32},
    FLOATS("min", MIN)
    FLOATS("max", MAX)
    {"min.NaN.f32", CODE_MIN_NAN_F32},
    {"max.NaN.f32", CODE_MAX_NAN_F32},
    FLOATS("neg", NEG)
    FLOATS("abs", ABS)
    FLOATS("copysign", COPYSIGN)
    {"rcp.rn.f32", CODE_RCP_F32},
    {"rcp.rn.f64", CODE_RCP_F64},
    {"rcp.approx.f32", CODE_RCP_F32},
    {"sqrt.rn.f32", CODE_SQRT_F32},
    {"sqrt.rn.f64", CODE_SQRT_F64},
    {"sqrt.approx.f32", CODE_SQRT_F32},
    {"rsqrt.approx.f32", CODE_RSQRT_F32},
    {"rsqrt.approx.f64", CODE_RSQRT_F64},
    {"rcp.approx.ftz.f64", CODE_RCP_HIGH_F64},
    {"rsqrt.approx.ftz.f64", CODE_RSQRT_HIGH_F64},
    {"sin.approx.f32", CODE_SIN_F32},
    {"cos.approx.f32", CODE_COS_F32},
    {"ex2.approx.f32", CODE_EX2_F32},
    {"lg2.approx.f32", CODE_LG2_F32},
    {"tanh.approx.f32", CODE_TANH_F32},
    TESTS("f32", F32)
    TESTS("f64", F64)
    {"add.f16", CODE_ADD_F16},
    {"add.rn.f16", CODE_ADD_F16},
    {"sub.f16", CODE_SUB_F16},
    {"sub.rn.f16", CODE_SUB_F16},
    {"mul.f16", CODE_MUL_F16},
    {"mul.rn.f16", CODE_MUL_F16},
    {"fma.rn.f16", CODE_FMA_F16},
    {"neg.f16", CODE_NEG_F16},
    {"abs.f16", CODE_ABS_F16},
    {"add.f16x2", CODE_ADD_F16X2},
    {"add.rn.f16x2", CODE_ADD_F16X2},
    {"sub.f16x2", CODE_SUB_F16X2},
    {"sub.rn.f16x2", CODE_SUB_F16X2},
    {"mul.f16x2", CODE_MUL_F16X2},
    {"mul.rn.f16x2", CODE_MUL_F16X2},
    {"fma.rn.f16x2", CODE_FMA_F16X2},
    COPY("selp", SELP)
    SLCT("b32", 32)
    SLCT("u32", 32)
    SLCT("s32", 32)
    SLCT("f32", 32)
    SLCT("b64", 64)
    SLCT("u64", 64)
    SLCT("s64", 64)
    SLCT("f64", 64)
    EQUAL("eq", EQ)
    EQUAL("ne", NE)
    ORDER("lt", LT)
    ORDER("le", LE)
    ORDER("gt", GT)
    ORDER("ge", GE)
    UNORDERED("equ", EQU)
    UNORDERED("neu", NEU)
    UNORDERED("ltu", LTU)
    UNORDERED("leu", LEU)
    UNORDERED("gtu", GTU)
    UNORDERED("geu", GEU)
    UNORDERED("num", NUM)
    UNORDERED("nan", NAN)
    TO_FLOAT("u8", U8)
    TO_FLOAT("s8", S8)
    TO_FLOAT("u16", U16)
    TO_FLOAT("s16", S16)
    TO_FLOAT("u32", U32)
    TO_FLOAT("s32", S32)
    TO_FLOAT("u64", U64)
    TO_FLOAT("s64", S64)
    {"cvt.rn.f32.f64", CODE_CVT_F32_F64},
    {"cvt.f64.f32", CODE_CVT_F64_F32},
    {"cvt.f32.f16", CODE_CVT_F32_F16},
    {"cvt.f64.f16", CODE_CVT_F64_F16},
    {"cvt.rn.f16.f32", CODE_CVT_F16_F32},
    {"cvt.rn.f16.f64", CODE_CVT_F16_F64},
    FROM_FLOAT("rni", RNI)
    FROM_FLOAT("rzi", RZI)
    FROM_FLOAT("rmi", RMI)
    FROM_FLOAT("rpi", RPI)
    SATURATE_TO("u8", U8)
    SATURATE_TO("s8", S8)
    SATURATE_TO("u16", U16)
    SATURATE_TO("s16", S16)
    SATURATE_TO("u32", U32)
    SATURATE_TO("s32", S32)
    {"cvt.sat.u64.s64", CODE_SATURATE_U64_S64},
    {"cvt.sat.s64.u64", CODE_SATURATE_S64_U64},
    {"cvt.sat.f32.f32", CODE_SAT_F32},
    {"cvt.sat.f64.f64", CODE_SAT_F64},
    {"ret", CODE_RETURN},
    {"ret.uni", CODE_RETURN},
    {"exit", CODE_EXIT},
    {"trap", CODE_TRAP},
};
/* clang-format on */
const size_t n_ptx_opcodes = sizeof ptx_opcodes / sizeof *ptx_opcodes;

int ptx_opcode_find(const char *text, size_t n)
{
    for (size_t i = 0; i < n_ptx_opcodes; i++)
        if (strncmp(ptx_opcodes[i].text, text, n) == 0 && ptx_opcodes[i].text[n] == '\0')
            return ptx_opcodes[i].op;
    return -1;
}

bool ptx_type_parse(const char *text, size_t n, struct ptx_type *out)
{
    if (n == 4 && memcmp(text, "pred", 4) == 0) {
        *out = (struct ptx_type){.bits = 1, .kind = 'p'};
        return true;
    }
    if (n < 2 || n > 3 || !memchr("usbf", text[0], 4))
        return false;
    unsigned bits = 0;
    for (size_t i = 1; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        bits = 10 * bits + (unsigned)(text[i] - '0');
    }
    bool known = bits == 16 || bits == 32 || bits == 64 || (text[0] != 'f' && bits == 8);
    *out = (struct ptx_type){.bits = (uint8_t)bits, .kind = text[0]};
    return known;
}

int ptx_opcode_extend(struct ptx_type to, struct ptx_type from, enum cell to_cell,
                      enum cell from_cell, uint32_t to_register)
{
    /* [cell of the source][its 8, 16 or 32 bits][signed][destination: 16 bits, 32 bits, or 64
     * bits] */
    static const int16_t table[2][3][2][3] = {
        {{{CODE_EXT_Z8_R4_32, CODE_EXT_Z8_R4_32, CODE_EXT_Z8_R4_64},
          {CODE_EXT_S8_R4_16, CODE_EXT_S8_R4_32, CODE_EXT_S8_R4_64}},
         {{CODE_EXT_Z16_R4_32, CODE_EXT_Z16_R4_32, CODE_EXT_Z16_R4_64},
          {CODE_EXT_Z16_R4_32, CODE_EXT_S16_R4_32, CODE_EXT_S16_R4_64}},
         {{CODE_EXT_Z16_R4_32, CODE_MOV_32, CODE_EXT_Z32_R4_64},
          {CODE_EXT_Z16_R4_32, CODE_MOV_32, CODE_EXT_S32_R4_64}}},
        {{{CODE_EXT_Z8_R8_32, CODE_EXT_Z8_R8_32, CODE_EXT_Z8_R8_64},
          {CODE_EXT_S8_R8_16, CODE_EXT_S8_R8_32, CODE_EXT_S8_R8_64}},
         {{CODE_EXT_Z16_R8_32, CODE_EXT_Z16_R8_32, CODE_EXT_Z16_R8_64},
          {CODE_EXT_Z16_R8_32, CODE_EXT_S16_R8_32, CODE_EXT_S16_R8_64}},
         {{CODE_EXT_Z16_R8_32, CODE_EXT_Z32_R8_32, CODE_EXT_Z32_R8_64},
          {CODE_EXT_Z16_R8_32, CODE_EXT_Z32_R8_32, CODE_EXT_S32_R8_64}}},
    };
    if (to.kind == 'f' || from.kind == 'f' || to.bits == 1 || from.bits == 1)
        return -1;
    if (from.bits == 64 && (from_cell != CELL_8 || to.bits == 64))
        return from_cell == CELL_8 && to_cell == CELL_8 ? CODE_MOV_64 : -1;
    unsigned bits = from.bits < to.bits ? from.bits : to.bits;
    /* Narrowing keeps the low bits. If a register is wider than its signed type, it holds the
     * type's sign in the upper bits. */
    bool fills = to.kind == 's' && to_register > to.bits;
    bool sign = from.bits < to.bits ? from.kind == 's' : fills;
    unsigned width = to_cell == CELL_8 ? 2 : (fills ? to_register : to.bits) <= 16 ? 0 : 1;
    if ((to.bits == 64) != (to_cell == CELL_8) && to.bits == 64)
        return -1;
    unsigned row = bits == 8 ? 0 : bits == 16 ? 1 : 2;
    return table[from_cell == CELL_8][row][sign][width];
}

void ptx_opcodes_document(FILE *out)
{
    static const char *const classes[OP_COUNT] = {
        "ALU",    "INT_ADD", "INT_MAX", "INT_MUL", "INT_MAD", "INT_DIV",  "FP_ADD", "FP_MAX",
        "FP_MUL", "FP_MAD",  "FP_DIV",  "DP_ADD",  "DP_MAX",  "DP_MUL",   "DP_MAD", "DP_DIV",
        "SFU",    "BRANCH",  "EXIT",    "LOAD",    "STORE",   "TRACE_RAY"};
    /* Operations of compute kernels have no rows in the table, because their spellings have parts
     * (kernel_ops.c). */
    fprintf(out, "| class | opcodes |\n| --- | --- |\n");
    for (int class = 0; class < OP_COUNT && classes[class]; class ++) {
        const char *before = "";
        for (size_t i = 0; i < n_ptx_opcodes; i++) {
            if ((int)op_info[ptx_opcodes[i].op].class != class)
                continue;
            if (!before[0])
                fprintf(out, "| %s |", classes[class]);
            fprintf(out, "%s `%s`", before, ptx_opcodes[i].text);
            before = ",";
        }
        if (before[0])
            fputs(" |\n", out);
    }
}
