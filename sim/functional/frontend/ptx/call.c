/* Parses parameters and calls. The values stored into arguments become sources of an intrinsic; for
 * a defined function they are moved into the registers of its parameters. */
#include "common/grow.h"
#include "sim/functional/frontend/ptx/parser.h"

#include <string.h>

enum { MOST_ARGUMENTS = 256, MOST_CELLS = 1 << 14 };

/* Whether a launch may start the function; then its parameters come from the launch. */
static bool is_kernel(const struct ptx_parser *p, uint32_t function)
{
    const struct ptx_function *f = &p->functions[function];
    return p->kernels && (p->entries ? f->entry : f->visible && !f->returns);
}

uint32_t ptx_owner(const struct ptx_parser *p, uint32_t function)
{
    uint32_t shape = p->builder->p->functions[p->functions[function].index].shape;
    return shape ? PTX_OF_SHAPE | shape : function;
}

static const struct intrinsic {
    const char *name, *result, *arguments;
    uint16_t op;
} intrinsics[] = {
#define XI(name, class, result, arguments) {#name, result, arguments, CODE_##name},
    OPS_INTRINSIC(XI)
#undef XI
        {"sqrtf", "i", "i", CODE_SQRT_F32},
    {"sinf", "i", "i", CODE_SIN_F32},
    {"cosf", "i", "i", CODE_COS_F32},
    {"exp2f", "i", "i", CODE_EX2_F32},
    {"log2f", "i", "i", CODE_LG2_F32},
};

static const struct intrinsic *find_intrinsic(struct slice name)
{
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (slice_is(name, intrinsics[i].name))
            return &intrinsics[i];
    return NULL;
}

enum st_code ptx_declare_argument(struct ptx_parser *p)
{
    struct ptx_param param = {0};
    struct ptx_argument a = {.depth = p->depth};
    TRY(ptx_next(p));
    TRY(ptx_take_param(p, &param));
    a.name = param.name;
    if (p->n_arguments >= MOST_ARGUMENTS)
        return ptx_fail(p, p->tok.line, "too many parameters; at most %d are allowed",
                        MOST_ARGUMENTS);
    TRY(PTX_ROOM(p, arguments));
    p->arguments[p->n_arguments++] = a;
    return ptx_take(p, ";");
}

void ptx_leave_block(struct ptx_parser *p)
{
    while (p->n_arguments && p->arguments[p->n_arguments - 1].depth >= p->depth)
        p->n_arguments--;
    if (p->n_arguments == 0) {
        p->n_stores = 0;
        p->result_at = ROW_NONE;
        p->result.n = 0;
    }
}

static bool is_argument(const struct ptx_parser *p, struct slice name)
{
    for (uint32_t i = 0; i < p->n_arguments; i++)
        if (slice_equal(p->arguments[i].name, name))
            return true;
    return false;
}

/* The register of one piece of a parameter; makes it if it is new. */
static enum st_code cell_register(struct ptx_parser *p, const struct ptx_cell *wanted,
                                  uint32_t line, uint32_t *operand)
{
    for (uint32_t i = 0; i < p->n_cells; i++) {
        const struct ptx_cell *c = &p->cells[i];
        if (c->function != wanted->function || c->param != wanted->param)
            continue;
        if (c->offset == wanted->offset && c->bytes == wanted->bytes) {
            *operand = c->operand;
            return ST_OK;
        }
        if (c->offset < wanted->offset + wanted->bytes && wanted->offset < c->offset + c->bytes)
            return ptx_fail(p, line, "a parameter is read or written in pieces of different sizes");
    }
    if (p->n_cells >= MOST_CELLS)
        return ptx_fail(p, line, "too many parameters in all; at most %d are allowed", MOST_CELLS);
    TRY(PTX_ROOM(p, cells));
    p->cells[p->n_cells] = *wanted;
    TRY(program_add_register(p->builder, wanted->bytes == 8 ? CELL_8 : CELL_4, line,
                             &p->cells[p->n_cells].operand, p->st));
    *operand = p->cells[p->n_cells++].operand;
    return ST_OK;
}

/* Element i of the operand of a ld.param or st.param, and its cell. */
static uint32_t element(const struct ptx_operand *o, uint32_t i, enum cell *cell)
{
    struct ptx_type type = o->kind == PTX_VECTOR ? o->element_type[i] : o->type;
    *cell = ptx_cell_of(type);
    return o->kind == PTX_VECTOR ? o->element[i] : o->reg;
}

static enum st_code param_index(const struct ptx_parser *p, struct slice name, uint32_t line,
                                uint32_t *out)
{
    const struct ptx_function *f = &p->functions[p->function];
    for (uint32_t i = 0; i < f->n_params; i++)
        if (slice_equal(p->params[f->first_param + i].name, name)) {
            *out = i;
            return ST_OK;
        }
    return ptx_fail(p, line, "%.*s is not a parameter of this function or of a call",
                    SLICE_SHOW(name));
}

bool ptx_param_address(const struct ptx_parser *p, struct slice name, uint64_t *out)
{
    const struct ptx_function *f = &p->functions[p->function];
    for (uint32_t i = 0; i < f->n_params && is_kernel(p, p->function); i++)
        if (slice_equal(p->params[f->first_param + i].name, name)) {
            *out = PROGRAM_PARAM_BASE + p->params[f->first_param + i].offset;
            return true;
        }
    return false;
}

/* Takes the result of an intrinsic: its instruction gets the register as destination. */
static enum st_code take_result(struct ptx_parser *p, const struct ptx_operand *address,
                                struct ptx_type type, const struct ptx_operand *into, uint32_t line)
{
    enum cell cell;
    if (p->result_at == ROW_NONE || address->offset != 0 || into->kind != PTX_REGISTER)
        return ptx_fail(p, line, "the result of an intrinsic is one register, read once");
    struct code *c = &p->builder->p->code[p->result_at];
    enum cell wanted = type.bits == 64 ? CELL_8 : CELL_4;
    uint32_t operand = element(into, 0, &cell);
    const struct op_info *info = &op_info[c->op];
    bool wide = info->n_dst ? info->cells[0] == CELL_8 : c->wide;
    if (wanted != (wide ? CELL_8 : CELL_4) || cell != wanted || type.bits < 32)
        return ptx_fail(p, line, "the result of this intrinsic has %d bits", wide ? 64 : 32);
    c->row[0] = operand;
    c->n_dst = 1;
    p->result_at = ROW_NONE;
    return ST_OK;
}

/* Moves a value of `type` from a register into `bits` bits of another. The cells of the registers
 * decide how: a wider destination is filled by the type's sign; of a source wider than the type the
 * low bits are used. */
static enum st_code move(struct ptx_parser *p, struct ptx_type type, uint8_t bits,
                         enum cell to_cell, enum cell from_cell, uint32_t to, uint32_t from,
                         uint32_t line)
{
    struct ptx_type read = {.bits = type.bits, .kind = type.kind == 's' ? 's' : 'b'};
    struct ptx_type written = {.bits = bits, .kind = 'b'};
    int op = ptx_opcode_extend(written, read, to_cell, from_cell, bits);
    if (op < 0)
        BUG("a parameter of %u bits has no move into %u", type.bits, bits);
    struct code c = {.op = (uint16_t)op,
                     .n_dst = 1,
                     .n_src = 1,
                     .guard = ROW_NONE,
                     .line = line,
                     .row = {to, from}};
    return ptx_emit(p, &c);
}

/* The cell that holds a piece of a parameter. */
static enum cell param_cell(struct ptx_type type)
{
    return type.bits == 64 ? CELL_8 : CELL_4;
}

static enum st_code check_offset(const struct ptx_parser *p, const struct ptx_operand *address,
                                 uint32_t line)
{
    if (address->reg != ROW_NONE || !address->name.n || address->offset < 0 ||
        address->offset > PROGRAM_MOST_LOCAL)
        return ptx_fail(p, line,
                        "the address of a parameter; expected its name and a small offset");
    return ST_OK;
}

/* Emits ld.param of a kernel: reads each element from the launch's parameters. */
static enum st_code load_entry_param(struct ptx_parser *p, const struct ptx_instruction *in,
                                     const struct ptx_operand *address, struct ptx_type type,
                                     const struct ptx_operand *into, const struct ptx_param *of)
{
    uint32_t n = into->kind == PTX_VECTOR ? into->n : 1, bytes = type.bits / 8u;
    if (of && (uint64_t)address->offset + (uint64_t)n * bytes > of->bytes)
        return ptx_fail(p, in->line, "ld.param reads beyond the %u bytes of %.*s", of->bytes,
                        SLICE_SHOW(of->name));
    for (uint32_t i = 0; i < n; i++) {
        enum cell cell;
        uint32_t to = element(into, i, &cell);
        if (into->kind == PTX_SINK || to == ROW_NONE)
            continue;
        struct code c = {.op = CODE_ENTRY_PARAM,
                         .n_dst = 1,
                         .n_src = !of,
                         .guard = in->guard,
                         .guard_not = in->guard_not,
                         .bytes = (uint8_t)bytes,
                         .extend = type.kind == 's',
                         .wide = cell == CELL_8,
                         .offset = (of ? (int64_t)of->offset : 0) + address->offset + i * bytes,
                         .line = in->line,
                         .row = {to, address->reg}};
        TRY(ptx_emit(p, &c));
    }
    return ST_OK;
}

/* Fails if a parameter is read after a call: it would have that call's argument. */
static enum st_code check_order(const struct ptx_parser *p, const struct ptx_function *f,
                                uint32_t line)
{
    if (ptx_owner(p, p->function) == p->function || !p->n_calls)
        return ST_OK;
    return ptx_fail(p, line,
                    "%.*s, which is called through its address, reads a parameter behind a call; "
                    "expected all to be read first",
                    SLICE_SHOW(f->name));
}

enum st_code ptx_load_param(struct ptx_parser *p, const struct ptx_instruction *in,
                            const struct ptx_operand *address, struct ptx_type type,
                            const struct ptx_operand *into)
{
    uint32_t line = in->line;
    struct ptx_cell wanted = {.param = PTX_RESULT, .bytes = type.bits / 8u};
    const struct ptx_function *f = &p->functions[p->function];
    if (address->reg != ROW_NONE && is_kernel(p, p->function) &&
        ptx_cell_of(address->type) == CELL_8)
        return load_entry_param(p, in, address, type, into, NULL);
    TRY(check_offset(p, address, line));
    bool result = p->result.n && slice_equal(address->name, p->result);
    if (in->guard != ROW_NONE && (result || !is_kernel(p, p->function)))
        return ptx_fail(p, line, "a guarded access to a parameter is not supported");
    if (result && p->result_of == PTX_SKIPPED)
        return ptx_emit_rows(p, in, ptx_cell_of(into->type) == CELL_8 ? CODE_MOV_64 : CODE_MOV_32,
                             1, 1, (const uint32_t[]){into->reg, p->result_at});
    if (result) {
        if (p->result_of == ROW_NONE)
            return take_result(p, address, type, into, line);
        wanted.function = p->result_of;
    } else {
        TRY(param_index(p, address->name, line, &wanted.param));
        if (is_kernel(p, p->function))
            return load_entry_param(p, in, address, type, into,
                                    &p->params[f->first_param + wanted.param]);
        TRY(check_order(p, f, line));
        wanted.function = ptx_owner(p, p->function);
    }
    uint32_t n = into->kind == PTX_VECTOR ? into->n : 1;
    for (uint32_t i = 0; i < n; i++) {
        enum cell cell;
        uint32_t from = 0, to = element(into, i, &cell);
        if (into->kind == PTX_SINK || to == ROW_NONE)
            continue;
        wanted.offset = (uint32_t)address->offset + i * wanted.bytes;
        TRY(cell_register(p, &wanted, line, &from));
        TRY(move(p, type, cell == CELL_8 ? 64 : 32, cell, param_cell(type), to, from, line));
    }
    return ST_OK;
}

enum st_code ptx_store_param(struct ptx_parser *p, const struct ptx_operand *address,
                             struct ptx_type type, const struct ptx_operand *from, uint32_t line)
{
    struct ptx_cell wanted = {
        .function = ptx_owner(p, p->function), .param = PTX_RESULT, .bytes = type.bits / 8u};
    bool argument = is_argument(p, address->name);
    TRY(check_offset(p, address, line));
    if (!argument && !p->functions[p->function].returns)
        return ptx_fail(p, line,
                        "%.*s is not a parameter of a call, and this function returns nothing",
                        SLICE_SHOW(address->name));
    uint32_t n = from->kind == PTX_VECTOR ? from->n : 1;
    for (uint32_t i = 0; i < n; i++) {
        enum cell cell = wanted.bytes == 8 ? CELL_8 : CELL_4;
        uint32_t operand = 0, to = 0;
        if (from->kind != PTX_REGISTER && from->kind != PTX_VECTOR)
            TRY(ptx_source(p, from, cell, '*', line, &operand));
        else
            operand = element(from, i, &cell);
        wanted.offset = (uint32_t)address->offset + i * wanted.bytes;
        if (!argument) {
            TRY(cell_register(p, &wanted, line, &to));
            TRY(move(p, type, type.bits, param_cell(type), cell, to, operand, line));
            continue;
        }
        if (cell == CELL_8 && wanted.bytes < 8)
            return ptx_fail(p, line, "a 64-bit register for a parameter of %u bits", type.bits);
        if (p->n_stores >= MOST_ARGUMENTS * 16)
            return ptx_fail(p, line, "too many stores into parameters");
        TRY(PTX_ROOM(p, stores));
        p->stores[p->n_stores++] = (struct ptx_store){.name = address->name,
                                                      .offset = wanted.offset,
                                                      .bytes = wanted.bytes,
                                                      .operand = operand};
    }
    return ST_OK;
}

static enum st_code call_intrinsic(struct ptx_parser *p, const struct intrinsic *intrinsic,
                                   const struct slice *arguments, uint32_t n, uint32_t line)
{
    struct code c = {.op = intrinsic->op, .guard = ROW_NONE, .line = line};
    uint32_t wanted = (uint32_t)strlen(intrinsic->arguments);
    if (n != wanted)
        return ptx_fail(p, line, "%s is called with %u arguments; expected %u", intrinsic->name, n,
                        wanted);
    /* An operation with one source needs a destination row. */
    c.n_dst = *intrinsic->result != '\0';
    c.row[0] = ROW_NONE;
    c.wide = *intrinsic->result == 'l';
    c.n_src = (uint8_t)n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bytes = intrinsic->arguments[i] == 'l' ? 8 : 4;
        uint32_t k = p->n_stores;
        while (k > 0 && !slice_equal(p->stores[k - 1].name, arguments[i]))
            k--;
        if (k == 0 || p->stores[k - 1].bytes != bytes || p->stores[k - 1].offset != 0)
            return ptx_fail(p, line, "argument %u of %s; expected %u bits stored with st.param", i,
                            intrinsic->name, 8 * bytes);
        c.row[c.n_dst + i] = p->stores[k - 1].operand;
    }
    p->opcode = (struct slice){intrinsic->name, strlen(intrinsic->name)};
    p->result_of = ROW_NONE;
    p->result_at = c.n_dst ? p->builder->p->n_code : ROW_NONE;
    return ptx_emit(p, &c);
}

/* Moves the values stored into the arguments to the parameters of the owner: a function or a
 * shape. */
static enum st_code pass_arguments(struct ptx_parser *p, uint32_t owner,
                                   const struct slice *arguments, uint32_t n, uint32_t line)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < p->n_stores; k++) {
            const struct ptx_store *s = &p->stores[k];
            if (!slice_equal(s->name, arguments[i]))
                continue;
            struct ptx_cell wanted = {
                .function = owner, .param = i, .offset = s->offset, .bytes = s->bytes};
            struct ptx_type type = {.bits = (uint8_t)(8 * s->bytes), .kind = 'b'};
            uint32_t to = 0;
            TRY(cell_register(p, &wanted, line, &to));
            TRY(move(p, type, type.bits, param_cell(type), param_cell(type), to, s->operand, line));
        }
    p->result_of = owner;
    p->result_at = ROW_NONE;
    p->n_calls++;
    return ST_OK;
}

static enum st_code call_function(struct ptx_parser *p, struct slice name,
                                  const struct slice *arguments, uint32_t n, uint32_t line)
{
    uint32_t function;
    TRY(ptx_function_named(p, name, &function));
    TRY(pass_arguments(p, ptx_owner(p, function), arguments, n, line));
    TRY(PTX_ROOM(p, call_sites));
    p->call_sites[p->n_call_sites++] = (struct ptx_call_site){
        .function = function, .n_arguments = n, .line = line, .takes_result = p->result.n > 0};
    struct code c = {
        .op = CODE_CALL, .guard = ROW_NONE, .line = line, .target = p->functions[function].index};
    return ptx_emit(p, &c);
}

static enum st_code call_pointer(struct ptx_parser *p, struct slice address,
                                 const struct slice *arguments, uint32_t n, uint32_t line)
{
    struct slice name = {0};
    uint32_t shape = 0, from = 0;
    struct ptx_type type;
    TRY(ptx_register(p, address, line, &from, &type));
    if (ptx_at(p, ",")) {
        TRY(ptx_next(p));
        TRY(ptx_take_name(p, &name));
    }
    for (uint32_t i = 0; i < p->n_prototypes; i++)
        if (slice_equal(p->prototypes[i].name, name))
            shape = p->prototypes[i].shape;
    if (!shape || ptx_cell_of(type) != CELL_8)
        return ptx_fail(p, line,
                        "a call through a register; expected one of 64 bits and a .callprototype "
                        "of this function");
    if (p->shapes[shape - 1].n != n || (p->result.n > 0) != (p->shapes[shape - 1].result > 0))
        return ptx_fail(p, line, "%u arguments%s; expected those of the prototype", n,
                        p->result.n ? " and a result" : "");
    TRY(pass_arguments(p, PTX_OF_SHAPE | shape, arguments, n, line));
    struct code c = {.op = CODE_CALL_ANY,
                     .n_src = 1,
                     .guard = ROW_NONE,
                     .line = line,
                     .target = shape,
                     .row = {from}};
    return ptx_emit(p, &c);
}

/* Handles a call of a function of CUDA that no module defines: printing is omitted, with one
 * message; a failed assertion ends the run. *is is false for other functions. */
static enum st_code call_system(struct ptx_parser *p, struct slice name, uint32_t line, bool *is)
{
    struct program *program = p->builder->p;
    bool fails = slice_is(name, "__assertfail"), prints = slice_is(name, "vprintf");
    *is = p->kernels && (fails || prints);
    if (*is && fails)
        return ptx_emit(p, &(struct code){.op = CODE_TRAP, .guard = ROW_NONE, .line = line});
    if (!*is)
        return ST_OK;
    if (!program->skipped_calls++)
        program->skipped_line = line;
    p->result_of = PTX_SKIPPED;
    return program_add_constant(p->builder, CELL_4, 0, &p->result_at, p->st);
}

static enum st_code take_arguments(struct ptx_parser *p, struct slice arguments[32], uint32_t *n)
{
    uint32_t line = p->tok.line;
    TRY(ptx_take(p, "("));
    while (!ptx_at(p, ")")) {
        if (*n)
            TRY(ptx_take(p, ","));
        if (*n == 32)
            return ptx_fail(p, line, "too many arguments; at most 32 are allowed");
        TRY(ptx_take_name(p, &arguments[*n]));
        if (!is_argument(p, arguments[*n]))
            return ptx_fail(p, line, "argument %.*s is not declared with .param",
                            SLICE_SHOW(arguments[*n]));
        ++*n;
    }
    return ptx_next(p);
}

static enum st_code call(struct ptx_parser *p, struct slice name, const struct slice *arguments,
                         uint32_t n, uint32_t line)
{
    bool system = false;
    const struct intrinsic *intrinsic = find_intrinsic(name);
    if (ptx_is_register(p, name))
        return call_pointer(p, name, arguments, n, line);
    if (intrinsic && p->kernels && intrinsic->op >= CODE_FIRST_INTRINSIC)
        return ptx_fail(p, line, "%s is a ray-tracing shader's; a compute kernel has no rays",
                        intrinsic->name);
    if (intrinsic)
        return call_intrinsic(p, intrinsic, arguments, n, line);
    TRY(call_system(p, name, line, &system));
    return system ? ST_OK : call_function(p, name, arguments, n, line);
}

/* Reads a call behind `call`: `(retval0), name, (param0, param1)` and the semicolon; result and
 * arguments may be absent. */
enum st_code ptx_call(struct ptx_parser *p, uint32_t line)
{
    struct slice name = {0}, arguments[32];
    uint32_t n = 0;
    p->result.n = 0;
    if (ptx_at(p, "(")) {
        TRY(ptx_next(p));
        TRY(ptx_take_name(p, &p->result));
        TRY(ptx_take(p, ")"));
        TRY(ptx_take(p, ","));
    }
    TRY(ptx_take_name(p, &name));
    if (ptx_at(p, ",")) {
        TRY(ptx_next(p));
        TRY(take_arguments(p, arguments, &n));
    }
    TRY(call(p, name, arguments, n, line));
    return ptx_take(p, ";");
}

/* ---- prototypes ---- */

enum st_code ptx_shape_of(struct ptx_parser *p, const struct ptx_shape *shape, uint32_t *out)
{
    uint32_t i = 0;
    while (i < p->n_shapes && memcmp(&p->shapes[i], shape, sizeof *shape) != 0)
        i++;
    *out = i + 1;
    if (i < p->n_shapes)
        return ST_OK;
    TRY(PTX_ROOM(p, shapes));
    p->shapes[p->n_shapes++] = *shape;
    return ST_OK;
}

enum st_code ptx_take_prototype(struct ptx_parser *p, struct slice name)
{
    uint32_t line = p->tok.line, first = p->n_params, n = 0;
    struct ptx_prototype prototype = {.name = name};
    struct ptx_shape shape = {0};
    struct slice blank = {0};
    TRY(ptx_next(p));
    if (ptx_at(p, "(")) {
        TRY(ptx_take_params(p, &n));
        shape.result = n ? p->params[first].bytes : 0;
        first = p->n_params;
    }
    TRY(ptx_take_name(p, &blank));
    if (ptx_at(p, "("))
        TRY(ptx_take_params(p, &shape.n));
    if (shape.n > 32 || n > 1)
        return ptx_fail(p, line, "a prototype of %u parameters; expected 32 and one result at most",
                        shape.n);
    for (uint32_t i = 0; i < shape.n; i++)
        shape.bytes[i] = p->params[first + i].bytes;
    TRY(ptx_shape_of(p, &shape, &prototype.shape));
    while (!ptx_at(p, ";")) {
        if (p->tok.kind == PTX_END)
            return ptx_expected(p, "';'");
        TRY(ptx_next(p));
    }
    TRY(PTX_ROOM(p, prototypes));
    p->prototypes[p->n_prototypes++] = prototype;
    return ptx_next(p);
}

enum st_code ptx_check_calls(struct ptx_parser *p)
{
    for (uint32_t i = 0; i < p->n_call_sites; i++) {
        const struct ptx_call_site *c = &p->call_sites[i];
        const struct ptx_function *f = &p->functions[c->function];
        if (!f->defined)
            return ptx_fail(p, c->line, "function %.*s is neither defined nor %s",
                            SLICE_SHOW(f->name),
                            p->kernels ? "one that docs/reference/ptx.md lists; other modules and "
                                         "CUDA's device runtime are not there"
                                       : "an intrinsic of sim/shaders/rt.h");
        if (is_kernel(p, c->function))
            return ptx_fail(p, c->line,
                            "%.*s is called, but is a kernel; expected a function that is not "
                            "visible outside the module",
                            SLICE_SHOW(f->name));
        if (f->n_params != c->n_arguments)
            return ptx_fail(p, c->line, "%.*s is called with %u arguments; expected %u",
                            SLICE_SHOW(f->name), c->n_arguments, f->n_params);
        if (c->takes_result && !f->returns)
            return ptx_fail(p, c->line, "%.*s returns nothing", SLICE_SHOW(f->name));
    }
    return ST_OK;
}
