#include "sim/functional/traversal/vectors.h"

#ifdef DIORAMA_HAS_AVX2
extern lane_op *const lane_ops_avx2[];
walk_ray traverse_avx2;
box_test box_test_avx2;
#endif

const struct vectors *vectors_plain(void)
{
    static const struct vectors plain = {lane_ops_plain, traverse_plain, box_test_plain};
    return &plain;
}

const struct vectors *vectors_best(void)
{
#ifdef DIORAMA_HAS_AVX2
    static const struct vectors avx2 = {lane_ops_avx2, traverse_avx2, box_test_avx2};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2"))
        return &avx2;
#endif
    return vectors_plain();
}

enum st_code traverse(const struct device_image *image, const struct traversal_options *options,
                      const struct ray *ray, struct trace_result *result, struct status *st)
{
    return vectors_best()->traverse(image, options, ray, result, st);
}
