/* check.h -- a first look at OBJ and PLY files: is what they promise there?
 *
 * The importing library is lenient: of a file that ends too early, or whose faces name vertices
 * that do not exist, it may give fewer triangles without a word. These checks read the whole file
 * once, build nothing, and know the line. */
#ifndef SCENES_IMPORT_CHECK_H
#define SCENES_IMPORT_CHECK_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

/* `least` is the number of triangles that any import must bring: of faces with 3 and 4 corners
 * (those with more may lose some when their corners coincide). `bytes` ends with a zero byte behind
 * the n-th; `path` is for messages. All fail with ST_FAILED and, in text files, with the line. */
enum st_code mesh_check_obj(const char *path, const unsigned char *bytes, size_t n, uint64_t *least,
                            struct status *st);
enum st_code mesh_check_ply(const char *path, const unsigned char *bytes, size_t n, uint64_t *least,
                            struct status *st);

#endif
