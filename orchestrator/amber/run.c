#include "orchestrator/amber/run.h"

#include "common/auto.h"
#include "common/grow.h"
#include "common/interrupt.h"
#include "orchestrator/amber/parts.h"
#include "sim/functional/exec/launch.h"

#include <math.h>
#include <string.h>

/* ---- what the run has left ---- */

/* The binding of a buffer or image in the run's pipeline; NULL: it has none. */
static const struct amber_binding *binding_of(const struct amber_script *s, uint32_t buffer)
{
    const struct amber_pipeline *p = &s->pipelines.at[s->run.pipeline];
    for (uint32_t i = 0; i < p->bindings.n; i++) {
        const struct amber_binding *b = &p->bindings.at[i];
        if ((b->kind == AMBER_BUFFER || b->kind == AMBER_IMAGE) && b->index == buffer)
            return b;
    }
    return NULL;
}

/* A word of a buffer or image: what the frame has left there, or what it began with. */
static uint32_t found_word(const struct amber_script *s, const struct launch *l, uint32_t buffer,
                           uint32_t word)
{
    const struct amber_buffer *from = &s->buffers.at[buffer];
    const struct amber_binding *b = binding_of(s, buffer);
    uint32_t out = from->words.at[word], n = from->type.n, pixel = word / n;
    uint64_t size = 0;
    const uint8_t *bytes = NULL;
    if (b && b->kind == AMBER_BUFFER)
        bytes = launch_buffer(l, b->set, b->binding, &size);
    if (bytes && 4 * (uint64_t)word + 4 <= size)
        memcpy(&out, bytes + 4 * (size_t)word, 4);
    if (b && b->kind == AMBER_IMAGE)
        bytes = launch_pixel(l, b->set, b->binding, pixel % from->width, pixel / from->width);
    if (bytes && b->kind == AMBER_IMAGE)
        memcpy(&out, bytes + 4 * (size_t)(word % n), 4);
    return out;
}

/* ---- expectations ---- */

static bool holds(const struct amber_expect *e, uint32_t component, double found, double expected)
{
    const struct amber_tolerance *t = &e->tolerance[component];
    double most = component < e->n_tolerances ? t->value : 0;
    if (component < e->n_tolerances && t->percent)
        most = most / 100 * fabs(expected);
    switch (e->comparator) {
    case AMBER_EQ:
        return fabs(found - expected) <= most;
    case AMBER_NE:
        return found != expected;
    case AMBER_LT:
        return found < expected;
    case AMBER_LE:
        return found <= expected;
    case AMBER_GT:
        return found > expected;
    default:
        return found >= expected;
    }
}

static enum st_code note(struct amber_outcome *out, uint32_t expect, uint32_t word, double found,
                         double expected, struct status *st)
{
    if (!grow(&out->differences.at, out->differences.n, &out->differences.room,
              sizeof *out->differences.at))
        return status_no_memory(st, "what is not as expected");
    out->differences.at[out->differences.n++] =
        (struct amber_difference){expect, word, found, expected};
    return ST_OK;
}

static enum st_code compare_buffers(const struct amber_script *s, const struct launch *l,
                                    uint32_t expect, struct amber_outcome *out, struct status *st)
{
    const struct amber_expect *e = &s->expects.at[expect];
    const struct amber_buffer *a = &s->buffers.at[e->buffer], *b = &s->buffers.at[e->other];
    if (a->words.n != b->words.n || a->type.scalar != b->type.scalar)
        return status_fail_at(st, ST_FAILED, s->path, (int)e->line,
                              "EQ_BUFFER of buffers that differ in type or size; expected two of "
                              "one kind");
    for (uint32_t i = 0; i < a->words.n; i++) {
        double x = amber_value(a->type.scalar, found_word(s, l, e->buffer, i));
        double y = amber_value(b->type.scalar, found_word(s, l, e->other, i));
        if (!(x == y))
            return note(out, expect, i, x, y, st);
    }
    return ST_OK;
}

static enum st_code check(const struct amber_script *s, const struct launch *l, uint32_t expect,
                          struct amber_outcome *out, struct status *st)
{
    const struct amber_expect *e = &s->expects.at[expect];
    const struct amber_type *type = &s->buffers.at[e->buffer].type;
    if (e->comparator == AMBER_EQ_BUFFER)
        return compare_buffers(s, l, expect, out, st);
    for (uint32_t i = 0; i < e->values.n; i++) {
        uint32_t word = e->first + i;
        double found = amber_value(type->scalar, found_word(s, l, e->buffer, word));
        if (!holds(e, i % type->n, found, e->values.at[i]))
            return note(out, expect, word, found, e->values.at[i], st);
    }
    return ST_OK;
}

/* ---- the run ---- */

/* The folder is on the disk only until its shaders are read; no signal ends the program before. */
static enum st_code load(const struct amber_script *s, const struct device_image *image,
                         struct amber_folder *folder, struct launch **out, struct status *st)
{
    interrupt_hold(true);
    enum st_code code = amber_folder_make(folder, s, st);
    if (code == ST_OK) {
        struct frame frame = {.width = s->run.width,
                              .height = s->run.height,
                              .samples = 1,
                              .max_depth = 1,
                              .rays_per_hit = 1,
                              .shaders = folder->path};
        code = launch_create(out, image, &frame, st);
        amber_folder_remove(folder);
    }
    if (code == ST_OK && interrupt_signal()) {
        launch_free(*out);
        *out = NULL;
        code = status_fail(st, ST_FAILED, "%s: a signal ended the run", s->path);
    }
    interrupt_hold(false);
    return code;
}

static enum st_code run(const struct amber_script *s, const struct device_image *image,
                        struct amber_outcome *out, struct status *st)
{
    AUTO(amber_folder_free) struct amber_folder folder = {0};
    struct launch *l = NULL;
    enum st_code code = load(s, image, &folder, &l, st);
    if (code == ST_OK)
        code = launch_execute(l, st);
    if (code != ST_OK && folder.path)
        amber_folder_retell(&folder, s, st);
    for (uint32_t i = 0; i < s->expects.n && code == ST_OK; i++)
        code = check(s, l, i, out, st);
    launch_free(l);
    return code;
}

enum st_code amber_run(const struct amber_script *s, struct amber_outcome *out, struct status *st)
{
    struct scene *scene;
    struct device_image *image;
    *out = (struct amber_outcome){0};
    TRY(amber_make_scene(s, &scene, st));
    TRY_ELSE(device_image_create(&image, scene, st), scene_free(scene));
    enum st_code code = run(s, image, out, st);
    device_image_free(image);
    scene_free(scene);
    if (code != ST_OK)
        amber_outcome_free(out);
    return code;
}

void amber_outcome_free(struct amber_outcome *o)
{
    mem_free(o->differences.at);
    *o = (struct amber_outcome){0};
}
