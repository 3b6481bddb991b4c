#include "sim/workload/user_program.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/program/program.h"
#include "sim/workload/argument.h"
#include "sim/workload/compile.h"

#include <stdio.h>
#include <string.h>

static bool ends_in(const char *text, const char *ending)
{
    size_t n = strlen(text), e = strlen(ending);
    return n > e && strcmp(text + n - e, ending) == 0;
}

bool user_program_is(const char *operand)
{
    return ends_in(operand, ".ptx") || ends_in(operand, ".s") || ends_in(operand, ".c");
}

/* Compiles and loads C. Line numbers in messages are those of the PTX. */
static enum st_code load_c(struct workload *w, const struct user_program *p, struct status *st)
{
    static const char format[] = "PTX of %s";
    MEM_AUTO char *ptx = NULL;
    MEM_AUTO char *name = NULL;
    size_t n, room = sizeof format + strlen(p->path);
    TRY(compile_kernel(p->path, &ptx, &n, st));
    TRY(mem_make(&name, room, 1, p->path, st));
    snprintf(name, room, format, p->path);
    return workload_program(w, p->isa, name, ptx, n, p->entry, st);
}

/* Loads the program. The file is read even if clang compiles it, so that it is recorded
 * (common/inputs.h). */
static enum st_code load(struct workload *w, const struct user_program *p, struct status *st)
{
    MEM_AUTO unsigned char *text = NULL;
    size_t n;
    bool machine_code = ends_in(p->path, ".s");
    if (p->isa == ISA_RDNA2 && ends_in(p->path, ".c"))
        return status_fail(st, ST_USAGE,
                           "%s with --isa rdna2: C is compiled to PTX alone; expected a file that "
                           "ends in .s, which clang makes of it as docs/reference/rdna2.md shows",
                           p->path);
    if (machine_code != (p->isa == ISA_RDNA2))
        return status_fail(st, ST_USAGE, "%s with --isa %s; expected a file that ends in %s",
                           p->path, isa_names[p->isa], p->isa == ISA_RDNA2 ? ".s" : ".ptx or .c");
    TRY(file_read(p->path, &text, &n, st));
    return ends_in(p->path, ".c")
               ? load_c(w, p, st)
               : workload_program(w, p->isa, p->path, (const char *)text, n, p->entry, st);
}

/* Fails with the list of parameters: "u64, b32, f32". */
static enum st_code wrong_number(const struct program *program, uint32_t n, struct status *st)
{
    char all[256] = "", one[ARGUMENT_TEXT];
    for (uint32_t i = 0, used = 0; i < program->n_params && used < sizeof all; i++) {
        argument_describe(&program->params[i], one);
        used += (uint32_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : ": ", one);
    }
    return status_fail(
        st, ST_USAGE,
        "%s: %u arguments (--param); the kernel has %u%s; --param u32:4 is a number of "
        "32 bits, --param f32x64:zeros the address of a buffer",
        program->name, n, program->n_params, all);
}

static enum st_code add_buffer(struct workload *w, const struct argument *p, const char *text,
                               uint32_t number, uint64_t *addr, struct status *st)
{
    struct status why;
    const struct compute_buffer *b;
    uint64_t bytes = p->n <= UINT64_MAX / p->bytes ? p->n * p->bytes : UINT64_MAX;
    enum st_code code = compute_memory_add(&w->memory, bytes, &b, &why);
    if (code != ST_OK)
        return status_fail(st, code, "--param %u is '%s': %s", number, text, why.text);
    *addr = b->addr;
    return argument_fill(p, number, w->seed, b->host, st);
}

static enum st_code set_param(struct workload *w, const char *text, uint32_t number,
                              struct status *st)
{
    const struct program *program = compute_program_of(w->program);
    const struct program_param *wanted = &program->params[number - 1];
    AUTO(argument_release) struct argument p = {0};
    uint64_t bits;
    TRY(argument_parse(&p, text, number, st));
    TRY(argument_check(&p, text, number, wanted, program->name, st));
    if (wanted->kind == 'a')
        return argument_fill(&p, number, w->seed, w->params + wanted->offset, st);
    bits = p.value;
    if (p.n)
        TRY(add_buffer(w, &p, text, number, &bits, st));
    memcpy(w->params + wanted->offset, &bits, wanted->bytes);
    return ST_OK;
}

static enum st_code prepare(struct workload *w, const struct user_program *p, struct status *st)
{
    TRY(load(w, p, st));
    const struct program *program = compute_program_of(w->program);
    if (program->n_params != p->n_params)
        return wrong_number(program, p->n_params, st);
    for (uint32_t i = 0; i < p->n_params; i++)
        TRY(set_param(w, p->params[i], i + 1, st));
    if (p->shared_bytes && p->isa == ISA_RDNA2)
        return status_fail(st, ST_USAGE,
                           "--shared with --isa rdna2; machine code says itself how much it has");
    w->shared_bytes = p->shared_bytes;
    memcpy(w->grid, p->grid, sizeof w->grid);
    memcpy(w->block, p->block, sizeof w->block);
    return ST_OK;
}

enum st_code user_program_open(struct workload *out, const struct user_program *p,
                               struct status *st)
{
    *out = (struct workload){.seed = p->seed};
    enum st_code code = prepare(out, p, st);
    if (code != ST_OK)
        workload_close(out);
    return code;
}

enum st_code user_program_write(const struct workload *w, const struct user_program *p,
                                struct status *st)
{
    for (uint32_t i = 0, buffer = 0; i < p->n_params; i++) {
        AUTO(argument_release) struct argument param = {0};
        TRY(argument_parse(&param, p->params[i], i + 1, st));
        const struct compute_buffer *b = &w->memory.buffers[buffer];
        bool by_value = compute_program_of(w->program)->params[i].kind == 'a';
        if (param.out)
            TRY(file_write(param.out, b->host, b->bytes, st));
        buffer += param.n > 0 && !by_value;
    }
    return ST_OK;
}
