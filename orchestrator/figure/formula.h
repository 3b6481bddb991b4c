/* formula.h -- checks formulas of x before gnuplot gets them, since gnuplot could also run
 * programs.
 *
 * A formula has numbers, x, pi, + - * / **, parentheses, exp log log10 sqrt abs; nothing else. */
#pragma once

#include "common/status.h"

/* Checks that the text is such a formula; else ST_USAGE. `what` names the text in the message. */
enum st_code formula_check(const char *text, const char *what, struct status *st);
