/* Spheres as lines of text. */
#include "tests/fuzz/fuzz.h"

#include "scenes/builder.h"
#include "scenes/file/sphere_file.h"
#include "tests/fuzz/scene.h"

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct scene_builder b;
    struct scene *s;
    char *path = fuzz_file(bytes, n, ".txt");
    if (!path)
        return status_fail(st, ST_FAILED, "fuzz: no room for a file; free some");
    enum st_code code = builder_start(&b, st);
    if (code == ST_OK)
        code = sphere_file_read(&b, path, st);
    if (code == ST_OK)
        code = builder_finish(&b, &s, st);
    builder_abandon(&b);
    fuzz_file_remove(path);
    if (code == ST_OK) {
        fuzz_check_scene(s);
        scene_free(s);
    }
    return code;
}
