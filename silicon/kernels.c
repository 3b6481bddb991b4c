#include "silicon/kernels.h"

#include "common/auto.h"
#include "common/file.h"
#include "sim/functional/program/program.h"

#include <string.h>

/* Relative error of an approximate function, summed over a kernel: rsqrt.approx of PTX has one of
 * 2^-22.9 (PTX ISA, "rsqrt"). */
#define APPROXIMATE 1e-5

/* A kernel's buffers on the GPU, in the order of the workload's. */
struct buffers {
    const struct cuda *cuda;
    cuda_address at[COMPUTE_BUFFERS];
};

static void buffers_free(struct buffers *b)
{
    for (int i = 0; i < COMPUTE_BUFFERS; i++)
        cuda_free(b->cuda, b->at[i]);
}

static enum st_code buffers_make(struct buffers *b, const struct compute_memory *memory,
                                 struct status *st)
{
    for (uint32_t i = 0; i < memory->n; i++)
        TRY(cuda_memory(b->cuda, &b->at[i], memory->buffers[i].host, memory->buffers[i].bytes, st));
    return ST_OK;
}

/* A parameter of 8 bytes that is the address of a buffer becomes that on the GPU. */
static void translate(const struct buffers *b, const struct workload *w, uint8_t *params)
{
    const struct program *p = compute_program_of(w->program);
    for (uint32_t i = 0; i < p->n_params; i++) {
        uint64_t value;
        if (p->params[i].bytes != sizeof value)
            continue;
        memcpy(&value, params + p->params[i].offset, sizeof value);
        for (uint32_t k = 0; k < w->memory.n; k++)
            if (value == w->memory.buffers[k].addr)
                memcpy(params + p->params[i].offset, &b->at[k], sizeof value);
    }
}

static enum st_code run_launch(const struct cuda *c, const struct cuda_kernel *kernel,
                               const struct buffers *b, struct workload *w,
                               const struct compute_launch *l, FILE *out, struct status *st)
{
    double ms;
    for (uint32_t i = 0; i < w->memory.n; i++)
        TRY(cuda_fill(c, b->at[i], w->memory.buffers[i].host, w->memory.buffers[i].bytes, st));
    translate(b, w, w->params);
    const struct cuda_launch launch = {.grid = {l->grid[0], l->grid[1], l->grid[2]},
                                       .block = {l->block[0], l->block[1], l->block[2]},
                                       .params = w->params,
                                       .param_bytes = l->param_bytes};
    TRY(cuda_run(c, kernel, &launch, 1, &ms, st));
    for (uint32_t i = 0; i < w->memory.n; i++)
        TRY(cuda_fetch(c, w->memory.buffers[i].host, b->at[i], w->memory.buffers[i].bytes, st));
    fprintf(out, "launch,%s,%u,%u,%ux%ux%u,%ux%ux%u,%.3f\n", w->kernel->name, w->size,
            w->launches - 1, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
            l->block[2], 1000 * ms);
    return ST_OK;
}

static enum st_code run_all(const struct cuda *c, const struct cuda_kernel *kernel,
                            struct workload *w, FILE *out, struct status *st)
{
    struct compute_launch launch;
    bool more;
    struct buffers b AUTO(buffers_free) = {.cuda = c};
    TRY(buffers_make(&b, &w->memory, st));
    for (;;) {
        TRY(workload_next(w, &launch, &more, st));
        if (!more)
            break;
        TRY(run_launch(c, kernel, &b, w, &launch, out, st));
    }
    TRY(workload_check(w, st));
    fprintf(out, "check,%s,%u,right\n", w->kernel->name, w->size);
    return ST_OK;
}

static enum st_code compile(const struct cuda *c, struct cuda_kernel *out, struct workload *w,
                            struct status *st)
{
    char name[64];
    size_t n;
    MEM_AUTO unsigned char *text = NULL;
    snprintf(name, sizeof name, "sim/kernels/%s.ptx", w->kernel->name);
    MEM_AUTO char *path = file_find_data(name);
    if (!path)
        return status_fail(st, ST_FAILED, "%s: not found where the program's data is", name);
    TRY(file_read(path, &text, &n, st));
    if (strstr((const char *)text, ".approx"))
        w->tolerance = APPROXIMATE;
    return cuda_compile(c, out, path, (const char *)text, w->kernel->name, st);
}

enum st_code kernels_run(const struct cuda *c, const struct workload_kernel *kernel, uint32_t size,
                         FILE *out, struct status *st)
{
    struct workload w AUTO(workload_close) = {0};
    struct cuda_kernel compiled = {0};
    TRY(workload_open(&w, kernel, ISA_PTX, size, 1, st));
    enum st_code code = compile(c, &compiled, &w, st);
    if (code == ST_OK)
        code = run_all(c, &compiled, &w, out, st);
    cuda_release(c, &compiled);
    return code;
}
