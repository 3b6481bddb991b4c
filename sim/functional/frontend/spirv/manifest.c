#include "sim/functional/frontend/spirv/manifest.h"

#include "common/file.h"
#include "common/memory.h"

#include <ctype.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_RECURSION = 2,
    MOST_LIST = PIPELINE_MOST_STAGES,
    MOST_GROUPS = 65535,
    MOST_SIDE = 16384
};

const char *const resource_source_names[RESOURCE_SOURCES + 1] = {
    "none",     "scene",     "output",    "image",   "textures",  "camera",
    "vertices", "indices",   "materials", "offsets", "instances", "spheres",
    "lights",   "triangles", "zeros",     "values",  NULL};

/* ---- tables by names ---- */

/* Length of a stage's name up to its first dot. */
static size_t stem(const char *name)
{
    return strcspn(name, ".");
}

static bool same_stem(const char *a, const char *b)
{
    return stem(a) == stem(b) && strncmp(a, b, stem(a)) == 0;
}

static uint32_t *slot_of(struct spirv_group *g, enum spirv_kind kind)
{
    return kind == STAGE_CLOSEST_HIT ? &g->closest_hit
           : kind == STAGE_ANY_HIT   ? &g->any_hit
                                     : &g->intersection;
}

static bool is_hit(enum spirv_kind kind)
{
    return kind == STAGE_CLOSEST_HIT || kind == STAGE_ANY_HIT || kind == STAGE_INTERSECTION;
}

static const struct spirv_group no_group = {PIPELINE_NO_SHADER, PIPELINE_NO_SHADER,
                                            PIPELINE_NO_SHADER, 0};

/* The group with a stage of the same stem, else a new one. */
static struct spirv_group *group_of(struct spirv_pipeline *p, const char *name)
{
    for (uint32_t g = 0; g < p->n_groups; g++)
        for (int kind = STAGE_CLOSEST_HIT; kind <= STAGE_INTERSECTION; kind++) {
            uint32_t s = *slot_of(&p->groups[g], (enum spirv_kind)kind);
            if (s != PIPELINE_NO_SHADER && same_stem(p->stages[s].name, name))
                return &p->groups[g];
        }
    p->groups[p->n_groups] = no_group;
    return &p->groups[p->n_groups++];
}

/* An any-hit shader of no group's name belongs to the first group of triangles. */
static void adopt_any_hit(struct spirv_pipeline *p)
{
    for (uint32_t g = 0; g < p->n_groups; g++) {
        struct spirv_group *lone = &p->groups[g];
        if (lone->any_hit == PIPELINE_NO_SHADER || lone->closest_hit != PIPELINE_NO_SHADER ||
            lone->intersection != PIPELINE_NO_SHADER)
            continue;
        for (uint32_t k = 0; k < p->n_groups; k++)
            if (k != g && p->groups[k].any_hit == PIPELINE_NO_SHADER &&
                p->groups[k].intersection == PIPELINE_NO_SHADER) {
                p->groups[k].any_hit = lone->any_hit;
                memmove(lone, lone + 1, (p->n_groups - g - 1) * sizeof *lone);
                p->n_groups--;
                return;
            }
    }
}

/* Groups of triangles first; the others follow, and instances of spheres begin there. */
static void sort_groups(struct spirv_pipeline *p)
{
    struct spirv_group sorted[MOST_LIST];
    uint32_t n = 0;
    for (int procedural = 0; procedural < 2; procedural++) {
        if (procedural)
            p->offset[1] = n < p->n_groups ? n : 0;
        for (uint32_t g = 0; g < p->n_groups; g++)
            if ((p->groups[g].intersection != PIPELINE_NO_SHADER) == procedural)
                sorted[n++] = p->groups[g];
    }
    memcpy(p->groups, sorted, n * sizeof *sorted);
}

/* A name with "shadow" in it comes behind the others of its kind. */
static bool is_shadow(const char *name)
{
    return strstr(name, "shadow") || strstr(name, "Shadow");
}

static void list_kind(const struct spirv_pipeline *p, enum spirv_kind kind,
                      struct spirv_record *list, uint32_t *n)
{
    for (int shadow = 0; shadow < 2; shadow++)
        for (uint32_t s = 0; s < p->n_stages; s++)
            if (p->stages[s].kind == kind && is_shadow(p->stages[s].name) == shadow)
                list[(*n)++] = (struct spirv_record){s, 0};
}

/* The only ray generation shader; in a folder without one, the only compute shader. */
static enum st_code find_entry(struct spirv_pipeline *p, struct status *st)
{
    struct spirv_record raygens[MOST_LIST], computes[MOST_LIST];
    uint32_t n = 0, n_computes = 0;
    list_kind(p, STAGE_RAYGEN, raygens, &n);
    list_kind(p, STAGE_COMPUTE, computes, &n_computes);
    if (!n && n_computes > 1)
        return status_fail(st, ST_USAGE,
                           "%s: %u compute shaders (.comp); expected a pipeline.cfg with "
                           "`dispatches = [ \"NAME\", \"NAME\" ];`",
                           p->folder, n_computes);
    if (n != 1 && (n || !n_computes))
        return status_fail(st, ST_USAGE,
                           "%s: %u ray generation shaders (.rgen); expected one, or a pipeline.cfg "
                           "with `raygen = \"NAME\";`",
                           p->folder, n);
    p->dispatches[0].entry = n ? raygens[0] : computes[0];
    p->n_dispatches = 1;
    return ST_OK;
}

static enum st_code bind_by_names(struct spirv_pipeline *p, struct status *st)
{
    TRY(find_entry(p, st));
    list_kind(p, STAGE_MISS, p->miss, &p->n_miss);
    list_kind(p, STAGE_CALLABLE, p->callables, &p->n_callables);
    for (int shadow = 0; shadow < 2; shadow++)
        for (uint32_t s = 0; s < p->n_stages; s++)
            if (is_hit(p->stages[s].kind) && is_shadow(p->stages[s].name) == shadow)
                *slot_of(group_of(p, p->stages[s].name), p->stages[s].kind) = s;
    adopt_any_hit(p);
    sort_groups(p);
    return ST_OK;
}

/* ---- tables by pipeline.cfg ---- */

static enum st_code get_stage(const struct spirv_pipeline *p, const struct conf_node *node,
                              enum spirv_kind kind, uint32_t *out, struct status *st)
{
    const char *name;
    TRY(conf_get_text(node, &name, st));
    for (*out = 0; *out < p->n_stages; ++*out)
        if (strcmp(p->stages[*out].name, name) == 0 && p->stages[*out].kind == kind)
            return ST_OK;
    return conf_fail(node, st, "'%.80s' is no %s shader of this folder; expected a file *%s", name,
                     spirv_kind_names[kind], spirv_endings[kind]);
}

static enum st_code check_list(const struct conf_node *node, struct status *st)
{
    enum conf_kind kind = conf_kind(node);
    if ((kind != CONF_LIST && kind != CONF_ARRAY) || conf_count(node) > MOST_LIST)
        return conf_fail(node, st, "%s; expected a list of at most %d", conf_name(node), MOST_LIST);
    return ST_OK;
}

/* values = (1, 2.5): 32-bit integers and floats, as they are written. */
static enum st_code get_values(const struct conf_node *node, size_t most, uint8_t *out,
                               struct status *st)
{
    TRY(check_list(node, st));
    if (4 * conf_count(node) > most)
        return conf_fail(node, st, "%zu values; expected at most %zu", conf_count(node), most / 4);
    for (size_t i = 0; i < conf_count(node); i++) {
        const struct conf_node *one = conf_at(node, i);
        double real;
        int64_t whole;
        if (conf_kind(one) == CONF_INT) {
            TRY(conf_get_int(one, INT32_MIN, UINT32_MAX, &whole, st));
            uint32_t word = (uint32_t)whole;
            memcpy(out + 4 * i, &word, 4);
        } else {
            TRY(conf_get_real(one, &real, st));
            float f = (float)real;
            memcpy(out + 4 * i, &f, 4);
        }
    }
    return ST_OK;
}

/* The data of a record, if the group has some. */
static enum st_code get_record(struct spirv_pipeline *p, const struct conf_node *group,
                               uint32_t *out, struct status *st)
{
    const struct conf_node *node = conf_find(group, "record");
    if (!node)
        return ST_OK;
    *out = p->n_records;
    p->n_records += PIPELINE_RECORD_B;
    return get_values(node, PIPELINE_RECORD_B, p->records + *out, st);
}

/* "NAME.rmiss", or { shader = "NAME.rmiss"; record = (1, 2.5); } */
static enum st_code get_entry(struct spirv_pipeline *p, const struct conf_node *node,
                              enum spirv_kind kind, struct spirv_record *out, struct status *st)
{
    static const char *const keys[] = {"shader", "record", NULL};
    const struct conf_node *shader = node;
    if (conf_kind(node) == CONF_GROUP) {
        TRY(conf_only(node, keys, st));
        TRY(conf_need(node, "shader", &shader, st));
        TRY(get_record(p, node, &out->record, st));
    }
    return get_stage(p, shader, kind, &out->stage, st);
}

static enum st_code get_entries(struct spirv_pipeline *p, const struct conf_node *root,
                                const char *key, enum spirv_kind kind, struct spirv_record *list,
                                uint32_t *n, struct status *st)
{
    const struct conf_node *node = conf_find(root, key);
    if (!node)
        return ST_OK;
    TRY(check_list(node, st));
    for (; *n < conf_count(node); ++*n)
        TRY(get_entry(p, conf_at(node, *n), kind, &list[*n], st));
    return ST_OK;
}

/* groups = [ across, down ], size = [ across, down ] */
static enum st_code get_counts(const struct conf_node *node, int64_t most, uint32_t out[2],
                               struct status *st)
{
    TRY(check_list(node, st));
    if (conf_count(node) != 2)
        return conf_fail(node, st, "%s; expected [ ACROSS, DOWN ]", conf_name(node));
    for (size_t i = 0; i < 2; i++) {
        int64_t n;
        TRY(conf_get_int(conf_at(node, i), 1, most, &n, st));
        out[i] = (uint32_t)n;
    }
    return ST_OK;
}

/* "NAME.rgen", "NAME.comp", or { shader = "NAME.comp"; linear = true; } */
static enum st_code get_dispatch(struct spirv_pipeline *p, const struct conf_node *node,
                                 struct spirv_dispatch *out, struct status *st)
{
    static const char *const keys[] = {"shader", "record", "linear", "groups", NULL};
    const struct conf_node *shader = node, *linear = NULL, *groups = NULL;
    const char *name;
    if (conf_kind(node) == CONF_GROUP) {
        TRY(conf_only(node, keys, st));
        TRY(conf_need(node, "shader", &shader, st));
        TRY(get_record(p, node, &out->entry.record, st));
        linear = conf_find(node, "linear");
        groups = conf_find(node, "groups");
    }
    if (linear && groups)
        return conf_fail(groups, st, "groups beside linear; expected one of them");
    if (groups)
        TRY(get_counts(groups, MOST_GROUPS, out->groups, st));
    if (linear)
        TRY(conf_get_bool(linear, &out->linear, st));
    TRY(conf_get_text(shader, &name, st));
    for (uint32_t s = 0; s < p->n_stages; s++)
        if (strcmp(p->stages[s].name, name) == 0 && p->stages[s].kind == STAGE_COMPUTE)
            return get_stage(p, shader, STAGE_COMPUTE, &out->entry.stage, st);
    if (linear || groups)
        return conf_fail(linear ? linear : groups, st, "%s; expected it of a compute shader",
                         linear ? "linear" : "groups");
    if (get_stage(p, shader, STAGE_RAYGEN, &out->entry.stage, st) == ST_OK)
        return ST_OK;
    return conf_fail(shader, st,
                     "'%.80s' is no ray generation or compute shader of this folder; expected a "
                     "file *.rgen or *.comp",
                     name);
}

/* The dispatches of a frame: `raygen` is the only one, or `dispatches` lists them. */
static enum st_code get_dispatches(struct spirv_pipeline *p, const struct conf_node *root,
                                   struct status *st)
{
    const struct conf_node *list = conf_find(root, "dispatches"), *raygen = NULL;
    if (!list) {
        TRY(conf_need(root, "raygen", &raygen, st));
        p->n_dispatches = 1;
        return get_entry(p, raygen, STAGE_RAYGEN, &p->dispatches[0].entry, st);
    }
    if (conf_find(root, "raygen"))
        return conf_fail(conf_find(root, "raygen"), st,
                         "raygen beside dispatches; expected one of them");
    TRY(check_list(list, st));
    if (conf_count(list) < 1 || conf_count(list) > PIPELINE_MOST_DISPATCHES)
        return conf_fail(list, st, "%zu dispatches; expected 1 to %d", conf_count(list),
                         PIPELINE_MOST_DISPATCHES);
    for (; p->n_dispatches < conf_count(list); p->n_dispatches++)
        TRY(get_dispatch(p, conf_at(list, p->n_dispatches), &p->dispatches[p->n_dispatches], st));
    return ST_OK;
}

static enum st_code get_group(struct spirv_pipeline *p, const struct conf_node *node,
                              struct spirv_group *out, struct status *st)
{
    static const char *const keys[] = {"closest_hit", "any_hit", "intersection", "record", NULL};
    static const enum spirv_kind kinds[] = {STAGE_CLOSEST_HIT, STAGE_ANY_HIT, STAGE_INTERSECTION};
    *out = no_group;
    if (conf_kind(node) != CONF_GROUP)
        return conf_fail(node, st, "a hit group; expected { closest_hit = \"NAME.rchit\"; }");
    TRY(conf_only(node, keys, st));
    for (int k = 0; k < 3; k++)
        if (conf_find(node, keys[k]))
            TRY(get_stage(p, conf_find(node, keys[k]), kinds[k], slot_of(out, kinds[k]), st));
    return get_record(p, node, &out->record, st);
}

static enum st_code get_groups(struct spirv_pipeline *p, const struct conf_node *root,
                               struct status *st)
{
    const struct conf_node *node = conf_find(root, "hit_groups");
    if (!node)
        return ST_OK;
    TRY(check_list(node, st));
    for (; p->n_groups < conf_count(node); p->n_groups++)
        TRY(get_group(p, conf_at(node, p->n_groups), &p->groups[p->n_groups], st));
    for (p->offset[1] = 0; p->offset[1] < p->n_groups; p->offset[1]++)
        if (p->groups[p->offset[1]].intersection != PIPELINE_NO_SHADER)
            return ST_OK;
    p->offset[1] = 0;
    return ST_OK;
}

static enum st_code get_number(const struct conf_node *group, const char *key, int64_t least,
                               int64_t most, uint32_t *out, struct status *st)
{
    int64_t value;
    const struct conf_node *node = conf_find(group, key);
    if (!node)
        return ST_OK;
    TRY(conf_get_int(node, least, most, &value, st));
    *out = (uint32_t)value;
    return ST_OK;
}

static enum st_code get_opaque(struct spirv_pipeline *p, const struct conf_node *root,
                               struct status *st)
{
    static const char *const names[] = {"materials", "all", "none", NULL};
    const struct conf_node *node = conf_find(root, "opaque");
    uint32_t choice = OPAQUE_BY_MATERIAL;
    if (node)
        TRY(conf_get_choice(node, names, &choice, st));
    p->opaque = (enum spirv_opaque)choice;
    return ST_OK;
}

static enum st_code get_truth(const struct conf_node *node, double *out, struct status *st)
{
    bool truth;
    TRY(conf_get_bool(node, &truth, st));
    *out = truth;
    return ST_OK;
}

static enum st_code get_constants(struct manifest *m, const struct conf_node *root,
                                  struct status *st)
{
    static const char *const keys[] = {"id", "value", NULL};
    const struct conf_node *node = conf_find(root, "constants"), *id, *value;
    if (!node)
        return ST_OK;
    TRY(check_list(node, st));
    if (conf_count(node) > SPIRV_MOST_CONSTANTS)
        return conf_fail(node, st, "%zu constants; expected at most %d", conf_count(node),
                         SPIRV_MOST_CONSTANTS);
    TRY(mem_make(&m->constants, conf_count(node) + 1, sizeof *m->constants, "constants", st));
    for (size_t i = 0; i < conf_count(node); i++) {
        const struct conf_node *one = conf_at(node, i);
        int64_t number;
        if (conf_kind(one) != CONF_GROUP)
            return conf_fail(one, st, "a specialisation constant; expected { id = 0; value = 1; }");
        TRY(conf_only(one, keys, st));
        TRY(conf_need(one, "id", &id, st));
        TRY(conf_need(one, "value", &value, st));
        TRY(conf_get_int(id, 0, UINT32_MAX, &number, st));
        if (conf_kind(value) == CONF_BOOL)
            TRY(get_truth(value, &m->constants[i].value, st));
        else
            TRY(conf_get_real(value, &m->constants[i].value, st));
        m->constants[i].id = (uint32_t)number;
        m->n_constants++;
    }
    return ST_OK;
}

static enum st_code read_file(struct manifest *m, struct spirv_pipeline *p, struct status *st)
{
    static const char *const keys[] = {"raygen",    "miss",        "hit_groups", "callables",
                                       "recursion", "opaque",      "offsets",    "bindings",
                                       "constants", "world_space", "dispatches", NULL};
    static const char *const offsets[] = {"triangles", "spheres", NULL};
    const struct conf_node *root = conf_root(m->conf), *at;
    TRY(conf_only(root, keys, st));
    TRY(get_dispatches(p, root, st));
    TRY(get_entries(p, root, "miss", STAGE_MISS, p->miss, &p->n_miss, st));
    TRY(get_entries(p, root, "callables", STAGE_CALLABLE, p->callables, &p->n_callables, st));
    TRY(get_groups(p, root, st));
    TRY(get_number(root, "recursion", 1, PIPELINE_MOST_TRACES, &p->recursion, st));
    TRY(get_opaque(p, root, st));
    TRY(get_constants(m, root, st));
    bool flat;
    if (conf_find(root, "world_space"))
        TRY(conf_get_bool(conf_find(root, "world_space"), &flat, st));
    at = conf_find(root, "offsets");
    if (!at)
        return ST_OK;
    if (conf_kind(at) != CONF_GROUP)
        return conf_fail(at, st, "offsets; expected { triangles = 0; spheres = 1; }");
    TRY(conf_only(at, offsets, st));
    TRY(get_number(at, "triangles", 0, MOST_LIST, &p->offset[0], st));
    return get_number(at, "spheres", 0, MOST_LIST, &p->offset[1], st);
}

bool spirv_pipeline_is_flat(const char *folder)
{
    MEM_AUTO char *found = file_find(folder),
                  *path = found ? file_join(found, "pipeline.cfg") : NULL;
    struct status st = {0};
    struct conf *conf;
    bool flat = false;
    if (!path || !file_exists(path) || conf_read(&conf, path, &st) != ST_OK)
        return false; /* spirv_pipeline_load() says what is wrong */
    const struct conf_node *node = conf_find(conf_root(conf), "world_space");
    if (node && conf_get_bool(node, &flat, &st) != ST_OK)
        flat = false;
    conf_free(conf);
    return flat;
}

enum st_code manifest_read(struct manifest *out, struct spirv_pipeline *p, struct status *st)
{
    MEM_AUTO char *path = file_join(p->folder, "pipeline.cfg");
    *out = (struct manifest){0};
    p->recursion = FIRST_RECURSION;
    p->n_records = PIPELINE_RECORD_B;
    if (!path)
        return status_no_memory(st, p->folder);
    if (!MEM_ARRAYS(MEM_ARRAY(p->miss, MOST_LIST), MEM_ARRAY(p->callables, MOST_LIST),
                    MEM_ARRAY(p->groups, MOST_LIST + 1),
                    MEM_ARRAY(p->records,
                              (3 * MOST_LIST + PIPELINE_MOST_DISPATCHES + 1) * PIPELINE_RECORD_B)))
        return status_no_memory(st, p->folder);
    if (file_is_named(path)) {
        TRY(file_read_regular(path, &out->text, &out->n_text, st));
        TRY(conf_parse(&out->conf, (const char *)out->text, out->n_text, path, st));
        TRY(read_file(out, p, st));
    } else {
        TRY(bind_by_names(p, st));
    }
    for (uint32_t g = 0; g < p->n_groups; g++) {
        p->any_hit = p->any_hit || p->groups[g].any_hit != PIPELINE_NO_SHADER;
        p->intersection = p->intersection || p->groups[g].intersection != PIPELINE_NO_SHADER;
    }
    return ST_OK;
}

void manifest_release(struct manifest *manifest)
{
    conf_free(manifest->conf);
    MEM_FREE(manifest->text, manifest->constants);
}

/* ---- resources ---- */

void spirv_plain_name(const char *name, char *out, size_t room)
{
    size_t n = 0;
    for (; *name && n + 1 < room; name++)
        if (isalnum((unsigned char)*name))
            out[n++] = (char)tolower((unsigned char)*name);
    out[n] = '\0';
}

/* Words in the name of a variable or of its block, and what they stand for. */
enum resource_source manifest_source(const char *name)
{
    static const struct {
        const char *word;
        enum resource_source source;
    } words[] = {{"matind", SOURCE_TRIANGLES},  {"materialind", SOURCE_TRIANGLES},
                 {"objdesc", SOURCE_INSTANCES}, {"scenedesc", SOURCE_INSTANCES},
                 {"vert", SOURCE_VERTICES},     {"indic", SOURCE_INDICES},
                 {"index", SOURCE_INDICES},     {"material", SOURCE_MATERIALS},
                 {"offset", SOURCE_OFFSETS},    {"instance", SOURCE_INSTANCES},
                 {"sphere", SOURCE_SPHERES},    {"light", SOURCE_LIGHTS}};
    char text[64];
    spirv_plain_name(name, text, sizeof text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i].word))
            return words[i].source;
    return SOURCE_NONE;
}

static const char *block_name(const struct spirv_resource *r)
{
    return spirv_name(r->module, r->type);
}

const char *spirv_resource_name(const struct spirv_resource *r)
{
    const char *name = r->variable ? spirv_name(r->module, r->variable) : "";
    return name[0] ? name : block_name(r);
}

static bool is_storage_buffer(const struct spirv_resource *r)
{
    const struct spirv_module *m = r->module;
    return spirv_storage(m, m->ids[r->variable].at[1]) == SpvStorageClassStorageBuffer;
}

static enum resource_source default_source(const struct spirv_resource *r)
{
    const char *name = spirv_name(r->module, r->variable);
    char text[64];
    enum resource_source source;
    switch (r->kind) {
    case RESOURCE_STRUCTURE:
        return SOURCE_SCENE;
    case RESOURCE_IMAGE:
        spirv_plain_name(name, text, sizeof text);
        return strstr(text, "accum") || strstr(text, "depth") || strstr(text, "normal")
                   ? SOURCE_IMAGE
                   : SOURCE_OUTPUT;
    case RESOURCE_TEXTURE:
    case RESOURCE_SAMPLER:
        return SOURCE_TEXTURES;
    default:
        break;
    }
    if (!is_storage_buffer(r))
        return SOURCE_CAMERA;
    source = manifest_source(block_name(r));
    source = source ? source : manifest_source(name);
    return source == SOURCE_NONE && r->written ? SOURCE_ZEROS : source;
}

static struct spirv_resource *find_resource(struct spirv_pipeline *p, int32_t set, uint32_t binding)
{
    for (uint32_t i = 0; i < p->n_resources; i++)
        if (p->resources[i].set == set && p->resources[i].binding == binding)
            return &p->resources[i];
    return NULL;
}

/* The type of a block's member, or of one within its structures and arrays; SPIRV_NONE: there is
 * none of the name. */
static uint32_t member_type(const struct spirv_module *m, uint32_t type, const char *name)
{
    uint32_t op = spirv_op_of(m, type), found = SPIRV_NONE;
    if (op == SpvOpTypeArray || op == SpvOpTypeRuntimeArray)
        return member_type(m, spirv_part(m, type, 0), name);
    for (uint32_t i = 0; op == SpvOpTypeStruct && i < spirv_parts(m, type) && !found; i++) {
        const struct spirv_member *member = spirv_member(m, type, i);
        found = member && member->name && strcmp(member->name, name) == 0
                    ? spirv_part(m, type, i)
                    : member_type(m, spirv_part(m, type, i), name);
    }
    return found;
}

/* A matrix of any shape gets its part of one of 4 by 4. */
static uint32_t numbers_of(const struct spirv_module *m, uint32_t type)
{
    uint32_t n = spirv_parts(m, type);
    return spirv_op_of(m, type) == SpvOpTypeMatrix ? 16 : n ? n : 1;
}

/* members = { lightIntensity = 100.0; clearColor = [1, 1, 1]; } */
static enum st_code get_members(struct spirv_resource *r, const struct conf_node *node,
                                struct status *st)
{
    if (conf_kind(node) != CONF_GROUP)
        return conf_fail(node, st, "members; expected { NAME = 1.0; OTHER = [1, 2, 3]; }");
    TRY(mem_remake(&r->members, conf_count(node) + 1, sizeof *r->members, "members", st));
    for (r->n_members = 0; r->n_members < conf_count(node); r->n_members++) {
        const struct conf_node *one = conf_at(node, r->n_members);
        struct manifest_member *m = &r->members[r->n_members];
        size_t n = conf_count(one);
        *m = (struct manifest_member){.n = 1};
        snprintf(m->name, sizeof m->name, "%s", conf_name(one));
        uint32_t type = member_type(r->module, r->type, m->name);
        if (!type)
            return conf_fail(one, st, "no member '%s' in '%s'", m->name, spirv_resource_name(r));
        if (n > sizeof m->x / sizeof *m->x)
            return conf_fail(one, st, "%zu numbers; expected at most 16", n);
        if (n)
            TRY(conf_get_reals(one, n, m->x, st));
        else
            TRY(conf_get_real(one, &m->x[0], st));
        m->n = n ? (uint32_t)n : 1;
        if (m->n != numbers_of(r->module, type))
            return conf_fail(one, st, "%u numbers for '%s'; expected %u", m->n, m->name,
                             numbers_of(r->module, type));
    }
    return ST_OK;
}

/* filter = "nearest"; wrap = "clamp"; */
static enum st_code get_sampling(struct spirv_resource *r, const struct conf_node *node,
                                 struct status *st)
{
    static const char *const filters[] = {"linear", "nearest", NULL};
    static const char *const wraps[] = {"repeat", "mirror", "clamp", "border", NULL};
    const struct conf_node *filter = conf_find(node, "filter"), *wrap = conf_find(node, "wrap");
    uint32_t choice = 0;
    if ((filter || wrap) && r->kind != RESOURCE_TEXTURE && r->kind != RESOURCE_SAMPLER)
        return conf_fail(filter ? filter : wrap, st, "%s of '%s'; expected it of a sampler",
                         filter ? "filter" : "wrap", spirv_resource_name(r));
    if (filter)
        TRY(conf_get_choice(filter, filters, &choice, st));
    r->nearest = filter && choice;
    choice = 0;
    if (wrap)
        TRY(conf_get_choice(wrap, wraps, &choice, st));
    r->wrap = (enum texture_wrap)choice;
    return ST_OK;
}

/* values = "NAME": the bytes of a file of the folder, which belong to what the pipeline is */
static enum st_code read_values(struct spirv_pipeline *p, const struct conf_node *node,
                                struct spirv_resource *r, struct status *st)
{
    const char *name;
    TRY(conf_get_text(node, &name, st));
    MEM_AUTO char *path = file_join(p->folder, name);
    if (!path)
        return status_no_memory(st, name);
    MEM_FREE(r->bytes);
    r->bytes = NULL;
    TRY(file_read_regular(path, &r->bytes, &r->n_bytes, st));
    if (!r->n_bytes)
        return status_fail_at(st, ST_FAILED, path, 0, "an empty file; expected a buffer's bytes");
    struct hash *hash;
    TRY(hash_start(&hash, st));
    hash_add(hash, p->hash, sizeof p->hash);
    hash_add(hash, r->bytes, r->n_bytes);
    hash_finish(hash, p->hash);
    return ST_OK;
}

/* Whether what is said of a resource can be true of its kind. */
static enum st_code check_source(const struct spirv_resource *r, enum resource_source source,
                                 const struct conf_node *node, struct status *st)
{
    static const char *const expected[] = {"\"scene\"", "\"image\" or \"output\"", "\"textures\"",
                                           "\"textures\"", "what a buffer holds"};
    bool picture = source == SOURCE_IMAGE || source == SOURCE_OUTPUT;
    bool sampled = r->kind == RESOURCE_TEXTURE || r->kind == RESOURCE_SAMPLER;
    if ((source == SOURCE_SCENE) == (r->kind == RESOURCE_STRUCTURE) &&
        picture == (r->kind == RESOURCE_IMAGE) && (source == SOURCE_TEXTURES) == sampled)
        return ST_OK;
    return conf_fail(node, st, "'%.80s' is \"%s\"; expected %s", spirv_resource_name(r),
                     resource_source_names[source], expected[r->kind]);
}

/* { set = 0; binding = 3; is = "vertices"; }, or { push = true; members = { seed = 1; }; } */
static enum st_code get_binding(struct spirv_pipeline *p, const struct conf_node *node,
                                struct status *st)
{
    static const char *const keys[] = {"set",    "binding", "push",      "is",
                                       "values", "members", "elements",  "filter",
                                       "wrap",   "size",    "structure", NULL};
    const struct conf_node *is, *values;
    uint32_t set = 0, binding = 0, source = SOURCE_NONE;
    bool push = false;
    if (conf_kind(node) != CONF_GROUP)
        return conf_fail(node, st, "a binding; expected { binding = 3; is = \"vertices\"; }");
    TRY(conf_only(node, keys, st));
    TRY(get_number(node, "set", 0, 31, &set, st));
    TRY(get_number(node, "binding", 0, INT32_MAX, &binding, st));
    if (conf_find(node, "push"))
        TRY(conf_get_bool(conf_find(node, "push"), &push, st));
    is = conf_find(node, "is");
    values = conf_find(node, "values");
    struct spirv_resource *r = find_resource(p, push ? SET_PUSH : (int32_t)set, push ? 0 : binding);
    if (!r && !push && !p->n_unread++) {
        p->unread_set = set;
        p->unread_binding = binding;
    }
    if (!r)
        return ST_OK;
    TRY(get_number(node, "elements", 1, INT32_MAX, &r->elements, st));
    TRY(get_sampling(r, node, st));
    TRY(get_number(node, "structure", 0, UINT16_MAX, &r->structure, st));
    if (conf_find(node, "size"))
        TRY(get_counts(conf_find(node, "size"), MOST_SIDE, r->size, st));
    if (conf_find(node, "members"))
        TRY(get_members(r, conf_find(node, "members"), st));
    if (values) {
        r->source = SOURCE_VALUES;
        TRY(check_source(r, r->source, values, st));
        if (conf_kind(values) == CONF_STRING)
            return read_values(p, values, r, st);
        if (values && !conf_count(values))
            return conf_fail(values, st, "values without a number; expected numbers");
        r->n_bytes = 4 * conf_count(values);
        TRY(mem_remake(&r->bytes, r->n_bytes + 1, 1, "values", st));
        return get_values(values, r->n_bytes, r->bytes, st);
    }
    if (!is && (r->n_members || conf_find(node, "filter") || conf_find(node, "wrap")))
        return ST_OK;
    if (!is)
        return conf_fail(node, st,
                         "a binding without content; expected `is`, `values` or `members`");
    TRY(conf_get_choice(is, resource_source_names, &source, st));
    if (source == SOURCE_NONE || source == SOURCE_VALUES)
        return conf_fail(is, st,
                         "a binding that is \"%s\"; expected a source, or `values` with "
                         "numbers",
                         resource_source_names[source]);
    r->source = (enum resource_source)source;
    return check_source(r, r->source, is, st);
}

/* Numbers the storage images: each has memory of its own, the output the same as in dumps. */
static enum st_code number_pictures(struct spirv_pipeline *p, struct status *st)
{
    const struct spirv_resource *output = NULL;
    bool first = true;
    p->n_pictures = PIPELINE_OUTPUT + 1;
    for (uint32_t i = 0; i < p->n_resources; i++) {
        struct spirv_resource *r = &p->resources[i];
        if (r->kind != RESOURCE_IMAGE)
            continue;
        if (r->source == SOURCE_OUTPUT && output)
            return status_fail_at(
                st, ST_USAGE, r->module->name, 0,
                "images '%s' and '%s' both stand for the picture; expected `{ set "
                "= %d; binding = %u; is = \"image\"; }` of one in pipeline.cfg",
                spirv_resource_name(output), spirv_resource_name(r), r->set, r->binding);
        output = r->source == SOURCE_OUTPUT ? r : output;
        r->picture = r->source == SOURCE_OUTPUT ? PIPELINE_OUTPUT : first ? 0 : p->n_pictures++;
        first = first && r->source == SOURCE_OUTPUT;
    }
    if (p->n_pictures > PIPELINE_MOST_PICTURES)
        return status_fail(st, ST_FAILED, "%s: %u storage images; expected at most %d", p->folder,
                           p->n_pictures, PIPELINE_MOST_PICTURES);
    return ST_OK;
}

enum st_code manifest_bind(const struct manifest *manifest, struct spirv_pipeline *p,
                           struct status *st)
{
    const struct conf_node *bindings = NULL;
    for (uint32_t i = 0; i < p->n_resources; i++)
        if (p->resources[i].variable)
            p->resources[i].source = default_source(&p->resources[i]);
    for (size_t i = 0; i < manifest->n_constants; i++)
        if (!manifest->constants[i].used)
            return conf_fail(conf_at(conf_find(conf_root(manifest->conf), "constants"), i), st,
                             "no stage has a specialisation constant of id %u",
                             manifest->constants[i].id);
    if (manifest->conf)
        bindings = conf_find(conf_root(manifest->conf), "bindings");
    if (bindings)
        TRY(check_list(bindings, st));
    for (size_t i = 0; bindings && i < conf_count(bindings); i++)
        TRY(get_binding(p, conf_at(bindings, i), st));
    for (uint32_t i = 0; i < p->n_resources; i++) {
        const struct spirv_resource *r = &p->resources[i];
        if (r->source == SOURCE_NONE)
            return status_fail_at(
                st, ST_USAGE, r->module->name, 0,
                "buffer '%s' (set %d, binding %u) has no content that its name tells; expected `{ "
                "set "
                "= %u; binding = %u; is = \"vertices\"; }` in pipeline.cfg, or such a name",
                spirv_resource_name(r), r->set, r->binding, r->set, r->binding);
    }
    return number_pictures(p, st);
}
