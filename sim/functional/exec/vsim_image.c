/* Storage images and textures of dumps (vulkan_ray_tracing.cc 1952-2260). */
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"

#include <math.h>
#include <string.h>

/* Bytes of the elements of binding 8, which are structures of the host: lavapipe's, and the Intel
 * driver's. */
enum { SAMPLER_BYTES = 48, OLD_SAMPLER_BYTES = 32 };

/* Finds a lane's image (source k) and its pixel (sources k + 1 and k + 2). */
static enum st_code find_pixel(const struct warp_context *m, const struct code *c, uint32_t k,
                               uint32_t lane, uint32_t pixel[3], struct status *st)
{
    const struct launch *l = m->launch;
    uint64_t image = vsim_get(m, c, k, lane);
    pixel[0] = (uint32_t)vsim_get(m, c, k + 1, lane);
    pixel[1] = (uint32_t)vsim_get(m, c, k + 2, lane);
    pixel[2] = image == l->map.images[1];
    if (image != l->map.images[0] && !pixel[2])
        return context_fail(m, c, st,
                            "pixel (%u, %u) accesses an image at address 0x%llx; "
                            "expected the address of binding 1 or 2",
                            m->x + lane, m->y, (unsigned long long)image);
    if (pixel[0] >= l->frame.width || pixel[1] >= l->frame.height)
        return context_fail(m, c, st,
                            "pixel (%u, %u) accesses pixel (%u, %u) of an image; "
                            "expected one of its %u x %u",
                            m->x + lane, m->y, pixel[0], pixel[1], l->frame.width, l->frame.height);
    return ST_OK;
}

static enum st_code store(const struct warp_context *m, const struct code *c, uint32_t lane,
                          struct warp_step *step, struct status *st)
{
    uint32_t pixel[3];
    TRY(find_pixel(m, c, 0, lane, pixel, st));
    step->addr[lane] = image_element_addr(m->launch, pixel[2], pixel[0], pixel[1]);
    float *picture = m->kernel->settings.picture;
    for (uint32_t k = 0; picture && pixel[2] && k < 3; k++)
        picture[3 * ((uint64_t)pixel[1] * m->launch->frame.width + pixel[0]) + k] =
            math_f32((uint32_t)vsim_get(m, c, 3 + k, lane));
    return ST_OK;
}

/* Loads black for a lane: images are black when the frame begins, and no thread reads another's
 * stores. */
static enum st_code load(const struct warp_context *m, const struct code *c, uint32_t lane,
                         struct warp_step *step, struct status *st)
{
    uint32_t pixel[3];
    TRY(find_pixel(m, c, c->n_dst, lane, pixel, st));
    step->addr[lane] = image_element_addr(m->launch, pixel[2], pixel[0], pixel[1]);
    for (uint32_t k = 0; k < c->n_dst; k++)
        vsim_put(m, c, k, lane, 0);
    return ST_OK;
}

/* The number of the texel at a coordinate from 0 to 1, outside of which the picture repeats. */
static uint32_t texel_of(float x, uint32_t n)
{
    if (!(x >= 0.0f && x <= 1.0f))
        x -= floorf(x);
    if (!(x >= 0.0f && x <= 1.0f)) /* x is NaN or infinite */
        return 0;
    uint32_t texel = (uint32_t)floorf(x * (float)n);
    return texel >= n ? texel - n : texel;
}

static enum st_code sample(const struct warp_context *m, const struct code *c, uint32_t lane,
                           struct warp_step *step, struct status *st)
{
    const struct device_image *image = m->launch->image;
    uint64_t at = vsim_get(m, c, 4, lane) - image->buffers[DEVICE_TEXTURES].addr;
    uint32_t stride = m->launch->dumps->old ? OLD_SAMPLER_BYTES : SAMPLER_BYTES;
    uint64_t index = at / stride;
    struct device_texture texture;
    if (at % stride || index >= image->scene->n_textures)
        return context_fail(m, c, st,
                            "pixel (%u, %u) samples texture %llu; expected one of the "
                            "scene's %u",
                            m->x + lane, m->y, (unsigned long long)index, image->scene->n_textures);
    memcpy(&texture, image->buffers[DEVICE_TEXTURES].bytes + index * sizeof texture,
           sizeof texture);
    uint64_t x = texel_of(math_f32((uint32_t)vsim_get(m, c, 5, lane)), texture.width);
    uint64_t y = texel_of(math_f32((uint32_t)vsim_get(m, c, 6, lane)), texture.height);
    step->addr[lane] = texture.texels + 4 * (y * texture.width + x);
    const uint8_t *rgba = device_image_at(image, step->addr[lane], 4);
    if (!rgba)
        BUG("texel (%llu, %llu) of texture %llu", (unsigned long long)x, (unsigned long long)y,
            (unsigned long long)index);
    for (uint32_t k = 0; k < c->n_dst; k++)
        vsim_put(m, c, k, lane, math_bits_f32((float)(rgba[k] / 255.0)));
    return ST_OK;
}

enum st_code vsim_image(struct warp_context *m, const struct code *c, struct warp_step *step,
                        struct status *st)
{
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        TRY(c->op == CODE_vs_image_store  ? store(m, c, lane, step, st)
            : c->op == CODE_vs_image_load ? load(m, c, lane, step, st)
                                          : sample(m, c, lane, step, st));
    }
    return ST_OK;
}
