#include "orchestrator/report/frame_page.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/predict/frame_sample.h"
#include "orchestrator/report/html.h"
#include "orchestrator/report/page_files.h"
#include "orchestrator/result/result_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FIELDS = sizeof(struct pixel_counts) / sizeof(uint32_t), DEAREST = 50, TEXT = 160 };

static const struct {
    const char *name, *hint;
} fields[FIELDS] = {{"instructions", "executed by the pixel's thread"},
                    {"rays", "traced"},
                    {"first-hit rays", "rays that end at their first hit, as those to lights do"},
                    {"nested rays", "rays that a shader traced which another ray had called"},
                    {"node visits", "internal nodes, instances and leaves"},
                    {"triangle tests", "by the RT unit"},
                    {"candidates", "of hits, which the RT unit left to shaders"},
                    {"any hits", "calls of any-hit shaders"},
                    {"intersections", "calls of intersection shaders"}};

/* ---- layers ---- */

static enum st_code put_layer(const char *id, const char *title, const struct image *picture,
                              FILE *out, struct status *st)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *stream = file_memory(&bytes, &n);
    if (!stream)
        return status_no_memory(st, title);
    enum st_code code = image_put_png(picture, stream, title, st);
    if (!file_memory_close(stream, &bytes) && code == ST_OK)
        code = status_no_memory(st, title);
    if (code == ST_OK) {
        HTML(out, "<img id=\"", id, "\" alt=\"", title, "\" src=\"data:image/png;base64,");
        html_base64((const unsigned char *)bytes, n, out);
        fputs("\">\n", out);
    }
    free(bytes);
    return code;
}

/* The pixels of the sampling units that were run, others dimmed as plan_paint() does. */
static enum st_code put_windows(const struct pipeline *p, const struct result *r, FILE *out,
                                struct status *st)
{
    uint32_t width = r->frame.width, warps = (width + WARP_LANES - 1) / WARP_LANES;
    AUTO(cta_sample_free) struct cta_sample part = {0};
    MEM_AUTO uint8_t *chosen = NULL;
    struct image picture;
    TRY(mem_make(&chosen, (size_t)width * r->frame.height, 1, "frame.html", st));
    TRY(frame_sample_choose(&part, p, &r->frame, r->evidence.asked, st));
    for (uint32_t i = 0; i < part.n; i++) {
        uint32_t cta = part.ctas ? part.ctas[i] : i, x = cta % warps * WARP_LANES;
        uint32_t n = width - x < WARP_LANES ? width - x : WARP_LANES;
        memset(chosen + (size_t)(cta / warps) * width + x, 1, n);
    }
    const struct plan plan = {.width = width, .height = r->frame.height, .chosen = chosen};
    TRY(plan_paint(&plan, &p->profile.picture, &picture, st));
    enum st_code code = put_layer("chosen", "The pixels chosen", &picture, out, st);
    image_free(&picture);
    return code;
}

static bool has_windows(const struct pipeline *p, const struct result *r)
{
    return r->evidence.sample == SAMPLE_WINDOWS && p->profile.picture.rgba &&
           launch_is_plane(p->session.launch);
}

static bool has_plan(const struct pipeline *p)
{
    return sample_kinds[p->choice.sample].plan && p->profile.picture.rgba;
}

static enum st_code put_plan(const struct pipeline *p, FILE *out, struct status *st)
{
    struct image picture;
    if (sample_kinds[p->choice.sample].profile) {
        TRY(quantized_paint(&p->quantized, &picture, st));
        enum st_code code = put_layer("quantised", "The costs in a few colours", &picture, out, st);
        image_free(&picture);
        TRY(code);
    }
    TRY(plan_paint(&p->plan, &p->profile.picture, &picture, st));
    enum st_code code = put_layer("chosen", "The pixels chosen", &picture, out, st);
    image_free(&picture);
    return code;
}

static enum st_code put_layers(const struct pipeline *p, const struct result *r,
                               const struct image *picture, FILE *out, struct status *st)
{
    TRY(put_layer("picture", "Picture", picture, out, st));
    if (p->profile.picture.rgba)
        TRY(put_layer("heatmap", "What each pixel costs", &p->profile.picture, out, st));
    if (has_windows(p, r))
        return put_windows(p, r, out, st);
    return has_plan(p) ? put_plan(p, out, st) : ST_OK;
}

/* ---- numbers of pixels ---- */

/* Field by field, each a row of words, deflated: neighbours are alike. */
static enum st_code put_numbers(const struct pixel_counts *pixels, uint64_t n, FILE *out,
                                struct status *st)
{
    MEM_AUTO uint32_t *words = NULL;
    MEM_AUTO unsigned char *packed = NULL;
    uLong bytes = (uLong)(n * FIELDS * sizeof *words);
    uLongf used = compressBound(bytes);
    TRY(mem_make(&words, n * FIELDS, sizeof *words, "frame.html", st));
    TRY(mem_make(&packed, used, 1, "frame.html", st));
    for (uint64_t i = 0; i < n; i++) {
        uint32_t one[FIELDS];
        memcpy(one, &pixels[i], sizeof one);
        for (uint64_t f = 0; f < FIELDS; f++)
            words[f * n + i] = one[f];
    }
    if (compress2(packed, &used, (const unsigned char *)words, bytes, 6) != Z_OK)
        return status_no_memory(st, "frame.html");
    fputs("<script type=\"text/plain\" id=\"numbers\">", out);
    html_base64(packed, used, out);
    fputs("</script>\n", out);
    return ST_OK;
}

struct dear {
    uint64_t at;
    uint32_t cost;
};

static int by_cost(const void *a, const void *b)
{
    const struct dear *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? 1 : -1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static void put_row(const struct pixel_counts *p, uint64_t x, uint64_t y, uint32_t width, FILE *out)
{
    uint32_t one[FIELDS];
    char text[32];
    memcpy(one, p, sizeof one);
    snprintf(text, sizeof text, "%llu, %llu", (unsigned long long)x, (unsigned long long)y);
    fprintf(out, "<tr data-x=\"%llu\" data-y=\"%llu\">", (unsigned long long)x,
            (unsigned long long)y);
    HTML(out, "<th scope=\"row\">", text, "</th>");
    for (uint32_t f = 0; f < FIELDS; f++) {
        snprintf(text, sizeof text, "%u", one[f]);
        html_number(one[f], text, NULL, out);
    }
    uint64_t warp = y * ((width + 31) / 32) + x / 32;
    snprintf(text, sizeof text, "%llu", (unsigned long long)warp);
    html_number((double)warp, text, NULL, out);
    fputs(HTML_ROW_END, out);
}

static enum st_code put_dearest(const struct pixel_counts *pixels, const struct frame *frame,
                                FILE *out, struct status *st)
{
    uint64_t n = (uint64_t)frame->width * frame->height;
    MEM_AUTO struct dear *all = NULL;
    TRY(mem_make(&all, n, sizeof *all, "frame.html", st));
    for (uint64_t i = 0; i < n; i++)
        all[i] = (struct dear){i, pixels[i].instructions};
    qsort(all, n, sizeof *all, by_cost);
    html_table_begin("The dearest pixels", false, out);
    html_column("pixel", "x, y from the upper left corner; a click points there", false, 0, out);
    for (uint32_t f = 0; f < FIELDS; f++)
        html_column(fields[f].name, fields[f].hint, true, 0, out);
    html_column("warp", "its CTA of 32 pixels", true, 0, out);
    html_rows_begin(out);
    for (uint64_t i = 0; i < n && i < DEAREST; i++)
        put_row(&pixels[all[i].at], all[i].at % frame->width, all[i].at / frame->width,
                frame->width, out);
    html_table_end(false, out);
    return ST_OK;
}

/* ---- hit groups ---- */

static const char *const stage_names[GROUP_STAGES] = {"closest hit", "any hit", "intersection"};

/* How often a stage ran: by threads, and by how many of a warp at once. */
static void put_stage(const struct group_calls *calls, const char *name, int stage, FILE *out)
{
    double warps = (double)calls->warps[stage], lanes = (double)calls->lanes[stage];
    char text[TEXT];
    HTML_CELL(out, name ? name : "-");
    snprintf(text, sizeof text, "%.0f", lanes);
    html_number(name ? lanes : (double)NAN, text, NULL, out);
    snprintf(text, sizeof text, "%.1f", lanes / warps);
    html_number(warps > 0 ? lanes / warps : (double)NAN, text, NULL, out);
}

static void put_groups(const struct launch *l, const struct group_calls *groups, FILE *out)
{
    char text[TEXT];
    if (launch_groups(l) == 0)
        return;
    html_table_begin("Hit groups", false, out);
    html_column("group", "its place in the shader binding table", false, 0, out);
    for (int s = 0; s < GROUP_STAGES; s++) {
        html_column(stage_names[s], "its shader", false, 0, out);
        html_column("runs", "by threads", true, 0, out);
        html_column("lanes", "of a warp that run it together, on average", true, 0, out);
    }
    html_rows_begin(out);
    for (uint32_t g = 0; g < launch_groups(l); g++) {
        snprintf(text, sizeof text, "%u", g);
        HTML_ROW(out, text);
        for (int s = 0; s < GROUP_STAGES; s++)
            put_stage(&groups[g], launch_group_stage(l, g, (enum group_stage)s), s, out);
        fputs(HTML_ROW_END, out);
    }
    html_table_end(false, out);
}

/* ---- the page ---- */

static void put_head(const struct result *r, FILE *out)
{
    const unsigned char *scripts[] = {page_js_sha256, frame_js_sha256};
    html_head(scripts, 2, out);
    HTML(out, "<title>", r->scene, " on ", r->gpu.name, ": a frame</title>\n<style>\n");
    fprintf(out, "%s%s</style>\n</head>\n", page_css, frame_css);
}

void frame_page_facts(const struct result *r, FILE *out)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%u × %u pixels, %u sample%s", r->frame.width, r->frame.height,
             r->frame.samples, r->frame.samples == 1 ? "" : "s");
    HTML(out, "<dt>Frame</dt><dd>", text, "</dd>\n");
    for (int m = 0; m < METRIC_COUNT; m++)
        if (m == METRIC_CYCLES || m == METRIC_IPC) {
            metric_text((enum metric_id)m, r->metrics[m].value, text, sizeof text);
            HTML(out, "<dt>", metrics[m].title, "</dt><dd>", text, "</dd>\n");
        }
}

static void put_controls(FILE *out)
{
    fputs("<fieldset id=\"layers\"><legend>Layer</legend></fieldset>\n"
          "<label class=\"blend\">over the picture <input type=\"range\" id=\"blend\" min=\"0\" "
          "max=\"100\" value=\"100\"></label>\n",
          out);
}

static void put_reading(FILE *out)
{
    fputs("<dl id=\"reading\" aria-live=\"polite\">\n<dt>pixel</dt><dd id=\"place\">point at the "
          "frame, or move by the arrow keys</dd>\n<dt>warp</dt><dd id=\"warp\"></dd>\n",
          out);
    for (uint32_t f = 0; f < FIELDS; f++)
        HTML(out, "<dt>", fields[f].name, "</dt><dd class=\"field\"></dd>\n");
    fputs("</dl>\n", out);
}

static enum st_code put_page(const struct pipeline *p, const struct result *r,
                             const struct image *picture, const struct render_counts *counts,
                             FILE *out, struct status *st)
{
    put_head(r, out);
    HTML(out, "<body>\n<a class=\"skip\" href=\"#main\">Skip to the frame</a>\n<header>\n<h1>",
         r->scene, " on ", r->gpu.name, "</h1>\n</header>\n<main id=\"main\">\n");
    fputs("<dl>\n", out);
    frame_page_facts(r, out);
    fputs("</dl>\n", out);
    put_controls(out);
    fprintf(out,
            "<div class=\"look\">\n<div id=\"frame\" tabindex=\"0\" role=\"application\" "
            "aria-label=\"The frame: arrow keys "
            "move the pointer, with Shift by 16 pixels\" data-width=\"%u\" data-height=\"%u\">\n",
            r->frame.width, r->frame.height);
    TRY(put_layers(p, r, picture, out, st));
    fputs("<span id=\"pointer\"></span>\n</div>\n", out);
    put_reading(out);
    fputs("</div>\n", out);
    put_groups(p->session.launch, counts->groups, out);
    TRY(put_dearest(counts->pixels, &r->frame, out, st));
    TRY(put_numbers(counts->pixels, (uint64_t)r->frame.width * r->frame.height, out, st));
    fprintf(out, "</main>\n<script>%s</script>\n<script>%s</script>\n</body>\n</html>\n", page_js,
            frame_js);
    return ST_OK;
}

enum st_code frame_page_write(const struct pipeline *p, const struct result *r,
                              const struct image *picture, const struct render_counts *counts,
                              const char *folder, struct status *st)
{
    MEM_AUTO char *path = file_join(folder, "frame.html");
    struct file_out file;
    if (!path)
        return status_no_memory(st, folder);
    TRY(file_out_open(&file, path, st));
    return file_out_finish(&file, put_page(p, r, picture, counts, file.stream, st), st);
}
