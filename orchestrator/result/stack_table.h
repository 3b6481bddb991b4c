/* stack_table.h -- prints the cycle stack of a core, for models that have one. */
#pragma once

#include "common/json_writer.h"
#include "sim/model/model.h"

#include <stdio.h>

/* Prints a row per part of the stack, with its cycles per instruction and its share, and then the
 * bottleneck; nothing for a stack without parts. */
void stack_print(const struct model_stack *s, FILE *out);
json_t *stack_json(struct json_writer *w, const struct model_stack *s);
