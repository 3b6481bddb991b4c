/* Executes the functions of sim/shaders/rt.h. trace_ray sends every lane's ray through the
 * acceleration structure at once: timing gets the records, and the shaders read the ray from the
 * trace record. The other functions access the trace record, the candidates and the hit without
 * memory traffic, as in Vulkan-Sim; image_store is a store. */
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/shaders/rt.h"

#include <string.h>

static uint32_t argument(const struct warp_context *m, const struct code *c, uint32_t k,
                         uint32_t lane)
{
    return context_u32(m, c->row[c->n_dst + k])[lane];
}

static uint32_t candidate_float(const struct lane_ray *r, int op)
{
    const struct trace_candidate *candidate = lane_ray_selected(r);
    if (!candidate)
        return 0;
    return math_bits_f32(op == CODE_rt_candidate_t   ? candidate->t
                         : op == CODE_rt_candidate_u ? candidate->u
                                                     : candidate->v);
}

/* Iterates over the executing lanes. */
#define EACH_LANE(m, lane)                                                                         \
    for (uint32_t on = (m)->mask, lane; on && (lane = (uint32_t)__builtin_ctz(on), true);          \
         on &= on - 1)
#define PUT(value)                                                                                 \
    EACH_LANE(m, lane)                                                                             \
    {                                                                                              \
        const struct lane_ray *r = &m->lane[lane];                                                 \
        d[lane] = (value);                                                                         \
        (void)r;                                                                                   \
    }                                                                                              \
    return

static bool is_traced(const struct warp_context *m, uint32_t lane)
{
    const uint8_t *filter = m->kernel->settings.filter;
    struct pixel at = context_pixel(m, lane);
    return !filter || filter[(uint64_t)at.y * m->launch->frame.width + at.x] != 0;
}

static uint32_t shader_of(const struct lane_ray *r, uint32_t index)
{
    return index < r->trace.n_candidates && r->trace.candidates[index].kind == CANDIDATE_MASKED
               ? RT_SHADER_ANY_HIT
               : RT_SHADER_SPHERE_INTERSECTION;
}

/* Executes functions with results of 32 bits. */
static void values_32(struct warp_context *m, const struct code *c)
{
    row_u32 *d = context_u32(m, c->row[0]);
    switch (c->op) {
    case CODE_rt_launch_id_x:
        PUT(context_pixel(m, lane).x);
    case CODE_rt_launch_id_y:
        PUT(context_pixel(m, lane).y);
    case CODE_rt_launch_size_x:
        PUT(m->launch->frame.width);
    case CODE_rt_launch_size_y:
        PUT(m->launch->frame.height);
    case CODE_filter_shader:
        PUT(is_traced(m, lane));
    case CODE_rt_work:
        PUT(m->lane_steps[lane] + m->held + (uint32_t)m->lane_rt[lane]);
    case CODE_intersection_exit:
        PUT(argument(m, c, 0, lane) >= r->trace.n_candidates);
    case CODE_get_shader_id:
        PUT(shader_of(r, argument(m, c, 0, lane)));
    case CODE_rt_candidate_t:
    case CODE_rt_candidate_u:
    case CODE_rt_candidate_v:
        PUT(candidate_float(r, c->op));
    case CODE_report_ray_intersection:
        PUT(lane_ray_report(m, lane, &m->lane[lane], math_f32(argument(m, c, 0, lane))));
    case CODE_hit_geometry:
        PUT(r->hit);
    case CODE_get_closest_hit_shader_id:
        EACH_LANE(m, lane)
        m->lane[lane].selected = -1;
        PUT(r->sphere ? RT_HIT_SPHERE : RT_HIT_TRIANGLE);
    case CODE_load_ray_instance_custom_index:
        PUT(lane_ray_selected(r) ? lane_ray_selected(r)->instance : r->instance);
    case CODE_load_primitive_id:
        PUT(lane_ray_selected(r) ? lane_ray_selected(r)->primitive : r->primitive);
    case CODE_load_ray_t_min:
        PUT(math_bits_f32(r->ray.tmin));
    case CODE_load_ray_t_max:
        PUT(math_bits_f32(r->t));
    default:
        BUG("operation %s has no 32-bit value", op_info[c->op].name);
    }
}

static enum st_code descriptor(const struct warp_context *m, const struct code *c, uint32_t lane,
                               uint64_t *out, struct status *st)
{
    uint32_t binding = argument(m, c, 0, lane);
    if (binding == RT_STORAGE && m->kernel->settings.storage) {
        *out = LAUNCH_STORAGE_BASE;
        return ST_OK;
    }
    if (binding < RT_UNIFORM || binding > RT_SPHERES)
        return context_fail(m, c, st, "pixel (%u, %u) asks for descriptor %u; expected %d to %d",
                            context_pixel(m, lane).x, context_pixel(m, lane).y, binding, RT_UNIFORM,
                            RT_SPHERES);
    *out = memory_binding_addr(m, binding);
    return ST_OK;
}

/* Executes functions with results of 64 bits: addresses. */
static enum st_code values_64(const struct warp_context *m, const struct code *c, struct status *st)
{
    row_u64 *d = context_u64(m, c->row[0]);
    EACH_LANE(m, lane)
    {
        const struct lane_ray *r = &m->lane[lane];
        switch (c->op) {
        case CODE_rt_descriptor:
            TRY(descriptor(m, c, lane, &d[lane], st));
            break;
        case CODE_rt_payload:
            d[lane] = memory_block_addr(m, BLOCK_PAYLOAD, lane);
            break;
        case CODE_rt_hit_attributes:
            d[lane] = memory_block_addr(m, BLOCK_ATTRIBUTES, lane);
            break;
        case CODE_load_ray_world_direction:
            d[lane] = r->record_addr + RECORD_AT_DIRECTION;
            break;
        case CODE_load_ray_world_origin:
            d[lane] = r->record_addr + RECORD_AT_ORIGIN;
            break;
        case CODE_load_ray_object_to_world:
            d[lane] = lane_ray_matrix(m, r, RECORD_AT_OBJECT_TO_WORLD, false);
            break;
        case CODE_load_ray_world_to_object:
            d[lane] = lane_ray_matrix(m, r, RECORD_AT_WORLD_TO_OBJECT, true);
            break;
        default:
            BUG("operation %s has no 64-bit value", op_info[c->op].name);
        }
    }
    return ST_OK;
}

static enum st_code image_store_lane(const struct warp_context *m, const struct code *c,
                                     uint32_t lane, struct warp_step *step, struct status *st)
{
    const struct launch *l = m->launch;
    uint32_t image = argument(m, c, 0, lane);
    uint32_t x = argument(m, c, 1, lane), y = argument(m, c, 2, lane);
    if (image < RT_IMAGE_ACCUMULATION || image > RT_IMAGE_OUTPUT || x >= l->frame.width ||
        y >= l->frame.height)
        return context_fail(m, c, st,
                            "pixel (%u, %u) stores pixel (%u, %u) of image %u; expected image %d "
                            "or %d and a pixel inside it",
                            context_pixel(m, lane).x, context_pixel(m, lane).y, x, y, image,
                            RT_IMAGE_ACCUMULATION, RT_IMAGE_OUTPUT);
    step->addr[lane] = image_element_addr(l, image - RT_IMAGE_ACCUMULATION, x, y);
    float *picture = m->kernel->settings.picture;
    if (picture && image == RT_IMAGE_OUTPUT)
        for (uint32_t k = 0; k < 3; k++)
            picture[3 * ((uint64_t)y * l->frame.width + x) + k] =
                math_f32(argument(m, c, 3 + k, lane));
    return ST_OK;
}

static enum st_code select_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                                struct status *st)
{
    struct lane_ray *r = &m->lane[lane];
    uint32_t index = argument(m, c, 0, lane);
    if (index >= r->trace.n_candidates)
        return context_fail(m, c, st, "pixel (%u, %u) selects candidate %u of %u",
                            context_pixel(m, lane).x, context_pixel(m, lane).y, index,
                            r->trace.n_candidates);
    r->selected = (int32_t)index;
    context_count_test(m, lane, r->trace.candidates[index].kind == CANDIDATE_MASKED);
    return ST_OK;
}

static enum st_code trace_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                               struct status *st)
{
    const uint32_t *source = &c->row[c->n_dst];
    struct lane_ray *r = &m->lane[lane];
    float value[9];
    for (uint32_t k = 1; k < 9; k++)
        value[k] = context_f32(m, source[k])[lane];
    r->ray = (struct ray){.flags = context_u32(m, source[0])[lane],
                          .origin = {value[1], value[2], value[3]},
                          .tmin = value[4],
                          .direction = {value[5], value[6], value[7]},
                          .tmax = value[8]};
    return lane_ray_trace(m, lane, r, st);
}

/* Traces the rays of all lanes. The instruction has a destination, which carries the dependence on
 * the traversal; as in Vulkan-Sim no value is written. */
static enum st_code trace(struct warp_context *m, const struct code *c, struct warp_step *step,
                          struct status *st)
{
    return lane_rays_trace(m, c, trace_lane, step, st);
}

static enum st_code act(struct warp_context *m, const struct code *c, uint32_t lane,
                        struct warp_step *step, struct status *st)
{
    switch (c->op) {
    case CODE_image_store:
        return image_store_lane(m, c, lane, step, st);
    case CODE_select_candidate:
        return select_lane(m, c, lane, st);
    default: /* end_trace_ray */
        m->lane[lane].trace.n_candidates = 0;
        m->lane[lane].selected = -1;
        return ST_OK;
    }
}

enum st_code intrinsic_execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                               struct status *st)
{
    switch (c->op) {
    case CODE_trace_ray:
        return trace(m, c, step, st);
    case CODE_image_store:
    case CODE_select_candidate:
    case CODE_end_trace_ray:
        break;
    default:
        if (c->wide)
            return values_64(m, c, st);
        values_32(m, c);
        return ST_OK;
    }
    EACH_LANE(m, lane)
    TRY(act(m, c, lane, step, st));
    return ST_OK;
}
