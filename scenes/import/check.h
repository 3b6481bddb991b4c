/* check.h -- checks OBJ and PLY files before the importing library reads them.
 *
 * The library is lenient: from a file that ends too early, or whose faces name vertices that do not
 * exist, it may read fewer triangles and report no error. These checks read the whole file once,
 * build nothing, and report the line. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

/* Normals that are no numbers, as exporters write them for triangles without an area. */
struct mesh_no_normals {
    uint64_t n;
    int line; /* of the first; 0: none */
};

/* *least gets the number of triangles that the import must yield at least: those of faces with 3
 * and 4 corners (faces with more may yield fewer where corners coincide). A zero byte follows the n
 * bytes; `path` is for messages. Failures are ST_FAILED and, in text files, name the line. */
enum st_code mesh_check_obj(const char *path, const unsigned char *bytes, size_t n, uint64_t *least,
                            struct mesh_no_normals *no_normals, struct status *st);
enum st_code mesh_check_ply(const char *path, const unsigned char *bytes, size_t n, uint64_t *least,
                            struct status *st);
