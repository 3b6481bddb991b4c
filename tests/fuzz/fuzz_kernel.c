/* Compute kernels, as they are and rewritten as ptxas does: one that is read is also launched, with
 * every parameter of 8 bytes the address of a buffer and all others zero, for a while. */
#include "tests/fuzz/isas.h"
#include "tests/fuzz/words_ptx.h"

#include "sim/functional/compute/compute.h"
#include "sim/functional/program/program.h"

#include <string.h>

enum { BYTES = 4096, PARAMS = 1024, STEPS = 2000 };

static enum st_code launch(struct compute_program *program, struct compute_memory *memory,
                           const struct compute_buffer *buffer, struct status *st)
{
    const struct program *p = compute_program_of(program);
    uint8_t params[PARAMS] = {0};
    struct kernel *kernel;
    if (p->param_bytes > sizeof params)
        return status_fail(st, ST_FAILED, "%u bytes of parameters", p->param_bytes);
    for (uint32_t i = 0; i < p->n_params; i++)
        if (p->params[i].bytes == sizeof buffer->addr)
            memcpy(params + p->params[i].offset, &buffer->addr, sizeof buffer->addr);
    const struct compute_launch how = {.grid = {2, 1, 1},
                                       .block = {40, 1, 1},
                                       .params = params,
                                       .param_bytes = p->param_bytes,
                                       .shared_bytes = 64,
                                       .step_budget = STEPS};
    TRY(compute_kernel(&kernel, program, memory, &how, st));
    enum st_code code = compute_run(kernel, st);
    kernel->ops->free(kernel);
    return code;
}

static enum st_code run(enum isa isa, const char *text, size_t n, struct status *st)
{
    struct compute_program *program;
    struct compute_memory memory = {.n = 0};
    const struct compute_buffer *buffer;
    TRY(compute_program_create(&program, isa, "fuzz.ptx", text, n, NULL, st));
    enum st_code code = compute_memory_add(&memory, BYTES, &buffer, st);
    if (code == ST_OK)
        code = launch(program, &memory, buffer, st);
    compute_memory_release(&memory);
    compute_program_free(program);
    return code;
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_isas(run, bytes, n, st);
}
