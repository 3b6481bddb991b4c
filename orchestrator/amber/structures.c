/* Acceleration structures of an Amber script. */
#include "orchestrator/amber/words.h"

#include <string.h>

enum { MOST_INDEX = (1 << 24) - 1 };

/* GEOMETRY TRIANGLES [FLAGS ...] x y z ... END */
static enum st_code read_geometry(struct amber_words *w, struct amber_geometry *g,
                                  struct status *st)
{
    static const char *const kinds[] = {"TRIANGLES", "AABBS", NULL};
    uint32_t boxes;
    TRY(words_choice(w, "a geometry of", kinds, &boxes, st));
    g->boxes = boxes;
    if (words_take(w, "FLAGS"))
        for (bool known = true; known && words_stay(w);) {
            bool opaque = words_take(w, "OPAQUE");
            g->opaque = g->opaque || opaque;
            known = opaque || words_take(w, "NO_DUPLICATE_ANY_HIT");
        }
    while (!words_are(w, "END")) {
        double x;
        TRY_ADD(&g->x, st);
        TRY(words_real(w, "a coordinate", &x, st));
        LAST(&g->x) = (float)x;
    }
    uint32_t each = boxes ? 6 : 9;
    if (!g->x.n || g->x.n % each)
        return WORDS_FAIL(w, st, "%u coordinates; expected a multiple of %u", g->x.n, each);
    words_next(w);
    return ST_OK;
}

static enum st_code read_bottom(struct amber_words *w, struct amber_script *s, struct status *st)
{
    struct amber_name name;
    TRY(WORDS_NEW(w, "bottom-level structure", &s->bottoms, &name, st));
    TRY_ADD(&s->bottoms, st);
    struct amber_bottom *b = &LAST(&s->bottoms);
    b->name = name;
    while (!words_take(w, "END")) {
        TRY(words_need(w, "GEOMETRY", st));
        TRY_ADD(&b->geometries, st);
        TRY(read_geometry(w, &LAST(&b->geometries), st));
        if (LAST(&b->geometries).boxes != b->geometries.at[0].boxes)
            return WORDS_FAIL(w, st, "triangles and AABBs in one structure; expected one of both");
    }
    return ST_OK;
}

/* ---- instances ---- */

/* A name or a number of flags. */
static enum st_code read_flag(struct amber_words *w, uint32_t *flags, struct status *st)
{
    static const char *const names[] = {"TRIANGLE_FACING_CULL_DISABLE",
                                        "TRIANGLE_FLIP_FACING",
                                        "FORCE_OPAQUE",
                                        "FORCE_NO_OPAQUE",
                                        "FORCE_OPACITY_MICROMAP_2_STATE",
                                        "DISABLE_OPACITY_MICROMAPS",
                                        NULL};
    uint32_t flag;
    if (w->word.n && w->word.text[0] >= '0' && w->word.text[0] <= '9') {
        TRY(words_whole(w, "flags", 0, UINT32_MAX, &flag, st));
        *flags |= flag;
        return ST_OK;
    }
    TRY(words_choice(w, "the flag", names, &flag, st));
    *flags |= 1u << flag;
    return ST_OK;
}

/* Flags on the row of the word FLAGS, or below it up to END. */
static enum st_code read_flags(struct amber_words *w, uint32_t *flags, struct status *st)
{
    if (words_stay(w)) {
        while (words_stay(w) && !words_are(w, "END"))
            TRY(read_flag(w, flags, st));
        return ST_OK;
    }
    while (!words_take(w, "END"))
        TRY(read_flag(w, flags, st));
    return ST_OK;
}

static enum st_code read_transform(struct amber_words *w, struct mat34 *t, struct status *st)
{
    for (int i = 0; i < 12; i++) {
        double x;
        TRY(words_real(w, "a number of a transform", &x, st));
        t->m[i] = (float)x;
    }
    return words_need(w, "END", st);
}

static enum st_code read_property(struct amber_words *w, struct amber_instance *i,
                                  struct status *st)
{
    static const char *const names[] = {"INDEX", "OFFSET", "MASK", "FLAGS", "TRANSFORM", NULL};
    uint32_t which;
    TRY(words_choice(w, "the property", names, &which, st));
    switch (which) {
    case 0:
        return words_whole(w, "an index of", 0, MOST_INDEX, &i->custom, st);
    case 1:
        return words_whole(w, "an offset of", 0, MOST_INDEX, &i->record, st);
    case 2:
        return words_whole(w, "a mask of", 0, 255, &i->mask, st);
    case 3:
        return read_flags(w, &i->flags, st);
    default:
        return read_transform(w, &i->transform, st);
    }
}

/* BOTTOM_LEVEL_INSTANCE NAME ... END, BLAS_INSTANCE USE NAME */
static enum st_code read_instance(struct amber_words *w, struct amber_script *s,
                                  struct amber_top *top, struct status *st)
{
    TRY_ADD(&top->instances, st);
    struct amber_instance *i = &LAST(&top->instances);
    *i = (struct amber_instance){.mask = 0xff, .line = w->line, .transform = mat34_identity()};
    if (words_take(w, "BLAS_INSTANCE")) {
        TRY(words_need(w, "USE", st));
        return WORDS_KNOWN(w, "bottom-level structure", &s->bottoms, &i->bottom, st);
    }
    TRY(words_need(w, "BOTTOM_LEVEL_INSTANCE", st));
    TRY(WORDS_KNOWN(w, "bottom-level structure", &s->bottoms, &i->bottom, st));
    while (!words_take(w, "END"))
        TRY(read_property(w, i, st));
    return ST_OK;
}

static enum st_code read_top(struct amber_words *w, struct amber_script *s, struct status *st)
{
    struct amber_name name;
    TRY(WORDS_NEW(w, "top-level structure", &s->tops, &name, st));
    TRY_ADD(&s->tops, st);
    LAST(&s->tops).name = name;
    while (!words_take(w, "END"))
        TRY(read_instance(w, s, &LAST(&s->tops), st));
    return ST_OK;
}

enum st_code amber_read_structure(struct amber_words *w, struct amber_script *s, struct status *st)
{
    static const char *const levels[] = {"BOTTOM_LEVEL", "TOP_LEVEL", NULL};
    uint32_t top;
    TRY(words_choice(w, "a structure of", levels, &top, st));
    return top ? read_top(w, s, st) : read_bottom(w, s, st);
}
