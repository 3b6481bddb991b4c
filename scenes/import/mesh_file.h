/* mesh_file.h -- the contents of a mesh file, as plain arrays and as bytes: the interface between
 * the process that reads files with the importing library and the one that makes the scene. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Triangles, counter-clockwise. Normals have any length; a zero or NaN normal is missing. */
struct file_mesh {
    const char *name;
    uint32_t material; /* index into the file's */
    uint32_t n_vertices, n_triangles;
    const float (*positions)[3];
    const float (*normals)[3];
    const float (*texcoords)[3]; /* u, v from the bottom, unused; NULL: none */
    const uint32_t *indices;     /* 3 per triangle */
};

/* A node comes after its parent; the first is the root and its own parent. */
struct file_node {
    const char *name;
    uint32_t parent;
    float transform[12]; /* to the parent's space, rows of a 3 x 4 matrix */
    const uint32_t *meshes;
    uint32_t n_meshes;
};

struct file_material {
    const char *name;
    float diffuse[3], specular[3], emission[3];
    float ior, opacity, metallic, roughness, transmission, alpha_cutoff;
    int32_t illum;                            /* OBJ, -1 elsewhere */
    uint32_t emits, masked;                   /* 0: no */
    const char *color_picture, *mask_picture; /* names; "": none */
};

/* A picture inside the file. */
struct file_picture {
    const char *name;
    const unsigned char *bytes;
    size_t n; /* 0: uncompressed, which is not supported */
};

struct mesh_file {
    struct file_mesh *meshes;
    struct file_node *nodes;
    struct file_material *materials;
    struct file_picture *pictures;
    const char **opened; /* other files that were read, in this order */
    uint32_t n_meshes, n_nodes, n_materials, n_pictures, n_opened;
    uint64_t left_out; /* points and lines */
};

/* Writes it; the stream records errors. */
void mesh_file_write(const struct mesh_file *f, FILE *out);

/* Reads the output of mesh_file_write; `bytes` must stay valid, because arrays and texts are in it.
 * For any bytes: on ST_OK all indices are in range, positions and texture coordinates are finite,
 * and every mesh has triangles. `path` is for messages. */
enum st_code mesh_file_read(struct mesh_file *f, const unsigned char *bytes, size_t n,
                            const char *path, struct status *st);
void mesh_file_free(struct mesh_file *f); /* frees the allocations of mesh_file_read */
