#include "orchestrator/study/worker.h"

#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/result/result_json.h"
#include "sim/config/load/load.h"

#include <stdlib.h>
#include <string.h>

/* ---- scenes ---- */

static enum st_code open_world(struct worker_memory *m, const char *scene, struct status *st)
{
    if (m->scene && strcmp(m->scene, scene) == 0)
        return ST_OK;
    if (m->scene)
        world_close(&m->world);
    m->scene = NULL;
    TRY(world_open(&m->world, scene, st));
    m->scene = scene;
    return ST_OK;
}

void worker_release(struct worker_memory *m)
{
    if (m->scene)
        world_close(&m->world);
    heat_memory_release(&m->heat);
    *m = (struct worker_memory){0};
}

/* ---- results ---- */

static enum st_code answer_result(const struct result *r, struct answer *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = result_to_json(&w, r);
    char *text = w.failed ? NULL : json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(document);
    enum st_code code =
        text ? answer_add(out, text, strlen(text), st) : status_no_memory(st, "JSON document");
    free(text); /* jansson took it from malloc */
    return code;
}

/* Every pixel of the frame that the prediction has: with a heatmap it has the picture's size. */
static enum st_code open_frame(struct session *out, const struct worker_memory *m,
                               const struct render_settings *render, struct status *st)
{
    struct heat heat = {0};
    if (render->heatmap)
        TRY(heat_read(&heat, render, st));
    enum st_code code =
        session_open(out, &m->world, render, render->heatmap ? &heat.picture : NULL, st);
    heat_release(&heat);
    return code;
}

static enum st_code simulate(struct worker_memory *m, const struct settings *settings,
                             struct answer *out, struct status *st)
{
    struct gpu_config gpu;
    struct session session;
    struct result r;
    TRY(gpu_config_load(&gpu, settings->render.gpu, st));
    TRY(open_frame(&session, m, &settings->render, st));
    enum st_code code = simulate_frame(&r, settings, &session, &gpu, NULL, st);
    if (code == ST_OK) {
        code = answer_result(&r, out, st);
        result_free(&r);
    }
    session_close(&session);
    return code;
}

static enum st_code predict(const struct pipeline *p, const struct settings *settings,
                            struct answer *out, struct status *st)
{
    struct result r;
    TRY(predict_frame(&r, settings, &p->session, &p->target, &p->heat, &p->prepared, NULL, st));
    enum st_code code = answer_result(&r, out, st);
    result_free(&r);
    return code;
}

/* ---- pictures ---- */

/* `what` is the caption's beginning; the frame follows. Frees the picture. */
static enum st_code answer_picture(struct image *picture, const char *what,
                                   const struct pipeline *p, struct answer *out, struct status *st)
{
    const struct frame *f = &p->session.frame;
    char caption[256], *bytes = NULL;
    size_t n = 0;
    snprintf(caption, sizeof caption, "%s: %.100s, %u x %u pixels, %u samples", what,
             p->world->scene->name, f->width, f->height, f->samples);
    FILE *stream = open_memstream(&bytes, &n);
    enum st_code code =
        stream ? image_put_png(picture, stream, "picture", st) : status_no_memory(st, "picture");
    if (stream && fclose(stream) != 0 && code == ST_OK)
        code = status_no_memory(st, "picture");
    if (code == ST_OK)
        code = answer_add(out, caption, strlen(caption), st);
    if (code == ST_OK)
        code = answer_add(out, bytes, n, st);
    free(bytes); /* open_memstream took it from malloc */
    image_free(picture);
    return code;
}

static enum st_code draw(const struct pipeline *p, struct answer *out, struct status *st)
{
    struct image picture;
    char what[128];
    TRY(session_render(&p->session, &p->target.gpu, true, &picture, NULL, st));
    TRY(answer_picture(&picture, "Picture", p, out, st));
    TRY(image_copy(&picture, &p->heat.picture, st));
    TRY(answer_picture(&picture, "Heatmap", p, out, st));
    TRY(quantized_paint(&p->prepared.quantized, &picture, st));
    snprintf(what, sizeof what, "The same in %u colours", p->prepared.quantized.n);
    TRY(answer_picture(&picture, what, p, out, st));
    TRY(plan_paint(&p->prepared.plan, &p->heat.picture, &picture, st));
    snprintf(what, sizeof what, "Pixels chosen for %u groups on %.64s", p->prepared.plan.n_groups,
             p->target.gpu.name);
    return answer_picture(&picture, what, p, out, st);
}

/* ---- jobs ---- */

static enum st_code run(struct worker_memory *m, const struct job *job, struct answer *out,
                        struct status *st)
{
    struct settings settings = *job->settings;
    struct pipeline p;
    settings.output.quiet = settings.output.stalls = true;
    TRY(open_world(m, settings.render.scene, st));
    if (job->kind == KEY_SIMULATE)
        return simulate(m, &settings, out, st);
    TRY(pipeline_open_again(&p, &settings, &m->world, &m->heat, st));
    enum st_code code =
        job->kind == KEY_PREDICT ? predict(&p, &settings, out, st) : draw(&p, out, st);
    pipeline_close(&p);
    return code;
}

void worker_run(struct worker_memory *m, const struct job *job, struct answer *out)
{
    struct status st = {0}, unused;
    memset(out, 0, sizeof *out);
    enum st_code code = run(m, job, out, &st);
    if (code == ST_OK)
        return;
    answer_free(out);
    out->code = code;
    answer_add(out, st.text, strlen(st.text), &unused); /* without it the code has to do */
}

void worker_serve(int socket, const struct jobs *jobs)
{
    struct worker_memory memory = {0};
    uint64_t number;
    bool heard = true;
    while (heard && message_asked(socket, &number)) {
        struct answer answer;
        worker_run(&memory, &jobs->all[number], &answer);
        heard = message_answer(socket, &answer);
        answer_free(&answer);
    }
    worker_release(&memory);
}
