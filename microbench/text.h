/* text.h -- writes PTX from a pattern, which names numbers and repeats parts:
 *
 *   $x        the value of the variable x, a letter
 *   $(k+2)    an expression of letters and numbers with + * / %, computed from left to right
 *   <n i ...> the part, n times, with i = 0, 1, ...; n is a letter or a number */
#pragma once

#include <stdio.h>

#include <stdint.h>

struct text_variables {
    uint64_t of[128]; /* values by letter */
};

/* Writes the pattern with the variables' values. Variables of repetitions are overwritten. */
void text_write(FILE *out, const char *pattern, struct text_variables *variables);
