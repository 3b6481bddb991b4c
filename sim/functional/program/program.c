#include "sim/functional/program/program.h"

#include "common/grow.h"
#include "common/memory.h"
#include "sim/functional/program/cfg.h"
#include "sim/functional/program/liveness.h"
#include "sim/functional/program/rows.h"
#include "sim/functional/program/stretch.h"

#include <string.h>

void program_free(struct program *p)
{
    if (!p)
        return;
    if (p->rdna2)
        p->rdna2_free(p->rdna2);
    for (uint32_t i = 0; i < p->n_functions; i++) {
        mem_free(p->functions[i].name);
        mem_free(p->functions[i].source);
    }
    for (uint32_t i = 0; i < p->n_opcodes; i++)
        mem_free(p->opcodes[i]);
    for (uint32_t i = 0; i < p->n_files; i++)
        mem_free(p->files[i]);
    MEM_FREE(p->files, p->opcodes, p->functions, p->insts, p->code, p->constants, p->row_cells,
             p->data, p->params, p->name, p);
}

enum st_code program_builder_create(struct program_builder **out, const char *name,
                                    struct status *st)
{
    struct program_builder *b = mem_calloc(1, sizeof *b);
    if (b)
        b->p = mem_calloc(1, sizeof *b->p);
    if (b && b->p)
        b->p->name = mem_strdup(name);
    if (!b || !b->p || !b->p->name) {
        program_builder_free(b);
        return status_no_memory(st, name);
    }
    *out = b;
    return ST_OK;
}

void program_builder_free(struct program_builder *b)
{
    if (!b)
        return;
    program_free(b->p);
    MEM_FREE(b->cells, b->given, b);
}

static enum st_code too_large(const struct program_builder *b, uint32_t line, const char *what,
                              uint64_t most, struct status *st)
{
    return status_fail_at(st, ST_FAILED, b->p->name, (int)line, "too %s; at most %llu are allowed",
                          what, (unsigned long long)most);
}

enum st_code program_add_register(struct program_builder *b, enum cell cell, uint32_t line,
                                  uint32_t *out, struct status *st)
{
    struct program *p = b->p;
    if (p->n_registers >= PROGRAM_MOST_REGISTERS)
        return too_large(b, line, "many registers", PROGRAM_MOST_REGISTERS, st);
    if (!grow(&b->cells, p->n_registers, &b->room_cells, sizeof *b->cells))
        return status_no_memory(st, p->name);
    b->cells[p->n_registers] = (uint8_t)cell;
    *out = p->n_registers++;
    return ST_OK;
}

enum st_code program_add_constant(struct program_builder *b, enum cell cell, uint64_t bits,
                                  uint32_t *out, struct status *st)
{
    struct program *p = b->p;
    for (uint32_t i = 0; i < p->n_constants; i++)
        if (p->constants[i].bits == bits && p->constants[i].cell == cell) {
            *out = OPERAND_CONSTANT | i;
            return ST_OK;
        }
    if (p->n_constants >= PROGRAM_MOST_REGISTERS)
        return too_large(b, 0, "many constants", PROGRAM_MOST_REGISTERS, st);
    if (!grow(&p->constants, p->n_constants, &b->room_constants, sizeof *p->constants))
        return status_no_memory(st, p->name);
    p->constants[p->n_constants] = (struct program_constant){.bits = bits, .cell = (uint8_t)cell};
    *out = OPERAND_CONSTANT | p->n_constants++;
    return ST_OK;
}

enum st_code program_add_code(struct program_builder *b, const struct code *code, struct status *st)
{
    struct program *p = b->p;
    if (p->n_code >= PROGRAM_MOST_CODE)
        return too_large(b, code->line, "many instructions", PROGRAM_MOST_CODE, st);
    if (!grow(&p->code, p->n_code, &b->room_code, sizeof *p->code))
        return status_no_memory(st, p->name);
    p->code[p->n_code++] = *code;
    p->asks_work = p->asks_work || code->op == CODE_rt_work;
    return ST_OK;
}

enum st_code program_add_function(struct program_builder *b, const char *name, size_t n,
                                  uint32_t *out, struct status *st)
{
    struct program *p = b->p;
    if (!grow(&p->functions, p->n_functions, &b->room_functions, sizeof *p->functions))
        return status_no_memory(st, p->name);
    char *copy;
    TRY(mem_make(&copy, n + 1, 1, p->name, st));
    memcpy(copy, name, n);
    p->functions[p->n_functions] = (struct program_function){.name = copy};
    *out = p->n_functions++;
    return ST_OK;
}

enum st_code program_add_opcode(struct program_builder *b, const char *text, size_t n,
                                uint16_t *out, struct status *st)
{
    struct program *p = b->p;
    for (uint32_t i = p->n_opcodes; i > 0; i--)
        if (strncmp(p->opcodes[i - 1], text, n) == 0 && !p->opcodes[i - 1][n]) {
            *out = (uint16_t)(i - 1);
            return ST_OK;
        }
    if (p->n_opcodes > UINT16_MAX)
        return too_large(b, 0, "many spellings of opcodes", UINT16_MAX + 1, st);
    if (!grow(&p->opcodes, p->n_opcodes, &b->room_opcodes, sizeof *p->opcodes))
        return status_no_memory(st, p->name);
    char *copy;
    TRY(mem_make(&copy, n + 1, 1, p->name, st));
    memcpy(copy, text, n);
    p->opcodes[p->n_opcodes] = copy;
    *out = (uint16_t)p->n_opcodes++;
    return ST_OK;
}

static bool place(uint32_t *used, uint64_t bytes, uint32_t align, uint32_t most, uint32_t *offset)
{
    uint64_t at = (*used + (uint64_t)align - 1) / align * align;
    if (bytes > most || at + bytes > most)
        return false;
    *offset = (uint32_t)at;
    *used = (uint32_t)(at + bytes);
    return true;
}

enum st_code program_add_data(struct program_builder *b, uint64_t bytes, uint32_t align,
                              uint32_t line, uint32_t *offset, struct status *st)
{
    struct program *p = b->p;
    uint32_t before = p->data_bytes;
    if (!place(&p->data_bytes, bytes, align, PROGRAM_MOST_DATA, offset))
        return too_large(b, line, "many bytes of tables", PROGRAM_MOST_DATA, st);
    uint8_t *data = mem_resize(p->data, (size_t)p->data_bytes + 1, 1);
    if (!data)
        return status_no_memory(st, p->name);
    memset(data + before, 0, p->data_bytes - before);
    p->data = data;
    return ST_OK;
}

enum st_code program_add_local(struct program_builder *b, uint64_t bytes, uint32_t align,
                               uint32_t line, uint32_t *offset, struct status *st)
{
    if (!place(&b->p->local_bytes, bytes, align, PROGRAM_MOST_LOCAL, offset))
        return too_large(b, line, "many bytes of local memory", PROGRAM_MOST_LOCAL, st);
    return ST_OK;
}

enum st_code program_add_shared(struct program_builder *b, uint64_t bytes, uint32_t align,
                                uint32_t line, uint32_t *offset, struct status *st)
{
    if (!place(&b->p->shared_bytes, bytes, align, PROGRAM_MOST_SHARED, offset))
        return too_large(b, line, "many bytes of shared memory", PROGRAM_MOST_SHARED, st);
    return ST_OK;
}

enum st_code program_describe(struct program_builder *b, const struct warp_inst *inst,
                              struct status *st)
{
    while (b->n_given < b->p->n_code) {
        if (!grow(&b->given, b->n_given, &b->room_given, sizeof *b->given))
            return status_no_memory(st, b->p->name);
        b->given[b->n_given++] = (struct warp_inst){.op = OP_COUNT};
    }
    b->given[b->n_given - 1] = *inst;
    return ST_OK;
}

enum st_code program_set_source(struct program_builder *b, uint32_t function, const char *source,
                                struct status *st)
{
    char *copy;
    TRY(mem_copy_text(&copy, source, source, st));
    mem_free(b->p->functions[function].source);
    b->p->functions[function].source = copy;
    return ST_OK;
}

enum st_code program_add_file(struct program_builder *b, const char *name, uint16_t *out,
                              struct status *st)
{
    struct program *p = b->p;
    for (uint32_t i = 0; i < p->n_files; i++)
        if (strcmp(p->files[i], name) == 0) {
            *out = (uint16_t)(i + 1);
            return ST_OK;
        }
    if (p->n_files >= UINT16_MAX - 1)
        return too_large(b, 0, "many files", UINT16_MAX - 1, st);
    if (!grow(&p->files, p->n_files, &b->room_files, sizeof *p->files))
        return status_no_memory(st, p->name);
    TRY(mem_copy_text(&p->files[p->n_files], name, name, st));
    *out = (uint16_t)++p->n_files;
    return ST_OK;
}

const char *program_source(const struct program *p, uint32_t code)
{
    if (p->code[code].file)
        return p->files[p->code[code].file - 1];
    for (uint32_t f = 0; f < p->n_functions; f++)
        if (code >= p->functions[f].first && code < p->functions[f].end && p->functions[f].source)
            return p->functions[f].source;
    return p->name;
}

bool program_next_callee(const struct program *p, const struct code *c, uint32_t *callee)
{
    if (c->op == CODE_CALL && *callee <= c->target) {
        *callee = c->target;
        return true;
    }
    while (c->op == CODE_CALL_ANY && *callee < p->n_functions &&
           p->functions[*callee].shape != c->target)
        ++*callee;
    return c->op == CODE_CALL_ANY && *callee < p->n_functions;
}

/* A depth-first search through calls. */
struct call_order {
    const struct program *p;
    uint32_t *order; /* functions, callees before callers */
    uint32_t n;
    enum { CALLS_NEW, CALLS_OPEN, CALLS_DONE } * state;
};

static enum st_code order_calls(struct call_order *o, uint32_t f, struct status *st)
{
    const struct program *p = o->p;
    o->state[f] = CALLS_OPEN;
    for (uint32_t i = p->functions[f].first; i < p->functions[f].end; i++)
        for (uint32_t callee = 0; program_next_callee(p, &p->code[i], &callee); callee++) {
            if (o->state[callee] == CALLS_OPEN)
                return status_fail_at(
                    st, ST_FAILED, p->name, (int)p->code[i].line,
                    "function %s calls itself through %s; recursion is not supported",
                    p->functions[callee].name, p->functions[f].name);
            if (o->state[callee] == CALLS_NEW)
                TRY(order_calls(o, callee, st));
        }
    o->state[f] = CALLS_DONE;
    o->order[o->n++] = f;
    return ST_OK;
}

static enum st_code order_functions(const struct program *p, uint32_t *order, struct status *st)
{
    struct call_order o = {.p = p, .order = order};
    o.state = mem_calloc(p->n_functions, sizeof *o.state);
    enum st_code result = o.state ? ST_OK : status_no_memory(st, p->name);
    for (uint32_t f = 0; f < p->n_functions && result == ST_OK; f++)
        if (o.state[f] == CALLS_NEW)
            result = order_calls(&o, f, st);
    mem_free(o.state);
    return result;
}

static enum st_code find_reconvergence(struct program *p, struct status *st)
{
    /* Sides of divergent branches have disjoint lanes, so there are at most WARP_LANES of them. A
     * function adds an entry per reconvergence point, its call entry and a spare one. */
    p->stack_room = WARP_LANES + 2;
    for (uint32_t f = 0; f < p->n_functions; f++) {
        uint32_t n = 0, endless;
        if (p->functions[f].first == p->functions[f].end)
            continue;
        TRY(cfg_reconverge(p->code, p->functions[f].first, p->functions[f].end, &n, &endless, st));
        if (p->framed && endless != PC_NONE)
            return status_fail_at(st, ST_FAILED, program_source(p, endless),
                                  (int)p->code[endless].line,
                                  "a loop that nothing leaves; expected a branch out of it");
        p->stack_room += n + 2;
    }
    for (uint32_t i = 0; i < p->n_code; i++)
        p->stack_room += p->code[i].op == CODE_CALL_ANY || ops_call_some(p->code[i].op);
    return ST_OK;
}

static enum warp_op class_of(const struct code *c)
{
    return (enum warp_op)op_info[c->op == CODE_MODIFIED ? c->target : c->op].class;
}

static enum inst_kind kind_of_pipeline(const struct code *c)
{
    switch (c->op) {
    case CODE_rp_trace:
    case CODE_rp_query_trace:
        return KIND_TRACE;
    case CODE_rp_texture:
    case CODE_rp_gather:
    case CODE_rp_texel:
        return KIND_TEXTURE;
    case CODE_rp_image_load:
        return KIND_MEMORY;
    case CODE_rp_value:
        return c->offset <= VALUE_LAST_OF_LAUNCH ? KIND_ALU : KIND_RT;
    default:
        return ops_call_some(c->op) ? KIND_CALL : KIND_RT;
    }
}

/* The kind in which the instruction is counted. */
static enum inst_kind kind_of(const struct code *c)
{
    if (c->op >= CODE_FIRST_PIPELINE)
        return kind_of_pipeline(c);
    if (c->op >= CODE_FIRST_INTRINSIC)
        return c->op == CODE_trace_ray                                        ? KIND_TRACE
               : c->op == CODE_rt_launch_id_x || c->op == CODE_rt_launch_id_y ? KIND_ALU
                                                                              : KIND_RT;
    switch (class_of(c)) {
    case OP_SFU:
        return KIND_SFU;
    case OP_BRANCH:
    case OP_EXIT:
    case OP_BARRIER:
        return KIND_CONTROL;
    default:
        return warp_op_addresses(class_of(c)) ? KIND_MEMORY : KIND_ALU;
    }
}

/* The bytes that a lane reads or writes. */
static uint32_t access_bytes(const struct code *c)
{
    switch (c->op) {
    case CODE_LOAD:
    case CODE_LOAD_SHARED:
        return (uint32_t)c->bytes * c->n_dst;
    case CODE_STORE:
    case CODE_STORE_SHARED:
        return c->bytes * (c->n_src - 1u);
    case CODE_image_store:
    case CODE_rp_image_store:
    case CODE_rp_image_load:
        return 16;
    case CODE_rp_texture:
    case CODE_rp_gather:
    case CODE_rp_texel:
        return 4;
    case CODE_ATOMIC_SHARED:
    case CODE_ATOMIC:
    case CODE_REDUCE:
        return c->bytes;
    default:
        return 0;
    }
}

static enum st_code describe(struct program_builder *b, struct status *st)
{
    struct program *p = b->p;
    TRY(mem_make(&p->insts, p->n_code, sizeof *p->insts, p->name, st));
    for (uint32_t i = 0; i < p->n_code; i++) {
        const struct code *c = &p->code[i];
        struct warp_inst *inst = &p->insts[i];
        if (i < b->n_given && b->given[i].op != OP_COUNT) {
            *inst = b->given[i];
            inst->pc = i * PROGRAM_INST_BYTES;
            warp_inst_finish(inst);
            continue;
        }
        inst->pc = i * PROGRAM_INST_BYTES;
        inst->op = (uint8_t)class_of(c);
        inst->kind = (uint8_t)kind_of(c);
        inst->operands = (uint8_t)op_operands(c->op);
        inst->access_B = (uint8_t)access_bytes(c);
        for (uint32_t k = 0; k < c->n_dst; k++)
            if (c->row[k] != ROW_NONE)
                inst->dst[inst->n_dst++] = (uint16_t)c->row[k];
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (!(c->row[k] & OPERAND_CONSTANT))
                inst->src[inst->n_src++] = (uint16_t)c->row[k];
        inst->predicate = inst->n_dst > 0 && b->cells[inst->dst[0]] == CELL_PRED;
        inst->guarded = c->guard != ROW_NONE;
        if (inst->guarded)
            inst->src[inst->n_src++] = (uint16_t)c->guard;
        warp_inst_collect_all(inst);
        warp_inst_finish(inst);
    }
    return ST_OK;
}

/* Replaces operands by offsets into the register file. It holds the registers, a sink for unwanted
 * results, scratch rows and constants. */
enum { SCRATCH_ROWS = 4 };
static enum st_code lay_out(struct program_builder *b, const struct live_range *ranges,
                            struct status *st)
{
    struct program *p = b->p;
    uint32_t *offset = mem_calloc((size_t)p->n_registers + 1, sizeof *offset);
    uint32_t sink = 0, at = WARP_LANES * 8;
    enum st_code placed = offset ? rows_place(ranges, b->cells, p->n_registers, p->framed, offset,
                                              &p->register_bytes, &at, st)
                                 : status_no_memory(st, p->name);
    if (placed != ST_OK) {
        mem_free(offset);
        return placed;
    }
    p->row_cells = mem_room(at / PROGRAM_ROW, 1);
    if (!p->row_cells) {
        mem_free(offset);
        return status_no_memory(st, p->name);
    }
    memset(p->row_cells, ROW_NO_CELL, at / PROGRAM_ROW);
    for (uint32_t i = 0; i < p->n_registers; i++)
        if (ranges[i].function) /* unused registers have no row */
            p->row_cells[offset[i] / PROGRAM_ROW] = b->cells[i];
    for (uint32_t i = 0; i < p->n_constants; i++) {
        p->constants[i].offset = at;
        at += WARP_LANES * (p->constants[i].cell == CELL_8 ? 8 : 4);
    }
    for (uint32_t i = 0; i < p->n_code && !p->scratch; i++)
        if (p->code[i].op == CODE_MODIFIED) {
            p->scratch = at;
            at += SCRATCH_ROWS * WARP_LANES * 8;
        }
    p->file_bytes = at;
    for (uint32_t i = 0; i < p->n_code; i++) {
        struct code *c = &p->code[i];
        for (uint32_t k = 0; k < (uint32_t)c->n_dst + c->n_src; k++)
            c->row[k] = c->row[k] == ROW_NONE ? sink
                        : c->row[k] & OPERAND_CONSTANT
                            ? p->constants[c->row[k] & ~OPERAND_CONSTANT].offset
                            : offset[c->row[k]];
        if (c->guard != ROW_NONE)
            c->guard = offset[c->guard];
    }
    mem_free(offset);
    return ST_OK;
}

static enum st_code finish(struct program_builder *b, const char *entry, struct status *st)
{
    struct program *p = b->p;
    uint32_t f = 0;
    while (f < p->n_functions && (strcmp(p->functions[f].name, entry) != 0 ||
                                  p->functions[f].first == p->functions[f].end))
        f++;
    if (f == p->n_functions)
        return status_fail_at(st, ST_FAILED, p->name, 0,
                              "no function %s is defined; a shader starts there", entry);
    p->entry = p->functions[f].first;
    uint32_t *order;
    struct live_range *ranges;
    bool got = MEM_ARRAYS(MEM_ARRAY(order, p->n_functions), MEM_ARRAY(ranges, p->n_registers));
    enum st_code code = got ? order_functions(p, order, st) : status_no_memory(st, p->name);
    if (code == ST_OK)
        code = find_reconvergence(p, st);
    if (code == ST_OK)
        code = describe(b, st);
    if (code == ST_OK)
        code = liveness_registers(p, f, order, b->cells, ranges, st);
    for (uint32_t i = 0; i < p->n_code; i++)
        if (p->code[i].op == CODE_CALL)
            p->code[i].target = p->functions[p->code[i].target].first;
    if (code == ST_OK)
        code = lay_out(b, ranges, st);
    if (code == ST_OK)
        code = stretch_mark(p, st);
    MEM_FREE(order, ranges);
    return code;
}

enum st_code program_finish(struct program_builder *b, const char *entry, struct program **out,
                            struct status *st)
{
    enum st_code result = finish(b, entry, st);
    if (result == ST_OK) {
        *out = b->p;
        b->p = NULL;
    }
    program_builder_free(b);
    return result;
}

uint32_t program_bytes(const struct program *p)
{
    const struct warp_inst *last = &p->insts[p->n_code - 1];
    return last->pc + (last->size_B ? last->size_B : PROGRAM_INST_BYTES);
}

static uint32_t past(uint32_t end, const uint16_t *registers, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (registers[i] >= end)
            end = registers[i] + 1u;
    return end;
}

uint32_t program_vector_registers(const struct program *p)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < p->n_code; i++) {
        end = past(end, p->insts[i].reads, p->insts[i].n_reads);
        end = past(end, p->insts[i].writes, p->insts[i].n_writes);
    }
    return end;
}
