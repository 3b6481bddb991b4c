/* printable.h -- texts of files and of users on their way to a terminal, where a control character
 * could move the cursor, hide a line or change the window's title. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Replaces control characters by '?', in place: the bytes below 0x20, 0x7f, the characters U+0080
 * to U+009F, and bytes that are not UTF-8. */
void printable_clean(char *text);

/* Returns the length of the allowed sequence that begins the n bytes; 0: there is none. */
typedef size_t printable_allowed(const char *text, size_t n);
/* Makes a stream that writes to the descriptor of `to` what is written to it, with control
 * characters replaced as above except line feeds, tabs and, where that is a terminal, the
 * sequences that `sequence` allows. Its buffering is that of `to`, which is not used any more.
 * Returns `to` where there is no memory. */
FILE *printable_stream(FILE *to, printable_allowed *sequence);
/* Returns the descriptor that a stream writes to, also of a stream made above; -1: none. */
int printable_descriptor(FILE *stream);
