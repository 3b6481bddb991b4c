/* gltf_plain.h -- rewrites a glTF file that the importing library would misread: names with percent
 * signs, vertices that are not floats (KHR_mesh_quantization), and texture coordinates transformed
 * by the material (KHR_texture_transform). Internal to scenes/import. */
#pragma once

#include "scenes/import/check.h"
#include "scenes/source_files.h"

#include <stdint.h>

struct json_t;

/* A checked file: everything declared in its JSON exists. */
struct gltf_data {
    struct json_t *root;
    struct source_files *files;
    const struct source_file *file;
    const unsigned char *binary; /* chunk of a GLB; NULL: none */
    uint64_t binary_size;
};

/* Decodes n characters of base64; returns the number of bytes, UINT64_MAX for invalid text. `out`
 * NULL: only counts. */
uint64_t gltf_base64(const char *text, uint64_t n, unsigned char *out);

/* Decodes percent signs in file names, unless there is a file of the undecoded name. *changed is
 * unchanged if there are none. */
enum st_code gltf_decode_names(struct json_t *root, const char *path, bool *changed,
                               struct status *st);

/* Sets out->plain and out->floats if the file must be rewritten, or was changed. */
enum st_code gltf_write_plain(const struct gltf_data *g, bool changed, struct mesh_checked *out,
                              struct status *st);

/* The name under which the importing library opens out->floats. */
#define GLTF_FLOATS "*floats*"
