#include "sim/functional/frontend/vsim/binding.h"

#include "common/conf.h"
#include "common/file.h"
#include "common/memory.h"

#include <string.h>

static enum st_code make_room(struct vsim_pipeline *p, size_t n_miss, size_t n_groups,
                              struct status *st)
{
    p->miss = mem_calloc(n_miss + 1, sizeof *p->miss);
    p->groups = mem_calloc(n_groups + 1, sizeof *p->groups);
    return p->miss && p->groups ? ST_OK : status_no_memory(st, "shader binding table");
}

/* ---- memory ---- */

/* Bindings of sim/shaders/rt.h. */
enum { OUTPUT = 2, UNIFORM = 3 };

const char *const vsim_block_names[VSIM_BLOCKS + 1] = {"lumibench", "older", "camera", NULL};

void vsim_bind_memory(struct vsim_pipeline *p, enum vsim_block block)
{
    p->block = block;
    for (uint32_t i = 0; i < VSIM_BINDINGS; i++)
        p->bindings[i] = (uint8_t)i;
    if (block != VSIM_BLOCK_CAMERA)
        return;
    /* Binds the structure, the picture and the camera; other bindings differ between the
     * examples. */
    memset(p->bindings + 1, VSIM_NO_BINDING, VSIM_BINDINGS - 1);
    p->bindings[1] = OUTPUT;
    p->bindings[2] = UNIFORM;
}

/* ---- LumiBench's layout ---- */

/* The id of the k-th stage of a kind. */
static uint32_t nth(const struct vsim_pipeline *p, enum vsim_kind kind, uint32_t k)
{
    for (uint32_t i = 0; i < p->n_stages; i++)
        if (p->stages[i].kind == kind && k-- == 0)
            return p->stages[i].id;
    return VSIM_NO_SHADER;
}

/* Checks that all ids are present, because they are the stages' numbers in the pipeline: stages
 * behind a missing one would get wrong places. */
static enum st_code check_ids(const struct vsim_pipeline *p, const char *folder, struct status *st)
{
    for (uint32_t i = 0; i < p->n_stages; i++)
        if (p->stages[i].id != i)
            return status_fail(st, ST_FAILED,
                               "%s: no shader of id %u, but MESA_SHADER_%s_%u.ptx; expected every "
                               "stage of the pipeline, or a pipeline.cfg that binds those that are "
                               "there",
                               folder, i, vsim_kind_names[p->stages[i].kind], p->stages[i].id);
    return ST_OK;
}

static enum st_code bind_in_order(struct vsim_pipeline *p, const char *folder, struct status *st)
{
    TRY(check_ids(p, folder, st));
    TRY(make_room(p, p->n_stages, p->n_stages, st));
    for (uint32_t id; (id = nth(p, VSIM_MISS, p->n_miss)) != VSIM_NO_SHADER;)
        p->miss[p->n_miss++] = id;
    p->groups[p->n_groups++] =
        (struct vsim_group){nth(p, VSIM_CLOSEST_HIT, 0), VSIM_NO_SHADER, nth(p, VSIM_ANY_HIT, 0)};
    for (uint32_t k = 1; nth(p, VSIM_CLOSEST_HIT, k) != VSIM_NO_SHADER ||
                         nth(p, VSIM_INTERSECTION, k - 1) != VSIM_NO_SHADER;
         k++)
        p->groups[p->n_groups++] = (struct vsim_group){
            nth(p, VSIM_CLOSEST_HIT, k), nth(p, VSIM_INTERSECTION, k - 1), VSIM_NO_SHADER};
    return ST_OK;
}

/* ---- pipeline.cfg ---- */

static enum st_code get_stage(const struct vsim_pipeline *p, const struct conf_node *node,
                              enum vsim_kind kind, uint32_t *id, struct status *st)
{
    int64_t value;
    TRY(conf_get_int(node, 0, VSIM_NO_SHADER - 1, &value, st));
    const struct vsim_stage *stage = vsim_pipeline_stage(p, (uint32_t)value);
    if (!stage || stage->kind != kind)
        return conf_fail(node, st,
                         "there is no MESA_SHADER_%s_%lld.ptx%s%s; expected the id of a "
                         "shader in this folder",
                         vsim_kind_names[kind], (long long)value,
                         stage ? ", that id is of kind " : "",
                         stage ? vsim_kind_names[stage->kind] : "");
    *id = (uint32_t)value;
    return ST_OK;
}

static enum st_code get_group(const struct vsim_pipeline *p, const struct conf_node *node,
                              struct vsim_group *out, struct status *st)
{
    static const char *const keys[] = {"closest_hit", "intersection", "any_hit", NULL};
    static const enum vsim_kind kinds[] = {VSIM_CLOSEST_HIT, VSIM_INTERSECTION, VSIM_ANY_HIT};
    uint32_t *const slots[] = {&out->closest_hit, &out->intersection, &out->any_hit};
    if (conf_kind(node) != CONF_GROUP)
        return conf_fail(node, st, "a hit group; expected { closest_hit = ID; }");
    TRY(conf_only(node, keys, st));
    for (int k = 0; keys[k]; k++) {
        const struct conf_node *member = conf_find(node, keys[k]);
        *slots[k] = VSIM_NO_SHADER;
        if (member)
            TRY(get_stage(p, member, kinds[k], slots[k], st));
    }
    return ST_OK;
}

static enum st_code check_list(const struct conf_node *node, struct status *st)
{
    enum conf_kind kind = conf_kind(node);
    if ((kind != CONF_LIST && kind != CONF_ARRAY) || conf_count(node) > VSIM_MOST_STAGES)
        return conf_fail(node, st, "%s; expected a list of at most %d", conf_name(node),
                         VSIM_MOST_STAGES);
    return ST_OK;
}

/* Reads a binding: { binding = 2; is = "uniform"; }. */
static enum st_code get_binding(struct vsim_pipeline *p, const struct conf_node *node,
                                struct status *st)
{
    static const char *const keys[] = {"binding", "is", NULL};
    static const char *const names[VSIM_BINDINGS + 1] = {
        "structure", "accumulation", "output",   "uniform", "vertices", "indices",
        "materials", "offsets",      "textures", "spheres", "cubes",    "cylinders"};
    const struct conf_node *binding, *is;
    int64_t number;
    uint32_t what;
    if (conf_kind(node) != CONF_GROUP)
        return conf_fail(node, st, "a binding; expected { binding = 2; is = \"uniform\"; }");
    TRY(conf_only(node, keys, st));
    TRY(conf_need(node, "binding", &binding, st));
    TRY(conf_need(node, "is", &is, st));
    TRY(conf_get_int(binding, 0, VSIM_BINDINGS - 1, &number, st));
    TRY(conf_get_choice(is, names, &what, st));
    p->bindings[number] = (uint8_t)what;
    return ST_OK;
}

/* Reads the file's description of memory, which has priority over what the raygen shader reads. */
static enum st_code read_memory(struct vsim_pipeline *p, const struct conf_node *root,
                                struct status *st)
{
    const struct conf_node *bindings = conf_find(root, "bindings"),
                           *uniform = conf_find(root, "uniform");
    uint32_t block = 0;
    if (uniform)
        TRY(conf_get_choice(uniform, vsim_block_names, &block, st));
    if (uniform)
        vsim_bind_memory(p, (enum vsim_block)block);
    if (!bindings)
        return ST_OK;
    TRY(check_list(bindings, st));
    for (size_t i = 0; i < conf_count(bindings); i++)
        TRY(get_binding(p, conf_at(bindings, i), st));
    return ST_OK;
}

static enum st_code read_table(struct vsim_pipeline *p, const struct conf_node *root,
                               struct status *st)
{
    static const char *const keys[] = {"miss", "hit_groups", "bindings", "uniform", NULL};
    const struct conf_node *miss, *groups;
    TRY(conf_only(root, keys, st));
    TRY(read_memory(p, root, st));
    TRY(conf_need(root, "miss", &miss, st));
    TRY(conf_need(root, "hit_groups", &groups, st));
    TRY(check_list(miss, st));
    TRY(check_list(groups, st));
    TRY(make_room(p, conf_count(miss), conf_count(groups), st));
    for (; p->n_miss < conf_count(miss); p->n_miss++)
        TRY(get_stage(p, conf_at(miss, p->n_miss), VSIM_MISS, &p->miss[p->n_miss], st));
    for (; p->n_groups < conf_count(groups); p->n_groups++)
        TRY(get_group(p, conf_at(groups, p->n_groups), &p->groups[p->n_groups], st));
    return ST_OK;
}

/* Binds the shaders as the file `path` describes. A file that exists and cannot be read is an
 * error, not a missing file. */
static enum st_code bind_by_file(struct vsim_pipeline *p, const char *path, struct status *st)
{
    unsigned char *text;
    struct conf *conf;
    size_t n;
    enum st_code code = file_read_regular(path, &text, &n, st);
    if (code != ST_OK) {
        st->code = code == ST_FAILED ? ST_USAGE : code;
        return st->code;
    }
    p->bound_by_file = true;
    code = conf_parse(&conf, (const char *)text, n, path, st);
    if (code == ST_OK) {
        code = read_table(p, conf_root(conf), st);
        conf_free(conf);
    }
    mem_free(text);
    return code;
}

enum st_code vsim_bind(struct vsim_pipeline *p, const char *folder, struct status *st)
{
    MEM_AUTO char *path = file_join(folder, "pipeline.cfg");
    if (!path)
        return status_no_memory(st, folder);
    return file_is_named(path) ? bind_by_file(p, path, st) : bind_in_order(p, folder, st);
}
