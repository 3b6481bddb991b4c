/* gltf.h -- checks glTF 2.0 files (.gltf, .glb) and reads parts that the importing library does
 * not. The library does not check that everything declared in the JSON lies inside the buffers, and
 * does not pass on some properties of materials. */
#pragma once

#include "scenes/import/check.h"
#include "scenes/source_files.h"

#include <stdbool.h>
#include <stdint.h>

struct json_t; /* of jansson: the parsed file */

/* Parses and checks `file`; its external buffers are opened through `files`. It checks the version
 * (2), the extensions that the file requires, the GLB container, buffers against their data, views
 * against buffers, accessors against views, primitives against accessors, and that the nodes are a
 * forest. */
enum st_code gltf_open(struct json_t **out, struct source_files *files,
                       const struct source_file *file, struct mesh_checked *checked,
                       struct status *st);
void gltf_free(struct json_t *g); /* NULL is a no-op */

uint32_t gltf_materials(const struct json_t *g);
/* Computes the light that a material emits: emissiveFactor times KHR_materials_emissive_strength,
 * or extras.emission (three numbers that may be above 1) if present. False if that is black. */
bool gltf_emission(const struct json_t *g, uint32_t material, float rgb[3]);
/* Reads KHR_materials_ior: true, and *ior is set, if the material has it. */
bool gltf_ior(const struct json_t *g, uint32_t material, float *ior);
