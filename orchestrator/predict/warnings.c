#include "orchestrator/predict/warnings.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/predict/camera.h"
#include "sim/functional/traversal/facing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the line before, if there is one. */
static FILE *next_line(FILE *out)
{
    if (ftell(out) > 0)
        putc('\n', out);
    return out;
}

static void warn_facing(FILE *out, const char *origin, const struct facing *f)
{
    const char *ending = strrchr(origin, '.');
    fprintf(next_line(out),
            "%.300s: %.0f %% of what the camera sees of mesh '%.100s' are backs, which are shaded "
            "flat; ",
            origin, 100 * f->backs, f->mesh);
    if (ending && strcmp(ending, ".scene") == 0)
        fputs("give it 'two_sided = true' or, where all of it is turned, 'flip = true'", out);
    else
        fprintf(out,
                "load it through a scene file: meshes = ( { name = \"mesh\"; file = \"%.300s\"; "
                "two_sided = true; } ); or, where all of it is turned, flip = true",
                origin);
}

static void write_warnings(FILE *out, const struct world *world,
                           const struct render_settings *render)
{
    const struct scene *scene = world->scene;
    struct facing *away = NULL;
    struct status unused = {0};
    struct scene_camera camera;
    uint32_t n = 0;
    fputs(world->note, out);
    if (scene->notes)
        fputs(scene->notes, next_line(out));
    if (camera_given(scene, render, &camera, &unused) != ST_OK)
        camera = scene->camera; /* the run reports it */
    if (scene->seen_from_inside && !render->eye.given)
        fprintf(next_line(out),
                "%.300s: nothing says where the camera is, and the scene's middle is walled in: it "
                "is seen from inside; --eye and --look-at say otherwise, and 'flip = true' in a "
                "scene file where its surfaces are turned",
                scene->origin);
    if (render->shader != SHADER_AO &&
        facing_away(world->image, &camera, &away, &n, &unused) == ST_OK)
        for (uint32_t i = 0; i < n; i++)
            warn_facing(out, scene->origin, &away[i]);
    mem_free(away);
}

char *world_warnings(const struct world *world, const struct render_settings *render)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = file_memory(&text, &n);
    if (!out)
        return NULL;
    write_warnings(out, world, render);
    if (file_memory_close(out, &text) && n)
        return text;
    free(text);
    return NULL;
}
