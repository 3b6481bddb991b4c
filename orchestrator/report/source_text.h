/* source_text.h -- the text of a source file, line by line. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

struct source_text {
    char *bytes; /* each line ends with a zero byte; NULL: the file cannot be read */
    char **line; /* from line 1 on: line[0] is the first */
    uint32_t n;
    char problem[256]; /* why it cannot be read */
};

/* Reads a file; where it cannot be read or is not text, says so in `problem`. Fails only without
 * memory. `out` must be {0}. */
enum st_code source_text_read(struct source_text *out, const char *path, struct status *st);
void source_text_free(struct source_text *s); /* {0} is a no-op */
/* A line of the file, from 1 on; NULL if it has none of that number. */
const char *source_text_line(const struct source_text *s, uint32_t line);
