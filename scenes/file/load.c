/* Makes a scene from a command-line argument: a built-in scene's name, a scene file or a mesh file.
 */
#include "scenes/builder.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "scenes/enclosed.h"
#include "scenes/file/scene_file.h"
#include "scenes/import/mesh_import.h"
#include "scenes/unit.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define ENDING         ".scene"
#define BUILTIN_FOLDER "scenes/builtin"

static bool ends_with(const char *text, const char *ending)
{
    size_t n = strlen(text), k = strlen(ending);
    return n > k && strcmp(text + n - k, ending) == 0;
}

/* ---- built-in scenes ---- */

enum st_code scene_list_builtin(char ***names, size_t *n, struct status *st)
{
    return file_list_data(BUILTIN_FOLDER, ENDING, names, n, st);
}

/* Returns the path of a built-in scene's file (mem_free), NULL if there is none of that name. */
static char *find_builtin(const char *name)
{
    char relative[128];
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-')
            return NULL;
    int n = snprintf(relative, sizeof relative, BUILTIN_FOLDER "/%s" ENDING, name);
    return *name && n > 0 && (size_t)n < sizeof relative ? file_find_data(relative) : NULL;
}

static enum st_code fail_unknown(const char *operand, struct status *st)
{
    struct status unused = {0};
    struct suggestion near = {0};
    struct stat info;
    char **names, known[STATUS_TEXT / 2] = "", meant[64] = "";
    size_t n;
    bool there = stat(operand, &info) == 0;
    if (there || strchr(operand, '/') || strchr(operand, '.'))
        return status_fail_at(st, ST_FAILED, operand, 0,
                              "%s; a .scene file, a mesh file (" MESH_USUAL_ENDINGS
                              " ...) or the name of a built-in scene is needed",
                              !there                  ? "no such file"
                              : S_ISDIR(info.st_mode) ? "is a folder"
                              : S_ISREG(info.st_mode) ? "cannot be read"
                                                      : "is a device or a pipe");
    if (scene_list_builtin(&names, &n, &unused) == ST_OK) {
        for (size_t i = 0; i < n; i++) {
            suggest_list(known, sizeof known, names[i]);
            suggest_consider(&near, operand, names[i]);
        }
        snprintf(meant, sizeof meant, "%s", near.best ? near.best : "");
        file_free_list(names, n);
    }
    if (*meant)
        return status_fail(st, ST_FAILED,
                           "%s: neither a built-in scene nor a file; did you mean '%s'?", operand,
                           meant);
    return status_fail(st, ST_FAILED,
                       "%s: neither a built-in scene nor a file; built-in scenes: %s", operand,
                       *known ? known : "none found");
}

/* ---- defaults ---- */

/* Places a camera. In a room it is inside. Otherwise it looks at the middle of the scene from the
 * front right and above, at the distance at which the sphere around the bounds just fills a square
 * picture. */
static void guess_camera(struct scene *s)
{
    struct vec3 lo, hi;
    s->seen_from_inside = scene_camera_inside(s, &s->camera);
    if (s->seen_from_inside)
        return;
    scene_bounds(s, &lo, &hi);
    const double middle[3] = {0.5 * ((double)lo.x + (double)hi.x),
                              0.5 * ((double)lo.y + (double)hi.y),
                              0.5 * ((double)lo.z + (double)hi.z)};
    const double size[3] = {(double)hi.x - (double)lo.x, (double)hi.y - (double)lo.y,
                            (double)hi.z - (double)lo.z};
    const double from[3] = {0.5, 0.4, 0.77};          /* about length 1 */
    const double half_fov_sine = 0.34202014332566873; /* sine of 20 degrees */
    double radius = 0.5 * sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
    double distance = (radius > 0 ? radius : 1.0) / half_fov_sine;
    struct scene_camera *c = &s->camera;
    *c = (struct scene_camera){
        .up = {0, 1, 0}, .vertical_fov_deg = 40.0f, .focus_distance = (float)distance};
    for (int i = 0; i < 3; i++) {
        c->look_at[i] = (float)middle[i];
        c->eye[i] = (float)(middle[i] + distance * from[i]);
    }
}

/* Places a light beside and above the guessed camera, far enough to light every side that it sees.
 */
static void default_light(struct scene *s)
{
    for (int i = 0; i < 3; i++)
        s->light_position[i] = s->camera.eye[i] + (i == 1 ? s->camera.focus_distance : 0.0f);
}

static enum st_code load_mesh(struct scene_builder *b, const char *path, struct status *st)
{
    struct mesh_parts parts;
    TRY(mesh_import(b, path, -1, NULL, &parts, st));
    enum st_code code = ST_OK;
    for (uint32_t i = 0; code == ST_OK && i < parts.n; i++)
        code = builder_instance(b, parts.items[i].mesh, &parts.items[i].transform, st);
    mem_free(parts.items);
    return builder_code_at(code, path, 0, st);
}

/* ---- loading ---- */

static enum st_code load_path(struct scene_builder *b, const char *path, struct scene **out,
                              struct status *st)
{
    bool has_camera = false;
    TRY(builder_start(b, st));
    TRY(builder_name(b, path, st));
    if (ends_with(path, ENDING))
        TRY(scene_file_read(b, path, &has_camera, st));
    else
        TRY(load_mesh(b, path, st));
    if (!has_camera && b->scene->n_instances > 0)
        guess_camera(b->scene);
    if (!ends_with(path, ENDING))
        default_light(b->scene);
    if (!b->scene->unit_stated)
        TRY(scene_unit_of(b->scene, &b->scene->unit, st));
    return builder_code_at(builder_finish(b, out, st), path, 0, st);
}

enum st_code scene_load(struct scene **out, const char *operand, struct status *st)
{
    struct scene_builder b = {0};
    MEM_AUTO char *builtin = find_builtin(operand);
    *out = NULL;
    if (!builtin && !file_exists(operand))
        return fail_unknown(operand, st);
    enum st_code code = load_path(&b, builtin ? builtin : operand, out, st);
    builder_abandon(&b);
    /* An invalid scene is a failure, not a usage error: the command line itself was correct. */
    if (code == ST_USAGE)
        code = st->code = ST_FAILED;
    return code;
}
