/* Reads the camera of a scene file and its path, a list of key frames that each state the changes
 * from the previous key. */
#include "scenes/file/reader.h"

#include "common/memory.h"
#include "scenes/camera_path.h"

#include <string.h>

/* Reads the settings that cameras and key frames have. Missing settings keep their values. The
 * focus distance is special: *focus tells whether it was ever given; until then it is the distance
 * to the point that the camera looks at. */
static enum st_code read_view(struct scene_reader *r, const struct conf_node *group,
                              struct scene_camera *c, bool *focus)
{
    const struct conf_node *node;
    static const struct {
        const char *key;
        size_t offset;
    } vectors[] = {{"eye", offsetof(struct scene_camera, eye)},
                   {"look_at", offsetof(struct scene_camera, look_at)},
                   {"up", offsetof(struct scene_camera, up)}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        node = conf_find(group, vectors[i].key);
        if (node)
            TRY(reader_floats(r, node, 3, (float *)((char *)c + vectors[i].offset)));
    }
    TRY(reader_number(r, group, "fov", &c->vertical_fov_deg));
    TRY(reader_number(r, group, "aperture", &c->aperture));
    *focus = *focus || conf_find(group, "focus");
    if (!*focus)
        c->focus_distance = camera_distance(c);
    TRY(reader_number(r, group, "focus", &c->focus_distance));
    return reader_at(r, group, scene_validate_camera(c, r->st));
}

static enum st_code read_interpolation(struct scene_reader *r, const struct conf_node *group,
                                       enum scene_interpolation *out)
{
    const struct conf_node *node = conf_find(group, "interpolation");
    const char *name;
    *out = INTERPOLATE_SMOOTH;
    if (!node)
        return ST_OK;
    if (!conf_find(group, "path"))
        return conf_fail(node, r->st, "'interpolation' is of a camera's 'path' and there is none");
    TRY(conf_get_text(node, &name, r->st));
    if (strcmp(name, "linear") == 0)
        *out = INTERPOLATE_LINEAR;
    else if (strcmp(name, "smooth") != 0)
        return conf_fail(node, r->st, "'interpolation' is '%s'; it must be 'smooth' or 'linear'",
                         name);
    return ST_OK;
}

static enum st_code read_frame(struct scene_reader *r, const struct conf_node *group,
                               uint32_t before, uint32_t *out)
{
    const struct conf_node *node;
    int64_t frame;
    TRY(conf_need(group, "frame", &node, r->st));
    TRY(conf_get_int(node, 0, SCENE_MOST_FRAME, &frame, r->st));
    if (frame == 0)
        return conf_fail(node, r->st,
                         "a key of 'path' is at frame 0, which is the camera itself; the first key "
                         "must be at a later frame");
    if (frame <= (int64_t)before)
        return conf_fail(node, r->st,
                         "a key of 'path' is at frame %lld and the one before it at %u; frames "
                         "must increase",
                         (long long)frame, before);
    *out = (uint32_t)frame;
    return ST_OK;
}

static enum st_code read_key(struct scene_reader *r, const struct conf_node *group,
                             struct scene_path *path, bool *focus)
{
    static const char *const keys[] = {"frame", "eye",      "look_at", "up",
                                       "fov",   "aperture", "focus",   NULL};
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, r->st,
                         "a key of 'path' is not a group; write { frame = 60; eye = (x, y, z); "
                         "look_at = (x, y, z); }");
    struct scene_key key = path->keys[path->n_keys - 1];
    TRY(conf_only(group, keys, r->st));
    TRY(read_frame(r, group, key.frame, &key.frame));
    TRY(read_view(r, group, &key.camera, focus));
    path->keys[path->n_keys++] = key;
    return ST_OK;
}

/* Checks the cameras between the keys, which may be invalid even where the keys are valid. */
static enum st_code check_between(struct scene_reader *r, const struct conf_node *list,
                                  const struct scene_path *path)
{
    for (uint32_t i = 1; i < path->n_keys; i++)
        for (uint32_t f = path->keys[i - 1].frame + 1; f < path->keys[i].frame; f++) {
            struct scene_camera c = camera_path_at(path, f);
            struct status why = {0};
            if (scene_validate_camera(&c, &why) != ST_OK)
                return conf_fail(conf_at(list, i - 1), r->st, "at frame %u, before this key: %s", f,
                                 why.text);
        }
    return ST_OK;
}

static enum st_code read_path(struct scene_reader *r, const struct conf_node *list, bool focus)
{
    struct scene_path *path = &r->b->scene->path;
    TRY(reader_list(r, list));
    if (conf_count(list) == 0)
        return conf_fail(list, r->st,
                         "'path' has no keys; it needs at least one, or the scene no path");
    TRY(mem_make(&path->keys, conf_count(list) + 1, sizeof *path->keys, "camera path", r->st));
    path->keys[path->n_keys++] = (struct scene_key){0, r->b->scene->camera};
    for (size_t i = 0; i < conf_count(list); i++)
        TRY(read_key(r, conf_at(list, i), path, &focus));
    path->focus_follows = !focus;
    return check_between(r, list, path);
}

enum st_code reader_camera(struct scene_reader *r, const struct conf_node *group)
{
    static const char *const keys[] = {"eye",   "look_at",       "up",   "fov", "aperture",
                                       "focus", "interpolation", "path", NULL};
    struct scene *s = r->b->scene;
    const struct conf_node *node, *path = conf_find(group, "path");
    bool focus = false;
    s->camera = (struct scene_camera){.up = {0, 1, 0}, .vertical_fov_deg = 40.0f};
    mem_free(s->path.keys);
    s->path = (struct scene_path){0};
    TRY(conf_only(group, keys, r->st));
    TRY(conf_need(group, "eye", &node, r->st));
    TRY(conf_need(group, "look_at", &node, r->st));
    TRY(read_view(r, group, &s->camera, &focus));
    TRY(read_interpolation(r, group, &s->path.interpolation));
    r->has_camera = true;
    return path ? read_path(r, path, focus) : ST_OK;
}
