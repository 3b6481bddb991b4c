/* Variables, pointers, loads and stores.
 *
 * Buffers have the addresses that their resources get. Payloads, callable data, private and
 * function variables are in the thread's local memory, at the place of the running call. A load or
 * store of neighbouring scalars is one access of up to 16 bytes, as far as its alignment is known.
 */
#include "sim/functional/frontend/spirv/lower.h"

#include "common/memory.h"

#include <spirv/unified1/spirv.h>

enum { MOST_SCALARS = 256, VECTOR_B = 16, BUFFER_ALIGN = 256, LOCAL_ALIGN = 16 };

/* ---- variables ---- */

static struct spirv_value pointer_to(uint32_t base, int64_t offset, uint32_t align, uint32_t type)
{
    return (struct spirv_value){
        .kind = LOWER_POINTER, .base = base, .offset = offset, .align = align, .type = type};
}

/* A place in the local memory of a call of this stage; for a ray query, its number and a register.
 */
static struct spirv_value place_local(struct spirv_lower *l, uint32_t type)
{
    if (spirv_op_of(l->m, type) == SpvOpTypeRayQueryKHR)
        return (struct spirv_value){.kind = LOWER_HANDLE,
                                    .resource = l->n_queries++,
                                    .index = lower_register(l, CELL_4),
                                    .type = type};
    uint32_t offset = 0, size = spirv_size(l->m, type);
    if (!l->code)
        l->code = program_add_local(l->b, size ? size : 1, LOCAL_ALIGN, l->line, &offset, l->st);
    return pointer_to(l->local, offset, LOCAL_ALIGN, type);
}

/* A place in the memory of the work group, at an address outside all other memory. */
static struct spirv_value place_shared(struct spirv_lower *l, uint32_t type)
{
    uint32_t offset = 0, size = spirv_size(l->m, type);
    if (!l->code)
        l->code = program_add_shared(l->b, size ? size : 1, LOCAL_ALIGN, l->line, &offset, l->st);
    struct spirv_value p =
        pointer_to(lower_constant(l, CELL_8, PROGRAM_SHARED_BASE), offset, LOCAL_ALIGN, type);
    p.shared = true;
    return p;
}

static bool is_handle(const struct spirv_module *m, uint32_t type)
{
    switch (spirv_op_of(m, type)) {
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
    case SpvOpTypeAccelerationStructureKHR:
        return true;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return is_handle(m, spirv_part(m, type, 0));
    default:
        return false;
    }
}

static bool is_array(const struct spirv_module *m, uint32_t type)
{
    return spirv_op_of(m, type) == SpvOpTypeArray || spirv_op_of(m, type) == SpvOpTypeRuntimeArray;
}

static uint32_t emit_address(struct spirv_lower *l, uint32_t op, int64_t offset, uint32_t n,
                             const uint32_t *src)
{
    uint32_t d = lower_register(l, CELL_8);
    lower_emit(l, op, offset, 1, &d, n, src);
    return d;
}

/* A variable with a descriptor: a handle, a buffer, or an array of one of them, which stays a
 * handle until an index chooses an element. */
static struct spirv_value bound_variable(struct spirv_lower *l, uint32_t id, uint32_t type)
{
    uint32_t resource = 0, zero = lower_u32(l, 0);
    if (!l->code)
        l->code = spirv_resource_of(l->pipeline, l->m, id, &resource, l->st);
    if (is_handle(l->m, type) || is_array(l->m, type))
        return (struct spirv_value){
            .kind = LOWER_HANDLE, .resource = resource, .index = zero, .type = type};
    struct spirv_value p =
        pointer_to(emit_address(l, CODE_rp_buffer, resource, 1, &zero), 0, BUFFER_ALIGN, type);
    p.resource = resource + 1;
    return p;
}

static struct spirv_value module_variable(struct spirv_lower *l, uint32_t id, uint32_t pointer)
{
    uint32_t type = spirv_pointee(l->m, pointer);
    switch (spirv_storage(l->m, pointer)) {
    case SpvStorageClassUniformConstant:
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassPushConstant:
        return bound_variable(l, id, type);
    case SpvStorageClassInput:
        return (struct spirv_value){.kind = LOWER_BUILTIN,
                                    .builtin = l->m->ids[id].builtin,
                                    .n = spirv_scalars(l->m, type),
                                    .type = type};
    case SpvStorageClassIncomingRayPayloadKHR:
    case SpvStorageClassIncomingCallableDataKHR:
        return pointer_to(emit_address(l, CODE_rp_incoming, 0, 0, NULL), 0, LOCAL_ALIGN, type);
    case SpvStorageClassHitAttributeKHR:
        return pointer_to(emit_address(l, CODE_rp_attributes, 0, 0, NULL), 0, LOCAL_ALIGN, type);
    case SpvStorageClassRayPayloadKHR:
    case SpvStorageClassCallableDataKHR:
    case SpvStorageClassPrivate:
        return place_local(l, type);
    case SpvStorageClassWorkgroup:
        return place_shared(l, type);
    case SpvStorageClassShaderRecordBufferKHR:
        return pointer_to(emit_address(l, CODE_rp_record, 0, 0, NULL), 0, LOCAL_ALIGN, type);
    default:
        lower_fail(l, "variable '%s' of storage class %u; expected one of a ray-tracing stage",
                   spirv_name(l->m, id), spirv_storage(l->m, pointer));
        return (struct spirv_value){0};
    }
}

static void store_value(struct spirv_lower *l, const struct spirv_value *p, uint32_t id);

static void initialise(struct spirv_lower *l, const uint32_t *at)
{
    if (spirv_count(at) > 4)
        store_value(l, &l->values[at[2]], at[4]);
}

void lower_variables(struct spirv_lower *l)
{
    l->local = emit_address(l, CODE_rp_local, 0, 0, NULL);
    for (uint32_t id = 0; id < l->m->bound && !l->code; id++) {
        const uint32_t *at = spirv_def(l->m, id);
        if (!at || spirv_op(at) != SpvOpVariable || at[3] == SpvStorageClassFunction)
            continue;
        l->values[id] = module_variable(l, id, at[1]);
        initialise(l, at);
    }
}

void lower_variable(struct spirv_lower *l, const uint32_t *at)
{
    l->values[at[2]] = place_local(l, spirv_pointee(l->m, at[1]));
    initialise(l, at);
}

/* ---- addresses ---- */

/* What a value is as a pointer: one in a register, of physical storage, is aligned as its type. */
struct spirv_value lower_pointer(struct spirv_lower *l, uint32_t id)
{
    const struct spirv_value *v = lower_value(l, id);
    if (l->code || v->kind != LOWER_SCALARS)
        return *v;
    uint32_t pointer = spirv_type_of(l->m, id), type = spirv_pointee(l->m, pointer);
    struct spirv_value p = pointer_to(v->rows[0], 0, spirv_align(l->m, type), type);
    p.shared = spirv_storage(l->m, pointer) == SpvStorageClassWorkgroup;
    return p;
}

uint32_t lower_address(struct spirv_lower *l, const struct spirv_value *p)
{
    return p->offset
               ? lower_op2(l, CODE_ADD_64, p->base, lower_constant(l, CELL_8, (uint64_t)p->offset))
               : p->base;
}

static uint32_t lowest_bit(uint64_t x)
{
    return x ? (uint32_t)(x & (0 - x) & 0xffff) : 0;
}

/* Moves a pointer by index * stride bytes. */
static void advance(struct spirv_lower *l, struct spirv_value *p, uint32_t id, uint32_t stride)
{
    struct spirv_scalar s = lower_scalar(l->m, spirv_type_of(l->m, id));
    uint32_t index = lower_row(l, id, 0);
    uint64_t bits;
    if (lower_is_constant(l, index, &bits)) {
        int64_t by = s.is_signed ? (int32_t)bits : (int64_t)bits;
        p->offset += by * stride;
        return;
    }
    uint32_t step = lowest_bit(stride);
    p->align = step && step < p->align ? step : p->align;
    if (s.bits == 64)
        p->base = lower_op3(l, CODE_MAD_LO_64, index, lower_constant(l, CELL_8, stride), p->base);
    else
        p->base = lower_op3(l, s.is_signed ? CODE_MAD_WIDE_S32 : CODE_MAD_WIDE_U32, index,
                            lower_u32(l, stride), p->base);
}

/* The pointer to a part of what it points to. */
static void enter_part(struct spirv_lower *l, struct spirv_value *p, uint32_t id)
{
    const struct spirv_module *m = l->m;
    uint32_t type = p->type, op = spirv_op_of(m, type);
    uint64_t index = 0;
    if (op == SpvOpTypeStruct) {
        spirv_constant(m, id, &index);
        const struct spirv_member *member = spirv_member(m, type, (uint32_t)index);
        p->offset += spirv_member_offset(m, type, (uint32_t)index);
        p->type = spirv_part(m, type, (uint32_t)index);
        p->matrix_stride = member ? member->matrix_stride : 0;
        p->row_major = member && member->row_major;
    } else if (op == SpvOpTypeMatrix && p->row_major) {
        advance(l, p, id, spirv_size(m, spirv_part(m, spirv_part(m, type, 0), 0)));
        p->step = p->matrix_stride;
        p->type = spirv_part(m, type, 0);
    } else if (op == SpvOpTypeVector) {
        advance(l, p, id, p->step ? p->step : spirv_size(m, spirv_part(m, type, 0)));
        p->step = 0;
        p->type = spirv_part(m, type, 0);
    } else {
        advance(l, p, id, spirv_stride(m, type, p->matrix_stride));
        p->type = spirv_part(m, type, 0);
    }
    if (!p->type)
        lower_fail(l, "an access chain that leaves its type; expected one that spirv-val accepts");
}

/* An index into an array of descriptors. */
static struct spirv_value choose_descriptor(struct spirv_lower *l, struct spirv_value v,
                                            uint32_t id)
{
    struct spirv_scalar s = lower_scalar(l->m, spirv_type_of(l->m, id));
    v.index = lower_row(l, id, 0);
    if (s.bits == 64)
        v.index = lower_op1(l, CODE_EXT_Z32_R8_32, v.index);
    v.type = spirv_part(l->m, v.type, 0);
    if (is_handle(l->m, v.type))
        return v;
    struct spirv_value p = pointer_to(emit_address(l, CODE_rp_buffer, v.resource, 1, &v.index), 0,
                                      BUFFER_ALIGN, v.type);
    p.resource = v.resource + 1;
    return p;
}

/* A part of a built-in variable: vectors and columns by constant index. */
static void enter_builtin(struct spirv_lower *l, struct spirv_value *v, uint32_t id)
{
    uint64_t index;
    uint32_t part = spirv_part(l->m, v->type, 0);
    if (!spirv_constant(l->m, id, &index))
        lower_fail(l, "a component of a built-in variable that is chosen at run time; expected a "
                      "constant index");
    v->first += (uint32_t)index * spirv_scalars(l->m, part);
    v->n = spirv_scalars(l->m, part);
    v->type = part;
}

static void access_chain(struct spirv_lower *l, const uint32_t *at, uint32_t first)
{
    struct spirv_value p = lower_pointer(l, at[3]);
    p.rows = NULL;
    if (first == 5) /* of a pointer access chain: element of the array that the base is in */
        advance(l, &p, at[4],
                l->m->ids[spirv_type_of(l->m, at[3])].array_stride
                    ? l->m->ids[spirv_type_of(l->m, at[3])].array_stride
                    : spirv_size(l->m, p.type));
    for (uint32_t k = first; k < spirv_count(at) && !l->code; k++) {
        if (p.kind == LOWER_HANDLE)
            p = choose_descriptor(l, p, at[k]);
        else if (p.kind == LOWER_BUILTIN)
            enter_builtin(l, &p, at[k]);
        else
            enter_part(l, &p, at[k]);
    }
    if (!l->code)
        l->values[at[2]] = p;
}

/* ---- flattened accesses ---- */

struct access {
    int64_t offset[MOST_SCALARS];
    uint32_t type[MOST_SCALARS];
    uint32_t n;
};

static void flatten(struct spirv_lower *l, struct access *a, uint32_t type, int64_t offset,
                    uint32_t matrix_stride, bool row_major, uint32_t step)
{
    const struct spirv_module *m = l->m;
    uint32_t n = spirv_parts(m, type), op = spirv_op_of(m, type);
    if (!n) {
        if (a->n == MOST_SCALARS)
            lower_fail(l, "a load or store of more than %d numbers; expected parts of it",
                       MOST_SCALARS);
        if (l->code)
            return;
        a->offset[a->n] = offset;
        a->type[a->n++] = type;
        return;
    }
    for (uint32_t i = 0; i < n && !l->code; i++) {
        uint32_t part = spirv_part(m, type, i);
        if (op == SpvOpTypeStruct) {
            const struct spirv_member *member = spirv_member(m, type, i);
            flatten(l, a, part, offset + spirv_member_offset(m, type, i),
                    member ? member->matrix_stride : 0, member && member->row_major, 0);
        } else if (op == SpvOpTypeMatrix && row_major) {
            flatten(l, a, part, offset + (int64_t)i * spirv_size(m, spirv_part(m, part, 0)), 0,
                    false, matrix_stride);
        } else if (op == SpvOpTypeVector) {
            flatten(l, a, part, offset + (int64_t)i * (step ? step : spirv_size(m, part)), 0, false,
                    0);
        } else {
            flatten(l, a, part, offset + (int64_t)i * spirv_stride(m, type, matrix_stride),
                    matrix_stride, row_major, 0);
        }
    }
}

/* The number of scalars from number i on that one access takes: neighbours of one size whose bytes,
 * a power of two, divide the address. */
static uint32_t together(const struct spirv_lower *l, const struct access *a, uint32_t i,
                         uint32_t align)
{
    uint32_t size = spirv_size(l->m, a->type[i]), n = 1;
    uint32_t at = lowest_bit((uint64_t)a->offset[i] | align);
    for (uint32_t wanted = 2; wanted * size <= VECTOR_B && wanted * size <= at; wanted *= 2) {
        if (i + wanted > a->n)
            break;
        for (uint32_t k = n; k < wanted; k++)
            if (a->offset[i + k] != a->offset[i] + (int64_t)(k * size) ||
                spirv_size(l->m, a->type[i + k]) != size)
                return n;
        n = wanted;
    }
    return n;
}

static void emit_load(struct spirv_lower *l, const struct spirv_value *p, const struct access *a,
                      uint32_t i, uint32_t n, uint32_t *rows)
{
    uint32_t dst[4];
    struct spirv_scalar s[4];
    for (uint32_t k = 0; k < n; k++) {
        s[k] = lower_scalar(l->m, a->type[i + k]);
        dst[k] = lower_register(l, s[k].bits == 64 ? CELL_8 : CELL_4);
        rows[i + k] = dst[k];
    }
    lower_emit(l, p->shared ? CODE_LOAD_SHARED : CODE_LOAD, a->offset[i], n, dst, 1, &p->base);
    struct code *c = l->code ? NULL : &l->body[l->n_body - 1];
    for (uint32_t k = 0; c && k < n; k++)
        c->wide |= (uint16_t)((s[k].bits == 64) << k);
    if (c) {
        c->bytes = (uint8_t)spirv_size(l->m, a->type[i]);
        c->resource = p->resource;
    }
    for (uint32_t k = 0; k < n; k++)
        if (s[k].is_bool)
            rows[i + k] = lower_op2(l, CODE_SETP_NE_32, dst[k], lower_u32(l, 0));
}

static void load_memory(struct spirv_lower *l, const struct spirv_value *p, uint32_t id)
{
    struct access a = {.n = 0};
    uint32_t *rows = lower_result(l, id, spirv_scalars(l->m, p->type));
    flatten(l, &a, p->type, p->offset, p->matrix_stride, p->row_major, p->step);
    for (uint32_t i = 0, n; rows && i < a.n && !l->code; i += n) {
        n = together(l, &a, i, p->align);
        emit_load(l, p, &a, i, n, rows);
    }
}

static void emit_store(struct spirv_lower *l, const struct spirv_value *p, const struct access *a,
                       uint32_t i, uint32_t n, uint32_t id)
{
    uint32_t src[5] = {p->base}, wide = 0;
    for (uint32_t k = 0; k < n; k++) {
        struct spirv_scalar s = lower_scalar(l->m, a->type[i + k]);
        const struct spirv_value *v = lower_value(l, id);
        src[1 + k] = v->kind == LOWER_POINTER ? lower_address(l, v) : lower_row(l, id, i + k);
        if (s.is_bool)
            src[1 + k] = lower_op3(l, CODE_SELP_32, lower_u32(l, 1), lower_u32(l, 0), src[1 + k]);
        wide |= (uint32_t)(s.bits == 64) << k;
    }
    lower_emit(l, p->shared ? CODE_STORE_SHARED : CODE_STORE, a->offset[i], 0, NULL, 1 + n, src);
    struct code *c = l->code ? NULL : &l->body[l->n_body - 1];
    if (c) {
        c->wide = (uint16_t)wide;
        c->resource = p->resource;
        c->bytes = (uint8_t)spirv_size(l->m, a->type[i]);
    }
}

static void store_value(struct spirv_lower *l, const struct spirv_value *p, uint32_t id)
{
    struct access a = {.n = 0};
    flatten(l, &a, p->type, p->offset, p->matrix_stride, p->row_major, p->step);
    for (uint32_t i = 0, n; i < a.n && !l->code; i += n) {
        n = together(l, &a, i, p->align);
        emit_store(l, p, &a, i, n, id);
    }
}

void lower_store(struct spirv_lower *l, uint32_t pointer, const uint32_t *rows, uint32_t n)
{
    struct spirv_value p = lower_pointer(l, pointer);
    uint32_t *held = lower_result(l, 0, n); /* id 0 is no other value's */
    for (uint32_t i = 0; held && i < n; i++)
        held[i] = rows[i];
    if (!l->code)
        store_value(l, &p, 0);
}

/* ---- built-in variables ---- */

/* The operation's value; a matrix is a value for each column. */
static bool value_of(uint32_t builtin, enum pipeline_value *out)
{
    static const struct {
        uint32_t builtin;
        enum pipeline_value value;
    } known[] = {
        {SpvBuiltInLaunchIdKHR, VALUE_LAUNCH_ID},
        {SpvBuiltInLaunchSizeKHR, VALUE_LAUNCH_SIZE},
        {SpvBuiltInPrimitiveId, VALUE_PRIMITIVE},
        {SpvBuiltInInstanceId, VALUE_INSTANCE},
        {SpvBuiltInInstanceCustomIndexKHR, VALUE_CUSTOM_INDEX},
        {SpvBuiltInRayGeometryIndexKHR, VALUE_GEOMETRY},
        {SpvBuiltInWorldRayOriginKHR, VALUE_WORLD_ORIGIN},
        {SpvBuiltInWorldRayDirectionKHR, VALUE_WORLD_DIRECTION},
        {SpvBuiltInObjectRayOriginKHR, VALUE_OBJECT_ORIGIN},
        {SpvBuiltInObjectRayDirectionKHR, VALUE_OBJECT_DIRECTION},
        {SpvBuiltInRayTminKHR, VALUE_T_MIN},
        {SpvBuiltInRayTmaxKHR, VALUE_T_MAX},
        {SpvBuiltInHitTNV, VALUE_T_MAX},
        {SpvBuiltInIncomingRayFlagsKHR, VALUE_FLAGS},
        {SpvBuiltInHitKindKHR, VALUE_HIT_KIND},
        {SpvBuiltInCullMaskKHR, VALUE_CULL_MASK},
        {SpvBuiltInSubgroupLocalInvocationId, VALUE_LANE},
        {SpvBuiltInSubgroupSize, VALUE_LANES},
        {SpvBuiltInSubgroupId, VALUE_WARP},
        {SpvBuiltInSubgroupEqMask, VALUE_MASK_EQ},
        {SpvBuiltInSubgroupGeMask, VALUE_MASK_GE},
        {SpvBuiltInSubgroupGtMask, VALUE_MASK_GT},
        {SpvBuiltInSubgroupLeMask, VALUE_MASK_LE},
        {SpvBuiltInSubgroupLtMask, VALUE_MASK_LT},
        {SpvBuiltInNumSubgroups, VALUE_WARPS},
        {SpvBuiltInGlobalInvocationId, VALUE_THREAD},
        {SpvBuiltInLocalInvocationId, VALUE_THREAD_OF_GROUP},
        {SpvBuiltInLocalInvocationIndex, VALUE_INDEX_OF_GROUP},
        {SpvBuiltInWorkgroupId, VALUE_GROUP},
        {SpvBuiltInNumWorkgroups, VALUE_GROUPS},
        {SpvBuiltInObjectToWorldKHR, VALUE_OBJECT_TO_WORLD},
        {SpvBuiltInWorldToObjectKHR, VALUE_WORLD_TO_OBJECT},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].builtin == builtin) {
            *out = known[i].value;
            return true;
        }
    return false;
}

/* Values of three words each, as many as the variable has. */
static void load_builtin(struct spirv_lower *l, const struct spirv_value *v, uint32_t id)
{
    enum pipeline_value value = VALUE_LAUNCH_ID;
    uint32_t *rows = lower_result(l, id, v->n), three[3] = {0};
    if (!value_of(v->builtin, &value))
        lower_fail(l, "built-in variable %u; expected one of a ray-tracing stage", v->builtin);
    for (uint32_t i = 0; rows && i < v->n && !l->code; i++) {
        uint32_t at = v->first + i, n = v->n == 1 && !v->first ? 1 : 3;
        if (i == 0 || at % 3 == 0) {
            for (uint32_t k = 0; k < n; k++)
                three[k] = lower_register(l, CELL_4);
            lower_emit(l, CODE_rp_value, value + at / 3, n, three, 0, NULL);
        }
        rows[i] = three[at % 3];
    }
}

/* ---- instructions ---- */

static void load(struct spirv_lower *l, const uint32_t *at)
{
    struct spirv_value p = lower_pointer(l, at[3]);
    if (l->code)
        return;
    if (p.kind == LOWER_HANDLE)
        l->values[at[2]] = p;
    else if (p.kind == LOWER_BUILTIN)
        load_builtin(l, &p, at[2]);
    else
        load_memory(l, &p, at[2]);
}

/* Whether stores go to the thread's own memory. */
static bool is_own(uint32_t storage)
{
    return storage == SpvStorageClassFunction || storage == SpvStorageClassPrivate ||
           storage == SpvStorageClassRayPayloadKHR || storage == SpvStorageClassCallableDataKHR ||
           storage == SpvStorageClassIncomingRayPayloadKHR ||
           storage == SpvStorageClassIncomingCallableDataKHR ||
           storage == SpvStorageClassHitAttributeKHR;
}

void lower_note_store(struct spirv_lower *l, const struct spirv_value *p, uint32_t storage)
{
    if (l->code || is_own(storage) || p->shared || p->image)
        return;
    if (storage == SpvStorageClassPhysicalStorageBuffer)
        l->pipeline->stores_addresses = true;
    else if (!p->resource || storage != SpvStorageClassStorageBuffer)
        lower_fail(l, "a store into what is read alone; expected storage buffers, images, payloads "
                      "and variables");
    else
        l->pipeline->resources[p->resource - 1].written = true;
}

static void store(struct spirv_lower *l, uint32_t pointer, uint32_t id)
{
    struct spirv_value p = lower_pointer(l, pointer);
    lower_note_store(l, &p, spirv_storage(l->m, spirv_type_of(l->m, pointer)));
    if (!l->code)
        store_value(l, &p, id);
}

static void array_length(struct spirv_lower *l, const uint32_t *at)
{
    struct spirv_value p = lower_pointer(l, at[3]);
    uint32_t *rows = lower_result(l, at[2], 1), stride, size = 0, bytes = lower_register(l, CELL_4);
    const struct code *base = NULL;
    for (uint32_t i = 0; !l->code && i < l->n_body; i++)
        if (l->body[i].op == CODE_rp_buffer && l->body[i].row[0] == p.base)
            base = &l->body[i];
    if (!base)
        lower_fail(l,
                   "the length of an array that is not in a buffer; expected one of a descriptor");
    if (l->code || !rows)
        return;
    size = spirv_member_offset(l->m, p.type, at[4]);
    stride = spirv_stride(l->m, spirv_part(l->m, p.type, at[4]), 0);
    lower_emit(l, CODE_rp_bytes, base->offset, 1, &bytes, 1, (uint32_t[]){base->row[1]});
    rows[0] = lower_op2(l, CODE_DIV_U32, lower_op2(l, CODE_SUB_32, bytes, lower_u32(l, size)),
                        lower_u32(l, stride ? stride : 1));
}

static void copy_memory(struct spirv_lower *l, const uint32_t *at)
{
    struct spirv_value from = lower_pointer(l, at[2]), to = lower_pointer(l, at[1]);
    if (l->code)
        return;
    load_memory(l, &from, 0); /* id 0 is no other value's */
    store_value(l, &to, 0);
}

/* OpConvertPtrToU: the address that a pointer holds, as a number. */
static void convert_pointer(struct spirv_lower *l, const uint32_t *at)
{
    struct spirv_value p = lower_pointer(l, at[3]);
    uint32_t *rows = lower_result(l, at[2], 1);
    if (rows)
        rows[0] = lower_address(l, &p);
}

/* OpConvertUToPtr: a number as a pointer, whose address it is. */
static void convert_address(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t *rows = lower_result(l, at[2], 1);
    if (rows)
        rows[0] = lower_row(l, at[3], 0);
}

bool lower_memory(struct spirv_lower *l, const uint32_t *at)
{
    switch (spirv_op(at)) {
    case SpvOpVariable:
        lower_variable(l, at);
        return true;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        access_chain(l, at, 4);
        return true;
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
        access_chain(l, at, 5);
        return true;
    case SpvOpLoad:
    case SpvOpAtomicLoad:
        load(l, at);
        return true;
    case SpvOpStore:
        store(l, at[1], at[2]);
        return true;
    case SpvOpAtomicStore:
        store(l, at[1], at[4]);
        return true;
    case SpvOpCopyMemory:
        copy_memory(l, at);
        return true;
    case SpvOpArrayLength:
        array_length(l, at);
        return true;
    case SpvOpConvertUToPtr:
        convert_address(l, at);
        return true;
    case SpvOpConvertPtrToU:
        convert_pointer(l, at);
        return true;
    default:
        return false;
    }
}
