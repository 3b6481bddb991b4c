/* Rewrites glTF files after the Khronos specifications of glTF 2.0 (3.6.2.2: the values that
 * integers encode), of KHR_mesh_quantization and of KHR_texture_transform. */
#include "scenes/import/gltf_plain.h"

#include "common/file.h"
#include "common/memory.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* The most bytes of floats that are written, over all accessors. */
#define MOST_FLOATS (UINT64_C(1) << 32)

/* ---- base64 ---- */

static int digit64(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

uint64_t gltf_base64(const char *text, uint64_t n, unsigned char *out)
{
    uint64_t padding = 0;
    while (padding < 2 && padding < n && text[n - 1 - padding] == '=')
        padding++;
    if (n == 0 || n % 4 != 0)
        return UINT64_MAX;
    for (uint64_t i = 0; i < n - padding; i++)
        if (digit64(text[i]) < 0)
            return UINT64_MAX;
    const uint64_t bytes = n / 4 * 3 - padding;
    for (uint64_t i = 0; out && i < bytes; i++) {
        const char *group = text + i / 3 * 4;
        unsigned high = (unsigned)digit64(group[i % 3]), low = (unsigned)digit64(group[i % 3 + 1]);
        out[i] = (unsigned char)(high << (2 * (i % 3) + 2) | low >> (4 - 2 * (i % 3)));
    }
    return bytes;
}

/* ---- names ---- */

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decodes in place. A percent sign without two digits after it, or with those of the byte 0, is
 * kept. */
static void decode_percent(char *name)
{
    char *to = name;
    for (const char *from = name; *from; from++) {
        int high = *from == '%' ? hex(from[1]) : -1, low = high >= 0 ? hex(from[2]) : -1;
        bool byte = low >= 0 && high + low > 0;
        *to++ = byte ? (char)(16 * high + low) : *from;
        from += byte ? 2 : 0;
    }
    *to = 0;
}

static enum st_code decode_name(json_t *element, const char *path, bool *changed, struct status *st)
{
    const char *uri = json_string_value(json_object_get(element, "uri"));
    if (!uri || strncmp(uri, "data:", 5) == 0 || !strchr(uri, '%'))
        return ST_OK;
    MEM_AUTO char *folder = file_folder(path);
    MEM_AUTO char *there = folder ? file_join(folder, uri) : NULL;
    MEM_AUTO char *name = mem_strdup(uri);
    if (!there || !name)
        return status_no_memory(st, path);
    if (file_exists(there))
        return ST_OK;
    decode_percent(name);
    json_t *decoded = json_string(name);
    if (!decoded) /* not UTF-8, so JSON cannot hold the name */
        return ST_OK;
    if (json_object_set_new(element, "uri", decoded) != 0)
        return status_no_memory(st, path);
    *changed = true;
    return ST_OK;
}

enum st_code gltf_decode_names(json_t *root, const char *path, bool *changed, struct status *st)
{
    static const char *const lists[] = {"buffers", "images"};
    size_t i;
    json_t *element;
    for (size_t k = 0; k < 2; k++)
        json_array_foreach(json_object_get(root, lists[k]), i, element)
        {
            TRY(decode_name(element, path, changed, st));
        }
    return ST_OK;
}

/* ---- numbers of accessors ---- */

struct writing {
    const struct gltf_data *g;
    struct mesh_checked *out;
    unsigned char **decoded; /* for each buffer, the decoded data: URI, from its first use on */
    json_t *accessors;
    json_t *primitive;
    bool changed;
    struct status *st;
};

static uint64_t number(const json_t *object, const char *key)
{
    double value = json_number_value(json_object_get(object, key));
    return value >= 0 && value < 9007199254740992.0 ? (uint64_t)value : UINT64_MAX;
}

static json_t *element(const struct writing *w, const char *list, uint64_t i)
{
    return json_array_get(json_object_get(w->g->root, list), (size_t)i);
}

static enum st_code no_memory(const struct writing *w)
{
    return status_no_memory(w->st, w->g->file->path);
}

static enum st_code decode_data(const struct writing *w, const char *uri, uint64_t i,
                                const unsigned char **bytes)
{
    const char *text = strchr(uri, ',') + 1;
    uint64_t n = strlen(text);
    if (!w->decoded[i]) {
        TRY(mem_make(&w->decoded[i], (size_t)n, 1, w->g->file->path, w->st));
        gltf_base64(text, n, w->decoded[i]);
    }
    *bytes = w->decoded[i];
    return ST_OK;
}

/* Finds the first byte of a view. */
static enum st_code find_view(const struct writing *w, const json_t *part,
                              const unsigned char **bytes)
{
    const json_t *view = element(w, "bufferViews", number(part, "bufferView"));
    const uint64_t i = number(view, "buffer");
    const char *uri = json_string_value(json_object_get(element(w, "buffers", i), "uri"));
    struct source_file file = {0};
    if (uri && strncmp(uri, "data:", 5) == 0)
        TRY(decode_data(w, uri, i, bytes));
    else if (uri) {
        MEM_AUTO char *folder = file_folder(w->g->file->path);
        MEM_AUTO char *path = folder ? file_join(folder, uri) : NULL;
        if (!path)
            return no_memory(w);
        TRY(source_files_open(w->g->files, path, &file, w->st));
        *bytes = file.bytes;
    } else
        *bytes = w->g->binary;
    *bytes += number(view, "byteOffset") + number(part, "byteOffset");
    return ST_OK;
}

/* Reads a component, which is stored in little-endian order. */
static uint32_t bits_of(const unsigned char *p, unsigned size)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < size; i++)
        bits |= (uint32_t)p[i] << (8 * i);
    return bits;
}

static unsigned size_of(uint64_t type)
{
    return type == 5120 || type == 5121 ? 1 : type == 5122 || type == 5123 ? 2 : 4;
}

static float component(const unsigned char *p, uint64_t type, bool normalized)
{
    const uint32_t bits = bits_of(p, size_of(type));
    float value;
    memcpy(&value, &bits, sizeof value);
    switch (type) {
    case 5120:
        value = (float)(int8_t)bits;
        return normalized ? fmaxf(value / 127.0f, -1.0f) : value;
    case 5121:
        return normalized ? (float)bits / 255.0f : (float)bits;
    case 5122:
        value = (float)(int16_t)bits;
        return normalized ? fmaxf(value / 32767.0f, -1.0f) : value;
    case 5123:
        return normalized ? (float)bits / 65535.0f : (float)bits;
    default:
        return value;
    }
}

static enum st_code read_elements(const struct writing *w, const json_t *accessor, unsigned width,
                                  float *out)
{
    const json_t *view = element(w, "bufferViews", number(accessor, "bufferView"));
    const uint64_t type = number(accessor, "componentType"), stride = number(view, "byteStride");
    const bool normalized = json_is_true(json_object_get(accessor, "normalized"));
    const unsigned char *bytes;
    if (!json_object_get(accessor, "bufferView")) /* zeros, unless sparse elements replace some */
        return ST_OK;
    TRY(find_view(w, accessor, &bytes));
    for (uint64_t i = 0; i < number(accessor, "count"); i++)
        for (unsigned k = 0; k < width; k++)
            out[i * width + k] = component(bytes + i * (stride ? stride : width * size_of(type)) +
                                               (size_t)k * size_of(type),
                                           type, normalized);
    return ST_OK;
}

static enum st_code read_sparse(const struct writing *w, const json_t *accessor, unsigned width,
                                float *out)
{
    const json_t *sparse = json_object_get(accessor, "sparse");
    const json_t *at = json_object_get(sparse, "indices");
    const uint64_t type = number(accessor, "componentType"), count = number(accessor, "count");
    const uint64_t index_type = number(at, "componentType");
    const bool normalized = json_is_true(json_object_get(accessor, "normalized"));
    const unsigned char *indices, *values;
    if (!sparse)
        return ST_OK;
    TRY(find_view(w, at, &indices));
    TRY(find_view(w, json_object_get(sparse, "values"), &values));
    for (uint64_t i = 0; i < number(sparse, "count"); i++) {
        uint32_t index = bits_of(indices + i * size_of(index_type), size_of(index_type));
        if (index >= count)
            return status_fail_at(w->st, ST_FAILED, w->g->file->path, 0,
                                  "an accessor has a sparse value for element %lu of %llu",
                                  (unsigned long)index, (unsigned long long)count);
        for (unsigned k = 0; k < width; k++)
            out[(size_t)index * width + k] =
                component(values + (i * width + k) * size_of(type), type, normalized);
    }
    return ST_OK;
}

/* ---- changes ---- */

/* Returns the object KHR_texture_transform of a primitive's colour texture; NULL: none. */
static const json_t *find_transform(const struct writing *w, uint64_t *set)
{
    const json_t *at = json_object_get(w->primitive, "material");
    const json_t *material = at ? element(w, "materials", number(w->primitive, "material")) : NULL;
    const json_t *picture =
        json_object_get(json_object_get(material, "pbrMetallicRoughness"), "baseColorTexture");
    const json_t *transform =
        json_object_get(json_object_get(picture, "extensions"), "KHR_texture_transform");
    *set = number(json_object_get(transform, "texCoord") ? transform : picture, "texCoord");
    return transform;
}

static float part_of(const json_t *transform, const char *key, size_t i, float otherwise)
{
    const json_t *value = json_array_get(json_object_get(transform, key), i);
    return json_is_number(value) ? (float)json_number_value(value) : otherwise;
}

static void move_texcoords(const json_t *transform, float (*uv)[2], uint64_t n)
{
    const float turn = (float)json_number_value(json_object_get(transform, "rotation"));
    const float c = cosf(turn), s = sinf(turn);
    for (uint64_t i = 0; i < n; i++) {
        float u = uv[i][0] * part_of(transform, "scale", 0, 1);
        float v = uv[i][1] * part_of(transform, "scale", 1, 1);
        uv[i][0] = c * u + s * v + part_of(transform, "offset", 0, 0);
        uv[i][1] = c * v - s * u + part_of(transform, "offset", 1, 0);
    }
}

/* Appends numbers to the floats in the second file, and adds a view and an accessor for them. */
static enum st_code add_accessor(struct writing *w, const float *numbers, uint64_t count,
                                 unsigned width)
{
    const uint64_t size = count * width * sizeof *numbers, at = w->out->floats.n;
    json_t *views = json_object_get(w->g->root, "bufferViews");
    if (at + size > MOST_FLOATS)
        return status_fail_at(w->st, ST_FAILED, w->g->file->path, 0,
                              "has more than 4 GiB of vertices");
    plain_put(&w->out->floats, numbers, size);
    const size_t buffer = json_array_size(json_object_get(w->g->root, "buffers"));
    json_t *view = json_pack("{s:I, s:I, s:I}", "buffer", (json_int_t)buffer, "byteOffset",
                             (json_int_t)at, "byteLength", (json_int_t)size);
    json_t *accessor = json_pack("{s:I, s:i, s:I, s:s}", "bufferView",
                                 (json_int_t)json_array_size(views), "componentType", 5126, "count",
                                 (json_int_t)count, "type", width == 3 ? "VEC3" : "VEC2");
    bool put = json_array_append_new(views, view) == 0;
    return json_array_append_new(w->accessors, accessor) == 0 && put ? ST_OK : no_memory(w);
}

/* Converts an attribute to floats if it has another type or if `transform` moves it. */
static enum st_code change_attribute(struct writing *w, json_t *attributes, const char *name,
                                     unsigned width, const json_t *transform)
{
    const json_t *at = json_object_get(attributes, name);
    const json_t *accessor = at ? json_array_get(w->accessors, number(attributes, name)) : NULL;
    const char *type = json_string_value(json_object_get(accessor, "type"));
    const uint64_t kind = number(accessor, "componentType"), count = number(accessor, "count");
    MEM_AUTO float *numbers = NULL;
    if (!at || (kind == 5126 && !transform))
        return ST_OK;
    if (strcmp(type, width == 3 ? "VEC3" : "VEC2") != 0 || kind == 5124 || kind == 5125)
        return status_fail_at(w->st, ST_FAILED, w->g->file->path, 0,
                              "has a %s that is not a %s of floats or of whole numbers of 8 or 16 "
                              "bits",
                              name, width == 3 ? "VEC3" : "VEC2");
    TRY(mem_make(&numbers, (size_t)count * width, sizeof *numbers, w->g->file->path, w->st));
    TRY(read_elements(w, accessor, width, numbers));
    TRY(read_sparse(w, accessor, width, numbers));
    if (transform)
        move_texcoords(transform, (float(*)[2])numbers, count);
    TRY(add_accessor(w, numbers, count, width));
    const json_int_t own = (json_int_t)json_array_size(w->accessors) - 1;
    if (json_object_set_new(attributes, name, json_integer(own)) != 0)
        return no_memory(w);
    w->changed = true;
    return ST_OK;
}

/* Removes vertex data that are not used here, because the library would misread their integers,
 * too. */
static void drop_unused(json_t *primitive)
{
    static const char *const unused[] = {"TANGENT", "COLOR_0"};
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        json_object_del(json_object_get(primitive, "attributes"), unused[i]);
    json_object_del(primitive, "targets");
}

static enum st_code change_primitive(struct writing *w, json_t *primitive)
{
    static const char *const sets[] = {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"};
    json_t *attributes = json_object_get(primitive, "attributes");
    const size_t before = json_array_size(w->accessors);
    uint64_t set;
    w->primitive = primitive;
    const json_t *transform = find_transform(w, &set);
    TRY(change_attribute(w, attributes, "POSITION", 3, NULL));
    TRY(change_attribute(w, attributes, "NORMAL", 3, NULL));
    for (uint64_t i = 0; i < sizeof sets / sizeof *sets; i++)
        TRY(change_attribute(w, attributes, sets[i], 2, i == set ? transform : NULL));
    if (json_array_size(w->accessors) > before)
        drop_unused(primitive);
    return ST_OK;
}

static enum st_code change_meshes(struct writing *w)
{
    size_t i, k;
    json_t *mesh, *primitive;
    json_array_foreach(json_object_get(w->g->root, "meshes"), i, mesh)
    {
        json_array_foreach(json_object_get(mesh, "primitives"), k, primitive)
        {
            TRY(change_primitive(w, primitive));
        }
    }
    if (w->out->floats.n == 0)
        return ST_OK;
    json_t *buffer =
        json_pack("{s:s, s:I}", "uri", GLTF_FLOATS, "byteLength", (json_int_t)w->out->floats.n);
    json_t *buffers = json_object_get(w->g->root, "buffers");
    return json_array_append_new(buffers, buffer) == 0 ? ST_OK : no_memory(w);
}

/* ---- writing ---- */

static void put_number(struct plain *p, uint64_t number)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    plain_put(p, bytes, sizeof bytes);
}

/* Writes the container of a GLB: its first chunk is the JSON, padded with blanks to a multiple of 4
 * bytes; the second is unchanged. */
static void put_glb(struct plain *out, const struct gltf_data *g, const char *json, uint64_t n)
{
    const uint64_t length = (n + 3) / 4 * 4;
    const uint64_t rest = g->binary ? 8 + (g->binary_size + 3) / 4 * 4 : 0;
    plain_put_text(out, "glTF");
    put_number(out, 2);
    put_number(out, 20 + length + rest);
    put_number(out, length);
    plain_put_text(out, "JSON");
    plain_put(out, json, n);
    plain_put(out, "   ", length - n);
    if (!g->binary)
        return;
    put_number(out, (g->binary_size + 3) / 4 * 4);
    plain_put(out, "BIN", 4);
    plain_put(out, g->binary, g->binary_size);
    plain_put(out, "\0\0\0", (4 - g->binary_size % 4) % 4);
}

static enum st_code write_file(const struct writing *w)
{
    size_t n = json_dumpb(w->g->root, NULL, 0, JSON_COMPACT);
    MEM_AUTO char *json = NULL;
    TRY(mem_make(&json, n, 1, w->g->file->path, w->st));
    if (n == 0 || json_dumpb(w->g->root, json, n, JSON_COMPACT) != n)
        return no_memory(w);
    if (w->g->file->n >= 4 && memcmp(w->g->file->bytes, "glTF", 4) == 0)
        put_glb(&w->out->plain, w->g, json, n);
    else
        plain_put(&w->out->plain, json, n);
    return w->out->plain.no_memory || w->out->floats.no_memory ? no_memory(w) : ST_OK;
}

enum st_code gltf_write_plain(const struct gltf_data *g, bool changed, struct mesh_checked *out,
                              struct status *st)
{
    struct writing w = {.g = g, .out = out, .changed = changed, .st = st};
    const size_t n = json_array_size(json_object_get(g->root, "buffers"));
    w.accessors = json_object_get(g->root, "accessors");
    TRY(mem_make(&w.decoded, n, sizeof *w.decoded, g->file->path, st));
    enum st_code code = change_meshes(&w);
    if (code == ST_OK && w.changed)
        code = write_file(&w);
    for (size_t i = 0; i < n; i++)
        mem_free(w.decoded[i]);
    mem_free(w.decoded);
    return code;
}
