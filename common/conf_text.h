/* conf_text.h -- finds input on which libconfig's reader crashes, or which it accepts wrongly,
 * before libconfig reads the text. */
#pragma once

#include "common/status.h"
#include <stddef.h>

/* Checks a text and every file that it includes. ST_USAGE with file and line for zero bytes,
 * strings and comments without an end, deep nesting, whole numbers that libconfig would wrap
 * around, and names of included files that are no files, include themselves or are too many.
 * Included names are relative to `folder`. */
enum st_code conf_text_check(const char *text, size_t n, const char *name, const char *folder,
                             struct status *st);
