/* mesh_file.h -- the contents of a mesh file as plain arrays, and as bytes. The process that reads
 * files with the importing library passes them to the one that makes the scene. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A mesh of triangles, counter-clockwise. Normals have any length; a zero or NaN one is missing. */
struct file_mesh {
    const char *name;
    uint32_t material; /* index into the file's materials */
    uint32_t n_vertices, n_triangles;
    const float (*positions)[3];
    const float (*normals)[3];
    const float (*texcoords)[3]; /* u, v (from the bottom) and an unused number; NULL: none */
    const uint32_t *indices;     /* 3 per triangle */
};

/* A node. It comes after its parent; the first node is the root and its own parent. */
struct file_node {
    const char *name;
    uint32_t parent;
    float transform[12]; /* to the parent's space, the rows of a 3 x 4 matrix */
    const uint32_t *meshes;
    uint32_t n_meshes;
};

struct file_material {
    const char *name;
    float diffuse[3], specular[3], emission[3];
    float ior, opacity, metallic, roughness, transmission, alpha_cutoff;
    int32_t illum;                            /* of OBJ files; -1 for other formats */
    uint32_t emits, masked;                   /* 0: no */
    const char *color_picture, *mask_picture; /* names of pictures; "": none */
};

/* A picture inside the file. */
struct file_picture {
    const char *name;
    const unsigned char *bytes;
    size_t n; /* 0: the picture is uncompressed, which is not supported */
};

struct mesh_file {
    struct file_mesh *meshes;
    struct file_node *nodes;
    struct file_material *materials;
    struct file_picture *pictures;
    const char **opened; /* names of the other files that were read, in this order */
    uint32_t n_meshes, n_nodes, n_materials, n_pictures, n_opened;
    uint64_t left_out; /* number of points and lines, which are left out */
};

/* Writes the contents; errors show in the stream's error flag. */
void mesh_file_write(const struct mesh_file *f, FILE *out);

/* Reads the output of mesh_file_write. `bytes` must stay valid, because arrays and texts point into
 * it. The bytes may be arbitrary: on ST_OK all indices are in range, positions and texture
 * coordinates are finite, and every mesh has triangles. `path` is for messages. */
enum st_code mesh_file_read(struct mesh_file *f, const unsigned char *bytes, size_t n,
                            const char *path, struct status *st);
void mesh_file_free(struct mesh_file *f); /* frees the allocations of mesh_file_read */
