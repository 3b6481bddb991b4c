#include "orchestrator/predict/warnings.h"

#include "common/memory.h"
#include "orchestrator/predict/camera.h"
#include "sim/functional/traversal/facing.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 1024 };

static void facing_line(char line[LINE], const char *origin, const struct facing *f)
{
    const char *ending = strrchr(origin, '.');
    int used = snprintf(line, LINE,
                        "%.300s: %.0f %% of what the camera sees of mesh '%.100s' are backs, which "
                        "are shaded flat; ",
                        origin, 100 * f->backs, f->mesh);
    if (ending && strcmp(ending, ".scene") == 0)
        snprintf(line + used, LINE - (size_t)used,
                 "give it 'two_sided = true' or, where all of it is turned, 'flip = true'");
    else
        snprintf(line + used, LINE - (size_t)used,
                 "load it through a scene file: meshes = ( { name = \"mesh\"; file = \"%.300s\"; "
                 "two_sided = true; } ); or, where all of it is turned, flip = true",
                 origin);
}

/* Appends a line to `text` (may be NULL). Returns the new text and frees the old one. */
static char *add_line(char *text, const char *line)
{
    size_t used = text ? strlen(text) + 1 : 0, n = used + strlen(line) + 1;
    char *more = mem_resize(text, n, 1);
    if (!more) {
        mem_free(text);
        return NULL;
    }
    snprintf(more + (used ? used - 1 : 0), n - (used ? used - 1 : 0), "%s%s", used ? "\n" : "",
             line);
    return more;
}

char *world_warnings(const struct world *world, const struct render_settings *render)
{
    struct facing *away = NULL;
    struct status unused = {0};
    uint32_t n = 0;
    char line[LINE], *text = world->note[0] ? mem_strdup(world->note) : NULL;
    if (world->scene->notes)
        text = add_line(text, world->scene->notes);
    struct scene_camera camera;
    if (camera_given(world->scene, render, &camera, &unused) != ST_OK)
        camera = world->scene->camera; /* the run reports it */
    if (world->scene->seen_from_inside && !render->eye.given) {
        snprintf(
            line, LINE,
            "%.300s: nothing says where the camera is, and the scene's middle is walled in: it "
            "is seen from inside; --eye and --look-at say otherwise, and 'flip = true' in a scene "
            "file where its surfaces are turned",
            world->scene->origin);
        text = add_line(text, line);
    }
    if (render->shader != SHADER_AO &&
        facing_away(world->image, &camera, &away, &n, &unused) == ST_OK)
        for (uint32_t i = 0; i < n; i++) {
            facing_line(line, world->scene->origin, &away[i]);
            text = add_line(text, line);
        }
    mem_free(away);
    return text;
}
