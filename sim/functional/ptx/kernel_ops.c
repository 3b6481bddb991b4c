/* What compute kernels alone have: shared memory, special registers, the barrier, atomics (PTX ISA,
 * "State Spaces", "Special Registers", "Parallel Synchronization and Communication"). */
#include "common/grow.h"
#include "sim/functional/ptx/parser.h"

#include <string.h>

enum st_code ptx_take_shared(struct ptx_parser *p)
{
    struct slice name = {0};
    uint32_t align, offset, line = p->tok.line;
    uint64_t count = 1;
    struct ptx_type type = {0};
    TRY(ptx_next(p));
    TRY(ptx_take_align(p, &align));
    TRY(ptx_take_type(p, &type));
    TRY(ptx_take_name(p, &name));
    if (ptx_at(p, "[")) {
        TRY(ptx_next(p));
        TRY(ptx_take_integer(p, 1, UINT32_MAX, &count));
        TRY(ptx_take(p, "]"));
    }
    if (type.bits < 8)
        return ptx_fail(p, line, "shared memory of predicates; expected 8 bits or more");
    if (align < type.bits / 8u)
        align = type.bits / 8u;
    TRY(program_add_shared(p->builder, count * type.bits / 8, align, line, &offset, p->st));
    TRY(PTX_ROOM(p, variables));
    p->variables[p->n_variables++] =
        (struct ptx_variable){.name = name, .offset = offset, .space = PTX_SHARED};
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
    *out = slice_is(name, "%laneid") ? SPECIAL_LANE : SPECIAL_WARP;
    return slice_is(name, "%laneid") || slice_is(name, "%warpid");
}

enum st_code ptx_emit_special(struct ptx_parser *p, const struct ptx_instruction *in)
{
    struct code c = ptx_start_code(in, CODE_SPECIAL_REGISTER);
    c.n_dst = 1;
    c.offset = in->operands[1].reg;
    TRY(ptx_destination(p, &in->operands[0], CELL_4, in->line, &c.row[0]));
    return ptx_emit(p, &c);
}

enum st_code ptx_emit_barrier(struct ptx_parser *p, const struct ptx_instruction *in)
{
    const struct ptx_operand *which = &in->operands[0];
    if (in->n != 1 || which->kind != PTX_IMMEDIATE || which->number != 'i' || which->bits != 0)
        return ptx_fail(p, in->line,
                        "%.*s of another barrier than 0 or of a number of threads; "
                        "expected 0 alone, for all threads of the CTA",
                        SLICE_SHOW(in->opcode));
    struct code c = ptx_start_code(in, CODE_BARRIER);
    return ptx_emit(p, &c);
}

struct atomic {
    bool reduce, shared;
    enum atomic_op op;
    struct ptx_type type;
};

/* By name and kinds of types: unsigned and bits, signed, floats. */
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
                      {"add", "f", ATOMIC_ADD_F32}};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (slice_is(name, operations[i].name) && strchr(operations[i].kinds, type.kind)) {
            *out = operations[i].op == ATOMIC_ADD_F32 && type.bits == 64 ? ATOMIC_ADD_F64
                                                                         : operations[i].op;
            return true;
        }
    return false;
}

/* atom|red[.order][.scope][.space].op.type: one thread after the other takes effect, so that the
 * order and whom it concerns are met in any case. */
static bool parse_atomic(struct slice opcode, struct atomic *a)
{
    static const char *const skipped[] = {"relaxed", "acquire", "release", "acq_rel",
                                          "cta",     "gpu",     "sys"};
    struct slice rest = opcode, s = ptx_part(&rest);
    *a = (struct atomic){.reduce = slice_is(s, "red")};
    s = ptx_part(&rest);
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (slice_is(s, skipped[i]))
            s = ptx_part(&rest);
    a->shared = slice_is(s, "shared");
    if (a->shared || slice_is(s, "global"))
        s = ptx_part(&rest);
    struct slice type = ptx_part(&rest);
    return rest.n == 0 && ptx_type_parse(type.text, type.n, &a->type) && a->type.bits >= 32 &&
           find_operation(s, a->type, &a->op) &&
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
    if (result)
        TRY(ptx_destination(p, &in->operands[0], cell, in->line, &c.row[0]));
    TRY(ptx_address_base(p, address, a.shared ? PTX_SHARED : PTX_TABLE, in->line, &c.row[result]));
    for (uint32_t i = 0; i < values; i++)
        TRY(ptx_source(p, &in->operands[result + 1 + i], cell, reads, in->line,
                       &c.row[result + 1 + i]));
    return ptx_emit(p, &c);
}
