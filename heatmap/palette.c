/* Counts colours in a table of two levels. A heatmap uses a few leaves of 16 KiB, a photograph at
 * most all of them (64 MiB), and the colours come out sorted. */
#include "heatmap/palette.h"

#include "common/memory.h"

static enum st_code count_colours(struct palette *p, const struct image *picture, struct status *st)
{
    uint64_t n = (uint64_t)picture->width * picture->height;
    for (uint64_t i = 0; i < n; i++) {
        uint32_t key = palette_key(picture->rgba + 4 * i);
        uint32_t **leaf = &p->leaf[key / PALETTE_LEAF];
        if (!*leaf) {
            TRY(mem_make(leaf, PALETTE_LEAF, sizeof **leaf, "colours of a picture", st));
        }
        p->n += (*leaf)[key % PALETTE_LEAF]++ == 0;
    }
    return ST_OK;
}

/* Moves the counts out of the leaves and puts the colours' indices in their place. */
static void list(struct palette *p)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < PALETTE_LEAVES; i++)
        for (uint32_t j = 0; p->leaf[i] && j < PALETTE_LEAF; j++)
            if (p->leaf[i][j] > 0) {
                p->color[at] = i * PALETTE_LEAF + j;
                p->pixels[at] = p->leaf[i][j];
                p->leaf[i][j] = at++;
            }
}

enum st_code palette_create(struct palette **out, const struct image *picture, struct status *st)
{
    *out = NULL;
    struct palette *p;
    TRY(mem_make(&p, 1, sizeof *p, "colours of a picture", st));
    enum st_code code = count_colours(p, picture, st);
    if (code == ST_OK) {
        if (!MEM_ARRAYS(MEM_ARRAY(p->color, p->n), MEM_ARRAY(p->pixels, p->n)))
            code = status_no_memory(st, "colours of a picture");
    }
    if (code != ST_OK) {
        palette_free(p);
        return code;
    }
    list(p);
    *out = p;
    return ST_OK;
}

void palette_free(struct palette *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; i < PALETTE_LEAVES; i++)
        mem_free(p->leaf[i]);
    MEM_FREE(p->color, p->pixels, p);
}
