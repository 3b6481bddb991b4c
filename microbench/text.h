/* text.h -- PTX written from a pattern, which names numbers and repeats parts:
 *
 *   $x        the variable x, a letter
 *   $(k+2)    an expression of letters and numbers with + * / %, from left to right
 *   <n i ...> the part, n times, with i = 0, 1, ...; n is a letter or a number */
#pragma once

#include <stdio.h>

#include <stdint.h>

struct text_variables {
    uint64_t of[128]; /* by letter */
};

/* Writes the pattern. The variables of repetitions are lost. */
void text_write(FILE *out, const char *pattern, struct text_variables *variables);
