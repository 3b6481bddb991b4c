/* texture.h -- textures made from a few numbers, for materials of scene files:
 *     texture = { generate = "leaf"; size = 64; seed = 1; };
 * The same parameters give the same pixels on every machine. */
#pragma once

#include "common/conf.h"
#include "common/image.h"

#include <stdio.h>

struct texture_kind {
    const char *name;
    const char *doc;
    /* Computes colour and alpha, 0 to 1 each, of the point (u, v) in [0, 1)^2. */
    void (*at)(double u, double v, uint64_t seed, double rgba[4]);
};
extern const struct texture_kind texture_kinds[]; /* sorted by name; the last name is NULL */

/* Makes a texture; the caller frees *out. Fails with file and line (ST_USAGE) for unknown kinds and
 * keys, and sizes outside 4 to 4096 pixels. */
enum st_code texture_generate(struct image *out, const struct conf_node *group, struct status *st);

/* Writes the part of docs/reference/generators.md about textures. */
void textures_document(FILE *out);
