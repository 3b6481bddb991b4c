/* check.h -- checks mesh files before the importing library reads them, and writes them again in a
 * plain form, which is what it is given.
 *
 * The library is lenient: from a file that ends too early, or whose faces name vertices that do not
 * exist, it may read fewer triangles and report no error. And it is strict, or comes to harm, where
 * a file is sound but unusual. These readers read the whole file once and report the line. */
#pragma once

#include "common/status.h"
#include "scenes/import/plain.h"

#include <stddef.h>
#include <stdint.h>

/* Normals that are no numbers, as exporters write them for triangles without an area. */
struct mesh_no_normals {
    uint64_t n;
    int line; /* of the first; 0: none */
};

struct mesh_checked {
    struct plain plain;  /* in place of the file; empty: the file itself will do */
    struct plain floats; /* a file beside it, of which `plain` speaks; empty: none */
    uint64_t least;      /* triangles that the import must yield at least: those of faces with 3
                            and 4 corners (faces with more may yield fewer where corners coincide) */
    uint64_t left_out;   /* points and lines */
    struct mesh_no_normals no_normals;
    char not_read[160]; /* what else the file holds and nobody reads; "": nothing */
};

/* A zero byte follows the n bytes; `path` is for messages. *out is to be freed where the check
 * succeeds. Failures are ST_FAILED and, in text files, name the line. */
enum st_code mesh_check_obj(const char *path, const unsigned char *bytes, size_t n,
                            struct mesh_checked *out, struct status *st);
enum st_code mesh_check_ply(const char *path, const unsigned char *bytes, size_t n,
                            struct mesh_checked *out, struct status *st);
/* An OBJ file's materials: only those of its words that become something of ours. */
enum st_code mesh_check_mtl(const char *path, const unsigned char *bytes, size_t n,
                            struct plain *out, struct status *st);
void mesh_checked_free(struct mesh_checked *c);

/* Adds what is not read to the list of it. */
void mesh_checked_add(struct mesh_checked *c, const char *what);
