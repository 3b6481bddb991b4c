/* Materials of OBJ files. */
#include "tests/fuzz/fuzz.h"

#include "common/memory.h"
#include "scenes/import/check.h"

#include <string.h>

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct plain plain;
    uint8_t *text = mem_calloc(n + 1, 1); /* a zero byte follows, as in files that were read */
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    enum st_code code = mesh_check_mtl("fuzz.mtl", text, n, &plain, st);
    mem_free(plain.bytes);
    mem_free(text);
    return code;
}
