/* progress.h -- one line on stderr with share done, rate, time left and time in all.
 *
 * Shown only when stderr is a terminal and the user did not ask for silence. May be advanced by
 * several threads at once; the numbers of a result never depend on it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct progress; /* opaque */

/* NULL where nothing is to be shown or there is no memory; every function takes NULL. */
struct progress *progress_start(const char *what, const char *unit, uint64_t total, bool quiet);
void progress_add(struct progress *p, uint64_t done);
/* What the line ends with from the next update on, such as an estimate so far: at most
 * PROGRESS_NOTE - 1 bytes of it. */
enum { PROGRESS_NOTE = 80 };
void progress_note(struct progress *p, const char *text);
/* Shows this text instead of what the others make up, at once. */
void progress_say(struct progress *p, const char *text);
/* A line of its own on standard error, terminal or not, unless the user asked for silence. */
void progress_tell(bool quiet, const char *format, ...) __attribute__((format(printf, 2, 3)));
void progress_end(struct progress *p); /* clears the line, frees */
