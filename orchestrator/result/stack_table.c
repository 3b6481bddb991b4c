#include "orchestrator/result/stack_table.h"

static double sum(const struct model_stack *s)
{
    double cpi = 0;
    for (uint32_t i = 0; i < s->n; i++)
        cpi += s->parts[i].cpi;
    return cpi;
}

void stack_print(const struct model_stack *s, FILE *out)
{
    double all = sum(s);
    if (!s->n)
        return;
    fprintf(out, "\n%-32s %16s %11s\n", "CPI of an SM, by cause", "cycles", "share");
    for (uint32_t i = 0; i < s->n; i++)
        fprintf(out, "%-32s %16.4f %9.2f %%\n", s->parts[i].name, s->parts[i].cpi,
                all > 0 ? 100 * s->parts[i].cpi / all : 0);
    fprintf(out, "%-32s %16.4f\n", "together", all);
    fprintf(out, "%-32s %16s\n", "bottleneck", model_bottleneck(s)->name);
}

json_t *stack_json(struct json_writer *w, const struct model_stack *s)
{
    json_t *all = json_writer_object(w), *parts = json_put_object(w, all, "parts");
    for (uint32_t i = 0; i < s->n; i++)
        json_put_real(w, parts, s->parts[i].name, s->parts[i].cpi);
    json_put_real(w, all, "cpi", sum(s));
    json_put_text(w, all, "bottleneck", model_bottleneck(s)->name);
    return all;
}
