/* Checks glTF files after the Khronos glTF 2.0 specification, sections 3.6 (binary data), 3.7
 * (meshes), 3.5.3 (node hierarchy) and 4 (GLB). jansson refuses JSON nested deeper than 2048
 * levels. */
#include "scenes/import/gltf.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/import/gltf_plain.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST_NODE = 256 };

struct check {
    json_t *root;
    struct source_files *files;
    const struct source_file *file;
    const unsigned char *binary; /* the binary chunk of a GLB */
    uint64_t binary_size;
    struct mesh_checked *checked;
    struct status *st;
};

#define fail(c, ...) status_fail_at((c)->st, ST_FAILED, (c)->file->path, 0, __VA_ARGS__)

static enum st_code fail_at(const struct check *c, const char *list, size_t i, const char *what)
{
    return fail(c, "%s %zu %s", list, i, what);
}

/* Reads a whole number from 0 to 2^53 from an object; it is `otherwise` if it is missing. False for
 * any other value. */
static bool whole(const json_t *object, const char *key, uint64_t otherwise, uint64_t *out)
{
    const json_t *value = json_object_get(object, key);
    *out = otherwise;
    if (!value)
        return true;
    if (!json_is_number(value))
        return false;
    double number = json_number_value(value);
    if (!(number >= 0 && number <= 9007199254740992.0) || number != floor(number))
        return false;
    *out = (uint64_t)number;
    return true;
}

/* Returns the element of a list of the root to which `key` of the object refers, or NULL. */
static const json_t *referred(const struct check *c, const json_t *object, const char *key,
                              const char *list)
{
    uint64_t i;
    if (!json_object_get(object, key) || !whole(object, key, 0, &i))
        return NULL;
    return json_array_get(json_object_get(c->root, list), (size_t)i);
}

static enum st_code load_external(struct check *c, const char *uri, uint64_t *size)
{
    struct source_file data = {0};
    MEM_AUTO char *folder = file_folder(c->file->path);
    MEM_AUTO char *path = folder ? file_join(folder, uri) : NULL;
    if (!path)
        return status_no_memory(c->st, c->file->path);
    TRY(source_files_open(c->files, path, &data, c->st));
    *size = data.n;
    return ST_OK;
}

static enum st_code check_buffer(struct check *c, size_t i, const json_t *buffer)
{
    const char *uri = json_string_value(json_object_get(buffer, "uri"));
    uint64_t declared, there = 0;
    if (!whole(buffer, "byteLength", 0, &declared) || declared == 0)
        return fail_at(c, "buffer", i, "needs a byteLength above 0");
    if (uri && strncmp(uri, "data:", 5) == 0) {
        const char *comma = strchr(uri, ',');
        there = comma ? gltf_base64(comma + 1, strlen(comma + 1), NULL) : UINT64_MAX;
        if (there == UINT64_MAX)
            return fail_at(c, "buffer", i, "has a data: URI that is not base64 with its padding");
    } else if (uri)
        TRY(load_external(c, uri, &there));
    else if (i == 0 && c->binary)
        there = c->binary_size;
    if (there < declared)
        return fail(c,
                    "buffer %zu declares %llu bytes, %llu are there: its data is "
                    "truncated or missing",
                    i, (unsigned long long)declared, (unsigned long long)there);
    return ST_OK;
}

static enum st_code check_view(struct check *c, size_t i, const json_t *view)
{
    const json_t *buffer = referred(c, view, "buffer", "buffers");
    uint64_t offset, length, stride, room = 0;
    if (!buffer || !whole(view, "byteOffset", 0, &offset) ||
        !whole(view, "byteLength", 0, &length) || !whole(view, "byteStride", 0, &stride) ||
        stride > 252)
        return fail_at(c, "bufferView", i,
                       "needs a buffer that exists and whole numbers for its offset, length and "
                       "stride (0 to 252)");
    whole(buffer, "byteLength", 0, &room);
    if (length == 0 || length > room || offset > room - length)
        return fail_at(c, "bufferView", i, "reaches beyond its buffer");
    return ST_OK;
}

static uint64_t component_size(const json_t *accessor)
{
    uint64_t type;
    if (!whole(accessor, "componentType", 0, &type))
        return 0;
    return type == 5120 || type == 5121                   ? 1
           : type == 5122 || type == 5123                 ? 2
           : type == 5124 || type == 5125 || type == 5126 ? 4
                                                          : 0;
}

static uint64_t components(const json_t *accessor)
{
    static const struct {
        const char *name;
        uint64_t n;
    } shapes[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                  {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
    const char *type = json_string_value(json_object_get(accessor, "type"));
    for (size_t i = 0; type && i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(type, shapes[i].name) == 0)
            return shapes[i].n;
    return 0;
}

/* Whether count elements of `size` bytes fit into the view that part["bufferView"] names. */
static bool fits(const struct check *c, const json_t *part, uint64_t count, uint64_t size)
{
    const json_t *view = referred(c, part, "bufferView", "bufferViews");
    uint64_t offset, stride, room;
    if (!view || !whole(part, "byteOffset", 0, &offset))
        return false;
    whole(view, "byteLength", 0, &room);
    whole(view, "byteStride", 0, &stride);
    if (stride == 0)
        stride = size;
    return count <= UINT32_MAX && offset <= room && (count - 1) * stride + size <= room - offset;
}

static enum st_code check_accessor(struct check *c, size_t i, const json_t *accessor)
{
    uint64_t count, size = component_size(accessor) * components(accessor), changed;
    if (!whole(accessor, "count", 0, &count) || count == 0 || size == 0)
        return fail_at(c, "accessor", i, "needs a count above 0, a componentType and a type");
    if (json_object_get(accessor, "bufferView") && !fits(c, accessor, count, size))
        return fail_at(c, "accessor", i, "reaches beyond its bufferView");
    const json_t *sparse = json_object_get(accessor, "sparse");
    if (!sparse)
        return ST_OK;
    const json_t *at = json_object_get(sparse, "indices");
    if (!whole(sparse, "count", 0, &changed) || changed == 0 || changed > count ||
        component_size(at) == 0 || !fits(c, at, changed, component_size(at)) ||
        !fits(c, json_object_get(sparse, "values"), changed, size))
        return fail_at(c, "accessor", i, "has sparse values that reach beyond their bufferView");
    return ST_OK;
}

static enum st_code check_primitive(struct check *c, size_t mesh, const json_t *primitive)
{
    const json_t *attributes = json_object_get(primitive, "attributes");
    const json_t *position = referred(c, attributes, "POSITION", "accessors");
    uint64_t vertices, corners, mode;
    const char *name;
    json_t *unused;
    if (!position || components(position) != 3)
        return fail_at(c, "mesh", mesh, "has a primitive without a POSITION accessor of type VEC3");
    whole(position, "count", 0, &vertices);
    corners = vertices;
    json_object_foreach((json_t *)(uintptr_t)attributes, name, unused)
    {
        const json_t *accessor = referred(c, attributes, name, "accessors");
        uint64_t n;
        if (!accessor || !whole(accessor, "count", 0, &n) || n != vertices)
            return fail_at(c, "mesh", mesh, "has attributes of different or unknown counts");
    }
    if (json_object_get(primitive, "indices")) {
        const json_t *indices = referred(c, primitive, "indices", "accessors");
        if (!indices || components(indices) != 1)
            return fail_at(c, "mesh", mesh, "has indices that are not an accessor of type SCALAR");
        whole(indices, "count", 0, &corners);
    }
    if (!whole(primitive, "mode", 4, &mode) || mode > 6)
        return fail_at(c, "mesh", mesh, "has a primitive with a mode other than 0 to 6");
    c->checked->least += mode == 4 ? corners / 3 : mode > 4 && corners >= 3 ? corners - 2 : 0;
    return ST_OK;
}

static enum st_code check_mesh(struct check *c, size_t i, const json_t *mesh)
{
    size_t k;
    json_t *primitive;
    json_array_foreach(json_object_get(mesh, "primitives"), k, primitive)
        TRY(check_primitive(c, i, primitive));
    return ST_OK;
}

/* Fills parent[]; the value n stands for none. Each node has one parent at most, so a chain of
 * parents longer than the number of nodes is a cycle. */
static enum st_code find_parents(const struct check *c, const json_t *nodes, size_t *parent)
{
    size_t n = json_array_size(nodes), i, k;
    json_t *node, *child;
    for (i = 0; i < n; i++)
        parent[i] = n;
    json_array_foreach((json_t *)(uintptr_t)nodes, i, node)
    {
        json_array_foreach(json_object_get(node, "children"), k, child)
        {
            json_int_t number = json_is_integer(child) ? json_integer_value(child) : -1;
            if (number < 0 || (uint64_t)number >= n)
                return fail_at(c, "node", i, "has a child that does not exist");
            if (parent[number] != n)
                return fail_at(c, "node", (size_t)number,
                               "is the child of two nodes; nodes must be "
                               "a tree");
            parent[number] = i;
        }
        if (json_object_get(node, "mesh") && !referred(c, node, "mesh", "meshes"))
            return fail_at(c, "node", i, "has a mesh that does not exist");
    }
    return ST_OK;
}

static enum st_code check_nodes(const struct check *c)
{
    const json_t *nodes = json_object_get(c->root, "nodes");
    size_t n = json_array_size(nodes);
    MEM_AUTO size_t *parent = NULL;
    TRY(mem_make(&parent, n, sizeof *parent, c->file->path, c->st));
    TRY(find_parents(c, nodes, parent));
    for (size_t i = 0; i < n; i++) {
        size_t depth = 0;
        for (size_t at = i; parent[at] != n && depth <= DEEPEST_NODE; at = parent[at])
            depth++;
        if (depth > DEEPEST_NODE)
            return fail_at(c, "node", i, "is its own ancestor, or has more than 256 of them");
    }
    size_t s, k;
    json_t *scene, *root;
    json_array_foreach(json_object_get(c->root, "scenes"), s, scene)
    {
        json_array_foreach(json_object_get(scene, "nodes"), k, root)
        {
            json_int_t i = json_is_integer(root) ? json_integer_value(root) : -1;
            if (i < 0 || (uint64_t)i >= n || parent[i] != n)
                return fail_at(c, "scene", s,
                               "has a node that does not exist or is another's child");
        }
    }
    return ST_OK;
}

static uint32_t little32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static enum st_code fail_version(const struct check *c)
{
    return fail(c, "is not a file of glTF 2.0; export it as such");
}

/* Finds the JSON text, which is the file itself or the first chunk of a GLB. */
static enum st_code find_json(struct check *c, const char **text, size_t *n)
{
    const unsigned char *p = c->file->bytes;
    uint64_t size = c->file->n;
    *text = (const char *)p;
    *n = c->file->n;
    if (size < 4 || memcmp(p, "glTF", 4) != 0)
        return ST_OK;
    if (size < 20 || little32(p + 8) > size)
        return fail(c, "is truncated: the GLB container declares %lu bytes, %llu are there",
                    size < 12 ? 0ul : (unsigned long)little32(p + 8), (unsigned long long)size);
    uint64_t length = little32(p + 12), next;
    if (little32(p + 4) != 2)
        return fail_version(c);
    if (length > size - 20 || memcmp(p + 16, "JSON", 4) != 0)
        return fail(c, "is not a GLB file: its first chunk is not JSON or reaches beyond "
                       "the file");
    *text = (const char *)p + 20;
    *n = (size_t)length;
    next = 20 + length;
    if (size - next >= 8 && memcmp(p + next + 4, "BIN", 4) == 0) {
        c->binary = p + next + 8;
        c->binary_size = little32(p + next);
        if (c->binary_size > size - next - 8)
            return fail(c,
                        "is truncated: its binary chunk declares %llu bytes, %llu are "
                        "there",
                        (unsigned long long)c->binary_size, (unsigned long long)(size - next - 8));
    }
    return ST_OK;
}

static enum st_code check_all(struct check *c)
{
    static const struct {
        const char *name;
        enum st_code (*check)(struct check *c, size_t i, const json_t *element);
    } lists[] = {{"buffers", check_buffer},
                 {"bufferViews", check_view},
                 {"accessors", check_accessor},
                 {"meshes", check_mesh},
                 {"nodes", NULL},
                 {"scenes", NULL},
                 {"materials", NULL}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const json_t *list = json_object_get(c->root, lists[i].name);
        if (list && !json_is_array(list))
            return fail(c, "'%s' is not a list", lists[i].name);
        for (size_t k = 0; lists[i].check && k < json_array_size(list); k++)
            TRY(lists[i].check(c, k, json_array_get(list, k)));
    }
    TRY(check_nodes(c));
    if (c->checked->least == 0)
        return fail(c, "has no triangles; a mesh with a primitive of triangles is needed");
    return ST_OK;
}

/* Whether an extension is read, or has only data on materials and lights that are not used here. */
static bool is_known(const char *extension)
{
    return strcmp(extension, "KHR_mesh_quantization") == 0 ||
           strcmp(extension, "KHR_texture_transform") == 0 ||
           strncmp(extension, "KHR_materials_", 14) == 0;
}

static enum st_code check_extensions(struct check *c)
{
    size_t i;
    json_t *name;
    char what[80];
    json_array_foreach(json_object_get(c->root, "extensionsRequired"), i, name)
    {
        const char *text = json_string_value(name);
        if (text && !is_known(text))
            return fail(c, "requires the extension '%s', which is not read; export it without",
                        text);
    }
    json_array_foreach(json_object_get(c->root, "extensionsUsed"), i, name)
    {
        const char *text = json_string_value(name);
        snprintf(what, sizeof what, "extension '%.60s'", text ? text : "");
        if (text && !is_known(text))
            mesh_checked_add(c->checked, what);
    }
    return ST_OK;
}

/* Notes what of the materials is not read. */
static void check_materials(struct check *c)
{
    size_t i;
    json_t *m;
    json_array_foreach(json_object_get(c->root, "materials"), i, m)
    {
        const char *alpha = json_string_value(json_object_get(m, "alphaMode"));
        if (json_object_get(m, "normalTexture"))
            mesh_checked_add(c->checked, "normal textures");
        if (alpha && strcmp(alpha, "BLEND") == 0)
            mesh_checked_add(c->checked, "alphaMode BLEND");
    }
}

static enum st_code read_root(struct check *c)
{
    const char *text;
    size_t n;
    json_error_t error;
    TRY(find_json(c, &text, &n));
    c->root = json_loadb(text, n, 0, &error);
    if (!c->root)
        return status_fail_at(c->st, ST_FAILED, c->file->path, error.line,
                              "is not a readable glTF file: %s", error.text);
    const char *version =
        json_string_value(json_object_get(json_object_get(c->root, "asset"), "version"));
    if (!version)
        return fail(c, "has no asset.version; a glTF file is needed");
    return strncmp(version, "2.", 2) == 0 ? ST_OK : fail_version(c);
}

static enum st_code open_checked(struct check *c)
{
    bool changed = false;
    TRY(read_root(c));
    TRY(check_extensions(c));
    TRY(gltf_decode_names(c->root, c->file->path, &changed, c->st));
    TRY(check_all(c));
    check_materials(c);
    const struct gltf_data data = {c->root, c->files, c->file, c->binary, c->binary_size};
    return gltf_write_plain(&data, changed, c->checked, c->st);
}

enum st_code gltf_open(json_t **out, struct source_files *files, const struct source_file *file,
                       struct mesh_checked *checked, struct status *st)
{
    *checked = (struct mesh_checked){0};
    struct check c = {.files = files, .file = file, .checked = checked, .st = st};
    enum st_code code = open_checked(&c);
    *out = c.root;
    if (code != ST_OK) {
        *out = NULL;
        json_decref(c.root);
        mesh_checked_free(checked);
    }
    return code;
}

void gltf_free(json_t *g)
{
    json_decref(g);
}

uint32_t gltf_materials(const json_t *g)
{
    return (uint32_t)json_array_size(json_object_get(g, "materials"));
}

static const json_t *extension(const json_t *material, const char *name)
{
    return json_object_get(json_object_get(material, "extensions"), name);
}

static bool three_numbers(const json_t *list, float rgb[3])
{
    if (!json_is_array(list) || json_array_size(list) != 3)
        return false;
    for (size_t i = 0; i < 3; i++)
        rgb[i] = (float)json_number_value(json_array_get(list, i));
    return true;
}

bool gltf_emission(const json_t *g, uint32_t material, float rgb[3])
{
    const json_t *m = json_array_get(json_object_get(g, "materials"), material);
    if (!three_numbers(json_object_get(json_object_get(m, "extras"), "emission"), rgb)) {
        const json_t *strength =
            json_object_get(extension(m, "KHR_materials_emissive_strength"), "emissiveStrength");
        if (!three_numbers(json_object_get(m, "emissiveFactor"), rgb))
            return false;
        for (int i = 0; json_is_number(strength) && i < 3; i++)
            rgb[i] *= (float)json_number_value(strength);
    }
    return rgb[0] > 0 || rgb[1] > 0 || rgb[2] > 0;
}

bool gltf_ior(const json_t *g, uint32_t material, float *ior)
{
    const json_t *m = json_array_get(json_object_get(g, "materials"), material);
    const json_t *value = json_object_get(extension(m, "KHR_materials_ior"), "ior");
    *ior = (float)json_number_value(value);
    return json_is_number(value);
}
