/* GPU configurations as gpgpusim.config: what is accepted survives being written and read again,
 * and then loses nothing more. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "common/memory.h"
#include "sim/config/gpgpusim/options.h"
#include "sim/config/gpgpusim/write.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

#include <stdio.h>
#include <string.h>

/* An option with its default. */
const char *fuzz_word(uint32_t random)
{
    static char line[256];
    const struct gpgpusim_option *o = &gpgpusim_options[random % n_gpgpusim_options];
    snprintf(line, sizeof line, "%s %s\n", o->name, o->initial ? o->initial : "1");
    return line;
}

static void write_and_read(const struct gpu_config *g)
{
    struct status st = {0};
    struct gpgpusim_notes lost = {0};
    struct gpu_config again;
    char *text;
    FUZZ_CHECK(gpgpusim_write(&text, g, &lost, &st) == ST_OK);
    FUZZ_CHECK(gpu_config_parse(&again, text, strlen(text), "fuzz.config", NULL, &st) == ST_OK);
    FUZZ_CHECK(lost.n == 0);
    FUZZ_CHECK(strcmp(again.hash, g->hash) == 0);
    gpgpusim_notes_free(&lost);
    mem_free(text);
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct gpu_config g;
    char *notes = NULL, *text = mem_calloc(n + 1, 1);
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    /* The other syntax has a target of its own. */
    enum st_code code = gpgpusim_file_is(text, n)
                            ? gpu_config_parse(&g, text, n, "fuzz.config", &notes, st)
                            : status_fail(st, ST_USAGE, "fuzz.config: no option stands first");
    FUZZ_CHECK(code == ST_OK || !notes);
    mem_free(notes);
    mem_free(text);
    if (code == ST_OK)
        write_and_read(&g);
    return code;
}
