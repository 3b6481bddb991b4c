#include "orchestrator/study/deal.h"

#include "common/auto.h"

#include <stdlib.h>
#include <string.h>

/* A piece of several jobs has at most one share's work divided by this number. */
enum { PIECES = 8 };

/* A job with the numbers of its scene, its frame and itself in the order of the study. The list of
 * jobs is ordered by hashes, which change with the program, so its order is not used. */
struct card {
    const struct job *job;
    uint32_t at; /* index of the job in the list */
    size_t scene, frame;
};

/* Consecutive cards, which go to the same shard. */
struct piece {
    uint32_t begin, end;
    size_t scene;
    double work;
};

static int by_size(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b)
{
    const struct card *x = a, *y = b;
    int order = by_size(x->scene, y->scene);
    order = order ? order : by_size(x->frame, y->frame);
    order = order ? order : by_size(x->job->kind, y->job->kind);
    return order ? order : by_size(x->job->index, y->job->index);
}

/* Makes the cards in the order of the study. `scene` and `frame` are working memory for a number
 * per job. */
static void lay_out(struct card *cards, const struct jobs *jobs, size_t *scene, size_t *frame)
{
    memset(scene, 0xff, jobs->n * sizeof *scene);
    memset(frame, 0xff, jobs->n * sizeof *frame);
    for (uint32_t i = 0; i < jobs->n; i++) {
        const struct job *job = &jobs->all[i];
        if (job->index < scene[job->scene])
            scene[job->scene] = job->index;
        if (job->index < frame[job->frame])
            frame[job->frame] = job->index;
    }
    for (uint32_t i = 0; i < jobs->n; i++) {
        const struct job *job = &jobs->all[i];
        cards[i] = (struct card){job, i, scene[job->scene], frame[job->frame]};
    }
    qsort(cards, jobs->n, sizeof *cards, by_place);
}

static uint32_t cut(struct piece *pieces, const struct card *cards, uint32_t n, uint32_t shards)
{
    double all = 0;
    uint32_t made = 0;
    for (uint32_t i = 0; i < n; i++)
        all += cards[i].job->work;
    double most = all / shards / PIECES;
    for (uint32_t i = 0; i < n; i++) {
        struct piece *last = made ? &pieces[made - 1] : NULL;
        double work = cards[i].job->work;
        if (last && cards[i].frame == cards[i - 1].frame && last->work + work <= most) {
            last->end = i + 1;
            last->work += work;
        } else {
            pieces[made++] = (struct piece){i, i + 1, cards[i].scene, work};
        }
    }
    return made;
}

static int by_work(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    int order = by_size(x->scene, y->scene);
    if (order == 0 && x->work != y->work)
        return x->work > y->work ? -1 : 1;
    return order ? order : by_size(x->begin, y->begin);
}

static void deal_in_turn(struct deal *d, const struct piece *pieces, uint32_t n,
                         const struct card *cards)
{
    for (uint32_t p = 0; p < n; p++) {
        uint32_t turn = p % d->n, to = p / d->n % 2 ? d->n - 1 - turn : turn;
        for (uint32_t i = pieces[p].begin; i < pieces[p].end; i++)
            d->shard[cards[i].at] = to + 1;
    }
}

enum st_code deal_make(struct deal *out, const struct jobs *jobs, uint32_t n, struct status *st)
{
    struct card *cards;
    struct piece *pieces;
    size_t *scene, *frame;
    *out = (struct deal){.n = n};
    bool room =
        MEM_ARRAYS(MEM_ARRAY(cards, jobs->n), MEM_ARRAY(pieces, jobs->n), MEM_ARRAY(scene, jobs->n),
                   MEM_ARRAY(frame, jobs->n), MEM_ARRAY(out->shard, jobs->n));
    if (room) {
        lay_out(cards, jobs, scene, frame);
        uint32_t n_pieces = cut(pieces, cards, jobs->n, n);
        qsort(pieces, n_pieces, sizeof *pieces, by_work);
        deal_in_turn(out, pieces, n_pieces, cards);
    }
    MEM_FREE(cards, pieces, scene, frame);
    return room ? ST_OK : status_no_memory(st, "shards");
}

void deal_free(struct deal *d)
{
    mem_free(d->shard);
    *d = (struct deal){0};
}

double deal_seconds(double work)
{
    return 50e-6 * work;
}
