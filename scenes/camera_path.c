#include "scenes/camera_path.h"

#include <math.h>

/* Where a frame is: between which two keys of a path. */
struct place {
    const struct scene_path *path;
    uint32_t segment; /* number of the first key; the next one is the second */
    double t;         /* 0 at the first, 1 at the second */
};

/* One number of the camera, in every key. */
struct track {
    const struct place *at;
    size_t number; /* index of the number in struct scene_camera, taken as an array of floats */
    bool bounded;  /* the value must lie between those of the two keys */
};

enum {
    NUMBERS = sizeof(struct scene_camera) / sizeof(float),
    BOUNDED = offsetof(struct scene_camera, vertical_fov_deg) / sizeof(float), /* index of the first
                                                                                  number that is
                                                                                  bounded */
};

static double value_of(const struct track *track, uint32_t key)
{
    return (double)((const float *)&track->at->path->keys[key].camera)[track->number];
}

/* Returns the change per frame from a key to a later one. */
static double slope(const struct track *track, uint32_t key, uint32_t later)
{
    const struct scene_key *keys = track->at->path->keys;
    return (value_of(track, later) - value_of(track, key)) /
           ((double)keys[later].frame - (double)keys[key].frame);
}

static double tangent(const struct track *track, uint32_t key)
{
    uint32_t last = track->at->path->n_keys - 1;
    if (key == 0)
        return slope(track, 0, 1);
    if (key == last)
        return slope(track, last - 1, last);
    double through = slope(track, key - 1, key + 1);
    if (!track->bounded)
        return through;
    double before = slope(track, key - 1, key), after = slope(track, key, key + 1);
    if (before * after <= 0)
        return 0;
    double most = 3 * fmin(fabs(before), fabs(after));
    return copysign(fmin(fabs(through), most), through);
}

static double between(const struct track *track)
{
    const struct place *at = track->at;
    uint32_t i = at->segment;
    double t = at->t, first = value_of(track, i), second = value_of(track, i + 1);
    if (at->path->interpolation == INTERPOLATE_LINEAR)
        return (1 - t) * first + t * second;
    double frames = (double)at->path->keys[i + 1].frame - (double)at->path->keys[i].frame;
    double u = 1 - t;
    return u * u * (1 + 2 * t) * first + t * t * (1 + 2 * u) * second +
           frames * t * u * (u * tangent(track, i) - t * tangent(track, i + 1));
}

float camera_distance(const struct scene_camera *c)
{
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double d = (double)c->look_at[i] - (double)c->eye[i];
        square += d * d;
    }
    return square > 0 ? (float)sqrt(square) : 1.0f;
}

struct scene_camera camera_path_at(const struct scene_path *path, uint32_t frame)
{
    const struct scene_key *keys = path->keys;
    uint32_t i = 0, end = path->n_keys; /* the segment is one of i to end - 1 */
    while (end - i > 1) {
        uint32_t middle = i + (end - i) / 2;
        if (keys[middle].frame <= frame)
            i = middle;
        else
            end = middle;
    }
    if (i + 1 == path->n_keys || keys[i].frame == frame)
        return keys[i].camera;
    double frames = (double)keys[i + 1].frame - (double)keys[i].frame;
    struct place at = {path, i, ((double)frame - (double)keys[i].frame) / frames};
    struct scene_camera c;
    for (size_t number = 0; number < NUMBERS; number++)
        ((float *)&c)[number] = (float)between(&(struct track){&at, number, number >= BOUNDED});
    if (path->focus_follows)
        c.focus_distance = camera_distance(&c);
    return c;
}

uint32_t scene_last_frame(const struct scene *s)
{
    return s->path.n_keys ? s->path.keys[s->path.n_keys - 1].frame : 0;
}

struct scene_camera scene_camera_at(const struct scene *s, uint32_t frame)
{
    return s->path.n_keys ? camera_path_at(&s->path, frame) : s->camera;
}
