/* counters.h -- tables of counters: one declaration gives struct, merge, writers, documentation.
 *
 * A component declares its counters once, as an X-macro of rows
 *     X(name, unit, merge, doc)       merge: SUM, SUM_OR_0 or MAX, how the counts of two GPUs or
 *     SMs
 *                                     combine
 * All members are uint64_t. Rates are never stored: they are computed from summed counters at the
 * end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum counter_merge {
    COUNTER_SUM,
    COUNTER_SUM_OR_0, /* a sum, for features that most GPUs lack: not shown if it is 0 */
    COUNTER_MAX,
};

struct counter {
    const char *name;
    const char *unit;
    enum counter_merge merge;
    const char *doc;
};

/* Both macros are applied to the same list, so member i of the struct belongs to row i. */
#define COUNTER_FIELD(name, unit, merge, doc) uint64_t name;
#define COUNTER_ROW(name, unit, merge, doc)   {#name, unit, COUNTER_##merge, doc},

struct counter_table {
    const char *section; /* such as "l1d" */
    const char *title;
    const struct counter *rows;
    size_t n_rows;
    size_t offset; /* of the component's struct in the struct of all counters */
};

/* Returns the member of row `c` in the struct of all counters. */
static inline uint64_t *counter_field(const struct counter_table *t, const struct counter *c,
                                      void *all)
{
    return (uint64_t *)(void *)((char *)all + t->offset) + (c - t->rows);
}

static inline uint64_t counter_read(const struct counter_table *t, const struct counter *c,
                                    const void *all)
{
    return ((const uint64_t *)(const void *)((const char *)all + t->offset))[c - t->rows];
}

/* Whether a counter with that value is not shown. */
static inline bool counter_absent(const struct counter *c, uint64_t value)
{
    return c->merge == COUNTER_SUM_OR_0 && value == 0;
}

/* Returns the row of a member of the component's struct. */
static inline const struct counter *counter_of(const struct counter_table *t, const void *component,
                                               const uint64_t *field)
{
    return &t->rows[field - (const uint64_t *)component];
}

/* Returns part / whole in units of 2^-32, 0 if whole is 0. Counters sum ratios in this form to
 * compute their mean. Division and product are rounded correctly, so the result is the same on
 * every machine. */
static inline uint64_t counter_ratio_q32(uint64_t part, uint64_t whole)
{
    return whole ? (uint64_t)((double)part / (double)whole * 0x1p32) : 0;
}

/* Merges `from` into `into`, row by row. */
void counters_merge(const struct counter_table *tables, size_t n, void *into, const void *from);
/* Writes a Markdown table of every counter with name, unit, way of merging and meaning. */
void counters_document(const struct counter_table *tables, size_t n, FILE *out);
