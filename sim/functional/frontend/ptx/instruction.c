/* Parses one instruction: its operands, then one operation of ops.h by its opcode. */
#include "common/grow.h"
#include "sim/functional/frontend/ptx/parser.h"

#include <string.h>

static enum st_code take_immediate(struct ptx_parser *p, struct ptx_operand *out)
{
    bool minus = ptx_at(p, "-");
    if (minus)
        TRY(ptx_next(p));
    if (p->tok.kind != PTX_NUMBER || (minus && p->tok.number != 'i'))
        return ptx_expected(p, "a number");
    out->kind = PTX_IMMEDIATE;
    out->number = p->tok.number;
    out->bits = minus ? 0 - p->tok.bits : p->tok.bits;
    return ptx_next(p);
}

static enum st_code take_offset(struct ptx_parser *p, int64_t *out)
{
    *out = 0;
    if (!ptx_at(p, "+") && !ptx_at(p, "-"))
        return ST_OK;
    struct ptx_operand number = {0};
    if (ptx_at(p, "+"))
        TRY(ptx_next(p));
    uint32_t line = p->tok.line;
    TRY(take_immediate(p, &number));
    *out = (int64_t)number.bits;
    if (number.number != 'i' || *out < -(INT64_C(1) << 40) || *out > INT64_C(1) << 40)
        return ptx_fail(p, line, "an offset beyond 2^40; expected a small integer");
    return ST_OK;
}

static enum st_code take_address(struct ptx_parser *p, struct ptx_operand *out)
{
    struct ptx_type type;
    uint32_t line = p->tok.line;
    out->kind = PTX_ADDRESS;
    out->reg = ROW_NONE;
    TRY(ptx_next(p));
    if (p->tok.kind == PTX_NUMBER) {
        TRY(ptx_take_integer(p, 0, INT64_MAX, &out->bits));
        out->offset = (int64_t)out->bits;
        return ptx_take(p, "]");
    }
    TRY(ptx_take_name(p, &out->name));
    if (out->name.text[0] == '%' || ptx_is_register(p, out->name)) {
        TRY(ptx_register(p, out->name, line, &out->reg, &type));
        out->type = type;
        if (ptx_cell_of(type) != CELL_8 && !(p->kernels && type.bits == 32))
            return ptx_fail(p, line, "address register %.*s; expected one of 64 bits",
                            SLICE_SHOW(out->name));
    }
    TRY(take_offset(p, &out->offset));
    return ptx_take(p, "]");
}

/* Reads a vector's element that is a number: it becomes a register that holds it, as wide as all
 * numbers of its kind. */
static enum st_code take_element(struct ptx_parser *p, struct ptx_operand *out)
{
    struct ptx_operand number = {0};
    TRY(take_immediate(p, &number));
    bool wide = number.number == 'd' || number.bits > UINT32_MAX;
    out->element_type[out->n] = (struct ptx_type){.bits = wide ? 64 : 32, .kind = 'b'};
    return program_add_constant(p->builder, wide ? CELL_8 : CELL_4, number.bits,
                                &out->element[out->n++], p->st);
}

static enum st_code take_vector(struct ptx_parser *p, struct ptx_operand *out)
{
    out->kind = PTX_VECTOR;
    TRY(ptx_next(p));
    do {
        struct slice name = {0};
        if (out->n)
            TRY(ptx_take(p, ","));
        if (out->n == 4)
            return ptx_fail(p, p->tok.line, "a vector of more than four registers");
        uint32_t line = p->tok.line;
        if (p->tok.kind == PTX_NUMBER || ptx_at(p, "-")) {
            TRY(take_element(p, out));
            continue;
        }
        TRY(ptx_take_name(p, &name));
        if (slice_is(name, "_"))
            out->element[out->n] = ROW_NONE;
        else
            TRY(ptx_register(p, name, line, &out->element[out->n], &out->element_type[out->n]));
        out->n++;
    } while (!ptx_at(p, "}"));
    return ptx_next(p);
}

/* Reads the second destination, after `%r1|`. */
static enum st_code take_second(struct ptx_parser *p, struct ptx_operand *out)
{
    struct slice name = {0};
    TRY(ptx_next(p));
    uint32_t line = p->tok.line;
    TRY(ptx_take_name(p, &name));
    out->pair = true;
    out->element[0] = ROW_NONE;
    return slice_is(name, "_")
               ? ST_OK
               : ptx_register(p, name, line, &out->element[0], &out->element_type[0]);
}

static enum st_code take_operand(struct ptx_parser *p, struct ptx_operand *out)
{
    memset(out, 0, sizeof *out);
    if (ptx_at(p, "!")) {
        TRY(ptx_next(p));
        out->negated = true;
    }
    if (ptx_at(p, "["))
        return take_address(p, out);
    if (ptx_at(p, "{"))
        return take_vector(p, out);
    if (p->tok.kind == PTX_NUMBER || ptx_at(p, "-"))
        return take_immediate(p, out);
    uint32_t line = p->tok.line;
    TRY(ptx_take_name(p, &out->name));
    if (slice_is(out->name, "_")) {
        out->kind = PTX_SINK;
        return ptx_at(p, "|") ? take_second(p, out) : ST_OK;
    }
    if (slice_is(out->name, "WARP_SZ")) {
        out->kind = PTX_IMMEDIATE;
        out->number = 'i';
        out->bits = WARP_LANES;
        return ST_OK;
    }
    out->kind = PTX_NAME;
    if (out->name.text[0] != '%' && !ptx_is_register(p, out->name))
        return take_offset(p, &out->offset);
    if (p->kernels && ptx_special(out->name, &out->reg)) {
        out->kind = PTX_SPECIAL;
        return ST_OK;
    }
    out->kind = PTX_REGISTER;
    TRY(ptx_register(p, out->name, line, &out->reg, &out->type));
    return ptx_at(p, "|") ? take_second(p, out) : ST_OK;
}

enum st_code ptx_emit(struct ptx_parser *p, struct code *code)
{
    for (uint32_t k = 0; k < code->n_dst; k++) /* an element of a vector may be a number */
        if (code->row[k] != ROW_NONE && (code->row[k] & OPERAND_CONSTANT))
            return ptx_fail(p, code->line, "a number as a destination; expected a register");
    TRY(program_add_opcode(p->builder, p->opcode.text, p->opcode.n, &code->opcode, p->st));
    return program_add_code(p->builder, code, p->st);
}

static const char *cell_name(enum cell cell)
{
    return cell == CELL_PRED ? "a predicate" : cell == CELL_8 ? "64 bits" : "at most 32 bits";
}

enum st_code ptx_wrong_operand(const struct ptx_parser *p, uint32_t line, enum cell cell,
                               bool source)
{
    return ptx_fail(p, line, "operand of the wrong kind; expected a register%s of %s",
                    source ? " or a number" : "", cell_name(cell));
}

/* The address that a name stands for: of a table or shared memory, of a parameter of the kernel, or
 * of a function. */
static enum st_code name_address(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                                 uint32_t line, uint64_t *out)
{
    const struct ptx_variable *v = ptx_find_variable(p, o->name);
    const struct ptx_function *f = v ? NULL : ptx_find_function(p, o->name);
    bool shared = v && (v->space == PTX_SHARED || v->space == PTX_DYNAMIC);
    if (v && v->space == PTX_OPAQUE)
        return ptx_fail(p, line,
                        "%.*s is a texture, a surface or defined elsewhere; none of them is there",
                        SLICE_SHOW(o->name));
    if (v && (v->space == PTX_LOCAL || (cell != CELL_8 && !(shared && cell == CELL_4))))
        return ptx_fail(p, line, "the address of %.*s can only be moved to a 64-bit register",
                        SLICE_SHOW(o->name));
    if (v)
        *out = ptx_address_of(v);
    else if (f && p->kernels && cell == CELL_8)
        *out = PROGRAM_FUNCTION_BASE + f->index;
    else if (cell != CELL_8 || !ptx_param_address(p, o->name, out))
        return ptx_fail(p, line, "%.*s is not defined; expected a register, a number or a table",
                        SLICE_SHOW(o->name));
    *out += (uint64_t)o->offset;
    return ST_OK;
}

enum st_code ptx_source(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                        char reads, uint32_t line, uint32_t *out)
{
    if (o->kind == PTX_REGISTER) {
        if (ptx_cell_of(o->type) != cell)
            return ptx_wrong_operand(p, line, cell, true);
        *out = o->reg;
        return ST_OK;
    }
    if (o->negated)
        return ptx_fail(p, line, "a '!' where none is supported; expected a register alone");
    if (o->kind == PTX_NAME) {
        uint64_t address = 0;
        TRY(name_address(p, o, cell, line, &address));
        return program_add_constant(p->builder, cell, address, out, p->st);
    }
    if (o->kind != PTX_IMMEDIATE)
        return ptx_wrong_operand(p, line, cell, true);
    bool fits = reads == '*'   ? (o->number == 'd') <= (cell == CELL_8)
                : reads == 'p' ? o->number == 'i'
                               : o->number == reads;
    if (!fits)
        return ptx_fail(p, line, "a number of the wrong kind; expected %s",
                        reads == 'f'   ? "0f and 8 hexadecimal digits"
                        : reads == 'd' ? "0d and 16 hexadecimal digits"
                                       : "an integer");
    uint64_t bits = o->bits;
    if (cell == CELL_PRED)
        bits = bits & 1 ? UINT32_MAX : 0;
    else if (cell == CELL_4 && (int64_t)bits != (int32_t)bits && bits > UINT32_MAX)
        return ptx_fail(p, line, "a number of more than 32 bits");
    return program_add_constant(p->builder, cell, cell == CELL_8 ? bits : bits & UINT32_MAX, out,
                                p->st);
}

enum st_code ptx_destination(struct ptx_parser *p, const struct ptx_operand *o, enum cell cell,
                             uint32_t line, uint32_t *out)
{
    *out = ROW_NONE;
    if (o->kind == PTX_SINK)
        return ST_OK;
    if (o->kind != PTX_REGISTER || ptx_cell_of(o->type) != cell)
        return ptx_wrong_operand(p, line, cell, false);
    *out = o->reg;
    return ST_OK;
}

enum st_code ptx_wrong_count(const struct ptx_parser *p, const struct ptx_instruction *in,
                             uint32_t wanted)
{
    return ptx_fail(p, in->line, "%.*s with %u operands; expected %u", SLICE_SHOW(in->opcode),
                    in->n, wanted);
}

struct code ptx_start_code(const struct ptx_instruction *in, int op)
{
    return (struct code){
        .op = (uint16_t)op, .guard = in->guard, .guard_not = in->guard_not, .line = in->line};
}

enum st_code ptx_temporary(struct ptx_parser *p, enum cell cell, uint32_t line, uint32_t *out)
{
    return program_add_register(p->builder, cell, line, out, p->st);
}

enum st_code ptx_emit_rows(struct ptx_parser *p, const struct ptx_instruction *in, int op,
                           uint32_t n_dst, uint32_t n_src, const uint32_t *rows)
{
    struct code c = ptx_start_code(in, op);
    c.n_dst = (uint8_t)n_dst;
    c.n_src = (uint8_t)n_src;
    for (uint32_t i = 0; i < n_dst + n_src; i++)
        c.row[i] = rows[i];
    return ptx_emit(p, &c);
}

/* Emits an operation whose operands op_info describes. */
static enum st_code emit_plain(struct ptx_parser *p, const struct ptx_instruction *in, int op,
                               uint32_t modifiers)
{
    const struct op_info *info = &op_info[op];
    if (in->n != (uint32_t)info->n_dst + info->n_src)
        return ptx_wrong_count(p, in, (uint32_t)info->n_dst + info->n_src);
    if (in->operands[0].pair)
        return ptx_wrong_operand(p, in->line, (enum cell)info->cells[0], false);
    struct code c = ptx_start_code(in, modifiers ? CODE_MODIFIED : op);
    c.target = modifiers ? (uint32_t)op : 0;
    c.offset = modifiers;
    c.n_dst = info->n_dst;
    c.n_src = info->n_src;
    for (uint32_t i = 0; i < info->n_dst; i++)
        TRY(ptx_destination(p, &in->operands[i], (enum cell)info->cells[i], in->line, &c.row[i]));
    for (uint32_t i = info->n_dst; i < in->n; i++) {
        char reads = info->reads[i - info->n_dst];
        /* Moves and selects copy bits, so float immediates are allowed. */
        if (op == CODE_MOV_32 || op == CODE_MOV_64 || op == CODE_SELP_32 || op == CODE_SELP_64)
            reads = reads == 'p' ? 'p' : '*';
        TRY(ptx_source(p, &in->operands[i], (enum cell)info->cells[i], reads, in->line, &c.row[i]));
    }
    return ptx_emit(p, &c);
}

static enum st_code emit_branch(struct ptx_parser *p, const struct ptx_instruction *in)
{
    if (in->n != 1 || in->operands[0].kind != PTX_NAME)
        return ptx_fail(p, in->line, "a branch to something else; expected one label");
    TRY(PTX_ROOM(p, jumps));
    p->jumps[p->n_jumps++] = (struct ptx_label){
        .name = in->operands[0].name, .at = p->builder->p->n_code, .line = in->line};
    struct code c = ptx_start_code(in, CODE_BRANCH);
    return ptx_emit(p, &c);
}

/* Emits mov between a register of 64 bits and four of 16, through two of 32. */
static enum st_code emit_four(struct ptx_parser *p, const struct ptx_instruction *in, bool pack,
                              const struct ptx_operand *four, const struct ptx_operand *whole)
{
    uint32_t half[2];
    if (whole->kind != PTX_REGISTER || ptx_cell_of(whole->type) != CELL_8)
        return ptx_fail(p, in->line, "expected four 16-bit registers and one of 64 bits");
    for (unsigned i = 0; i < 4; i++)
        if (four->element[i] == ROW_NONE ? pack : four->element_type[i].bits != 16)
            return ptx_fail(p, in->line, "expected four 16-bit registers and one of 64 bits");
    for (unsigned i = 0; i < 2; i++)
        TRY(ptx_temporary(p, CELL_4, in->line, &half[i]));
    if (!pack)
        TRY(ptx_emit_rows(p, in, CODE_UNPACK_64, 2, 1,
                          (const uint32_t[]){half[0], half[1], whole->reg}));
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t *e = &four->element[2 * i];
        TRY(pack ? ptx_emit_rows(p, in, CODE_PACK_32, 1, 2, (const uint32_t[]){half[i], e[0], e[1]})
                 : ptx_emit_rows(p, in, CODE_UNPACK_32, 2, 1,
                                 (const uint32_t[]){e[0], e[1], half[i]}));
    }
    return pack ? ptx_emit_rows(p, in, CODE_PACK_64, 1, 2,
                                (const uint32_t[]){whole->reg, half[0], half[1]})
                : ST_OK;
}

/* Emits mov between a wide register and a pair of narrow ones. */
static enum st_code emit_pair(struct ptx_parser *p, const struct ptx_instruction *in, int op)
{
    bool pack = in->operands[1].kind == PTX_VECTOR;
    const struct ptx_operand *pair = &in->operands[pack], *whole = &in->operands[!pack];
    unsigned bits = op == CODE_MOV_64 ? 32 : 16;
    if (pair->n == 4 && op == CODE_MOV_64)
        return emit_four(p, in, pack, pair, whole);
    if (pair->n != 2 || whole->kind != PTX_REGISTER ||
        ptx_cell_of(whole->type) != (bits == 32 ? CELL_8 : CELL_4))
        return ptx_fail(p, in->line, "expected a pair of registers and one twice as wide");
    for (unsigned i = 0; i < 2; i++)
        if (pair->element[i] == ROW_NONE ? pack : pair->element_type[i].bits != bits)
            return ptx_fail(p, in->line, "expected a pair of %u-bit registers", bits);
    struct code c = ptx_start_code(in, pack ? (bits == 32 ? CODE_PACK_64 : CODE_PACK_32)
                                            : (bits == 32 ? CODE_UNPACK_64 : CODE_UNPACK_32));
    c.n_dst = pack ? 1 : 2;
    c.n_src = pack ? 2 : 1;
    c.row[pack ? 0 : 2] = whole->reg;
    c.row[pack ? 1 : 0] = pair->element[0];
    c.row[pack ? 2 : 1] = pair->element[1];
    return ptx_emit(p, &c);
}

static enum st_code emit_mov(struct ptx_parser *p, const struct ptx_instruction *in, int op)
{
    if (in->n == 2 && (in->operands[0].kind == PTX_VECTOR || in->operands[1].kind == PTX_VECTOR))
        return emit_pair(p, in, op);
    const struct ptx_variable *v = in->n == 2 && in->operands[1].kind == PTX_NAME
                                       ? ptx_find_variable(p, in->operands[1].name)
                                       : NULL;
    if (in->n == 2 && in->operands[1].kind == PTX_SPECIAL)
        return ptx_emit_special(p, in);
    if (!v || v->space != PTX_LOCAL)
        return emit_plain(p, in, op, 0);
    struct code c = ptx_start_code(in, CODE_LOCAL_BASE);
    c.n_dst = 1;
    c.offset = v->offset + in->operands[1].offset;
    TRY(ptx_destination(p, &in->operands[0], CELL_8, in->line, &c.row[0]));
    return ptx_emit(p, &c);
}

struct slice ptx_part(struct slice *rest)
{
    struct slice s = {.text = rest->text, .n = 0};
    while (s.n < rest->n && s.text[s.n] != '.')
        s.n++;
    size_t skip = s.n < rest->n ? s.n + 1 : s.n;
    rest->text += skip;
    rest->n -= skip;
    return s;
}

bool ptx_begins(struct slice s, const char *with)
{
    size_t n = strlen(with);
    return s.n >= n && memcmp(s.text, with, n) == 0;
}

enum st_code ptx_unknown(const struct ptx_parser *p, const struct ptx_instruction *in)
{
    return ptx_fail(p, in->line,
                    "instruction %.*s is not supported; docs/reference/ptx.md lists those that are",
                    SLICE_SHOW(in->opcode));
}

struct access {
    bool store, param, shared;
    uint32_t n;
    struct ptx_type type;
};

/* Whether a part of an opcode gives ordering or caching of an access. These change nothing: all
 * accesses take effect in one order, and the GPU's caches follow the configuration. */
static bool is_hint(struct slice s)
{
    static const char *const hints[] = {
        "volatile", "weak", "relaxed", "acquire", "release", "mmio", "cta", "cluster", "gpu", "sys",
        "ca",       "cg",   "cs",      "lu",      "cv",      "wb",   "wt",  "unified", "nc"};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (slice_is(s, hints[i]))
            return true;
    return ptx_begins(s, "L1::") || (ptx_begins(s, "L2::") && !slice_is(s, "L2::cache_hint"));
}

/* Parses ld[.hints][.space][.hints][.v2|.v4].type, and st. */
static bool parse_access(struct slice opcode, struct access *a)
{
    struct slice rest = opcode, s = ptx_part(&rest);
    *a = (struct access){.store = slice_is(s, "st"), .n = 1};
    s = ptx_part(&rest);
    while (is_hint(s))
        s = ptx_part(&rest);
    if (slice_is(s, "param") || slice_is(s, "param::entry") || slice_is(s, "param::func"))
        a->param = true;
    if (slice_is(s, "shared") || slice_is(s, "shared::cta"))
        a->shared = true;
    if (a->param || a->shared || slice_is(s, "global") || slice_is(s, "local") ||
        (slice_is(s, "const") && !a->store))
        s = ptx_part(&rest);
    while (is_hint(s))
        s = ptx_part(&rest);
    if (slice_is(s, "v2") || slice_is(s, "v4")) {
        a->n = s.text[1] == '2' ? 2 : 4;
        s = ptx_part(&rest);
    }
    return rest.n == 0 && ptx_type_parse(s.text, s.n, &a->type) && a->type.bits >= 8 &&
           a->n * a->type.bits <= 128;
}

/* The row of register `i` of a vector, or of the only register. */
static enum st_code access_register(struct ptx_parser *p, const struct ptx_instruction *in,
                                    const struct ptx_operand *o, const struct access *a, uint32_t i,
                                    struct code *c, uint32_t *row)
{
    struct ptx_type type = o->type;
    if (o->kind == PTX_VECTOR) {
        *row = o->element[i];
        type = o->element_type[i];
        if (*row == ROW_NONE) {
            if (a->store)
                return ptx_wrong_operand(p, in->line, CELL_4, true);
            return ST_OK;
        }
    } else if (o->kind == PTX_REGISTER) {
        *row = o->reg;
    } else if (o->kind == PTX_SINK && !a->store) {
        *row = ROW_NONE;
        return ST_OK;
    } else {
        enum cell cell = a->type.bits == 64 ? CELL_8 : CELL_4;
        if (!a->store)
            return ptx_wrong_operand(p, in->line, cell, false);
        c->wide |= (uint8_t)((cell == CELL_8) << i);
        return ptx_source(p, o, cell, '*', in->line, row);
    }
    if (type.bits == 1 || type.bits < a->type.bits)
        return ptx_fail(p, in->line, "%.*s with a register of %u bits; expected %u or more",
                        SLICE_SHOW(in->opcode), type.bits, a->type.bits);
    c->wide |= (uint8_t)((ptx_cell_of(type) == CELL_8) << i);
    return ST_OK;
}

enum st_code ptx_address_base(struct ptx_parser *p, const struct ptx_operand *address,
                              enum ptx_space space, uint32_t line, uint32_t *base)
{
    *base = address->reg;
    if (address->reg != ROW_NONE)
        return ST_OK;
    uint64_t at = 0;
    const struct ptx_variable *v = ptx_find_variable(p, address->name);
    if (address->name.n &&
        (!v || !(v->space == space || (v->space == PTX_DYNAMIC && space == PTX_SHARED))))
        return ptx_fail(p, line, "%.*s is not %s of this module", SLICE_SHOW(address->name),
                        space == PTX_SHARED ? "in shared memory" : "a table");
    if (v)
        at = ptx_address_of(v);
    return program_add_constant(p->builder, CELL_8, at, base, p->st);
}

static const struct ptx_variable *local_named(const struct ptx_parser *p,
                                              const struct ptx_operand *address)
{
    const struct ptx_variable *v =
        address->reg == ROW_NONE ? ptx_find_variable(p, address->name) : NULL;
    return v && v->space == PTX_LOCAL ? v : NULL;
}

/* Loads the base of an address into a new register, if it is a name in local memory. */
static enum st_code local_base(struct ptx_parser *p, const struct ptx_instruction *in,
                               const struct ptx_operand *address, uint32_t *base)
{
    const struct ptx_variable *v = local_named(p, address);
    struct code c = ptx_start_code(in, CODE_LOCAL_BASE);
    TRY(ptx_temporary(p, CELL_8, in->line, base));
    c.n_dst = 1;
    c.row[0] = *base;
    c.offset = v->offset;
    return ptx_emit(p, &c);
}

enum st_code ptx_emit_access(struct ptx_parser *p, const struct ptx_instruction *in)
{
    struct access a;
    if (!parse_access(in->opcode, &a) || (a.shared && !p->kernels))
        return ptx_unknown(p, in);
    if (in->n != 2)
        return ptx_wrong_count(p, in, 2);
    const struct ptx_operand *address = &in->operands[!a.store], *data = &in->operands[a.store];
    if (address->kind != PTX_ADDRESS)
        return ptx_fail(p, in->line, "%.*s without an address in brackets", SLICE_SHOW(in->opcode));
    if ((data->kind == PTX_VECTOR ? data->n : 1) != a.n)
        return ptx_fail(p, in->line, "%.*s; expected %u register%s", SLICE_SHOW(in->opcode), a.n,
                        a.n > 1 ? "s in braces" : "");
    struct code c = ptx_start_code(in, a.shared  ? a.store ? CODE_STORE_SHARED : CODE_LOAD_SHARED
                                       : a.store ? CODE_STORE
                                                 : CODE_LOAD);
    c.bytes = a.type.bits / 8u;
    c.extend = a.type.kind == 's';
    c.n_dst = a.store ? 0 : (uint8_t)a.n;
    c.n_src = a.store ? (uint8_t)(a.n + 1) : 1;
    c.offset = address->offset;
    for (uint32_t i = 0; i < a.n; i++)
        TRY(access_register(p, in, data, &a, i, &c, &c.row[i + a.store]));
    if (a.param)
        return a.store && in->guard != ROW_NONE
                   ? ptx_fail(p, in->line, "a guarded access to a parameter is not supported")
               : a.store ? ptx_store_param(p, address, a.type, data, in->line)
                         : ptx_load_param(p, in, address, a.type, data);
    c.narrow = address->reg != ROW_NONE && ptx_cell_of(address->type) == CELL_4;
    if (c.narrow && !a.shared)
        return ptx_fail(p, in->line, "%.*s with an address of 32 bits; expected one of 64",
                        SLICE_SHOW(in->opcode));
    if (local_named(p, address)) {
        TRY(local_base(p, in, address, &c.row[a.store ? 0 : a.n]));
        return ptx_emit(p, &c);
    }
    TRY(ptx_address_base(p, address, a.shared ? PTX_SHARED : PTX_TABLE, in->line,
                         &c.row[a.store ? 0 : a.n]));
    return ptx_emit(p, &c);
}

/* Emits cvt with its types: cvt.u64.u32 and so on. */
static enum st_code emit_cvt(struct ptx_parser *p, const struct ptx_instruction *in)
{
    struct slice rest = in->opcode;
    ptx_part(&rest);
    struct slice to_text = ptx_part(&rest), from_text = ptx_part(&rest);
    struct ptx_type to, from;
    if (rest.n || !ptx_type_parse(to_text.text, to_text.n, &to) ||
        !ptx_type_parse(from_text.text, from_text.n, &from))
        return ptx_unknown(p, in);
    if (in->n != 2)
        return ptx_wrong_count(p, in, 2);
    const struct ptx_operand *d = &in->operands[0], *s = &in->operands[1];
    if (d->kind != PTX_REGISTER || s->kind != PTX_REGISTER || d->type.bits < to.bits ||
        s->type.bits < from.bits)
        return ptx_fail(p, in->line, "%.*s; expected two registers of its widths or wider",
                        SLICE_SHOW(in->opcode));
    int op = ptx_opcode_extend(to, from, ptx_cell_of(d->type), ptx_cell_of(s->type), d->type.bits);
    return op < 0 ? ptx_unknown(p, in) : emit_plain(p, in, op, 0);
}

static bool is_access(struct slice opcode)
{
    return ptx_begins(opcode, "ld.") || ptx_begins(opcode, "st.") || ptx_begins(opcode, "ldu.");
}

static enum st_code emit(struct ptx_parser *p, const struct ptx_instruction *in)
{
    bool known = false;
    uint32_t modifiers = 0;
    if (slice_is(in->opcode, "bra") || slice_is(in->opcode, "bra.uni"))
        return emit_branch(p, in);
    if (is_access(in->opcode))
        return ptx_emit_access(p, in);
    int op = ptx_opcode_find(in->opcode.text, in->opcode.n);
    if ((op < 0 || in->operands[0].pair) && p->kernels)
        TRY(ptx_emit_named(p, in, &known));
    if (known)
        return ST_OK;
    if (op < 0 && ptx_find_modified(in->opcode, &op, &modifiers))
        return emit_plain(p, in, op, modifiers);
    if (op < 0)
        return ptx_begins(in->opcode, "cvt.") ? emit_cvt(p, in) : ptx_unknown(p, in);
    if (op == CODE_MOV_32 || op == CODE_MOV_64)
        return emit_mov(p, in, op);
    return emit_plain(p, in, op, 0);
}

static enum st_code refuse(const struct ptx_parser *p, const struct ptx_instruction *in,
                           const char *why)
{
    return ptx_fail(p, in->line, "instruction %.*s: %s", SLICE_SHOW(in->opcode), why);
}

enum st_code ptx_instruction(struct ptx_parser *p, uint32_t guard, bool guard_not)
{
    struct ptx_instruction in = {
        .opcode = ptx_slice(&p->tok), .line = p->tok.line, .guard = guard, .guard_not = guard_not};
    if (p->tok.kind != PTX_WORD)
        return ptx_expected(p, "an instruction");
    p->opcode = in.opcode;
    const char *why = ptx_refused(in.opcode);
    if (why)
        return refuse(p, &in, why);
    TRY(ptx_next(p));
    if (slice_is(in.opcode, "call") || slice_is(in.opcode, "call.uni")) {
        if (guard != ROW_NONE)
            return ptx_fail(p, in.line, "a guarded call is not supported; branch around it");
        return ptx_call(p, in.line);
    }
    while (!ptx_at(p, ";")) {
        if (in.n)
            TRY(ptx_take(p, ","));
        if (in.n == PTX_MOST_OPERANDS)
            return ptx_fail(p, in.line, "too many operands; at most %d are allowed",
                            PTX_MOST_OPERANDS);
        TRY(take_operand(p, &in.operands[in.n++]));
    }
    TRY(emit(p, &in));
    return ptx_next(p);
}
