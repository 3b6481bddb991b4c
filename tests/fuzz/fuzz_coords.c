/* Lists of pixels that another program chose. */
#include "tests/fuzz/fuzz.h"

#include "partition/plan.h"

enum { WIDTH = 8, HEIGHT = 4 };

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct plan plan;
    char *path = fuzz_file(bytes, n, ".coords");
    if (!path)
        return status_fail(st, ST_FAILED, "fuzz: no room for a file; free some");
    enum st_code code = plan_read(&plan, path, WIDTH, HEIGHT, 1, st);
    fuzz_file_remove(path);
    if (code != ST_OK)
        return code;
    uint64_t chosen = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        chosen += plan.chosen[i];
    FUZZ_CHECK(chosen > 0 && chosen == plan.groups[0].traced);
    plan_free(&plan);
    return ST_OK;
}
