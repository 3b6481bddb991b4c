#include "orchestrator/study/deal.h"

#include "common/auto.h"

#include <stdlib.h>
#include <string.h>

/* Pieces of a share at least. */
enum { PIECES = 8 };

/* A job on its way; where something stands in the study, not what its hash is, decides. */
struct card {
    const struct job *job;
    uint32_t at;                     /* in the jobs' order */
    size_t scene_first, frame_first; /* points */
    double scene_s, seconds;
};

/* Cards that stay together. */
struct piece {
    uint32_t begin, end;
    double seconds;
};

/* ---- in order ---- */

static int by_size(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b)
{
    const struct card *x = a, *y = b;
    if (x->scene_s != y->scene_s)
        return x->scene_s > y->scene_s ? -1 : 1;
    int order = by_size(x->scene_first, y->scene_first);
    order = order ? order : by_size(x->frame_first, y->frame_first);
    order = order ? order : by_size(x->job->kind, y->job->kind);
    return order ? order : by_size(x->job->index, y->job->index);
}

struct sums {
    size_t *scene_first, *frame_first;
    double *scene_s;
};

static void add_up(const struct sums *sums, const struct jobs *jobs, const double *seconds)
{
    memset(sums->scene_first, 0xff, jobs->n * sizeof *sums->scene_first);
    memset(sums->frame_first, 0xff, jobs->n * sizeof *sums->frame_first);
    for (uint32_t i = 0; i < jobs->n; i++) {
        const struct job *job = &jobs->all[i];
        if (job->index < sums->scene_first[job->scene])
            sums->scene_first[job->scene] = job->index;
        if (job->index < sums->frame_first[job->frame])
            sums->frame_first[job->frame] = job->index;
        sums->scene_s[job->scene] += seconds[i] > 0 ? seconds[i] : 0;
    }
}

static enum st_code lay_out(struct card *cards, uint32_t *n, const struct jobs *jobs,
                            const double *seconds, struct status *st)
{
    struct sums sums;
    bool room = MEM_ARRAYS(MEM_ARRAY(sums.scene_first, jobs->n),
                           MEM_ARRAY(sums.frame_first, jobs->n), MEM_ARRAY(sums.scene_s, jobs->n));
    if (room)
        add_up(&sums, jobs, seconds);
    *n = 0;
    for (uint32_t i = 0; room && i < jobs->n; i++) {
        const struct job *job = &jobs->all[i];
        if (seconds[i] >= 0)
            cards[(*n)++] = (struct card){job,
                                          i,
                                          sums.scene_first[job->scene],
                                          sums.frame_first[job->frame],
                                          sums.scene_s[job->scene],
                                          seconds[i]};
    }
    MEM_FREE(sums.scene_first, sums.frame_first, sums.scene_s);
    if (!room)
        return status_no_memory(st, "shards");
    qsort(cards, *n, sizeof *cards, by_place);
    return ST_OK;
}

/* ---- pieces ---- */

static uint32_t cut(struct piece *pieces, const struct card *cards, uint32_t n, uint32_t shards)
{
    double all = 0;
    uint32_t made = 0;
    for (uint32_t i = 0; i < n; i++)
        all += cards[i].seconds;
    double most = all / shards / PIECES;
    for (uint32_t i = 0; i < n; i++) {
        struct piece *last = made ? &pieces[made - 1] : NULL;
        if (last && cards[i].job->frame == cards[i - 1].job->frame &&
            last->seconds + cards[i].seconds <= most) {
            last->end = i + 1;
            last->seconds += cards[i].seconds;
        } else {
            pieces[made++] = (struct piece){i, i + 1, cards[i].seconds};
        }
    }
    return made;
}

/* Within a scene; equal ones in the order of the study. */
static int by_seconds(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds > y->seconds ? -1 : 1;
    return by_size(x->begin, y->begin);
}

static void sort_scenes(struct piece *pieces, uint32_t n, const struct card *cards)
{
    for (uint32_t first = 0, end; first < n; first = end) {
        uint32_t scene = cards[pieces[first].begin].job->scene;
        for (end = first + 1; end < n && cards[pieces[end].begin].job->scene == scene;)
            end++;
        qsort(pieces + first, end - first, sizeof *pieces, by_seconds);
    }
}

/* ---- dealing ---- */

static bool is_less(const struct deal *d, uint32_t a, uint32_t b)
{
    return d->seconds[a] != d->seconds[b] ? d->seconds[a] < d->seconds[b] : a < b;
}

/* The first of a heap has got more: down to where it belongs. */
static void sink(const struct deal *d, uint32_t *heap)
{
    for (uint32_t at = 0, child; (child = 2 * at + 1) < d->n; at = child) {
        if (child + 1 < d->n && is_less(d, heap[child + 1], heap[child]))
            child++;
        if (is_less(d, heap[at], heap[child]))
            return;
        uint32_t moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

static void deal_pieces(struct deal *d, const struct piece *pieces, uint32_t n,
                        const struct card *cards, uint32_t *heap)
{
    for (uint32_t i = 0; i < d->n; i++)
        heap[i] = i;
    for (uint32_t p = 0; p < n; p++) {
        uint32_t to = heap[0];
        for (uint32_t i = pieces[p].begin; i < pieces[p].end; i++) {
            d->shard[cards[i].at] = to + 1;
            if (cards[i].seconds > d->longest[to])
                d->longest[to] = cards[i].seconds;
        }
        d->seconds[to] += pieces[p].seconds;
        sink(d, heap);
    }
}

enum st_code deal_make(struct deal *out, const struct jobs *jobs, const double *seconds, uint32_t n,
                       struct status *st)
{
    struct card *cards;
    struct piece *pieces;
    uint32_t *heap, n_cards;
    *out = (struct deal){.n = n};
    bool room = MEM_ARRAYS(MEM_ARRAY(cards, jobs->n), MEM_ARRAY(pieces, jobs->n),
                           MEM_ARRAY(heap, n), MEM_ARRAY(out->shard, jobs->n),
                           MEM_ARRAY(out->seconds, n), MEM_ARRAY(out->longest, n));
    enum st_code code =
        room ? lay_out(cards, &n_cards, jobs, seconds, st) : status_no_memory(st, "shards");
    if (code == ST_OK) {
        uint32_t n_pieces = cut(pieces, cards, n_cards, n);
        sort_scenes(pieces, n_pieces, cards);
        deal_pieces(out, pieces, n_pieces, cards, heap);
    } else {
        deal_free(out);
    }
    MEM_FREE(cards, pieces, heap);
    return code;
}

void deal_free(struct deal *d)
{
    MEM_FREE(d->shard, d->seconds, d->longest);
    *d = (struct deal){0};
}
