/* range.h -- evenly spaced numbers, written A:B:STEP: frames of a path, values of an axis. */
#pragma once

#include "common/status.h"

#include <stddef.h>

/* The numbers first, first + step, ... up to `last`, which is one of them if the steps reach it. A
 * range from range_read has last >= first, step > 0 and at most RANGE_MOST numbers. */
struct range {
    double first, last, step;
};

enum { RANGE_MOST = 100000 };

/* Reads "A:B:STEP", "A:B" (steps of 1) or "A" (a single number). `name` is the option or key in
 * messages, without dashes. ST_USAGE for any other text. */
enum st_code range_read(struct range *out, const char *name, const char *text, struct status *st);

/* Reads a range of whole numbers from `least` to `most`, with whole steps. */
enum st_code range_read_whole(struct range *out, const char *name, const char *text, double least,
                              double most, struct status *st);

size_t range_count(const struct range *r); /* at least 1 */

/* Returns number i < range_count, rounded to 12 significant digits, so that 0:1:0.1 has 0.3 and not
 * its neighbour. */
double range_at(const struct range *r, size_t i);
/* The same as text: whole numbers with all digits, others with 12. */
enum { RANGE_TEXT = 64 };
void range_text(const struct range *r, size_t i, char text[RANGE_TEXT]);
