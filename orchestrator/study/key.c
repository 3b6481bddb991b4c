#include "orchestrator/study/key.h"

#include "common/auto.h"
#include "common/grow.h"
#include "common/json_writer.h"
#include "common/keep.h"
#include "common/memory.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/settings/options_json.h"
#include "scenes/scene.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"
#include "sim/functional/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const key_kind_names[] = {"predict", "simulate", "pictures", "profile"};

/* What is known of an operand. */
struct known {
    const char *operand; /* as it was written */
    uint32_t kind;       /* of shaders: enum shader_kind */
    char *name, *note;   /* NULL: none */
    char hash[HASH_TEXT];
    uint32_t width, height; /* of scenes: what they ask for, 0: nothing */
};

struct known_list {
    struct known *all;
    uint32_t n, room;
};

struct keys {
    char program[HASH_TEXT];
    struct known_list scenes, gpus, shaders, heatmaps;
    uint32_t said; /* notes of GPUs */
};

enum st_code keys_create(struct keys **out, struct status *st)
{
    TRY(mem_make(out, 1, sizeof **out, "keys", st));
    keep_program_hash((*out)->program);
    return ST_OK;
}

static void free_known(struct known *k)
{
    mem_free(k->name);
    mem_free(k->note);
}

static void free_list(struct known_list *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        free_known(&l->all[i]);
    mem_free(l->all);
}

void keys_free(struct keys *k)
{
    if (!k)
        return;
    free_list(&k->scenes);
    free_list(&k->gpus);
    free_list(&k->shaders);
    free_list(&k->heatmaps);
    mem_free(k);
}

/* ---- looking things up, once ---- */

static enum st_code look_at_scene(struct known *out, struct status *st)
{
    struct scene *scene;
    TRY(scene_load(&scene, out->operand, st));
    memcpy(out->hash, scene->hash, sizeof out->hash);
    enum st_code code = mem_copy_text(&out->name, scene->name, "keys", st);
    out->width = scene->width;
    out->height = scene->height;
    scene_free(scene);
    return code;
}

static enum st_code look_at_gpu(struct known *out, struct status *st)
{
    struct gpu_config gpu;
    TRY(gpu_config_load_noted(&gpu, out->operand, &out->note, st));
    memcpy(out->hash, gpu.hash, sizeof out->hash);
    return mem_copy_text(&out->name, gpu.name, "keys", st);
}

static enum st_code look_at_shader(struct known *out, struct status *st)
{
    return launch_hash_shader((enum shader_kind)(out->kind % SHADER_KINDS),
                              (enum isa)(out->kind / SHADER_KINDS),
                              out->operand[0] ? out->operand : NULL, out->hash, st);
}

static enum st_code look_at_heatmap(struct known *out, struct status *st)
{
    return hash_file(out->operand, out->hash, st);
}

static enum st_code look_up(struct known_list *l, const char *operand, uint32_t kind,
                            enum st_code (*look_at)(struct known *, struct status *),
                            const struct known **out, struct status *st)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->all[i].kind == kind && strcmp(l->all[i].operand, operand) == 0) {
            *out = &l->all[i];
            return ST_OK;
        }
    if (!grow(&l->all, l->n, &l->room, sizeof *l->all))
        return status_no_memory(st, "keys");
    struct known known = {.operand = operand, .kind = kind};
    TRY_ELSE(look_at(&known, st), free_known(&known));
    l->all[l->n] = known;
    *out = &l->all[l->n++];
    return ST_OK;
}

/* ---- inputs ---- */

/* The picture of a frame does not depend on the seed. */
static json_t *options_json(struct json_writer *w, enum key_kind kind,
                            const struct settings *settings)
{
    const struct settings reference = options_of_reference(settings);
    static const uint32_t commands[] = {COMMAND_PREDICT, COMMAND_SIMULATE, COMMAND_RENDER,
                                        COMMAND_HEATMAP};
    json_t *all = options_inputs(w, commands[kind], kind == KEY_SIMULATE ? &reference : settings);
    if (kind == KEY_PICTURES)
        json_object_del(all, "seed");
    return all;
}

static void put_known(struct json_writer *w, json_t *object, const char *key,
                      const struct known *known)
{
    json_t *both = json_writer_object(w);
    json_put_text(w, both, "name", known->name);
    json_put_text(w, both, "hash", known->hash);
    json_put(w, object, key, both);
}

struct inputs {
    const struct known *scene, *gpu, *shader, *heatmap; /* NULL: does not matter */
};

static enum st_code look_up_all(struct keys *k, enum key_kind kind, const struct render_settings *s,
                                struct inputs *in, struct status *st)
{
    *in = (struct inputs){0};
    TRY(look_up(&k->scenes, s->scene, 0, look_at_scene, &in->scene, st));
    TRY(look_up(&k->shaders, s->shaders ? s->shaders : "", s->shader + SHADER_KINDS * s->isa,
                look_at_shader, &in->shader, st));
    if (kind != KEY_PICTURES)
        TRY(look_up(&k->gpus, s->gpu, 0, look_at_gpu, &in->gpu, st));
    if (s->heatmap) /* a reference has its size */
        TRY(look_up(&k->heatmaps, s->heatmap, 0, look_at_heatmap, &in->heatmap, st));
    return ST_OK;
}

static json_t *inputs_json(struct json_writer *w, const struct keys *k, enum key_kind kind,
                           const struct settings *settings, const struct inputs *in)
{
    json_t *all = json_writer_object(w);
    json_put_text(w, all, "kind", key_kind_names[kind]);
    json_put_text(w, all, "program", k->program);
    put_known(w, all, "scene", in->scene);
    json_put_text(w, all, "shader", in->shader->hash);
    if (in->gpu)
        put_known(w, all, "gpu", in->gpu);
    json_put_text(w, all, "heatmap", in->heatmap ? in->heatmap->hash : NULL);
    json_put(w, all, "options", options_json(w, kind, settings));
    return all;
}

enum st_code keys_make(struct keys *k, enum key_kind kind, const struct settings *settings,
                       char key[HASH_TEXT], char **inputs, struct status *st)
{
    struct json_writer w = {0};
    struct inputs in;
    MEM_AUTO char *text = NULL;
    TRY(look_up_all(k, kind, &settings->render, &in, st));
    TRY(json_writer_text(&w, inputs_json(&w, k, kind, settings, &in), &text, st));
    hash_bytes(text, strlen(text), key);
    if (inputs) {
        *inputs = text;
        text = NULL;
    }
    return ST_OK;
}

enum st_code keys_look_at_gpu(struct keys *k, const char *operand, struct status *st)
{
    const struct known *unused;
    return look_up(&k->gpus, operand, 0, look_at_gpu, &unused, st);
}

enum st_code keys_samples(struct keys *k, const struct render_settings *render, double *out,
                          struct status *st)
{
    const struct known *known = NULL;
    struct frame frame;
    TRY(look_up(&k->scenes, render->scene, 0, look_at_scene, &known, st));
    struct scene sides = {.width = known->width, .height = known->height};
    struct render_settings first = *render;
    first.frame = 0; /* whether the camera has another one, the run will say */
    TRY(session_frame(&frame, &first, &sides, NULL, st));
    *out = (double)frame.width * frame.height * frame.samples;
    return ST_OK;
}

char *keys_next_note(struct keys *k)
{
    while (k->said < k->gpus.n) {
        struct known *known = &k->gpus.all[k->said++];
        if (known->note)
            return mem_strdup(known->note);
    }
    return NULL;
}
