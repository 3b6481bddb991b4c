#include "scenes/import/material.h"

#include <string.h>

/* The colour that LumiBench gives to models without materials. */
#define DEFAULT_GREY 0.7f

static float largest(const float rgb[3])
{
    return fmaxf(fmaxf(rgb[0], rgb[1]), rgb[2]);
}

static bool has_picture(const struct mesh_picture *p)
{
    return p->n > 0;
}

static enum st_code read_picture(struct scene_builder *b, const struct mesh_picture *p,
                                 struct image *out, struct status *st)
{
    return builder_picture(b, p->bytes, p->n, p->name, out, st);
}

/* Combines colour texture and mask to one RGBA texture, of the size of the colour or, without one,
 * of the mask. The mask's value is its red channel times its alpha, at the nearest texel. Without a
 * mask, the alpha of a material whose cutoff is not 1/2 becomes 255 from the cutoff on and 0 below
 * it. */
static enum st_code make_texture(struct scene_builder *b, const struct mesh_material *d,
                                 struct image *out, struct status *st)
{
    struct image color = {0}, mask = {0};
    bool has_color = has_picture(&d->color_picture), has_mask = has_picture(&d->mask_picture);
    enum st_code code = ST_OK;
    *out = (struct image){0};
    if (has_color)
        code = read_picture(b, &d->color_picture, &color, st);
    if (code == ST_OK && has_mask)
        code = read_picture(b, &d->mask_picture, &mask, st);
    if (code == ST_OK && !has_color) {
        code = image_create(&color, mask.width, mask.height, st);
        for (uint64_t i = 0; code == ST_OK && i < image_bytes(&mask); i++)
            color.rgba[i] = 255;
    }
    for (uint32_t y = 0; code == ST_OK && y < color.height; y++)
        for (uint32_t x = 0; x < color.width; x++) {
            uint8_t *texel = image_at(&color, x, y);
            if (has_mask) {
                const uint8_t *m =
                    image_at(&mask, (uint32_t)((uint64_t)x * mask.width / color.width),
                             (uint32_t)((uint64_t)y * mask.height / color.height));
                texel[3] = (uint8_t)((unsigned)m[0] * m[3] / 255);
            } else if (d->masked && d->alpha_cutoff != 0.5f)
                texel[3] = (float)texel[3] >= d->alpha_cutoff * 255.0f ? 255 : 0;
        }
    image_free(&mask);
    if (code == ST_OK)
        *out = color;
    else
        image_free(&color);
    return code;
}

static void take_color(struct scene_material *m, const float rgb[3])
{
    for (int i = 0; i < 3; i++)
        m->color[i] = rgb[i] > 0 && isfinite(rgb[i]) ? rgb[i] : 0.0f;
}

/* Chooses the model of an OBJ material. A refraction index alone does not mean glass, because
 * exporters write one for every material. */
static void choose_obj_model(const struct mesh_material *d, struct scene_material *m)
{
    bool reflects =
        d->illum == 3 && largest(d->specular) > 0 && largest(d->specular) >= largest(d->diffuse);
    if (d->illum == 6 || d->illum == 7 || (d->opacity < 1.0f && d->opacity > 0.0f)) {
        m->model = MATERIAL_DIELECTRIC;
        m->ior = d->ior > 1.0f && isfinite(d->ior) ? d->ior : 1.5f;
    } else if (reflects) {
        m->model = MATERIAL_METALLIC;
        take_color(m, d->specular);
    }
}

static void choose_gltf_model(const struct mesh_material *d, struct scene_material *m)
{
    if (d->metallic >= 0.5f) {
        m->model = MATERIAL_METALLIC;
        m->fuzz = fminf(fmaxf(d->roughness, 0.0f), 1.0f);
    } else if (d->glass) {
        m->model = MATERIAL_DIELECTRIC;
        m->ior = d->ior > 0.0f && isfinite(d->ior) ? d->ior : 1.5f;
    }
}

enum st_code mesh_material_add(struct scene_builder *b, const struct mesh_material *d,
                               uint32_t *index, struct status *st)
{
    struct scene_material m = {.texture = -1, .model = MATERIAL_LAMBERTIAN, .ior = 1.0f};
    struct image picture;
    uint32_t texture;
    take_color(&m, d->diffuse);
    if (d->unnamed)
        m.color[0] = m.color[1] = m.color[2] = DEFAULT_GREY;
    else if (d->emits && largest(d->emission) > 0) {
        m.model = MATERIAL_EMISSIVE;
        take_color(&m, d->emission);
    } else if (d->is_gltf)
        choose_gltf_model(d, &m);
    else
        choose_obj_model(d, &m);
    if (has_picture(&d->color_picture) || has_picture(&d->mask_picture)) {
        TRY(make_texture(b, d, &picture, st));
        TRY(builder_texture(b, &picture, &texture, st));
        m.texture = (int32_t)texture;
        m.masked = d->masked || has_picture(&d->mask_picture);
    }
    return builder_material(b, &m, index, st);
}
