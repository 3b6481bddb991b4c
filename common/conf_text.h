/* conf_text.h -- finds input on which libconfig's reader crashes, or which it accepts wrongly,
 * before libconfig reads the text. */
#pragma once

#include "common/status.h"
#include <stddef.h>

/* Checks a text and every file that it includes. ST_USAGE with file and line for zero bytes,
 * strings and comments without an end, deep nesting, whole numbers that libconfig would wrap
 * around, and names of included files that are no files, include themselves or are too many.
 * Included names are relative to `folder`. *all is the number of bytes of all these texts, at most
 * 2^25. */
enum st_code conf_text_check(const char *text, size_t n, const char *name, const char *folder,
                             size_t *all, struct status *st);
