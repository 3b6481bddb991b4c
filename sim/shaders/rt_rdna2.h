/* rt_rdna2.h -- the functions of rt.h in code for AMD RDNA 2: each is one pseudo instruction, which
 * sim/functional/frontend/rdna2 executes as it executes the PTX call of that name.
 *
 * What a launch has the same for all lanes comes in scalar registers, everything else in vector
 * registers. The compiler does not know that a ray or a store to an image is under way, so that
 * these two bring the wait with them that it would have put before the first use. What does not
 * change while a thread lives is no volatile statement: it may be asked for once. */
#pragma once

#define RT static inline __attribute__((always_inline))

/* type name(void), constant in a thread; below, one that is read anew each time. */
#define RT_CONSTANT(type, name, registers)                                                         \
    RT type name(void)                                                                             \
    {                                                                                              \
        type result;                                                                               \
        __asm__(#name " %0" : "=" registers(result));                                              \
        return result;                                                                             \
    }
#define RT_STATE(type, name)                                                                       \
    RT type name(void)                                                                             \
    {                                                                                              \
        type result;                                                                               \
        __asm__ volatile(#name " %0" : "=v"(result));                                              \
        return result;                                                                             \
    }
/* type name(argument): where `memory` is "memory", it changes what loads find. */
#define RT_ASK(type, name, argument, ...)                                                          \
    RT type name(argument a)                                                                       \
    {                                                                                              \
        type result;                                                                               \
        __asm__ volatile(#name " %0, %1" : "=v"(result) : "v"(a) : __VA_ARGS__);                   \
        return result;                                                                             \
    }

RT_STATE(unsigned, rt_launch_id_x)
RT_STATE(unsigned, rt_launch_id_y)
RT_CONSTANT(unsigned, rt_launch_size_x, "s")
RT_CONSTANT(unsigned, rt_launch_size_y, "s")
RT_STATE(unsigned, filter_shader)
RT_STATE(unsigned, rt_work)
RT_CONSTANT(GLOBAL void *, rt_payload, "v")
RT_CONSTANT(GLOBAL float *, rt_hit_attributes, "v")

RT CONSTANT const void *rt_uniform_descriptor(unsigned binding)
{
    CONSTANT const void *result;
    __asm__("rt_descriptor %0, %1" : "=s"(result) : "i"(binding));
    return result;
}
RT GLOBAL const void *rt_descriptor(unsigned binding)
{
    GLOBAL const void *result;
    __asm__("rt_descriptor %0, %1" : "=s"(result) : "i"(binding));
    return result;
}

RT unsigned trace_ray(unsigned flags, float ox, float oy, float oz, float tmin, float dx, float dy,
                      float dz, float tmax)
{
    unsigned finished;
    __asm__ volatile("trace_ray %0, %1, %2, %3, %4, %5, %6, %7, %8, %9\n\ts_waitcnt vmcnt(0)"
                     : "=v"(finished)
                     : "v"(flags), "v"(ox), "v"(oy), "v"(oz), "v"(tmin), "v"(dx), "v"(dy), "v"(dz),
                       "v"(tmax)
                     : "memory");
    return finished;
}
RT void end_trace_ray(void)
{
    __asm__ volatile("end_trace_ray" ::: "memory");
}

RT int intersection_exit(unsigned index, unsigned finished)
{
    int result;
    __asm__ volatile("intersection_exit %0, %1, %2" : "=v"(result) : "v"(index), "v"(finished));
    return result;
}
RT_ASK(unsigned, get_shader_id, unsigned)
RT void select_candidate(unsigned index)
{
    __asm__ volatile("select_candidate %0" ::"v"(index) : "memory");
}
RT_STATE(float, rt_candidate_t)
RT_STATE(float, rt_candidate_u)
RT_STATE(float, rt_candidate_v)
RT_ASK(int, report_ray_intersection, float, "memory")
RT_ASK(int, hit_geometry, unsigned)
RT_STATE(unsigned, get_closest_hit_shader_id)
RT_STATE(unsigned, load_ray_instance_custom_index)
RT_STATE(unsigned, load_primitive_id)
RT_STATE(float, load_ray_t_min)
RT_STATE(float, load_ray_t_max)
RT_STATE(GLOBAL const float *, load_ray_world_direction)
RT_STATE(GLOBAL const float *, load_ray_world_origin)

RT GLOBAL const float *load_ray_object_to_world(void)
{
    GLOBAL const float *result;
    __asm__ volatile("load_ray_object_to_world %0" : "=v"(result)::"memory");
    return result;
}
RT GLOBAL const float *load_ray_world_to_object(void)
{
    GLOBAL const float *result;
    __asm__ volatile("load_ray_world_to_object %0" : "=v"(result)::"memory");
    return result;
}

RT void image_store(unsigned image, unsigned x, unsigned y, float r, float g, float b, float a)
{
    __asm__ volatile(
        "image_store %0, %1, %2, %3, %4, %5, %6\n\ts_waitcnt_vscnt null, 0x0" ::"i"(image), "v"(x),
        "v"(y), "v"(r), "v"(g), "v"(b), "v"(a)
        : "memory");
}

#undef RT_CONSTANT
#undef RT_STATE
#undef RT_ASK
