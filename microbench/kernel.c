#include "microbench/kernel.h"

#include "sim/functional/compute/compute.h"
#include "sim/timing/gpu.h"

#include <stdlib.h>
#include <string.h>

enum { PARAM_B = 8 };

static void write_text(FILE *t, const struct bench *b, const struct bench_kernel *k, uint32_t n)
{
    fprintf(t, ".version 6.4\n.target sm_75\n.address_size 64\n"
               ".visible .entry kernel(.param .u64 kernel_0)\n{\n");
    shader_registers(t);
    fprintf(t,
            ".shared .align 16 .b8 shared[%u];\nld.param.u64 %%rd0, [kernel_0];\n"
            "mov.u64 %%rd1, shared;\nmov.u32 %%r0, %%tid.x;\n",
            k->shared_B);
    k->body(t, b, k->what, n);
    shader_end(t);
}

static enum st_code launch(const struct bench *b, const struct bench_kernel *k,
                           struct compute_program *program, struct compute_memory *memory,
                           struct gpu_counters *out, struct status *st)
{
    const struct compute_buffer *buffer;
    struct kernel *kernel;
    uint8_t params[PARAM_B];
    TRY(compute_memory_add(memory, k->bytes, &buffer, st));
    memcpy(params, &buffer->addr, sizeof params);
    if (k->fill)
        k->fill(b, buffer->addr, buffer->host);
    const struct compute_launch shape = {.grid = {k->ctas, 1, 1},
                                         .block = {k->threads, 1, 1},
                                         .params = params,
                                         .param_bytes = sizeof params};
    TRY(compute_kernel(&kernel, program, memory, &shape, st));
    enum st_code code = gpu_simulate(b->gpu, kernel, NULL, out, st);
    kernel->ops->free(kernel);
    return code;
}

enum st_code bench_kernel_run(const struct bench *b, const struct bench_kernel *k, uint32_t n,
                              struct gpu_counters *out, struct status *st)
{
    struct compute_program *program = NULL;
    struct compute_memory memory = {.n = 0};
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return status_no_memory(st, "kernel");
    write_text(f, b, k, n);
    bool whole = !ferror(f);
    whole = fclose(f) == 0 && whole;
    enum st_code code = whole ? ST_OK : status_no_memory(st, "kernel");
    if (code == ST_OK)
        code = compute_program_create(&program, ISA_PTX, "microbench", text, length, NULL, st);
    free(text); /* open_memstream allocated it with malloc */
    if (code == ST_OK)
        code = launch(b, k, program, &memory, out, st);
    compute_program_free(program);
    compute_memory_release(&memory);
    return code;
}

enum st_code bench_kernel_growth(const struct bench *b, const struct bench_kernel *k, uint32_t few,
                                 uint32_t more, struct gpu_counters *out, struct status *st)
{
    struct gpu_counters less;
    TRY(bench_kernel_run(b, k, few, &less, st));
    TRY(bench_kernel_run(b, k, more, out, st));
    bench_subtract(out, &less);
    return ST_OK;
}
