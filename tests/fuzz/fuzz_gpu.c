/* GPU configurations in libconfig syntax: what is accepted survives being written and read again.
 */
#include "tests/fuzz/fuzz.h"

#include "common/memory.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_again(const struct gpu_config *g)
{
    struct gpu_config again;
    struct status st = {0};
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    FUZZ_CHECK(f != NULL);
    gpu_config_dump(g, f);
    FUZZ_CHECK(fclose(f) == 0);
    FUZZ_CHECK(gpu_config_parse(&again, text, n, "fuzz.cfg", NULL, &st) == ST_OK);
    FUZZ_CHECK(strcmp(again.hash, g->hash) == 0);
    free(text);
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct gpu_config g;
    char *text = mem_calloc(n + 1, 1);
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    /* Other files are not part of the input. */
    enum st_code code = strstr(text, "@include")
                            ? status_fail(st, ST_USAGE, "fuzz.cfg: includes a file; none is there")
                            : gpu_config_parse(&g, text, n, "fuzz.cfg", NULL, st);
    mem_free(text);
    if (code == ST_OK)
        read_again(&g);
    return code;
}
