/* Wavefront OBJ. */
#include "tests/fuzz/mutate_text.h"
#include "tests/fuzz/scene.h"

FUZZ_WORDS("v 0 0 0\n", "v 1 0 0\n", "v 0 1 0\n", "vt 0.5 0.5\n", "vn 0 0 1\n", "f 1 2 3\n",
           "f -1 -2 -3\n", "f 1/1/1 2/1/1 3/1/1\n", "f 1//1 2//1 3//1 1//1\n", "l 1 2\n", "p 1\n",
           "o a\n", "g b c\n", "s 1\n", "usemtl m\n", "mtllib no.mtl\n", "curv 0 1 1 2\n", "\\\n",
           "v 0 0 0 1 0 0\n")

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_load_scene(bytes, n, ".obj", st);
}
