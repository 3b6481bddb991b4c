#include "sim/model/model.h"

const struct model_part *model_bottleneck(const struct model_stack *stack)
{
    const struct model_part *most = NULL;
    for (uint32_t i = 0; i < stack->n; i++)
        if (!most || stack->parts[i].cpi > most->cpi)
            most = &stack->parts[i];
    return most;
}
