/* Scripts in AmberScript, as far as the scene that they describe. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "orchestrator/amber/parts.h"

FUZZ_WORDS("END\n", "GEOMETRY TRIANGLES\n", "GEOMETRY AABBS\n",
           "ACCELERATION_STRUCTURE BOTTOM_LEVEL b\n", "ACCELERATION_STRUCTURE TOP_LEVEL t\n",
           "BLAS_INSTANCE USE b\n", "BOTTOM_LEVEL_INSTANCE b\n",
           "TRANSFORM\n1 0 0 0 0 1 0 0 0 0 1 0\nEND\n", "MASK 255\n", "INDEX 1\n", "OFFSET 1\n",
           "FLAGS FORCE_OPAQUE\n", "0 0 1 1 0 1 0 1 1\n",
           "BUFFER d DATA_TYPE float SIZE 4 FILL 1\n",
           "BUFFER d DATA_TYPE vec4<float> DATA\n1 2 3 4\nEND\n",
           "IMAGE i FORMAT R32G32B32A32_SFLOAT\n", "PIPELINE raytracing p\n",
           "SHADER ray_generation r GLSL\n", "SHADER_GROUP g r\n", "SHADER_BINDING_TABLE s\n",
           "BIND BUFFER d AS storage DESCRIPTOR_SET 0 BINDING 1\n", "MAX_RAY_RECURSION_DEPTH 2\n",
           "RUN p RAYGEN s MISS s HIT s CALL s 1 1 1\n", "EXPECT d IDX 0 EQ 1\n",
           "EXPECT d IDX 0 TOLERANCE 1 EQ 2\n", "EXPECT d EQ_BUFFER d\n",
           "SERIES_FROM 0 INC_BY 1\n", "LIBRARY p\n", "USE_LIBRARY p\n", "STRUCT x\n")

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct amber_script script;
    struct scene *scene;
    char *path = fuzz_file(bytes, n, ".amber");
    if (!path)
        return status_fail(st, ST_FAILED, "fuzz: no room for a file; free some");
    enum st_code code = amber_script_read(&script, path, st);
    fuzz_file_remove(path);
    if (code != ST_OK)
        return code;
    code = amber_make_scene(&script, &scene, st);
    if (code == ST_OK) {
        FUZZ_CHECK(scene->n_instances > 0 && scene->roles);
        scene_free(scene);
    }
    amber_script_free(&script);
    return code;
}
