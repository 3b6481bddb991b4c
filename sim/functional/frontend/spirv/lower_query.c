/* Ray queries. Each variable is a query of its own; what a query says depends on the register that
 * its trace writes, so that it waits for the RT unit. */
#include "sim/functional/frontend/spirv/lower.h"

#include <spirv/unified1/spirv.h>

/* The query behind a pointer to its variable. */
static const struct spirv_value *query(struct spirv_lower *l, uint32_t id)
{
    const struct spirv_value *v = lower_value(l, id);
    if (!l->code && v->kind != LOWER_HANDLE)
        lower_fail(l, "a ray query that is not a variable; expected rayQueryEXT in a function");
    return v;
}

static void begin(struct spirv_lower *l, const uint32_t *at)
{
    const struct spirv_value *q = query(l, at[1]);
    uint32_t ray[10] = {lower_row(l, at[3], 0), lower_row(l, at[4], 0)};
    for (uint32_t k = 0; k < 3; k++) {
        ray[2 + k] = lower_row(l, at[5], k);
        ray[6 + k] = lower_row(l, at[7], k);
    }
    ray[5] = lower_row(l, at[6], 0);
    ray[9] = lower_row(l, at[8], 0);
    if (!l->code)
        lower_emit(l, CODE_rp_query_trace, q->resource, 1, &q->index, 10, ray);
    if (!l->code)
        l->body[l->n_body - 1].target = lower_structure(l, at[2]);
}

static void proceed(struct spirv_lower *l, const uint32_t *at)
{
    const struct spirv_value *q = query(l, at[3]);
    uint32_t *rows = lower_result(l, at[2], 1);
    if (!rows)
        return;
    rows[0] = lower_register(l, CELL_PRED);
    lower_emit(l, CODE_rp_query_next, q->resource, 1, rows, 1, &q->index);
}

/* What the getters of a query read; `of` is the position of the operand that says whether the hit
 * or the candidate is meant; 0: neither. */
static const struct getter {
    uint32_t op, of;
    enum pipeline_value value;
} getters[] = {
    {SpvOpRayQueryGetIntersectionTypeKHR, 4, VALUE_TYPE},
    {SpvOpRayQueryGetIntersectionTKHR, 4, VALUE_T_MAX},
    {SpvOpRayQueryGetIntersectionInstanceCustomIndexKHR, 4, VALUE_CUSTOM_INDEX},
    {SpvOpRayQueryGetIntersectionInstanceIdKHR, 4, VALUE_INSTANCE},
    {SpvOpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, 4, VALUE_RECORD_OFFSET},
    {SpvOpRayQueryGetIntersectionGeometryIndexKHR, 4, VALUE_GEOMETRY},
    {SpvOpRayQueryGetIntersectionPrimitiveIndexKHR, 4, VALUE_PRIMITIVE},
    {SpvOpRayQueryGetIntersectionBarycentricsKHR, 4, VALUE_BARYCENTRICS},
    {SpvOpRayQueryGetIntersectionFrontFaceKHR, 4, VALUE_FRONT},
    {SpvOpRayQueryGetIntersectionCandidateAABBOpaqueKHR, 0, VALUE_OPAQUE},
    {SpvOpRayQueryGetIntersectionObjectRayDirectionKHR, 4, VALUE_OBJECT_DIRECTION},
    {SpvOpRayQueryGetIntersectionObjectRayOriginKHR, 4, VALUE_OBJECT_ORIGIN},
    {SpvOpRayQueryGetIntersectionObjectToWorldKHR, 4, VALUE_OBJECT_TO_WORLD},
    {SpvOpRayQueryGetIntersectionWorldToObjectKHR, 4, VALUE_WORLD_TO_OBJECT},
    {SpvOpRayQueryGetRayTMinKHR, 0, VALUE_T_MIN},
    {SpvOpRayQueryGetRayFlagsKHR, 0, VALUE_FLAGS},
    {SpvOpRayQueryGetWorldRayDirectionKHR, 0, VALUE_WORLD_DIRECTION},
    {SpvOpRayQueryGetWorldRayOriginKHR, 0, VALUE_WORLD_ORIGIN},
};

/* Three words at a time, as many as the type has. */
static void get(struct spirv_lower *l, const uint32_t *at, const struct getter *g)
{
    const struct spirv_value *q = query(l, at[3]);
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    uint64_t of_hit = 0;
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    if (g->of && !spirv_constant(l->m, at[g->of], &of_hit))
        lower_fail(l, "whether a candidate or the hit is meant is no constant; expected one");
    for (uint32_t i = 0; rows && i < n && !l->code; i += 3) {
        uint32_t words = n - i < 3 ? n - i : 3;
        for (uint32_t k = 0; k < words; k++)
            rows[i + k] = lower_register(l, lower_cell(s));
        lower_emit(l, CODE_rp_query_value, q->resource, words, rows + i, 1, &q->index);
        if (!l->code)
            l->body[l->n_body - 1].target = (g->value + i / 3) | (of_hit ? VALUE_OF_HIT : 0);
    }
}

bool lower_query(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t t;
    switch (spirv_op(at)) {
    case SpvOpRayQueryInitializeKHR:
        begin(l, at);
        return true;
    case SpvOpRayQueryProceedKHR:
        proceed(l, at);
        return true;
    case SpvOpRayQueryTerminateKHR:
        lower_emit(l, CODE_rp_query_stop, query(l, at[1])->resource, 0, NULL, 0, NULL);
        return true;
    case SpvOpRayQueryConfirmIntersectionKHR:
        lower_emit(l, CODE_rp_query_accept, query(l, at[1])->resource, 0, NULL, 0, NULL);
        return true;
    case SpvOpRayQueryGenerateIntersectionKHR:
        t = lower_row(l, at[2], 0);
        lower_emit(l, CODE_rp_query_accept, query(l, at[1])->resource, 0, NULL, 1, &t);
        return true;
    default:
        break;
    }
    for (size_t i = 0; i < sizeof getters / sizeof *getters; i++)
        if (getters[i].op == spirv_op(at)) {
            get(l, at, &getters[i]);
            return true;
        }
    return false;
}
