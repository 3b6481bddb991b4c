/* texture.h -- textures from a few numbers, for materials of scene files:
 *     texture = { generate = "leaf"; size = 64; seed = 1; };
 * Deterministic: same parameters, same pixels, on every machine. */
#pragma once

#include "common/conf.h"
#include "common/image.h"

#include <stdio.h>

struct texture_kind {
    const char *name;
    const char *doc;
    /* Colour and alpha of the point (u, v) in [0, 1)^2, 0 to 1 each. */
    void (*at)(double u, double v, uint64_t seed, double rgba[4]);
};
extern const struct texture_kind texture_kinds[]; /* sorted by name, ends with name NULL */

/* The caller owns *out. Fails with file and line (ST_USAGE) for unknown kinds and keys, and sizes
 * outside 4 to 4096 pixels. */
enum st_code texture_generate(struct image *out, const struct conf_node *group, struct status *st);

/* The part of docs/reference/generators.md on textures. */
void textures_document(FILE *out);
