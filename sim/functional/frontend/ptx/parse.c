/* Parses the module level: directives, declarations of functions, tables with their
 * initialisers. */
#include "sim/functional/frontend/ptx/parse.h"

#include "common/grow.h"
#include "common/memory.h"
#include "sim/functional/frontend/ptx/parser.h"
#include "sim/functional/frontend/ptxas/ptxas.h"

#include <string.h>

enum { MOST_FUNCTIONS = 4096, MOST_VARIABLES = 4096, MOST_PARAMS = 256 };

enum st_code ptx_expected(const struct ptx_parser *p, const char *what)
{
    if (p->tok.kind == PTX_END)
        return ptx_fail(p, p->tok.line, "the text ends here; expected %s", what);
    return ptx_fail(p, p->tok.line, "found '%.*s'; expected %s", SLICE_SHOW(p->tok), what);
}

enum st_code ptx_next(struct ptx_parser *p)
{
    return ptx_lex(&p->lexer, &p->tok, p->st);
}

bool ptx_at(const struct ptx_parser *p, const char *text)
{
    return ptx_token_is(&p->tok, text);
}

enum st_code ptx_take(struct ptx_parser *p, const char *text)
{
    char what[32];
    snprintf(what, sizeof what, "'%s'", text);
    return ptx_at(p, text) ? ptx_next(p) : ptx_expected(p, what);
}

enum st_code ptx_take_name(struct ptx_parser *p, struct slice *out)
{
    if (p->tok.kind != PTX_WORD || p->tok.text[0] == '.')
        return ptx_expected(p, "a name");
    *out = ptx_slice(&p->tok);
    return ptx_next(p);
}

enum st_code ptx_take_integer(struct ptx_parser *p, uint64_t lo, uint64_t hi, uint64_t *out)
{
    if (p->tok.kind != PTX_NUMBER || p->tok.number != 'i')
        return ptx_expected(p, "an integer");
    if (p->tok.bits < lo || p->tok.bits > hi)
        return ptx_fail(p, p->tok.line, "%llu is out of range; expected %llu to %llu",
                        (unsigned long long)p->tok.bits, (unsigned long long)lo,
                        (unsigned long long)hi);
    *out = p->tok.bits;
    return ptx_next(p);
}

enum st_code ptx_take_align(struct ptx_parser *p, uint32_t *out)
{
    *out = 1;
    if (!ptx_at(p, ".align"))
        return ST_OK;
    uint64_t align = 0;
    TRY(ptx_next(p));
    uint32_t line = p->tok.line;
    TRY(ptx_take_integer(p, 1, 256, &align));
    if (align & (align - 1))
        return ptx_fail(p, line, "alignment %u; expected a power of two", (unsigned)align);
    *out = (uint32_t)align;
    return ST_OK;
}

enum st_code ptx_take_type(struct ptx_parser *p, struct ptx_type *out)
{
    if (p->tok.kind != PTX_WORD || p->tok.text[0] != '.' ||
        !ptx_type_parse(p->tok.text + 1, p->tok.n - 1, out))
        return ptx_expected(p, "a type (.pred, .u8 to .u64, .s8, .b8, .f32, .f64)");
    return ptx_next(p);
}

/* Skips `.ptr .global .align 4`, which newer compilers add to pointers. */
static enum st_code skip_pointer(struct ptx_parser *p)
{
    uint32_t align;
    if (!ptx_at(p, ".ptr"))
        return ST_OK;
    TRY(ptx_next(p));
    if (ptx_at(p, ".global") || ptx_at(p, ".shared") || ptx_at(p, ".const") || ptx_at(p, ".local"))
        TRY(ptx_next(p));
    return ptx_take_align(p, &align);
}

enum st_code ptx_take_param(struct ptx_parser *p, struct ptx_param *out)
{
    struct ptx_type type = {0};
    uint64_t count = 1;
    TRY(ptx_take_align(p, &out->align));
    TRY(ptx_take_type(p, &type));
    TRY(skip_pointer(p));
    if (type.bits < 8)
        return ptx_fail(p, p->tok.line,
                        "a predicate as parameter; expected a type of 8 bits or more");
    TRY(ptx_take_name(p, &out->name));
    out->kind = type.kind;
    if (ptx_at(p, "[")) {
        TRY(ptx_next(p));
        TRY(ptx_take_integer(p, 0, PROGRAM_MOST_LOCAL, &count));
        TRY(ptx_take(p, "]"));
        out->kind = 'a';
    }
    if (out->align < type.bits / 8u)
        out->align = type.bits / 8u;
    out->bytes = (uint32_t)count * type.bits / 8;
    return ST_OK;
}

struct ptx_function *ptx_find_function(const struct ptx_parser *p, struct slice name)
{
    for (uint32_t i = 0; i < p->n_functions; i++)
        if (slice_equal(p->functions[i].name, name))
            return &p->functions[i];
    return NULL;
}

enum st_code ptx_function_named(struct ptx_parser *p, struct slice name, uint32_t *out)
{
    const struct ptx_function *found = ptx_find_function(p, name);
    if (found) {
        *out = (uint32_t)(found - p->functions);
        return ST_OK;
    }
    if (p->n_functions >= MOST_FUNCTIONS)
        return ptx_fail(p, p->tok.line, "too many functions; at most %d are allowed",
                        MOST_FUNCTIONS);
    TRY(PTX_ROOM(p, functions));
    struct ptx_function *f = &p->functions[p->n_functions];
    *f = (struct ptx_function){.name = name};
    TRY(program_add_function(p->builder, name.text, name.n, &f->index, p->st));
    *out = p->n_functions++;
    return ST_OK;
}

struct ptx_variable *ptx_find_variable(const struct ptx_parser *p, struct slice name)
{
    for (uint32_t i = p->n_variables; i-- > 0;)
        if (slice_equal(p->variables[i].name, name))
            return &p->variables[i];
    return NULL;
}

uint64_t ptx_address_of(const struct ptx_variable *v)
{
    uint64_t base = v->space == PTX_SHARED    ? PROGRAM_SHARED_BASE
                    : v->space == PTX_DYNAMIC ? PROGRAM_DYNAMIC_BASE
                                              : PROGRAM_DATA_BASE;
    return base + v->offset;
}

enum st_code ptx_take_params(struct ptx_parser *p, uint32_t *n)
{
    uint32_t end = 0;
    *n = 0;
    TRY(ptx_take(p, "("));
    while (!ptx_at(p, ")")) {
        if (*n)
            TRY(ptx_take(p, ","));
        if (*n >= MOST_PARAMS)
            return ptx_fail(p, p->tok.line, "too many parameters; at most %d are allowed",
                            MOST_PARAMS);
        TRY(ptx_take(p, ".param"));
        TRY(PTX_ROOM(p, params));
        struct ptx_param *param = &p->params[p->n_params];
        TRY(ptx_take_param(p, param));
        param->offset = (end + param->align - 1) / param->align * param->align;
        end = param->offset + param->bytes;
        p->n_params++;
        ++*n;
    }
    return ptx_next(p);
}

/* Skips a kernel's hints for launches, on which the program does not depend. */
static enum st_code skip_hints(struct ptx_parser *p)
{
    while (ptx_at(p, ".noreturn") || ptx_at(p, ".maxntid") || ptx_at(p, ".reqntid") ||
           ptx_at(p, ".minnctapersm") || ptx_at(p, ".maxnctapersm") || ptx_at(p, ".maxnreg") ||
           ptx_at(p, ".pragma")) {
        TRY(ptx_next(p));
        while (p->tok.kind == PTX_NUMBER || p->tok.kind == PTX_STRING || ptx_at(p, ","))
            TRY(ptx_next(p));
    }
    return ST_OK;
}

struct linkage {
    bool is_extern, visible, entry;
};

/* Reads a function behind .func or .entry. */
static enum st_code take_function(struct ptx_parser *p, const struct linkage *how)
{
    uint32_t n_results = 0, n = 0, first, index;
    struct slice name = {0};
    uint32_t first_result = p->n_params;
    if (ptx_at(p, "("))
        TRY(ptx_take_params(p, &n_results));
    uint32_t line = p->tok.line;
    if (n_results > 1)
        return ptx_fail(p, line, "a function with %u results; expected one at most", n_results);
    TRY(ptx_take_name(p, &name));
    TRY(ptx_function_named(p, name, &index));
    first = p->n_params;
    if (ptx_at(p, "("))
        TRY(ptx_take_params(p, &n));
    TRY(skip_hints(p));
    struct ptx_function *f = &p->functions[index];
    if (ptx_at(p, ";"))
        return ptx_next(p);
    if (how->is_extern || f->defined)
        return ptx_fail(p, line, "function %.*s has %s; expected one definition", (int)name.n,
                        name.text,
                        how->is_extern ? "a body though it is extern" : "two definitions");
    f->defined = true;
    f->returns = n_results > 0;
    f->first_param = first;
    f->n_params = n;
    f->line = line;
    f->visible = how->visible;
    f->entry = how->entry;
    f->result_bytes = n_results ? p->params[first_result].bytes : 0;
    p->entries |= how->entry;
    if (!ptx_at(p, "{"))
        return ptx_expected(p, "the body of the function or ';'");
    f->body = p->lexer;
    TRY(PTX_ROOM(p, bodies));
    p->bodies[p->n_bodies++] = index;
    bool closed;
    TRY(ptx_lex_skip_block(&p->lexer, &closed, p->st));
    TRY(ptx_next(p));
    return closed ? ST_OK : ptx_expected(p, "'}' at the end of the function");
}

/* Reads an address of a table or function in an initialiser: `name`, `generic(name)`, `name +
 * 8`. */
static enum st_code put_address(struct ptx_parser *p, struct slice table, uint64_t *bits)
{
    struct slice name = {0};
    uint64_t offset = 0;
    bool generic = ptx_at(p, "generic");
    uint32_t line = p->tok.line, function;
    if (generic) {
        TRY(ptx_next(p));
        TRY(ptx_take(p, "("));
    }
    TRY(ptx_take_name(p, &name));
    if (generic)
        TRY(ptx_take(p, ")"));
    if (ptx_at(p, "+")) {
        TRY(ptx_next(p));
        TRY(ptx_take_integer(p, 0, PROGRAM_MOST_DATA, &offset));
    }
    const struct ptx_variable *v = ptx_find_variable(p, name);
    if (v && v->space != PTX_TABLE)
        return ptx_fail(p, line, "%.*s in a table; expected a table's name or a function's",
                        SLICE_SHOW(name));
    if (v) {
        *bits = ptx_address_of(v) + offset;
        return ST_OK;
    }
    TRY(ptx_function_named(p, name, &function));
    TRY(PTX_ROOM(p, pointers));
    p->pointers[p->n_pointers++] = (struct ptx_pointer){table, function};
    p->functions[function].pointed = true;
    *bits = PROGRAM_FUNCTION_BASE + p->functions[function].index;
    return ST_OK;
}

static void put_bits(struct ptx_parser *p, uint32_t at, uint32_t bytes, uint64_t bits)
{
    for (uint32_t i = 0; i < bytes; i++)
        p->builder->p->data[at + i] = (uint8_t)(bits >> 8 * i);
}

static enum st_code put_value(struct ptx_parser *p, struct slice table, uint32_t at, uint32_t bytes,
                              char kind)
{
    bool minus = ptx_at(p, "-");
    uint64_t address = 0;
    if (bytes == 8 && kind != 'f' && p->tok.kind == PTX_WORD) {
        TRY(put_address(p, table, &address));
        put_bits(p, at, bytes, address);
        return ST_OK;
    }
    if (minus)
        TRY(ptx_next(p));
    if (p->tok.kind != PTX_NUMBER)
        return ptx_expected(p, "a number, or in a table of 64 bits a name");
    char wanted = kind == 'f' ? (bytes == 4 ? 'f' : 'd') : 'i';
    if (p->tok.number != wanted || (minus && wanted != 'i'))
        return ptx_fail(p, p->tok.line, "a value of the wrong kind; expected %s",
                        wanted == 'i'   ? "an integer"
                        : wanted == 'f' ? "0f and 8 hexadecimal digits"
                                        : "0d and 16 hexadecimal digits");
    put_bits(p, at, bytes, minus ? 0 - p->tok.bits : p->tok.bits);
    return ptx_next(p);
}

static enum st_code put_values(struct ptx_parser *p, struct slice table, uint32_t at,
                               uint64_t count, bool array, struct ptx_type type)
{
    uint32_t bytes = type.bits / 8u;
    if (!array)
        return put_value(p, table, at, bytes, type.kind);
    TRY(ptx_take(p, "{"));
    for (uint64_t i = 0; !ptx_at(p, "}"); i++) {
        if (i)
            TRY(ptx_take(p, ","));
        if (i >= count)
            return ptx_fail(p, p->tok.line, "more values than the table has room for (%llu)",
                            (unsigned long long)count);
        TRY(put_value(p, table, at + (uint32_t)i * bytes, bytes, type.kind));
    }
    return ptx_next(p);
}

/* Adds a variable of which only the name is read; its uses are errors. */
static enum st_code take_opaque(struct ptx_parser *p, struct slice name)
{
    TRY(PTX_ROOM(p, variables));
    p->variables[p->n_variables++] = (struct ptx_variable){.name = name, .space = PTX_OPAQUE};
    while (!ptx_at(p, ";")) {
        if (p->tok.kind == PTX_END)
            return ptx_expected(p, "';'");
        TRY(ptx_next(p));
    }
    return ptx_next(p);
}

/* Skips `.attribute(.managed)`, which has no meaning with one memory. */
static enum st_code skip_attribute(struct ptx_parser *p)
{
    if (!ptx_at(p, ".attribute"))
        return ST_OK;
    while (!ptx_at(p, ")")) {
        if (p->tok.kind == PTX_END)
            return ptx_expected(p, "')'");
        TRY(ptx_next(p));
    }
    return ptx_next(p);
}

/* Reads a table behind .global or .const. */
static enum st_code take_table(struct ptx_parser *p, bool is_extern)
{
    uint32_t align, offset, line = p->tok.line;
    uint64_t count = 1;
    struct ptx_type type = {0};
    struct slice name = {0};
    bool opaque = ptx_at(p, ".texref") || ptx_at(p, ".surfref") || ptx_at(p, ".samplerref");
    if (opaque)
        TRY(ptx_next(p));
    TRY(skip_attribute(p));
    TRY(ptx_take_align(p, &align));
    if (!opaque)
        TRY(ptx_take_type(p, &type));
    TRY(ptx_take_name(p, &name));
    if (p->kernels && (opaque || is_extern))
        return take_opaque(p, name);
    bool array = ptx_at(p, "[");
    if (array) {
        TRY(ptx_next(p));
        TRY(ptx_take_integer(p, 1, PROGRAM_MOST_DATA, &count));
        TRY(ptx_take(p, "]"));
    }
    if (is_extern || type.bits < 8)
        return ptx_fail(p, line, "table %.*s is %s; expected a definition of 8 bits or more",
                        (int)name.n, name.text, is_extern ? "extern" : "of predicates");
    if (ptx_find_variable(p, name))
        return ptx_fail(p, line, "table %.*s is defined twice", (int)name.n, name.text);
    if (p->n_variables >= MOST_VARIABLES)
        return ptx_fail(p, line, "too many tables; at most %d are allowed", MOST_VARIABLES);
    if (align < type.bits / 8u)
        align = type.bits / 8u;
    TRY(program_add_data(p->builder, count * (type.bits / 8u), align, line, &offset, p->st));
    TRY(PTX_ROOM(p, variables));
    p->variables[p->n_variables++] = (struct ptx_variable){.name = name, .offset = offset};
    if (ptx_at(p, "=")) {
        TRY(ptx_next(p));
        TRY(put_values(p, name, offset, count, array, type));
    }
    return ptx_take(p, ";");
}

static enum st_code take_address_size(struct ptx_parser *p)
{
    uint64_t bits = 0;
    TRY(ptx_next(p));
    uint32_t line = p->tok.line;
    TRY(ptx_take_integer(p, 0, 1024, &bits));
    if (bits != 64)
        return ptx_fail(p, line, ".address_size %u; expected 64", (unsigned)bits);
    return ST_OK;
}

static enum st_code take_directive(struct ptx_parser *p)
{
    if (ptx_at(p, ".version") || ptx_at(p, ".target") || ptx_at(p, ".file")) {
        ptx_lex_skip_line(&p->lexer);
        return ptx_next(p);
    }
    if (ptx_at(p, ".section")) { /* only for debuggers */
        while (!ptx_at(p, "{")) {
            if (p->tok.kind == PTX_END)
                return ptx_expected(p, "'{'");
            TRY(ptx_next(p));
        }
        bool closed;
        TRY(ptx_lex_skip_block(&p->lexer, &closed, p->st));
        TRY(ptx_next(p));
        return closed ? ST_OK : ptx_expected(p, "'}' at the end of the section");
    }
    if (ptx_at(p, ".address_size"))
        return take_address_size(p);
    struct linkage how = {0};
    while (ptx_at(p, ".visible") || ptx_at(p, ".extern") || ptx_at(p, ".weak") ||
           ptx_at(p, ".common")) {
        how.is_extern |= ptx_at(p, ".extern");
        how.visible |= ptx_at(p, ".visible");
        TRY(ptx_next(p));
    }
    if (ptx_at(p, ".func") || ptx_at(p, ".entry")) {
        how.entry = ptx_at(p, ".entry");
        TRY(ptx_next(p));
        return take_function(p, &how);
    }
    if (ptx_at(p, ".global") || ptx_at(p, ".const")) {
        TRY(ptx_next(p));
        return take_table(p, how.is_extern);
    }
    if (p->kernels && ptx_at(p, ".shared"))
        return ptx_take_shared(p);
    return ptx_expected(p, "a directive of module scope (.func, .entry, .global, .const, ...)");
}

static enum st_code take_module(struct ptx_parser *p)
{
    TRY(ptx_next(p));
    while (p->tok.kind != PTX_END)
        TRY(take_directive(p));
    return ptx_scan(p);
}

/* Parses the bodies of functions that the entry reaches, in the order of the text. */
static enum st_code take_bodies(struct ptx_parser *p)
{
    for (uint32_t i = 0; i < p->n_bodies; i++) {
        const struct ptx_function *f = &p->functions[p->bodies[i]];
        if (!f->reached)
            continue;
        p->function = p->bodies[i];
        p->lexer = f->body;
        p->tok = (struct ptx_token){.kind = PTX_MARK, .text = "{", .n = 1, .line = f->body.line};
        TRY(ptx_body(p));
    }
    return ptx_check_calls(p);
}

static bool may_start(const struct ptx_parser *p, const struct ptx_function *f)
{
    return f->defined && (p->entries ? f->entry : f->visible && !f->called && !f->returns);
}

/* Finds the function to start: that named `entry`; if NULL, the module's only .entry or, in a
 * module without one, its only visible function that is never called, which is clang's output for
 * C. */
static enum st_code find_entry(struct ptx_parser *p, const char *entry, struct ptx_function **out)
{
    struct ptx_function *found = NULL;
    for (uint32_t i = 0; i < p->n_functions; i++) {
        struct ptx_function *f = &p->functions[i];
        if (entry ? !f->defined || !slice_is(f->name, entry) : !may_start(p, f))
            continue;
        if (found)
            return ptx_fail(p, f->line,
                            "%.*s is a second kernel beside %.*s; name the one to run (--entry)",
                            SLICE_SHOW(f->name), SLICE_SHOW(found->name));
        found = f;
    }
    if (!found)
        return ptx_fail(p, 0, "no kernel%s%s is defined; expected an .entry or a visible function",
                        entry ? " " : "", entry ? entry : "");
    *out = found;
    return ST_OK;
}

/* Copies the description of the launch's parameters to the program. */
static enum st_code keep_params(const struct ptx_parser *p, const struct ptx_function *f)
{
    struct program *program = p->builder->p;
    if (!f->n_params)
        return ST_OK;
    TRY(mem_make(&program->params, f->n_params, sizeof *program->params, p->lexer.name, p->st));
    program->n_params = f->n_params;
    for (uint32_t i = 0; i < f->n_params; i++) {
        const struct ptx_param *param = &p->params[f->first_param + i];
        program->params[i] = (struct program_param){param->offset, param->bytes, param->kind};
        program->param_bytes = param->offset + param->bytes;
    }
    return ST_OK;
}

static enum st_code parse_kernel(struct ptx_parser *p, const char *entry, char **name)
{
    struct ptx_function *f = NULL;
    TRY(take_module(p));
    TRY(find_entry(p, entry, &f));
    struct slice kernel = f->name;
    TRY(ptx_reach(p, f));
    TRY(take_bodies(p)); /* this may move the list of functions */
    f = ptx_find_function(p, kernel);
    TRY(keep_params(p, f));
    TRY(mem_make(name, f->name.n + 1, 1, p->lexer.name, p->st));
    memcpy(*name, f->name.text, f->name.n);
    return ST_OK;
}

static enum st_code parse_shader(struct ptx_parser *p)
{
    TRY(take_module(p));
    TRY(ptx_reach(p, NULL));
    return take_bodies(p);
}

static enum st_code parse_module(struct program **out, const char *text, size_t n, const char *name,
                                 bool rewrite, bool kernels, const char *entry, struct status *st)
{
    struct ptx_parser p = {
        .lexer = {.at = text, .end = text + n, .name = name, .line = 1},
        .st = st,
        .kernels = kernels,
        .result_at = ROW_NONE,
    };
    MEM_AUTO char *found = NULL;
    enum st_code result = program_builder_create(&p.builder, name, st);
    if (result == ST_OK) {
        result = kernels ? parse_kernel(&p, entry, &found) : parse_shader(&p);
        if (result == ST_OK && rewrite)
            result = ptxas_rewrite(p.builder, kernels ? found : entry, st);
        if (result == ST_OK)
            result = program_finish(p.builder, kernels ? found : entry, out, st);
        else
            program_builder_free(p.builder);
    }
    MEM_FREE(p.registers, p.slots, p.scopes, p.labels, p.jumps, p.variables, p.functions, p.params,
             p.cells, p.arguments, p.stores, p.call_sites, p.bodies, p.references, p.pointers,
             p.shapes, p.prototypes, p.targets);
    return result;
}

enum st_code ptx_parse(struct program **out, const char *text, size_t n, const char *name,
                       bool rewrite, struct status *st)
{
    return parse_module(out, text, n, name, rewrite, false, "raygen", st);
}

enum st_code ptx_parse_kernel(struct program **out, const char *text, size_t n, const char *name,
                              const char *entry, bool rewrite, struct status *st)
{
    return parse_module(out, text, n, name, rewrite, true, entry, st);
}
