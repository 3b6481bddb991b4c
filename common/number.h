/* number.h -- numbers as people type them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The first n bytes of the text as a finite decimal number: digits, a point, an exponent, signs; no
 * spaces, no other base, no words such as "nan". Anything else, also nothing, is false, and *out is
 * then unchanged. */
bool number_read(const char *text, size_t n, double *out);
