/* A module of SPIR-V: the bytes are the ray generation shader of a pipeline without other stages.
 */
#include "tests/fuzz/mutate_spirv.h"
#include "tests/fuzz/shaders.h"

static const struct fuzz_member shaders[] = {{"a.rgen.spv", NULL}, {NULL, NULL}};

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_run_shaders(shaders, bytes, n, st);
}
