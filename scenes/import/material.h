/* material.h -- what a mesh file says of a material, and which of our materials that is.
 * The rules, for people: docs/reference/scene-files.md, "Materials of mesh files". */
#pragma once

#include "scenes/builder.h"

struct mesh_picture { /* bytes of a PNG or JPEG, borrowed; n = 0: none */
    const unsigned char *bytes;
    size_t n;
    const char *name; /* of the file in which it lies, for messages */
};

struct mesh_material {
    bool unnamed;       /* the format brings no materials, or this face has none */
    float diffuse[3];   /* Kd, baseColorFactor */
    float specular[3];  /* Ks */
    float emission[3];  /* Ke, emissiveFactor */
    bool emits;         /* emission is given */
    int illum;          /* OBJ, -1 elsewhere */
    float ior, opacity; /* Ni, d */
    bool is_gltf;
    float metallic, roughness;
    bool glass;  /* glTF: KHR_materials_ior or _transmission */
    bool masked; /* glTF: alphaMode MASK */
    float alpha_cutoff;
    struct mesh_picture color_picture; /* map_Kd, baseColorTexture */
    struct mesh_picture mask_picture;  /* map_d */
};

/* Adds the material and, where it has a picture, its texture. A broken picture fails. */
enum st_code mesh_material_add(struct scene_builder *b, const struct mesh_material *d,
                               uint32_t *index, struct status *st);
