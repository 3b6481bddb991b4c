/* A stage's function: blocks, phis, branches, and the operations that the other files emit. */
#include "sim/functional/frontend/spirv/lower.h"

#include "common/grow.h"
#include "common/memory.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

/* ---- operands and operations ---- */

struct spirv_scalar lower_scalar(const struct spirv_module *m, uint32_t type)
{
    const uint32_t *at = spirv_def(m, type);
    switch (at ? spirv_op(at) : SpvOpNop) {
    case SpvOpTypeBool:
        return (struct spirv_scalar){.is_bool = true, .bits = 32};
    case SpvOpTypeFloat:
        return (struct spirv_scalar){.is_float = true, .bits = at[2]};
    case SpvOpTypeInt:
        return (struct spirv_scalar){.is_signed = at[3], .bits = at[2]};
    default:
        return (struct spirv_scalar){.bits = 64}; /* an address */
    }
}

enum cell lower_cell(struct spirv_scalar s)
{
    return s.is_bool ? CELL_PRED : s.bits == 64 ? CELL_8 : CELL_4;
}

uint32_t lower_scalar_type(const struct spirv_module *m, uint32_t type, uint32_t i)
{
    for (uint32_t n = spirv_parts(m, type); n; n = spirv_parts(m, type)) {
        uint32_t k = 0, part = spirv_part(m, type, 0);
        while (k + 1 < n && i >= spirv_scalars(m, part)) {
            i -= spirv_scalars(m, part);
            part = spirv_part(m, type, ++k);
        }
        type = part;
    }
    return type;
}

static bool keep(struct spirv_lower *l, enum st_code code)
{
    if (!l->code)
        l->code = code;
    return !l->code;
}

uint32_t lower_register(struct spirv_lower *l, enum cell cell)
{
    uint32_t row = 0;
    if (!l->code)
        keep(l, program_add_register(l->b, cell, l->line, &row, l->st));
    return row;
}

uint32_t lower_constant(struct spirv_lower *l, enum cell cell, uint64_t bits)
{
    uint32_t row = OPERAND_CONSTANT;
    if (cell == CELL_PRED)
        bits = bits ? UINT32_MAX : 0;
    if (!l->code)
        keep(l, program_add_constant(l->b, cell, bits, &row, l->st));
    return row;
}

uint32_t lower_f32(struct spirv_lower *l, float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return lower_u32(l, bits);
}

bool lower_is_constant(const struct spirv_lower *l, uint32_t operand, uint64_t *bits)
{
    if (l->code || operand == ROW_NONE || !(operand & OPERAND_CONSTANT))
        return false;
    *bits = l->b->p->constants[operand & ~OPERAND_CONSTANT].bits;
    return true;
}

struct code *lower_add(struct spirv_lower *l, uint32_t op)
{
    static struct code sink;
    if (!l->code && !grow(&l->body, l->n_body, &l->room_body, sizeof *l->body))
        l->code = status_no_memory(l->st, l->stage->name);
    if (l->code)
        return &sink;
    l->body[l->n_body] =
        (struct code){.op = (uint16_t)op, .guard = ROW_NONE, .line = l->line, .file = l->file};
    return &l->body[l->n_body++];
}

void lower_emit(struct spirv_lower *l, uint32_t op, int64_t offset, uint32_t n_dst,
                const uint32_t *dst, uint32_t n_src, const uint32_t *src)
{
    struct code *c = lower_add(l, op);
    c->n_dst = (uint8_t)n_dst;
    c->n_src = (uint8_t)n_src;
    c->offset = offset;
    for (uint32_t i = 0; i < n_dst; i++)
        c->row[i] = dst[i];
    for (uint32_t i = 0; i < n_src; i++)
        c->row[n_dst + i] = src[i];
}

static uint32_t emit_fixed(struct spirv_lower *l, uint32_t op, uint32_t n, const uint32_t *src)
{
    uint32_t d = lower_register(l, (enum cell)op_info[op].cells[0]);
    lower_emit(l, op, 0, 1, &d, n, src);
    return d;
}

uint32_t lower_op1(struct spirv_lower *l, uint32_t op, uint32_t a)
{
    return emit_fixed(l, op, 1, &a);
}

uint32_t lower_op2(struct spirv_lower *l, uint32_t op, uint32_t a, uint32_t b)
{
    return emit_fixed(l, op, 2, (uint32_t[]){a, b});
}

uint32_t lower_op3(struct spirv_lower *l, uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
    return emit_fixed(l, op, 3, (uint32_t[]){a, b, c});
}

void lower_move(struct spirv_lower *l, uint32_t destination, uint32_t a, enum cell cell)
{
    uint32_t op = cell == CELL_8 ? CODE_MOV_64 : cell == CELL_PRED ? CODE_MOV_PRED : CODE_MOV_32;
    lower_emit(l, op, 0, 1, &destination, 1, &a);
}

/* ---- labels ---- */

uint32_t lower_label(struct spirv_lower *l)
{
    if (!l->code && !grow(&l->labels, l->n_labels, &l->room_labels, sizeof *l->labels))
        l->code = status_no_memory(l->st, l->stage->name);
    if (l->code)
        return 0;
    l->labels[l->n_labels] = SPIRV_UNSET;
    return l->n_labels++;
}

void lower_place(struct spirv_lower *l, uint32_t label)
{
    if (!l->code)
        l->labels[label] = l->n_body;
}

void lower_branch(struct spirv_lower *l, uint32_t label, uint32_t guard, bool guard_not)
{
    struct code *c = lower_add(l, CODE_BRANCH);
    c->target = label;
    c->guard = guard;
    c->guard_not = guard_not;
}

/* ---- values ---- */

static uint32_t count_of(struct spirv_lower *l, uint32_t type)
{
    return spirv_scalars(l->m, type);
}

uint32_t *lower_result(struct spirv_lower *l, uint32_t id, uint32_t n)
{
    struct spirv_value *v = &l->values[id];
    if (l->code)
        return NULL;
    mem_free(v->rows);
    *v = (struct spirv_value){.kind = LOWER_SCALARS, .n = n};
    keep(l, mem_make(&v->rows, n + 1, sizeof *v->rows, l->stage->name, l->st));
    return l->code ? NULL : v->rows;
}

/* Rows of a constant from row `at` on. */
static void put_constant(struct spirv_lower *l, uint32_t id, uint32_t *rows, uint32_t room)
{
    const uint32_t *at = spirv_def(l->m, id);
    uint32_t op = spirv_op(at), type = at[1], n = count_of(l, type), done = 0;
    uint64_t bits;
    n = n < room ? n : room;
    if (op == SpvOpConstantComposite || op == SpvOpSpecConstantComposite) {
        for (uint32_t k = 3; k < spirv_count(at) && done < n; k++) {
            put_constant(l, at[k], rows + done, n - done);
            done += count_of(l, spirv_type_of(l->m, at[k]));
        }
        return;
    }
    spirv_constant(l->m, id, &bits);
    for (; done < n; done++) {
        struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, type, done));
        if (s.bits < 32)
            bits &= (UINT64_C(1) << s.bits) - 1;
        rows[done] = lower_constant(l, lower_cell(s), s.bits == 64 ? bits : (uint32_t)bits);
    }
}

static bool is_constant(uint32_t op)
{
    return (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantComposite) || op == SpvOpUndef;
}

const struct spirv_value *lower_value(struct spirv_lower *l, uint32_t id)
{
    static const struct spirv_value none;
    if (l->code || id >= l->m->bound)
        return &none;
    struct spirv_value *v = &l->values[id];
    if (v->kind == LOWER_NOTHING && is_constant(spirv_op_of(l->m, id))) {
        uint32_t n = count_of(l, spirv_type_of(l->m, id)), *rows = lower_result(l, id, n);
        if (rows)
            put_constant(l, id, rows, n);
    }
    if (v->kind == LOWER_NOTHING)
        lower_fail(l, "%s %u is used before it has a value; expected structured SPIR-V",
                   spirv_op_of(l->m, id) == SpvOpVariable ? "variable" : "id", id);
    return v;
}

uint32_t lower_row(struct spirv_lower *l, uint32_t id, uint32_t i)
{
    const struct spirv_value *v = lower_value(l, id);
    if (!l->code && (v->kind != LOWER_SCALARS || i >= v->n))
        lower_fail(l, "id %u has no component %u in a register; expected arithmetic on numbers", id,
                   i);
    return l->code ? OPERAND_CONSTANT : v->rows[i];
}

/* ---- phis ---- */

/* The phi behind an instruction, over the lines between them; NULL: there is none. */
static const uint32_t *next_phi(const uint32_t *at)
{
    at += spirv_count(at);
    while (spirv_op(at) == SpvOpLine || spirv_op(at) == SpvOpNoLine)
        at += spirv_count(at);
    return spirv_op(at) == SpvOpPhi ? at : NULL;
}

static const uint32_t *first_phi(const struct spirv_lower *l, uint32_t block)
{
    return next_phi(spirv_def(l->m, block)); /* its label */
}

/* The value that a phi takes from a block. */
static uint32_t incoming(const uint32_t *phi, uint32_t block)
{
    for (uint32_t k = 3; k + 1 < spirv_count(phi); k += 2)
        if (phi[k + 1] == block)
            return phi[k];
    return SPIRV_NONE;
}

/* Gives every phi of the function its registers, which its predecessors write. */
static void prepare_phi(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = count_of(l, at[1]), *rows = lower_result(l, at[2], n);
    if (!n)
        lower_fail(l, "a choice between images or structures; expected numbers or pointers");
    for (uint32_t i = 0; rows && i < n; i++)
        rows[i] =
            lower_register(l, lower_cell(lower_scalar(l->m, lower_scalar_type(l->m, at[1], i))));
}

/* The value's scalars as operands; a pointer's address is its only one. */
static uint32_t scalar_of(struct spirv_lower *l, uint32_t id, uint32_t i)
{
    const struct spirv_value *v = lower_value(l, id);
    return v->kind == LOWER_POINTER ? lower_address(l, v) : lower_row(l, id, i);
}

/* Whether a phi of the block reads a register that another one writes. */
static bool phis_overlap(struct spirv_lower *l, uint32_t to)
{
    for (const uint32_t *a = first_phi(l, to); a && !l->code; a = next_phi(a)) {
        const struct spirv_value *from = lower_value(l, incoming(a, l->block));
        for (const uint32_t *b = first_phi(l, to); b; b = next_phi(b))
            for (uint32_t i = 0; a != b && from->kind == LOWER_SCALARS && i < from->n; i++)
                for (uint32_t k = 0; k < l->values[b[2]].n; k++)
                    if (from->rows[i] == l->values[b[2]].rows[k])
                        return true;
    }
    return false;
}

/* The moves of the edge from the running block to `to`; through copies where they would overlap. */
static void move_phis(struct spirv_lower *l, uint32_t to)
{
    bool copies = phis_overlap(l, to);
    uint32_t n = 0, *held = NULL;
    for (const uint32_t *at = first_phi(l, to); at; at = next_phi(at))
        n += l->values[at[2]].n;
    if (n && !l->code)
        keep(l, mem_make(&held, n, sizeof *held, l->stage->name, l->st));
    for (int pass = copies ? 0 : 1; held && pass < 2; pass++) {
        uint32_t k = 0;
        for (const uint32_t *at = first_phi(l, to); at && !l->code; at = next_phi(at))
            for (uint32_t i = 0; i < l->values[at[2]].n && !l->code; i++, k++) {
                uint32_t type = lower_scalar_type(l->m, at[1], i);
                enum cell cell = lower_cell(lower_scalar(l->m, type));
                uint32_t from = copies && pass ? held[k] : scalar_of(l, incoming(at, l->block), i);
                uint32_t into = pass ? l->values[at[2]].rows[i] : lower_register(l, cell);
                if (from != into)
                    lower_move(l, into, from, cell);
                held[k] = into;
            }
    }
    mem_free(held);
}

/* ---- control flow ---- */

static uint32_t label_for(struct spirv_lower *l, uint32_t block)
{
    return l->label_of[block];
}

/* An edge to a block: straight to it, or to a piece with the moves of its phis, which the caller
 * places. */
static uint32_t edge_to(struct spirv_lower *l, uint32_t block, bool *piece)
{
    *piece = first_phi(l, block) != NULL;
    return *piece ? lower_label(l) : label_for(l, block);
}

static void place_edge(struct spirv_lower *l, uint32_t label, uint32_t block)
{
    lower_place(l, label);
    move_phis(l, block);
    lower_branch(l, label_for(l, block), ROW_NONE, false);
}

static void branch_conditional(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t guard = lower_row(l, at[1], 0);
    uint64_t bits = 0;
    bool piece[2] = {false, false};
    if (at[2] == at[3] || lower_is_constant(l, guard, &bits)) {
        uint32_t to = at[2] == at[3] || bits ? at[2] : at[3];
        move_phis(l, to);
        lower_branch(l, label_for(l, to), ROW_NONE, false);
        return;
    }
    uint32_t yes = edge_to(l, at[2], &piece[0]), no = edge_to(l, at[3], &piece[1]);
    lower_branch(l, yes, guard, false);
    if (piece[1])
        place_edge(l, no, at[3]);
    else
        lower_branch(l, no, ROW_NONE, false);
    if (piece[0])
        place_edge(l, yes, at[2]);
}

/* A comparison and a branch for each case, as compilers do for few. */
static void branch_switch(struct spirv_lower *l, const uint32_t *at)
{
    struct spirv_scalar s = lower_scalar(l->m, spirv_type_of(l->m, at[1]));
    uint32_t row = lower_row(l, at[1], 0), words = s.bits == 64 ? 2 : 1, n = spirv_count(at);
    uint32_t cases = (n - 3) / (words + 1), *labels = NULL;
    bool piece;
    if (!l->code)
        keep(l, mem_make(&labels, cases + 1, sizeof *labels, l->stage->name, l->st));
    for (uint32_t k = 0; labels && k < cases && !l->code; k++) {
        const uint32_t *one = at + 3 + k * (words + 1);
        uint64_t literal = one[0] | (words == 2 ? (uint64_t)one[1] << 32 : 0);
        if (s.bits < 32)
            literal &= (UINT64_C(1) << s.bits) - 1;
        uint32_t equal = lower_op2(l, s.bits == 64 ? CODE_SETP_EQ_64 : CODE_SETP_EQ_32, row,
                                   lower_constant(l, lower_cell(s), literal));
        labels[k] = edge_to(l, one[words], &piece);
        lower_branch(l, labels[k], equal, false);
    }
    move_phis(l, at[2]);
    lower_branch(l, label_for(l, at[2]), ROW_NONE, false);
    for (uint32_t k = 0; labels && k < cases && !l->code; k++) {
        uint32_t block = at[3 + k * (words + 1) + words];
        if (first_phi(l, block))
            place_edge(l, labels[k], block);
    }
    mem_free(labels);
}

/* The place of the instructions that follow: a line of the stage's file, or of one that it
 * includes. */
static void set_line(struct spirv_lower *l, uint32_t file, uint32_t line)
{
    const uint32_t *name = spirv_def(l->m, file);
    if (name && file != l->file_id && !l->code)
        keep(l, program_add_file(l->b, (const char *)(name + 2), &l->file, l->st));
    l->file_id = file;
    l->line = line;
}

/* A barrier of the work group; one of a subgroup or of a group of one warp is none. */
static void barrier(struct spirv_lower *l, const uint32_t *at)
{
    uint64_t scope = SpvScopeWorkgroup;
    spirv_constant(l->m, at[1], &scope);
    if (scope == SpvScopeWorkgroup && l->m->local_size[0] * l->m->local_size[1] > WARP_LANES)
        lower_add(l, CODE_BARRIER);
}

static bool control(struct spirv_lower *l, const uint32_t *at)
{
    switch (spirv_op(at)) {
    case SpvOpLabel:
        l->block = at[1];
        lower_place(l, label_for(l, at[1]));
        return true;
    case SpvOpLine:
        set_line(l, at[1], at[2]);
        return true;
    case SpvOpNop:
    case SpvOpNoLine:
    case SpvOpPhi:
    case SpvOpLoopMerge:
    case SpvOpSelectionMerge:
    case SpvOpFunction:
    case SpvOpFunctionEnd:
    case SpvOpUndef:
    case SpvOpMemoryBarrier: /* a thread sees its own stores in order */
        return true;
    case SpvOpControlBarrier:
        barrier(l, at);
        return true;
    case SpvOpBranch:
        move_phis(l, at[1]);
        lower_branch(l, label_for(l, at[1]), ROW_NONE, false);
        return true;
    case SpvOpBranchConditional:
        branch_conditional(l, at);
        return true;
    case SpvOpSwitch:
        branch_switch(l, at);
        return true;
    case SpvOpReturn:
    case SpvOpUnreachable:
        lower_add(l, CODE_RETURN);
        return true;
    case SpvOpExtInst:
        if (at[3] == l->m->glsl)
            lower_extended(l, at);
        return true; /* other sets hold what a debugger reads */
    default:
        return false;
    }
}

static void lower_one(struct spirv_lower *l, const uint32_t *at)
{
    if (!control(l, at) && !lower_arithmetic(l, at) && !lower_composite(l, at) &&
        !lower_memory(l, at) && !lower_atomic(l, at) && !lower_image(l, at) && !lower_ray(l, at) &&
        !lower_query(l, at))
        lower_fail(l,
                   "the SPIR-V instruction of number %u; expected one that docs/pipelines.md lists",
                   spirv_op(at));
}

/* ---- unused operations ---- */

/* Whether an operation has no effect but its results. */
static bool is_pure(const struct code *c)
{
    return c->op < CODE_FIRST_SPECIAL || c->op == CODE_UNPACK_64 || c->op == CODE_UNPACK_32 ||
           c->op == CODE_LOAD || c->op == CODE_LOAD_SHARED ||
           (c->op >= CODE_rp_value && c->op <= CODE_rp_record) ||
           (c->op >= CODE_rp_image_load && c->op <= CODE_rp_texel) || c->op == CODE_rp_query_value;
}

static void count_uses(uint32_t *uses, const struct code *c, int by)
{
    for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
        if (!(c->row[k] & OPERAND_CONSTANT))
            uses[c->row[k]] += (uint32_t)by;
    if (c->guard != ROW_NONE)
        uses[c->guard] += (uint32_t)by;
}

static bool is_unused(const uint32_t *uses, const struct code *c)
{
    for (uint32_t k = 0; k < c->n_dst; k++)
        if (uses[c->row[k]])
            return false;
    return is_pure(c);
}

/* Marks removed operations with OP_NONE, then closes the gaps. */
void lower_drop_unused(struct spirv_lower *l)
{
    enum { REMOVED = CODE_OPS };
    uint32_t *uses = NULL, *moved = NULL;
    if (!l->code)
        keep(l, mem_make(&uses, l->b->p->n_registers + 1, sizeof *uses, l->stage->name, l->st));
    if (!l->code)
        keep(l, mem_make(&moved, l->n_body + 1, sizeof *moved, l->stage->name, l->st));
    for (uint32_t i = 0; !l->code && i < l->n_body; i++)
        count_uses(uses, &l->body[i], 1);
    for (bool changed = !l->code; changed;) {
        changed = false;
        for (uint32_t i = l->n_body; i-- > 0;) {
            struct code *c = &l->body[i];
            if (c->op == REMOVED || !is_unused(uses, c))
                continue;
            count_uses(uses, c, -1);
            c->op = REMOVED;
            changed = true;
        }
    }
    uint32_t n = 0;
    for (uint32_t i = 0; !l->code && i < l->n_body; i++) {
        moved[i] = n;
        if (l->body[i].op != REMOVED)
            l->body[n++] = l->body[i];
    }
    if (!l->code) {
        moved[l->n_body] = n;
        for (uint32_t k = 0; k < l->n_labels; k++)
            l->labels[k] = moved[l->labels[k]];
        l->n_body = n;
    }
    MEM_FREE(uses, moved);
}

/* Whether a branch leads to the next instruction, or to a branch that takes all lanes elsewhere. */
static bool drop_branches(struct spirv_lower *l)
{
    enum { REMOVED = CODE_OPS };
    uint32_t n = 0, *moved = NULL;
    if (!keep(l, mem_make(&moved, l->n_body + 1, sizeof *moved, l->stage->name, l->st)))
        return false;
    for (uint32_t i = 0; i < l->n_body; i++) {
        struct code *c = &l->body[i];
        moved[i] = n;
        if (c->op == CODE_BRANCH && l->labels[c->target] == i + 1)
            c->op = REMOVED;
        if (c->op != REMOVED)
            l->body[n++] = *c;
    }
    moved[l->n_body] = n;
    bool dropped = n < l->n_body;
    for (uint32_t k = 0; k < l->n_labels; k++)
        l->labels[k] = moved[l->labels[k]];
    l->n_body = n;
    mem_free(moved);
    return dropped;
}

/* ---- the whole ---- */

/* Labels of blocks and registers of phis. */
static void prepare(struct spirv_lower *l)
{
    for (const uint32_t *at = l->m->body; spirv_op(at) != SpvOpFunctionEnd && !l->code;
         at += spirv_count(at)) {
        if (spirv_op(at) == SpvOpLabel)
            l->label_of[at[1]] = lower_label(l);
        if (spirv_op(at) == SpvOpPhi)
            prepare_phi(l, at);
    }
}

static void flush(struct spirv_lower *l, uint32_t first)
{
    for (uint32_t i = 0; i < l->n_body && !l->code; i++) {
        struct code *c = &l->body[i];
        const char *name = op_info[c->op].name;
        if (c->op == CODE_BRANCH)
            c->target = first + l->labels[c->target];
        if (keep(l, program_add_opcode(l->b, name, strlen(name), &c->opcode, l->st)))
            keep(l, program_add_code(l->b, c, l->st));
    }
}

static void lower_function(struct spirv_lower *l)
{
    prepare(l);
    lower_variables(l);
    for (const uint32_t *at = l->m->body; spirv_op(at) != SpvOpFunctionEnd && !l->code;
         at += spirv_count(at))
        lower_one(l, at);
    lower_add(l, CODE_RETURN); /* behind a label at the end */
    lower_drop_unused(l);
    while (!l->code && drop_branches(l))
        ;
}

enum st_code spirv_lower_stage(struct program_builder *b, struct spirv_pipeline *p,
                               struct spirv_stage *stage, struct status *st)
{
    const struct spirv_module *m = stage->module;
    struct spirv_lower l = {.b = b, .pipeline = p, .stage = stage, .m = m, .st = st};
    uint32_t first = b->p->n_code, local = b->p->local_bytes, shared = b->p->shared_bytes;
    b->p->local_bytes = b->p->shared_bytes = 0;
    TRY(program_add_function(b, stage->name, strlen(stage->name), &stage->function, st));
    TRY(program_set_source(b, stage->function, m->name, st));
    if (!MEM_ARRAYS(MEM_ARRAY(l.values, m->bound), MEM_ARRAY(l.label_of, m->bound)))
        l.code = status_no_memory(st, stage->name);
    if (!l.code)
        lower_function(&l);
    p->n_queries = l.n_queries > p->n_queries ? l.n_queries : p->n_queries;
    flush(&l, first);
    b->p->local_bytes =
        b->p->local_bytes > local ? b->p->local_bytes : local; /* calls have their own */
    b->p->shared_bytes = b->p->shared_bytes > shared ? b->p->shared_bytes : shared;
    b->p->functions[stage->function].first = first;
    b->p->functions[stage->function].end = b->p->n_code;
    for (uint32_t i = 0; l.values && i < m->bound; i++)
        mem_free(l.values[i].rows);
    MEM_FREE(l.values, l.label_of, l.body, l.labels);
    return l.code;
}
