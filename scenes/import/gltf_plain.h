/* gltf_plain.h -- rewrites glTF files that the importing library would misread: those with percent
 * signs in names, vertices that are not floats (KHR_mesh_quantization), or texture coordinates that
 * the material transforms (KHR_texture_transform). Internal to scenes/import. */
#pragma once

#include "scenes/import/check.h"
#include "scenes/source_files.h"

#include <stdint.h>

struct json_t;

/* A file that was checked: everything that its JSON declares exists. */
struct gltf_data {
    struct json_t *root;
    struct source_files *files;
    const struct source_file *file;
    const unsigned char *binary; /* the binary chunk of a GLB; NULL: none */
    uint64_t binary_size;
};

/* Decodes n characters of base64. Returns the number of bytes, UINT64_MAX for invalid text. `out`
 * NULL: only counts. */
uint64_t gltf_base64(const char *text, uint64_t n, unsigned char *out);

/* Decodes percent signs in file names, unless there is a file of the undecoded name. *changed is
 * set if a name changed, else it stays as it is. */
enum st_code gltf_decode_names(struct json_t *root, const char *path, bool *changed,
                               struct status *st);

/* Sets out->plain and out->floats if the file must be rewritten, or was changed. */
enum st_code gltf_write_plain(const struct gltf_data *g, bool changed, struct mesh_checked *out,
                              struct status *st);

/* The name by which the library opens out->floats. */
#define GLTF_FLOATS "*floats*"
