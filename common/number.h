/* number.h -- parses numbers in text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Parses the first n bytes of the text as a finite decimal number: digits, a point, an exponent,
 * signs; no spaces, no other base, no words such as "nan". Returns false for anything else,
 * including an empty text, with *out unchanged. */
bool number_read(const char *text, size_t n, double *out);
