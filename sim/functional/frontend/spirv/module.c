#include "sim/functional/frontend/spirv/module.h"

#include "common/grow.h"
#include "common/memory.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

enum { HEADER_WORDS = 5, MOST_BOUND = 1 << 20, MOST_SCALARS = 4096 };

static enum st_code unsound(const struct spirv_module *m, const char *what, struct status *st)
{
    return status_fail_at(st, ST_FAILED, m->name, 0,
                          "%s; expected a SPIR-V module that spirv-val accepts", what);
}

/* ---- reading ---- */

/* Position of the result among the words of an instruction that has one: 1, or 2 behind its type;
 * 0: it has none that is asked for. */
static uint32_t result_at(uint32_t op)
{
    switch (op) {
    case SpvOpNop:
    case SpvOpSource:
    case SpvOpSourceContinued:
    case SpvOpSourceExtension:
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpExtension:
    case SpvOpMemoryModel:
    case SpvOpEntryPoint:
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
    case SpvOpCapability:
    case SpvOpModuleProcessed:
    case SpvOpDecorate:
    case SpvOpMemberDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
    case SpvOpMemberDecorateString:
    case SpvOpTypeForwardPointer:
    case SpvOpStore:
    case SpvOpCopyMemory:
    case SpvOpImageWrite:
    case SpvOpControlBarrier:
    case SpvOpMemoryBarrier:
    case SpvOpAtomicStore:
    case SpvOpLoopMerge:
    case SpvOpSelectionMerge:
    case SpvOpBranch:
    case SpvOpBranchConditional:
    case SpvOpSwitch:
    case SpvOpKill:
    case SpvOpReturn:
    case SpvOpReturnValue:
    case SpvOpUnreachable:
    case SpvOpFunctionEnd:
    case SpvOpTraceRayKHR:
    case SpvOpTraceNV:
    case SpvOpExecuteCallableKHR:
    case SpvOpRayQueryInitializeKHR:
    case SpvOpRayQueryTerminateKHR:
    case SpvOpRayQueryGenerateIntersectionKHR:
    case SpvOpRayQueryConfirmIntersectionKHR:
    case SpvOpExecuteCallableNV:
    case SpvOpIgnoreIntersectionKHR:
    case SpvOpTerminateRayKHR:
    case SpvOpIgnoreIntersectionNV:
    case SpvOpTerminateRayNV:
        return 0;
    case SpvOpString:
    case SpvOpExtInstImport:
    case SpvOpLabel:
    case SpvOpDecorationGroup:
    case SpvOpTypeRayQueryKHR:
    case SpvOpTypeAccelerationStructureKHR:
        return 1;
    default:
        return op >= SpvOpTypeVoid && op <= SpvOpTypePipe ? 1 : 2;
    }
}

static void decorate(struct spirv_module *m, const uint32_t *at)
{
    struct spirv_id *id = &m->ids[at[1]];
    uint32_t value = spirv_count(at) > 3 ? at[3] : 0;
    switch (at[2]) {
    case SpvDecorationBinding:
        id->binding = value;
        break;
    case SpvDecorationDescriptorSet:
        id->set = value;
        break;
    case SpvDecorationBuiltIn:
        id->builtin = value;
        break;
    case SpvDecorationLocation:
        id->location = value;
        break;
    case SpvDecorationSpecId:
        id->spec = value;
        break;
    case SpvDecorationArrayStride:
        id->array_stride = value;
        break;
    case SpvDecorationBlock:
    case SpvDecorationBufferBlock:
        id->block = true;
        break;
    case SpvDecorationNonWritable:
        id->readonly = true;
        break;
    default:
        break;
    }
}

static struct spirv_member *member_for(struct spirv_module *m, uint32_t type, uint32_t index)
{
    for (uint32_t i = 0; i < m->n_members; i++)
        if (m->members[i].type_id == type && m->members[i].index == index)
            return &m->members[i];
    if (!grow(&m->members, m->n_members, &m->room_members, sizeof *m->members))
        return NULL;
    m->members[m->n_members] = (struct spirv_member){
        .type_id = type, .index = index, .offset = SPIRV_UNSET, .builtin = SPIRV_UNSET};
    return &m->members[m->n_members++];
}

static enum st_code read_member(struct spirv_module *m, const uint32_t *at, struct status *st)
{
    struct spirv_member *member = member_for(m, at[1], at[2]);
    if (!member)
        return status_no_memory(st, m->name);
    if (spirv_op(at) == SpvOpMemberName) {
        member->name = (const char *)(at + 3);
        return ST_OK;
    }
    uint32_t value = spirv_count(at) > 4 ? at[4] : 0;
    if (at[3] == SpvDecorationOffset)
        member->offset = value;
    else if (at[3] == SpvDecorationMatrixStride)
        member->matrix_stride = value;
    else if (at[3] == SpvDecorationBuiltIn)
        member->builtin = value;
    else if (at[3] == SpvDecorationRowMajor)
        member->row_major = true;
    return ST_OK;
}

static enum st_code read_entry(struct spirv_module *m, const uint32_t *at, struct status *st)
{
    if (m->entry)
        return status_fail_at(st, ST_FAILED, m->name, 0,
                              "several entry points; expected a module of one stage");
    m->model = at[1];
    m->entry = at[2];
    uint32_t words = (uint32_t)strlen((const char *)(at + 3)) / 4 + 1;
    m->interface = at + 3 + words;
    m->n_interface = spirv_count(at) - 3 - words;
    return ST_OK;
}

/* The size of a work group as numbers, or by ids of constants. */
static void read_mode(struct spirv_module *m, const uint32_t *at)
{
    bool ids = at[2] == SpvExecutionModeLocalSizeId;
    for (uint32_t k = 0;
         (ids || at[2] == SpvExecutionModeLocalSize) && spirv_count(at) == 6 && k < 3; k++)
        m->local_size[k] = at[3 + k];
    m->local_size_ids = m->local_size_ids || ids;
}

static enum st_code read_one(struct spirv_module *m, const uint32_t *at, struct status *st)
{
    uint32_t op = spirv_op(at), result = result_at(op), n = spirv_count(at);
    bool of_id = op == SpvOpName || op == SpvOpDecorate || op == SpvOpMemberName ||
                 op == SpvOpMemberDecorate;
    if (n <= result || (of_id && (n < 3 || at[1] >= m->bound)) ||
        (result && at[result] >= m->bound))
        return unsound(m, "an instruction with too few words or an id out of bounds", st);
    if (result && !m->ids[at[result]].at)
        m->ids[at[result]].at = at;
    switch (op) {
    case SpvOpName:
        m->ids[at[1]].name = (const char *)(at + 2);
        return ST_OK;
    case SpvOpMemberName:
    case SpvOpMemberDecorate:
        return n < 4 ? unsound(m, "a member without a number", st) : read_member(m, at, st);
    case SpvOpDecorate:
        decorate(m, at);
        return ST_OK;
    case SpvOpEntryPoint:
        return read_entry(m, at, st);
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
        read_mode(m, at);
        return ST_OK;
    case SpvOpExtInstImport:
        if (strcmp((const char *)(at + 2), "GLSL.std.450") == 0)
            m->glsl = at[1];
        return ST_OK;
    case SpvOpFunction:
        if (at[2] == m->entry)
            m->body = at;
        return ST_OK;
    default:
        return ST_OK;
    }
}

/* Replaces ids of the work group's size by their values; a constant decorated as WorkgroupSize
 * counts before the execution mode (SPIR-V 1.6, "BuiltIn"). */
static void find_local_size(struct spirv_module *m)
{
    uint64_t bits;
    for (uint32_t id = 0; id < m->bound; id++)
        for (uint32_t k = 0; m->ids[id].builtin == SpvBuiltInWorkgroupSize && m->ids[id].at &&
                             spirv_count(m->ids[id].at) == 6 && k < 3;
             k++) {
            m->local_size[k] = m->ids[id].at[3 + k];
            m->local_size_ids = true;
        }
    for (uint32_t k = 0; m->local_size_ids && k < 3; k++)
        m->local_size[k] = spirv_constant(m, m->local_size[k], &bits) ? (uint32_t)bits : 0;
}

static enum st_code read_all(struct spirv_module *m, struct status *st)
{
    if (m->n_words < HEADER_WORDS || m->words[0] != SpvMagicNumber)
        return unsound(m, "not a SPIR-V module", st);
    m->bound = m->words[3];
    if (m->bound > MOST_BOUND)
        return unsound(m, "more than 2^20 ids", st);
    TRY(mem_make(&m->ids, m->bound, sizeof *m->ids, m->name, st));
    for (uint32_t i = 0; i < m->bound; i++)
        m->ids[i].binding = m->ids[i].set = m->ids[i].builtin = m->ids[i].location =
            m->ids[i].spec = SPIRV_UNSET;
    for (uint32_t i = HEADER_WORDS; i < m->n_words;) {
        uint32_t n = spirv_count(m->words + i);
        if (!n || n > m->n_words - i)
            return unsound(m, "an instruction that ends behind the module", st);
        TRY(read_one(m, m->words + i, st));
        i += n;
    }
    if (!m->body)
        return unsound(m, "no entry point", st);
    find_local_size(m);
    return ST_OK;
}

enum st_code spirv_module_read(struct spirv_module **out, uint32_t *words, size_t n_words,
                               const char *name, struct status *st)
{
    struct spirv_module *m = mem_calloc(1, sizeof *m);
    if (!m) {
        mem_free(words);
        return status_no_memory(st, name);
    }
    m->words = words;
    m->n_words = (uint32_t)n_words;
    enum st_code code = mem_copy_text(&m->name, name, name, st);
    if (code == ST_OK)
        code = read_all(m, st);
    if (code == ST_OK)
        *out = m;
    else
        spirv_module_free(m);
    return code;
}

void spirv_module_free(struct spirv_module *m)
{
    if (m)
        MEM_FREE(m->name, m->words, m->ids, m->members, m);
}

/* ---- values and types ---- */

uint32_t spirv_type_of(const struct spirv_module *m, uint32_t id)
{
    const uint32_t *at = spirv_def(m, id);
    return at && result_at(spirv_op(at)) == 2 ? at[1] : SPIRV_NONE;
}

uint32_t spirv_pointee(const struct spirv_module *m, uint32_t pointer_type)
{
    const uint32_t *at = spirv_def(m, pointer_type);
    return at && spirv_op(at) == SpvOpTypePointer ? at[3] : SPIRV_NONE;
}

uint32_t spirv_storage(const struct spirv_module *m, uint32_t pointer_type)
{
    const uint32_t *at = spirv_def(m, pointer_type);
    return at && spirv_op(at) == SpvOpTypePointer ? at[2] : SPIRV_UNSET;
}

const struct spirv_member *spirv_member(const struct spirv_module *m, uint32_t type, uint32_t index)
{
    for (uint32_t i = 0; i < m->n_members; i++)
        if (m->members[i].type_id == type && m->members[i].index == index)
            return &m->members[i];
    return NULL;
}

bool spirv_constant(const struct spirv_module *m, uint32_t id, uint64_t *bits)
{
    const uint32_t *at = spirv_def(m, id);
    *bits = 0;
    switch (at ? spirv_op(at) : SpvOpNop) {
    case SpvOpConstant:
    case SpvOpSpecConstant:
        *bits = at[3] | (spirv_count(at) > 4 ? (uint64_t)at[4] << 32 : 0);
        return true;
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue:
        *bits = 1;
        return true;
    case SpvOpConstantFalse:
    case SpvOpSpecConstantFalse:
    case SpvOpConstantNull:
    case SpvOpUndef:
        return true;
    default:
        return false;
    }
}

const char *spirv_name(const struct spirv_module *m, uint32_t id)
{
    return id < m->bound && m->ids[id].name ? m->ids[id].name : "";
}

uint32_t spirv_parts(const struct spirv_module *m, uint32_t type)
{
    const uint32_t *at = spirv_def(m, type);
    uint64_t n;
    switch (at ? spirv_op(at) : SpvOpNop) {
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        return at[3];
    case SpvOpTypeArray:
        return spirv_constant(m, at[3], &n) && n < UINT32_MAX ? (uint32_t)n : 0;
    case SpvOpTypeStruct:
        return spirv_count(at) - 2;
    default:
        return 0;
    }
}

uint32_t spirv_part(const struct spirv_module *m, uint32_t type, uint32_t index)
{
    const uint32_t *at = spirv_def(m, type);
    switch (at ? spirv_op(at) : SpvOpNop) {
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return at[2];
    case SpvOpTypeStruct:
        return index < spirv_count(at) - 2 ? at[2 + index] : SPIRV_NONE;
    default:
        return SPIRV_NONE;
    }
}

uint32_t spirv_stride(const struct spirv_module *m, uint32_t type, uint32_t matrix_stride)
{
    uint32_t part = spirv_part(m, type, 0);
    if (spirv_op_of(m, type) == SpvOpTypeMatrix)
        return matrix_stride ? matrix_stride : spirv_size(m, part);
    if (m->ids[type].array_stride)
        return m->ids[type].array_stride;
    return spirv_size(m, part);
}

static void lay_out(const struct spirv_module *m, uint32_t type);

static uint64_t round_to(uint64_t n, uint32_t align)
{
    return align ? (n + align - 1) / align * align : n;
}

/* Bytes of a type; of one that is too large for any memory, SPIRV_MOST_BYTES. */
static uint32_t limit(uint64_t bytes)
{
    return bytes < SPIRV_MOST_BYTES ? (uint32_t)bytes : SPIRV_MOST_BYTES;
}

static void lay_out_struct(const struct spirv_module *m, uint32_t type, struct spirv_id *id)
{
    uint64_t end = 0;
    uint32_t n = spirv_parts(m, type);
    id->align = 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t part = spirv_part(m, type, i);
        const struct spirv_member *member = spirv_member(m, type, i);
        uint64_t at = spirv_member_offset(m, type, i), size = spirv_size(m, part);
        if (member && member->matrix_stride && spirv_op_of(m, part) == SpvOpTypeMatrix)
            size =
                (uint64_t)member->matrix_stride *
                (member->row_major ? spirv_parts(m, spirv_part(m, part, 0)) : spirv_parts(m, part));
        id->align = spirv_align(m, part) > id->align ? spirv_align(m, part) : id->align;
        end = at + size > end ? at + size : end;
        id->n_scalars += spirv_scalars(m, part);
    }
    id->size = limit(round_to(end, id->align));
}

static void lay_out(const struct spirv_module *m, uint32_t type)
{
    struct spirv_id *id = &m->ids[type];
    const uint32_t *at = spirv_def(m, type);
    uint32_t part = spirv_part(m, type, 0), n = spirv_parts(m, type);
    id->align = 4; /* ends a recursion */
    switch (at ? spirv_op(at) : SpvOpNop) {
    case SpvOpTypeBool:
        id->size = 4;
        id->n_scalars = 1;
        break;
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        id->size = id->align = at[2] / 8;
        id->n_scalars = 1;
        break;
    case SpvOpTypePointer:
    case SpvOpTypeAccelerationStructureKHR:
        id->size = id->align = 8;
        id->n_scalars = 1;
        break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
        id->align = spirv_align(m, part);
        id->size = limit((uint64_t)n * spirv_stride(m, type, 0));
        id->n_scalars = n < MOST_SCALARS ? n * spirv_scalars(m, part) : MOST_SCALARS;
        break;
    case SpvOpTypeRuntimeArray:
        id->align = spirv_align(m, part);
        id->size = 0;
        break;
    case SpvOpTypeStruct:
        lay_out_struct(m, type, id);
        break;
    default:
        break;
    }
}

uint32_t spirv_align(const struct spirv_module *m, uint32_t type)
{
    if (type < m->bound && !m->ids[type].align)
        lay_out(m, type);
    return type < m->bound ? m->ids[type].align : 1;
}

uint32_t spirv_size(const struct spirv_module *m, uint32_t type)
{
    spirv_align(m, type);
    return type < m->bound ? m->ids[type].size : 0;
}

uint32_t spirv_scalars(const struct spirv_module *m, uint32_t type)
{
    spirv_align(m, type);
    return type < m->bound ? m->ids[type].n_scalars : 0;
}

uint32_t spirv_member_offset(const struct spirv_module *m, uint32_t type, uint32_t index)
{
    const struct spirv_member *member = spirv_member(m, type, index);
    if (member && member->offset != SPIRV_UNSET)
        return member->offset;
    uint64_t at = 0;
    for (uint32_t i = 0; i <= index; i++) {
        uint32_t part = spirv_part(m, type, i);
        at = round_to(at, spirv_align(m, part));
        if (i < index)
            at += spirv_size(m, part);
    }
    return limit(at);
}
