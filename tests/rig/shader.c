#include "tests/rig/rig.h"

#include "tests/rig/shader.h"

#include "sim/functional/exec/warp_context.h"

#include <string.h>

void rig_shader_init(struct rig_shader *r, uint32_t width, uint32_t height)
{
    memset(r, 0, sizeof *r);
    r->scene.camera = (struct scene_camera){
        .eye = {0, 0, 5}, .up = {0, 1, 0}, .vertical_fov_deg = 40, .focus_distance = 1};
    r->image.scene = &r->scene;
    for (uint32_t b = 0; b < DEVICE_BUFFERS; b++) {
        for (uint32_t i = 0; i < DEVICE_ALIGN; i++)
            r->bytes[b][i] = (uint8_t)i;
        r->image.buffers[b] = (struct device_buffer){.name = "test",
                                                     .addr = DEVICE_BASE + b * DEVICE_ALIGN,
                                                     .size = DEVICE_ALIGN,
                                                     .bytes = r->bytes[b]};
    }
    r->image.end = DEVICE_BASE + DEVICE_BUFFERS * DEVICE_ALIGN;
    r->frame = (struct frame){.width = width,
                              .height = height,
                              .samples = 1,
                              .max_depth = 1,
                              .rays_per_hit = 1,
                              .seed = 1};
}

void rig_shader_load(struct rig_shader *r, const char *text, const struct kernel_settings *settings)
{
    struct kernel_settings none = {.filter = NULL};
    const char *name = r->frame.isa == ISA_RDNA2 ? "t.s" : "t.ptx";
    assert_ok(
        launch_create_from_text(&r->launch, &r->image, &r->frame, name, text, strlen(text), &st));
    assert_ok(launch_kernel(r->launch, settings ? settings : &none, &r->kernel, &st));
}

static void end_warp(struct rig_shader *r)
{
    if (r->warp)
        r->warp->ops->end(r->warp);
    r->warp = NULL;
    r->context = NULL;
}

enum st_code rig_shader_run(struct rig_shader *r, uint32_t cta, struct status *st)
{
    struct warp_step step;
    end_warp(r);
    TRY(r->kernel->ops->start(r->kernel, cta, &r->warp, st));
    r->context = (struct warp_context *)r->warp;
    while (r->warp->next)
        TRY(r->warp->ops->step(r->warp, &step, st));
    return ST_OK;
}

void rig_shader_free(struct rig_shader *r)
{
    end_warp(r);
    if (r->kernel)
        r->kernel->ops->free(r->kernel);
    launch_free(r->launch);
    r->kernel = NULL;
    r->launch = NULL;
}

uint32_t rig_shader_payload(const struct rig_shader *r, uint32_t lane, uint32_t i)
{
    uint32_t word;
    memcpy(&word, memory_block(r->context, BLOCK_PAYLOAD, lane) + (size_t)4 * i, sizeof word);
    return word;
}
