/* A folder of stages as one program. */
#include "sim/functional/frontend/spirv/pipeline.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/frontend/spirv/compile.h"
#include "sim/functional/frontend/spirv/lower.h"
#include "sim/functional/frontend/spirv/manifest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const spirv_endings[STAGE_KINDS] = {".rgen", ".rmiss", ".rchit", ".rahit",
                                                ".rint", ".rcall", ".comp"};
const char *const spirv_kind_names[STAGE_KINDS] = {
    "ray generation", "miss", "closest hit", "any hit", "intersection", "callable", "compute"};

/* ---- files ---- */

static bool ends_with(const char *text, const char *ending, size_t *stem)
{
    size_t n = strlen(text), e = strlen(ending);
    *stem = n - e;
    return n > e && strcmp(text + n - e, ending) == 0;
}

/* The kind of a file by its name; *binary: it is SPIR-V. */
static bool kind_of(const char *name, enum spirv_kind *kind, bool *binary)
{
    char plain[256];
    size_t stem;
    if (strlen(name) >= sizeof plain)
        return false;
    snprintf(plain, sizeof plain, "%s", name);
    *binary = ends_with(name, ".spv", &stem);
    if (*binary || ends_with(name, ".glsl", &stem))
        plain[stem] = '\0';
    for (int k = 0; k < STAGE_KINDS; k++)
        if (ends_with(plain, spirv_endings[k], &stem)) {
            *kind = (enum spirv_kind)k;
            return true;
        }
    return false;
}

static int by_name(const void *a, const void *b)
{
    const struct spirv_stage *x = a, *y = b;
    return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : strcmp(x->name, y->name);
}

static enum st_code add_stage(struct spirv_pipeline *p, const char *name, enum spirv_kind kind,
                              struct status *st)
{
    if (p->n_stages == PIPELINE_MOST_STAGES)
        return status_fail(st, ST_FAILED, "%s: more than %d stages", p->folder,
                           PIPELINE_MOST_STAGES);
    struct spirv_stage *s = &p->stages[p->n_stages];
    *s = (struct spirv_stage){.kind = kind};
    TRY(mem_copy_text(&s->name, name, name, st));
    p->n_stages++;
    return ST_OK;
}

/* Whether the folder has the text that a module was made of, which is then what counts. */
static bool has_source(DIR *dir, const char *name)
{
    char plain[256];
    snprintf(plain, sizeof plain, "%.*s", (int)(strlen(name) - strlen(".spv")), name);
    return faccessat(dirfd(dir), plain, R_OK, 0) == 0;
}

static enum st_code list_stages(struct spirv_pipeline *p, struct status *st)
{
    DIR *dir = opendir(p->folder);
    enum st_code code = ST_OK;
    enum spirv_kind kind;
    bool binary;
    if (!dir)
        return status_fail(st, ST_USAGE,
                           "%s: %s; expected a folder of shaders (.rgen, .rmiss, .rchit, .comp)",
                           p->folder, strerror(errno));
    for (struct dirent *e; code == ST_OK && (e = readdir(dir));)
        if (kind_of(e->d_name, &kind, &binary) && !(binary && has_source(dir, e->d_name)))
            code = add_stage(p, e->d_name, kind, st);
    closedir(dir);
    TRY(code);
    qsort(p->stages, p->n_stages, sizeof *p->stages, by_name);
    return ST_OK;
}

/* Removes compute shaders that no dispatch names, the last of the stages: of other work, as
 * renderers have it for what follows the frame. */
static void drop_computes(struct spirv_pipeline *p)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < p->n_stages; s++) {
        bool used = p->stages[s].kind != STAGE_COMPUTE;
        for (uint32_t d = 0; d < p->n_dispatches; d++) {
            used = used || p->dispatches[d].entry.stage == s;
            if (p->dispatches[d].entry.stage == s)
                p->dispatches[d].entry.stage = n;
        }
        if (used)
            p->stages[n++] = p->stages[s];
        else if (p->n_unnamed++)
            mem_free(p->stages[s].name);
        else
            p->unnamed = p->stages[s].name;
    }
    p->n_stages = n;
}

/* ---- modules ---- */

enum { MOST_GROUP = KERNEL_CTA_WARPS * WARP_LANES };

static enum st_code check_model(const struct spirv_stage *s, const char *path, struct status *st)
{
    static const uint32_t models[STAGE_KINDS] = {
        SpvExecutionModelRayGenerationKHR, SpvExecutionModelMissKHR,
        SpvExecutionModelClosestHitKHR,    SpvExecutionModelAnyHitKHR,
        SpvExecutionModelIntersectionKHR,  SpvExecutionModelCallableKHR,
        SpvExecutionModelGLCompute};
    if (s->module->model != models[s->kind])
        return status_fail_at(st, ST_FAILED, path, 0,
                              "a module of another stage; expected one of %s",
                              spirv_kind_names[s->kind]);
    return ST_OK;
}

/* A work group as a CTA: its threads in a plane, as a frame has them. */
static enum st_code check_group(const struct spirv_module *m, struct status *st)
{
    const uint32_t *n = m->local_size;
    uint64_t threads = (uint64_t)n[0] * n[1];
    if (n[2] != 1 || !threads || n[0] > MOST_GROUP || threads > MOST_GROUP)
        return status_fail_at(st, ST_FAILED, m->name, 0,
                              "a work group of %u x %u x %u threads; expected 1 to %d in two "
                              "dimensions",
                              n[0], n[1], n[2], MOST_GROUP);
    return ST_OK;
}

static enum st_code read_stage(struct spirv_pipeline *p, struct spirv_stage *s,
                               struct manifest *manifest, struct hash *hash, struct status *st)
{
    MEM_AUTO char *path = file_join(p->folder, s->name);
    enum spirv_kind kind = s->kind;
    uint32_t *words;
    size_t n;
    bool binary = false;
    if (!path)
        return status_no_memory(st, p->folder);
    kind_of(s->name, &kind, &binary);
    if (!file_exists(path))
        return status_fail_at(st, ST_FAILED, path, 0, "expected a file that can be read");
    TRY(spirv_compile(&words, &n, path, binary ? NULL : spirv_endings[kind] + 1,
                      manifest->constants, manifest->n_constants, st));
    hash_add(hash, s->name, strlen(s->name) + 1);
    hash_add(hash, words, n * sizeof *words);
    TRY(spirv_module_read(&s->module, words, n, path, st));
    TRY(check_model(s, path, st));
    return s->kind == STAGE_COMPUTE ? check_group(s->module, st) : ST_OK;
}

static enum st_code read_stages(struct spirv_pipeline *p, struct manifest *manifest,
                                struct status *st)
{
    struct hash *hash;
    enum st_code code = ST_OK;
    TRY(hash_start(&hash, st));
    for (uint32_t i = 0; i < p->n_stages && code == ST_OK; i++)
        code = read_stage(p, &p->stages[i], manifest, hash, st);
    hash_add(hash, manifest->text, manifest->n_text);
    hash_finish(hash, p->hash);
    return code;
}

/* ---- resources ---- */

static bool is_image(const struct spirv_module *m, uint32_t type, enum resource_kind *kind)
{
    const uint32_t *at = spirv_def(m, type);
    switch (at ? spirv_op(at) : SpvOpNop) {
    case SpvOpTypeSampledImage:
        *kind = RESOURCE_TEXTURE;
        return true;
    case SpvOpTypeImage:
        *kind = at[7] == 2 ? RESOURCE_IMAGE : RESOURCE_TEXTURE;
        return true;
    case SpvOpTypeSampler:
        *kind = RESOURCE_SAMPLER;
        return true;
    case SpvOpTypeAccelerationStructureKHR:
        *kind = RESOURCE_STRUCTURE;
        return true;
    default:
        return false;
    }
}

/* Whether the types have the same layout; structures, when one has all members that the other has.
 * Arrays of numbers and vectors get the same words, whatever their elements are. */
static bool same_layout(const struct spirv_module *a, uint32_t ta, const struct spirv_module *b,
                        uint32_t tb)
{
    uint32_t op = spirv_op_of(a, ta), na = spirv_parts(a, ta), nb = spirv_parts(b, tb);
    if (op != spirv_op_of(b, tb))
        return false;
    switch (op) {
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return spirv_size(a, ta) == spirv_size(b, tb);
    case SpvOpTypeRuntimeArray: {
        uint32_t ea = spirv_part(a, ta, 0), eb = spirv_part(b, tb, 0);
        bool structs = spirv_op_of(a, ea) == SpvOpTypeStruct;
        if (structs != (spirv_op_of(b, eb) == SpvOpTypeStruct))
            return false;
        return !structs ||
               (same_layout(a, ea, b, eb) && spirv_stride(a, ta, 0) == spirv_stride(b, tb, 0));
    }
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
        return na == nb && spirv_stride(a, ta, 0) == spirv_stride(b, tb, 0) &&
               same_layout(a, spirv_part(a, ta, 0), b, spirv_part(b, tb, 0));
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < na && i < nb; i++) {
            const struct spirv_member *x = spirv_member(a, ta, i), *y = spirv_member(b, tb, i);
            if (spirv_member_offset(a, ta, i) != spirv_member_offset(b, tb, i) ||
                (x && x->row_major) != (y && y->row_major) ||
                (x ? x->matrix_stride : 0) != (y ? y->matrix_stride : 0) ||
                !same_layout(a, spirv_part(a, ta, i), b, spirv_part(b, tb, i)))
                return false;
        }
        return true;
    default:
        return true;
    }
}

/* The structure within blocks that hold nothing else, as of those that wrap a shared one. */
static uint32_t unwrap(const struct spirv_module *m, uint32_t type)
{
    while (spirv_op_of(m, type) == SpvOpTypeStruct && spirv_parts(m, type) == 1 &&
           spirv_op_of(m, spirv_part(m, type, 0)) == SpvOpTypeStruct)
        type = spirv_part(m, type, 0);
    return type;
}

/* What a variable declares. */
static struct spirv_resource declared(const struct spirv_module *m, uint32_t variable)
{
    const struct spirv_id *id = &m->ids[variable];
    bool push = id->at[3] == SpvStorageClassPushConstant;
    struct spirv_resource r = {.set = push                     ? SET_PUSH
                                      : id->set == SPIRV_UNSET ? 0
                                                               : (int32_t)id->set,
                               .binding = push ? 0 : id->binding,
                               .kind = RESOURCE_BUFFER,
                               .count = 1,
                               .module = m,
                               .variable = variable,
                               .type = spirv_pointee(m, id->at[1])};
    uint32_t op = spirv_op_of(m, r.type);
    if (op == SpvOpTypeArray || op == SpvOpTypeRuntimeArray) {
        r.count = spirv_parts(m, r.type);
        r.type = spirv_part(m, r.type, 0);
    }
    is_image(m, r.type, &r.kind);
    return r;
}

static bool is_picture(enum resource_kind kind)
{
    return kind == RESOURCE_TEXTURE || kind == RESOURCE_SAMPLER;
}

static enum st_code differs(const struct spirv_resource *r, const struct spirv_resource *other,
                            struct status *st)
{
    char place[64];
    snprintf(place, sizeof place, "set %d, binding %u", r->set, r->binding);
    return status_fail_at(st, ST_FAILED, other->module->name, 0,
                          "'%s' at %s differs from '%s' there in %s; expected the same members in "
                          "all stages",
                          spirv_resource_name(other),
                          r->set == SET_PUSH        ? "the push constants"
                          : r->set == SET_REFERENCE ? "an address"
                                                    : place,
                          spirv_resource_name(r), r->module->name);
}

/* Joins a declaration with an earlier one at the same place. Content is laid out as the one with
 * more members says; a sampler may share the place of its texture. */
static enum st_code join(struct spirv_resource *r, const struct spirv_resource *other,
                         struct status *st)
{
    uint32_t before = unwrap(r->module, r->type), now = unwrap(other->module, other->type);
    bool buffers = r->kind == RESOURCE_BUFFER && other->kind == RESOURCE_BUFFER;
    if (buffers ? !same_layout(r->module, before, other->module, now)
                : other->kind != r->kind && !(is_picture(other->kind) && is_picture(r->kind)))
        return differs(r, other, st);
    r->count = !r->count || !other->count ? 0 : other->count > r->count ? other->count : r->count;
    bool more = buffers && spirv_parts(other->module, now) > spirv_parts(r->module, before);
    if (more || (other->kind == RESOURCE_TEXTURE && r->kind == RESOURCE_SAMPLER)) {
        r->kind = other->kind;
        r->module = other->module;
        r->variable = other->variable;
        r->type = other->type;
    }
    return ST_OK;
}

/* Adds a resource, or joins it with the one of the same set and binding. */
static enum st_code add_resource(struct spirv_pipeline *p, const struct spirv_resource *r,
                                 uint32_t *out, struct status *st)
{
    for (*out = 0; *out < p->n_resources; ++*out)
        if (p->resources[*out].set == r->set && p->resources[*out].binding == r->binding)
            return join(&p->resources[*out], r, st);
    if (p->n_resources == PIPELINE_MOST_RESOURCES)
        return status_fail_at(st, ST_FAILED, r->module->name, 0,
                              "more than %d bindings in all stages", PIPELINE_MOST_RESOURCES);
    p->resources[p->n_resources++] = *r;
    return ST_OK;
}

enum st_code spirv_resource_of(struct spirv_pipeline *p, const struct spirv_module *m,
                               uint32_t variable, uint32_t *out, struct status *st)
{
    struct spirv_resource r = declared(m, variable);
    return add_resource(p, &r, out, st);
}

static uint32_t incoming_bytes(const struct spirv_module *m)
{
    for (uint32_t id = 1; id < m->bound; id++)
        if (spirv_op_of(m, id) == SpvOpVariable &&
            (spirv_def(m, id)[3] == SpvStorageClassIncomingRayPayloadKHR ||
             spirv_def(m, id)[3] == SpvStorageClassIncomingCallableDataKHR))
            return spirv_size(m, spirv_pointee(m, spirv_def(m, id)[1]));
    return 0;
}

/* Adds what the pointers of a stage to blocks of buffers point to, once for each source: the
 * scene's structures have the addresses of these buffers as members. */
static enum st_code add_references(struct spirv_pipeline *p, const struct spirv_module *m,
                                   struct status *st)
{
    for (uint32_t id = 0; id < m->bound; id++) {
        uint32_t type = spirv_pointee(m, id), unused;
        if (spirv_storage(m, id) != SpvStorageClassPhysicalStorageBuffer || !m->ids[type].block)
            continue;
        enum resource_source source = manifest_source(spirv_name(m, type));
        struct spirv_resource r = {.set = SET_REFERENCE,
                                   .binding = source,
                                   .kind = RESOURCE_BUFFER,
                                   .source = source,
                                   .count = 1,
                                   .module = m,
                                   .type = type};
        if (source != SOURCE_NONE)
            TRY(add_resource(p, &r, &unused, st));
    }
    return ST_OK;
}

/* ---- the program ---- */

/* A function for calls of a table's empty entries. */
static enum st_code add_nothing(struct program_builder *b, struct spirv_pipeline *p,
                                struct status *st)
{
    struct code c = {.op = CODE_RETURN, .guard = ROW_NONE};
    TRY(program_add_function(b, "no shader", strlen("no shader"), &p->nothing, st));
    TRY(program_add_opcode(b, "RETURN", strlen("RETURN"), &c.opcode, st));
    b->p->functions[p->nothing].first = b->p->n_code;
    TRY(program_add_code(b, &c, st));
    b->p->functions[p->nothing].end = b->p->n_code;
    return ST_OK;
}

static enum st_code lower_all(struct spirv_pipeline *p, struct program_builder *b,
                              struct status *st)
{
    TRY(add_nothing(b, p, st));
    for (uint32_t i = 0; i < p->n_stages; i++)
        TRY(spirv_lower_stage(b, p, &p->stages[i], st));
    for (uint32_t i = 0; i < p->n_stages; i++)
        p->stages[i].incoming_B = incoming_bytes(p->stages[i].module);
    return ST_OK;
}

static enum st_code build(struct spirv_pipeline *p, struct status *st)
{
    struct program_builder *b;
    TRY(program_builder_create(&b, p->folder, st));
    b->p->framed = true;
    enum st_code code = lower_all(p, b, st);
    if (code != ST_OK) {
        program_builder_free(b);
        return code;
    }
    p->local_bytes = (b->p->local_bytes + 15) / 16 * 16;
    TRY(program_finish(b, p->stages[p->dispatches[0].entry.stage].name, &p->program, st));
    for (uint32_t f = 0; f < p->program->n_functions; f++)
        if (p->program->functions[f].live_registers > p->registers)
            p->registers = p->program->functions[f].live_registers;
    return ST_OK;
}

static enum st_code load(struct spirv_pipeline *p, struct status *st)
{
    struct manifest manifest = {0};
    TRY(mem_make(&p->stages, PIPELINE_MOST_STAGES, sizeof *p->stages, p->folder, st));
    TRY(list_stages(p, st));
    enum st_code code = manifest_read(&manifest, p, st);
    if (code == ST_OK) {
        drop_computes(p);
        code = read_stages(p, &manifest, st);
    }
    if (code == ST_OK)
        code = build(p, st);
    for (uint32_t i = 0; i < p->n_stages && code == ST_OK; i++)
        code = add_references(p, p->stages[i].module, st);
    if (code == ST_OK)
        code = manifest_bind(&manifest, p, st);
    for (uint32_t i = 0; i < p->n_resources; i++)
        p->resources[i].written |= p->stores_addresses && p->resources[i].set == SET_REFERENCE;
    manifest_release(&manifest);
    return code;
}

bool spirv_pipeline_is_there(const char *folder)
{
    MEM_AUTO char *path = file_find(folder);
    DIR *dir = path ? opendir(path) : NULL;
    enum spirv_kind kind;
    bool binary, found = false;
    if (!dir)
        return false;
    for (struct dirent *e; !found && (e = readdir(dir));)
        found = kind_of(e->d_name, &kind, &binary);
    closedir(dir);
    return found;
}

enum st_code spirv_pipeline_load(struct spirv_pipeline **out, const char *folder, struct status *st)
{
    struct spirv_pipeline *p;
    TRY(mem_make(&p, 1, sizeof *p, folder, st));
    p->folder = file_find(folder);
    enum st_code code = p->folder ? load(p, st) : status_no_memory(st, folder);
    if (code == ST_OK)
        *out = p;
    else
        spirv_pipeline_free(p);
    return code;
}

void spirv_pipeline_free(struct spirv_pipeline *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; p->stages && i < p->n_stages; i++) {
        mem_free(p->stages[i].name);
        spirv_module_free(p->stages[i].module);
    }
    for (uint32_t i = 0; i < p->n_resources; i++)
        MEM_FREE(p->resources[i].bytes, p->resources[i].members);
    program_free(p->program);
    MEM_FREE(p->folder, p->unnamed, p->records, p->stages, p->miss, p->callables, p->groups, p);
}
