/* Storage images and textures of a user's pipeline. A texture access has the address of one texel a
 * lane: the four texels of a linear filter lie together in the tiles of a GPU's textures. */
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/written.h"

#include <math.h>
#include <string.h>

/* Pixels outside are not written, and read as zero (Vulkan 1.3, "Texel Coordinate Validation").
 * Pictures are black when the frame begins; a thread reads its own warp's stores alone. */
static enum st_code access_image(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct warp_step *step, struct status *st)
{
    const struct launch *l = m->launch;
    const uint32_t *row = c->row + c->n_dst;
    uint32_t x = context_u32(m, row[0])[lane], y = context_u32(m, row[1])[lane];
    uint32_t image = l->pipeline->resources[c->offset].picture;
    bool inside = x < image_side(l, image, 0) && y < image_side(l, image, 1);
    bool shown = image == PIPELINE_OUTPUT && x < l->frame.width && y < l->frame.height;
    float pixel[4] = {0};
    float *picture = shown ? m->kernel->settings.picture : NULL;
    step->addr[lane] = image_element_addr(l, image, inside ? x : 0, inside ? y : 0);
    if (c->op == CODE_rp_image_load) {
        if (inside)
            written_get_pixel(m, step->addr[lane], pixel);
        for (uint32_t k = 0; k < c->n_dst; k++)
            context_f32(m, c->row[k])[lane] = pixel[k];
        return ST_OK;
    }
    for (uint32_t k = 0; k < 4; k++)
        pixel[k] = context_f32(m, row[2 + k])[lane];
    if (inside && picture)
        memcpy(picture + 3 * ((uint64_t)y * l->frame.width + x), pixel, 3 * sizeof *pixel);
    return inside && l->pipeline->reads_images ? written_put_pixel(m, step->addr[lane], pixel, st)
                                               : ST_OK;
}

static enum st_code find_texture(const struct warp_context *m, const struct code *c, uint32_t lane,
                                 uint32_t number, struct device_texture *out, struct status *st)
{
    const struct device_image *image = m->launch->image;
    if (number >= image->scene->n_textures)
        return context_fail(m, c, st,
                            "pixel (%u, %u) reads texture %u; expected one of the scene's %u",
                            m->x + lane, m->y, number, image->scene->n_textures);
    memcpy(out, image->buffers[DEVICE_TEXTURES].bytes + number * sizeof *out, sizeof *out);
    return ST_OK;
}

static uint32_t wrap(int64_t x, uint32_t n)
{
    int64_t in = x % (int64_t)n;
    return (uint32_t)(in < 0 ? in + n : in);
}

static void texel_at(const struct warp_context *m, const struct device_texture *t, int64_t x,
                     int64_t y, uint64_t *addr, float out[4])
{
    *addr = t->texels + 4 * ((uint64_t)wrap(y, t->height) * t->width + wrap(x, t->width));
    const uint8_t *rgba = device_image_at(m->launch->image, *addr, 4);
    for (uint32_t k = 0; k < 4; k++)
        out[k] = (float)rgba[k] / 255.0f;
}

static int64_t floor_of(float x)
{
    return x >= -1e9f && x <= 1e9f ? (int64_t)floorf(x) : 0;
}

/* A linear filter on a picture that repeats (Vulkan 1.3, "Texel Filtering"). */
static void filter(const struct warp_context *m, const struct device_texture *t, const float at[2],
                   uint64_t *addr, float out[4])
{
    float x = at[0] * (float)t->width - 0.5f, y = at[1] * (float)t->height - 0.5f;
    int64_t i = floor_of(x), j = floor_of(y);
    float a = x - floorf(x), b = y - floorf(y), texel[4][4];
    uint64_t others;
    texel_at(m, t, i, j, addr, texel[0]);
    texel_at(m, t, i + 1, j, &others, texel[1]);
    texel_at(m, t, i, j + 1, &others, texel[2]);
    texel_at(m, t, i + 1, j + 1, &others, texel[3]);
    for (uint32_t k = 0; k < 4; k++) {
        float top = texel[0][k] + a * (texel[1][k] - texel[0][k]);
        float bottom = texel[2][k] + a * (texel[3][k] - texel[2][k]);
        out[k] = top + b * (bottom - top);
    }
}

static enum st_code read_texture(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct warp_step *step, struct status *st)
{
    struct device_texture t = {0};
    float out[4];
    const uint32_t *row = c->row + c->n_dst;
    TRY(find_texture(m, c, lane, context_u32(m, row[0])[lane], &t, st));
    if (c->op == CODE_rp_image_size) {
        context_u32(m, c->row[0])[lane] = t.width;
        context_u32(m, c->row[1])[lane] = t.height;
        return ST_OK;
    }
    if (c->op == CODE_rp_texel)
        texel_at(m, &t, (int32_t)context_u32(m, row[1])[lane],
                 (int32_t)context_u32(m, row[2])[lane], &step->addr[lane], out);
    else
        filter(m, &t, (float[]){context_f32(m, row[1])[lane], context_f32(m, row[2])[lane]},
               &step->addr[lane], out);
    for (uint32_t k = 0; k < c->n_dst; k++)
        context_f32(m, c->row[k])[lane] = out[k];
    return ST_OK;
}

static enum st_code execute_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct warp_step *step, struct status *st)
{
    if (c->op == CODE_rp_image_store || c->op == CODE_rp_image_load)
        return access_image(m, c, lane, step, st);
    if (m->launch->pipeline->resources[c->offset].kind == RESOURCE_IMAGE) {
        uint32_t image = m->launch->pipeline->resources[c->offset].picture;
        for (uint32_t k = 0; k < c->n_dst; k++)
            context_u32(m, c->row[k])[lane] = image_side(m->launch, image, k);
        return ST_OK;
    }
    return read_texture(m, c, lane, step, st);
}

enum st_code pipeline_execute_image(struct warp_context *m, const struct code *c,
                                    struct warp_step *step, struct status *st)
{
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(execute_lane(m, c, (uint32_t)__builtin_ctz(on), step, st));
    return ST_OK;
}
