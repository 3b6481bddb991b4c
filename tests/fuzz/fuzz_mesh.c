/* Mesh files that only the importing library reads: the first line is the file's ending, such as
 * ".stl". */
#include "tests/fuzz/scene.h"

#include "scenes/import/formats.h"

#include <string.h>

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    enum mesh_format format;
    char ending[8] = "";
    const uint8_t *line = memchr(bytes, '\n', n < sizeof ending ? n : sizeof ending);
    if (!line || bytes[0] != '.')
        return status_fail(st, ST_USAGE, "fuzz: expected an ending of mesh files as first line");
    memcpy(ending, bytes, (size_t)(line - bytes));
    TRY(mesh_format_of(ending, &format, st));
    if (format != MESH_OTHER)
        return status_fail(st, ST_USAGE, "fuzz: files in %s have a target of their own", ending);
    return fuzz_load_scene(line + 1, n - (size_t)(line + 1 - bytes), ending, st);
}
