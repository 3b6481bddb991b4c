/* conf_text.h -- checks a text for input that libconfig's reader crashes on or silently accepts,
 * before it is read. */
#pragma once

#include "common/status.h"
#include <stddef.h>

/* ST_USAGE with file and line for zero bytes, strings and comments without an end, deep nesting,
 * and whole numbers that libconfig would wrap around; also in every file that the text includes,
 * and for included names that are no files, include themselves or are too many. Included names are
 * relative to `folder`. */
enum st_code conf_text_check(const char *text, size_t n, const char *name, const char *folder,
                             struct status *st);
