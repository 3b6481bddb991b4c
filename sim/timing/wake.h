/* wake.h -- which of n components are to be called in which cycle of their clock.
 *
 * Each component has one cycle at which it is called next; waking it can only make that earlier.
 * Cycles near the present have a set of components each (a timing wheel), the others wait in one
 * set, so that a cycle costs only those that are called in it. */
#ifndef SIM_TIMING_WAKE_H
#define SIM_TIMING_WAKE_H

#include "common/status.h"
#include "sim/timing/clock.h"

#include <stdbool.h>

enum { WAKE_SPAN = 64 };

struct wake {
    uint32_t n, words; /* components; words of 64 of them */
    cycle_t *at;       /* by component */
    cycle_t base;      /* the cycles before it are over */
    uint64_t occupied; /* bit c % WAKE_SPAN: cycle c, base <= c < base + WAKE_SPAN, has a set */
    uint64_t *near;    /* [WAKE_SPAN][words]; a set may hold some that were woken earlier since */
    uint64_t *beyond;  /* [words] */
    cycle_t beyond_at; /* none of `beyond` is called before */
    uint64_t *due;     /* [words] */
};

enum st_code wake_create(struct wake *w, uint32_t n, struct status *st);
void wake_release(struct wake *w);

/* Makes the wheel's cycles begin at `now`, at which nobody who is called earlier is left, and puts
 * those to be called at `now` into w->due; they are called no more until they are woken again. */
void wake_take(struct wake *w, cycle_t now);

void wake_put(struct wake *w, uint32_t i, cycle_t at);

/* Component i is to be called at cycle `at` or earlier; `at` is behind the last one taken. */
static inline void wake_at(struct wake *w, uint32_t i, cycle_t at)
{
    if (at < w->at[i])
        wake_put(w, i, at);
}

/* No component is to be called before; CYCLE_NEVER if none is to be called at all. */
static inline cycle_t wake_next(const struct wake *w)
{
    if (!w->occupied)
        return w->beyond_at;
    uint32_t from = w->base % WAKE_SPAN;
    uint64_t turned = from ? w->occupied >> from | w->occupied << (WAKE_SPAN - from) : w->occupied;
    cycle_t near = w->base + (uint32_t)__builtin_ctzll(turned);
    return near < w->beyond_at ? near : w->beyond_at;
}

/* Takes the lowest of those due out of word `word` of w->due; false if none is left there. */
static inline bool wake_due(struct wake *w, uint32_t word, uint32_t *i)
{
    uint64_t bits = w->due[word];
    if (!bits)
        return false;
    *i = word * 64 + (uint32_t)__builtin_ctzll(bits);
    w->due[word] = bits & (bits - 1);
    return true;
}

#endif
