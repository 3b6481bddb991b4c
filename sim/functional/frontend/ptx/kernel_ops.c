/* Parses instructions that only compute kernels have: shared memory, special registers, the
 * barrier, atomics (PTX ISA, "State Spaces", "Special Registers", "Parallel Synchronization and
 * Communication"). */
#include "common/grow.h"
#include "sim/functional/frontend/ptx/parser.h"

#include <string.h>

/* Reads a shared variable. One at module level gets its offset when the functions that use it are
 * known (reach.c). */
enum st_code ptx_take_shared(struct ptx_parser *p)
{
    struct slice name = {0};
    uint32_t align, offset = 0, line = p->tok.line;
    uint64_t count = 1;
    struct ptx_type type = {0};
    TRY(ptx_next(p));
    TRY(ptx_take_align(p, &align));
    TRY(ptx_take_type(p, &type));
    TRY(ptx_take_name(p, &name));
    if (ptx_at(p, "[")) {
        TRY(ptx_next(p));
        count = 0;
        if (!ptx_at(p, "]"))
            TRY(ptx_take_integer(p, 1, UINT32_MAX, &count));
        TRY(ptx_take(p, "]"));
    }
    if (type.bits < 8)
        return ptx_fail(p, line, "shared memory of predicates; expected 8 bits or more");
    if (align < type.bits / 8u)
        align = type.bits / 8u;
    if (count && p->depth)
        TRY(program_add_shared(p->builder, count * type.bits / 8, align, line, &offset, p->st));
    p->builder->p->dynamic_shared |= !count && p->depth;
    TRY(PTX_ROOM(p, variables));
    p->variables[p->n_variables++] =
        (struct ptx_variable){.name = name,
                              .offset = offset,
                              .space = count ? PTX_SHARED : PTX_DYNAMIC,
                              .bytes = count * type.bits / 8,
                              .align = align,
                              .line = line};
    return ptx_take(p, ";");
}

bool ptx_special(struct slice name, uint32_t *out)
{
    static const struct {
        const char *name;
        uint32_t first;
    } in_threes[] = {{"%tid.", SPECIAL_TID},
                     {"%ntid.", SPECIAL_NTID},
                     {"%ctaid.", SPECIAL_CTAID},
                     {"%nctaid.", SPECIAL_NCTAID}};
    for (size_t i = 0; i < sizeof in_threes / sizeof *in_threes; i++) {
        size_t n = strlen(in_threes[i].name);
        if (name.n == n + 1 && memcmp(name.text, in_threes[i].name, n) == 0 &&
            name.text[n] >= 'x' && name.text[n] <= 'z') {
            *out = in_threes[i].first + (uint32_t)(name.text[n] - 'x');
            return true;
        }
    }
    static const struct {
        const char *name;
        uint32_t which;
    } others[] = {{"%laneid", SPECIAL_LANE},
                  {"%warpid", SPECIAL_WARP},
                  {"%lanemask_eq", SPECIAL_LANEMASK_EQ},
                  {"%lanemask_lt", SPECIAL_LANEMASK_LT},
                  {"%lanemask_le", SPECIAL_LANEMASK_LE},
                  {"%lanemask_gt", SPECIAL_LANEMASK_GT},
                  {"%lanemask_ge", SPECIAL_LANEMASK_GE},
                  {"%clock", SPECIAL_CLOCK},
                  {"%clock64", SPECIAL_CLOCK},
                  {"%clock_hi", SPECIAL_ZERO},
                  {"%globaltimer", SPECIAL_CLOCK},
                  {"%gridid", SPECIAL_ZERO},
                  {"%dynamic_smem_size", SPECIAL_SHARED_DYNAMIC},
                  {"%total_smem_size", SPECIAL_SHARED_ALL},
                  {"%tid.w", SPECIAL_ZERO},
                  {"%ctaid.w", SPECIAL_ZERO}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (slice_is(name, others[i].name)) {
            *out = others[i].which;
            return true;
        }
    return false;
}

enum st_code ptx_emit_special(struct ptx_parser *p, const struct ptx_instruction *in)
{
    struct code c = ptx_start_code(in, CODE_SPECIAL_REGISTER);
    c.n_dst = 1;
    c.offset = in->operands[1].reg;
    c.wide = in->operands[0].kind == PTX_REGISTER && ptx_cell_of(in->operands[0].type) == CELL_8;
    if (c.offset == SPECIAL_CLOCK && !p->builder->p->clock_line)
        p->builder->p->clock_line = in->line;
    TRY(ptx_destination(p, &in->operands[0], c.wide ? CELL_8 : CELL_4, in->line, &c.row[0]));
    return ptx_emit(p, &c);
}

/* Emits bar.sync, barrier.sync and bar.red. Operands are the barrier's number, a number of threads,
 * and for bar.red a predicate. A number of threads is not supported, because only the launch
 * decides whether it is the number of all threads of the CTA. */
enum st_code ptx_emit_barrier(struct ptx_parser *p, const struct ptx_instruction *in)
{
    struct slice rest = in->opcode;
    ptx_part(&rest);
    struct slice what = ptx_part(&rest), how = what;
    while (rest.n && (slice_is(how, "sync") || slice_is(how, "red") || slice_is(how, "cta") ||
                      slice_is(how, "aligned")))
        how = ptx_part(&rest);
    bool reduces = ptx_begins(in->opcode, "bar.red.") || ptx_begins(in->opcode, "barrier.red.") ||
                   ptx_begins(in->opcode, "bar.cta.red.") ||
                   ptx_begins(in->opcode, "barrier.cta.red.");
    const struct ptx_operand *which = &in->operands[reduces];
    if (in->n != (reduces ? 3 : 1) || which->kind != PTX_IMMEDIATE || which->number != 'i' ||
        which->bits > 15)
        return ptx_fail(p, in->line,
                        "%.*s of a number of threads or of a barrier in a register; expected 0 to "
                        "15 alone, for all threads of the CTA",
                        SLICE_SHOW(in->opcode));
    struct code c = ptx_start_code(in, reduces ? CODE_BARRIER_REDUCE : CODE_BARRIER);
    c.offset = (int64_t)which->bits;
    if (!reduces)
        return ptx_emit(p, &c);
    enum cell cell = slice_is(how, "popc") ? CELL_4 : CELL_PRED;
    c.target = slice_is(how, "popc") ? VOTE_COUNT : slice_is(how, "and") ? VOTE_ALL : VOTE_ANY;
    c.n_dst = c.n_src = 1;
    TRY(ptx_destination(p, &in->operands[0], cell, in->line, &c.row[0]));
    TRY(ptx_predicate(p, in, &in->operands[2], &c.row[1]));
    return ptx_emit(p, &c);
}

struct atomic {
    bool reduce, shared;
    enum atomic_op op;
    struct ptx_type type;
};

/* Finds an operation by its name and the kind of its type: unsigned or bits, signed, float. */
static bool find_operation(struct slice name, struct ptx_type type, enum atomic_op *out)
{
    static const struct {
        const char *name, *kinds;
        enum atomic_op op;
    } operations[] = {{"add", "us", ATOMIC_ADD},       {"min", "u", ATOMIC_MIN},
                      {"max", "u", ATOMIC_MAX},        {"min", "s", ATOMIC_MIN_SIGNED},
                      {"max", "s", ATOMIC_MAX_SIGNED}, {"and", "b", ATOMIC_AND},
                      {"or", "b", ATOMIC_OR},          {"xor", "b", ATOMIC_XOR},
                      {"exch", "b", ATOMIC_EXCH},      {"cas", "b", ATOMIC_CAS},
                      {"inc", "u", ATOMIC_INC},        {"dec", "u", ATOMIC_DEC},
                      {"add", "f", ATOMIC_ADD_F32}};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (slice_is(name, operations[i].name) && strchr(operations[i].kinds, type.kind)) {
            *out = operations[i].op == ATOMIC_ADD_F32 && type.bits == 64 ? ATOMIC_ADD_F64
                                                                         : operations[i].op;
            return true;
        }
    return false;
}

/* Whether a word of an opcode gives order or scope. Threads take effect one after the other, which
 * satisfies every order and scope. */
static bool orders(struct slice s)
{
    static const char *const words[] = {"relaxed", "acquire", "release", "acq_rel", "cta",
                                        "cluster", "gpu",     "sys",     "global"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(s, words[i]))
            return true;
    return false;
}

/* Parses atom|red[.order][.scope][.space].op.type; order, scope and space may also follow the
 * operation. */
static bool parse_atomic(struct slice opcode, struct atomic *a)
{
    struct slice rest = opcode, s = ptx_part(&rest), op = {0}, type = {0};
    *a = (struct atomic){.reduce = slice_is(s, "red")};
    while (rest.n) {
        s = ptx_part(&rest);
        bool shared = slice_is(s, "shared") || slice_is(s, "shared::cta");
        a->shared |= shared;
        if (shared || orders(s))
            continue;
        if (type.n)
            return false;
        if (op.n)
            type = s;
        else
            op = s;
    }
    return ptx_type_parse(type.text, type.n, &a->type) && a->type.bits >= 32 &&
           find_operation(op, a->type, &a->op) &&
           !(a->reduce && (a->op == ATOMIC_EXCH || a->op == ATOMIC_CAS));
}

enum st_code ptx_emit_atomic(struct ptx_parser *p, const struct ptx_instruction *in)
{
    struct atomic a;
    if (!parse_atomic(in->opcode, &a))
        return ptx_unknown(p, in);
    uint32_t result = !a.reduce, values = a.op == ATOMIC_CAS ? 2 : 1;
    if (in->n != result + 1 + values)
        return ptx_wrong_count(p, in, result + 1 + values);
    const struct ptx_operand *address = &in->operands[result];
    enum cell cell = a.type.bits == 64 ? CELL_8 : CELL_4;
    char reads = a.type.kind != 'f' ? 'i' : cell == CELL_8 ? 'd' : 'f';
    if (address->kind != PTX_ADDRESS)
        return ptx_fail(p, in->line, "%.*s without an address in brackets", SLICE_SHOW(in->opcode));
    struct code c = ptx_start_code(in, a.shared   ? CODE_ATOMIC_SHARED
                                       : a.reduce ? CODE_REDUCE
                                                  : CODE_ATOMIC);
    c.bytes = a.type.bits / 8u;
    c.target = a.op;
    c.wide = cell == CELL_8;
    c.n_dst = (uint8_t)result;
    c.n_src = (uint8_t)(1 + values);
    c.offset = address->offset;
    c.narrow = address->reg != ROW_NONE && ptx_cell_of(address->type) == CELL_4;
    if (c.narrow && !a.shared)
        return ptx_fail(p, in->line, "%.*s with an address of 32 bits; expected one of 64",
                        SLICE_SHOW(in->opcode));
    if (result)
        TRY(ptx_destination(p, &in->operands[0], cell, in->line, &c.row[0]));
    TRY(ptx_address_base(p, address, a.shared ? PTX_SHARED : PTX_TABLE, in->line, &c.row[result]));
    for (uint32_t i = 0; i < values; i++)
        TRY(ptx_source(p, &in->operands[result + 1 + i], cell, reads, in->line,
                       &c.row[result + 1 + i]));
    return ptx_emit(p, &c);
}
