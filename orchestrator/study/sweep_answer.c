#include "orchestrator/study/sweep_answer.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/json_writer.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/study/answer.h"

#include <stdlib.h>
#include <string.h>

static enum st_code tell_result(const struct result *r, struct answer *out, struct status *st)
{
    struct json_writer w = {0};
    MEM_AUTO char *text = NULL;
    TRY(json_writer_text(&w, result_to_json(&w, r), &text, st));
    return answer_add(out, text, strlen(text), st);
}

/* Adds a picture to the answer and frees it. `what` is the beginning of the caption; the frame
 * follows. */
static enum st_code tell_picture(struct image *picture, const char *what, const struct pipeline *p,
                                 struct answer *out, struct status *st)
{
    const struct frame *f = &p->session.frame;
    MEM_AUTO char *bytes = NULL;
    char caption[256];
    size_t n = 0;
    snprintf(caption, sizeof caption, "%s: %.100s, %u x %u pixels, %u sample%s", what,
             p->world->scene->name, f->width, f->height, f->samples, f->samples == 1 ? "" : "s");
    FILE *stream = file_memory(&bytes, &n);
    enum st_code code =
        stream ? image_put_png(picture, stream, "picture", st) : status_no_memory(st, "picture");
    if (stream && !file_memory_close(stream, &bytes) && code == ST_OK)
        code = status_no_memory(st, "picture");
    image_free(picture);
    TRY(code);
    TRY(answer_add(out, caption, strlen(caption), st));
    return answer_add(out, bytes, n, st);
}

/* Adds the pictures of enum store_picture_kind in its order; those of colours and chosen pixels
 * only where pixels are chosen by colours. */
static enum st_code tell_pictures(const struct pipeline *p, struct answer *out, struct status *st)
{
    struct image picture;
    char what[128];
    TRY(session_render(&p->session, &p->target.gpu, true, &picture, &(struct render_counts){0},
                       st));
    TRY(tell_picture(&picture, "Picture", p, out, st));
    TRY(image_copy(&picture, &p->profile.picture, st));
    TRY(tell_picture(&picture, p->profile.facts.sampled ? "Interpolated heatmap" : "Heatmap", p,
                     out, st));
    if (!p->quantized.n)
        return ST_OK;
    TRY(quantized_paint(&p->quantized, &picture, st));
    snprintf(what, sizeof what, "The same in %u colours", p->quantized.n);
    TRY(tell_picture(&picture, what, p, out, st));
    TRY(plan_paint(&p->plan, &p->profile.picture, &picture, st));
    snprintf(what, sizeof what, "Pixels chosen for %u groups on %.64s", p->plan.n_groups,
             p->target.gpu.name);
    return tell_picture(&picture, what, p, out, st);
}

enum st_code sweep_answer(void *context, const struct pipeline *p, const struct result *r,
                          struct status *st)
{
    return r ? tell_result(r, context, st) : tell_pictures(p, context, st);
}
