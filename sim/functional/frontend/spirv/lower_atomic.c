/* Atomic operations on storage buffers and the memory of a work group, and operations over the
 * lanes of a warp, Vulkan's subgroup. */
#include "sim/functional/frontend/spirv/lower.h"

#include <spirv/unified1/spirv.h>

/* ---- atomics ---- */

static bool atomic_of(uint32_t op, enum atomic_op *out)
{
    static const struct {
        uint32_t spirv;
        enum atomic_op op;
    } known[] = {
        {SpvOpAtomicExchange, ATOMIC_EXCH},   {SpvOpAtomicCompareExchange, ATOMIC_CAS},
        {SpvOpAtomicIIncrement, ATOMIC_ADD},  {SpvOpAtomicIDecrement, ATOMIC_ADD},
        {SpvOpAtomicIAdd, ATOMIC_ADD},        {SpvOpAtomicISub, ATOMIC_ADD},
        {SpvOpAtomicSMin, ATOMIC_MIN_SIGNED}, {SpvOpAtomicUMin, ATOMIC_MIN},
        {SpvOpAtomicSMax, ATOMIC_MAX_SIGNED}, {SpvOpAtomicUMax, ATOMIC_MAX},
        {SpvOpAtomicAnd, ATOMIC_AND},         {SpvOpAtomicOr, ATOMIC_OR},
        {SpvOpAtomicXor, ATOMIC_XOR},         {SpvOpAtomicFAddEXT, ATOMIC_ADD_F32},
        {SpvOpAtomicFMinEXT, ATOMIC_MIN_F32}, {SpvOpAtomicFMaxEXT, ATOMIC_MAX_F32},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].spirv == op) {
            *out = known[i].op;
            return true;
        }
    return false;
}

/* The operand, and CAS's expected value before it. */
static uint32_t operands(struct spirv_lower *l, const uint32_t *at, struct spirv_scalar s,
                         uint32_t out[2])
{
    enum cell cell = lower_cell(s);
    switch (spirv_op(at)) {
    case SpvOpAtomicIIncrement:
        out[0] = lower_constant(l, cell, 1);
        return 1;
    case SpvOpAtomicIDecrement:
        out[0] = lower_constant(l, cell, s.bits == 64 ? UINT64_MAX : UINT32_MAX);
        return 1;
    case SpvOpAtomicISub:
        out[0] = lower_op1(l, s.bits == 64 ? CODE_NEG_64 : CODE_NEG_32, lower_row(l, at[6], 0));
        return 1;
    case SpvOpAtomicCompareExchange:
        out[0] = lower_row(l, at[8], 0);
        out[1] = lower_row(l, at[7], 0);
        return 2;
    default:
        out[0] = lower_row(l, at[6], 0);
        return 1;
    }
}

static void atomic(struct spirv_lower *l, const uint32_t *at, enum atomic_op op)
{
    struct spirv_scalar s = lower_scalar(l->m, at[1]);
    struct spirv_value p = lower_pointer(l, at[3]);
    uint32_t *rows = lower_result(l, at[2], 1), src[3] = {p.base}, n;
    lower_note_store(l, &p, spirv_storage(l->m, spirv_type_of(l->m, at[3])));
    if (s.bits < 32)
        lower_fail(l, "an atomic operation on %u bits; expected 32 or 64", s.bits);
    n = operands(l, at, s, src + 1);
    if (!rows || l->code)
        return;
    rows[0] = lower_register(l, lower_cell(s));
    lower_emit(l, p.shared ? CODE_ATOMIC_SHARED : CODE_ATOMIC, p.offset, 1, rows, 1 + n, src);
    struct code *c = &l->body[l->n_body - 1];
    c->bytes = (uint8_t)(s.bits / 8);
    c->resource = p.resource;
    c->image = p.image;
    c->target = op == ATOMIC_ADD_F32 && s.bits == 64 ? ATOMIC_ADD_F64 : op;
    l->pipeline->atomics = l->pipeline->atomics || !p.shared;
}

/* ---- subgroups ---- */

/* What a group operation makes of its operands. */
static bool reduction_of(uint32_t op, enum atomic_op *out)
{
    static const struct {
        uint32_t spirv;
        enum atomic_op op;
    } known[] = {
        {SpvOpGroupNonUniformIAdd, ATOMIC_ADD},        {SpvOpGroupNonUniformFAdd, ATOMIC_ADD_F32},
        {SpvOpGroupNonUniformSMin, ATOMIC_MIN_SIGNED}, {SpvOpGroupNonUniformUMin, ATOMIC_MIN},
        {SpvOpGroupNonUniformSMax, ATOMIC_MAX_SIGNED}, {SpvOpGroupNonUniformUMax, ATOMIC_MAX},
        {SpvOpGroupNonUniformBitwiseAnd, ATOMIC_AND},  {SpvOpGroupNonUniformBitwiseOr, ATOMIC_OR},
        {SpvOpGroupNonUniformBitwiseXor, ATOMIC_XOR},  {SpvOpGroupNonUniformFMin, ATOMIC_MIN_F32},
        {SpvOpGroupNonUniformFMax, ATOMIC_MAX_F32},    {SpvOpGroupNonUniformIMul, ATOMIC_MUL},
        {SpvOpGroupNonUniformFMul, ATOMIC_MUL_F32},    {SpvOpGroupNonUniformLogicalAnd, ATOMIC_AND},
        {SpvOpGroupNonUniformLogicalOr, ATOMIC_OR},    {SpvOpGroupNonUniformLogicalXor, ATOMIC_XOR},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].spirv == op) {
            *out = known[i].op;
            return true;
        }
    return false;
}

static uint32_t lane_number(struct spirv_lower *l)
{
    uint32_t lane = lower_register(l, CELL_4);
    lower_emit(l, CODE_rp_value, VALUE_LANE, 1, &lane, 0, NULL);
    return lane;
}

static void emit_group(struct spirv_lower *l, uint32_t what, uint32_t op, uint32_t n,
                       const uint32_t *src, uint32_t *row, enum cell cell)
{
    *row = lower_register(l, cell);
    lower_emit(l, CODE_rp_group, what, 1, row, n, src);
    if (!l->code)
        l->body[l->n_body - 1].target = op;
}

static void reduce(struct spirv_lower *l, const uint32_t *at, enum atomic_op op)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    uint64_t cluster = WARP_LANES;
    enum group_op what = at[4] == SpvGroupOperationInclusiveScan   ? GROUP_INCLUSIVE
                         : at[4] == SpvGroupOperationExclusiveScan ? GROUP_EXCLUSIVE
                                                                   : GROUP_REDUCE;
    if (at[4] == SpvGroupOperationClusteredReduce)
        spirv_constant(l->m, at[6], &cluster);
    if (s.bits != 32)
        lower_fail(l, "a sum over a subgroup, or its like, of %u bits; expected 32", s.bits);
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        emit_group(l, what, op, 2,
                   (uint32_t[]){lower_row(l, at[5], i), lower_u32(l, (uint32_t)cluster)}, &rows[i],
                   lower_cell(s));
}

/* Another lane's value (enum group_op). */
static void shuffle(struct spirv_lower *l, const uint32_t *at, enum group_op what)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    uint32_t from = what == GROUP_FIRST ? lower_u32(l, 0) : lower_row(l, at[5], 0);
    if (s.bits != 32)
        lower_fail(l, "a shuffle of %u bits; expected 32", s.bits);
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        emit_group(l, what, 0, 2, (uint32_t[]){lower_row(l, at[4], i), from}, &rows[i],
                   lower_cell(s));
}

/* Lanes of a quad: one of its four, or the neighbour across, down or both. */
static void quad(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n), lane;
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    bool swap = spirv_op(at) == SpvOpGroupNonUniformQuadSwap;
    uint64_t direction = 0;
    if (s.bits != 32)
        lower_fail(l, "a shuffle of %u bits; expected 32", s.bits);
    spirv_constant(l->m, at[5], &direction);
    lane = swap ? lower_u32(l, (uint32_t)direction + 1) : lane_number(l);
    if (!swap) /* the quad's first lane, and the index */
        lane = lower_op2(l, CODE_ADD_32, lower_op2(l, CODE_AND_32, lane, lower_u32(l, ~3u)),
                         lower_row(l, at[5], 0));
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        emit_group(l, swap ? GROUP_XOR : GROUP_FROM, 0, 2,
                   (uint32_t[]){lower_row(l, at[4], i), lane}, &rows[i], lower_cell(s));
}

static void vote(struct spirv_lower *l, const uint32_t *at, enum group_op what)
{
    uint32_t *rows = lower_result(l, at[2], 1), n = spirv_scalars(l->m, spirv_type_of(l->m, at[4]));
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        uint32_t one;
        emit_group(l, what, 0, 1, (uint32_t[]){lower_row(l, at[4], i)}, &one, CELL_PRED);
        rows[0] = i ? lower_op2(l, CODE_AND_PRED, rows[0], one) : one;
    }
}

static void elect(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t *rows = lower_result(l, at[2], 1);
    if (rows)
        emit_group(l, GROUP_ELECT, 0, 0, NULL, &rows[0], CELL_PRED);
}

/* The bit of a ballot at a lane's number. */
static void ballot_bit(struct spirv_lower *l, const uint32_t *at, uint32_t lane)
{
    uint32_t *rows = lower_result(l, at[2], 1);
    if (rows)
        rows[0] = lower_op2(l, CODE_SETP_NE_32,
                            lower_op2(l, CODE_AND_32,
                                      lower_op2(l, CODE_SHR_U32, lower_row(l, at[4], 0), lane),
                                      lower_u32(l, 1)),
                            lower_u32(l, 0));
}

/* The number of a ballot's bits: all, up to the lane, before it. */
static void ballot_count(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t *rows = lower_result(l, at[2], 1), bits = lower_row(l, at[5], 0);
    uint32_t mask = lower_register(l, CELL_4);
    if (at[4] != SpvGroupOperationReduce) {
        lower_emit(l, CODE_rp_value,
                   at[4] == SpvGroupOperationInclusiveScan ? VALUE_MASK_LE : VALUE_MASK_LT, 1,
                   &mask, 0, NULL);
        bits = lower_op2(l, CODE_AND_32, bits, mask);
    }
    if (rows)
        rows[0] = lower_op1(l, CODE_POPC_32, bits);
}

/* The number of a ballot's first or last bit. */
static void ballot_find(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t *rows = lower_result(l, at[2], 1), bits = lower_row(l, at[4], 0);
    if (rows)
        rows[0] = spirv_op(at) == SpvOpGroupNonUniformBallotFindLSB
                      ? lower_op1(l, CODE_CLZ_32, lower_op1(l, CODE_BREV_32, bits))
                      : lower_op1(l, CODE_BFIND_U32, bits);
}

/* Four words, of which 32 lanes take one. */
static void ballot(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t *rows = lower_result(l, at[2], 4);
    if (!rows)
        return;
    emit_group(l, GROUP_BALLOT, 0, 1, (uint32_t[]){lower_row(l, at[4], 0)}, &rows[0], CELL_4);
    rows[1] = rows[2] = rows[3] = lower_u32(l, 0);
}

bool lower_atomic(struct spirv_lower *l, const uint32_t *at)
{
    enum atomic_op op;
    if (atomic_of(spirv_op(at), &op)) {
        atomic(l, at, op);
        return true;
    }
    if (reduction_of(spirv_op(at), &op)) {
        reduce(l, at, op);
        return true;
    }
    switch (spirv_op(at)) {
    case SpvOpGroupNonUniformElect:
        elect(l, at);
        return true;
    case SpvOpGroupNonUniformAll:
        vote(l, at, GROUP_ALL);
        return true;
    case SpvOpGroupNonUniformAny:
        vote(l, at, GROUP_ANY);
        return true;
    case SpvOpGroupNonUniformBallot:
        ballot(l, at);
        return true;
    case SpvOpGroupNonUniformBroadcastFirst:
        shuffle(l, at, GROUP_FIRST);
        return true;
    case SpvOpGroupNonUniformBroadcast:
    case SpvOpGroupNonUniformShuffle:
        shuffle(l, at, GROUP_FROM);
        return true;
    case SpvOpGroupNonUniformShuffleXor:
        shuffle(l, at, GROUP_XOR);
        return true;
    case SpvOpGroupNonUniformShuffleUp:
        shuffle(l, at, GROUP_UP);
        return true;
    case SpvOpGroupNonUniformShuffleDown:
        shuffle(l, at, GROUP_DOWN);
        return true;
    case SpvOpGroupNonUniformQuadBroadcast:
    case SpvOpGroupNonUniformQuadSwap:
        quad(l, at);
        return true;
    case SpvOpGroupNonUniformAllEqual:
        vote(l, at, GROUP_EQUAL);
        return true;
    case SpvOpGroupNonUniformInverseBallot:
        ballot_bit(l, at, lane_number(l));
        return true;
    case SpvOpGroupNonUniformBallotBitExtract:
        ballot_bit(l, at, lower_row(l, at[5], 0));
        return true;
    case SpvOpGroupNonUniformBallotBitCount:
        ballot_count(l, at);
        return true;
    case SpvOpGroupNonUniformBallotFindLSB:
    case SpvOpGroupNonUniformBallotFindMSB:
        ballot_find(l, at);
        return true;
    default:
        return false;
    }
}
