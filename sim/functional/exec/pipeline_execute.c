/* Operations of a user's pipeline on the launch, its resources and the built-in variables of rays
 * (GLSL_EXT_ray_tracing, "Built-In Variables"). They cause no memory traffic. */
#include "sim/functional/exec/group.h"
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/pipeline_exec.h"

#include <string.h>

/* ---- built-in variables ---- */

static const struct scene_instance *instance_of(const struct warp_context *m,
                                                const struct lane_ray *r)
{
    const struct trace_candidate *selected = lane_ray_selected(r);
    const struct scene *scene = m->launch->image->scene;
    uint32_t instance = selected ? selected->instance : r->instance;
    return (selected || r->hit) && instance < scene->n_instances ? &scene->instances[instance]
                                                                 : NULL;
}

static struct mat34 matrix_of(const struct warp_context *m, const struct lane_ray *r, bool inverse)
{
    const struct scene_instance *i = instance_of(m, r);
    struct mat34 t = i ? i->transform : mat34_identity(), back;
    if (!inverse)
        return t;
    mat34_inverse(&t, &back);
    return back;
}

/* The ray in the space of the instance. */
static void object_ray(const struct warp_context *m, const struct lane_ray *r, bool direction,
                       float out[3])
{
    struct mat34 t = matrix_of(m, r, true);
    const float *x = direction ? r->ray.direction : r->ray.origin;
    for (int row = 0; row < 3; row++)
        out[row] = (t.m[4 * row] * x[0] + t.m[4 * row + 1] * x[1]) + t.m[4 * row + 2] * x[2] +
                   (direction ? 0.0f : t.m[4 * row + 3]);
}

static struct scene_role role_of(const struct warp_context *m, const struct lane_ray *r)
{
    const struct trace_candidate *selected = lane_ray_selected(r);
    return scene_role_of(m->launch->image->scene, selected ? selected->instance : r->instance);
}

/* The numbers of a primitive, its geometry and its instance. */
static uint32_t number_of(const struct warp_context *m, const struct lane_ray *r, int64_t value)
{
    const struct trace_candidate *selected = lane_ray_selected(r);
    const struct scene_role role = role_of(m, r);
    switch (value) {
    case VALUE_PRIMITIVE:
        return role.first + (selected ? selected->primitive : r->primitive);
    case VALUE_INSTANCE:
        return role.instance;
    case VALUE_CUSTOM_INDEX:
        return role.custom;
    case VALUE_GEOMETRY:
        return role.geometry;
    default:
        return role.record;
    }
}

/* gl_HitKindFrontFacingTriangleEXT or gl_HitKindBackFacingTriangleEXT of a triangle. */
static uint32_t hit_kind(const struct warp_context *m, const struct lane_ray *r)
{
    const struct scene_instance *i = instance_of(m, r);
    const struct trace_candidate *selected = lane_ray_selected(r);
    const struct scene *scene = m->launch->image->scene;
    float d[3];
    if (!i || i->geometry != GEOMETRY_MESH)
        return selected ? r->pending_kind : r->kind;
    const struct scene_mesh *mesh = &scene->meshes[i->index];
    const uint32_t *index =
        mesh->indices + 3 * (size_t)(selected ? selected->primitive : r->primitive);
    struct vec3 corner[3];
    for (int k = 0; k < 3; k++) {
        const float *at = mesh->vertices[index[k]].position;
        corner[k] = vec3_make(at[0], at[1], at[2]);
    }
    object_ray(m, r, true, d);
    struct vec3 normal = vec3_cross(vec3_sub(corner[1], corner[0]), vec3_sub(corner[2], corner[0]));
    bool front = vec3_dot(vec3_make(d[0], d[1], d[2]), normal) < 0.0f;
    return front != role_of(m, r).flipped ? 0xfe : 0xff;
}

static void column_of(const struct warp_context *m, const struct lane_ray *r, int64_t value,
                      float out[3])
{
    bool inverse = value >= VALUE_WORLD_TO_OBJECT;
    struct mat34 t = matrix_of(m, r, inverse);
    int64_t column = value - (inverse ? VALUE_WORLD_TO_OBJECT : VALUE_OBJECT_TO_WORLD);
    for (int row = 0; row < 3; row++)
        out[row] = t.m[4 * row + column];
}

void pipeline_words(const struct warp_context *m, int64_t value, uint32_t lane,
                    const struct lane_ray *r, uint32_t out[3])
{
    const struct frame *f = &m->launch->frame;
    const struct trace_candidate *selected = lane_ray_selected(r);
    float three[3] = {0};
    if (value >= VALUE_THREAD && value <= VALUE_LAST_OF_LAUNCH) {
        pipeline_thread_words(m, value, lane, out);
        return;
    }
    switch (value) {
    case VALUE_LAUNCH_ID:
        memcpy(out, (uint32_t[]){m->x + lane, m->y, 0}, 12);
        return;
    case VALUE_LAUNCH_SIZE:
        memcpy(out, (uint32_t[]){f->width, f->height, 1}, 12);
        return;
    case VALUE_CLOCK:
        out[0] = (uint32_t)m->steps; /* instructions of the warp so far */
        return;
    case VALUE_LANE:
        out[0] = lane;
        return;
    case VALUE_LANES:
        out[0] = WARP_LANES;
        return;
    case VALUE_PRIMITIVE:
    case VALUE_INSTANCE:
    case VALUE_CUSTOM_INDEX:
    case VALUE_GEOMETRY:
    case VALUE_RECORD_OFFSET:
        out[0] = number_of(m, r, value);
        return;
    case VALUE_T_MIN:
        out[0] = math_bits_f32(r->ray.tmin);
        return;
    case VALUE_T_MAX:
        out[0] = math_bits_f32(selected && selected->kind == CANDIDATE_MASKED ? selected->t : r->t);
        return;
    case VALUE_FLAGS:
        out[0] = r->flags;
        return;
    case VALUE_HIT_KIND:
        out[0] = hit_kind(m, r);
        return;
    case VALUE_CULL_MASK:
        out[0] = r->mask;
        return;
    case VALUE_WORLD_ORIGIN:
        memcpy(three, r->ray.origin, 12);
        break;
    case VALUE_WORLD_DIRECTION:
        memcpy(three, r->ray.direction, 12);
        break;
    case VALUE_OBJECT_ORIGIN:
    case VALUE_OBJECT_DIRECTION:
        object_ray(m, r, value == VALUE_OBJECT_DIRECTION, three);
        break;
    default:
        column_of(m, r, value, three);
        break;
    }
    memcpy(out, three, 12);
}

static void put_value(const struct warp_context *m, const struct code *c, uint32_t lane,
                      const struct lane_ray *r)
{
    uint32_t words[3] = {0};
    pipeline_words(m, c->offset, lane, r, words);
    for (uint32_t k = 0; k < c->n_dst; k++)
        context_u32(m, c->row[k])[lane] = words[k];
}

/* ---- resources ---- */

static enum st_code buffer(const struct warp_context *m, const struct code *c, uint32_t lane,
                           struct status *st)
{
    const struct launch *l = m->launch;
    uint32_t first = l->first_memory[c->offset], n = l->first_memory[c->offset + 1] - first;
    uint32_t number = context_u32(m, c->row[1])[lane];
    if (number >= n)
        return context_fail(
            m, c, st, "pixel (%u, %u) reads buffer %u of set %d, binding %u; expected one of %u",
            m->x + lane, m->y, number, l->pipeline->resources[c->offset].set,
            l->pipeline->resources[c->offset].binding, n);
    if (c->op == CODE_rp_bytes)
        context_u32(m, c->row[0])[lane] = (uint32_t)l->memories[first + number].size;
    else
        context_u64(m, c->row[0])[lane] = l->memories[first + number].addr;
    return ST_OK;
}

/* The local memory of the running call, behind those of its callers. */
static void local_addresses(const struct warp_context *m, const struct code *c)
{
    uint64_t before = (uint64_t)m->stack.calls * m->launch->pipeline->local_bytes;
    row_u64 *d = context_u64(m, c->row[0]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        d[lane] = memory_block_addr(m, BLOCK_LOCAL, lane) + before;
    }
}

static enum st_code execute_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct status *st)
{
    const struct lane_ray *r = vsim_ray(m, lane);
    switch (c->op) {
    case CODE_rp_value:
        put_value(m, c, lane, r ? r : &m->lane[lane]);
        return ST_OK;
    case CODE_rp_buffer:
    case CODE_rp_bytes:
        return buffer(m, c, lane, st);
    case CODE_rp_attributes:
        context_u64(m, c->row[0])[lane] = memory_attributes_addr(m, lane);
        return ST_OK;
    case CODE_rp_record:
        context_u64(m, c->row[0])[lane] =
            m->launch->memories[m->launch->n_memories].addr +
            (m->stack.calls ? m->incoming[m->stack.calls].record[lane] : m->dispatch->record);
        return ST_OK;
    default: /* rp_incoming */
        context_u64(m, c->row[0])[lane] = m->incoming[m->stack.calls].data[lane];
        return ST_OK;
    }
}

enum st_code pipeline_execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                              struct status *st)
{
    if (c->op >= CODE_rp_image_store)
        return pipeline_execute_image(m, c, step, st);
    if (c->op == CODE_rp_group) {
        pipeline_execute_group(m, c);
        return ST_OK;
    }
    if (c->op >= CODE_rp_query_trace)
        return pipeline_execute_query(m, c, step, st);
    if (c->op >= CODE_rp_table)
        return pipeline_execute_ray(m, c, step, st);
    if (c->op == CODE_rp_local) {
        local_addresses(m, c);
        return ST_OK;
    }
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(execute_lane(m, c, (uint32_t)__builtin_ctz(on), st));
    return ST_OK;
}
