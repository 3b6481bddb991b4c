/* Where the values of a GPU's configuration are from: every one of the built-in GPUs says it, bases
 * hand it down, and what is said badly is refused with its line. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/load/load.h"
#include "sim/config/load/sources.h"

#include <string.h>

static struct config_parameter find(const struct gpu_config *g, const struct config_sources *s,
                                    const char *key)
{
    struct config_parameter p;
    for (size_t i = 0; i < config_parameters(); i++) {
        config_parameter_at(&p, g, s, i);
        if (strcmp(p.key, key) == 0)
            return p;
    }
    fail_msg("no parameter is called %s", key);
    return p;
}

static void assert_source(const struct gpu_config *g, const struct config_sources *s,
                          const char *key, enum config_source_kind kind, const char *reference,
                          const char *place)
{
    struct config_parameter p = find(g, s, key);
    assert_string_equal(config_source_names[p.kind], config_source_names[kind]);
    assert_string_equal(p.reference, reference);
    assert_string_equal(p.place, place);
}

TEST(every_value_of_every_built_in_gpu_has_a_source)
{
    char **names;
    size_t n;
    assert_ok(gpu_config_list(&names, &n, &st));
    for (size_t i = 0; i < n; i++) {
        struct gpu_config g;
        struct config_sources s ENDED_BY(config_sources_release);
        assert_ok(gpu_config_load_sourced(&g, names[i], NULL, &s, &st));
        for (size_t k = 0; k < config_parameters(); k++) {
            struct config_parameter p;
            config_parameter_at(&p, &g, &s, k);
            if (p.kind == CONFIG_UNSOURCED || !*p.place)
                fail_msg("%s: %s has no source", names[i], p.key);
            assert_int_equal(*p.reference != 0, p.kind != CONFIG_ASSUMED);
        }
    }
    file_free_list(names, n);
}

TEST(the_manual_counts_the_sources)
{
    char **names;
    unsigned char *page FREED_BY(mem_free);
    size_t n, n_page;
    assert_ok(file_read(TEST_SOURCE_DIR "/docs/gpus.md", &page, &n_page, &st));
    assert_ok(gpu_config_list(&names, &n, &st));
    for (size_t i = 0; i < n; i++) {
        struct gpu_config g;
        struct config_sources s ENDED_BY(config_sources_release);
        size_t of[CONFIG_SOURCE_KINDS] = {0};
        char row[128];
        assert_ok(gpu_config_load_sourced(&g, names[i], NULL, &s, &st));
        for (size_t k = 0; k < config_parameters(); k++)
            of[s.of[k].kind]++;
        snprintf(row, sizeof row, "\n| `%s` | %zu | %zu | %zu | %zu | %zu |\n", names[i],
                 of[CONFIG_MEASURED], of[CONFIG_VENDOR], of[CONFIG_SIMULATOR], of[CONFIG_FITTED],
                 of[CONFIG_ASSUMED]);
        if (!strstr((const char *)page, row))
            fail_msg("docs/gpus.md does not say%s", row);
    }
    file_free_list(names, n);
}

/* A file in the folder, read with its sources. */
static enum st_code load(struct gpu_config *g, struct config_sources *s, const char *folder,
                         const char *name, const char *text, struct status *out)
{
    struct file_out file;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_ok(file_out_open(&file, path, &st));
    fputs(text, file.stream);
    assert_ok(file_out_commit(&file, &st));
    return gpu_config_load_sourced(g, path, NULL, s, out);
}

TEST(a_file_hands_down_its_sources)
{
    struct gpu_config g;
    struct config_sources s;
    char folder[256];
    rig_make_folder(folder);
    assert_ok(load(&g, &s, folder, "one.cfg",
                   "title = \"One\"; base = \"tiny\";\n"
                   "references = { paper = \"A paper\"; sheet = \"A data sheet\"; };\n"
                   "sms = (4, \"measured\", \"paper\", \"Table 1\");\n"
                   "memory_partitions = 1;\n"
                   "rt = { order = (\"stack\", \"assumed\", \"why not\"); };\n"
                   "dram = { latency_cycles = (120, \"vendor\", \"sheet\", \"page 2\"); };",
                   &st));
    assert_int_equal(g.machine.sms, 4);
    assert_int_equal(g.dram.latency_cycles, 120);
    assert_source(&g, &s, "sms", CONFIG_MEASURED, "paper", "Table 1");
    assert_source(&g, &s, "memory_partitions", CONFIG_UNSOURCED, "", "");
    assert_source(&g, &s, "rt.order", CONFIG_ASSUMED, "", "why not");
    assert_source(&g, &s, "dram.latency_cycles", CONFIG_VENDOR, "sheet", "page 2");
    assert_source(&g, &s, "l1d.line_B", CONFIG_SIMULATOR, "vsim", "gpgpu_cache:dl1");
    config_sources_release(&s);
    assert_ok(load(&g, &s, folder, "two.cfg",
                   "title = \"Two\"; base = \"./one.cfg\"; inherited = \"as One\";\n"
                   "references = { paper = \"A paper\"; };\n"
                   "core_MHz = (900.0, \"measured\", \"paper\", \"Table 2\"); sms = 6;",
                   &st));
    assert_source(&g, &s, "core_MHz", CONFIG_MEASURED, "paper", "Table 2");
    assert_source(&g, &s, "sms", CONFIG_UNSOURCED, "", "");
    assert_source(&g, &s, "memory_partitions", CONFIG_UNSOURCED, "", "");
    assert_source(&g, &s, "rt.order", CONFIG_ASSUMED, "", "why not");
    assert_source(&g, &s, "dram.latency_cycles", CONFIG_ASSUMED, "",
                  "as One (vendor, sheet: page 2)");
    config_sources_release(&s);
    rig_remove_folder(folder);
}

TEST(what_is_set_behind_a_name_has_no_source)
{
    struct gpu_config g;
    struct config_sources s ENDED_BY(config_sources_release);
    assert_ok(gpu_config_load_sourced(&g, "rtx2060:sms=46,l2.slices=2", NULL, &s, &st));
    assert_source(&g, &s, "sms", CONFIG_UNSOURCED, "", "set behind the GPU's name");
    assert_int_equal(find(&g, &s, "l2.slices").kind, CONFIG_SIMULATOR);
    assert_string_equal(find(&g, &s, "sms").value, "46");
}

TEST(a_gpgpusim_config_is_its_own_source)
{
    struct gpu_config g;
    struct config_sources s ENDED_BY(config_sources_release);
    char *notes FREED_BY(mem_free);
    static const char path[] = TEST_SOURCE_DIR "/tests/data/gpgpusim/small.config";
    assert_ok(gpu_config_load_sourced(&g, path, &notes, &s, &st));
    assert_source(&g, &s, "sms", CONFIG_SIMULATOR, path,
                  "its option, or what the simulators do without one");
}

struct wrong {
    const char *text, *said;
};

static void assert_refused(const char *head, const struct wrong *wrong, size_t n)
{
    char folder[256];
    rig_make_folder(folder);
    for (size_t i = 0; i < n; i++) {
        struct gpu_config g;
        struct config_sources s;
        char text[512];
        snprintf(text, sizeof text, "%s\n%s", head, wrong[i].text);
        assert_int_equal(load(&g, &s, folder, "wrong.cfg", text, &st), ST_USAGE);
        config_sources_release(&s);
        if (!strstr(st.text, wrong[i].said))
            fail_msg("'%s' does not say '%s'", st.text, wrong[i].said);
    }
    rig_remove_folder(folder);
}

TEST(what_is_said_badly_is_refused_with_file_and_line)
{
    static const struct wrong wrong[] = {
        {"sms = (4);", ":2: 'sms' is not a value with its source; write (value, \"measured\""},
        {"sms = ();", ":2: 'sms' is not a whole number"},
        {"sms = (0, \"assumed\", \"small\");", ":2: 'sms' is 0; it must be 1 to 1024"},
        {"sms = (\"4\", \"assumed\", \"small\");", ":2: 'sms' is not a whole number"},
        {"sms = [4, 5];", ":2: 'sms' is not a whole number"},
        {"sms = (4, \"assumed\");", ":2: 'sms' is not a value with its source"},
        {"sms = (4, \"assumed\", \"small\", \"more\");",
         ":2: 'sms' is not a value with its source"},
        {"sms = (4, \"assumed\", \"\");",
         ":2: the source of 'sms' ends with an empty text; say why it is assumed"},
        {"sms = (4, \"assumed\", 5);", ":2: 'sms' is not a text in quotes"},
        {"sms = (4, \"mesured\", \"paper\", \"Table 1\");",
         ":2: unknown kind of source 'mesured'; did you mean 'measured'?"},
        {"sms = (4, \"heard\", \"paper\", \"Table 1\");",
         ":2: unknown kind of source 'heard'; it must be measured, vendor, simulator, fitted "
         "or assumed"},
        {"sms = (4, \"none\", \"paper\", \"Table 1\");", ":2: unknown kind of source 'none'"},
        {"sms = (4, \"measured\", \"Table 1\");", ":2: 'sms' is not a value with its source"},
        {"sms = (4, \"measured\", \"paper\", \"\");",
         ":2: the source of 'sms' ends with an empty text; say where in it"},
        {"sms = (4, \"measured\", \"papr\", \"Table 1\");",
         ":2: no reference is called 'papr'; did you mean 'paper'?"},
        {"sms = (4, \"measured\", \"book\", \"Table 1\");",
         ":2: no reference is called 'book'; add references = { book = \"...\"; };"},
        {"smss = (4, \"assumed\", \"small\");", ":2: unknown key 'smss'; did you mean 'sms'?"},
        {"rt = { max_wraps = (4, \"assumed\", \"small\"); };",
         ":2: unknown key 'max_wraps' in 'rt'; did you mean 'max_warps'?"},
        {"sm = { threads = (33, \"assumed\", \"odd\"); };", ":2: sm.threads: not a multiple of 32"},
        {"inherited = \"\";", ":2: 'inherited' is empty; say of which GPU"},
        {"inherited = 5;", ":2: 'inherited' is not a text in quotes"},
    };
    assert_refused("title = \"x\"; base = \"tiny\"; references = { paper = \"A paper\"; };", wrong,
                   sizeof wrong / sizeof *wrong);
}

TEST(references_are_checked)
{
    static const struct wrong wrong[] = {
        {"references = \"a\";", ":2: 'references' is not a group; write references = { key"},
        {"references = { paper = 5; };", ":2: 'paper' is not a text in quotes"},
        {"references = { paper = \"\"; };", ":2: the reference 'paper' is empty; say what can be"},
        {"references = { vsim = \"Another\"; };",
         ":2: the reference 'vsim' is another one in the file's base; it must have another key"},
    };
    assert_refused("title = \"x\"; base = \"tiny\";", wrong, sizeof wrong / sizeof *wrong);
}

TEST(nothing_is_inherited_without_a_base)
{
    struct gpu_config g, tiny;
    char *text FREED_BY(mem_free) = mem_calloc(1, 65536);
    FILE *f = fmemopen(text, 65536, "w");
    assert_ok(gpu_config_load(&tiny, "tiny", &st));
    fputs("inherited = \"as nothing\";\n", f);
    gpu_config_dump(&tiny, f);
    fclose(f);
    assert_int_equal(gpu_config_parse(&g, text, strlen(text), "my.cfg", NULL, &st), ST_USAGE);
    assert_string_equal(st.text,
                        "my.cfg:1: 'inherited' speaks of the values of a base, but there is none");
}

TEST(running_out_of_memory_is_reported)
{
    char *path FREED_BY(mem_free) = file_find_data("configs/tiny.cfg");
    assert_non_null(path);
    struct gpu_config g;
    struct config_sources s;
    assert_survives_without_memory(gpu_config_load_sourced(&g, path, NULL, &s, &st), 10,
                                   config_sources_release(&s));
    config_sources_release(&s);
}
