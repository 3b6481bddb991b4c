/* text.h -- a text that grows: the PTX of a benchmark's shader. */
#ifndef MICROBENCH_TEXT_H
#define MICROBENCH_TEXT_H

#include "common/status.h"

#include <stddef.h>

/* Start with {0}; free with text_free. Once an allocation failed, nothing more is added. */
struct text {
    char *bytes; /* ends with 0 */
    size_t n, room;
    bool failed;
};

void text_add(struct text *t, const char *format, ...) COMMON_PRINTF(2, 3);
void text_free(struct text *t);

#endif
