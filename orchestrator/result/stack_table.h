/* stack_table.h -- where a core's cycles go, of models that know it. */
#pragma once

#include "common/json_writer.h"
#include "sim/model/model.h"

#include <stdio.h>

/* A row per part with its cycles per instruction and its share, and the bottleneck; nothing of a
 * stack without parts. */
void stack_print(const struct model_stack *s, FILE *out);
json_t *stack_json(struct json_writer *w, const struct model_stack *s);
