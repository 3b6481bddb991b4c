/* Reads one scene file after the other: the included parts first, then the file's own keys, so that
 * its own settings take precedence and it can use names that its parts define. */
#include "scenes/file/scene_file.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/file/reader.h"
#include "scenes/file/sphere_file.h"
#include "scenes/generate/generate.h"
#include "scenes/source_files.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum {
    DEEPEST_INCLUDE = 16,
    MOST_FILES = 1000 /* files that include each other several times are exponentially many */
};

#define LEAST_UNIT 1e-18
#define MOST_UNIT  1e18

/* The files that are being read, the innermost first. None of them may be included again. */
struct chain {
    dev_t device;
    ino_t number;
    int depth;
    const struct chain *outer;
};

static enum st_code read_light(struct scene_reader *r, const struct conf_node *group)
{
    static const char *const keys[] = {"position", "radius", NULL};
    const struct conf_node *node;
    struct scene *s = r->b->scene;
    TRY(conf_only(group, keys, r->st));
    TRY(conf_need(group, "position", &node, r->st));
    TRY(reader_floats(r, node, 3, s->light_position));
    s->light_radius = 0.0f;
    TRY(reader_number(r, group, "radius", &s->light_radius));
    for (int k = 0; k < 3; k++)
        TRY(reader_at(r, node,
                      scene_check_coordinate("the light", fabs((double)s->light_position[k]),
                                             scene_most_coordinate(s), r->st)));
    if (!(s->light_radius >= 0.0f && isfinite(s->light_radius)))
        return conf_fail(group, r->st, "the light's radius is %g; it must be 0 or more",
                         (double)s->light_radius);
    return ST_OK;
}

static enum st_code read_resolution(struct scene_reader *r, const struct conf_node *node)
{
    int64_t size[2] = {0, 0};
    TRY(reader_list(r, node));
    for (size_t i = 0; i < 2 && conf_count(node) == 2; i++)
        if (conf_kind(conf_at(node, i)) == CONF_INT)
            TRY(conf_get_int(conf_at(node, i), INT64_MIN, INT64_MAX, &size[i], r->st));
    if (size[0] < 1 || size[1] < 1 || size[0] > IMAGE_MOST_PIXELS / size[1])
        return conf_fail(node, r->st,
                         "'resolution' is not a width and a height of at least 1 and "
                         "together at most 2^28 pixels; write (512, 512)");
    r->b->scene->width = (uint32_t)size[0];
    r->b->scene->height = (uint32_t)size[1];
    return ST_OK;
}

static enum st_code read_sphere(struct scene_reader *r, const struct conf_node *group)
{
    static const char *const keys[] = {"center", "radius", "material", NULL};
    const struct conf_node *center, *radius, *material;
    struct scene_sphere s = {.radius = 0};
    uint32_t index;
    TRY(conf_only(group, keys, r->st));
    TRY(conf_need(group, "center", &center, r->st));
    TRY(conf_need(group, "radius", &radius, r->st));
    TRY(conf_need(group, "material", &material, r->st));
    TRY(reader_floats(r, center, 3, s.center));
    TRY(reader_number(r, group, "radius", &s.radius));
    TRY(reader_material(r, material, &index));
    s.material = (int32_t)index;
    return reader_at(r, group, builder_sphere(r->b, &s, r->st));
}

static enum st_code read_sphere_file(struct scene_reader *r, const struct conf_node *node)
{
    MEM_AUTO char *path = NULL;
    TRY(reader_file(r, node, "sphere file", &path));
    return sphere_file_read(r->b, path, r->st);
}

static enum st_code material_for_generator(void *names, const struct conf_node *node,
                                           uint32_t *index, struct status *st)
{
    (void)st; /* the reader's status is used instead */
    return reader_material(names, node, index);
}

static enum st_code read_generate(struct scene_reader *r, const struct conf_node *group)
{
    const struct generate_context context = {r->b, material_for_generator, r};
    return generate(&context, group, r->st);
}

static enum st_code read_unit(struct scene_reader *r, const struct conf_node *node)
{
    struct scene *s = r->b->scene;
    double unit;
    TRY(conf_get_real(node, &unit, r->st));
    if (!(unit >= LEAST_UNIT && unit <= MOST_UNIT))
        return conf_fail(node, r->st, "'unit' is %g; it must be from %g to %g", unit, LEAST_UNIT,
                         MOST_UNIT);
    s->unit = unit;
    s->unit_stated = true;
    return ST_OK;
}

static enum st_code read_settings(struct scene_reader *r, const struct conf_node *root)
{
    const struct conf_node *node = conf_find(root, "unit");
    if (node)
        TRY(read_unit(r, node));
    node = conf_find(root, "camera");
    if (node)
        TRY(reader_camera(r, node));
    node = conf_find(root, "light");
    if (node)
        TRY(read_light(r, node));
    node = conf_find(root, "resolution");
    if (node)
        TRY(read_resolution(r, node));
    node = conf_find(root, "sky");
    return node ? conf_get_bool(node, &r->b->scene->sky, r->st) : ST_OK;
}

static enum st_code read_geometry(struct scene_reader *r, const struct conf_node *root)
{
    /* The lists of a scene file. `group` is the error message for an element that is not a group;
     * NULL: the key is no list. */
    static const struct {
        const char *key;
        reader_group *read;
        const char *group;
    } parts[] = {
        {"materials", reader_add_material,
         "a material is not a group; write { name = \"...\"; ... }"},
        {"meshes", reader_add_mesh, "a mesh is not a group; write { name = \"...\"; ... }"},
        {"generate", read_generate, "a generator is not a group; write { kind = \"...\"; ... }"},
        {"spheres", read_sphere,
         "a sphere is not a group; write { center = (x, y, z); radius = r; material = \"...\"; }"},
        {"sphere_file", read_sphere_file, NULL},
        {"instances", reader_add_instance, "an instance is not a group; write { mesh = \"...\"; }"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct conf_node *node = conf_find(root, parts[i].key);
        if (node && parts[i].group)
            TRY(reader_groups(r, node, parts[i].group, parts[i].read));
        else if (node)
            TRY(parts[i].read(r, node));
    }
    return ST_OK;
}

/* Adds the texts of @include files to the hash, since conf has read those itself: all files from
 * which a setting comes. */
static enum st_code hash_included(struct scene_reader *r, struct source_files *files,
                                  const struct conf_node *node, const char *path)
{
    struct source_file unused;
    if (strcmp(conf_file(node), path) != 0)
        TRY(source_files_open(files, conf_file(node), &unused, r->st));
    for (size_t i = 0; i < conf_count(node); i++) {
        const struct conf_node *member = conf_at(node, i);
        /* An array of numbers is not searched: its elements are in the same file as the array. */
        if (conf_kind(node) != CONF_ARRAY)
            TRY(hash_included(r, files, member, path));
    }
    return ST_OK;
}

static enum st_code read_file(struct scene_reader *r, const char *path, const struct chain *outer);

static enum st_code read_includes(struct scene_reader *r, const struct conf_node *list,
                                  const struct chain *chain)
{
    TRY(reader_list(r, list));
    for (size_t i = 0; i < conf_count(list); i++) {
        const struct conf_node *node = conf_at(list, i);
        struct stat info;
        MEM_AUTO char *path = NULL;
        TRY(reader_path(r, node, &path));
        if (!file_exists(path) || stat(path, &info) != 0)
            return conf_fail(list, r->st, "no scene file '%s' to include", path);
        for (const struct chain *c = chain; c; c = c->outer)
            if (c->device == info.st_dev && c->number == info.st_ino)
                return conf_fail(list, r->st, "'%s' includes itself; includes must not be cyclic",
                                 path);
        TRY(read_file(r, path, chain));
    }
    return ST_OK;
}

static enum st_code read_root(struct scene_reader *r, const struct conf_node *root,
                              const struct chain *chain)
{
    static const char *const keys[] = {
        "title",  "camera",    "resolution", "sky",         "light",    "include", "materials",
        "meshes", "instances", "spheres",    "sphere_file", "generate", "unit",    NULL};
    const struct conf_node *includes = conf_find(root, "include");
    const struct conf_node *title = conf_find(root, "title");
    const char *unused;
    TRY(conf_only(root, keys, r->st));
    if (title)
        TRY(conf_get_text(title, &unused, r->st));
    if (includes)
        TRY(read_includes(r, includes, chain));
    TRY(read_settings(r, root));
    return read_geometry(r, root);
}

static enum st_code read_file(struct scene_reader *r, const char *path, const struct chain *outer)
{
    struct source_files files = {.hash = r->b->hash};
    struct source_file file;
    struct conf *conf = NULL;
    struct stat info;
    if (outer && outer->depth >= DEEPEST_INCLUDE)
        return status_fail_at(r->st, ST_FAILED, path, 0, "is included more than %d files deep",
                              DEEPEST_INCLUDE);
    if (++r->n_files > MOST_FILES)
        return status_fail_at(r->st, ST_FAILED, path, 0,
                              "more than %d scene files are included, one as often as it is named",
                              MOST_FILES);
    enum st_code code = source_files_open(&files, path, &file, r->st);
    if (code == ST_OK && stat(path, &info) != 0)
        code = status_fail_at(r->st, ST_FAILED, path, 0, "cannot be read");
    if (code == ST_OK)
        code = conf_parse(&conf, (const char *)file.bytes, file.n, path, r->st);
    if (code == ST_OK)
        code = hash_included(r, &files, conf_root(conf), path);
    source_files_free(&files);
    if (code == ST_OK) {
        const struct chain chain = {info.st_dev, info.st_ino, outer ? outer->depth + 1 : 1, outer};
        code = read_root(r, conf_root(conf), &chain);
    }
    conf_free(conf);
    return code;
}

enum st_code scene_file_read(struct scene_builder *b, const char *path, bool *has_camera,
                             struct status *st)
{
    struct scene_reader r = {.b = b, .st = st};
    enum st_code code = read_file(&r, path, NULL);
    if (code == ST_OK)
        code = reader_place_rest(&r);
    *has_camera = r.has_camera;
    reader_free(&r);
    return code;
}
