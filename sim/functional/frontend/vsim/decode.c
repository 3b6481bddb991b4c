/* Decodes statements of a dump to one instruction each. */
#include "sim/functional/frontend/vsim/parse.h"

#include "common/memory.h"
#include "common/suggest.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VARIABLE_BYTES = 1 << 16, MOST_ATTRIBUTE_BYTES = 256 };
/* Modes of rt_alloc_mem for hit attributes: NIR's number of ray_hit_attrib; the older number, which
 * is function_temp's now. */
enum { MODE_HIT_ATTRIBUTES = 64, MODE_OLD_HIT_ATTRIBUTES = 8192 };

struct decoder {
    struct program_builder *builder;
    struct vsim_dump *d;
    struct vsim_pipeline *pipeline;
    struct status *st;
    uint32_t first; /* index of the first statement's code */
};

/* A statement being decoded. */
struct item {
    const struct vsim_statement *s;
    const struct vsim_opcode *opcode;
    const struct vsim_operand *operands;
    struct code code;
    uint64_t integers[4]; /* values of the operands with letter k */
    uint32_t n_integers;
};

#define FAIL(w, line, ...)                                                                         \
    status_fail_at((w)->st, ST_FAILED, (w)->d->path, (int)(line), __VA_ARGS__)

/* ---- names ---- */

static int compare_name(const void *key, const void *element)
{
    return slice_order(*(const struct slice *)key, ((const struct vsim_name *)element)->text);
}

static enum st_code find_register(const struct decoder *w, const struct item *it, struct slice name,
                                  struct vsim_register **out)
{
    struct vsim_dump *d = w->d;
    *out = d->n_registers
               ? bsearch(&name, d->registers, d->n_registers, sizeof *d->registers, compare_name)
               : NULL;
    if (*out)
        return ST_OK;
    return FAIL(w, it->s->line, "register %.*s is not declared; expected a .reg line for it",
                SLICE_SHOW(name));
}

static enum st_code find_label(const struct decoder *w, const struct item *it, struct slice name,
                               uint32_t *code)
{
    const struct vsim_dump *d = w->d;
    const struct vsim_label *label =
        d->n_labels ? bsearch(&name, d->labels, d->n_labels, sizeof *d->labels, compare_name)
                    : NULL;
    if (!label)
        return FAIL(w, it->s->line,
                    "label %.*s is not in this shader; expected a line %.*s:", SLICE_SHOW(name),
                    SLICE_SHOW(name));
    if (label->statement == d->n_statements)
        return FAIL(w, label->name.line, "no instruction follows label %.*s; expected ret",
                    SLICE_SHOW(name));
    *code = w->first + label->statement;
    return ST_OK;
}

/* ---- opcodes ---- */

static enum st_code unknown_opcode(const struct decoder *w, const struct vsim_statement *s)
{
    struct suggestion near = {0};
    char name[SLICE_SHOWN + 1] = "";
    memcpy(name, s->opcode.text, s->opcode.n < SLICE_SHOWN ? s->opcode.n : SLICE_SHOWN);
    for (size_t i = 0; i < n_vsim_opcodes; i++)
        suggest_consider(&near, name, vsim_opcodes[i].text);
    return FAIL(w, s->line, "unknown opcode %s; %s%s%s", name,
                near.best ? "did you mean "
                          : "docs/reference/vulkan-sim-shaders.md lists those that are known",
                near.best ? near.best : "", near.best ? "?" : "");
}

static enum st_code find_opcode(const struct decoder *w, const struct vsim_statement *s,
                                const struct vsim_opcode **out)
{
    const struct vsim_opcode *near;
    *out = vsim_opcode_find(s->opcode.text, s->opcode.n, s->n, &near);
    if (!*out && near) {
        char counts[64];
        vsim_opcode_operands(s->opcode.text, s->opcode.n, counts, sizeof counts);
        return FAIL(w, s->line, "%.*s with %u operands; expected %s", SLICE_SHOW(s->opcode), s->n,
                    counts);
    }
    return *out ? ST_OK : unknown_opcode(w, s);
}

/* Whether the operation copies whole cells (mov, selp), so that the registers decide the width. */
static bool copies(const struct vsim_opcode *o)
{
    return strncmp(o->text, "mov.", 4) == 0 || strncmp(o->text, "selp.", 5) == 0 ||
           strcmp(o->text, "copysignf") == 0;
}

static bool gives_address(uint16_t op)
{
    switch (op) {
    case CODE_vs_descriptor:
    case CODE_vs_variable:
    case CODE_vs_intersection_address:
    case CODE_vs_anyhit_address:
    case CODE_vs_world_direction:
    case CODE_vs_world_origin:
    case CODE_vs_world_to_object:
    case CODE_vs_object_to_world:
        return true;
    default:
        return false;
    }
}

/* ---- widths ---- */

/* The cell that operand k needs; false if any cell will do. */
static bool wanted_cell(const struct vsim_opcode *o, uint32_t k, enum cell *out)
{
    char form = o->form[k];
    if (form == 'p' || form == 'q') {
        *out = CELL_PRED;
        return true;
    }
    *out = CELL_8;
    if (form == 'a')
        return true;
    if (o->op == CODE_LOAD || o->op == CODE_STORE)
        return o->bytes == 8;
    if (o->op >= CODE_FIRST_SPECIAL)
        return k == 0 && gives_address(o->op);
    *out = (enum cell)op_info[o->op].cells[k];
    return !copies(o);
}

static enum st_code widen(const struct decoder *w)
{
    for (uint32_t i = 0; i < w->d->n_statements; i++) {
        struct item it = {.s = &w->d->statements[i]};
        TRY(find_opcode(w, it.s, &it.opcode));
        for (uint32_t k = 0; k < it.s->n; k++) {
            const struct vsim_operand *o = &w->d->operands[it.s->first + k];
            struct vsim_register *reg;
            enum cell cell;
            if (o->kind == VSIM_NUMBER || it.opcode->form[k] == 'l' || it.opcode->form[k] == 'x' ||
                !wanted_cell(it.opcode, k, &cell) || cell != CELL_8)
                continue;
            TRY(find_register(w, &it, o->name, &reg));
            if (reg->cell == CELL_4)
                reg->cell = CELL_8;
        }
    }
    return ST_OK;
}

static const char *cell_name(enum cell cell)
{
    return cell == CELL_PRED ? "a predicate" : cell == CELL_8 ? "64 bits" : "32 bits";
}

/* ---- operands ---- */

static enum st_code use_register(const struct decoder *w, const struct item *it, uint32_t k,
                                 struct vsim_register *reg, uint32_t *operand)
{
    enum cell cell;
    bool fixed = wanted_cell(it->opcode, k, &cell);
    if (fixed ? (reg->cell == CELL_PRED) != (cell == CELL_PRED) : reg->cell == CELL_PRED)
        return FAIL(w, it->s->line, "operand %u of %s is register %.*s, %s; expected %s", k + 1,
                    it->opcode->text, SLICE_SHOW(reg->name.text), cell_name((enum cell)reg->cell),
                    fixed ? cell_name(cell) : "a number");
    if (reg->operand == ROW_NONE)
        TRY(program_add_register(w->builder, (enum cell)reg->cell, reg->name.line, &reg->operand,
                                 w->st));
    *operand = reg->operand;
    return ST_OK;
}

/* Takes a source, a register or an immediate; an immediate gets the width of the operation, or of
 * the destination. */
static enum st_code take_value(const struct decoder *w, struct item *it, uint32_t k,
                               uint32_t *operand, bool *wide)
{
    const struct vsim_operand *o = &it->operands[k];
    enum cell cell;
    struct vsim_register *reg;
    bool fixed = wanted_cell(it->opcode, k, &cell);
    if (o->kind == VSIM_ADDRESS)
        return FAIL(w, it->s->line, "operand %u of %s is an address; expected a register", k + 1,
                    it->opcode->text);
    if (o->kind == VSIM_NAME) {
        TRY(find_register(w, it, o->name, &reg));
        *wide = reg->cell == CELL_8;
        return use_register(w, it, k, reg, operand);
    }
    if (fixed && cell == CELL_PRED)
        return FAIL(w, it->s->line, "operand %u of %s is a number; expected a predicate", k + 1,
                    it->opcode->text);
    if (!fixed)
        cell = copies(it->opcode)     ? (it->code.wide & 1 ? CELL_8 : CELL_4)
               : o->bits > UINT32_MAX ? CELL_8
                                      : CELL_4;
    *wide = cell == CELL_8;
    return program_add_constant(
        w->builder, cell, cell == CELL_8 ? o->bits : (uint64_t)(uint32_t)o->bits, operand, w->st);
}

static enum st_code take_destination(const struct decoder *w, struct item *it, uint32_t k,
                                     uint32_t *operand, bool *wide)
{
    struct vsim_register *reg;
    if (it->operands[k].kind != VSIM_NAME)
        return FAIL(w, it->s->line, "operand %u of %s is written; expected a register", k + 1,
                    it->opcode->text);
    TRY(find_register(w, it, it->operands[k].name, &reg));
    *wide = reg->cell == CELL_8;
    return use_register(w, it, k, reg, operand);
}

static enum st_code take_address(const struct decoder *w, struct item *it, uint32_t k,
                                 uint32_t *operand)
{
    struct vsim_register *reg;
    if (it->operands[k].kind != VSIM_ADDRESS)
        return FAIL(w, it->s->line, "operand %u of %s is no address; expected [register + offset]",
                    k + 1, it->opcode->text);
    TRY(find_register(w, it, it->operands[k].name, &reg));
    it->code.offset = (int64_t)it->operands[k].bits;
    return use_register(w, it, k, reg, operand);
}

static void put_row(struct item *it, uint32_t row, bool wide)
{
    uint32_t at = it->code.n_dst + it->code.n_src;
    it->code.row[at] = row;
    it->code.wide |= (uint16_t)(wide ? 1u << at : 0);
}

static enum st_code take_destinations(const struct decoder *w, struct item *it)
{
    for (uint32_t k = 0; k < it->s->n; k++) {
        uint32_t row = ROW_NONE;
        bool wide = false;
        if (!strchr("dpv", it->opcode->form[k]))
            continue;
        TRY(take_destination(w, it, k, &row, &wide));
        put_row(it, row, wide);
        it->code.n_dst++;
    }
    return ST_OK;
}

static enum st_code take_sources(const struct decoder *w, struct item *it)
{
    for (uint32_t k = 0; k < it->s->n; k++) {
        const struct vsim_operand *o = &it->operands[k];
        uint32_t row = ROW_NONE;
        bool wide = false;
        switch (it->opcode->form[k]) {
        case 's':
        case 'q':
            TRY(take_value(w, it, k, &row, &wide));
            break;
        case 'a':
            TRY(take_address(w, it, k, &row));
            break;
        case 'k':
            if (o->kind != VSIM_NUMBER)
                return FAIL(w, it->s->line, "operand %u of %s is a register; expected a number",
                            k + 1, it->opcode->text);
            it->integers[it->n_integers++] = o->bits;
            continue;
        case 'l':
            if (o->kind != VSIM_NAME)
                return FAIL(w, it->s->line, "a branch to a number; expected a label");
            TRY(find_label(w, it, o->name, &it->code.target));
            continue;
        default:
            continue;
        }
        put_row(it, row, wide);
        it->code.n_src++;
    }
    return ST_OK;
}

static enum st_code take_guard(const struct decoder *w, struct item *it)
{
    struct vsim_register *reg;
    if (!it->s->guard.n)
        return ST_OK;
    if (it->opcode->op != CODE_BRANCH)
        return FAIL(w, it->s->line, "a guard on %s; expected it on bra only", it->opcode->text);
    TRY(find_register(w, it, it->s->guard, &reg));
    if (reg->cell != CELL_PRED)
        return FAIL(w, it->s->line, "guard %.*s is %s; expected a predicate",
                    SLICE_SHOW(reg->name.text), cell_name((enum cell)reg->cell));
    if (reg->operand == ROW_NONE)
        TRY(program_add_register(w->builder, CELL_PRED, reg->name.line, &reg->operand, w->st));
    it->code.guard = reg->operand;
    it->code.guard_not = it->s->guard_not;
    return ST_OK;
}

/* ---- special cases of operations ---- */

/* Makes an operation on 4 bytes accept registers of 8: it reads their low half, and its result is
 * zero-extended. Shaders need this if they count cycles in 64 bits and show them as a float. The
 * operation works on temporary rows, whose numbers follow the destination. */
static enum st_code mix(const struct decoder *w, struct item *it)
{
    struct code *c = &it->code, was = *c;
    uint32_t n = (uint32_t)was.n_dst + was.n_src, at = 1;
    c->wide = 0;
    for (uint32_t k = 0; k < n; k++)
        if (was.wide >> k & 1 && op_info[was.op].cells[k] == CELL_4)
            c->wide |= (uint16_t)(1u << k);
    if (!c->wide)
        return ST_OK;
    for (uint32_t k = 0; k < n; k++)
        if (c->wide >> k & 1)
            TRY(program_add_register(w->builder, CELL_4, it->s->line, &c->row[at++], w->st));
    memcpy(&c->row[at], &was.row[1], was.n_src * sizeof *c->row);
    c->n_dst = (uint8_t)at;
    c->target = was.op;
    c->op = CODE_vs_mixed;
    return ST_OK;
}

static enum st_code move(const struct decoder *w, struct item *it)
{
    struct code *c = &it->code;
    bool to = c->wide & 1, from = c->wide >> 1 & 1;
    if (strcmp(it->opcode->text, "copysignf") == 0) { /* copies its destination to itself */
        c->row[1] = c->row[0];
        c->n_src = 1;
        from = to;
    }
    if (c->op == CODE_SELP_32 || c->op == CODE_SELP_64) {
        if (to && (!from || !(c->wide >> 2 & 1)))
            return FAIL(w, it->s->line, "%s of a register of 32 bits into one of 64; expected 64",
                        it->opcode->text);
        c->op = to ? CODE_SELP_64 : CODE_SELP_32;
        return mix(w, it);
    } else if (c->op != CODE_MOV_PRED) {
        c->op = to && from ? CODE_MOV_64
                : to       ? CODE_EXT_Z32_R4_64
                : from     ? CODE_EXT_Z32_R8_32
                           : CODE_MOV_32;
    }
    c->wide = 0;
    return ST_OK;
}

static enum st_code find_variable(const struct decoder *w, struct item *it)
{
    struct vsim_pipeline *p = w->pipeline;
    struct slice name = it->operands[0].name;
    uint32_t bytes = (uint32_t)it->integers[0], i = 0;
    if (it->integers[0] < 1 || it->integers[0] > MOST_VARIABLE_BYTES)
        return FAIL(w, it->s->line, "a variable of %llu bytes; expected 1 to %d",
                    (unsigned long long)it->integers[0], MOST_VARIABLE_BYTES);
    if (it->integers[1] == (p->old ? MODE_OLD_HIT_ATTRIBUTES : MODE_HIT_ATTRIBUTES)) {
        if (bytes > MOST_ATTRIBUTE_BYTES)
            return FAIL(w, it->s->line, "hit attributes of %u bytes; expected 1 to %d", bytes,
                        MOST_ATTRIBUTE_BYTES);
        it->code.op = CODE_vs_hit_attributes;
        return ST_OK;
    }
    while (i < p->n_variables && (strlen(p->variables[i].name) != name.n ||
                                  memcmp(p->variables[i].name, name.text, name.n) != 0))
        i++;
    if (i == VSIM_VARIABLES)
        return FAIL(w, it->s->line, "too many variables; at most %d are allowed", VSIM_VARIABLES);
    struct vsim_variable *v = &p->variables[i];
    if (i == p->n_variables) {
        TRY(mem_make(&v->name, name.n + 1, 1, w->d->path, w->st));
        memcpy(v->name, name.text, name.n);
        p->n_variables++;
    }
    v->bytes = bytes > v->bytes ? bytes : v->bytes;
    it->code.offset = i;
    uint32_t all = 0;
    for (i = 0; i < p->n_variables; i++)
        all += p->variables[i].bytes;
    if (all > MOST_VARIABLE_BYTES)
        return FAIL(w, it->s->line, "variables of %u bytes together; expected at most %d", all,
                    MOST_VARIABLE_BYTES);
    return ST_OK;
}

/* Checks that there is a shader that a call may enter; only at run time it is known which. A call
 * in a loop over candidates is always allowed: in a folder without a shader for them there are
 * never candidates. */
static enum st_code check_call(const struct decoder *w, const struct item *it)
{
    if (it->code.op == CODE_vs_call_intersection || it->code.op == CODE_vs_call_anyhit)
        return ST_OK;
    enum vsim_kind kind = it->code.op == CODE_vs_call_miss ? VSIM_MISS : VSIM_CLOSEST_HIT;
    const struct vsim_operand *o = it->operands;
    bool named = kind == VSIM_CLOSEST_HIT && it->s->n && o->kind == VSIM_NUMBER;
    for (uint32_t i = 0; i < w->pipeline->n_stages; i++) {
        const struct vsim_stage *stage = &w->pipeline->stages[i];
        if (stage->kind == kind && (!named || stage->id == o->bits))
            return ST_OK;
    }
    if (named)
        return FAIL(w, it->s->line, "a call of shader %llu; expected the id of a %s shader",
                    (unsigned long long)o->bits, vsim_kind_names[kind]);
    return FAIL(w, it->s->line,
                "a call, but the folder has no %s shader; expected a file MESA_SHADER_%s_<id>.ptx",
                vsim_kind_names[kind], vsim_kind_names[kind]);
}

/* What a binding is, by its VkDescriptorType. The number may be missing if only trace_ray and the
 * image instructions use the address. */
enum resource { RESOURCE_IMAGE, RESOURCE_UNIFORM, RESOURCE_STORAGE, RESOURCE_STRUCTURE, RESOURCES };

static const char *const resource_names[RESOURCES + 1] = {
    "an image or textures", "a uniform buffer", "a storage buffer", "an acceleration structure",
    "something else"};

static int resource_of(uint64_t type)
{
    return type <= 5                      ? RESOURCE_IMAGE /* includes samplers and texel buffers */
           : type == 6 || type == 8       ? RESOURCE_UNIFORM
           : type == 7 || type == 9       ? RESOURCE_STORAGE
           : type == UINT64_C(1000150000) ? RESOURCE_STRUCTURE
                                          : RESOURCES;
}

/* Takes a binding and checks its type against LumiBench's, because a buffer in a dump of another
 * application may be an image here. */
static enum st_code take_binding(const struct decoder *w, struct item *it)
{
    static const uint8_t resources[VSIM_BINDINGS] = {
        RESOURCE_STRUCTURE, RESOURCE_IMAGE,   RESOURCE_IMAGE,   RESOURCE_UNIFORM,
        RESOURCE_STORAGE,   RESOURCE_STORAGE, RESOURCE_STORAGE, RESOURCE_STORAGE,
        RESOURCE_IMAGE,     RESOURCE_STORAGE, RESOURCE_STORAGE, RESOURCE_STORAGE};
    const uint64_t *n = it->integers;
    bool typed = it->n_integers > 2;
    int resource = typed ? resource_of(n[2]) : RESOURCE_IMAGE;
    if (n[0] != 0)
        return FAIL(w, it->s->line, "descriptor set %llu; expected 0", (unsigned long long)n[0]);
    if (n[1] >= VSIM_BINDINGS)
        return FAIL(w, it->s->line, "binding %llu; expected 0 to 11, those of LumiBench",
                    (unsigned long long)n[1]);
    uint8_t is = w->pipeline->bindings[n[1]];
    if (is == VSIM_NO_BINDING)
        return FAIL(w, it->s->line,
                    "binding %llu as %s, which is this application's own; expected bindings that "
                    "docs/vulkan-sim.md lists, or a pipeline.cfg that says which of them it is",
                    (unsigned long long)n[1], resource_names[resource]);
    if (resource != resources[is] && (typed || resources[is] != RESOURCE_STRUCTURE))
        return FAIL(w, it->s->line,
                    "binding %llu as %s; expected the bindings of LumiBench, where it is %s, or a "
                    "pipeline.cfg that says which of them it is",
                    (unsigned long long)n[1], resource_names[resource],
                    resource_names[resources[is]]);
    it->code.offset = is;
    return ST_OK;
}

static enum st_code adjust(const struct decoder *w, struct item *it)
{
    struct code *c = &it->code;
    if (copies(it->opcode))
        return move(w, it);
    if (c->op == CODE_LOAD || c->op == CODE_STORE) {
        bool wide = c->op == CODE_LOAD ? c->wide & 1 : c->wide >> 1 & 1;
        c->bytes = it->opcode->bytes;
        c->wide = wide;
        c->extend = wide && strcmp(it->opcode->text, "ld.global.s32") == 0;
        return ST_OK;
    }
    if (c->op < CODE_FIRST_SPECIAL)
        return mix(w, it);
    if (c->op == CODE_vs_variable)
        return find_variable(w, it);
    if (it->opcode->kind == KIND_CALL)
        return check_call(w, it);
    if (c->op == CODE_vs_descriptor)
        TRY(take_binding(w, it));
    if (c->op >= CODE_vs_world_to_object && c->op <= CODE_vs_object_to_world_xyz) {
        if (it->integers[0] > 3)
            return FAIL(w, it->s->line, "column %llu of a matrix; expected 0 to 3",
                        (unsigned long long)it->integers[0]);
        c->offset = (int64_t)it->integers[0];
    }
    return ST_OK;
}

/* ---- timing description (cuda-sim.cc, pre_decode; ptx_parser.cc, add_identifier) ---- */

/* The first decimal number in the register's name; -1 if it has none: then the register is not
 * collected. */
static int32_t name_number(struct slice name)
{
    uint32_t i = 0;
    while (i < name.n && !(name.text[i] >= '0' && name.text[i] <= '9'))
        i++;
    if (i == name.n)
        return -1;
    uint32_t number = 0;
    for (; i < name.n && name.text[i] >= '0' && name.text[i] <= '9'; i++)
        number = 10 * number + (uint32_t)(name.text[i] - '0');
    return (int32_t)(number & UINT16_MAX);
}

static void track_register(struct warp_inst *inst, const struct vsim_register *reg, bool written)
{
    int32_t bank = inst->kind < KIND_RT ? name_number(reg->name.text) : reg->ordinal;
    if (written && inst->n_dst < WARP_MAX_DST) {
        inst->dst[inst->n_dst++] = reg->ordinal;
        if (bank >= 0)
            inst->writes[inst->n_writes++] = (uint16_t)bank;
    } else if (!written && inst->n_src < WARP_MAX_SRC - 1) {
        inst->src[inst->n_src++] = reg->ordinal;
        if (bank >= 0)
            inst->reads[inst->n_reads++] = (uint16_t)bank;
    }
}

/* Tracks the registers of an instruction. Letters of an extension's `track` belong to the registers
 * among the operands in order: an immediate takes none. */
static enum st_code track(const struct decoder *w, const struct item *it, struct warp_inst *inst)
{
    const char *track = it->opcode->track, *form = it->opcode->form;
    for (uint32_t k = 0; k < it->s->n; k++) {
        struct vsim_register *reg;
        if (it->operands[k].kind == VSIM_NUMBER)
            continue;
        char as = track                    ? *track++
                  : strchr("dpv", form[k]) ? 'D'
                  : strchr("sqa", form[k]) ? 'S'
                                           : '-';
        if (as == '-')
            continue;
        bool written = as == 'D';
        TRY(find_register(w, it, it->operands[k].name, &reg));
        track_register(inst, reg, written);
    }
    if (it->s->guard.n) {
        struct vsim_register *reg;
        TRY(find_register(w, it, it->s->guard, &reg));
        inst->src[inst->n_src++] = reg->ordinal;
    }
    return ST_OK;
}

static enum st_code describe(const struct decoder *w, const struct item *it)
{
    uint32_t op = it->code.op == CODE_vs_mixed ? it->code.target : it->code.op;
    struct warp_inst inst = {
        .op = op_info[op].class, .kind = it->opcode->kind, .operands = (uint8_t)op_operands(op)};
    inst.access_B = it->code.op == CODE_vs_image_store || it->code.op == CODE_vs_image_load ? 16
                    : it->code.op == CODE_vs_texture                                        ? 4
                                                     : it->code.bytes;
    inst.allocates = op == CODE_vs_variable || op == CODE_vs_hit_attributes;
    TRY(track(w, it, &inst));
    return program_describe(w->builder, &inst, w->st);
}

/* ---- statements ---- */

static enum st_code decode_statement(const struct decoder *w, const struct vsim_statement *s)
{
    struct item it = {.s = s};
    if (s->n) /* a dump without operands has no list of them */
        it.operands = &w->d->operands[s->first];
    TRY(find_opcode(w, s, &it.opcode));
    it.code = (struct code){.op = it.opcode->op, .guard = ROW_NONE, .line = s->line};
    TRY(program_add_opcode(w->builder, it.opcode->text, strlen(it.opcode->text), &it.code.opcode,
                           w->st));
    TRY(take_guard(w, &it));
    TRY(take_destinations(w, &it));
    TRY(take_sources(w, &it));
    TRY(adjust(w, &it));
    TRY(program_add_code(w->builder, &it.code, w->st));
    return describe(w, &it);
}

static enum st_code check_end(const struct decoder *w)
{
    const struct vsim_dump *d = w->d;
    if (d->n_statements == 0)
        return FAIL(w, 0, "the shader has no instructions; expected ret at least");
    const struct vsim_statement *last = &d->statements[d->n_statements - 1];
    const struct vsim_opcode *opcode;
    TRY(find_opcode(w, last, &opcode));
    if (opcode->op != CODE_RETURN && (opcode->op != CODE_BRANCH || last->guard.n))
        return FAIL(w, last->line, "the shader ends with %s; expected ret", opcode->text);
    return ST_OK;
}

static void set_cells(struct vsim_dump *d)
{
    for (uint32_t i = 0; i < d->n_registers; i++)
        d->registers[i].cell = d->registers[i].bits == 1    ? CELL_PRED
                               : d->registers[i].bits == 64 ? CELL_8
                                                            : CELL_4;
}

enum st_code vsim_decode(struct program_builder *b, struct vsim_dump *d,
                         struct vsim_pipeline *pipeline, uint32_t *function, struct status *st)
{
    struct decoder w = {b, d, pipeline, st, b->p->n_code};
    set_cells(d);
    TRY(check_end(&w));
    TRY(widen(&w));
    TRY(program_add_function(b, d->entry.text, d->entry.n, function, st));
    TRY(program_set_source(b, *function, d->path, st));
    for (uint32_t i = 0; i < d->n_statements; i++)
        TRY(decode_statement(&w, &d->statements[i]));
    struct program_function *f = &b->p->functions[*function];
    f->first = w.first;
    f->end = b->p->n_code;
    return ST_OK;
}
