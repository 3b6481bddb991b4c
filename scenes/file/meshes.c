/* Reads the meshes of a scene file, from other files or given inline, and their instances. */
#include "common/grow.h"
#include "common/memory.h"
#include "scenes/file/reader.h"
#include "scenes/import/exact.h"
#include "scenes/mesh_edit.h"

#include <string.h>

static struct scene_placeable *find_mesh(const struct scene_reader *r, const char *name)
{
    size_t at = labels_at(&r->mesh_names, name);
    return at < r->n_meshes ? &r->meshes[at] : NULL;
}

/* ---- placement ---- */

static enum st_code get_scale(struct scene_reader *r, const struct conf_node *node, double s[3])
{
    if (conf_kind(node) == CONF_LIST || conf_kind(node) == CONF_ARRAY)
        return conf_get_reals(node, 3, s, r->st);
    TRY(conf_get_real(node, &s[0], r->st));
    s[1] = s[2] = s[0];
    return ST_OK;
}

/* Reads a transform: either `transform`, or `scale`, `rotate` and `translate`, which are applied in
 * this order. */
static enum st_code get_transform(struct scene_reader *r, const struct conf_node *group,
                                  struct transform *t)
{
    const struct conf_node *whole = conf_find(group, "transform");
    const struct conf_node *move = conf_find(group, "translate");
    const struct conf_node *turn = conf_find(group, "rotate");
    const struct conf_node *size = conf_find(group, "scale");
    double v[4];
    *t = transform_identity();
    if (whole && (move || turn || size))
        return conf_fail(whole, r->st,
                         "'transform' beside 'translate', 'rotate' or 'scale'; give "
                         "either the matrix or its steps");
    if (whole)
        return conf_get_reals(whole, 12, t->m, r->st);
    if (move) {
        TRY(conf_get_reals(move, 3, v, r->st));
        for (int i = 0; i < 3; i++)
            t->m[4 * i + 3] = v[i];
    }
    if (turn) {
        TRY(conf_get_reals(turn, 4, v, r->st));
        if (v[0] == 0 && v[1] == 0 && v[2] == 0)
            return conf_fail(turn, r->st,
                             "'rotate' has the axis (0 0 0); give (x, y, z, degrees) "
                             "with another axis");
        const struct transform step = transform_rotation(v, v[3]);
        *t = transform_multiply(t, &step);
    }
    if (size) {
        struct transform step = transform_identity();
        TRY(get_scale(r, size, v));
        for (int i = 0; i < 3; i++)
            step.m[5 * i] = v[i];
        *t = transform_multiply(t, &step);
    }
    return ST_OK;
}

/* ---- meshes ---- */

/* Reads a list of numbers, whose length must be a multiple of `group`: floats or, if `whole`,
 * uint32_t. The caller frees *out. */
static enum st_code get_numbers(struct scene_reader *r, const struct conf_node *node, size_t group,
                                bool whole, void **out, size_t *n)
{
    *n = conf_count(node);
    TRY(reader_list(r, node));
    if (*n == 0 || *n % group != 0 || *n > SCENE_MOST_VERTICES)
        return conf_fail(node, r->st, "'%s' has %zu numbers; a multiple of %zu is needed",
                         conf_name(node), *n, group);
    float *reals = *out = mem_calloc(*n, 4);
    uint32_t *wholes = *out;
    if (!*out)
        return status_no_memory(r->st, conf_name(node));
    for (size_t i = 0; i < *n; i++) {
        const struct conf_node *element = conf_at(node, i);
        enum conf_kind kind = conf_kind(element);
        int64_t integer = 0;
        double real = 0;
        if (kind != CONF_INT && (whole || kind != CONF_REAL))
            return conf_fail(node, r->st, "'%s' is not a list of %snumbers", conf_name(node),
                             whole ? "whole " : "");
        if (whole)
            TRY(conf_get_int(element, 0, UINT32_MAX, &integer, r->st));
        else
            TRY(conf_get_real(element, &real, r->st));
        if (whole)
            wholes[i] = (uint32_t)integer;
        else
            reals[i] = (float)real;
    }
    return ST_OK;
}

/* Reads a flag, which is false if it is missing. */
static enum st_code get_flag(struct scene_reader *r, const struct conf_node *group, const char *key,
                             bool *out)
{
    const struct conf_node *node = conf_find(group, key);
    *out = false;
    return node ? conf_get_bool(node, out, r->st) : ST_OK;
}

struct inline_mesh {
    void *positions, *texcoords, *triangles; /* elements are float, float, uint32_t */
    size_t n_positions, n_texcoords, n_triangles;
};

static enum st_code get_inline(struct scene_reader *r, const struct conf_node *group,
                               struct inline_mesh *m)
{
    const struct conf_node *vertices, *triangles, *texcoords = conf_find(group, "texcoords");
    TRY(conf_need(group, "vertices", &vertices, r->st));
    TRY(conf_need(group, "triangles", &triangles, r->st));
    TRY(get_numbers(r, vertices, 3, false, &m->positions, &m->n_positions));
    TRY(get_numbers(r, triangles, 3, true, &m->triangles, &m->n_triangles));
    if (!texcoords)
        return ST_OK;
    TRY(get_numbers(r, texcoords, 2, false, &m->texcoords, &m->n_texcoords));
    if (m->n_texcoords / 2 != m->n_positions / 3)
        return conf_fail(texcoords, r->st, "'texcoords' has %zu pairs for %zu vertices",
                         m->n_texcoords / 2, m->n_positions / 3);
    return ST_OK;
}

static enum st_code add_inline(struct scene_reader *r, const struct conf_node *group,
                               const char *name, uint32_t material, uint32_t *index)
{
    struct inline_mesh m = {0};
    enum st_code code = get_inline(r, group, &m);
    size_t n = m.n_positions / 3;
    struct scene_vertex *v = code == ST_OK ? mem_calloc(n, sizeof *v) : NULL;
    if (code == ST_OK && !v)
        code = status_no_memory(r->st, name);
    for (size_t i = 0; code == ST_OK && i < n; i++) {
        memcpy(v[i].position, (float *)m.positions + 3 * i, sizeof v[i].position);
        if (m.texcoords)
            memcpy(v[i].texcoord, (float *)m.texcoords + 2 * i, sizeof v[i].texcoord);
        v[i].material = (int32_t)material;
    }
    mem_free(m.positions);
    mem_free(m.texcoords);
    if (code != ST_OK) {
        mem_free(m.triangles);
        return code;
    }
    code = builder_mesh(r->b, name, v, (uint32_t)n, m.triangles, (uint32_t)(m.n_triangles / 3),
                        index, r->st);
    TRY(reader_at(r, group, code));
    r->b->scene->meshes[*index].imported = true;
    return ST_OK;
}

static enum st_code one_part(struct scene_reader *r, uint32_t mesh, struct mesh_parts *parts)
{
    TRY(mem_make(&parts->items, 1, sizeof *parts->items, "mesh", r->st));
    parts->n = 1;
    parts->items[0] = (struct mesh_part){mesh, mat34_identity()};
    return ST_OK;
}

static void free_models(struct mesh_models *models)
{
    for (size_t m = 0; m < models->n; m++)
        mem_free(models->together[m].objects);
    mem_free(models->together);
}

/* Reads a list of lists of names. */
static enum st_code get_together(struct scene_reader *r, const struct conf_node *node,
                                 struct mesh_models *out)
{
    size_t n = conf_count(node);
    TRY(reader_list(r, node));
    if (n == 0)
        return conf_fail(node, r->st, "'together' is empty; it is a list of lists of objects");
    TRY(mem_make(&out->together, n, sizeof *out->together, "objects", r->st));
    for (size_t m = 0; m < n; m++) {
        const struct conf_node *list = conf_at(node, m);
        struct mesh_model *model = &out->together[out->n++];
        model->n = conf_count(list);
        if (model->n < 2 || (conf_kind(list) != CONF_LIST && conf_kind(list) != CONF_ARRAY))
            return conf_fail(list, r->st,
                             "'together' is a list of lists of two objects or more, as in ( "
                             "(\"a\", \"b\") )");
        TRY(mem_make(&model->objects, model->n, sizeof *model->objects, "objects", r->st));
        for (size_t i = 0; i < model->n; i++)
            TRY(conf_get_text(conf_at(list, i), &model->objects[i], r->st));
    }
    return ST_OK;
}

/* Reads the meshes of a file: one for the whole file, or one per object. */
static enum st_code import_file(struct scene_reader *r, const struct conf_node *group,
                                const char *path, int32_t material, struct mesh_parts *parts)
{
    const struct conf_node *together = conf_find(group, "together");
    struct mesh_models models = {0};
    bool separate;
    TRY(get_flag(r, group, "separate", &separate));
    if (together && !separate)
        return conf_fail(together, r->st,
                         "'together' without 'separate = true'; all objects are one mesh then");
    enum st_code code = together ? get_together(r, together, &models) : ST_OK;
    if (code == ST_OK)
        code = mesh_import(r->b, path, material, separate ? &models : NULL, parts, r->st);
    free_models(&models);
    return code;
}

static enum st_code read_mesh(struct scene_reader *r, const struct conf_node *group,
                              const char *name, struct mesh_parts *parts)
{
    static const char *const file_keys[] = {
        "name", "file",      "material", "transform",    "translate", "rotate",   "scale",
        "flip", "two_sided", "baked",    "as_lumibench", "separate",  "together", NULL};
    static const char *const inline_keys[] = {
        "name",   "vertices", "triangles", "texcoords", "material", "transform", "translate",
        "rotate", "scale",    "flip",      "two_sided", "baked",    NULL};
    const struct conf_node *file = conf_find(group, "file");
    const struct conf_node *material = conf_find(group, "material");
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
    MEM_AUTO char *path = NULL;
    TRY(reader_file(r, file, "mesh file", &path));
    return import_file(r, group, path, material ? (int32_t)index : -1, parts);
}

/* Applies the meshes' own transform to their vertices; it is the identity afterwards. */
static enum st_code bake(struct scene_reader *r, const struct conf_node *group, bool as_lumibench,
                         struct scene_placeable *entry)
{
    const struct conf_node *node = conf_find(group, "baked");
    for (uint32_t p = 0; p < entry->parts.n; p++) {
        struct mesh_part *part = &entry->parts.items[p];
        const struct transform inner = transform_widen(&part->transform);
        const struct transform total = transform_multiply(&entry->transform, &inner);
        for (uint32_t other = 0; other < p; other++)
            if (entry->parts.items[other].mesh == part->mesh)
                return conf_fail(node, r->st,
                                 "the file places one of its meshes more than once; such a mesh "
                                 "cannot be baked");
        TRY(reader_at(r, node,
                      mesh_bake(&r->b->scene->meshes[part->mesh], &total, as_lumibench, r->st)));
        part->transform = mat34_identity();
    }
    entry->transform = transform_identity();
    return ST_OK;
}

/* Gives the mesh exactly the numbers of its OBJ file. */
static enum st_code restore(struct scene_reader *r, const struct conf_node *group,
                            const struct mesh_parts *parts)
{
    const struct conf_node *file = conf_find(group, "file");
    const char *relative, *ending;
    MEM_AUTO char *path = NULL;
    TRY(conf_get_text(file, &relative, r->st));
    ending = strrchr(relative, '.');
    bool separate;
    TRY(get_flag(r, group, "separate", &separate));
    if (separate)
        return conf_fail(conf_find(group, "separate"), r->st,
                         "'separate' beside 'as_lumibench'; a model of LumiBench's is a file, so "
                         "leave out one of them");
    if (!ending || strcmp(ending, ".obj") != 0 || parts->n != 1)
        return conf_fail(conf_find(group, "as_lumibench"), r->st,
                         "'as_lumibench' is for OBJ files (.obj), not '%s'", relative);
    TRY(reader_file(r, file, "mesh file", &path));
    r->b->scene->unit_stated = true; /* as in LumiBench, 1 unless the file gives another unit */
    return mesh_exact_obj(&r->b->scene->meshes[parts->items[0].mesh], path, r->st);
}

/* Reads the mesh of a group, or the meshes of its file, and makes the changes that the group
 * requests. */
static enum st_code read_faces(struct scene_reader *r, const struct conf_node *group,
                               const char *name, struct scene_placeable *entry)
{
    bool flip, two_sided, baked, as_lumibench;
    uint32_t first = r->b->scene->n_meshes;
    TRY(get_flag(r, group, "flip", &flip));
    TRY(get_flag(r, group, "two_sided", &two_sided));
    TRY(get_flag(r, group, "baked", &baked));
    TRY(get_flag(r, group, "as_lumibench", &as_lumibench));
    if (two_sided && as_lumibench)
        return conf_fail(conf_find(group, "two_sided"), r->st,
                         "'two_sided' beside 'as_lumibench'; LumiBench's meshes have one side, so "
                         "leave out one of them");
    TRY(read_mesh(r, group, name, &entry->parts));
    if (as_lumibench)
        TRY(restore(r, group, &entry->parts));
    for (uint32_t i = first; flip && i < r->b->scene->n_meshes; i++)
        mesh_flip(&r->b->scene->meshes[i]);
    if (baked)
        TRY(bake(r, group, as_lumibench, entry));
    for (uint32_t i = first; two_sided && i < r->b->scene->n_meshes; i++)
        TRY(reader_at(r, group, builder_two_sided(r->b, i, r->st)));
    return ST_OK;
}

enum st_code reader_add_mesh(struct scene_reader *r, const struct conf_node *group)
{
    struct scene_placeable entry = {0};
    const struct conf_node *node;
    const char *name;
    TRY(reader_name(r, group, &node, &name));
    if (find_mesh(r, name))
        return conf_fail(node, r->st, "a second mesh '%s'; names must differ", name);
    TRY(get_transform(r, group, &entry.transform));
    if (!grow(&r->meshes, r->n_meshes, &r->room_meshes, sizeof *r->meshes))
        return status_no_memory(r->st, name);
    enum st_code code = read_faces(r, group, name, &entry);
    entry.name = code == ST_OK ? mem_strdup(name) : NULL;
    entry.file = entry.name ? mem_strdup(conf_file(group)) : NULL;
    entry.line = conf_line(group);
    size_t at;
    if (!entry.file || !labels_add(&r->mesh_names, entry.name, &at)) {
        MEM_FREE(entry.name, entry.file, entry.parts.items);
        return code == ST_OK ? status_no_memory(r->st, name) : code;
    }
    r->meshes[r->n_meshes++] = entry;
    return ST_OK;
}

/* ---- instances ---- */

static enum st_code place(struct scene_reader *r, struct scene_placeable *m,
                          const struct transform *t)
{
    const struct transform outer = transform_multiply(t, &m->transform);
    m->placed = true;
    for (uint32_t p = 0; p < m->parts.n; p++) {
        const struct transform part = transform_widen(&m->parts.items[p].transform);
        const struct transform total = transform_multiply(&outer, &part);
        const struct mat34 rounded = transform_round(&total);
        TRY(builder_instance(r->b, m->parts.items[p].mesh, &rounded, r->st));
    }
    return ST_OK;
}

enum st_code reader_add_instance(struct scene_reader *r, const struct conf_node *group)
{
    static const char *const keys[] = {"mesh", "transform", "translate", "rotate", "scale", NULL};
    const struct conf_node *mesh;
    const char *name;
    struct transform t;
    TRY(conf_only(group, keys, r->st));
    TRY(conf_need(group, "mesh", &mesh, r->st));
    TRY(conf_get_text(mesh, &name, r->st));
    struct scene_placeable *m = find_mesh(r, name);
    if (!m)
        return conf_fail(mesh, r->st, "unknown mesh '%s'; it must be the name of one of 'meshes'",
                         name);
    TRY(get_transform(r, group, &t));
    return reader_at(r, group, place(r, m, &t));
}

enum st_code reader_place_rest(struct scene_reader *r)
{
    const struct transform none = transform_identity();
    for (uint32_t i = 0; i < r->n_meshes; i++) {
        struct scene_placeable *m = &r->meshes[i];
        if (!m->placed)
            TRY(builder_code_at(place(r, m, &none), m->file, m->line, r->st));
    }
    return ST_OK;
}
