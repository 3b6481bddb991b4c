#include "scenes/file/reader.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"

#include <math.h>
#include <string.h>

enum st_code reader_at(struct scene_reader *r, const struct conf_node *node, enum st_code code)
{
    if (code != ST_FAILED)
        return code;
    const struct status why = *r->st;
    return conf_fail(node, r->st, "%s", why.text);
}

enum st_code reader_path(struct scene_reader *r, const struct conf_node *node, char **path)
{
    const char *name;
    TRY(conf_get_text(node, &name, r->st));
    MEM_AUTO char *folder = file_folder(conf_file(node));
    *path = *name == '/' ? mem_strdup(name) : folder ? file_join(folder, name) : NULL;
    return *path ? ST_OK : status_no_memory(r->st, name);
}

enum st_code reader_file(struct scene_reader *r, const struct conf_node *node, const char *what,
                         char **path)
{
    TRY(reader_path(r, node, path));
    if (file_exists(*path))
        return ST_OK;
    if (file_is_named(*path))
        return conf_fail(node, r->st, "%s '%s' is no file that can be read", what, *path);
    return conf_fail(node, r->st, "no %s '%s'", what, *path);
}

enum st_code reader_list(struct scene_reader *r, const struct conf_node *node)
{
    enum conf_kind kind = conf_kind(node);
    if (kind != CONF_LIST && kind != CONF_ARRAY)
        return conf_fail(node, r->st, "'%s' is not a list; write %s = ( ... );", conf_name(node),
                         conf_name(node));
    return ST_OK;
}

enum st_code reader_groups(struct scene_reader *r, const struct conf_node *list, const char *wrong,
                           reader_group *read)
{
    TRY(reader_list(r, list));
    for (size_t i = 0; i < conf_count(list); i++) {
        if (conf_kind(conf_at(list, i)) != CONF_GROUP)
            return conf_fail(conf_at(list, i), r->st, "%s", wrong);
        TRY(read(r, conf_at(list, i)));
    }
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

enum st_code reader_name(struct scene_reader *r, const struct conf_node *group,
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
    TRY(conf_get_text(node, &name, r->st));
    size_t at = labels_at(&r->material_names, name);
    if (at < r->n_materials) {
        *index = r->materials[at].index;
        return ST_OK;
    }
    for (uint32_t i = 0; i < r->n_materials; i++)
        suggest_list(known, sizeof known, r->materials[i].text);
    return conf_fail(node, r->st, "unknown material '%s'; known: %s", name,
                     *known ? known : "none");
}

void reader_free(struct scene_reader *r)
{
    for (uint32_t i = 0; i < r->n_materials; i++)
        mem_free(r->materials[i].text);
    for (uint32_t i = 0; i < r->n_meshes; i++) {
        mem_free(r->meshes[i].name);
        mem_free(r->meshes[i].file);
        mem_free(r->meshes[i].parts.items);
    }
    labels_free(&r->material_names);
    labels_free(&r->mesh_names);
    mem_free(r->materials);
    mem_free(r->meshes);
}
