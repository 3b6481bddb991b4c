/* trace_ray of clang-made shaders: every executed lane's ray goes through the acceleration
 * structure at once; timing gets the records, the shaders find the ray in the trace record. */
#include "sim/functional/machine.h"

static enum st_code trace_lane(struct machine *m, const struct code *c, uint32_t lane,
                               struct status *st)
{
    const uint32_t *source = &c->row[c->n_dst];
    struct lane_ray *r = &m->lane[lane];
    float value[9];
    for (uint32_t k = 1; k < 9; k++)
        value[k] = machine_f32(m, source[k])[lane];
    r->ray = (struct ray){.flags = machine_u32(m, source[0])[lane],
                          .origin = {value[1], value[2], value[3]},
                          .tmin = value[4],
                          .direction = {value[5], value[6], value[7]},
                          .tmax = value[8]};
    return lane_ray_trace(m, lane, r, st);
}

enum st_code trace_execute(struct machine *m, const struct code *c, struct warp_step *step,
                           struct status *st)
{
    /* The result carries the dependence on the traversal; as in Vulkan-Sim nothing is written. */
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(trace_lane(m, c, (uint32_t)__builtin_ctz(on), st));
    step->rays = m->rays;
    return ST_OK;
}
