#include "orchestrator/cli/command.h"

#include "heatmap/quantize.h"
#include "orchestrator/predict/frame_profile.h"
#include "orchestrator/settings/output.h"

static double share(const struct quantized *q, uint32_t i)
{
    return (double)q->pixels[i] / ((double)q->width * q->height);
}

static void print_centres(const struct quantized *q, FILE *out)
{
    fprintf(out, "%-7s %-8s %12s %9s %12s %9s\n", "cluster", "colour", "temperature", "coldness",
            "pixels", "share");
    for (uint32_t i = 0; i < q->n; i++)
        fprintf(out, "%-7u #%02x%02x%02x  %12.4f %9.4f %12llu %7.2f %%\n", i, q->rgb[i][0],
                q->rgb[i][1], q->rgb[i][2], q->temperature[i], q->coldness[i],
                (unsigned long long)q->pixels[i], 100 * share(q, i));
}

static enum st_code print_centres_json(const struct command_context *c, const struct quantized *q,
                                       struct status *st)
{
    struct json_writer w = {0};
    json_t *d = json_writer_document(&w, "quantize"), *list = json_writer_array(&w);
    json_put_text(&w, d, "heatmap", c->settings->render.scene);
    json_put_text(&w, d, "picture", c->settings->output.path);
    json_put_count(&w, d, "width", q->width);
    json_put_count(&w, d, "height", q->height);
    json_put_count(&w, d, "seed", c->settings->render.seed);
    for (uint32_t i = 0; i < q->n; i++) {
        json_t *one = json_writer_object(&w), *rgb = json_writer_array(&w);
        for (int channel = 0; channel < 3; channel++)
            json_append(&w, rgb, json_integer(q->rgb[i][channel]));
        json_put(&w, one, "rgb", rgb);
        json_put_real(&w, one, "temperature", q->temperature[i]);
        json_put_real(&w, one, "coldness", q->coldness[i]);
        json_put_count(&w, one, "pixels", q->pixels[i]);
        json_put_real(&w, one, "share", share(q, i));
        json_append(&w, list, one);
    }
    json_put(&w, d, "clusters", list);
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code write_quantized(const struct quantized *q, const char *path, struct status *st)
{
    struct image picture;
    TRY(quantized_paint(q, &picture, st));
    enum st_code code = image_write_png(&picture, path, st);
    image_free(&picture);
    return code;
}

enum st_code command_quantize(const struct command_context *c, struct status *st)
{
    const struct settings *s = c->settings;
    struct image picture;
    struct quantized q;
    if (s->output.path)
        TRY(output_check(s->output.path, s, c->out, st));
    char note[STATUS_TEXT];
    TRY(frame_profile_read_picture(&picture, s->render.scene, &s->render, note, st));
    if (note[0])
        command_warn(c, "%s", note);
    enum st_code code = quantize(&q, &picture, s->method.clusters, s->render.seed, st);
    image_free(&picture);
    TRY(code);
    if (s->output.path)
        code = write_quantized(&q, s->output.path, st);
    if (code == ST_OK && s->output.json)
        code = print_centres_json(c, &q, st);
    else if (code == ST_OK)
        print_centres(&q, c->out);
    quantized_free(&q);
    return code;
}
