#include "orchestrator/cli/command.h"

#include "scenes/scene.h"

static const struct listing_column columns[] = {
    LISTING_WORDS("scene", "name"),
    LISTING_NUMBER("triangles", "triangles", 0),
    LISTING_NUMBER("unique", "unique_triangles", 0),
    LISTING_NUMBER("spheres", "spheres", 0),
    LISTING_NUMBER("instances", "instances", 0),
    LISTING_ANY("unit", "unit", 6),
};

static enum st_code put_scene(const char *name, struct json_writer *w, json_t *one,
                              struct status *st)
{
    struct scene *s;
    TRY(scene_load(&s, name, st));
    json_put_text(w, one, "name", s->name);
    json_put_count(w, one, "triangles", scene_triangles(s));
    json_put_count(w, one, "unique_triangles", scene_unique_triangles(s));
    json_put_count(w, one, "spheres", s->n_spheres);
    json_put_count(w, one, "instances", s->n_instances);
    json_put_real(w, one, "unit", s->unit);
    json_put_text(w, one, "hash", s->hash);
    scene_free(s);
    return ST_OK;
}

enum st_code command_scenes(const struct command_context *c, struct status *st)
{
    char **names;
    size_t n;
    TRY(scene_list_builtin(&names, &n, st));
    return command_list(c, columns, sizeof columns / sizeof *columns, names, n, put_scene, st);
}
