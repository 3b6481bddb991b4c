#include "orchestrator/cli/command.h"

#include "scenes/scene.h"

static enum st_code list_scene(const struct command_context *c, const char *name,
                               struct json_writer *w, json_t *one, struct status *st)
{
    struct scene *s;
    TRY(scene_load(&s, name, st));
    if (c->settings->output.json) {
        json_put_text(w, one, "name", s->name);
        json_put_count(w, one, "triangles", scene_triangles(s));
        json_put_count(w, one, "unique_triangles", scene_unique_triangles(s));
        json_put_count(w, one, "spheres", s->n_spheres);
        json_put_count(w, one, "instances", s->n_instances);
        json_put_real(w, one, "unit", s->unit);
        json_put_text(w, one, "hash", s->hash);
    } else
        fprintf(c->out, "%-12s %12llu %12llu %9u %9u %6g\n", s->name,
                (unsigned long long)scene_triangles(s),
                (unsigned long long)scene_unique_triangles(s), s->n_spheres, s->n_instances,
                s->unit);
    scene_free(s);
    return ST_OK;
}

enum st_code command_scenes(const struct command_context *c, struct status *st)
{
    char **names;
    size_t n;
    TRY(scene_list_builtin(&names, &n, st));
    return command_list(c, "scene           triangles       unique   spheres instances   unit\n",
                        names, n, list_scene, st);
}
