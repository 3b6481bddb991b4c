/* glTF in one binary file. */
#include "tests/fuzz/mutate_glb.h"
#include "tests/fuzz/scene.h"

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_load_scene(bytes, n, ".glb", st);
}
