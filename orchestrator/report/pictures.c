#include "orchestrator/report/pictures.h"

#include "orchestrator/report/html.h"

#include <string.h>

static const char *const titles[STORE_PICTURES] = {
    [STORE_RENDER] = "Picture",
    [STORE_HEATMAP] = "What each pixel costs",
    [STORE_QUANTIZED] = "The costs in a few colours",
    [STORE_CHOSEN] = "The pixels chosen",
};

static bool has_scene(const struct study_table *t, const char *scene_key)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->rows[i].scene_key, scene_key) == 0)
            return true;
    return false;
}

/* Whether the row's scene is neither in an earlier row of this study nor in an earlier study. */
static bool is_first(const struct page_study *studies, size_t study, size_t row)
{
    const char *key = studies[study].table.rows[row].scene_key;
    if (!study_table_first_scene(&studies[study].table, row))
        return false;
    for (size_t i = 0; i < study; i++)
        if (has_scene(&studies[i].table, key))
            return false;
    return true;
}

/* Writes a picture with the caption that the store has, or with one made from scene and kind. */
static void write_picture(const char *scene, enum store_picture_kind kind,
                          const struct store_picture *p, FILE *out)
{
    bool told = p->caption && p->caption[0];
    const char *what = told ? p->caption : titles[kind], *of = told ? "" : scene;
    const char *between = told ? "" : ": ";
    HTML(out, "<figure><img alt=\"", what, between, of, "\" src=\"data:image/png;base64,");
    html_base64(p->png, p->n, out);
    HTML(out, "\"><figcaption>", what, between, of, "</figcaption></figure>\n");
}

/* Writes all pictures of one scene. *any tells whether the section was begun, which the first
 * picture does. */
static enum st_code write_scene(const struct study_table *t, size_t row, const struct store *store,
                                bool *any, FILE *out, struct status *st)
{
    int scene = study_table_axis(t, "scene");
    for (int kind = 0; kind < STORE_PICTURES; kind++) {
        struct store_picture p;
        TRY(store_find_picture(store, t->rows[row].scene_key, (enum store_picture_kind)kind, &p,
                               st));
        if (p.n && !*any)
            fputs("<section aria-labelledby=\"pictures\">\n<h2 id=\"pictures\">Pictures</h2>\n"
                  "<div class=\"pictures\">\n",
                  out);
        if (p.n)
            write_picture(scene >= 0 ? t->rows[row].values[scene] : "",
                          (enum store_picture_kind)kind, &p, out);
        *any = *any || p.n;
        store_picture_free(&p);
    }
    return ST_OK;
}

enum st_code pictures_write(const struct page_study *studies, size_t n, const struct store *store,
                            FILE *out, struct status *st)
{
    bool any = false;
    for (size_t s = 0; s < n; s++)
        for (size_t row = 0; row < studies[s].table.n; row++)
            if (is_first(studies, s, row))
                TRY(write_scene(&studies[s].table, row, store, &any, out, st));
    if (any)
        fputs("</div>\n</section>\n", out);
    return ST_OK;
}
