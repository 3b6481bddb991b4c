/* Parses instructions whose spelling has parts, or that become several operations: communication
 * between lanes, fences, predicates in pairs, carries, jumps through tables, copies to shared
 * memory (PTX ISA, "Instruction Set"). */
#include "common/grow.h"
#include "sim/functional/frontend/ptx/parser.h"

#include <string.h>

enum st_code ptx_predicate(struct ptx_parser *p, const struct ptx_instruction *in,
                           const struct ptx_operand *o, uint32_t *out)
{
    struct ptx_operand plain = *o;
    uint32_t from = 0;
    plain.negated = false;
    TRY(ptx_source(p, &plain, CELL_PRED, 'p', in->line, &from));
    *out = from;
    if (!o->negated)
        return ST_OK;
    TRY(ptx_temporary(p, CELL_PRED, in->line, out));
    return ptx_emit_rows(p, in, CODE_NOT_PRED, 1, 1, (const uint32_t[]){*out, from});
}

static enum st_code expect(const struct ptx_parser *p, const struct ptx_instruction *in, uint32_t n)
{
    return in->n == n ? ST_OK : ptx_wrong_count(p, in, n);
}

/* ---- communication between lanes ---- */

struct family {
    const char *name;
    uint32_t target;
};

static bool find_family(struct slice s, const struct family *all, size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++)
        if (slice_is(s, all[i].name)) {
            *out = all[i].target;
            return true;
        }
    return false;
}
#define FIND(s, all, out) find_family(s, all, sizeof(all) / sizeof *(all), out)

/* Adds the member mask: the given operand or, for the older spelling without one, all lanes that
 * are present. */
static enum st_code add_members(struct ptx_parser *p, const struct ptx_instruction *in, bool given,
                                struct code *c)
{
    uint32_t *row = &c->row[c->n_dst + c->n_src++];
    if (given)
        return ptx_source(p, &in->operands[in->n - 1], CELL_4, 'i', in->line, row);
    TRY(ptx_temporary(p, CELL_4, in->line, row));
    return ptx_emit_rows(p, in, CODE_ACTIVE_MASK, 1, 0, row);
}

/* Adds the destination and, if '|' follows it, a predicate. */
static enum st_code add_destinations(struct ptx_parser *p, const struct ptx_instruction *in,
                                     enum cell cell, struct code *c)
{
    const struct ptx_operand *d = &in->operands[0];
    TRY(ptx_destination(p, d, cell, in->line, &c->row[c->n_dst++]));
    if (!d->pair)
        return ST_OK;
    if (d->element[0] != ROW_NONE && d->element_type[0].bits != 1)
        return ptx_wrong_operand(p, in->line, CELL_PRED, false);
    c->row[c->n_dst++] = d->element[0];
    return ST_OK;
}

static enum st_code emit_shuffle(struct ptx_parser *p, const struct ptx_instruction *in, bool sync,
                                 struct slice rest)
{
    static const struct family modes[] = {{"up", SHUFFLE_UP},
                                          {"down", SHUFFLE_DOWN},
                                          {"bfly", SHUFFLE_BUTTERFLY},
                                          {"idx", SHUFFLE_INDEX}};
    struct code c = ptx_start_code(in, CODE_SHUFFLE);
    if (!FIND(ptx_part(&rest), modes, &c.target) || !slice_is(rest, "b32"))
        return ptx_unknown(p, in);
    TRY(expect(p, in, sync ? 5 : 4));
    TRY(add_destinations(p, in, CELL_4, &c));
    for (uint32_t i = 1; i < 4; i++)
        TRY(ptx_source(p, &in->operands[i], CELL_4, i == 1 ? '*' : 'i', in->line,
                       &c.row[c.n_dst + c.n_src++]));
    TRY(add_members(p, in, sync, &c));
    return ptx_emit(p, &c);
}

static enum st_code emit_vote(struct ptx_parser *p, const struct ptx_instruction *in, bool sync,
                              struct slice rest)
{
    static const struct family modes[] = {
        {"all", VOTE_ALL}, {"any", VOTE_ANY}, {"uni", VOTE_UNIFORM}, {"ballot", VOTE_BALLOT}};
    struct code c = ptx_start_code(in, CODE_VOTE);
    bool known = FIND(ptx_part(&rest), modes, &c.target);
    struct slice after = rest;
    if (!sync && slice_is(ptx_part(&after), "sync")) { /* older headers have this spelling */
        sync = true;
        rest = after;
    }
    bool ballot = c.target == VOTE_BALLOT;
    if (!known || !slice_is(rest, ballot ? "b32" : "pred"))
        return ptx_unknown(p, in);
    TRY(expect(p, in, sync ? 3 : 2));
    TRY(add_destinations(p, in, ballot ? CELL_4 : CELL_PRED, &c));
    TRY(ptx_predicate(p, in, &in->operands[1], &c.row[c.n_dst + c.n_src++]));
    TRY(add_members(p, in, sync, &c));
    return ptx_emit(p, &c);
}

static enum st_code emit_match(struct ptx_parser *p, const struct ptx_instruction *in,
                               struct slice rest)
{
    static const struct family modes[] = {{"any", 0}, {"all", 1}};
    struct code c = ptx_start_code(in, CODE_MATCH);
    if (!FIND(ptx_part(&rest), modes, &c.target) || !slice_is(ptx_part(&rest), "sync") ||
        !(slice_is(rest, "b32") || slice_is(rest, "b64")))
        return ptx_unknown(p, in);
    c.wide = slice_is(rest, "b64");
    TRY(expect(p, in, 3));
    TRY(add_destinations(p, in, CELL_4, &c));
    TRY(ptx_source(p, &in->operands[1], c.wide ? CELL_8 : CELL_4, '*', in->line,
                   &c.row[c.n_dst + c.n_src++]));
    TRY(add_members(p, in, true, &c));
    return ptx_emit(p, &c);
}

static enum st_code emit_reduce(struct ptx_parser *p, const struct ptx_instruction *in,
                                struct slice rest)
{
    static const struct family operations[] = {
        {"add.u32", ATOMIC_ADD}, {"add.s32", ATOMIC_ADD},        {"min.u32", ATOMIC_MIN},
        {"max.u32", ATOMIC_MAX}, {"min.s32", ATOMIC_MIN_SIGNED}, {"max.s32", ATOMIC_MAX_SIGNED},
        {"and.b32", ATOMIC_AND}, {"or.b32", ATOMIC_OR},          {"xor.b32", ATOMIC_XOR}};
    struct code c = ptx_start_code(in, CODE_REDUCE_WARP);
    if (!FIND(rest, operations, &c.target))
        return ptx_unknown(p, in);
    TRY(expect(p, in, 3));
    TRY(add_destinations(p, in, CELL_4, &c));
    TRY(ptx_source(p, &in->operands[1], CELL_4, 'i', in->line, &c.row[c.n_dst + c.n_src++]));
    TRY(add_members(p, in, true, &c));
    return ptx_emit(p, &c);
}

static enum st_code emit_lanes(struct ptx_parser *p, const struct ptx_instruction *in, bool *known)
{
    struct slice rest = in->opcode, stem = ptx_part(&rest), after = rest;
    struct code c = ptx_start_code(in, CODE_SYNC_WARP);
    bool sync = slice_is(ptx_part(&after), "sync");
    *known = true;
    if (slice_is(stem, "shfl"))
        return emit_shuffle(p, in, sync, sync ? after : rest);
    if (slice_is(stem, "vote"))
        return emit_vote(p, in, sync, sync ? after : rest);
    if (slice_is(stem, "match"))
        return emit_match(p, in, rest);
    if (slice_is(stem, "redux") && sync)
        return emit_reduce(p, in, after);
    if (slice_is(in->opcode, "bar.warp.sync")) {
        TRY(expect(p, in, 1));
        TRY(add_members(p, in, true, &c));
        return ptx_emit(p, &c);
    }
    if (slice_is(in->opcode, "activemask.b32")) {
        c.op = CODE_ACTIVE_MASK;
        TRY(expect(p, in, 1));
        TRY(add_destinations(p, in, CELL_4, &c));
        return ptx_emit(p, &c);
    }
    *known = false;
    return ST_OK;
}

/* ---- predicates in pairs ---- */

/* Emits setp.lt.f32 p|q, a, b and setp.lt.and.f32 p|q, a, b, c. q is p's value for the opposite
 * comparison. */
static enum st_code emit_setp(struct ptx_parser *p, const struct ptx_instruction *in, bool *known)
{
    static const struct family operations[] = {
        {"and", CODE_AND_PRED}, {"or", CODE_OR_PRED}, {"xor", CODE_XOR_PRED}};
    static const struct family unsigned_names[] = {
        {"lo", 'l'}, {"ls", 'l'}, {"hi", 'g'}, {"hs", 'g'}};
    struct slice rest = in->opcode, compare;
    uint32_t combine = 0, which, compared, opposite, other = 0;
    char text[48];
    ptx_part(&rest);
    compare = ptx_part(&rest);
    struct slice after = rest;
    bool combines = FIND(ptx_part(&after), operations, &combine);
    if (combines)
        rest = after;
    if (FIND(compare, unsigned_names, &which))
        snprintf(text, sizeof text, "setp.%c%c.%.*s", (int)which,
                 compare.text[1] == 's' ? 'e' : 't', SLICE_SHOW(rest));
    else
        snprintf(text, sizeof text, "setp.%.*s.%.*s", SLICE_SHOW(compare), SLICE_SHOW(rest));
    int op;
    uint32_t modifiers = 0;
    struct slice plain = {text, strlen(text)};
    op = ptx_opcode_find(plain.text, plain.n);
    *known = op >= 0 || ptx_find_modified(plain, &op, &modifiers);
    if (!*known)
        return ST_OK;
    const struct ptx_operand *d = &in->operands[0];
    TRY(expect(p, in, combines ? 4 : 3));
    struct code c = ptx_start_code(in, modifiers ? CODE_MODIFIED : op);
    c.target = modifiers ? (uint32_t)op : 0;
    c.offset = modifiers;
    c.n_dst = 1;
    c.n_src = 2;
    for (uint32_t i = 0; i < 2; i++)
        TRY(ptx_source(p, &in->operands[1 + i], (enum cell)op_info[op].cells[1 + i],
                       op_info[op].reads[i], in->line, &c.row[1 + i]));
    TRY(ptx_temporary(p, CELL_PRED, in->line, &compared));
    c.row[0] = compared;
    uint32_t first;
    TRY(ptx_destination(p, d, CELL_PRED, in->line, &first));
    if (combines)
        TRY(ptx_predicate(p, in, &in->operands[3], &other));
    TRY(ptx_emit(p, &c));
    TRY(ptx_temporary(p, CELL_PRED, in->line, &opposite));
    if (d->pair)
        TRY(ptx_emit_rows(p, in, CODE_NOT_PRED, 1, 1, (const uint32_t[]){opposite, compared}));
    if (d->pair && d->element[0] != ROW_NONE && d->element_type[0].bits != 1)
        return ptx_wrong_operand(p, in->line, CELL_PRED, false);
    if (!combines) {
        TRY(ptx_emit_rows(p, in, CODE_MOV_PRED, 1, 1, (const uint32_t[]){first, compared}));
        return d->pair ? ptx_emit_rows(p, in, CODE_MOV_PRED, 1, 1,
                                       (const uint32_t[]){d->element[0], opposite})
                       : ST_OK;
    }
    if (d->pair)
        TRY(ptx_emit_rows(p, in, (int)combine, 1, 2,
                          (const uint32_t[]){opposite, opposite, other}));
    TRY(ptx_emit_rows(p, in, (int)combine, 1, 2, (const uint32_t[]){first, compared, other}));
    return d->pair ? ptx_emit_rows(p, in, CODE_MOV_PRED, 1, 1,
                                   (const uint32_t[]){d->element[0], opposite})
                   : ST_OK;
}

/* ---- carries ---- */

/* Parses add.cc, addc, addc.cc, sub.cc, subc, mad.lo.cc, madc.hi, ...; a register holds the
 * carry. */
static bool parse_carry(struct slice opcode, int *op, int64_t *how, struct ptx_type *type)
{
    struct slice rest = opcode, stem = ptx_part(&rest);
    bool in = stem.n == 4 && stem.text[3] == 'c';
    stem.n -= in;
    bool mad = slice_is(stem, "mad"), sub = slice_is(stem, "sub");
    if (!mad && !sub && !slice_is(stem, "add"))
        return false;
    *op = mad ? CODE_CARRY_MAD : CODE_CARRY_ADD;
    *how = (in ? CARRY_IN : 0) | (sub ? CARRY_SUBTRACT : 0);
    struct slice part = ptx_part(&rest);
    if (mad) {
        if (!slice_is(part, "lo") && !slice_is(part, "hi"))
            return false;
        *how |= slice_is(part, "hi") ? CARRY_HIGH : 0;
        part = ptx_part(&rest);
    }
    if (slice_is(part, "cc")) {
        *how |= CARRY_OUT;
        part = ptx_part(&rest);
    }
    if (rest.n || !ptx_type_parse(part.text, part.n, type) || type->bits < 32 ||
        (type->kind != 'u' && type->kind != 's'))
        return false;
    *how |= (type->bits == 64 ? CARRY_WIDE : 0) | (type->kind == 's' ? CARRY_SIGNED : 0);
    return (*how & (CARRY_IN | CARRY_OUT)) != 0;
}

static enum st_code emit_carry(struct ptx_parser *p, const struct ptx_instruction *in, bool *known)
{
    int op;
    int64_t how;
    struct ptx_type type;
    *known = parse_carry(in->opcode, &op, &how, &type);
    if (!*known)
        return ST_OK;
    uint32_t numbers = op == CODE_CARRY_MAD ? 3 : 2;
    enum cell cell = type.bits == 64 ? CELL_8 : CELL_4;
    struct code c = ptx_start_code(in, op);
    TRY(expect(p, in, 1 + numbers));
    if (p->carry == ROW_NONE)
        TRY(ptx_temporary(p, CELL_4, in->line, &p->carry));
    c.offset = how;
    TRY(ptx_destination(p, &in->operands[0], cell, in->line, &c.row[c.n_dst++]));
    if (how & CARRY_OUT)
        c.row[c.n_dst++] = p->carry;
    for (uint32_t i = 1; i <= numbers; i++)
        TRY(ptx_source(p, &in->operands[i], cell, 'i', in->line, &c.row[c.n_dst + c.n_src++]));
    if (how & CARRY_IN)
        c.row[c.n_dst + c.n_src++] = p->carry;
    return ptx_emit(p, &c);
}

/* ---- others ---- */

/* Emits brx.idx as a comparison and a branch for each target but the last. */
static enum st_code emit_table_jump(struct ptx_parser *p, const struct ptx_instruction *in)
{
    uint32_t index = 0, is = 0, left = 0, k = 0;
    if (in->n != 2 || in->operands[1].kind != PTX_NAME || in->guard != ROW_NONE)
        return ptx_fail(p, in->line, "%.*s; expected a register and .branchtargets, no guard",
                        SLICE_SHOW(in->opcode));
    TRY(ptx_source(p, &in->operands[0], CELL_4, 'i', in->line, &index));
    TRY(ptx_temporary(p, CELL_PRED, in->line, &is));
    for (uint32_t i = 0; i < p->n_targets; i++)
        left += slice_equal(p->targets[i].table, in->operands[1].name);
    if (!left)
        return ptx_fail(p, in->line, "%.*s are no .branchtargets of this function",
                        SLICE_SHOW(in->operands[1].name));
    for (uint32_t i = 0; i < p->n_targets; i++) {
        if (!slice_equal(p->targets[i].table, in->operands[1].name))
            continue;
        struct code c = ptx_start_code(in, CODE_BRANCH);
        uint32_t number = 0;
        TRY(program_add_constant(p->builder, CELL_4, k++, &number, p->st));
        if (--left) {
            c.guard = is;
            TRY(ptx_emit_rows(p, in, CODE_SETP_EQ_32, 1, 2, (const uint32_t[]){is, index, number}));
        }
        TRY(PTX_ROOM(p, jumps));
        p->jumps[p->n_jumps++] = (struct ptx_label){
            .name = p->targets[i].label, .at = p->builder->p->n_code, .line = in->line};
        TRY(ptx_emit(p, &c));
    }
    return ST_OK;
}

/* Emits isspacep.shared and .local: whether an address is in a range. */
static enum st_code emit_space(struct ptx_parser *p, const struct ptx_instruction *in, bool *known)
{
    bool shared =
        slice_is(in->opcode, "isspacep.shared") || slice_is(in->opcode, "isspacep.shared::cta");
    bool global = slice_is(in->opcode, "isspacep.global");
    uint64_t from = global ? PROGRAM_FUNCTION_BASE << 1 : PROGRAM_SHARED_BASE;
    uint64_t to = global ? UINT64_C(0x90000000) : PROGRAM_SHARED_END;
    uint32_t result = 0, address = 0, lo = 0, hi = 0, below = 0;
    *known = shared || global;
    if (!*known)
        return ST_OK;
    TRY(expect(p, in, 2));
    TRY(ptx_destination(p, &in->operands[0], CELL_PRED, in->line, &result));
    TRY(ptx_source(p, &in->operands[1], CELL_8, 'i', in->line, &address));
    TRY(program_add_constant(p->builder, CELL_8, from, &lo, p->st));
    TRY(program_add_constant(p->builder, CELL_8, to, &hi, p->st));
    TRY(ptx_temporary(p, CELL_PRED, in->line, &below));
    TRY(ptx_emit_rows(p, in, CODE_SETP_LT_U64, 1, 2, (const uint32_t[]){below, address, hi}));
    TRY(ptx_emit_rows(p, in, CODE_SETP_GE_U64, 1, 2, (const uint32_t[]){result, address, lo}));
    return ptx_emit_rows(p, in, CODE_AND_PRED, 1, 2, (const uint32_t[]){result, result, below});
}

/* Emits cp.async.ca.shared.global [to], [from], 4|8|16 as a load and a store, because asynchronous
 * copies are not modelled. */
static enum st_code emit_copy(struct ptx_parser *p, const struct ptx_instruction *in)
{
    const struct ptx_operand *bytes = &in->operands[2];
    uint32_t words = (uint32_t)bytes->bits / 4;
    if (in->n != 3 || bytes->kind != PTX_IMMEDIATE ||
        (bytes->bits != 4 && bytes->bits != 8 && bytes->bits != 16))
        return ptx_fail(p, in->line, "%.*s; expected two addresses and 4, 8 or 16 bytes alone",
                        SLICE_SHOW(in->opcode));
    struct ptx_operand data = {.kind = PTX_VECTOR, .n = words};
    struct ptx_instruction one = *in;
    for (uint32_t i = 0; i < words; i++) {
        TRY(ptx_temporary(p, CELL_4, in->line, &data.element[i]));
        data.element_type[i] = (struct ptx_type){.bits = 32, .kind = 'b'};
    }
    static const char *const loads[] = {"ld.global.b32", "ld.global.v2.b32", "ld.global.v4.b32"};
    static const char *const stores[] = {"st.shared.b32", "st.shared.v2.b32", "st.shared.v4.b32"};
    uint32_t k = words / 2;
    if (words == 1) {
        data.kind = PTX_REGISTER;
        data.reg = data.element[0];
        data.type = data.element_type[0];
    }
    one.n = 2;
    one.opcode = (struct slice){loads[k], strlen(loads[k])};
    one.operands[0] = data;
    one.operands[1] = in->operands[1];
    TRY(ptx_emit_access(p, &one));
    one.opcode = (struct slice){stores[k], strlen(stores[k])};
    one.operands[0] = in->operands[0];
    one.operands[1] = data;
    return ptx_emit_access(p, &one);
}

/* Whether the instruction is issued and has no effect, because all memory is written and read in
 * one order. */
static bool does_nothing(struct slice opcode)
{
    static const char *const stems[] = {"membar.",  "fence.",          "nanosleep.",
                                        "prefetch", "cp.async.commit", "cp.async.wait"};
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
        if (ptx_begins(opcode, stems[i]))
            return true;
    return false;
}

enum st_code ptx_emit_named(struct ptx_parser *p, const struct ptx_instruction *in, bool *known)
{
    struct slice o = in->opcode;
    *known = true;
    if (ptx_begins(o, "atom.") || ptx_begins(o, "red."))
        return ptx_emit_atomic(p, in);
    if (does_nothing(o))
        return ptx_emit_rows(p, in, CODE_NOTHING, 0, 0, NULL);
    if (slice_is(o, "brx.idx") || slice_is(o, "brx.idx.uni"))
        return emit_table_jump(p, in);
    if (ptx_begins(o, "cp.async.ca.") || ptx_begins(o, "cp.async.cg."))
        return emit_copy(p, in);
    TRY(emit_lanes(p, in, known));
    if (*known)
        return ST_OK;
    if (ptx_begins(o, "bar.sync") || ptx_begins(o, "barrier.sync") || ptx_begins(o, "bar.red") ||
        ptx_begins(o, "barrier.red") || ptx_begins(o, "bar.cta.") ||
        ptx_begins(o, "barrier.cta.")) {
        *known = true;
        return ptx_emit_barrier(p, in);
    }
    if (ptx_begins(o, "setp."))
        return emit_setp(p, in, known);
    if (ptx_begins(o, "isspacep."))
        return emit_space(p, in, known);
    return emit_carry(p, in, known);
}
