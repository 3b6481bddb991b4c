#include "microbench/run.h"

#include "common/file.h"
#include "common/memory.h"
#include "microbench/scene.h"
#include "scenes/bvh/device_image.h"
#include "sim/functional/compute/compute.h"
#include "sim/functional/exec/launch.h"
#include "sim/timing/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REGISTERS                                                                                  \
    ".reg .pred %p<9>;\n.reg .b32 %r<128>;\n.reg .f32 %f<128>;\n.reg .b64 %rd<128>;\n"             \
    ".reg .f64 %fd<128>;\n"
static const char shader_begin[] =
    ".version 6.3\n.target sm_75\n.address_size 64\n.visible .func raygen()\n{\n" REGISTERS;
static const char kernel_begin[] =
    ".version 6.4\n.target sm_75\n.address_size 64\n"
    ".visible .entry kernel(.param .u64 kernel_0)\n{\n" REGISTERS
    ".shared .align 16 .b8 shared[4096];\nld.param.u64 %rd0, [kernel_0];\n"
    "mov.u64 %rd1, shared;\nmov.u32 %r0, %tid.x;\n";

struct text {
    char *bytes; /* comes from malloc */
    size_t n;
};

/* Writes the program of a run of length n. The caller frees its bytes. */
static enum st_code write_program(struct text *out, struct bench *b, uint32_t n, struct status *st)
{
    FILE *f = open_memstream(&out->bytes, &out->n);
    if (!f)
        return status_no_memory(st, "micro-benchmark");
    b->variables.of['n'] = n;
    fputs(b->row->kernel ? kernel_begin : shader_begin, f);
    text_write(f, b->row->text, &b->variables);
    fputs("ret;\n}\n", f);
    if (file_close(f))
        return ST_OK;
    free(out->bytes);
    return status_no_memory(st, "micro-benchmark");
}

static enum st_code simulate(const struct bench *b, struct kernel *kernel, struct gpu_counters *out,
                             struct status *st)
{
    enum st_code code = gpu_simulate(&b->gpu, kernel, NULL, out, st);
    kernel->ops->free(kernel);
    return code;
}

/* ---- shaders ---- */

static enum st_code launch_shader(const struct bench *b, const struct launch *launch, uint32_t n,
                                  struct gpu_counters *out, struct status *st)
{
    struct launch_storage storage = {.size = b->bytes};
    struct kernel_settings settings = {.storage = b->bytes ? &storage : NULL,
                                       .traversal = b->traversal};
    struct kernel *kernel;
    uint8_t *bytes = NULL;
    if (b->bytes)
        TRY(mem_make(&bytes, b->bytes, 1, "storage", st));
    if (b->fill)
        b->fill(b, LAUNCH_STORAGE_BASE, n, bytes);
    storage.bytes = bytes;
    enum st_code code = launch_kernel(launch, &settings, &kernel, st);
    if (code == ST_OK)
        code = simulate(b, kernel, out, st);
    mem_free(bytes);
    return code;
}

/* Runs a shader: CTA i, which is one warp, is row i of an image plane. */
static enum st_code run_on_image(const struct bench *b, struct device_image *image,
                                 const struct text *text, uint32_t n, struct gpu_counters *out,
                                 struct status *st)
{
    struct frame frame = {
        .width = BENCH_LANES, .height = b->ctas, .samples = 1, .max_depth = 1, .rays_per_hit = 1};
    struct launch *launch;
    TRY(device_image_require(image, b->traversal.nodes, st));
    TRY(launch_create_from_text(&launch, image, &frame, "microbench", text->bytes, text->n, st));
    enum st_code code = launch_shader(b, launch, n, out, st);
    launch_free(launch);
    return code;
}

static enum st_code run_shader(const struct bench *b, const struct text *text, uint32_t n,
                               struct gpu_counters *out, struct status *st)
{
    struct device_image *image = NULL;
    struct scene *scene;
    TRY(bench_scene(&scene, b->columns, b->pairs, st));
    enum st_code code = device_image_create(&image, scene, st);
    if (code == ST_OK)
        code = run_on_image(b, image, text, n, out, st);
    device_image_free(image);
    scene_free(scene);
    return code;
}

/* ---- kernels ---- */

static enum st_code launch_compute(const struct bench *b, struct compute_program *program,
                                   struct compute_memory *memory, uint32_t n,
                                   struct gpu_counters *out, struct status *st)
{
    const struct compute_buffer *buffer;
    struct kernel *kernel;
    uint8_t params[sizeof(uint64_t)];
    TRY(compute_memory_add(memory, b->bytes ? b->bytes : 1, &buffer, st));
    memcpy(params, &buffer->addr, sizeof params);
    if (b->fill)
        b->fill(b, buffer->addr, n, buffer->host);
    const struct compute_launch shape = {.grid = {b->ctas, 1, 1},
                                         .block = {b->threads, 1, 1},
                                         .params = params,
                                         .param_bytes = sizeof params};
    TRY(compute_kernel(&kernel, program, memory, &shape, st));
    return simulate(b, kernel, out, st);
}

static enum st_code run_kernel(const struct bench *b, const struct text *text, uint32_t n,
                               struct gpu_counters *out, struct status *st)
{
    struct compute_program *program;
    struct compute_memory memory = {.n = 0};
    TRY(compute_program_create(&program, ISA_PTX, "microbench", text->bytes, text->n, NULL, st));
    enum st_code code = launch_compute(b, program, &memory, n, out, st);
    compute_program_free(program);
    compute_memory_release(&memory);
    return code;
}

enum st_code bench_run(struct bench *b, uint32_t n, struct gpu_counters *out, struct status *st)
{
    struct text text;
    TRY(write_program(&text, b, n, st));
    enum st_code code = (b->row->kernel ? run_kernel : run_shader)(b, &text, n, out, st);
    free(text.bytes);
    return code;
}
