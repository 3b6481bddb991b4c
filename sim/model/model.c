#include "sim/model/model.h"

#include <string.h>

const struct model_part *model_bottleneck(const struct model_stack *stack)
{
    const struct model_part *most = NULL;
    for (uint32_t i = 0; i < stack->n; i++)
        if (!most || stack->parts[i].cpi > most->cpi)
            most = &stack->parts[i];
    return most;
}

/* Adds a stack to *sum, each weighted by its number of warp instructions. */
static void add_stack(struct model_stack *sum, double sum_weight, const struct model_stack *more,
                      double weight)
{
    double all = sum_weight + weight;
    for (uint32_t i = 0; all > 0 && i < sum->n; i++)
        sum->parts[i].cpi *= sum_weight / all;
    for (uint32_t i = 0; all > 0 && i < more->n; i++) {
        const struct model_part *part = &more->parts[i];
        uint32_t at = 0;
        while (at < sum->n && strcmp(sum->parts[at].name, part->name) != 0)
            at++;
        if (at == MODEL_PARTS)
            continue;
        if (at == sum->n)
            sum->parts[sum->n++] = (struct model_part){part->name, 0};
        sum->parts[at].cpi += part->cpi * weight / all;
    }
}

void model_answer_follow(struct model_answer *into, const struct model_answer *next)
{
    add_stack(&into->stack, (double)into->counters.sm.warp_instructions, &next->stack,
              (double)next->counters.sm.warp_instructions);
    gpu_counters_follow(&into->counters, &next->counters);
}
