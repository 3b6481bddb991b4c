/* Traces and calls, images and textures.
 *
 * A trace is the shape that Mesa gives it for Vulkan-Sim: the traversal, a loop over the candidates
 * that shaders decide about, then the closest-hit or the miss shader. */
#include "sim/functional/frontend/spirv/lower.h"

#include <spirv/unified1/spirv.h>

static uint32_t predicate(struct spirv_lower *l, uint32_t op, uint32_t n_src, const uint32_t *src)
{
    uint32_t p = lower_register(l, CELL_PRED);
    lower_emit(l, op, 0, 1, &p, n_src, src);
    return p;
}

static void nullary(struct spirv_lower *l, uint32_t op)
{
    lower_emit(l, op, 0, 0, NULL, 0, NULL);
}

/* The shaders of candidates, until none is left. */
static void test_candidates(struct spirv_lower *l, uint32_t finished)
{
    uint32_t again = lower_label(l), done = lower_label(l);
    lower_place(l, again);
    uint32_t some = predicate(l, CODE_rp_candidate, 1, &finished);
    lower_branch(l, done, some, true);
    nullary(l, CODE_rp_call_candidate);
    if (l->pipeline->any_hit)
        nullary(l, CODE_rp_settle);
    lower_branch(l, again, ROW_NONE, false);
    lower_place(l, done);
}

/* The id of the variable of a storage class at the location that SPV_NV_ray_tracing names by a
 * constant. */
static uint32_t located(struct spirv_lower *l, uint32_t constant, uint32_t storage)
{
    uint64_t location;
    spirv_constant(l->m, constant, &location);
    for (uint32_t id = 1; id < l->m->bound; id++)
        if (spirv_op_of(l->m, id) == SpvOpVariable && spirv_def(l->m, id)[3] == storage &&
            l->m->ids[id].location == location)
            return id;
    lower_fail(l, "no payload or callable data at location %llu; expected a variable there",
               (unsigned long long)location);
    return constant;
}

/* Bytes of what a variable holds. */
static int32_t bytes_of(const struct spirv_lower *l, uint32_t variable)
{
    return (int32_t)spirv_size(l->m, spirv_pointee(l->m, spirv_type_of(l->m, variable)));
}

uint32_t lower_structure(struct spirv_lower *l, uint32_t id)
{
    const struct spirv_value *v = lower_value(l, id);
    return !l->code && v->kind == LOWER_HANDLE ? v->resource : UINT16_MAX;
}

static void trace(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t payload =
        spirv_op(at) == SpvOpTraceNV ? located(l, at[11], SpvStorageClassRayPayloadKHR) : at[11];
    uint32_t finished = lower_register(l, CELL_4), miss = lower_label(l), end = lower_label(l);
    uint32_t table[4] = {lower_row(l, at[4], 0), lower_row(l, at[5], 0), lower_row(l, at[6], 0), 0};
    uint32_t ray[10] = {lower_row(l, at[2], 0), lower_row(l, at[3], 0)};
    for (uint32_t k = 0; k < 3; k++) {
        ray[2 + k] = lower_row(l, at[7], k);
        ray[6 + k] = lower_row(l, at[9], k);
    }
    ray[5] = lower_row(l, at[8], 0);
    ray[9] = lower_row(l, at[10], 0);
    if (l->code)
        return;
    table[3] = lower_address(l, lower_value(l, payload));
    lower_emit(l, CODE_rp_table, bytes_of(l, payload), 0, NULL, 4, table);
    lower_emit(l, CODE_rp_trace, (int32_t)lower_structure(l, at[1]), 1, &finished, 10, ray);
    if (l->pipeline->any_hit || l->pipeline->intersection)
        test_candidates(l, finished);
    lower_branch(l, miss, predicate(l, CODE_rp_hit, 1, &finished), true);
    nullary(l, CODE_rp_call_hit);
    lower_branch(l, end, ROW_NONE, false);
    lower_place(l, miss);
    nullary(l, CODE_rp_call_miss);
    lower_place(l, end);
    nullary(l, CODE_rp_end);
}

/* In range, the any-hit shader decides, and what it does not ignore is the hit. */
static void report(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t *rows = lower_result(l, at[2], 1), skip = lower_label(l);
    uint32_t src[2] = {lower_row(l, at[3], 0), lower_row(l, at[4], 0)};
    if (!rows)
        return;
    rows[0] = lower_register(l, CELL_PRED);
    lower_emit(l, CODE_rp_report, 0, 1, rows, 2, src);
    lower_branch(l, skip, rows[0], true);
    if (l->pipeline->any_hit)
        nullary(l, CODE_rp_call_any_hit);
    lower_emit(l, CODE_rp_accept, 0, 1, rows, 0, NULL);
    lower_place(l, skip);
}

static void call(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t data = spirv_op(at) == SpvOpExecuteCallableNV
                        ? located(l, at[2], SpvStorageClassCallableDataKHR)
                        : at[2];
    if (l->code)
        return;
    uint32_t src[2] = {lower_row(l, at[1], 0), lower_address(l, lower_value(l, data))};
    lower_emit(l, CODE_rp_call_callable, bytes_of(l, data), 0, NULL, 2, src);
}

static void clock(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    uint32_t low = lower_register(l, CELL_4);
    if (!rows)
        return;
    lower_emit(l, CODE_rp_value, VALUE_CLOCK, 1, &low, 0, NULL);
    rows[0] = n == 2 ? low : lower_op2(l, CODE_PACK_64, low, lower_u32(l, 0));
    if (n == 2)
        rows[1] = lower_u32(l, 0);
    if (!l->b->p->clock_line)
        l->b->p->clock_line = l->line;
}

bool lower_ray(struct spirv_lower *l, const uint32_t *at)
{
    switch (spirv_op(at)) {
    case SpvOpTraceRayKHR:
    case SpvOpTraceNV:
        trace(l, at);
        return true;
    case SpvOpReportIntersectionKHR:
        report(l, at);
        return true;
    case SpvOpExecuteCallableKHR:
    case SpvOpExecuteCallableNV:
        call(l, at);
        return true;
    case SpvOpIgnoreIntersectionKHR:
        nullary(l, CODE_rp_ignore);
        lower_add(l, CODE_RETURN);
        return true;
    case SpvOpTerminateRayKHR:
        nullary(l, CODE_rp_terminate);
        lower_add(l, CODE_RETURN);
        return true;
    case SpvOpReadClockKHR:
        clock(l, at);
        return true;
    default:
        return false;
    }
}

/* ---- images ---- */

static uint32_t type_of_image(const struct spirv_lower *l, uint32_t id)
{
    uint32_t type = spirv_type_of(l->m, id);
    const uint32_t *at = spirv_def(l->m, type);
    return at && spirv_op(at) == SpvOpTypeSampledImage ? at[2] : type;
}

/* Only pictures of two dimensions, not of layers or samples, exist in scenes; a storage image may
 * be a row of pixels. */
static bool is_flat(struct spirv_lower *l, uint32_t id)
{
    enum { STORAGE = 2 }; /* operand "Sampled" of OpTypeImage */
    const uint32_t *at = spirv_def(l->m, type_of_image(l, id));
    bool is_row = at && spirv_op(at) == SpvOpTypeImage && at[3] == SpvDim1D && at[7] == STORAGE;
    if (!at || spirv_op(at) != SpvOpTypeImage || (at[3] != SpvDim2D && !is_row) || at[5] || at[6]) {
        lower_fail(l, "an image that is not of two dimensions; expected sampler2D, image2D or "
                      "image1D");
        return false;
    }
    if (at[7] != STORAGE && spirv_op_of(l->m, at[2]) != SpvOpTypeFloat)
        lower_fail(l, "a texture of whole numbers; expected sampler2D");
    return !l->code;
}

/* The second coordinate; 0 in a row of pixels. */
static uint32_t down(struct spirv_lower *l, uint32_t coordinate)
{
    bool is_row = spirv_scalars(l->m, spirv_type_of(l->m, coordinate)) < 2;
    return is_row ? lower_u32(l, 0) : lower_row(l, coordinate, 1);
}

static void write_image(struct spirv_lower *l, const uint32_t *at)
{
    const struct spirv_value *image = lower_value(l, at[1]);
    uint32_t src[6] = {lower_row(l, at[2], 0), down(l, at[2])};
    uint32_t n = spirv_scalars(l->m, spirv_type_of(l->m, at[3]));
    for (uint32_t k = 0; k < 4; k++)
        src[2 + k] = k < n ? lower_row(l, at[3], k) : lower_u32(l, 0);
    if (!l->code && is_flat(l, at[1]))
        lower_emit(l, CODE_rp_image_store, image->resource, 0, NULL, 6, src);
}

/* The level of detail that an access asks for; a float, or a whole number of a fetch. */
static uint32_t level_of(struct spirv_lower *l, const uint32_t *at)
{
    uint64_t bits;
    if (spirv_count(at) < 7 || !(at[5] & SpvImageOperandsLodMask))
        return lower_u32(l, 0);
    uint32_t type = spirv_type_of(l->m, at[6]), level = lower_row(l, at[6], 0);
    if (spirv_op(at) == SpvOpImageSampleExplicitLod)
        level = lower_from_half(l, level, lower_scalar(l->m, type));
    l->pipeline->levels =
        l->pipeline->levels || !lower_is_constant(l, level, &bits) || (bits && bits != 1u << 31);
    return level;
}

/* Offsets of an access are not among what it is lowered from. */
static void refuse_offset(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t mask_at = spirv_op(at) == SpvOpImageGather ? 6 : 5;
    uint32_t mask = spirv_count(at) > mask_at ? at[mask_at] : 0;
    if (mask & (SpvImageOperandsConstOffsetMask | SpvImageOperandsOffsetMask |
                SpvImageOperandsConstOffsetsMask))
        lower_fail(l, "a texture access with an offset; expected it in the coordinates");
}

/* An access with a texel as result; whole coordinates unless it samples. */
static void read_image(struct spirv_lower *l, const uint32_t *at, uint32_t op)
{
    const struct spirv_value *image = lower_value(l, at[3]);
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n), out[4];
    uint32_t src[4] = {image->index, lower_row(l, at[4], 0), down(l, at[4])};
    refuse_offset(l, at);
    if (!rows || !is_flat(l, at[3]))
        return;
    for (uint32_t k = 0; k < 4; k++) {
        out[k] = lower_register(l, CELL_4);
        if (k < n)
            rows[k] = out[k];
    }
    bool of_image = op == CODE_rp_image_load;
    if (!of_image)
        src[3] = op == CODE_rp_gather ? lower_row(l, at[5], 0) : level_of(l, at);
    l->pipeline->reads_images = l->pipeline->reads_images || of_image;
    lower_emit(l, op, image->resource, 4, out, of_image ? 2 : 4, of_image ? src + 1 : src);
    if (!l->code)
        l->body[l->n_body - 1].resource = of_image ? 0 : image->sampler;
}

/* OpImageTexelPointer: for atomic operations on a pixel's first number. */
static void texel_pointer(struct spirv_lower *l, const uint32_t *at)
{
    const struct spirv_value *image = lower_value(l, at[3]);
    uint32_t address = lower_register(l, CELL_8),
             n = spirv_scalars(l->m, spirv_type_of(l->m, at[4]));
    uint32_t src[2] = {lower_row(l, at[4], 0), n > 1 ? lower_row(l, at[4], 1) : lower_u32(l, 0)};
    lower_emit(l, CODE_rp_image_at, image->resource, 1, &address, 2, src);
    l->pipeline->reads_images = true;
    if (!l->code)
        l->values[at[2]] = (struct spirv_value){.kind = LOWER_POINTER,
                                                .base = address,
                                                .align = 16,
                                                .type = spirv_pointee(l->m, at[1]),
                                                .image = true};
}

static void image_size(struct spirv_lower *l, const uint32_t *at)
{
    const struct spirv_value *image = lower_value(l, at[3]);
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    if (!rows || !is_flat(l, at[3]))
        return;
    n = n < 2 ? n : 2;
    for (uint32_t k = 0; k < n; k++)
        rows[k] = lower_register(l, CELL_4);
    lower_emit(l, CODE_rp_image_size, image->resource, n, rows, 1, (uint32_t[]){image->index});
    uint32_t level = spirv_op(at) == SpvOpImageQuerySizeLod ? lower_row(l, at[4], 0) : 0;
    uint64_t bits = 0;
    if (!level || (lower_is_constant(l, level, &bits) && !bits))
        return;
    for (uint32_t k = 0; k < n; k++)
        rows[k] =
            lower_op2(l, CODE_MAX_U32, lower_op2(l, CODE_SHR_U32, rows[k], level), lower_u32(l, 1));
}

/* The image of a pair, or the pair of an image and a sampler. */
static void pair(struct spirv_lower *l, const uint32_t *at)
{
    struct spirv_value v = *lower_value(l, at[3]);
    v.sampler = spirv_op(at) == SpvOpSampledImage ? lower_value(l, at[4])->resource + 1 : 0;
    if (!l->code)
        l->values[at[2]] = v;
}

static void levels(struct spirv_lower *l, const uint32_t *at)
{
    const struct spirv_value *image = lower_value(l, at[3]);
    uint32_t *rows = lower_result(l, at[2], 1), size[3];
    for (uint32_t k = 0; k < 3; k++)
        size[k] = lower_register(l, CELL_4);
    if (!rows || !is_flat(l, at[3]))
        return;
    rows[0] = size[2];
    lower_emit(l, CODE_rp_image_size, image->resource, 3, size, 1, (uint32_t[]){image->index});
}

bool lower_image(struct spirv_lower *l, const uint32_t *at)
{
    switch (spirv_op(at)) {
    case SpvOpImageWrite:
        write_image(l, at);
        return true;
    case SpvOpImageRead:
        read_image(l, at, CODE_rp_image_load);
        return true;
    case SpvOpImageFetch:
        read_image(l, at, CODE_rp_texel);
        return true;
    case SpvOpImageSampleExplicitLod:
    case SpvOpImageSampleImplicitLod:
        read_image(l, at, CODE_rp_texture);
        return true;
    case SpvOpImageQuerySize:
    case SpvOpImageQuerySizeLod:
        image_size(l, at);
        return true;
    case SpvOpSampledImage:
    case SpvOpImage:
        pair(l, at);
        return true;
    case SpvOpImageTexelPointer:
        texel_pointer(l, at);
        return true;
    case SpvOpImageGather:
        read_image(l, at, CODE_rp_gather);
        return true;
    case SpvOpImageQueryLevels:
        levels(l, at);
        return true;
    default:
        return false;
    }
}
