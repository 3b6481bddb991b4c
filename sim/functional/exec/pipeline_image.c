/* Storage images of a user's pipeline. */
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/written.h"

#include <string.h>

/* Pixels outside are not written, and read as zero (Vulkan 1.3, "Texel Coordinate Validation").
 * Pictures are black when the frame begins. */
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
    if (c->op == CODE_rp_image_at) {
        context_u64(m, c->row[0])[lane] = inside ? step->addr[lane] : 0;
        return ST_OK;
    }
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

static enum st_code execute_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct warp_step *step, struct status *st)
{
    if (c->op >= CODE_rp_image_store && c->op <= CODE_rp_image_load)
        return access_image(m, c, lane, step, st);
    if (m->launch->pipeline->resources[c->offset].kind == RESOURCE_IMAGE) {
        uint32_t image = m->launch->pipeline->resources[c->offset].picture;
        for (uint32_t k = 0; k < c->n_dst; k++)
            context_u32(m, c->row[k])[lane] = image_side(m->launch, image, k);
        return ST_OK;
    }
    return pipeline_read_texture(m, c, lane, step, st);
}

enum st_code pipeline_execute_image(struct warp_context *m, const struct code *c,
                                    struct warp_step *step, struct status *st)
{
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(execute_lane(m, c, (uint32_t)__builtin_ctz(on), step, st));
    return ST_OK;
}
