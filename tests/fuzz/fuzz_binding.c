/* How stages of Vulkan-Sim's dumps are bound: the bytes are the pipeline.cfg of a folder of them.
 */
#include "tests/fuzz/mutate_text.h"
#include "tests/fuzz/shaders.h"

FUZZ_WORDS("miss = [1];", "hit_groups = ( { closest_hit = 2; } );", "{ closest_hit = 2; },",
           "intersection = 3;", "any_hit = 4;", "uniform = \"camera\";", "uniform = \"lumibench\";",
           "bindings = ( { binding = 2; is = \"uniform\"; } );",
           "{ binding = 3; is = \"vertices\"; },", "binding = 0;", "is = \"structure\";")

#define STAGE(kind, id, body)                                                                      \
    {                                                                                              \
        "MESA_SHADER_" #kind "_" #id ".ptx",                                                       \
            ".entry MESA_SHADER_" #kind "_func" #id "_main () {\n" body "ret ;\n}\n"               \
    }

static const struct fuzz_member shaders[] = {
    {"pipeline.cfg", NULL},
    STAGE(RAYGEN, 0, ""),
    STAGE(MISS, 1, ""),
    STAGE(CLOSEST_HIT, 2, ""),
    STAGE(INTERSECTION, 3, ".reg .pred %p;\nreport_ray_intersection.pred %p, 0F3f800000, 0;\n"),
    STAGE(ANY_HIT, 4, ""),
    {NULL, NULL},
};

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_run_shaders(shaders, bytes, n, st);
}
