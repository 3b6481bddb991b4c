/* result_table.h -- results as tables for people. */
#pragma once

#include "orchestrator/result/result.h"
#include "orchestrator/result/validate.h"

#include <stdio.h>

/* Prints the seven metrics, frame time, groups and further metrics; stall stacks where
 * r->settings.stalls and every counter where r->settings.stats is set. */
void result_print(const struct result *r, FILE *out);
void validation_print(const struct validation *v, const struct result *prediction,
                      const struct result *reference, FILE *out);

/* Prints "shader path", or "shaders DIR" where dumps run. */
void frame_print_shader(const struct frame *frame, FILE *out);
/* Prints, for example, ", frame 12"; nothing for frame 0, which all scenes have. */
void frame_print_number(const struct frame *frame, FILE *out);

/* Prints a number right-justified in a column; "-" for NAN. */
void number_print(double value, int width, int digits, FILE *out);

/* A metric's value as text: rates in percent, cycles without decimals. */
void metric_text(enum metric_id metric, double value, char *text, size_t n);
