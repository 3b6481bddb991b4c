/* isas.h -- reads PTX twice: rewritten as ptxas does, and as it is, whose outcome counts. */
#pragma once

#include "common/memory.h"
#include "sim/functional/exec/launch.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static inline enum st_code fuzz_isas(enum st_code (*run)(enum isa isa, const char *text, size_t n,
                                                         struct status *st),
                                     const uint8_t *bytes, size_t n, struct status *st)
{
    struct status rewritten = {0};
    char *text = mem_calloc(n + 1, 1);
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    enum st_code code = run(ISA_PTXAS, text, n, &rewritten);
    FUZZ_CHECK((code == ST_OK) == (rewritten.text[0] == 0) && !strchr(rewritten.text, '\n'));
    code = run(ISA_PTX, text, n, st);
    mem_free(text);
    return code;
}
