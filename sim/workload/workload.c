#include "sim/workload/workload.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "sim/functional/program/program.h"
#include "sim/workload/workload_kernel.h"

#include <stdio.h>
#include <string.h>

const struct workload_kernel workload_kernels[] = {
#define WORKLOAD_ROW(name, unit, least, initial, most, stresses, summary)                          \
    {#name, unit, least, initial, most, stresses, summary, &name##_workload},
    WORKLOADS(WORKLOAD_ROW)
#undef WORKLOAD_ROW
};
const size_t n_workload_kernels = sizeof workload_kernels / sizeof *workload_kernels;

const struct workload_kernel *workload_find(const char *name)
{
    for (size_t i = 0; i < n_workload_kernels; i++)
        if (strcmp(workload_kernels[i].name, name) == 0)
            return &workload_kernels[i];
    return NULL;
}

const char *workload_nearest(const char *name)
{
    struct suggestion near = {0};
    for (size_t i = 0; i < n_workload_kernels; i++)
        suggest_consider(&near, name, workload_kernels[i].name);
    return near.best;
}

/* ---- opening ---- */

enum st_code workload_program(struct workload *w, enum isa isa, const char *name, const char *text,
                              size_t n, const char *entry, struct status *st)
{
    TRY(compute_program_create(&w->program, isa, name, text, n, entry, st));
    const struct program *p = compute_program_of(w->program);
    if (p->param_bytes > sizeof w->params)
        return status_fail_at(st, ST_FAILED, name, 0, "%u bytes of parameters; expected at most %d",
                              p->param_bytes, WORKLOAD_PARAM_BYTES);
    hash_bytes(text, n, w->hash);
    return ST_OK;
}

static enum st_code load(struct workload *w, enum isa isa, struct status *st)
{
    static const char *const endings[ISAS] = {"ptx", "rdna2.s", "ptx"};
    char name[64];
    MEM_AUTO unsigned char *text = NULL;
    size_t n;
    snprintf(name, sizeof name, "sim/kernels/%s.%s", w->kernel->name, endings[isa]);
    MEM_AUTO char *path = file_find_data(name);
    if (!path)
        return status_fail(st, ST_FAILED, "%s: not found where the program's data is", name);
    TRY(file_read(path, &text, &n, st));
    return workload_program(w, isa, path, (const char *)text, n, NULL, st);
}

enum st_code workload_check_size(const struct workload_kernel *kernel, uint32_t size,
                                 struct status *st)
{
    if (!size || (size >= kernel->least && size <= kernel->most))
        return ST_OK;
    return status_fail(st, ST_USAGE, "%s of size %u; expected %u to %u %s", kernel->name, size,
                       kernel->least, kernel->most, kernel->unit);
}

enum st_code workload_open(struct workload *out, const struct workload_kernel *kernel, enum isa isa,
                           uint32_t size, uint64_t seed, struct status *st)
{
    *out = (struct workload){.kernel = kernel, .size = size ? size : kernel->initial, .seed = seed};
    TRY(workload_check_size(kernel, size, st));
    enum st_code code = load(out, isa, st);
    if (code == ST_OK)
        code = kernel->ops->prepare(out, st);
    if (code != ST_OK)
        workload_close(out);
    return code;
}

void workload_close(struct workload *w)
{
    compute_program_free(w->program);
    compute_memory_release(&w->memory);
    w->program = NULL;
}

/* ---- launches ---- */

/* Sets up the next launch. A user's own kernel has one, with its parameters already set. */
static enum st_code shape_next(struct workload *w, bool *more, struct status *st)
{
    if (w->kernel)
        return w->kernel->ops->next(w, more, st);
    *more = w->launches == 0;
    return ST_OK;
}

enum st_code workload_next(struct workload *w, struct compute_launch *out, bool *more,
                           struct status *st)
{
    *more = false;
    TRY(shape_next(w, more, st));
    if (!*more)
        return ST_OK;
    *out = (struct compute_launch){.params = w->params,
                                   .param_bytes = compute_program_of(w->program)->param_bytes,
                                   .shared_bytes = w->shared_bytes,
                                   .step_budget = w->step_budget};
    memcpy(out->grid, w->grid, sizeof w->grid);
    memcpy(out->block, w->block, sizeof w->block);
    w->launches++;
    return ST_OK;
}

/* ---- results ---- */

enum st_code workload_check(struct workload *w, struct status *st)
{
    w->compared = 0;
    return w->kernel ? w->kernel->ops->check(w, st) : ST_OK;
}
