/* progress.h -- shows one line on stderr with the share that is done, rate, remaining and total
 * time.
 *
 * It is shown only if stderr is a terminal and the user did not ask for silence. Several threads
 * may advance it at the same time; results never depend on it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct progress; /* opaque */

/* Begins a line. NULL if nothing is to be shown or memory runs out; every function accepts NULL. */
struct progress *progress_start(const char *what, const char *unit, uint64_t total, bool quiet);
void progress_add(struct progress *p, uint64_t done);
/* Sets a text, such as the estimate so far, that ends the line from the next update on. It has at
 * most PROGRESS_NOTE - 1 bytes. */
enum { PROGRESS_NOTE = 80 };
void progress_note(struct progress *p, const char *text);
/* Shows a text at once, instead of the usual line. */
void progress_say(struct progress *p, const char *text);
/* Prints a separate line on standard error, terminal or not, unless the user asked for silence. */
void progress_tell(bool quiet, const char *format, ...) __attribute__((format(printf, 2, 3)));
void progress_end(struct progress *p); /* clears the line, frees */
