/* Executes operations of dumps on launch, binding table and ray. Only image and texture accesses
 * cause memory traffic, as in Vulkan-Sim (instructions.cc, vulkan_ray_tracing.cc). */
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/shaders/rt.h"

#include <string.h>

/* Bindings of LumiBench's descriptor set 0 (RayTracingPipeline.cpp) that our shaders do not have.
 * sim/shaders/rt.h has the others. */
enum { BINDING_TLAS = 0, BINDING_CUBES = 10, BINDING_CYLINDERS = 11 };

/* ---- launch and resources ---- */

static void launch_words(const struct warp_context *m, const struct code *c, uint32_t lane)
{
    const struct frame *f = &m->launch->frame;
    uint32_t words[CODE_ROWS] = {0};
    if (c->op == CODE_vs_launch_id) {
        words[0] = m->x + lane;
        words[1] = m->y;
    } else if (c->op == CODE_vs_launch_size) {
        words[0] = f->width;
        words[1] = f->height;
        words[2] = 1;
    }
    for (uint32_t k = 0; k < c->n_dst; k++)
        vsim_put(m, c, k, lane, words[k]);
}

static void descriptor(const struct warp_context *m, const struct code *c, uint32_t lane)
{
    const struct memory_map *map = &m->launch->map;
    uint64_t addr;
    switch (c->offset) {
    case RT_IMAGE_ACCUMULATION:
    case RT_IMAGE_OUTPUT:
        addr = map->images[c->offset - RT_IMAGE_ACCUMULATION];
        break;
    case BINDING_TLAS:
        addr = m->launch->image->buffers[DEVICE_TLAS].addr;
        break;
    case BINDING_CUBES:
        addr = map->cubes;
        break;
    case BINDING_CYLINDERS:
        addr = map->cylinders;
        break;
    default:
        addr = memory_binding_addr(m, (uint32_t)c->offset);
        break;
    }
    vsim_put(m, c, 0, lane, addr);
}

/* ---- the tables of candidates ---- */

static uint32_t candidates(const struct lane_ray *r, enum candidate_kind kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->trace.n_candidates; i++)
        n += r->trace.candidates[i].kind == kind;
    return n;
}

static enum candidate_kind table_of(const struct code *c)
{
    return c->op == CODE_vs_anyhit_exit || c->op == CODE_vs_run_anyhit ||
                   c->op == CODE_vs_anyhit_address || c->op == CODE_vs_anyhit_id
               ? CANDIDATE_MASKED
               : CANDIDATE_PROCEDURAL;
}

/* Makes the nearest of the triangles that no any-hit shader has ignored the hit. */
static void take_nearest(const struct warp_context *m, uint32_t lane, struct lane_ray *r)
{
    int32_t best = -1;
    for (uint32_t i = 0; i < r->trace.n_candidates; i++) {
        const struct trace_candidate *k = &r->trace.candidates[i];
        if (k->kind == CANDIDATE_MASKED && k->t > 0 &&
            (best < 0 || k->t < r->trace.candidates[best].t))
            best = (int32_t)i;
    }
    r->selected = best;
    if (best >= 0)
        lane_ray_report(m, lane, r, r->trace.candidates[best].t);
    r->selected = -1;
}

static void table_exit(const struct warp_context *m, const struct code *c, uint32_t lane,
                       struct lane_ray *r)
{
    bool there = vsim_get(m, c, 1, lane) < candidates(r, table_of(c));
    bool runs = c->op == CODE_vs_run_intersection || c->op == CODE_vs_run_anyhit;
    if (c->op == CODE_vs_anyhit_exit && !there)
        take_nearest(m, lane, r);
    context_u32(m, c->row[0])[lane] = there == runs ? UINT32_MAX : 0;
}

/* Address of the primitive and instance of a table entry. */
static uint64_t entry_addr(const struct warp_context *m, const struct code *c, uint32_t lane)
{
    uint64_t entry = vsim_get(m, c, 1, lane) % TABLE_ENTRIES;
    return memory_table_addr(m, table_of(c)) + entry * TABLE_ENTRY_BYTES + 4 * WARP_LANES +
           8 * (uint64_t)lane;
}

/* ---- the ray ---- */

static void report(const struct warp_context *m, const struct code *c, uint32_t lane,
                   struct lane_ray *r)
{
    bool accepted = lane_ray_report(m, lane, r, math_f32((uint32_t)vsim_get(m, c, 1, lane)));
    context_u32(m, c->row[0])[lane] = accepted ? UINT32_MAX : 0;
}

static uint64_t value(const struct warp_context *m, const struct code *c, uint32_t lane,
                      const struct lane_ray *r)
{
    const struct trace_candidate *selected = lane_ray_selected(r);
    switch (c->op) {
    case CODE_vs_intersection_address:
    case CODE_vs_anyhit_address:
        return entry_addr(m, c, lane);
    case CODE_vs_intersection_id:
        return vsim_group_of(m, true)->intersection;
    case CODE_vs_anyhit_id:
        return vsim_group_of(m, false)->any_hit;
    case CODE_vs_closest_hit_id:
        return vsim_group_of(m, r->sphere)->closest_hit;
    case CODE_vs_t_min:
        return math_bits_f32(r->ray.tmin);
    case CODE_vs_t_max:
        return math_bits_f32(r->t);
    case CODE_vs_custom_index:
        return selected ? selected->instance : r->instance;
    case CODE_vs_primitive_id:
        return selected ? selected->primitive : r->primitive;
    case CODE_vs_world_direction:
        return r->record_addr + RECORD_AT_DIRECTION;
    case CODE_vs_world_origin:
        return r->record_addr + RECORD_AT_ORIGIN;
    case CODE_vs_world_to_object:
        return lane_ray_matrix(m, r, RECORD_AT_WORLD_TO_OBJECT, true) + 16 * (uint64_t)c->offset;
    case CODE_vs_object_to_world:
        return lane_ray_matrix(m, r, RECORD_AT_OBJECT_TO_WORLD, false) + 16 * (uint64_t)c->offset;
    default:
        BUG("operation %s has no value", op_info[c->op].name);
    }
}

/* Writes three numbers: of the ray, or of a column of a matrix in its record. */
static void put_three(const struct warp_context *m, const struct code *c, uint32_t lane,
                      const struct lane_ray *r)
{
    float three[3];
    switch (c->op) {
    case CODE_vs_world_to_object_xyz:
        lane_ray_matrix(m, r, RECORD_AT_WORLD_TO_OBJECT, true);
        memcpy(three, r->record + RECORD_AT_WORLD_TO_OBJECT + 16 * c->offset, sizeof three);
        break;
    case CODE_vs_object_to_world_xyz:
        lane_ray_matrix(m, r, RECORD_AT_OBJECT_TO_WORLD, false);
        memcpy(three, r->record + RECORD_AT_OBJECT_TO_WORLD + 16 * c->offset, sizeof three);
        break;
    case CODE_vs_world_origin_xyz:
        memcpy(three, r->ray.origin, sizeof three);
        break;
    default:
        memcpy(three, r->ray.direction, sizeof three);
        break;
    }
    for (uint32_t k = 0; k < 3; k++)
        vsim_put(m, c, k, lane, math_bits_f32(three[k]));
}

static void execute_ray(const struct warp_context *m, const struct code *c, uint32_t lane,
                        struct lane_ray *r)
{
    switch (c->op) {
    case CODE_vs_intersection_exit:
    case CODE_vs_run_intersection:
    case CODE_vs_anyhit_exit:
    case CODE_vs_run_anyhit:
        table_exit(m, c, lane, r);
        break;
    case CODE_vs_ignore_intersection:
        if (r->selected >= 0)
            r->trace.candidates[r->selected].t = -1.0f;
        break;
    case CODE_vs_hit_geometry:
        context_u32(m, c->row[0])[lane] = r->hit ? UINT32_MAX : 0;
        break;
    case CODE_vs_report_intersection:
        report(m, c, lane, r);
        break;
    case CODE_vs_world_origin_xyz:
    case CODE_vs_world_direction_xyz:
    case CODE_vs_world_to_object_xyz:
    case CODE_vs_object_to_world_xyz:
        put_three(m, c, lane, r);
        break;
    default:
        vsim_put(m, c, 0, lane, value(m, c, lane, r));
        break;
    }
}

static void give_block(struct warp_context *m, const struct code *c, uint32_t lane,
                       struct warp_step *step)
{
    step->addr[lane] =
        c->op == CODE_vs_variable
            ? memory_block_addr(m, (enum thread_block)(BLOCK_VARIABLE + c->offset), lane)
            : memory_attributes_addr(m, lane);
    vsim_put(m, c, 0, lane, step->addr[lane]);
}

static enum st_code execute_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct warp_step *step, struct status *st)
{
    struct lane_ray *r = vsim_ray(m, lane);
    switch (c->op) {
    case CODE_vs_launch_id:
    case CODE_vs_launch_size:
    case CODE_vs_shader_clock:
        launch_words(m, c, lane);
        return ST_OK;
    case CODE_vs_descriptor:
        descriptor(m, c, lane);
        return ST_OK;
    case CODE_vs_variable:
    case CODE_vs_hit_attributes:
        give_block(m, c, lane, step);
        return ST_OK;
    default:
        break;
    }
    if (!r)
        return vsim_no_ray(m, c, lane, st);
    if (c->op == CODE_vs_end_trace_ray) {
        r->trace.n_candidates = 0;
        r->selected = -1;
        m->open[lane]--;
        return ST_OK;
    }
    execute_ray(m, c, lane, r);
    return ST_OK;
}

/* Executes an operation whose operands have 4 or 8 bytes each. Its rows follow the destination, one
 * for each bit of `wide`. */
static void execute_mixed(struct warp_context *m, const struct code *c)
{
    struct code inner = {.op = (uint16_t)c->target, .n_dst = 1, .n_src = c->n_src};
    uint32_t at = 1;
    for (uint32_t k = 0; k <= c->n_src; k++) {
        uint32_t row = k ? c->row[c->n_dst + k - 1] : c->row[0];
        inner.row[k] = c->wide >> k & 1 ? c->row[at++] : row;
        for (uint32_t lane = 0; k && c->wide >> k & 1 && lane < WARP_LANES; lane++)
            context_u32(m, inner.row[k])[lane] = (uint32_t)context_u64(m, row)[lane];
    }
    m->lane_ops[inner.op](m, &inner);
    for (uint32_t on = c->wide & 1 ? m->mask : 0; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        context_u64(m, c->row[0])[lane] = context_u32(m, inner.row[0])[lane];
    }
}

enum st_code vsim_execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                          struct status *st)
{
    switch (c->op) {
    case CODE_vs_trace_ray:
        return vsim_trace(m, c, step, st);
    case CODE_vs_image_store:
    case CODE_vs_image_load:
    case CODE_vs_texture:
        return vsim_image(m, c, step, st);
    case CODE_vs_call_intersection:
    case CODE_vs_call_anyhit:
    case CODE_vs_call_closest_hit:
    case CODE_vs_call_miss:
        return vsim_call(m, c, st);
    case CODE_vs_mixed:
        execute_mixed(m, c);
        return ST_OK;
    default:
        break;
    }
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(execute_lane(m, c, (uint32_t)__builtin_ctz(on), step, st));
    return ST_OK;
}
