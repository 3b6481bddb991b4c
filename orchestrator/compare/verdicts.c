#include "orchestrator/compare/verdicts.h"

#include "orchestrator/result/result_table.h"

#include <math.h>

/* Writes the first statement that holds for the ratio. */
static void verdict_text(const struct ratio *r, char *text, size_t n)
{
    double half = 100 * survey_half_width(&r->estimate);
    if (ranking_certain(&r->estimate))
        snprintf(text, n, "certain");
    else if (half == 0)
        snprintf(text, n, "they are equal");
    else if (!isfinite(half))
        snprintf(text, n, "there is no interval");
    else
        snprintf(text, n, "below the resolution of %.2g %%", half);
}

static void print_against_first(const struct comparison *c, const struct comparison_scene *s,
                                int width, FILE *out)
{
    char text[64];
    fprintf(out, "frame time against %s\n", c->gpus[0]);
    for (size_t g = 1; g < c->n_gpus; g++) {
        const struct ratio *r = &s->cells[g].ratio[COMPARED_TIME];
        if (!isfinite(r->estimate.value))
            continue;
        verdict_text(r, text, sizeof text);
        fprintf(out, "  %-*s", width, c->gpus[g]);
        number_print(r->estimate.value, 8, 4, out);
        number_print(r->estimate.low, 8, 4, out);
        number_print(r->estimate.high, 8, 4, out);
        fprintf(out, "  %s%s\n", text,
                r->kind == RATIO_SIMULATED ? ", by simulated pairs"
                : r->kind == RATIO_PAIRS   ? ", by calibrated pairs"
                                           : "");
    }
}

static void print_doubt(const struct comparison *c, const struct comparison_scene *s, size_t a,
                        size_t b, FILE *out)
{
    const struct ratio *r = comparison_times(c, s, a, b);
    double half = 100 * survey_half_width(&r->estimate);
    fprintf(out, "  not certain: %s before %s; ", c->gpus[a], c->gpus[b]);
    if (s->cells[a].machine == s->cells[b].machine)
        fputs("they are the same machine\n", out);
    else if (half == 0)
        fputs("they are equal\n", out);
    else if (!isfinite(half))
        fputs("there is no interval\n", out);
    else
        fprintf(out, "%.2g %% apart is below the resolution of %.2g %%\n",
                100 * fabs(r->estimate.value - 1), half);
}

/* A line for each pair whose order is open. */
static void print_doubts(const struct comparison *c, const struct comparison_scene *s, FILE *out)
{
    size_t open = 0;
    for (size_t i = 0; i < s->done; i++)
        for (size_t j = i + 1; j < s->done; j++) {
            size_t a = s->order[i].index, b = s->order[j].index;
            if (ranking_certain(&comparison_times(c, s, a, b)->estimate))
                continue;
            open++;
            print_doubt(c, s, a, b, out);
        }
    if (!open && s->done > 1)
        fputs("  certain: no two can be equal\n", out);
}

void comparison_print_verdicts(const struct comparison *c, const struct comparison_scene *s,
                               int width, FILE *out)
{
    if (s->cells[0].done && s->done > 1)
        print_against_first(c, s, width, out);
    print_doubts(c, s, out);
}
