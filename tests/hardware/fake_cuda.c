/* libcuda.so.1 without a GPU: memory lies on the host, launches run in the cycle model, and their
 * time is the model's. The measurements can thus be held against the configuration that they were
 * made on.
 *
 *     DIORAMA_FAKE_GPU    the GPU (as --gpu)
 *     DIORAMA_FAKE_TEXTS  a folder that keeps the text of every kernel, as 0.ptx, 1.ptx, ...
 *     DIORAMA_FAKE_FAILS  a call that fails and its error, such as "cuMemAlloc_v2 2"
 *
 * A kernel that reads the clock runs twice: in the cycle model, where both readings are 0, and
 * without timing, where the second reading is the number of cycles that the first run took. */
#include "common/auto.h"
#include "common/file.h"
#include "sim/config/load/load.h"
#include "sim/functional/compute/compute.h"
#include "sim/functional/program/program.h"
#include "sim/timing/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK      "%clock64"
#define MEMORY     ((size_t)32 << 20)
#define MOST_STEPS (UINT64_C(1) << 40)

enum { OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, INVALID_PTX = 218, LAUNCH_FAILED = 719 };

static struct {
    struct gpu_config gpu;
    struct compute_memory memory;
    uint32_t texts;  /* kernels compiled so far */
    uint32_t in_use; /* buffers that are not freed */
    double ms;       /* the time of all launches so far */
} fake;

struct module {
    char *text, *name;
};
struct event {
    double ms;
};

/* The error that a test wants of a call. */
static int wanted(const char *call)
{
    const char *fails = getenv("DIORAMA_FAKE_FAILS");
    size_t n = strlen(call);
    return fails && strncmp(fails, call, n) == 0 && fails[n] == ' '
               ? (int)strtol(fails + n, NULL, 10)
               : OK;
}
#define MAY_FAIL()                                                                                 \
    do {                                                                                           \
        int wanted_ = wanted(__func__);                                                            \
        if (wanted_)                                                                               \
            return wanted_;                                                                        \
    } while (0)

/* ---- device ---- */

int cuInit(unsigned flags);
int cuInit(unsigned flags)
{
    struct status st;
    const char *gpu = getenv("DIORAMA_FAKE_GPU");
    MAY_FAIL();
    (void)flags;
    if (gpu_config_load(&fake.gpu, gpu ? gpu : "h100", &st) == ST_OK)
        return OK;
    fprintf(stderr, "fake_cuda: %s\n", st.text);
    return INVALID_VALUE;
}

int cuGetErrorString(int error, const char **out);
int cuGetErrorString(int error, const char **out)
{
    (void)error;
    *out = "as the test wants";
    return OK;
}

int cuDriverGetVersion(int *out);
int cuDriverGetVersion(int *out)
{
    *out = 12000;
    return OK;
}

int cuDeviceGetCount(int *out);
int cuDeviceGetCount(int *out)
{
    MAY_FAIL();
    *out = 1;
    return OK;
}

int cuDeviceGet(int *out, int nth);
int cuDeviceGet(int *out, int nth)
{
    *out = nth;
    return OK;
}

int cuDeviceGetName(char *out, int n, int device);
int cuDeviceGetName(char *out, int n, int device)
{
    (void)device;
    snprintf(out, (size_t)n, "Fake GPU");
    return OK;
}

int cuDeviceGetAttribute(int *out, int attribute, int device);
int cuDeviceGetAttribute(int *out, int attribute, int device)
{
    const struct gpu_config *g = &fake.gpu;
    (void)device;
    const struct {
        int attribute;
        double value;
    } values[] = {
        {13, 1000 * g->machine.core_MHz},
        {16, g->machine.sms},
        {36, 1000 * g->machine.dram_MHz * g->dram.transfers_per_cycle / 2},
        {37, 8.0 * g->dram.bus_B * g->machine.memory_partitions},
        {38, 128.0 * g->machine.memory_partitions * g->l2.slices * g->l2.sets * g->l2.ways},
        {39, g->sm.threads},
        {75, getenv("DIORAMA_FAKE_OLD") ? 6 : 9},
        {76, 0},
        {81, g->sm.shared_B},
        {82, g->sm.registers},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].attribute == attribute) {
            *out = (int)values[i].value;
            return OK;
        }
    return INVALID_VALUE;
}

int cuDevicePrimaryCtxRetain(void **out, int device);
int cuDevicePrimaryCtxRetain(void **out, int device)
{
    (void)device;
    *out = &fake;
    return OK;
}

int cuDevicePrimaryCtxRelease_v2(int device);
int cuDevicePrimaryCtxRelease_v2(int device)
{
    (void)device;
    compute_memory_release(&fake.memory);
    return OK;
}

int cuCtxSetCurrent(void *context);
int cuCtxSetCurrent(void *context)
{
    (void)context;
    return OK;
}

int cuCtxSynchronize(void);
int cuCtxSynchronize(void)
{
    return OK;
}

/* ---- memory ---- */

int cuMemGetInfo_v2(size_t *unused, size_t *all);
int cuMemGetInfo_v2(size_t *unused, size_t *all)
{
    *unused = *all = MEMORY;
    return OK;
}

int cuMemAlloc_v2(unsigned long long *out, size_t n);
int cuMemAlloc_v2(unsigned long long *out, size_t n)
{
    struct status st;
    const struct compute_buffer *b;
    MAY_FAIL();
    if (compute_memory_add(&fake.memory, n, &b, &st) != ST_OK)
        return OUT_OF_MEMORY;
    fake.in_use++;
    *out = b->addr;
    return OK;
}

/* The buffer that begins at the address is freed; its room returns with the last but one, as the
 * results' buffer of the micro-benchmarks stays. */
int cuMemFree_v2(unsigned long long at);
int cuMemFree_v2(unsigned long long at)
{
    struct compute_memory *m = &fake.memory;
    fake.in_use--;
    while (m->n && m->n > fake.in_use && m->buffers[m->n - 1].addr >= at) {
        m->n--;
        m->end = m->buffers[m->n].addr;
        mem_free(m->buffers[m->n].host);
    }
    return OK;
}

/* The host's address of n bytes of a buffer; NULL: they are in none. */
static uint8_t *host_of(unsigned long long at, size_t n)
{
    for (uint32_t i = 0; i < fake.memory.n; i++) {
        const struct compute_buffer *b = &fake.memory.buffers[i];
        if (at >= b->addr && at - b->addr <= b->bytes && n <= b->bytes - (at - b->addr))
            return b->host + (at - b->addr);
    }
    return NULL;
}

int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t n);
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t n)
{
    uint8_t *host = host_of(to, n);
    if (host)
        memcpy(host, from, n);
    return host ? OK : INVALID_VALUE;
}

int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t n);
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t n)
{
    const uint8_t *host = host_of(from, n);
    if (host)
        memcpy(to, host, n);
    return host ? OK : INVALID_VALUE;
}

int cuMemsetD8_v2(unsigned long long at, unsigned char byte, size_t n);
int cuMemsetD8_v2(unsigned long long at, unsigned char byte, size_t n)
{
    uint8_t *host = host_of(at, n);
    if (host)
        memset(host, byte, n);
    return host ? OK : INVALID_VALUE;
}

/* ---- kernels ---- */

static void keep_text(const char *text)
{
    char path[256];
    struct status st;
    const char *folder = getenv("DIORAMA_FAKE_TEXTS");
    snprintf(path, sizeof path, "%s/%u.ptx", folder ? folder : "", fake.texts++);
    if (folder && file_write(path, text, strlen(text), &st) != ST_OK)
        fprintf(stderr, "fake_cuda: %s\n", st.text);
}

int cuModuleLoadDataEx(void **out, const void *image, unsigned n, int *options, void **values);
int cuModuleLoadDataEx(void **out, const void *image, unsigned n, int *options, void **values)
{
    struct module *m = mem_calloc(1, sizeof *m);
    if (wanted(__func__) == INVALID_PTX && n == 2 && options[0] == 5)
        snprintf(values[0], (size_t)values[1],
                 "ptxas application ptx input, line 7; error   : "
                 "Unknown symbol 'x'\nptxas fatal   : Ptx assembly "
                 "aborted due to errors");
    MAY_FAIL();
    keep_text(image);
    if (m)
        m->text = mem_strdup(image);
    *out = m;
    return m && m->text ? OK : OUT_OF_MEMORY;
}

int cuModuleUnload(void *module);
int cuModuleUnload(void *module)
{
    struct module *m = module;
    MEM_FREE(m->text, m->name, m);
    return OK;
}

int cuModuleGetFunction(void **out, void *module, const char *name);
int cuModuleGetFunction(void **out, void *module, const char *name)
{
    struct module *m = module;
    m->name = mem_strdup(name);
    *out = m;
    return m->name ? OK : OUT_OF_MEMORY;
}

int cuFuncSetAttribute(void *function, int attribute, int value);
int cuFuncSetAttribute(void *function, int attribute, int value)
{
    (void)function, (void)attribute, (void)value;
    return OK;
}

/* The text with the readings of the clock replaced: the first by 0, the second by `second`. */
static char *without_clock(const char *text, uint64_t second)
{
    size_t room = strlen(text) + 64;
    char *out = mem_calloc(room, 1), *to = out;
    uint64_t reading = 0;
    for (const char *at = text, *clock; out; at = clock + strlen(CLOCK)) {
        clock = strstr(at, CLOCK);
        if (!clock) {
            memcpy(to, at, strlen(at));
            return out;
        }
        memcpy(to, at, (size_t)(clock - at));
        to += clock - at;
        to += snprintf(to, room - (size_t)(to - out), "%llu", (unsigned long long)reading);
        reading = second;
    }
    return out;
}

/* Runs a launch in the cycle model, or where `cycles` is NULL without timing. */
static enum st_code run(const char *text, const char *name, struct compute_memory *memory,
                        const struct compute_launch *launch, uint64_t *cycles, struct status *st)
{
    struct compute_program *program;
    struct kernel *kernel;
    struct gpu_counters counters = {0};
    TRY(compute_program_create(&program, ISA_PTXAS, name, text, strlen(text), name, st));
    enum st_code code = compute_kernel(&kernel, program, memory, launch, st);
    if (code == ST_OK) {
        code = cycles ? gpu_simulate(&fake.gpu, kernel, NULL, &counters, st) : ST_OK;
        if (code == ST_OK)
            code = compute_run(kernel, st);
        kernel->ops->free(kernel);
    }
    compute_program_free(program);
    if (cycles)
        *cycles = counters.gpu.cycles;
    return code;
}

static enum st_code run_twice(const struct module *m, const struct compute_launch *launch,
                              uint64_t *cycles, struct status *st)
{
    struct compute_memory before AUTO(compute_memory_release) = {0};
    const struct compute_buffer *b;
    MEM_AUTO char *first = without_clock(m->text, 0);
    for (uint32_t i = 0; i < fake.memory.n; i++) {
        TRY(compute_memory_add(&before, fake.memory.buffers[i].bytes, &b, st));
        memcpy(b->host, fake.memory.buffers[i].host, b->bytes);
        before.buffers[i].addr = fake.memory.buffers[i].addr;
    }
    TRY(run(first, m->name, &before, launch, cycles, st));
    MEM_AUTO char *second = without_clock(m->text, *cycles);
    return run(second, m->name, &fake.memory, launch, NULL, st);
}

int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared_B, void *stream, void **params, void **extra);
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared_B, void *stream, void **params, void **extra)
{
    const struct module *m = function;
    struct status st;
    uint64_t cycles;
    MAY_FAIL();
    (void)stream, (void)params;
    const struct compute_launch launch = {.grid = {gx, gy, gz},
                                          .block = {bx, by, bz},
                                          .params = extra[1],
                                          .param_bytes = (uint32_t) * (const size_t *)extra[3],
                                          .shared_bytes = shared_B,
                                          .step_budget = MOST_STEPS};
    enum st_code code = strstr(m->text, CLOCK)
                            ? run_twice(m, &launch, &cycles, &st)
                            : run(m->text, m->name, &fake.memory, &launch, &cycles, &st);
    if (code != ST_OK)
        fprintf(stderr, "fake_cuda: %s\n", st.text);
    else
        fake.ms += (double)cycles / fake.gpu.machine.core_MHz / 1e3;
    return code == ST_OK ? OK : LAUNCH_FAILED;
}

/* ---- events ---- */

int cuEventCreate(void **out, unsigned flags);
int cuEventCreate(void **out, unsigned flags)
{
    (void)flags;
    *out = mem_calloc(1, sizeof(struct event));
    return *out ? OK : OUT_OF_MEMORY;
}

int cuEventDestroy_v2(void *event);
int cuEventDestroy_v2(void *event)
{
    mem_free(event);
    return OK;
}

int cuEventRecord(void *event, void *stream);
int cuEventRecord(void *event, void *stream)
{
    (void)stream;
    ((struct event *)event)->ms = fake.ms;
    return OK;
}

int cuEventElapsedTime(float *ms, void *begin, void *end);
int cuEventElapsedTime(float *ms, void *begin, void *end)
{
    *ms = (float)(((struct event *)end)->ms - ((struct event *)begin)->ms);
    return OK;
}
