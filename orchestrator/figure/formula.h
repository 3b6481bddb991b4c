/* formula.h -- formulas of x that may be handed to gnuplot, which would also run programs.
 *
 * Numbers, x, pi, + - * / **, parentheses, exp log log10 sqrt abs; nothing else. */
#pragma once

#include "common/status.h"

/* ST_USAGE unless the text is such a formula. `what` names it in the message. */
enum st_code formula_check(const char *text, const char *what, struct status *st);
