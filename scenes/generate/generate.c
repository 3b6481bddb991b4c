/* Reads one group of a scene file's `generate` list, runs its generator, and then moves and repeats
 * the generated meshes, through their instances, and spheres. */
#include "scenes/generate/generate.h"

#include "common/memory.h"
#include "common/suggest.h"
#include "scenes/generate/arithmetic.h"
#include "scenes/generate/kinds.h"
#include "scenes/generate/texture.h"

#include <string.h>

#define GENERATOR_ROW(tag) &generator_##tag,
const struct generator *const generators[] = {GENERATORS(GENERATOR_ROW) NULL};

enum { MOST_KEYS = 64, MOST_REPEATS = 1000 };

/* Keys that every group may have, in addition to the parameters of its kind. */
static const char *const common_keys[] = {"kind",   "translate", "rotate", "scale",
                                          "repeat", "step",      NULL};

struct placement {
    struct mat34 transform;
    double scale;
    int64_t repeat[3];
    double step[3];
};

static enum st_code find_generator(const struct conf_node *group, const struct generator **out,
                                   struct status *st)
{
    const struct conf_node *node;
    const char *kind;
    char known[STATUS_TEXT / 2] = "";
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, st, "is not a group; write { kind = \"box\"; ... }");
    TRY(conf_need(group, "kind", &node, st));
    TRY(conf_get_text(node, &kind, st));
    for (size_t i = 0; generators[i]; i++)
        if (strcmp(generators[i]->kind, kind) == 0) {
            *out = generators[i];
            return ST_OK;
        }
    for (size_t i = 0; generators[i]; i++)
        suggest_list(known, sizeof known, generators[i]->kind);
    return conf_fail(node, st, "no generator is called '%s'; the known ones are %s", kind, known);
}

static void list_keys(const struct generator *g, const char *keys[MOST_KEYS])
{
    const struct param_table table = g->params();
    size_t n = 0;
    for (size_t i = 0; common_keys[i]; i++)
        keys[n++] = common_keys[i];
    for (size_t i = 0; g->materials[i]; i++)
        keys[n++] = g->materials[i];
    for (size_t i = 0; i < table.n_rows; i++)
        keys[n++] = table.rows[i].name;
    keys[n] = NULL;
}

/* Returns v turned by `degrees` about a unit axis, counter-clockwise when the axis points at the
 * viewer (Rodrigues' formula). */
static struct dvec turned(struct dvec v, struct dvec axis, double degrees)
{
    double s, c;
    gm_turn(degrees / 360.0, &s, &c);
    struct dvec r = dvec_along(dvec_scale(v, c), dvec_cross(axis, v), s);
    return dvec_along(r, axis, dvec_dot(axis, v) * (1.0 - c));
}

static enum st_code read_repeat(const struct conf_node *group, struct placement *p,
                                struct status *st)
{
    const struct conf_node *repeat = conf_find(group, "repeat"), *step = conf_find(group, "step");
    for (int i = 0; i < 3; i++)
        p->repeat[i] = 1;
    if (!repeat != !step)
        return conf_fail(repeat ? repeat : step, st,
                         "'repeat' and 'step' go together; write repeat = (nx, ny, nz) and "
                         "step = (dx, dy, dz)");
    if (!repeat)
        return ST_OK;
    TRY(conf_get_reals(step, 3, p->step, st));
    if (conf_count(repeat) != 3)
        return conf_fail(repeat, st, "'repeat' is not three whole numbers; write (nx, ny, nz)");
    for (size_t i = 0; i < 3; i++)
        TRY(conf_get_int(conf_at(repeat, i), 1, MOST_REPEATS, &p->repeat[i], st));
    return ST_OK;
}

static enum st_code read_placement(const struct conf_node *group, struct placement *p,
                                   struct status *st)
{
    const struct conf_node *node;
    double move[3] = {0, 0, 0}, turn[4] = {0, 1, 0, 0};
    *p = (struct placement){.scale = 1.0};
    if ((node = conf_find(group, "translate")))
        TRY(conf_get_reals(node, 3, move, st));
    if ((node = conf_find(group, "rotate")))
        TRY(conf_get_reals(node, 4, turn, st));
    struct dvec axis = dvec_make(turn[0], turn[1], turn[2]);
    if (!(dvec_length(axis) > 1e-9 && dvec_length(axis) < 1e9) || fabs(turn[3]) > 36000.0)
        return conf_fail(node, st,
                         "'rotate' is not an axis and an angle of -36000 to 36000 degrees; write "
                         "[x, y, z, degrees]");
    if ((node = conf_find(group, "scale")))
        TRY(conf_get_real(node, &p->scale, st));
    if (!(p->scale >= 1e-6 && p->scale <= 1e6))
        return conf_fail(node, st, "'scale' is %g; it must be 1e-6 to 1e6", p->scale);
    axis = dvec_unit(axis);
    const struct dvec columns[3] = {turned(dvec_make(1, 0, 0), axis, turn[3]),
                                    turned(dvec_make(0, 1, 0), axis, turn[3]),
                                    turned(dvec_make(0, 0, 1), axis, turn[3])};
    for (int i = 0; i < 3; i++) {
        p->transform.m[i] = (float)(columns[i].x * p->scale);
        p->transform.m[4 + i] = (float)(columns[i].y * p->scale);
        p->transform.m[8 + i] = (float)(columns[i].z * p->scale);
        p->transform.m[4 * i + 3] = (float)move[i];
    }
    return read_repeat(group, p, st);
}

static void move_spheres(struct scene *s, uint32_t from, const struct placement *p)
{
    for (uint32_t i = from; i < s->n_spheres; i++) {
        float *c = s->spheres[i].center;
        struct vec3 at = mat34_point(&p->transform, vec3_make(c[0], c[1], c[2]));
        c[0] = at.x;
        c[1] = at.y;
        c[2] = at.z;
        s->spheres[i].radius = (float)((double)s->spheres[i].radius * p->scale);
    }
}

/* Appends a copy of the mesh instances and spheres [from, to), moved by `by`. */
static enum st_code copy_moved(struct scene_builder *b, uint32_t from, uint32_t to,
                               const double by[3], struct status *st)
{
    for (uint32_t i = from; i < to; i++) {
        struct scene_instance instance = b->scene->instances[i];
        if (instance.geometry == GEOMETRY_SPHERE) {
            struct scene_sphere sphere = b->scene->spheres[instance.index];
            for (int k = 0; k < 3; k++)
                sphere.center[k] = (float)((double)sphere.center[k] + by[k]);
            TRY(builder_sphere(b, &sphere, st));
            continue;
        }
        for (int k = 0; k < 3; k++)
            instance.transform.m[4 * k + 3] =
                (float)((double)instance.transform.m[4 * k + 3] + by[k]);
        TRY(builder_instance(b, instance.index, &instance.transform, st));
    }
    return ST_OK;
}

static enum st_code place(struct scene_builder *b, uint32_t first_instance, uint32_t first_sphere,
                          const struct placement *p, struct status *st)
{
    struct scene *s = b->scene;
    uint32_t end = s->n_instances;
    double copies = (double)p->repeat[0] * (double)p->repeat[1] * (double)p->repeat[2];
    if (copies * (end - first_instance) > SCENE_MOST_INSTANCES)
        return status_fail(st, ST_FAILED, "makes %.0f instances; at most %lu are possible",
                           copies * (end - first_instance), (unsigned long)SCENE_MOST_INSTANCES);
    for (uint32_t i = first_instance; i < end; i++)
        if (s->instances[i].geometry == GEOMETRY_MESH)
            s->instances[i].transform = mat34_mul(&p->transform, &s->instances[i].transform);
    move_spheres(s, first_sphere, p);
    for (int64_t z = 0; z < p->repeat[2]; z++)
        for (int64_t y = 0; y < p->repeat[1]; y++)
            for (int64_t x = 0; x < p->repeat[0]; x++) {
                const double by[3] = {(double)x * p->step[0], (double)y * p->step[1],
                                      (double)z * p->step[2]};
                if (x || y || z)
                    TRY(copy_moved(b, first_instance, end, by, st));
            }
    return ST_OK;
}

static enum st_code read_job(const struct generate_context *context, const struct generator *g,
                             const struct conf_node *group, const char *const *keys,
                             struct generate_job *job, void *params, struct status *st)
{
    const struct param_table table = g->params();
    *job = (struct generate_job){
        .builder = context->builder, .node = group, .kind = g->kind, .params = params};
    for (size_t i = 0; g->materials[i]; i++) {
        const struct conf_node *node;
        TRY(conf_need(group, g->materials[i], &node, st));
        TRY(context->material(context->names, node, &job->materials[i], st));
    }
    return params_read(&table, 1, keys, group, PARAMS_WHOLE, params, st);
}

static enum st_code run_generate(const struct generator *g, const struct generate_job *job,
                                 struct status *st)
{
    struct maker m;
    TRY(g->check ? g->check(job, st) : ST_OK);
    if (g->run)
        return g->run(job, st);
    maker_start(&m, job->materials[0]);
    g->make(job, &m);
    return maker_finish(&m, job->builder, g->kind, NULL, st);
}

enum st_code generate(const struct generate_context *context, const struct conf_node *group,
                      struct status *st)
{
    const struct generator *g = NULL;
    struct generate_job job;
    struct placement placement;
    const char *keys[MOST_KEYS];
    TRY(find_generator(group, &g, st));
    list_keys(g, keys);
    TRY(conf_only(group, keys, st));
    TRY(read_placement(group, &placement, st));
    MEM_AUTO void *params = NULL;
    TRY(mem_make(&params, 1, g->size, g->kind, st));
    uint32_t instances = context->builder->scene->n_instances;
    uint32_t spheres = context->builder->scene->n_spheres;
    enum st_code code = read_job(context, g, group, keys, &job, params, st);
    if (code == ST_OK)
        code = run_generate(g, &job, st);
    if (code == ST_OK)
        code = place(context->builder, instances, spheres, &placement, st);
    if (code != ST_FAILED)
        return code;
    /* Adds file and line to the builder's message, which has none. */
    const struct status why = *st;
    return conf_fail(group, st, "%s", why.text);
}

void generators_document(FILE *out)
{
    fputs("# Generators\n\n"
          "Made from the tables in `scenes/generate/`; do not edit.\n\n"
          "A scene file lists what to generate:\n\n"
          "    generate = (\n"
          "        { kind = \"box\"; width = 2.0; height = 1.0; depth = 2.0; cells = 1; "
          "inside = false;\n"
          "          material = \"white\"; translate = (0, 0.5, 0); } );\n\n"
          "Every parameter and material key of a kind is required; a material key holds the name "
          "of one\nof the file's materials. Lengths have the scene's unit, y is up, and shapes "
          "stand on y = 0\nunless said otherwise. Beside its own parameters every group may "
          "have:\n\n"
          "| key | meaning | default |\n| --- | --- | --- |\n"
          "| `translate` | where the kind's origin goes | (0, 0, 0) |\n"
          "| `rotate` | (x, y, z, degrees): an axis and an angle about it, before it is moved | "
          "none |\n"
          "| `scale` | factor of all lengths, 1e-6 to 1e6 | 1 |\n"
          "| `repeat`, `step` | (nx, ny, nz) copies (1 to 1000 each) in distances (dx, dy, dz); "
          "meshes are instanced | one |\n",
          out);
    for (size_t i = 0; generators[i]; i++) {
        const struct generator *g = generators[i];
        struct param_table table = g->params();
        table.section = g->kind;
        params_document(&table, 1, NULL, out);
        fputs("\nMaterials:", out);
        for (size_t k = 0; g->materials[k]; k++)
            fprintf(out, "%s `%s`", k ? "," : "", g->materials[k]);
        fprintf(out, "%s. Triangles: %s.\n", g->materials[0] ? "" : " its own", g->triangles);
    }
    textures_document(out);
}
