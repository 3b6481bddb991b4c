#include "sim/abstract/history.h"

#include "common/memory.h"

struct history {
    uint64_t interval, next;
    size_t n;
    struct gpu_counters moments[HISTORY_MOMENTS];
};

enum st_code history_create(struct history **out, struct status *st)
{
    TRY(mem_make(out, 1, sizeof **out, "a history", st));
    history_begin(*out);
    return ST_OK;
}

void history_free(struct history *h)
{
    mem_free(h);
}

void history_begin(struct history *h)
{
    h->interval = h->next = HISTORY_FIRST_INTERVAL;
    h->n = 0;
}

bool history_due(const struct history *h, uint64_t now)
{
    return now >= h->next;
}

void history_add(struct history *h, const struct gpu_counters *counters)
{
    if (h->n == HISTORY_MOMENTS) {
        for (size_t i = 0; 2 * i + 1 < h->n; i++)
            h->moments[i] = h->moments[2 * i + 1];
        h->n /= 2;
        h->interval *= 2;
    }
    h->moments[h->n++] = *counters;
    h->next = counters->gpu.cycles + h->interval;
}

size_t history_moments(const struct history *h)
{
    return h->n;
}

const struct gpu_counters *history_moment(const struct history *h, size_t i)
{
    return &h->moments[i];
}
