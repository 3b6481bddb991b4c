/* Materials, meshes and instances of a scene file. */
#include "scenes/scene_reader.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/source_files.h"
#include "scenes/texture_generate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

enum st_code reader_at(struct scene_reader *r, const struct conf_node *node, enum st_code code,
                       const struct status *why)
{
    if (code == ST_FAILED)
        return conf_fail(node, r->st, "%s", why->text);
    if (code != ST_OK)
        *r->st = *why;
    return code;
}

char *reader_path(const struct conf_node *node, const char *name)
{
    if (*name == '/')
        return mem_strdup(name);
    char *folder = file_folder(conf_file(node));
    char *path = folder ? file_join(folder, name) : NULL;
    mem_free(folder);
    return path;
}

enum st_code reader_list(struct scene_reader *r, const struct conf_node *node)
{
    enum conf_kind kind = conf_kind(node);
    if (kind != CONF_LIST && kind != CONF_ARRAY)
        return conf_fail(node, r->st, "'%s' is not a list; write %s = ( ... );", conf_name(node),
                         conf_name(node));
    return ST_OK;
}

enum st_code reader_floats(struct scene_reader *r, const struct conf_node *node, size_t n,
                           float *out)
{
    double values[12];
    TRY(conf_get_reals(node, n, values, r->st));
    for (size_t i = 0; i < n; i++) {
        out[i] = (float)values[i];
        if (!isfinite(out[i]))
            return conf_fail(node, r->st, "'%s' has %g, which no 32-bit number holds",
                             conf_name(node), values[i]);
    }
    return ST_OK;
}

enum st_code reader_number(struct scene_reader *r, const struct conf_node *group, const char *key,
                           float *out)
{
    const struct conf_node *node = conf_find(group, key);
    double value;
    if (!node)
        return ST_OK;
    TRY(conf_get_real(node, &value, r->st));
    *out = (float)value;
    return ST_OK;
}

/* ---- names ---- */

/* The required `name` of a material or mesh. */
static enum st_code get_name(struct scene_reader *r, const struct conf_node *group,
                             const struct conf_node **node, const char **name)
{
    TRY(conf_need(group, "name", node, r->st));
    TRY(conf_get_text(*node, name, r->st));
    if (!**name)
        return conf_fail(*node, r->st, "'name' is empty; a material or mesh needs a name");
    return ST_OK;
}

enum st_code reader_material(struct scene_reader *r, const struct conf_node *node, uint32_t *index)
{
    const char *name;
    char known[STATUS_TEXT / 2] = "";
    size_t used = 0;
    TRY(conf_get_text(node, &name, r->st));
    for (uint32_t i = 0; i < r->n_materials; i++) {
        if (strcmp(r->materials[i].text, name) == 0) {
            *index = r->materials[i].index;
            return ST_OK;
        }
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                     r->materials[i].text);
    }
    return conf_fail(node, r->st, "unknown material '%s'; known: %s", name,
                     *known ? known : "none");
}

static struct scene_placeable *find_mesh(const struct scene_reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->n_meshes; i++)
        if (strcmp(r->meshes[i].name, name) == 0)
            return &r->meshes[i];
    return NULL;
}

/* One more element at the end of an array; NULL and unchanged where there is no memory. */
static void *grow(void *array, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room)
        return array;
    uint32_t more = *room ? 2 * *room : 16;
    void *bigger = mem_resize(array, more, size);
    if (bigger)
        *room = more;
    return bigger;
}

/* ---- materials ---- */

static const struct {
    const char *name;
    enum material_model model;
    const char *const *keys;
} material_types[] = {
    {"lambertian", MATERIAL_LAMBERTIAN,
     (const char *const[]){"name", "type", "color", "texture", "masked", NULL}},
    {"metal", MATERIAL_METALLIC,
     (const char *const[]){"name", "type", "color", "fuzz", "texture", "masked", NULL}},
    {"dielectric", MATERIAL_DIELECTRIC,
     (const char *const[]){"name", "type", "color", "ior", NULL}},
    {"emissive", MATERIAL_EMISSIVE,
     (const char *const[]){"name", "type", "color", "texture", "masked", NULL}},
};
enum { MATERIAL_TYPES = sizeof material_types / sizeof *material_types };

static enum st_code get_type(struct scene_reader *r, const struct conf_node *group, size_t *type)
{
    const struct conf_node *node = conf_find(group, "type");
    const char *name = "lambertian";
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, r->st, "a material is not a group; write { name = \"...\"; ... }");
    if (node)
        TRY(conf_get_text(node, &name, r->st));
    for (*type = 0; *type < MATERIAL_TYPES; ++*type)
        if (strcmp(name, material_types[*type].name) == 0)
            return ST_OK;
    return conf_fail(node, r->st,
                     "'type' is \"%s\"; it must be one of \"lambertian\", \"metal\", "
                     "\"dielectric\", \"emissive\"",
                     name);
}

static enum st_code add_generated_texture(struct scene_reader *r, const struct conf_node *group,
                                          int32_t *texture)
{
    struct image picture;
    struct status why = {0};
    uint32_t index;
    TRY(texture_generate(&picture, group, r->st));
    TRY(reader_at(r, group, builder_texture(r->b, &picture, &index, &why), &why));
    *texture = (int32_t)index;
    return ST_OK;
}

/* The name of a PNG file, or a group that says which picture to generate. */
static enum st_code read_texture(struct scene_reader *r, const struct conf_node *node,
                                 int32_t *texture)
{
    if (conf_kind(node) == CONF_GROUP)
        return add_generated_texture(r, node, texture);
    struct source_files files = {.hash = r->b->hash};
    struct source_file file;
    struct image picture;
    const char *name;
    uint32_t index;
    TRY(conf_get_text(node, &name, r->st));
    char *path = reader_path(node, name);
    if (!path)
        return status_no_memory(r->st, name);
    struct status why = {0};
    enum st_code code = source_files_open(&files, path, &file, &why);
    if (code == ST_OK)
        code = image_parse_png(&picture, file.bytes, file.n, path, &why);
    if (code == ST_OK)
        code = builder_texture(r->b, &picture, &index, &why);
    source_files_free(&files);
    mem_free(path);
    TRY(reader_at(r, node, code, &why));
    *texture = (int32_t)index;
    return ST_OK;
}

static enum st_code read_material(struct scene_reader *r, const struct conf_node *group,
                                  struct scene_material *m)
{
    size_t type;
    TRY(get_type(r, group, &type));
    TRY(conf_only(group, material_types[type].keys, r->st));
    *m = (struct scene_material){
        .color = {1, 1, 1}, .ior = 1.0f, .texture = -1, .model = material_types[type].model};
    const struct conf_node *color = conf_find(group, "color");
    const struct conf_node *texture = conf_find(group, "texture");
    const struct conf_node *masked = conf_find(group, "masked");
    const struct conf_node *ior;
    if (!color && !texture && m->model != MATERIAL_DIELECTRIC)
        TRY(conf_need(group, "color", &color, r->st));
    if (color)
        TRY(reader_floats(r, color, 3, m->color));
    TRY(reader_number(r, group, "fuzz", &m->fuzz));
    if (m->model == MATERIAL_DIELECTRIC)
        TRY(conf_need(group, "ior", &ior, r->st));
    TRY(reader_number(r, group, "ior", &m->ior));
    if (masked)
        TRY(conf_get_bool(masked, &m->masked, r->st));
    if (texture)
        TRY(read_texture(r, texture, &m->texture));
    return ST_OK;
}

static enum st_code add_material(struct scene_reader *r, const struct conf_node *group)
{
    struct scene_material m;
    const struct conf_node *node;
    const char *name;
    uint32_t index;
    TRY(read_material(r, group, &m));
    TRY(get_name(r, group, &node, &name));
    for (uint32_t i = 0; i < r->n_materials; i++)
        if (strcmp(r->materials[i].text, name) == 0)
            return conf_fail(node, r->st, "a second material '%s'; names must differ", name);
    struct status why = {0};
    TRY(reader_at(r, group, builder_material(r->b, &m, &index, &why), &why));
    void *more = grow(r->materials, r->n_materials, &r->room_materials, sizeof *r->materials);
    if (!more)
        return status_no_memory(r->st, name);
    r->materials = more;
    struct scene_name entry = {mem_strdup(name), index};
    if (!entry.text)
        return status_no_memory(r->st, name);
    r->materials[r->n_materials++] = entry;
    return ST_OK;
}

enum st_code reader_add_materials(struct scene_reader *r, const struct conf_node *list)
{
    TRY(reader_list(r, list));
    for (size_t i = 0; i < conf_count(list); i++)
        TRY(add_material(r, conf_at(list, i)));
    return ST_OK;
}

/* ---- transforms ---- */

static void identity(double m[12])
{
    for (int i = 0; i < 12; i++)
        m[i] = i % 5 == 0 ? 1.0 : 0.0;
}

/* a = a after b. */
static void multiply(double a[12], const double b[12])
{
    double r[12];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            r[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j] +
                           (j == 3 ? a[4 * i + 3] : 0.0);
    memcpy(a, r, sizeof r);
}

/* About an axis through the origin, counter-clockwise when the axis points at the viewer
 * (Rodrigues' formula). Multiples of 90 degrees are exact. */
static void rotation(const double axis[3], double degrees, double m[12])
{
    double turn = fmod(degrees, 360.0), c = cos(turn * (PI / 180.0)), s = sin(turn * (PI / 180.0));
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double a[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
    if (fmod(turn, 90.0) == 0.0) {
        c = nearbyint(c);
        s = nearbyint(s);
    }
    const double cross[9] = {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
    identity(m);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[4 * i + j] = (i == j ? c : 0.0) + (1.0 - c) * a[i] * a[j] + s * cross[3 * i + j];
}

static enum st_code get_scale(struct scene_reader *r, const struct conf_node *node, double s[3])
{
    if (conf_kind(node) == CONF_LIST || conf_kind(node) == CONF_ARRAY)
        return conf_get_reals(node, 3, s, r->st);
    TRY(conf_get_real(node, &s[0], r->st));
    s[1] = s[2] = s[0];
    return ST_OK;
}

/* `transform`, or `scale`, then `rotate`, then `translate`. */
static enum st_code get_transform(struct scene_reader *r, const struct conf_node *group,
                                  double m[12])
{
    const struct conf_node *whole = conf_find(group, "transform");
    const struct conf_node *move = conf_find(group, "translate");
    const struct conf_node *turn = conf_find(group, "rotate");
    const struct conf_node *size = conf_find(group, "scale");
    double step[12], v[4];
    identity(m);
    if (whole && (move || turn || size))
        return conf_fail(whole, r->st,
                         "'transform' beside 'translate', 'rotate' or 'scale'; give "
                         "either the matrix or its steps");
    if (whole)
        return conf_get_reals(whole, 12, m, r->st);
    if (move) {
        TRY(conf_get_reals(move, 3, v, r->st));
        for (int i = 0; i < 3; i++)
            m[4 * i + 3] = v[i];
    }
    if (turn) {
        TRY(conf_get_reals(turn, 4, v, r->st));
        if (v[0] == 0 && v[1] == 0 && v[2] == 0)
            return conf_fail(turn, r->st,
                             "'rotate' has the axis (0 0 0); give (x, y, z, degrees) "
                             "with another axis");
        rotation(v, v[3], step);
        multiply(m, step);
    }
    if (size) {
        TRY(get_scale(r, size, v));
        identity(step);
        for (int i = 0; i < 3; i++)
            step[5 * i] = v[i];
        multiply(m, step);
    }
    return ST_OK;
}

/* ---- meshes ---- */

/* An array of finite numbers with a multiple of `group` elements. */
static enum st_code get_floats(struct scene_reader *r, const struct conf_node *node, size_t group,
                               float **out, size_t *n)
{
    *n = conf_count(node);
    TRY(reader_list(r, node));
    if (*n == 0 || *n % group != 0 || *n > SCENE_MOST_VERTICES)
        return conf_fail(node, r->st, "'%s' has %zu numbers; a multiple of %zu is needed",
                         conf_name(node), *n, group);
    *out = mem_calloc(*n, sizeof **out);
    if (!*out)
        return status_no_memory(r->st, conf_name(node));
    for (size_t i = 0; i < *n; i++) {
        double value;
        const struct conf_node *element = conf_at(node, i);
        if (conf_kind(element) != CONF_INT && conf_kind(element) != CONF_REAL) {
            mem_free(*out);
            *out = NULL;
            return conf_fail(node, r->st, "'%s' is not a list of numbers", conf_name(node));
        }
        enum st_code code = conf_get_real(element, &value, r->st);
        if (code != ST_OK) {
            mem_free(*out);
            *out = NULL;
            return code;
        }
        (*out)[i] = (float)value;
    }
    return ST_OK;
}

static enum st_code get_triangles(struct scene_reader *r, const struct conf_node *node,
                                  uint32_t **out, size_t *n)
{
    *n = conf_count(node);
    TRY(reader_list(r, node));
    if (*n == 0 || *n % 3 != 0 || *n > SCENE_MOST_VERTICES)
        return conf_fail(node, r->st, "'triangles' has %zu numbers; a multiple of 3 is needed", *n);
    *out = mem_calloc(*n, sizeof **out);
    if (!*out)
        return status_no_memory(r->st, "triangles");
    for (size_t i = 0; i < *n; i++) {
        int64_t value;
        enum st_code code = conf_get_int(conf_at(node, i), 0, UINT32_MAX, &value, r->st);
        if (code != ST_OK) {
            mem_free(*out);
            *out = NULL;
            return conf_kind(conf_at(node, i)) == CONF_INT
                       ? code
                       : conf_fail(node, r->st, "'triangles' is not a list of whole numbers");
        }
        (*out)[i] = (uint32_t)value;
    }
    return ST_OK;
}

struct inline_mesh {
    float *positions, *texcoords;
    uint32_t *triangles;
    size_t n_positions, n_texcoords, n_triangles;
};

static enum st_code get_inline(struct scene_reader *r, const struct conf_node *group,
                               struct inline_mesh *m)
{
    const struct conf_node *vertices, *triangles, *texcoords = conf_find(group, "texcoords");
    TRY(conf_need(group, "vertices", &vertices, r->st));
    TRY(conf_need(group, "triangles", &triangles, r->st));
    TRY(get_floats(r, vertices, 3, &m->positions, &m->n_positions));
    TRY(get_triangles(r, triangles, &m->triangles, &m->n_triangles));
    if (!texcoords)
        return ST_OK;
    TRY(get_floats(r, texcoords, 2, &m->texcoords, &m->n_texcoords));
    if (m->n_texcoords / 2 != m->n_positions / 3)
        return conf_fail(texcoords, r->st, "'texcoords' has %zu pairs for %zu vertices",
                         m->n_texcoords / 2, m->n_positions / 3);
    return ST_OK;
}

static enum st_code add_inline(struct scene_reader *r, const struct conf_node *group,
                               const char *name, uint32_t material, uint32_t *index)
{
    struct inline_mesh m = {0};
    struct status why = {0};
    enum st_code code = get_inline(r, group, &m);
    size_t n = m.n_positions / 3;
    struct scene_vertex *v = code == ST_OK ? mem_calloc(n, sizeof *v) : NULL;
    if (code == ST_OK && !v)
        code = status_no_memory(r->st, name);
    for (size_t i = 0; code == ST_OK && i < n; i++) {
        memcpy(v[i].position, m.positions + 3 * i, sizeof v[i].position);
        if (m.texcoords)
            memcpy(v[i].texcoord, m.texcoords + 2 * i, sizeof v[i].texcoord);
        v[i].material = (int32_t)material;
    }
    mem_free(m.positions);
    mem_free(m.texcoords);
    if (code != ST_OK) {
        mem_free(m.triangles);
        return code;
    }
    code = builder_mesh(r->b, name, v, (uint32_t)n, m.triangles, (uint32_t)(m.n_triangles / 3),
                        index, &why);
    return reader_at(r, group, code, &why);
}

static enum st_code one_part(struct scene_reader *r, uint32_t mesh, struct mesh_parts *parts)
{
    parts->items = mem_calloc(1, sizeof *parts->items);
    if (!parts->items)
        return status_no_memory(r->st, "mesh");
    parts->n = 1;
    parts->items[0] = (struct mesh_part){mesh, mat34_identity()};
    return ST_OK;
}

static enum st_code read_mesh(struct scene_reader *r, const struct conf_node *group,
                              const char *name, struct mesh_parts *parts)
{
    static const char *const file_keys[] = {"name",      "file",   "material", "transform",
                                            "translate", "rotate", "scale",    NULL};
    static const char *const inline_keys[] = {"name",     "vertices",  "triangles", "texcoords",
                                              "material", "transform", "translate", "rotate",
                                              "scale",    NULL};
    const struct conf_node *file = conf_find(group, "file");
    const struct conf_node *material = conf_find(group, "material");
    const char *relative;
    uint32_t index = 0, mesh;
    TRY(conf_only(group, file ? file_keys : inline_keys, r->st));
    if (!file) {
        if (!conf_find(group, "vertices"))
            return conf_fail(group, r->st,
                             "mesh '%s' has neither 'file' nor 'vertices' and "
                             "'triangles'",
                             name);
        TRY(conf_need(group, "material", &material, r->st));
    }
    if (material)
        TRY(reader_material(r, material, &index));
    if (!file) {
        TRY(add_inline(r, group, name, index, &mesh));
        return one_part(r, mesh, parts);
    }
    TRY(conf_get_text(file, &relative, r->st));
    char *path = reader_path(file, relative);
    if (!path)
        return status_no_memory(r->st, name);
    enum st_code code = file_exists(path)
                            ? mesh_import(r->b, path, material ? (int32_t)index : -1, parts, r->st)
                            : conf_fail(file, r->st, "no mesh file '%s'", path);
    mem_free(path);
    return code;
}

static enum st_code add_mesh(struct scene_reader *r, const struct conf_node *group)
{
    struct scene_placeable entry = {0};
    const struct conf_node *node;
    const char *name;
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, r->st, "a mesh is not a group; write { name = \"...\"; ... }");
    TRY(get_name(r, group, &node, &name));
    if (find_mesh(r, name))
        return conf_fail(node, r->st, "a second mesh '%s'; names must differ", name);
    TRY(get_transform(r, group, entry.transform));
    void *more = grow(r->meshes, r->n_meshes, &r->room_meshes, sizeof *r->meshes);
    if (!more)
        return status_no_memory(r->st, name);
    r->meshes = more;
    TRY(read_mesh(r, group, name, &entry.parts));
    entry.name = mem_strdup(name);
    if (!entry.name) {
        mem_free(entry.parts.items);
        return status_no_memory(r->st, name);
    }
    r->meshes[r->n_meshes++] = entry;
    return ST_OK;
}

enum st_code reader_add_meshes(struct scene_reader *r, const struct conf_node *list)
{
    TRY(reader_list(r, list));
    for (size_t i = 0; i < conf_count(list); i++)
        TRY(add_mesh(r, conf_at(list, i)));
    return ST_OK;
}

/* ---- instances ---- */

static enum st_code place(struct scene_reader *r, struct scene_placeable *m,
                          const double transform[12], struct status *why)
{
    m->placed = true;
    for (uint32_t p = 0; p < m->parts.n; p++) {
        double total[12], part[12];
        struct mat34 rounded;
        memcpy(total, transform, sizeof total);
        multiply(total, m->transform);
        for (int i = 0; i < 12; i++)
            part[i] = (double)m->parts.items[p].transform.m[i];
        multiply(total, part);
        for (int i = 0; i < 12; i++)
            rounded.m[i] = (float)total[i];
        TRY(builder_instance(r->b, m->parts.items[p].mesh, &rounded, why));
    }
    return ST_OK;
}

enum st_code reader_add_instances(struct scene_reader *r, const struct conf_node *list)
{
    static const char *const keys[] = {"mesh", "transform", "translate", "rotate", "scale", NULL};
    TRY(reader_list(r, list));
    for (size_t i = 0; i < conf_count(list); i++) {
        const struct conf_node *group = conf_at(list, i), *mesh;
        const char *name;
        double transform[12];
        struct status why = {0};
        if (conf_kind(group) != CONF_GROUP)
            return conf_fail(group, r->st, "an instance is not a group; write { mesh = \"...\"; }");
        TRY(conf_only(group, keys, r->st));
        TRY(conf_need(group, "mesh", &mesh, r->st));
        TRY(conf_get_text(mesh, &name, r->st));
        struct scene_placeable *m = find_mesh(r, name);
        if (!m)
            return conf_fail(mesh, r->st,
                             "unknown mesh '%s'; it must be the name of one of 'meshes'", name);
        TRY(get_transform(r, group, transform));
        TRY(reader_at(r, group, place(r, m, transform, &why), &why));
    }
    return ST_OK;
}

enum st_code reader_place_rest(struct scene_reader *r)
{
    double none[12];
    identity(none);
    for (uint32_t i = 0; i < r->n_meshes; i++)
        if (!r->meshes[i].placed)
            TRY(place(r, &r->meshes[i], none, r->st));
    return ST_OK;
}

void reader_free(struct scene_reader *r)
{
    for (uint32_t i = 0; i < r->n_materials; i++)
        mem_free(r->materials[i].text);
    for (uint32_t i = 0; i < r->n_meshes; i++) {
        mem_free(r->meshes[i].name);
        mem_free(r->meshes[i].parts.items);
    }
    mem_free(r->materials);
    mem_free(r->meshes);
}
