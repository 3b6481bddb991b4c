/* Scene files, which may name the files beside them (scene.h). */
#include "tests/fuzz/mutate_text.h"
#include "tests/fuzz/scene.h"

#include "scenes/generate/generate.h"

#include <stdio.h>

/* A key of scene files, or a parameter of a generator with one of its limits. */
const char *fuzz_word(uint32_t random)
{
    static const char *const keys[] = {
        "title = \"t\";",
        "unit = 1.0;",
        "sky = \"none\";",
        "resolution = [8, 4];",
        "camera = { eye = [0, 0, 4]; look_at = [0, 0, 0]; };",
        "up = [0, 1, 0];",
        "fov = 40.0;",
        "aperture = 0.1;",
        "focus = 4.0;",
        "light = { position = [0, 9, 0]; radius = 1.0; };",
        "path = ( { frame = 9; eye = [1, 0, 4]; } );",
        "interpolation = \"linear\";",
        "materials = ( { name = \"a\"; type = \"lambertian\"; color = [1, 1, 1]; } );",
        "{ name = \"a\"; type = \"metal\"; color = [1, 1, 1]; fuzz = 0.5; },",
        "{ name = \"b\"; type = \"dielectric\"; ior = 1.5; },",
        "{ name = \"c\"; type = \"emissive\"; color = [9, 9, 9]; },",
        "meshes = ( { name = \"m\"; material = \"a\"; } );",
        "vertices = [0,0,0, 1,0,0, 0,1,0]; triangles = [0,1,2];",
        "texcoords = [0,0, 1,0, 0,1];",
        "two_sided = true;",
        "flip = true;",
        "baked = true;",
        "masked = true;",
        "spheres = ( { center = [0, 0, 0]; radius = 1.0; material = \"a\"; } );",
        "instances = ( { mesh = \"m\"; translate = [1, 0, 0]; } );",
        "rotate = [0, 1, 0, 90];",
        "scale = 2.0;",
        "scale = [1, -1, 0];",
        "transform = [1,0,0,0, 0,1,0,0, 0,0,1,0];",
        "generate = ( { kind = \"ball\"; material = \"a\"; } );",
        "repeat = [2, 2, 1];",
        "step = [1, 1, 1];",
        "as_lumibench = true;",
        "include = ( \"a.scene\" );",
        "sphere_file = \"a.txt\";",
        "file = \"a.obj\";",
        "texture = \"a.png\";",
        "objects = ( \"a\" );",
        "separate = ( { name = \"s\"; objects = ( \"b\" ); } );",
        "together = true;",
        "material = \"a\";"};
    enum { KEYS = sizeof keys / sizeof *keys };
    static char line[160];
    uint32_t kinds = 1, rest = random / 2;
    if (random % 2)
        return keys[rest % KEYS];
    while (generators[kinds])
        kinds++;
    const struct param_table table = generators[rest % kinds]->params();
    rest /= kinds;
    const struct param *p = &table.rows[rest % table.n_rows];
    rest /= (uint32_t)table.n_rows;
    if (p->type == PARAM_CHOICE)
        snprintf(line, sizeof line, "%s = \"%s\";", p->name, p->choices[rest % 2]);
    else
        snprintf(line, sizeof line, p->type == PARAM_REAL ? "%s = %f;" : "%s = %.0f;", p->name,
                 rest % 2 ? p->min : p->max);
    return line;
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_load_scene(bytes, n, ".scene", st);
}
