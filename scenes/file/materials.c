/* Reads the materials of a scene file and their textures. */
#include "common/grow.h"
#include "common/memory.h"
#include "scenes/file/reader.h"
#include "scenes/generate/texture.h"
#include "scenes/source_files.h"

#include <string.h>

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
    uint32_t index;
    TRY(texture_generate(&picture, group, r->st));
    TRY(reader_at(r, group, builder_texture(r->b, &picture, &index, r->st)));
    *texture = (int32_t)index;
    return ST_OK;
}

/* Reads a texture: the name of a PNG or JPEG file, or a group describing a texture to generate. */
static enum st_code read_texture(struct scene_reader *r, const struct conf_node *node,
                                 int32_t *texture)
{
    if (conf_kind(node) == CONF_GROUP)
        return add_generated_texture(r, node, texture);
    struct source_files files = {.hash = r->b->hash};
    struct source_file file;
    struct image picture;
    uint32_t index = 0;
    MEM_AUTO char *path = NULL;
    TRY(reader_path(r, node, &path));
    enum st_code code = source_files_open(&files, path, &file, r->st);
    if (code == ST_OK)
        code = builder_picture(r->b, file.bytes, file.n, path, &picture, r->st);
    if (code == ST_OK)
        code = builder_texture(r->b, &picture, &index, r->st);
    source_files_free(&files);
    TRY(reader_at(r, node, code));
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

enum st_code reader_add_material(struct scene_reader *r, const struct conf_node *group)
{
    struct scene_material m;
    const struct conf_node *node;
    const char *name;
    uint32_t index;
    TRY(read_material(r, group, &m));
    TRY(reader_name(r, group, &node, &name));
    size_t at;
    if (labels_at(&r->material_names, name) < r->n_materials)
        return conf_fail(node, r->st, "a second material '%s'; names must differ", name);
    TRY(reader_at(r, group, builder_material(r->b, &m, &index, r->st)));
    if (!grow(&r->materials, r->n_materials, &r->room_materials, sizeof *r->materials))
        return status_no_memory(r->st, name);
    struct scene_name entry = {mem_strdup(name), index};
    if (!entry.text || !labels_add(&r->material_names, entry.text, &at)) {
        mem_free(entry.text);
        return status_no_memory(r->st, name);
    }
    r->materials[r->n_materials++] = entry;
    return ST_OK;
}
