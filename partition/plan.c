#include "partition/plan.h"

#include "common/memory.h"
#include "common/random.h"
#include "partition/select.h"

#include <string.h>

/* Checks the percentages. The comparisons are written so that NaN fails, too. */
static enum st_code check_percent(const struct plan_settings *s, struct status *st)
{
    if (!(s->percent >= 0.0 && s->percent <= 100.0))
        return status_fail(st, ST_USAGE, "a percentage of %g; it must be above 0 and at most 100",
                           s->percent);
    if (!(s->percent_min > 0.0 && s->percent_min <= s->percent_max && s->percent_max <= 100.0))
        return status_fail(
            st, ST_USAGE,
            "percentages from %g to %g; the bounds must rise, be above 0 and at most "
            "100",
            s->percent_min, s->percent_max);
    return ST_OK;
}

/* Returns the most frequent label in the block; adds its pixels to the group's `pixels`. */
static uint32_t count_block(const struct quantized *q, const struct block *b, uint64_t *pixels)
{
    uint64_t here[QUANTIZE_MOST] = {0};
    for (uint32_t y = b->y; y < b->y + b->height; y++) {
        const uint8_t *label = q->label + (uint64_t)y * q->width;
        for (uint32_t x = b->x; x < b->x + b->width; x++)
            here[label[x]]++;
    }
    uint32_t most = 0;
    for (uint32_t j = 0; j < q->n; j++) {
        pixels[j] += here[j];
        if (here[j] >= here[most])
            most = j;
    }
    return most;
}

static void mark(struct plan *p, const struct block *b, uint16_t group, uint8_t taken)
{
    for (uint32_t y = b->y; y < b->y + b->height; y++) {
        uint64_t at = (uint64_t)y * p->width + b->x;
        memset(p->chosen + at, taken, b->width);
        for (uint32_t x = 0; x < b->width; x++)
            p->group[at + x] = group;
    }
}

/* Working memory for one group while its blocks are chosen. */
struct scratch {
    struct block *blocks;
    struct select_block *candidates;
    uint8_t *taken;
    size_t n;
};

static enum st_code choose(struct plan *p, uint32_t g, const struct quantized *q,
                           const struct plan_settings *s, struct scratch *w, struct status *st)
{
    struct plan_group *group = &p->groups[g];
    uint64_t pixels[QUANTIZE_MOST] = {0};
    double share[QUANTIZE_MOST];
    if (!MEM_ARRAYS(MEM_ARRAY(w->candidates, w->n), MEM_ARRAY(w->taken, w->n)))
        return status_no_memory(st, "section blocks");
    for (size_t i = 0; i < w->n; i++) {
        const struct block *b = &w->blocks[i];
        w->candidates[i].color = count_block(q, b, pixels);
        w->candidates[i].pixels = (uint64_t)b->width * b->height;
        group->pixels += w->candidates[i].pixels;
    }
    group->wanted_percent = s->percent > 0.0 ? s->percent
                                             : percent_of_group(pixels, q->coldness, q->n,
                                                                s->percent_min, s->percent_max);
    percent_shares(s->distribution, pixels, q->coldness, q->n, share);
    double wanted = (double)group->pixels * group->wanted_percent / 100.0;
    TRY(select_blocks(w->candidates, w->n, share, q->n, wanted,
                      random_u64(s->seed, RANDOM_SELECT, g), w->taken, st));
    for (size_t i = 0; i < w->n; i++) {
        mark(p, &w->blocks[i], (uint16_t)g, w->taken[i]);
        group->traced += w->taken[i] ? w->candidates[i].pixels : 0;
    }
    if (group->pixels > 0)
        group->percent = 100.0 * (double)group->traced / (double)group->pixels;
    return ST_OK;
}

static enum st_code choose_all(struct plan *p, const struct groups *groups,
                               const struct quantized *q, const struct plan_settings *s,
                               struct status *st)
{
    for (uint32_t g = 0; g < p->n_groups; g++) {
        struct scratch w = {0};
        TRY(groups_blocks(groups, g, &w.blocks, &w.n, st));
        enum st_code code = choose(p, g, q, s, &w, st);
        MEM_FREE(w.blocks, w.candidates, w.taken);
        TRY(code);
    }
    return ST_OK;
}

enum st_code plan_create(struct plan *out, const struct quantized *q,
                         const struct plan_settings *settings, struct status *st)
{
    struct groups groups;
    *out = (struct plan){0};
    TRY(check_percent(settings, st));
    TRY(groups_init(&groups, q->width, q->height, settings->factor, settings->division,
                    settings->block_width, settings->block_height, st));
    uint64_t n = (uint64_t)q->width * q->height;
    struct plan p = {.width = q->width, .height = q->height, .n_groups = settings->factor};
    bool got =
        MEM_ARRAYS(MEM_ARRAY(p.group, n), MEM_ARRAY(p.chosen, n), MEM_ARRAY(p.groups, p.n_groups));
    enum st_code code =
        got ? choose_all(&p, &groups, q, settings, st) : status_no_memory(st, "choice of pixels");
    if (code == ST_OK)
        *out = p;
    else
        plan_free(&p);
    return code;
}

void plan_free(struct plan *p)
{
    MEM_FREE(p->group, p->chosen, p->groups, p->listed);
    *p = (struct plan){0};
}

void plan_filter(const struct plan *p, uint32_t g, uint8_t *filter)
{
    uint64_t n = (uint64_t)p->width * p->height;
    for (uint64_t i = 0; i < n; i++)
        filter[i] = p->listed ? p->listed[g * n + i] : p->group[i] == g && p->chosen[i];
}
