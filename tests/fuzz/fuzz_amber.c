/* Scripts in AmberScript, as far as the scene that they describe. */
#include "tests/fuzz/fuzz.h"

#include "orchestrator/amber/parts.h"

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
