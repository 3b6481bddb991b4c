/* ops_memory.h -- instructions with addresses: one table that generates the rows of opcodes.c;
 * rdna2_memory.c executes all of them (RDNA 2 ISA, "Scalar Memory Operations", "Flat Memory
 * Instructions", "Data Share Operations").
 *
 * X(name, form, operands, class, counter, bytes, n, detail): an instruction accesses n elements of
 * `bytes` bytes each. `detail` is 1 for loads that extend the sign and the enum atomic_op for
 * atomics. */
#pragma once

#define RDNA2_MEMORY_OPS(X)                                                                        \
    RDNA2_SCALAR_LOADS(X)                                                                          \
    RDNA2_GLOBAL(X, global, GLOBAL, "A2", "g1")                                                    \
    RDNA2_GLOBAL(X, flat, FLAT, "A2", "")                                                          \
    RDNA2_GLOBAL_ATOMICS(X, global, GLOBAL, "A2", "g1")                                            \
    RDNA2_GLOBAL_ATOMICS(X, flat, FLAT, "A2", "")                                                  \
    RDNA2_BUFFER(X)                                                                                \
    RDNA2_SHARED(X)                                                                                \
    RDNA2_SHARED_ATOMICS(X)

#define RDNA2_SCALAR_LOADS(X)                                                                      \
    X(s_load_dword, SMEM, "S1s2o1", SCALAR_LOAD, LGKM, 4, 1, 0)                                    \
    X(s_load_dwordx2, SMEM, "S2s2o1", SCALAR_LOAD, LGKM, 4, 2, 0)                                  \
    X(s_load_dwordx4, SMEM, "S4s2o1", SCALAR_LOAD, LGKM, 4, 4, 0)                                  \
    X(s_load_dwordx8, SMEM, "S8s2o1", SCALAR_LOAD, LGKM, 4, 8, 0)                                  \
    X(s_load_dwordx16, SMEM, "S:s2o1", SCALAR_LOAD, LGKM, 4, 16, 0)

#define RDNA2_GLOBAL(X, space, form, A, g)                                                         \
    X(space##_load_ubyte, form, "D1" A g, LOAD, VM, 1, 1, 0)                                       \
    X(space##_load_sbyte, form, "D1" A g, LOAD, VM, 1, 1, 1)                                       \
    X(space##_load_ushort, form, "D1" A g, LOAD, VM, 2, 1, 0)                                      \
    X(space##_load_sshort, form, "D1" A g, LOAD, VM, 2, 1, 1)                                      \
    X(space##_load_dword, form, "D1" A g, LOAD, VM, 4, 1, 0)                                       \
    X(space##_load_dwordx2, form, "D2" A g, LOAD, VM, 4, 2, 0)                                     \
    X(space##_load_dwordx3, form, "D3" A g, LOAD, VM, 4, 3, 0)                                     \
    X(space##_load_dwordx4, form, "D4" A g, LOAD, VM, 4, 4, 0)                                     \
    X(space##_store_byte, form, A "v1" g, STORE, VS, 1, 1, 0)                                      \
    X(space##_store_short, form, A "v1" g, STORE, VS, 2, 1, 0)                                     \
    X(space##_store_dword, form, A "v1" g, STORE, VS, 4, 1, 0)                                     \
    X(space##_store_dwordx2, form, A "v2" g, STORE, VS, 4, 2, 0)                                   \
    X(space##_store_dwordx3, form, A "v3" g, STORE, VS, 4, 3, 0)                                   \
    X(space##_store_dwordx4, form, A "v4" g, STORE, VS, 4, 4, 0)

/* Atomics on global memory. Each has two rows: without a result, and with the old value (glc). */
#define RDNA2_GLOBAL_ATOMICS(X, space, form, A, g)                                                 \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_add, form, A, "v1", g, ATOMIC_ADD)                         \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_umin, form, A, "v1", g, ATOMIC_MIN)                        \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_umax, form, A, "v1", g, ATOMIC_MAX)                        \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_smin, form, A, "v1", g, ATOMIC_MIN_SIGNED)                 \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_smax, form, A, "v1", g, ATOMIC_MAX_SIGNED)                 \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_and, form, A, "v1", g, ATOMIC_AND)                         \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_or, form, A, "v1", g, ATOMIC_OR)                           \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_xor, form, A, "v1", g, ATOMIC_XOR)                         \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_swap, form, A, "v1", g, ATOMIC_EXCH)                       \
    RDNA2_ATOMIC_PAIR(X, space##_atomic_cmpswap, form, A, "v2", g, ATOMIC_CAS)
#define RDNA2_ATOMIC_PAIR(X, name, form, A, data, g, what)                                         \
    X(name, form, A data g, REDUCE, VS, 4, 1, what)                                                \
    X(name, form, "D1" A data g, ATOMIC, VM, 4, 1, what)

/* Accesses to scratch memory through the buffer of s[0:3], which interleaves the words of lanes. */
#define RDNA2_BUFFER(X)                                                                            \
    X(buffer_load_ubyte, MUBUF, "D1b1r4q1", LOAD, VM, 1, 1, 0)                                     \
    X(buffer_load_sbyte, MUBUF, "D1b1r4q1", LOAD, VM, 1, 1, 1)                                     \
    X(buffer_load_ushort, MUBUF, "D1b1r4q1", LOAD, VM, 2, 1, 0)                                    \
    X(buffer_load_sshort, MUBUF, "D1b1r4q1", LOAD, VM, 2, 1, 1)                                    \
    X(buffer_load_dword, MUBUF, "D1b1r4q1", LOAD, VM, 4, 1, 0)                                     \
    X(buffer_store_byte, MUBUF, "v1b1r4q1", STORE, VS, 1, 1, 0)                                    \
    X(buffer_store_short, MUBUF, "v1b1r4q1", STORE, VS, 2, 1, 0)                                   \
    X(buffer_store_dword, MUBUF, "v1b1r4q1", STORE, VS, 4, 1, 0)

#define RDNA2_SHARED(X)                                                                            \
    X(ds_read_u8, DS, "D1v1", LOAD_SHARED, LGKM, 1, 1, 0)                                          \
    X(ds_read_i8, DS, "D1v1", LOAD_SHARED, LGKM, 1, 1, 1)                                          \
    X(ds_read_u16, DS, "D1v1", LOAD_SHARED, LGKM, 2, 1, 0)                                         \
    X(ds_read_i16, DS, "D1v1", LOAD_SHARED, LGKM, 2, 1, 1)                                         \
    X(ds_read_b32, DS, "D1v1", LOAD_SHARED, LGKM, 4, 1, 0)                                         \
    X(ds_read_b64, DS, "D2v1", LOAD_SHARED, LGKM, 4, 2, 0)                                         \
    X(ds_read_b96, DS, "D3v1", LOAD_SHARED, LGKM, 4, 3, 0)                                         \
    X(ds_read_b128, DS, "D4v1", LOAD_SHARED, LGKM, 4, 4, 0)                                        \
    X(ds_write_b8, DS, "v1v1", STORE_SHARED, LGKM, 1, 1, 0)                                        \
    X(ds_write_b16, DS, "v1v1", STORE_SHARED, LGKM, 2, 1, 0)                                       \
    X(ds_write_b32, DS, "v1v1", STORE_SHARED, LGKM, 4, 1, 0)                                       \
    X(ds_write_b64, DS, "v1v2", STORE_SHARED, LGKM, 4, 2, 0)                                       \
    X(ds_write_b96, DS, "v1v3", STORE_SHARED, LGKM, 4, 3, 0)                                       \
    X(ds_write_b128, DS, "v1v4", STORE_SHARED, LGKM, 4, 4, 0)                                      \
    X(ds_read2_b32, DS2, "D2v1", LOAD_SHARED, LGKM, 4, 1, 0)                                       \
    X(ds_read2_b64, DS2, "D4v1", LOAD_SHARED, LGKM, 4, 2, 0)                                       \
    X(ds_write2_b32, DS2, "v1v1v1", STORE_SHARED, LGKM, 4, 1, 0)                                   \
    X(ds_write2_b64, DS2, "v1v2v2", STORE_SHARED, LGKM, 4, 2, 0)                                   \
    X(ds_read2st64_b32, DS2ST64, "D2v1", LOAD_SHARED, LGKM, 4, 1, 0)                               \
    X(ds_read2st64_b64, DS2ST64, "D4v1", LOAD_SHARED, LGKM, 4, 2, 0)                               \
    X(ds_write2st64_b32, DS2ST64, "v1v1v1", STORE_SHARED, LGKM, 4, 1, 0)                           \
    X(ds_write2st64_b64, DS2ST64, "v1v2v2", STORE_SHARED, LGKM, 4, 2, 0)

#define RDNA2_SHARED_ATOMICS(X)                                                                    \
    RDNA2_SHARED_PAIR(X, add, u32, ATOMIC_ADD)                                                     \
    RDNA2_SHARED_PAIR(X, min, u32, ATOMIC_MIN)                                                     \
    RDNA2_SHARED_PAIR(X, max, u32, ATOMIC_MAX)                                                     \
    RDNA2_SHARED_PAIR(X, min, i32, ATOMIC_MIN_SIGNED)                                              \
    RDNA2_SHARED_PAIR(X, max, i32, ATOMIC_MAX_SIGNED)                                              \
    RDNA2_SHARED_PAIR(X, and, b32, ATOMIC_AND)                                                     \
    RDNA2_SHARED_PAIR(X, or, b32, ATOMIC_OR)                                                       \
    RDNA2_SHARED_PAIR(X, xor, b32, ATOMIC_XOR)                                                     \
    RDNA2_SHARED_PAIR(X, add, f32, ATOMIC_ADD_F32)                                                 \
    X(ds_wrxchg_rtn_b32, DS, "D1v1v1", ATOMIC_SHARED, LGKM, 4, 1, ATOMIC_EXCH)                     \
    X(ds_cmpst_b32, DS, "v1v1v1", ATOMIC_SHARED, LGKM, 4, 1, ATOMIC_CAS)                           \
    X(ds_cmpst_rtn_b32, DS, "D1v1v1v1", ATOMIC_SHARED, LGKM, 4, 1, ATOMIC_CAS)
#define RDNA2_SHARED_PAIR(X, name, type, what)                                                     \
    X(ds_##name##_##type, DS, "v1v1", ATOMIC_SHARED, LGKM, 4, 1, what)                             \
    X(ds_##name##_rtn_##type, DS, "D1v1v1", ATOMIC_SHARED, LGKM, 4, 1, what)

/* The pseudo instructions of sim/shaders/rt_rdna2.h, one for each row of OPS_INTRINSIC
 * (program/ops.h): X(name, operands). */
#define RDNA2_PSEUDO(X)                                                                            \
    X(rt_launch_id_x, "D1")                                                                        \
    X(rt_launch_id_y, "D1")                                                                        \
    X(rt_launch_size_x, "S1")                                                                      \
    X(rt_launch_size_y, "S1")                                                                      \
    X(filter_shader, "D1")                                                                         \
    X(rt_work, "D1")                                                                               \
    X(rt_descriptor, "S2i1")                                                                       \
    X(rt_payload, "D2")                                                                            \
    X(rt_hit_attributes, "D2")                                                                     \
    X(trace_ray, "D1v1v1v1v1v1v1v1v1v1")                                                           \
    X(end_trace_ray, "")                                                                           \
    X(intersection_exit, "D1v1v1")                                                                 \
    X(get_shader_id, "D1v1")                                                                       \
    X(select_candidate, "v1")                                                                      \
    X(rt_candidate_t, "D1")                                                                        \
    X(rt_candidate_u, "D1")                                                                        \
    X(rt_candidate_v, "D1")                                                                        \
    X(report_ray_intersection, "D1v1")                                                             \
    X(hit_geometry, "D1v1")                                                                        \
    X(get_closest_hit_shader_id, "D1")                                                             \
    X(load_ray_instance_custom_index, "D1")                                                        \
    X(load_primitive_id, "D1")                                                                     \
    X(load_ray_t_min, "D1")                                                                        \
    X(load_ray_t_max, "D1")                                                                        \
    X(load_ray_world_direction, "D2")                                                              \
    X(load_ray_world_origin, "D2")                                                                 \
    X(load_ray_object_to_world, "D2")                                                              \
    X(load_ray_world_to_object, "D2")                                                              \
    X(image_store, "i1v1v1v1v1v1v1")
