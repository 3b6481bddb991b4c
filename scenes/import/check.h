/* check.h -- checks mesh files before the importing library reads them, and rewrites them in a
 * plain form for the library.
 *
 * The library is lenient: for a truncated file, or one whose faces use vertices that do not exist,
 * it may read fewer triangles and report no error. And it is strict, or crashes, for valid but
 * unusual files. These readers read the whole file once and report the line. */
#pragma once

#include "common/status.h"
#include "scenes/import/plain.h"

#include <stddef.h>
#include <stdint.h>

/* Most corners of a face: the time to cut one into triangles grows with their square. */
enum { MESH_MOST_CORNERS = 1 << 14 };

/* How many normals are NaN, as exporters write them for triangles without an area. */
struct mesh_no_normals {
    uint64_t n;
    int line; /* line of the first; 0: none */
};

struct mesh_checked {
    struct plain plain;  /* what the library reads in place of the file; empty: the file itself */
    struct plain floats; /* a second file that `plain` refers to; empty: none */
    uint64_t least;    /* least number of triangles that the import must give: those of faces with 3
                          and 4 corners (faces with more may give fewer if corners coincide) */
    uint64_t left_out; /* number of points and lines, which are left out */
    struct mesh_no_normals no_normals;
    char not_read[160]; /* other contents of the file that are not read; "": none */
};

/* Check a file of each format. A zero byte follows the n bytes; `path` is for messages. The caller
 * frees *out if the check succeeds. Failures are ST_FAILED and, in text files, have the line. */
enum st_code mesh_check_obj(const char *path, const unsigned char *bytes, size_t n,
                            struct mesh_checked *out, struct status *st);
enum st_code mesh_check_ply(const char *path, const unsigned char *bytes, size_t n,
                            struct mesh_checked *out, struct status *st);
/* Checks the materials of an OBJ file and keeps only the words that are used. */
enum st_code mesh_check_mtl(const char *path, const unsigned char *bytes, size_t n,
                            struct plain *out, struct status *st);
void mesh_checked_free(struct mesh_checked *c);

/* Adds contents to the list of those that are not read. */
void mesh_checked_add(struct mesh_checked *c, const char *what);
