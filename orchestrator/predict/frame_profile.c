#include "orchestrator/predict/frame_profile.h"

#include "common/file_cache.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "heatmap/crop.h"
#include "orchestrator/predict/traversal.h"
#include "orchestrator/settings/options_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP_KIND "profile"

/* Fills the members that follow from the picture, and the cost since `start`. Releases *h on
 * failure. */
static enum st_code finish(struct frame_profile *h, struct cost_time start, struct status *st)
{
    hash_bytes(h->picture.rgba, image_bytes(&h->picture), h->hash);
    enum st_code code = heatmap_from_picture(&h->map, &h->picture, st);
    if (code != ST_OK)
        frame_profile_release(h);
    h->cost = cost_since(start);
    return code;
}

/* ---- pixels to run ---- */

/* The pixels of --profile-pixels auto where sampling units are run. The number is constant because
 * the other work of sampling units does not grow with the frame either; so many pixels give the
 * frame's instruction count within about 1 %. */
enum { AUTO_PIXELS = 1 << 17 };

/* Returns the pixels to profile: OPTION_ALL, or fewer than the frame has. */
static uint32_t pixels_to_run(const struct session *session, const struct method_settings *method)
{
    const struct frame *frame = &session->frame;
    bool all = method->sample == SAMPLE_GROUPS || samples_means_groups(method);
    uint32_t wanted = method->profile_pixels;
    if (wanted == 0)
        wanted = all ? OPTION_ALL : AUTO_PIXELS;
    if (method->timer != TIMER_WORK || !launch_is_plane(session->launch) ||
        sample_frame_ctas(frame->width, frame->height) <= wanted / WARP_LANES)
        return OPTION_ALL;
    return wanted;
}

/* ---- the profile ---- */

static enum st_code profile_all(struct heatmap *map, struct frame_profile *out,
                                const struct session *session, const struct profile_options *how,
                                struct status *st)
{
    out->facts.pixels = (uint64_t)session->frame.width * session->frame.height;
    return heatmap_profile(map, session->launch, how, &out->counts, st);
}

static enum st_code profile_some(struct heatmap *map, struct frame_profile *out,
                                 const struct session *session, const struct profile_options *how,
                                 uint32_t pixels, struct status *st)
{
    const struct frame *frame = &session->frame;
    struct sample sample;
    TRY(sample_choose(&sample, frame->width, frame->height, pixels / WARP_LANES, frame->seed, st));
    out->facts.pixels = sample_pixels(&sample);
    out->facts.sampled = true;
    enum st_code code = heatmap_profile_sample(map, session->launch, how, &sample, &out->counts,
                                               &out->facts.error, st);
    sample_free(&sample);
    return code;
}

/* Pixels of the profile that replaces one which an interrupt stopped; it takes next to no time. */
enum { HASTY_PIXELS = 64 * WARP_LANES };

static enum st_code profile(struct frame_profile *out, const struct session *session,
                            const struct gpu_config *gpu, const struct settings *settings,
                            struct status *st)
{
    struct profile_options how = {traversal_of(gpu), (enum heat_timer)settings->method.timer,
                                  interrupt_flag(), settings->output.quiet};
    uint32_t pixels = pixels_to_run(session, &settings->method);
    struct heatmap map;
    TRY(pixels == OPTION_ALL ? profile_all(&map, out, session, &how, st)
                             : profile_some(&map, out, session, &how, pixels, st));
    if (!map.temperature) {
        out->hasty = true;
        how = (struct profile_options){traversal_of(gpu), TIMER_WORK, NULL, true};
        TRY(profile_some(&map, out, session, &how, HASTY_PIXELS, st));
    }
    enum st_code code = heatmap_paint(&map, &out->picture, st);
    heatmap_free(&map);
    return code;
}

/* ---- the cache ---- */

/* Makes the key from everything that a profile depends on. Of the GPU, that is only how its rays
 * walk through the tree. */
static enum st_code make_key(const struct session *session, const struct gpu_config *gpu,
                             const struct settings *settings, char key[HASH_TEXT],
                             struct status *st)
{
    const struct traversal_options walk = traversal_of(gpu);
    struct settings resolved = *settings;
    const int walks[] = {(int)walk.closest,        (int)walk.order,   (int)walk.stack_entries,
                         walk.one_leaf_record,     walk.fresh_traces, walk.restart,
                         (int)walk.micromap_level, walk.overlap,      (int)walk.nodes,
                         walk.interleaved};
    char program[HASH_TEXT];
    struct json_writer w = {0};
    struct hash *h;
    resolved.method.profile_pixels = pixels_to_run(session, &settings->method);
    json_t *options = options_inputs(&w, COMMAND_HEATMAP, &resolved);
    MEM_AUTO char *text = NULL;
    TRY(json_writer_text(&w, options, &text, st));
    TRY(hash_start(&h, st));
    program_hash(program);
    hash_add(h, program, sizeof program);
    hash_add(h, session->world->scene->hash, HASH_TEXT);
    hash_add(h, launch_shader_hash(session->launch), HASH_TEXT);
    hash_add(h, walks, sizeof walks);
    hash_add(h, text, strlen(text));
    hash_finish(h, key);
    return ST_OK;
}

/* A cache entry holds the counts, the size of the part that was run, and the picture's bytes. No
 * other build of the program reads it, because the key holds the program's hash. */
struct entry {
    struct functional_counts counts;
    struct profile_facts profile;
};

static bool unpack(struct frame_profile *out, const struct frame *frame, const unsigned char *bytes,
                   size_t n)
{
    struct status st;
    struct entry entry;
    if (image_create(&out->picture, frame->width, frame->height, &st) != ST_OK)
        return false;
    if (n != sizeof entry + image_bytes(&out->picture)) {
        image_free(&out->picture);
        return false;
    }
    memcpy(&entry, bytes, sizeof entry);
    out->counts = entry.counts;
    out->facts = entry.profile;
    memcpy(out->picture.rgba, bytes + sizeof entry, image_bytes(&out->picture));
    return true;
}

static enum st_code store(const struct frame_profile *h, const char *folder, const char *key,
                          struct status *st)
{
    struct entry entry;
    size_t n = sizeof entry + image_bytes(&h->picture);
    MEM_AUTO char *bytes = NULL;
    TRY(mem_make(&bytes, n, 1, "cache", st));
    memset(&entry, 0, sizeof entry); /* padding */
    entry.counts = h->counts;
    entry.profile = h->facts;
    memcpy(bytes, &entry, sizeof entry);
    memcpy(bytes + sizeof entry, h->picture.rgba, image_bytes(&h->picture));
    return file_cache_store(folder, KEEP_KIND, key, bytes, n, st);
}

static bool look_up(struct frame_profile *out, const struct frame *frame, const char *folder,
                    const char *key)
{
    struct status why = {0};
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n = 0;
    enum file_cache_answer answer = file_cache_load(folder, KEEP_KIND, key, &bytes, &n, &why);
    if (answer == FILE_CACHE_FOUND)
        out->cached = unpack(out, frame, bytes, n);
    if (answer == FILE_CACHE_DAMAGED)
        snprintf(out->note, sizeof out->note, "%s", why.text);
    return out->cached;
}

/* Makes the profile and stores it in the cache. If it cannot be stored, it is used all the same. */
static enum st_code profile_and_keep(struct frame_profile *out, const struct session *session,
                                     const struct gpu_config *gpu, const struct settings *settings,
                                     const char *folder, const char *key, struct status *st)
{
    struct status why = {0};
    TRY(profile(out, session, gpu, settings, st));
    if (!out->hasty && store(out, folder, key, &why) != ST_OK)
        snprintf(out->note, sizeof out->note, "the profile is not kept: %.400s", why.text);
    return ST_OK;
}

/* Finds or makes a profile. Of several programs that need the same profile at once, one makes it
 * and the others wait. */
static enum st_code profile_cached(struct frame_profile *out, const struct session *session,
                                   const struct gpu_config *gpu, const struct settings *settings,
                                   const char *folder, struct status *st)
{
    char key[HASH_TEXT];
    struct turn turn;
    TRY(make_key(session, gpu, settings, key, st));
    if (look_up(out, &session->frame, folder, key))
        return ST_OK;
    file_cache_turn(&turn, folder, KEEP_KIND, key, settings->output.quiet);
    enum st_code code = ST_OK;
    if (turn.path || !look_up(out, &session->frame, folder, key))
        code = profile_and_keep(out, session, gpu, settings, folder, key, st);
    turn_end(&turn);
    return code;
}

static enum st_code profile_or_find(struct frame_profile *out, const struct session *session,
                                    const struct gpu_config *gpu, const struct settings *settings,
                                    struct status *st)
{
    struct cost_time start = cost_now();
    MEM_AUTO char *folder = NULL;
    memset(out, 0, sizeof *out);
    if (!settings->run.cache || settings->method.timer != TIMER_WORK) {
        TRY(profile(out, session, gpu, settings, st));
    } else {
        TRY(file_cache_open(&folder, settings->run.cache, st));
        TRY(profile_cached(out, session, gpu, settings, folder, st));
    }
    return finish(out, start, st);
}

/* ---- the profile of the frame before ---- */

static enum st_code copy(struct frame_profile *out, const struct frame_profile *from,
                         struct status *st)
{
    *out = *from;
    out->map = (struct heatmap){0};
    TRY(image_copy(&out->picture, &from->picture, st));
    enum st_code code = heatmap_copy(&out->map, &from->map, st);
    if (code != ST_OK)
        frame_profile_release(out);
    return code;
}

enum st_code frame_profile_make(struct frame_profile *out, const struct session *session,
                                const struct gpu_config *gpu, const struct settings *settings,
                                struct profile_memory *memory, struct status *st)
{
    char key[HASH_TEXT];
    if (!memory || settings->method.timer != TIMER_WORK)
        return profile_or_find(out, session, gpu, settings, st);
    TRY(make_key(session, gpu, settings, key, st));
    if (strcmp(key, memory->key) == 0)
        return copy(out, &memory->profile, st);
    profile_memory_release(memory);
    TRY(profile_or_find(out, session, gpu, settings, st));
    if (out->hasty)
        return ST_OK;
    enum st_code code = copy(&memory->profile, out, st);
    if (code == ST_OK)
        memcpy(memory->key, key, sizeof key);
    else
        frame_profile_release(out);
    return code;
}

void profile_memory_release(struct profile_memory *m)
{
    frame_profile_release(&m->profile);
    *m = (struct profile_memory){0};
}

/* A pixel's distance from the gradient and the mean distance below which no warning is given:
 * colours that are mixes of neighbours, or that compression changed, are no reason to warn. */
static const double most_far = 0.05, most_mean = 8.0;

static void say_fit(const struct heatmap_fit *fit, const char *path, enum gradient gradient,
                    char note[STATUS_TEXT])
{
    bool better = fit->best != gradient && fit->best_mean < fit->mean / 2;
    note[0] = 0;
    if (fit->far > most_far && better)
        snprintf(note, STATUS_TEXT,
                 "%s: %.0f %% of the pixels have colours that are not of the gradient %s; "
                 "--gradient %s fits better",
                 path, 100 * fit->far, gradient_names[gradient], gradient_names[fit->best]);
    else if (fit->far > most_far)
        snprintf(note, STATUS_TEXT,
                 "%s: %.0f %% of the pixels have colours that are not of the gradient %s; their "
                 "temperatures are guesses",
                 path, 100 * fit->far, gradient_names[gradient]);
    else if (fit->mean > most_mean && better)
        snprintf(note, STATUS_TEXT,
                 "%s: --gradient %s fits its colours better than %s (%.0f steps of 8 bits off "
                 "instead of %.0f)",
                 path, gradient_names[fit->best], gradient_names[gradient], fit->best_mean,
                 fit->mean);
}

/* Crops the picture to the part that the settings give, or to a figure's plot. */
static enum st_code crop(struct image *picture, const char *path,
                         const struct render_settings *render, char note[STATUS_TEXT],
                         struct status *st)
{
    struct crop part;
    enum crop_kind kind = CROP_FIGURE;
    double white = 0;
    note[0] = 0;
    if (render->crop)
        TRY(crop_read(&part, render->crop, picture, st));
    else
        TRY(crop_find(&part, &kind, &white, picture, (enum gradient)render->gradient, st));
    if (kind == CROP_NONE)
        return ST_OK;
    if (kind == CROP_UNCLEAR)
        return status_fail_at(
            st, ST_FAILED, path, 0,
            "has a white margin, white %.0f %% of its pixels, and it is not clear "
            "which part is the heatmap; say it, such as --crop %u,%u,%u,%u, the "
            "largest part without white",
            100 * white, part.x, part.y, part.width, part.height);
    if (!render->crop)
        snprintf(
            note, STATUS_TEXT,
            "%s: is a figure with a white margin; of it --crop %u,%u,%u,%u is taken, and axes, "
            "colour bars and the rest are left out",
            path, part.x, part.y, part.width, part.height);
    return crop_apply(picture, &part, st);
}

enum st_code frame_profile_read_picture(struct image *picture, const char *path,
                                        const struct render_settings *render,
                                        char note[STATUS_TEXT], struct status *st)
{
    const enum gradient gradient = (enum gradient)render->gradient;
    char misfit[STATUS_TEXT];
    struct heatmap_fit fit;
    TRY(heatmap_read_picture(picture, path, st));
    enum st_code code = crop(picture, path, render, note, st);
    if (code == ST_OK)
        code = heatmap_fit(&fit, picture, gradient, st);
    if (code == ST_OK && gradient != GRADIENT_HEAT)
        code = heatmap_translate(picture, gradient, st);
    if (code != ST_OK) {
        image_free(picture);
        return code;
    }
    say_fit(&fit, path, gradient, misfit);
    const size_t used = strlen(note);
    snprintf(note + used, STATUS_TEXT - used, "%s%s", used && misfit[0] ? "; " : "", misfit);
    return ST_OK;
}

enum st_code frame_profile_read(struct frame_profile *out, const struct render_settings *render,
                                struct status *st)
{
    struct cost_time start = cost_now();
    memset(out, 0, sizeof *out);
    TRY(frame_profile_read_picture(&out->picture, render->heatmap, render, out->note, st));
    return finish(out, start, st);
}

void frame_profile_release(struct frame_profile *h)
{
    image_free(&h->picture);
    heatmap_free(&h->map);
    memset(h, 0, sizeof *h);
}
