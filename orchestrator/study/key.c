#include "orchestrator/study/key.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/file_cache.h"
#include "common/grow.h"
#include "common/json_writer.h"
#include "common/memory.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/settings/options_json.h"
#include "orchestrator/workload/workload_open.h"
#include "scenes/scene.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"
#include "sim/functional/exec/launch.h"
#include "sim/workload/argument.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const key_kind_names[] = {"predict", "simulate", "model", "pictures", "profile"};

/* An operand whose inputs were found, to be found again without opening it. */
struct known {
    const char *operand; /* as given */
    uint32_t kind;       /* for shaders enum shader_kind and the instruction set; for kernels the
                            instruction set */
    char *name, *note;   /* its name, and a note for the user; NULL: none */
    char hash[HASH_TEXT];
    uint32_t width, height; /* for scenes: the size that the file requests; 0: none */
};

struct known_list {
    struct known *all;
    uint32_t n, room;
};

struct keys {
    char program[HASH_TEXT];
    struct known_list scenes, kernels, gpus, shaders, heatmaps;
    uint32_t said; /* for GPUs: how many notes were handed out */
};

enum st_code keys_create(struct keys **out, struct status *st)
{
    TRY(mem_make(out, 1, sizeof **out, "keys", st));
    program_hash((*out)->program);
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
    free_list(&k->kernels);
    free_list(&k->gpus);
    free_list(&k->shaders);
    free_list(&k->heatmaps);
    mem_free(k);
}

/* ---- looking operands up, each once ---- */

static enum st_code look_at_scene(struct known *out, struct status *st)
{
    struct scene *scene;
    const char *near = workload_nearest(out->operand);
    enum st_code found = scene_load(&scene, out->operand, st);
    if (found == ST_FAILED && near && !file_is_named(out->operand))
        return status_fail(st, ST_FAILED, "%s: neither a scene nor a kernel; did you mean '%s'?",
                           out->operand, near);
    TRY(found);
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

/* ---- frames ---- */

/* Puts the options of a key. The picture of a frame does not depend on the seed. */
static json_t *options_json(struct json_writer *w, enum key_kind kind,
                            const struct settings *settings)
{
    const struct settings reference = options_of_reference(settings);
    static const uint32_t commands[] = {COMMAND_PREDICT, COMMAND_SIMULATE | COMMAND_INSIDE,
                                        COMMAND_SIMULATE | COMMAND_INSIDE, COMMAND_RENDER,
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
    const struct known *scene, *gpu, *shader, *heatmap; /* NULL: the result does not depend on it */
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
    if (s->heatmap) /* the frame of a reference has the heatmap's size */
        TRY(look_up(&k->heatmaps, s->heatmap, 0, look_at_heatmap, &in->heatmap, st));
    return ST_OK;
}

static void put_frame(struct json_writer *w, json_t *all, const struct keys *k, enum key_kind kind,
                      const struct settings *settings, const struct inputs *in)
{
    json_put_text(w, all, "kind", key_kind_names[kind]);
    json_put_text(w, all, "program", k->program);
    put_known(w, all, "scene", in->scene);
    json_put_text(w, all, "shader", in->shader->hash);
    if (in->gpu)
        put_known(w, all, "gpu", in->gpu);
    json_put_text(w, all, "heatmap", in->heatmap ? in->heatmap->hash : NULL);
    json_put(w, all, "options", options_json(w, kind, settings));
}

/* ---- kernels ---- */

/* Opens a kernel, which checks the options against its file. */
static enum st_code open_kernel(struct known *out, const struct settings *settings,
                                struct status *st)
{
    AUTO(workload_close) struct workload w = {0};
    const char *slash = strrchr(out->operand, '/');
    TRY(workload_open_as(&w, settings, (enum isa)settings->render.isa, st));
    memcpy(out->hash, w.hash, sizeof out->hash);
    return mem_copy_text(&out->name, slash ? slash + 1 : out->operand, "keys", st);
}

/* Looks a kernel up. It is opened once for each instruction set. */
static enum st_code look_up_kernel(struct keys *k, const struct settings *settings,
                                   const struct known **out, struct status *st)
{
    const struct render_settings *render = &settings->render;
    struct known_list *l = &k->kernels;
    const struct workload_kernel *kernel = workload_find(render->scene);
    if (kernel)
        TRY(workload_check_size(kernel, render->size, st));
    for (uint32_t i = 0; i < l->n; i++)
        if (l->all[i].kind == render->isa && strcmp(l->all[i].operand, render->scene) == 0) {
            *out = &l->all[i];
            return ST_OK;
        }
    if (!grow(&l->all, l->n, &l->room, sizeof *l->all))
        return status_no_memory(st, "keys");
    struct known known = {.operand = render->scene, .kind = render->isa};
    TRY_ELSE(open_kernel(&known, settings, st), free_known(&known));
    l->all[l->n] = known;
    *out = &l->all[l->n++];
    return ST_OK;
}

/* Puts the text of a kernel's argument and, where that names a file, the file's hash. */
static enum st_code put_argument(struct json_writer *w, json_t *all, const char *text,
                                 uint32_t number, struct status *st)
{
    AUTO(argument_release) struct argument argument = {0};
    char hash[HASH_TEXT];
    json_t *one = json_append_object(w, all);
    json_put_text(w, one, "text", text);
    TRY(argument_parse(&argument, text, number, st));
    if (argument.out)
        return status_fail(st, ST_USAGE, "--param %u is '%s'; out= writes a file in 'run' alone",
                           number, text);
    if (!argument.in)
        return ST_OK;
    TRY(hash_file(argument.in, hash, st));
    json_put_text(w, one, "hash", hash);
    return ST_OK;
}

static enum st_code put_arguments(struct json_writer *w, json_t *all,
                                  const struct settings *settings, struct status *st)
{
    const struct command_settings *c = &settings->command;
    json_t *list = json_put_array(w, all, "arguments");
    for (uint32_t i = 0, n = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].name, "param") == 0)
            TRY(put_argument(w, list, c->given[i].value, ++n, st));
    return ST_OK;
}

/* Puts the options of a kernel. The --block of a file can have two forms (workload_open.c). */
static json_t *kernel_options(struct json_writer *w, enum key_kind kind,
                              const struct settings *settings)
{
    const struct settings reference = options_of_reference(settings);
    char text[OPTION_VALUE_TEXT];
    json_t *all = options_inputs(w, COMMAND_RUN, kind == KEY_SIMULATE ? &reference : settings);
    options_value(options_find("block"), settings, text, sizeof text);
    if (user_program_is(settings->render.scene))
        json_put_text(w, all, "block", text);
    if (kind == KEY_MODEL)
        json_put_count(w, all, "observe", settings->method.observe);
    return all;
}

static enum st_code put_kernel(struct json_writer *w, json_t *all, struct keys *k,
                               enum key_kind kind, const struct settings *settings,
                               struct status *st)
{
    const struct known *kernel = NULL, *gpu = NULL;
    TRY(look_up_kernel(k, settings, &kernel, st));
    TRY(look_up(&k->gpus, settings->render.gpu, 0, look_at_gpu, &gpu, st));
    json_put_text(w, all, "kind", kind == KEY_MODEL ? key_kind_names[kind] : "run");
    json_put_text(w, all, "program", k->program);
    put_known(w, all, "scene", kernel);
    put_known(w, all, "gpu", gpu);
    TRY(put_arguments(w, all, settings, st));
    json_put(w, all, "options", kernel_options(w, kind, settings));
    return ST_OK;
}

/* ---- frames and kernels ---- */

static enum st_code put_inputs(struct json_writer *w, json_t *all, struct keys *k,
                               enum key_kind kind, const struct settings *settings,
                               struct status *st)
{
    struct inputs in;
    if (workload_is(settings->render.scene))
        return put_kernel(w, all, k, kind, settings, st);
    TRY(look_up_all(k, kind, &settings->render, &in, st));
    put_frame(w, all, k, kind, settings, &in);
    return ST_OK;
}

/* Puts the hash of the second instruction set's code, on which a comparison of instruction sets
 * also depends. */
static enum st_code put_second(struct json_writer *w, json_t *all, struct keys *k,
                               enum key_kind kind, const struct settings *settings,
                               struct status *st)
{
    struct settings second = *settings;
    second.render.isa = ISA_RDNA2;
    if (kind != KEY_MODEL || settings->method.observe != OBSERVE_INSTRUCTIONS)
        return ST_OK;
    return put_inputs(w, json_put_object(w, all, isa_names[ISA_RDNA2]), k, kind, &second, st);
}

enum st_code keys_make(struct keys *k, enum key_kind kind, const struct settings *settings,
                       char key[HASH_TEXT], char **inputs, struct status *st)
{
    struct json_writer w = {0};
    MEM_AUTO char *text = NULL;
    json_t *all = json_writer_object(&w);
    TRY_ELSE(put_inputs(&w, all, k, kind, settings, st), json_decref(all));
    TRY_ELSE(put_second(&w, all, k, kind, settings, st), json_decref(all));
    TRY(json_writer_text(&w, all, &text, st));
    hash_bytes(text, strlen(text), key);
    if (inputs) {
        *inputs = text;
        text = NULL;
    }
    return ST_OK;
}

enum st_code keys_samples(struct keys *k, const struct render_settings *render, double *out,
                          struct status *st)
{
    const struct known *known = NULL;
    const struct workload_kernel *kernel = render->scene ? workload_find(render->scene) : NULL;
    struct frame frame;
    if (!render->scene || workload_is(render->scene)) {
        *out = !kernel ? 1 : render->size ? render->size : kernel->initial;
        return ST_OK;
    }
    TRY(look_up(&k->scenes, render->scene, 0, look_at_scene, &known, st));
    struct scene sides = {.width = known->width, .height = known->height};
    struct render_settings first = *render;
    first.frame = 0; /* where the camera path lacks the frame, the run reports it */
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
