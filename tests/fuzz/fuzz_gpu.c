/* GPU configurations in libconfig syntax: what is accepted survives being written and read again.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "common/memory.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A parameter with its value in a GPU that holds, one of its limits or a word. */
const char *fuzz_word(uint32_t random)
{
    static char line[256];
    const struct param_table *table = &gpu_param_tables[random % n_gpu_param_tables];
    uint32_t rest = random / (uint32_t)n_gpu_param_tables;
    const struct param *p = &table->rows[rest % table->n_rows];
    rest /= (uint32_t)table->n_rows;
    if (p->type == PARAM_CHOICE)
        snprintf(line, sizeof line, "%s = \"%s\";\n", p->name, p->choices[rest % 2]);
    else if (p->type == PARAM_BOOL)
        snprintf(line, sizeof line, "%s = %s;\n", p->name, rest % 2 ? "true" : "false");
    else
        snprintf(line, sizeof line, p->type == PARAM_REAL ? "%s = %f;\n" : "%s = %.0f;\n", p->name,
                 (rest % 2 ? p->min : p->max) + (double)(rest / 2 % 3) - 1);
    return line;
}

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
    char *path, *text = mem_calloc(n + 1, 1);
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    bool includes = strstr(text, "@include");
    mem_free(text);
    if (includes) /* other files are not part of the input */
        return status_fail(st, ST_USAGE, "fuzz.cfg: includes a file; none is there");
    path = fuzz_file(bytes, n, ".cfg");
    if (!path)
        return status_no_memory(st, "fuzz");
    enum st_code code = gpu_config_load(&g, path, st);
    fuzz_file_remove(path);
    if (code == ST_OK)
        read_again(&g);
    return code;
}
