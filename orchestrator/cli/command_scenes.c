#include "orchestrator/cli/command.h"

#include "common/file.h"
#include "common/json_writer.h"
#include "scenes/scene.h"

static void print_scene(const struct scene *s, FILE *out)
{
    fprintf(out, "%-12s %12llu %12llu %9u %9u\n", s->name, (unsigned long long)scene_triangles(s),
            (unsigned long long)scene_unique_triangles(s), s->n_spheres, s->n_instances);
}

static json_t *scene_json(struct json_writer *w, const struct scene *s)
{
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "name", s->name);
    json_put_count(w, one, "triangles", scene_triangles(s));
    json_put_count(w, one, "unique_triangles", scene_unique_triangles(s));
    json_put_count(w, one, "spheres", s->n_spheres);
    json_put_count(w, one, "instances", s->n_instances);
    json_put_text(w, one, "hash", s->hash);
    return one;
}

static enum st_code list_scenes(const struct command_context *c, char *const *names, size_t n,
                                struct json_writer *w, json_t *list, struct status *st)
{
    if (!c->settings->output.json)
        fprintf(c->out, "%-12s %12s %12s %9s %9s\n", "scene", "triangles", "unique", "spheres",
                "instances");
    for (size_t i = 0; i < n; i++) {
        struct scene *scene;
        TRY(scene_load(&scene, names[i], st));
        if (c->settings->output.json)
            json_append(w, list, scene_json(w, scene));
        else
            print_scene(scene, c->out);
        scene_free(scene);
    }
    return ST_OK;
}

enum st_code command_scenes(const struct command_context *c, struct status *st)
{
    struct json_writer w = {0};
    char **names;
    size_t n;
    TRY(scene_list_builtin(&names, &n, st));
    json_t *document = json_writer_document(&w, "scenes"), *list = json_writer_array(&w);
    enum st_code code = list_scenes(c, names, n, &w, list, st);
    file_free_list(names, n);
    json_put(&w, document, "scenes", list);
    if (code == ST_OK && c->settings->output.json)
        return json_writer_finish(&w, document, c->out, st);
    json_decref(document);
    return code;
}
