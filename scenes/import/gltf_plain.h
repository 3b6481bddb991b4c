/* gltf_plain.h -- writes a glTF file again where the importing library would misread it: names with
 * percent signs, vertices that are no floats (KHR_mesh_quantization), and texture coordinates that
 * the material moves (KHR_texture_transform). Internal to scenes/import. */
#pragma once

#include "scenes/import/check.h"
#include "scenes/source_files.h"

#include <stdint.h>

struct json_t;

/* A checked file: everything that its JSON declares is there. */
struct gltf_data {
    struct json_t *root;
    struct source_files *files;
    const struct source_file *file;
    const unsigned char *binary; /* chunk of a GLB; NULL: none */
    uint64_t binary_size;
};

/* The bytes that n characters of base64 stand for, or UINT64_MAX where they are no such text. `out`
 * NULL: only counted. */
uint64_t gltf_base64(const char *text, uint64_t n, unsigned char *out);

/* Names of files with percent signs become what they stand for, unless there is a file of the name
 * as it is. *changed is left alone where none do. */
enum st_code gltf_decode_names(struct json_t *root, const char *path, bool *changed,
                               struct status *st);

/* Fills out->plain and out->floats where something is to be changed, or was. */
enum st_code gltf_write_plain(const struct gltf_data *g, bool changed, struct mesh_checked *out,
                              struct status *st);

/* The name under which the importing library asks for out->floats. */
#define GLTF_FLOATS "*floats*"
