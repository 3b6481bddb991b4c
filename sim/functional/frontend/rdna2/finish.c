/* Takes the steps that need the whole program: names, limits, the register file, the code shared
 * with PTX. */
#include "common/grow.h"
#include "sim/functional/frontend/rdna2/reader.h"
#include "sim/functional/program/ops.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static int by_name(const void *a, const void *b)
{
    const struct rdna2_symbol *x = a, *y = b;
    int order = slice_order(x->name, y->name);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static enum st_code sort_symbols(struct rdna2_reader *r, struct status *st)
{
    if (r->n_symbols)
        qsort(r->symbols, r->n_symbols, sizeof *r->symbols, by_name);
    for (uint32_t i = 1; i < r->n_symbols; i++)
        if (slice_equal(r->symbols[i - 1].name, r->symbols[i].name)) {
            r->line = r->symbols[i].line;
            return READER_FAIL(r, st, "%.*s is there twice; it was in line %u",
                               SLICE_SHOW(r->symbols[i].name), r->symbols[i - 1].line);
        }
    return ST_OK;
}

static int is_named(const void *name, const void *symbol)
{
    return slice_order(*(const struct slice *)name, ((const struct rdna2_symbol *)symbol)->name);
}

static const struct rdna2_symbol *find(const struct rdna2_reader *r, struct slice name)
{
    if (!r->n_symbols)
        return NULL;
    return bsearch(&name, r->symbols, r->n_symbols, sizeof *r->symbols, is_named);
}

static enum st_code resolve(struct rdna2_reader *r, const struct rdna2_fix *fix, struct status *st)
{
    struct program *p = r->p;
    struct rdna2_operand *o = &r->r->insts[fix->inst].operand[fix->operand];
    const struct rdna2_symbol *s = find(r, fix->name);
    r->line = p->code[fix->inst].line;
    if (!s)
        return READER_FAIL(r, st, "%.*s is nowhere defined", SLICE_SHOW(fix->name));
    if (fix->kind == REFERENCE_LABEL) {
        if (s->section != SECTION_CODE || s->inst >= p->n_code)
            return READER_FAIL(r, st, "no instruction is at %.*s", SLICE_SHOW(fix->name));
        o->value = s->inst;
        return ST_OK;
    }
    /* The literal is in the last word of the instruction. */
    const struct warp_inst *inst = &p->insts[fix->inst];
    bool absolute = fix->kind == REFERENCE_ABSOLUTE || fix->kind == REFERENCE_ABSOLUTE_HIGH;
    bool high = fix->kind == REFERENCE_HIGH || fix->kind == REFERENCE_ABSOLUTE_HIGH;
    uint64_t from = absolute ? 0 : inst->pc + inst->size_B - 4u;
    uint64_t to = s->value + (s->section == SECTION_DATA ? PROGRAM_DATA_BASE : 0);
    uint64_t value = to + (uint64_t)fix->addend - from;
    o->value = (uint32_t)(high ? value >> 32 : value);
    return ST_OK;
}

static enum st_code place_instructions(struct rdna2_reader *r, struct status *st)
{
    struct program *p = r->p;
    uint32_t words = r->pc / 4 + 1;
    TRY(mem_make(&r->r->at, words, sizeof *r->r->at, r->name, st));
    memset(r->r->at, 0xff, words * sizeof *r->r->at);
    for (uint32_t i = 0; i < p->n_code; i++)
        r->r->at[p->insts[i].pc / 4] = i;
    r->r->code_bytes = r->pc;
    return ST_OK;
}

/* ---- limits ---- */

static enum st_code choose(struct rdna2_reader *r, const char *entry, struct rdna2_kernel **out,
                           struct status *st)
{
    struct rdna2_kernel *found = NULL;
    r->line = 0;
    for (uint32_t i = 0; i < r->n_kernels; i++) {
        struct rdna2_kernel *k = &r->kernels[i];
        if (entry && !slice_is(k->name, entry))
            continue;
        if (found)
            return READER_FAIL(r, st, "more than one kernel; expected the name of one");
        found = k;
    }
    if (!found)
        return READER_FAIL(r, st, "no kernel %s (.amdhsa_kernel) is defined",
                           entry ? entry : "at all");
    *out = found;
    return ST_OK;
}

static enum st_code check_registers(struct rdna2_reader *r, const struct rdna2_kernel *k,
                                    struct status *st)
{
    struct program *p = r->p;
    for (uint32_t i = 0; i < p->n_code; i++)
        for (uint32_t n = 0; n < r->r->insts[i].n_operands; n++) {
            const struct rdna2_operand *o = &r->r->insts[i].operand[n];
            uint32_t end = (uint32_t)o->reg + o->words;
            bool vector = o->kind == OPERAND_VECTOR;
            if ((!vector && o->kind != OPERAND_SCALAR) || (!vector && o->reg >= RDNA2_VCC))
                continue;
            uint32_t most = vector ? k->vgprs : k->sgprs;
            r->line = p->code[i].line;
            if (end > most)
                return READER_FAIL(r, st,
                                   "register %c%u; kernel %.*s has %u (.amdhsa_next_free_%s)",
                                   vector ? 'v' : 's', end - 1, SLICE_SHOW(k->name), most,
                                   vector ? "vgpr" : "sgpr");
        }
    return ST_OK;
}

/* Checks that every parameter lies within the launch's parameters. */
static enum st_code check_params(struct rdna2_reader *r, const struct rdna2_kernel *k,
                                 struct status *st)
{
    r->line = k->line;
    for (uint32_t i = 0; i < k->n_params; i++)
        if (k->params[i].offset + k->params[i].bytes > k->kernarg_bytes)
            return READER_FAIL(r, st,
                               "parameter %u ends at byte %u; kernel %.*s has %u of parameters "
                               "(.amdhsa_kernarg_size)",
                               i + 1, k->params[i].offset + k->params[i].bytes, SLICE_SHOW(k->name),
                               k->kernarg_bytes);
    return ST_OK;
}

/* Checks that the last instruction of each function does not fall through. */
static enum st_code check_ends(struct rdna2_reader *r, struct status *st)
{
    struct program *p = r->p;
    for (uint32_t f = 0; f < p->n_functions; f++) {
        struct program_function *at = &p->functions[f];
        at->end = f + 1 < p->n_functions ? at[1].first : p->n_code;
        bool empty = at->end == at->first;
        uint16_t op = empty ? (uint16_t)RDNA2_s_nop : r->r->insts[at->end - 1].opcode->op;
        r->line = empty ? 0 : p->code[at->end - 1].line;
        if (op != RDNA2_s_endpgm && op != RDNA2_s_setpc_b64 && op != RDNA2_s_branch)
            return READER_FAIL(
                r, st, "%s runs off its end; expected s_endpgm, s_setpc_b64 or s_branch", at->name);
    }
    return ST_OK;
}

/* ---- register file ---- */

static enum st_code constant_row(struct rdna2_reader *r, uint32_t bits, uint32_t *row,
                                 struct status *st)
{
    struct program *p = r->p;
    uint32_t i = 0;
    while (i < p->n_constants && p->constants[i].bits != bits)
        i++;
    if (i == p->n_constants) {
        if (i == PROGRAM_MOST_REGISTERS)
            return READER_FAIL(r, st, "too many different constants; at most %d are allowed",
                               PROGRAM_MOST_REGISTERS);
        if (!grow(&p->constants, i, &r->room_constants, sizeof *p->constants))
            return status_no_memory(st, r->name);
        p->constants[i].bits = bits;
        p->constants[i].cell = CELL_4;
        p->constants[i].offset = p->register_bytes + i * RDNA2_ROW;
        p->n_constants++;
    }
    *row = p->constants[i].offset;
    return ST_OK;
}

static enum st_code place_operand(struct rdna2_reader *r, struct rdna2_operand *o, uint32_t zero,
                                  struct status *st)
{
    o->row[0] = o->row[1] = zero;
    if (o->kind == OPERAND_VECTOR) {
        o->row[0] = o->reg * RDNA2_ROW;
        if (o->words > 1)
            o->row[1] = (o->reg + 1u) * RDNA2_ROW;
    } else if (o->kind == OPERAND_CONST && o->role != 'w') {
        TRY(constant_row(r, (uint32_t)o->value, &o->row[0], st));
        TRY(constant_row(r, (uint32_t)(o->value >> 32), &o->row[1], st));
    }
    return ST_OK;
}

static enum st_code lay_out(struct rdna2_reader *r, const struct rdna2_kernel *k, struct status *st)
{
    struct program *p = r->p;
    struct rdna2_program *q = r->r;
    uint32_t granules = (k->vgprs + RDNA2_VGPR_GRANULE - 1) / RDNA2_VGPR_GRANULE, zero;
    q->vgprs = (granules ? granules : 1) * RDNA2_VGPR_GRANULE;
    q->temporaries = q->vgprs * RDNA2_ROW;
    q->scalars = q->temporaries + RDNA2_TEMPORARIES * RDNA2_ROW;
    p->register_bytes = (q->scalars + 4 * RDNA2_SCALARS + RDNA2_ROW - 1) / RDNA2_ROW * RDNA2_ROW;
    TRY(constant_row(r, 0, &zero, st));
    for (uint32_t i = 0; i < p->n_code; i++) {
        r->line = p->code[i].line;
        for (uint32_t n = 0; n < q->insts[i].n_operands; n++)
            TRY(place_operand(r, &q->insts[i].operand[n], zero, st));
    }
    p->file_bytes = p->register_bytes + p->n_constants * RDNA2_ROW;
    return ST_OK;
}

/* ---- code for memory, atomics and rays, which PTX shares: rows of results, then of operands
 * ---- */

static void add_source(struct code *c, uint32_t row)
{
    c->row[c->n_dst + c->n_src++] = row;
}

static void share_memory(const struct rdna2_program *q, const struct rdna2_inst *inst,
                         struct code *c)
{
    const struct rdna2_operand *data[2] = {NULL, NULL};
    bool address = inst->opcode->form != FORM_DS; /* in DS the address is the first source */
    uint32_t n = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        if (o->role == 'D')
            for (uint32_t w = 0; w < o->words; w++)
                c->row[c->n_dst++] = o->row[0] + w * RDNA2_ROW;
        else if (o->role == 'v' && !address)
            address = true;
        else if (o->role == 'v')
            data[n++] = o;
    }
    add_source(c, q->temporaries);
    bool swaps = inst->opcode->detail == ATOMIC_CAS && n == 1;
    for (uint32_t i = 0; i < n; i++) /* a swap has the new value in the first register */
        for (uint32_t w = 0; w < data[i]->words; w++)
            add_source(c, data[i]->row[0] + (swaps ? 1 - w : w) * RDNA2_ROW);
}

static void share_intrinsic(const struct rdna2_program *q, const struct rdna2_inst *inst,
                            struct code *c)
{
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        bool apart = o->role == 'S' || o->words == 2;
        if (o->role == 'D' || o->role == 'S') {
            c->wide = o->words == 2;
            c->row[c->n_dst++] = apart ? q->temporaries + 2 * RDNA2_ROW : o->row[0];
        } else {
            add_source(c, o->row[0]);
        }
    }
}

static void share(struct rdna2_reader *r)
{
    struct program *p = r->p;
    for (uint32_t i = 0; i < p->n_code; i++) {
        const struct rdna2_inst *inst = &r->r->insts[i];
        const struct rdna2_opcode *o = inst->opcode;
        struct code *c = &p->code[i];
        bool two = o->form == FORM_DS2 || o->form == FORM_DS2ST64;
        c->target = o->detail;
        if (o->op == RDNA2_INTRINSIC) {
            share_intrinsic(r->r, inst, c);
            p->asks_work |= o->detail == CODE_rt_work;
        } else if (o->op == RDNA2_MEMORY && o->form != FORM_SMEM && !two) {
            share_memory(r->r, inst, c);
        }
    }
}

enum st_code rdna2_finish(struct rdna2_reader *r, const char *entry, struct status *st)
{
    struct program *p = r->p;
    struct rdna2_kernel *k = NULL;
    TRY(sort_symbols(r, st));
    TRY(choose(r, entry, &k, st));
    const struct rdna2_symbol *start = find(r, k->name);
    if (!start || start->section != SECTION_CODE || start->inst >= p->n_code)
        return READER_FAIL(r, st, "no function %.*s is defined; a program starts there",
                           SLICE_SHOW(k->name));
    p->entry = start->inst;
    for (uint32_t i = 0; i < r->n_fixes; i++)
        TRY(resolve(r, &r->fixes[i], st));
    TRY(check_ends(r, st));
    TRY(check_registers(r, k, st));
    TRY(check_params(r, k, st));
    TRY(place_instructions(r, st));
    TRY(lay_out(r, k, st));
    share(r);
    r->r->state = k->state;
    p->live_registers = r->r->vgprs;
    p->local_bytes = k->private_bytes;
    p->shared_bytes = k->group_bytes;
    p->param_bytes = k->kernarg_bytes;
    p->stack_room = 1;
    p->params = k->params;
    p->n_params = k->n_params;
    k->params = NULL;
    rdna2_describe(p);
    return ST_OK;
}
