/* AMD's assembly: a program that is read is also run for a while, as a shader on three pixels of a
 * scene of one sphere, and as a compute kernel of one CTA, which may have what shaders may not. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "common/memory.h"
#include "scenes/bvh/device_image.h"
#include "sim/functional/compute/compute.h"
#include "sim/functional/exec/launch.h"
#include "sim/functional/frontend/rdna2/opcodes.h"
#include "sim/functional/program/program.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 3, STEPS = 2000, BUFFER = 4096, THREADS = 40 };

/* An operand for a letter of a signature (opcodes.h) and its number of words. */
static const char *operand(char letter, char words)
{
    if (strchr("MmSRs", letter))
        return words == '1' ? "s4" : words == '2' ? "s[4:5]" : "s[8:11]";
    if (strchr("DEvAafd", letter))
        return words == '1' ? "v1" : words == '2' || words == ':' ? "v[2:3]" : "v[4:7]";
    return strchr("kijo", letter) ? "0x10" : letter == 'L' ? ".L1" : letter == 'g' ? "off" : "0";
}

/* An instruction of the table with operands that fit more or less. */
const char *fuzz_word(uint32_t random)
{
    static char line[256];
    static const char *const endings[] = {"", "_e32", "_e64", "_sdwa"};
    size_t n;
    const struct rdna2_opcode *all = rdna2_opcodes(&n), *o = &all[random % n];
    int used =
        snprintf(line, sizeof line, "\t%s%s ", o->name,
                 o->form >= FORM_VOP1 && o->form <= FORM_VOPC ? endings[random / n % 4] : "");
    for (const char *at = o->operands; *at && at[1]; at += 2)
        used += snprintf(line + used, sizeof line - (size_t)used, "%s%s",
                         at == o->operands ? "" : ", ", operand(at[0], at[1]));
    snprintf(line + used, sizeof line - (size_t)used, "\n");
    return line;
}

/* What comes of running is not judged, but for its message: code may read outside every buffer, or
 * never end. */
static void judge(enum st_code code, const struct status *st)
{
    FUZZ_CHECK((code == ST_OK) == (st->text[0] == 0));
    FUZZ_CHECK(code == ST_OK || strncmp(st->text, "fuzz.s:", 7) == 0);
    FUZZ_CHECK(!strchr(st->text, '\n'));
}

static void run_shader(const struct launch *l)
{
    struct status st = {0};
    uint64_t work[WIDTH] = {0};
    float picture[3 * WIDTH] = {0};
    struct kernel_settings settings = {.work = work, .picture = picture, .step_budget = STEPS};
    struct kernel *kernel;
    FUZZ_CHECK(launch_kernel(l, &settings, &kernel, &st) == ST_OK);
    enum st_code code = kernel_run(kernel, &st);
    judge(code, &st);
    kernel->ops->free(kernel);
}

static enum st_code try_shader(const char *text, size_t n, struct status *st)
{
    struct scene_material material = {.color = {0.5f, 0.5f, 0.5f}, .texture = -1};
    struct scene_sphere sphere = {.radius = 1.0f};
    struct scene_instance instance = {GEOMETRY_SPHERE, 0, mat34_identity()};
    struct scene scene = {
        .camera = {.eye = {0, 0, 4}, .up = {0, 1, 0}, .vertical_fov_deg = 40, .focus_distance = 4},
        .materials = &material,
        .n_materials = 1,
        .spheres = &sphere,
        .n_spheres = 1,
        .instances = &instance,
        .n_instances = 1};
    struct frame frame = {.width = WIDTH,
                          .height = 1,
                          .samples = 1,
                          .max_depth = 2,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 1,
                          .seed = 1,
                          .isa = ISA_RDNA2};
    struct device_image *image;
    struct launch *launch;
    TRY(device_image_create(&image, &scene, st));
    enum st_code code = launch_create_from_text(&launch, image, &frame, "fuzz.s", text, n, st);
    if (code == ST_OK) {
        run_shader(launch);
        launch_free(launch);
    }
    device_image_free(image);
    return code;
}

static void run_kernel(struct compute_program *p)
{
    struct status st = {0};
    struct compute_memory memory = {.n = 0};
    const struct compute_buffer *buffer;
    struct kernel *kernel;
    FUZZ_CHECK(compute_memory_add(&memory, BUFFER, &buffer, &st) == ST_OK);
    const struct program *of = compute_program_of(p);
    uint8_t *params = mem_calloc(of->param_bytes + sizeof buffer->addr, 1);
    FUZZ_CHECK(params != NULL);
    memcpy(params, &buffer->addr, sizeof buffer->addr);
    const struct compute_launch launch = {.grid = {2, 1, 1},
                                          .block = {THREADS, 1, 1},
                                          .params = params,
                                          .param_bytes = of->param_bytes,
                                          .step_budget = STEPS};
    if (compute_kernel(&kernel, p, &memory, &launch, &st) == ST_OK) {
        enum st_code code = compute_run(kernel, &st);
        judge(code, &st);
        kernel->ops->free(kernel);
    }
    mem_free(params);
    compute_memory_release(&memory);
}

static enum st_code try_kernel(const char *text, size_t n, struct status *st)
{
    struct compute_program *p;
    TRY(compute_program_create(&p, ISA_RDNA2, "fuzz.s", text, n, NULL, st));
    run_kernel(p);
    compute_program_free(p);
    return ST_OK;
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct status other = {0};
    char *text = mem_calloc(n + 1, 1);
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    enum st_code code = try_shader(text, n, st);
    /* Accepted as either is accepted. */
    if (try_kernel(text, n, &other) == ST_OK && code != ST_OK) {
        *st = other;
        code = ST_OK;
    }
    mem_free(text);
    return code;
}
