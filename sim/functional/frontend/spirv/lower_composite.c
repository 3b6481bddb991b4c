/* Putting values together and apart, which costs nothing but where a component is chosen at run
 * time.
 */
#include "sim/functional/frontend/spirv/lower.h"

#include <spirv/unified1/spirv.h>

enum { MOST_LITERAL = 256 }; /* of an array in registers */

/* The first scalar of the part that literals choose, and its type. */
static uint32_t part_at(struct spirv_lower *l, uint32_t *type, const uint32_t *literals, uint32_t n)
{
    uint32_t at = 0;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < literals[k] && i < MOST_LITERAL; i++)
            at += spirv_scalars(l->m, spirv_part(l->m, *type, i));
        *type = spirv_part(l->m, *type, literals[k]);
    }
    return at;
}

static void same(struct spirv_lower *l, uint32_t id, uint32_t from)
{
    const struct spirv_value *v = lower_value(l, from);
    if (l->code)
        return;
    if (v->kind == LOWER_SCALARS) {
        uint32_t *rows = lower_result(l, id, v->n);
        for (uint32_t i = 0; rows && i < v->n; i++)
            rows[i] = v->rows[i];
    } else {
        l->values[id] = *v;
        l->values[id].rows = NULL;
    }
}

static void construct(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n), done = 0;
    for (uint32_t k = 3; rows && k < spirv_count(at) && !l->code; k++) {
        uint32_t parts = spirv_scalars(l->m, spirv_type_of(l->m, at[k]));
        for (uint32_t i = 0; i < parts && done < n && !l->code; i++)
            rows[done++] = lower_row(l, at[k], i);
    }
}

static void shuffle(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_count(at) - 5, *rows = lower_result(l, at[2], n);
    uint32_t first = spirv_scalars(l->m, spirv_type_of(l->m, at[3]));
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        uint32_t from = at[5 + i];
        rows[i] = from == UINT32_MAX ? lower_u32(l, 0)
                  : from < first     ? lower_row(l, at[3], from)
                                     : lower_row(l, at[4], from - first);
    }
}

static void extract(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t type = spirv_type_of(l->m, at[3]);
    uint32_t first = part_at(l, &type, at + 4, spirv_count(at) - 4);
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        rows[i] = lower_row(l, at[3], first + i);
}

static void insert(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t type = spirv_type_of(l->m, at[4]), n = spirv_scalars(l->m, at[1]);
    uint32_t first = part_at(l, &type, at + 5, spirv_count(at) - 5);
    uint32_t parts = spirv_scalars(l->m, type), *rows = lower_result(l, at[2], n);
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        rows[i] = i >= first && i < first + parts ? lower_row(l, at[3], i - first)
                                                  : lower_row(l, at[4], i);
}

/* A component chosen at run time: a chain of selections. */
static void extract_dynamic(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, spirv_type_of(l->m, at[3])), *rows = lower_result(l, at[2], 1);
    struct spirv_scalar s = lower_scalar(l->m, at[1]);
    if (!rows)
        return;
    rows[0] = lower_row(l, at[3], 0);
    for (uint32_t i = 1; i < n && !l->code; i++)
        rows[0] = lower_select(
            l, s, lower_op2(l, CODE_SETP_EQ_32, lower_row(l, at[4], 0), lower_u32(l, i)),
            lower_row(l, at[3], i), rows[0]);
}

static void insert_dynamic(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        rows[i] = lower_select(
            l, s, lower_op2(l, CODE_SETP_EQ_32, lower_row(l, at[5], 0), lower_u32(l, i)),
            lower_row(l, at[4], 0), lower_row(l, at[3], i));
}

bool lower_composite(struct spirv_lower *l, const uint32_t *at)
{
    switch (spirv_op(at)) {
    case SpvOpCompositeConstruct:
        construct(l, at);
        return true;
    case SpvOpVectorShuffle:
        shuffle(l, at);
        return true;
    case SpvOpCompositeExtract:
        extract(l, at);
        return true;
    case SpvOpCompositeInsert:
        insert(l, at);
        return true;
    case SpvOpVectorExtractDynamic:
        extract_dynamic(l, at);
        return true;
    case SpvOpVectorInsertDynamic:
        insert_dynamic(l, at);
        return true;
    case SpvOpCopyObject:
    case SpvOpCopyLogical:
        same(l, at[2], at[3]);
        return true;
    default:
        return false;
    }
}
