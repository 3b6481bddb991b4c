/* conf_text.h -- what libconfig's reader does not survive or takes without a word, looked for in a
 * text before it is read. */
#pragma once

#include "common/status.h"
#include <stddef.h>

/* ST_USAGE with file and line for zero bytes, strings and comments without an end, deep nesting,
 * and whole numbers that libconfig would wrap around; the same in every file that the text
 * includes, and for included names that are no files, include themselves or are too many. `folder`
 * is where included names start. */
enum st_code conf_text_check(const char *text, size_t n, const char *name, const char *folder,
                             struct status *st);
