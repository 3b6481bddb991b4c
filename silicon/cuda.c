#include "silicon/cuda.h"

#include "common/auto.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { SUCCESS = 0, OUT_OF_MEMORY = 2, NO_DEVICE = 100, ATTRIBUTE_L1 = 9, LOG_BYTES = 8192 };

/* The calls of the driver, X(name, name in the library, parameters); each returns 0 or an error. */
#define CALLS(X)                                                                                   \
    X(init, "cuInit", (unsigned flags))                                                            \
    X(error_text, "cuGetErrorString", (int error, const char **out))                               \
    X(version, "cuDriverGetVersion", (int *out))                                                   \
    X(count, "cuDeviceGetCount", (int *out))                                                       \
    X(device, "cuDeviceGet", (int *out, int nth))                                                  \
    X(name, "cuDeviceGetName", (char *out, int n, int device))                                     \
    X(attribute, "cuDeviceGetAttribute", (int *out, int attribute, int device))                    \
    X(retain, "cuDevicePrimaryCtxRetain", (void **out, int device))                                \
    X(release, "cuDevicePrimaryCtxRelease_v2", (int device))                                       \
    X(use, "cuCtxSetCurrent", (void *context))                                                     \
    X(wait, "cuCtxSynchronize", (void))                                                            \
    X(memory, "cuMemGetInfo_v2", (size_t * unused, size_t * all))                                  \
    X(alloc, "cuMemAlloc_v2", (cuda_address * out, size_t n))                                      \
    X(free, "cuMemFree_v2", (cuda_address at))                                                     \
    X(to_device, "cuMemcpyHtoD_v2", (cuda_address to, const void *from, size_t n))                 \
    X(to_host, "cuMemcpyDtoH_v2", (void *to, cuda_address from, size_t n))                         \
    X(clear, "cuMemsetD8_v2", (cuda_address at, unsigned char byte, size_t n))                     \
    X(load, "cuModuleLoadDataEx",                                                                  \
      (void **out, const void *image, unsigned n, int *options, void **values))                    \
    X(unload, "cuModuleUnload", (void *module))                                                    \
    X(function, "cuModuleGetFunction", (void **out, void *module, const char *name))               \
    X(prefer, "cuFuncSetAttribute", (void *function, int attribute, int value))                    \
    X(launch, "cuLaunchKernel",                                                                    \
      (void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,            \
       unsigned bz, unsigned shared_B, void *stream, void **params, void **extra))                 \
    X(event, "cuEventCreate", (void **out, unsigned flags))                                        \
    X(event_free, "cuEventDestroy_v2", (void *event))                                              \
    X(record, "cuEventRecord", (void *event, void *stream))                                        \
    X(elapsed, "cuEventElapsedTime", (float *ms, void *begin, void *end))

struct cuda_calls {
#define FIELD(field, symbol, parameters) int(*field) parameters;
    CALLS(FIELD)
#undef FIELD
};

static enum st_code failed(const struct cuda_calls *calls, const char *call, int error,
                           struct status *st)
{
    const char *text = NULL;
    if (error == OUT_OF_MEMORY)
        return status_fail(st, ST_FAILED,
                           "%s: the GPU is out of memory; end other programs that use it", call);
    if (calls->error_text(error, &text) != SUCCESS || !text)
        text = "unknown error";
    return status_fail(st, ST_FAILED, "%s: CUDA error %d: %s", call, error, text);
}

/* Calls a function of the driver and returns its failure. */
#define CALL(c, call, arguments)                                                                   \
    do {                                                                                           \
        int error_ = (c)->calls->call arguments;                                                   \
        if (error_ != SUCCESS)                                                                     \
            return failed((c)->calls, #call, error_, st);                                          \
    } while (0)

/* ---- device ---- */

static enum st_code find_calls(struct cuda *c, struct status *st)
{
    c->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!c->library)
        return status_fail(st, ST_FAILED,
                           "no NVIDIA driver: %s; install one (Debian: nvidia-driver), or run "
                           "where there is a GPU",
                           dlerror());
    void *found;
    TRY(mem_make(&c->calls, 1, sizeof *c->calls, "driver", st));
#define FIND(field, symbol, parameters)                                                            \
    found = dlsym(c->library, symbol);                                                             \
    if (!found)                                                                                    \
        return status_fail(st, ST_FAILED,                                                          \
                           "libcuda.so.1 has no %s; expected a driver of CUDA 11 "                 \
                           "or newer",                                                             \
                           symbol);                                                                \
    memcpy(&c->calls->field, &found, sizeof found);
    CALLS(FIND)
#undef FIND
    return ST_OK;
}

static enum st_code find_device(struct cuda *c, int *device, struct status *st)
{
    int n = 0, error = c->calls->init(0);
    if (error == SUCCESS)
        error = c->calls->count(&n);
    if (error == NO_DEVICE || (error == SUCCESS && n == 0))
        return status_fail(st, ST_FAILED,
                           "the NVIDIA driver finds no GPU; 'nvidia-smi' lists them, "
                           "and CUDA_VISIBLE_DEVICES must not hide them");
    if (error != SUCCESS)
        return failed(c->calls, "cuInit", error, st);
    CALL(c, device, (device, 0));
    return ST_OK;
}

enum st_code cuda_open(struct cuda *c, struct status *st)
{
    int device;
    *c = (struct cuda){0};
    TRY(find_calls(c, st));
    TRY(find_device(c, &device, st));
    CALL(c, version, (&c->driver));
    CALL(c, name, (c->name, sizeof c->name, device));
#define READ(field, number) CALL(c, attribute, (&c->field, number, device));
    CUDA_ATTRIBUTES(READ)
#undef READ
    if (c->major < 7)
        return status_fail(st, ST_FAILED,
                           "%s has compute capability %d.%d; expected 7.0 (Volta) or newer",
                           c->name, c->major, c->minor);
    CALL(c, retain, (&c->context, device));
    CALL(c, use, (c->context));
    CALL(c, memory, (&c->free_B, &c->memory_B));
    return ST_OK;
}

void cuda_close(struct cuda *c)
{
    if (c->context)
        c->calls->release(0);
    mem_free(c->calls);
    *c = (struct cuda){0};
}

/* ---- memory ---- */

enum st_code cuda_fill(const struct cuda *c, cuda_address to, const void *host, size_t n,
                       struct status *st)
{
    CALL(c, to_device, (to, host, n));
    return ST_OK;
}

enum st_code cuda_clear(const struct cuda *c, cuda_address at, size_t n, struct status *st)
{
    CALL(c, clear, (at, 0, n));
    return ST_OK;
}

enum st_code cuda_fetch(const struct cuda *c, void *host, cuda_address from, size_t n,
                        struct status *st)
{
    CALL(c, to_host, (host, from, n));
    return ST_OK;
}

enum st_code cuda_memory(const struct cuda *c, cuda_address *out, const void *host, size_t n,
                         struct status *st)
{
    *out = 0;
    CALL(c, alloc, (out, n));
    TRY_ELSE(host ? cuda_fill(c, *out, host, n, st) : cuda_clear(c, *out, n, st), {
        cuda_free(c, *out);
        *out = 0;
    });
    return ST_OK;
}

void cuda_free(const struct cuda *c, cuda_address at)
{
    if (at)
        c->calls->free(at);
}

/* ---- kernels ---- */

/* The PTX with `to` in place of the first `from`; unchanged where that is not in it. */
static enum st_code replace(char **out, const char *ptx, const char *from, const char *to,
                            struct status *st)
{
    const char *at = strstr(ptx, from);
    size_t before = at ? (size_t)(at - ptx) : 0, n = strlen(ptx) + strlen(to) + 1;
    if (!at)
        return mem_copy_text(out, ptx, "PTX", st);
    TRY(mem_make(out, n, 1, "PTX", st));
    snprintf(*out, n, "%.*s%s%s", (int)before, ptx, to, at + strlen(from));
    return ST_OK;
}

/* The first line of the driver's log that is an error. */
static const char *complaint(char *log)
{
    char *at = strstr(log, "error");
    at = at ? at : log;
    at[strcspn(at, "\n")] = 0;
    return *at ? at : "the driver gives no reason";
}

enum st_code cuda_compile(const struct cuda *c, struct cuda_kernel *out, const char *file,
                          const char *ptx, const char *name, struct status *st)
{
    MEM_AUTO char *entry = NULL, *text = NULL;
    char target[32], log[LOG_BYTES] = "";
    int options[] = {5, 6}; /* buffer of the error log, and its size */
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    *out = (struct cuda_kernel){0};
    int version = c->major * 10 + c->minor;
    snprintf(target, sizeof target, ".target sm_%d", version < 75 ? version : 75);
    TRY(replace(&entry, ptx, ".visible .func ", ".visible .entry ", st));
    TRY(replace(&text, entry, ".target sm_75", target, st));
    int error = c->calls->load(&out->module, text, 2, options, values);
    if (error != SUCCESS && *log)
        return status_fail(st, ST_FAILED, "%s: the driver refuses the PTX: %s", file,
                           complaint(log));
    if (error == SUCCESS)
        error = c->calls->function(&out->function, out->module, name);
    return error == SUCCESS ? ST_OK : failed(c->calls, file, error, st);
}

void cuda_release(const struct cuda *c, struct cuda_kernel *kernel)
{
    if (kernel->module)
        c->calls->unload(kernel->module);
    *kernel = (struct cuda_kernel){0};
}

enum st_code cuda_prefer_l1(const struct cuda *c, const struct cuda_kernel *kernel,
                            struct status *st)
{
    CALL(c, prefer, (kernel->function, ATTRIBUTE_L1, 0));
    return ST_OK;
}

static enum st_code launch_all(const struct cuda *c, const struct cuda_kernel *kernel,
                               const struct cuda_launch *l, uint32_t times, struct status *st)
{
    size_t bytes = l->param_bytes;
    void *extra[] = {(void *)1, l->params, (void *)2, &bytes, NULL}; /* pointer, size, end */
    for (uint32_t i = 0; i < times; i++)
        CALL(c, launch,
             (kernel->function, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
              l->block[2], 0, NULL, NULL, extra));
    return ST_OK;
}

static enum st_code measure(const struct cuda *c, const struct cuda_kernel *kernel,
                            const struct cuda_launch *launch, uint32_t times, void *event[2],
                            double *ms, struct status *st)
{
    float time = 0;
    CALL(c, event, (&event[0], 0));
    CALL(c, event, (&event[1], 0));
    CALL(c, record, (event[0], NULL));
    TRY(launch_all(c, kernel, launch, times, st));
    CALL(c, record, (event[1], NULL));
    CALL(c, wait, ());
    CALL(c, elapsed, (&time, event[0], event[1]));
    *ms = (double)time;
    return ST_OK;
}

enum st_code cuda_run(const struct cuda *c, const struct cuda_kernel *kernel,
                      const struct cuda_launch *launch, uint32_t times, double *ms,
                      struct status *st)
{
    void *event[2] = {NULL, NULL};
    enum st_code code = measure(c, kernel, launch, times, event, ms, st);
    for (int i = 0; i < 2; i++)
        if (event[i])
            c->calls->event_free(event[i]);
    return code;
}
