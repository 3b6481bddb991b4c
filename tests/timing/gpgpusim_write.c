/* Machines written as gpgpusim.config files are the same machines when read again. */
#include "tests/rig/gpgpusim.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/gpgpusim/options.h"
#include "sim/config/gpgpusim/write.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

#include <stdlib.h>
#include <string.h>

static bool is_constant(const char *key)
{
    for (size_t i = 0; i < n_gpgpusim_constants; i++)
        if (strcmp(gpgpusim_constants[i].key, key) == 0)
            return true;
    return false;
}

struct trip {
    const char *name;
    struct gpu_config before, after;
    const struct gpgpusim_notes *lost;
    uint32_t n_lost;
};

static void survives(void *self, const char *key)
{
    struct trip *t = self;
    char before[PARAM_VALUE_TEXT], after[PARAM_VALUE_TEXT], item[160];
    rig_param_value(&t->before, key, before);
    rig_param_value(&t->after, key, after);
    if (strcmp(before, after) == 0)
        return;
    /* Options for these have fewer values than the parameters. */
    bool coarse = strcmp(key, "watchdog_cycles") == 0 || strcmp(key, "dram.command_bus") == 0;
    if (!is_constant(key) && !coarse)
        fail_msg("%s: %s was %s and is %s", t->name, key, before, after);
    snprintf(item, sizeof item, "%s = %s", key, before);
    for (uint32_t i = 0; i < t->lost->n; i++)
        if (strcmp(t->lost->notes[i].item, item) == 0) {
            t->n_lost++;
            return;
        }
    fail_msg("%s: nobody said that %s is lost", t->name, item);
}

static void there_and_back(const struct gpu_config *before)
{
    struct status st = {0};
    struct gpgpusim_notes lost = {0};
    struct trip t = {before->name, *before, *before, &lost, 0};
    char *text FREED_BY(mem_free), *again FREED_BY(mem_free);
    assert_ok(gpgpusim_write(&text, before, &lost, &st));
    if (gpu_config_parse(&t.after, text, strlen(text), "my.config", NULL, &st) != ST_OK)
        fail_msg("%s: %s", before->name, st.text);
    rig_each_param(survives, &t);
    assert_int_equal(t.n_lost + (before->address_map_text[0] == 'h'), lost.n);
    assert_string_equal(t.after.title, before->title);
    gpgpusim_notes_free(&lost);
    /* Once more: nothing more is lost, and the same is written but for the comments. */
    assert_ok(gpgpusim_write(&again, &t.after, &lost, &st));
    assert_int_equal(lost.n, 0);
    assert_int_equal(strncmp(text, again, strlen(again)), 0);
    gpgpusim_notes_free(&lost);
}

TEST(every_preset_survives_the_way_there_and_back)
{
    char **names;
    size_t n;
    assert_ok(gpu_config_list(&names, &n, &st));
    for (size_t i = 0; i < n; i++) {
        struct gpu_config g, back;
        char *text;
        struct gpgpusim_notes lost = {0};
        assert_ok(gpu_config_load(&g, names[i], &st));
        there_and_back(&g);
        if (strstr(names[i], "vulkansim")) { /* nothing is lost at all */
            assert_ok(gpgpusim_write(&text, &g, &lost, &st));
            assert_int_equal(lost.n, 0);
            assert_ok(gpu_config_parse(&back, text, strlen(text), "my.config", NULL, &st));
            assert_string_equal(back.hash, g.hash);
            mem_free(text);
        }
    }
    file_free_list(names, n);
}

TEST(what_was_read_is_written_to_the_same_machine)
{
    struct gpu_config g = rig_gpgpusim_small(), back;
    struct gpgpusim_notes lost = {0};
    char *text FREED_BY(mem_free), *notes FREED_BY(mem_free);
    assert_ok(gpgpusim_write(&text, &g, &lost, &st));
    assert_int_equal(lost.n, 0);
    assert_ok(gpu_config_parse(&back, text, strlen(text), "my.config", &notes, &st));
    assert_string_equal(back.hash, g.hash);
    assert_string_equal(back.address_map_text, g.address_map_text);
    /* Every value of what is written means what the model does. */
    assert_null(strstr(notes, "taken as"));
    assert_null(strstr(notes, "not given"));
    assert_null(strstr(notes, "unknown"));
}
