/* Textures of a user's pipeline: wrapping, filters and levels of detail (Vulkan 1.3, "Image
 * Sampling"). An access has the address of one texel a lane: the four of a linear filter lie
 * together in the tiles of a GPU's textures. */
#include "common/memory.h"
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/pipeline_exec.h"

#include <math.h>
#include <string.h>

/* ---- levels of detail ---- */

static uint32_t levels_of(uint32_t width, uint32_t height)
{
    uint32_t most = width > height ? width : height;
    return most ? 32 - (uint32_t)__builtin_clz(most) : 1;
}

static uint32_t half(uint32_t n, uint32_t level)
{
    return n >> level ? n >> level : 1;
}

uint64_t pipeline_levels_bytes(const struct launch *l)
{
    const struct scene *scene = l->image->scene;
    uint64_t bytes = 0;
    for (uint32_t i = 0; l->pipeline->levels && i < scene->n_textures; i++) {
        const struct image *t = &scene->textures[i];
        for (uint32_t k = 1; k < levels_of(t->width, t->height); k++)
            bytes += 4 * (uint64_t)half(t->width, k) * half(t->height, k);
    }
    return bytes;
}

/* The mean of a level's 2 x 2 texels, of which the last counts twice where one is missing. */
static void halve(const uint8_t *from, uint32_t width, uint32_t height, uint8_t *to)
{
    uint32_t w = half(width, 1), h = half(height, 1);
    for (uint32_t i = 0; i < 4 * w * h; i++) {
        uint32_t x = i / 4 % w, y = i / 4 / w, sum = 0;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t u = 2 * x + k % 2, v = 2 * y + k / 2;
            u = u < width ? u : width - 1;
            v = v < height ? v : height - 1;
            sum += from[4 * ((size_t)v * width + u) + i % 4];
        }
        to[i] = (uint8_t)((sum + 2) / 4);
    }
}

enum st_code pipeline_levels_make(struct launch *l, struct status *st)
{
    const struct scene *scene = l->image->scene;
    if (!l->pipeline->levels)
        return ST_OK;
    TRY(mem_make(&l->level_at, scene->n_textures + 1, sizeof *l->level_at, "textures", st));
    TRY(mem_make(&l->levels, pipeline_levels_bytes(l) + 1, 1, "textures", st));
    uint64_t at = 0;
    for (uint32_t i = 0; i < scene->n_textures; i++) {
        const struct image *t = &scene->textures[i];
        const uint8_t *from = t->rgba;
        l->level_at[i] = at;
        for (uint32_t k = 1; k < levels_of(t->width, t->height); k++) {
            halve(from, half(t->width, k - 1), half(t->height, k - 1), l->levels + at);
            from = l->levels + at;
            at += 4 * (uint64_t)half(t->width, k) * half(t->height, k);
        }
    }
    return ST_OK;
}

/* ---- texels ---- */

/* A level of a texture. */
struct level {
    const struct spirv_resource *as; /* how it is sampled */
    const uint8_t *rgba;
    uint64_t addr;
    uint32_t width, height;
};

/* Where a coordinate lies that may be outside; false: on the border, which is black. */
static bool wrap(int64_t *x, uint32_t n, enum texture_wrap how)
{
    int64_t in = *x % (int64_t)n, twice = *x % (2 * (int64_t)n);
    switch (how) {
    case WRAP_CLAMP:
        *x = *x < 0 ? 0 : *x >= n ? n - 1 : *x;
        return true;
    case WRAP_MIRROR:
        twice += twice < 0 ? 2 * (int64_t)n : 0;
        *x = twice < n ? twice : 2 * (int64_t)n - 1 - twice;
        return true;
    case WRAP_BORDER:
        return *x >= 0 && *x < n;
    default:
        *x = in < 0 ? in + n : in;
        return true;
    }
}

static void texel_at(const struct level *t, int64_t x, int64_t y, uint64_t *addr, float out[4])
{
    enum texture_wrap how = t->as->wrap;
    bool inside = wrap(&x, t->width, how);
    inside = wrap(&y, t->height, how) && inside;
    uint64_t at = inside ? 4 * ((uint64_t)y * t->width + (uint64_t)x) : 0;
    *addr = t->addr + at;
    for (uint32_t k = 0; k < 4; k++)
        out[k] = inside ? (float)t->rgba[at + k] / 255.0f : 0.0f;
}

/* Farther out, and at what is no number, floats tell no texels apart: all is texel 0. */
static bool is_near(float x)
{
    return x >= -1e9f && x <= 1e9f;
}

static int64_t floor_of(float x)
{
    return is_near(x) ? (int64_t)floorf(x) : 0;
}

static float fraction_of(float x)
{
    return is_near(x) ? x - floorf(x) : 0.0f;
}

/* The four texels of a linear filter: upper left, upper right, lower left, lower right; a and b are
 * the weights of the right and of the lower ones. */
static void four_texels(const struct level *t, const float at[2], uint64_t *addr, float texel[4][4],
                        float *a, float *b)
{
    float x = at[0] * (float)t->width - 0.5f, y = at[1] * (float)t->height - 0.5f;
    int64_t i = floor_of(x), j = floor_of(y);
    uint64_t others;
    *a = fraction_of(x);
    *b = fraction_of(y);
    texel_at(t, i, j, addr, texel[0]);
    texel_at(t, i + 1, j, &others, texel[1]);
    texel_at(t, i, j + 1, &others, texel[2]);
    texel_at(t, i + 1, j + 1, &others, texel[3]);
}

static void filter(const struct level *t, const float at[2], uint64_t *addr, float out[4])
{
    float a, b, texel[4][4];
    if (t->as->nearest) {
        texel_at(t, floor_of(at[0] * (float)t->width), floor_of(at[1] * (float)t->height), addr,
                 out);
        return;
    }
    four_texels(t, at, addr, texel, &a, &b);
    for (uint32_t k = 0; k < 4; k++) {
        float top = texel[0][k] + a * (texel[1][k] - texel[0][k]);
        float bottom = texel[2][k] + a * (texel[3][k] - texel[2][k]);
        out[k] = top + b * (bottom - top);
    }
}

/* ---- accesses ---- */

static struct level level_of(const struct warp_context *m, uint32_t number, uint32_t level,
                             const struct spirv_resource *as)
{
    const struct launch *l = m->launch;
    struct device_texture t;
    memcpy(&t, l->image->buffers[DEVICE_TEXTURES].bytes + number * sizeof t, sizeof t);
    struct level out = {as, l->image->scene->textures[number].rgba, t.texels, t.width, t.height};
    if (!level || !l->levels)
        return out;
    uint64_t at = l->level_at[number];
    for (uint32_t k = 1; k < level; k++)
        at += 4 * (uint64_t)half(t.width, k) * half(t.height, k);
    out.rgba = l->levels + at;
    out.addr = l->map.levels + at;
    out.width = half(t.width, level);
    out.height = half(t.height, level);
    return out;
}

/* Between two levels the result is mixed; a nearest filter takes the nearer one. */
static void sample(const struct warp_context *m, uint32_t number, const float at[2], float detail,
                   const struct spirv_resource *as, uint64_t *addr, float out[4])
{
    const struct image *t = &m->launch->image->scene->textures[number];
    float most = (float)(levels_of(t->width, t->height) - 1), next[4];
    detail = detail > 0.0f ? (detail < most ? detail : most) : 0.0f;
    detail = as->nearest ? floorf(detail + 0.5f) : detail;
    uint32_t level = (uint32_t)detail;
    float share = detail - floorf(detail);
    uint64_t other;
    struct level near = level_of(m, number, level, as);
    filter(&near, at, addr, out);
    if (share == 0.0f)
        return;
    near = level_of(m, number, level + 1, as);
    filter(&near, at, &other, next);
    for (uint32_t k = 0; k < 4; k++)
        out[k] += share * (next[k] - out[k]);
}

/* One channel of the four texels, from the lower left one around (GLSL 4.60, "textureGather"). */
static void gather(const struct level *t, const float at[2], uint32_t channel, uint64_t *addr,
                   float out[4])
{
    float a, b, texel[4][4];
    four_texels(t, at, addr, texel, &a, &b);
    out[0] = texel[2][channel];
    out[1] = texel[3][channel];
    out[2] = texel[1][channel];
    out[3] = texel[0][channel];
}

static enum st_code find_texture(const struct warp_context *m, const struct code *c, uint32_t lane,
                                 uint32_t number, struct status *st)
{
    uint32_t n = m->launch->image->scene->n_textures;
    char who[MACHINE_NAME];
    if (number < n)
        return ST_OK;
    context_name(m, lane, who);
    return context_fail(m, c, st, "%s reads texture %u; expected one of the scene's %u", who,
                        number, n);
}

/* One texel by its numbers, without a filter; zeros outside the texture and its levels. */
static void fetch(const struct warp_context *m, const uint32_t *row, uint32_t lane,
                  const struct spirv_resource *as, uint64_t *addr, float out[4])
{
    uint32_t number = context_u32(m, row[0])[lane], level = context_u32(m, row[3])[lane];
    const struct image *t = &m->launch->image->scene->textures[number];
    uint32_t levels = levels_of(t->width, t->height);
    struct spirv_resource bordered = *as;
    bordered.wrap = WRAP_BORDER;
    struct level of = level_of(m, number, level < levels ? level : 0, &bordered);
    int32_t x = level < levels ? (int32_t)context_u32(m, row[1])[lane] : -1;
    texel_at(&of, x, (int32_t)context_u32(m, row[2])[lane], addr, out);
}

enum st_code pipeline_read_texture(struct warp_context *m, const struct code *c, uint32_t lane,
                                   struct warp_step *step, struct status *st)
{
    const struct spirv_resource *resources = m->launch->pipeline->resources;
    const struct spirv_resource *as = &resources[c->resource ? c->resource - 1 : c->offset];
    const uint32_t *row = c->row + c->n_dst;
    uint32_t number = context_u32(m, row[0])[lane];
    float out[4];
    TRY(find_texture(m, c, lane, number, st));
    const struct image *t = &m->launch->image->scene->textures[number];
    if (c->op == CODE_rp_image_size) {
        uint32_t size[3] = {t->width, t->height, levels_of(t->width, t->height)};
        for (uint32_t k = 0; k < c->n_dst; k++)
            context_u32(m, c->row[k])[lane] = size[k];
        return ST_OK;
    }
    float at[2] = {context_f32(m, row[1])[lane], context_f32(m, row[2])[lane]};
    if (c->op == CODE_rp_texel) {
        fetch(m, row, lane, as, &step->addr[lane], out);
    } else if (c->op == CODE_rp_gather) {
        struct level of = level_of(m, number, 0, as);
        gather(&of, at, context_u32(m, row[3])[lane] & 3, &step->addr[lane], out);
    } else {
        sample(m, number, at, context_f32(m, row[3])[lane], as, &step->addr[lane], out);
    }
    for (uint32_t k = 0; k < c->n_dst; k++)
        context_f32(m, c->row[k])[lane] = out[k];
    return ST_OK;
}
