/* material.h -- converts a mesh file's description of a material to a material of Diorama.
 * docs/reference/scene-files.md, "Materials of mesh files", has the rules. */
#pragma once

#include "scenes/builder.h"

struct mesh_picture { /* the bytes of a PNG or JPEG, borrowed; n = 0: none */
    const unsigned char *bytes;
    size_t n;
    const char *name; /* name of its file, for messages */
};

struct mesh_material {
    bool unnamed;       /* whether there is no material: in the format, or for the face */
    float diffuse[3];   /* Kd, baseColorFactor */
    float specular[3];  /* Ks */
    float emission[3];  /* Ke, emissiveFactor */
    bool emits;         /* whether emission is given */
    int illum;          /* of OBJ files; -1 for other formats */
    float ior, opacity; /* Ni, d */
    bool is_gltf;
    float metallic, roughness;
    bool glass;  /* for glTF: it has KHR_materials_ior or _transmission */
    bool masked; /* for glTF: alphaMode is MASK */
    float alpha_cutoff;
    struct mesh_picture color_picture; /* map_Kd, baseColorTexture */
    struct mesh_picture mask_picture;  /* map_d */
};

/* Adds the material and, if it has a picture, its texture. Fails for a broken picture. */
enum st_code mesh_material_add(struct scene_builder *b, const struct mesh_material *d,
                               uint32_t *index, struct status *st);
