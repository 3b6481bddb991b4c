/* GPU configurations: the built-in ones, what is refused and with which line, changes. */
#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

#include <string.h>

/* As a file of values without their sources. */
static char *text_of(const char *name)
{
    struct gpu_config g;
    char *text = mem_calloc(1, 65536);
    FILE *f = fmemopen(text, 65536, "w");
    g = rig_gpu(name);
    gpu_config_dump(&g, f);
    fclose(f);
    return text;
}

TEST(every_built_in_configuration_is_read)
{
    static const struct {
        const char *name;
        uint32_t sms, partitions;
    } expected[] = {{"h100", 132, 160},
                    {"mobile_soc", 8, 4},
                    {"mobile_soc_vulkansim", 8, 4},
                    {"rtx2060", 30, 12},
                    {"rtx2060_vulkansim", 30, 12},
                    {"rtx2070", 36, 16},
                    {"rtx2080ti", 68, 22},
                    {"rtx3060_laptop", 30, 12},
                    {"rtx3060ti", 38, 16},
                    {"rtx3070", 46, 16},
                    {"rtx3070_laptop", 40, 16},
                    {"rtx3090", 82, 24},
                    {"rtx4090", 128, 24},
                    {"rx6600xt", 32, 8},
                    {"rx6800xt", 72, 16},
                    {"rx6900xt", 80, 16},
                    {"tiny", 2, 2}};
    char **names FREED_BY(mem_free);
    size_t n;
    assert_ok(gpu_config_list(&names, &n, &st));
    assert_int_equal(n, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(names[i], expected[i].name);
        struct gpu_config g = rig_gpu(names[i]);
        assert_string_equal(g.name, names[i]);
        assert_int_equal(g.machine.sms, expected[i].sms);
        assert_int_equal(g.machine.memory_partitions, expected[i].partitions);
        assert_true(strlen(g.title) > 5 && strlen(g.hash) == HASH_TEXT - 1);
        mem_free(names[i]);
    }
}

TEST(the_two_gpus_of_the_paper_have_its_capacities)
{
    struct gpu_config g = rig_gpu("mobile_soc");
    assert_int_equal(g.machine.memory_partitions * g.l2.slices * g.l2.sets * g.l2.ways *
                         g.l2.line_B,
                     512 * 1024);
    assert_int_equal(g.l1d.sets * g.l1d.ways * g.l1d.line_B, 32 * 1024);
    assert_true(g.machine.core_MHz == 1365.0 && g.machine.dram_MHz == 3500.0);
    g = rig_gpu("rtx2060");
    assert_int_equal(g.machine.memory_partitions * g.l2.slices * g.l2.sets * g.l2.ways *
                         g.l2.line_B,
                     3 * 1024 * 1024);
    assert_int_equal(g.l1d.sets * g.l1d.ways * g.l1d.line_B, 64 * 1024);
    g = rig_gpu("rtx4090");
    assert_int_equal(g.machine.memory_partitions * g.l2.slices * g.l2.sets * g.l2.ways *
                         g.l2.line_B,
                     72 * 1024 * 1024);
}

/* tiny with `from` replaced by `to`; fails where `from` is not in it. */
static enum st_code parse_changed(const char *from, const char *to, int *line, struct gpu_config *g,
                                  struct status *st)
{
    char *text FREED_BY(mem_free) = text_of("tiny"), *at = strstr(text, from);
    char *changed FREED_BY(mem_free) = mem_calloc(strlen(text) + strlen(to) + 1, 1);
    assert_non_null(at);
    size_t before = (size_t)(at - text);
    memcpy(changed, text, before);
    strcat(changed, to);
    strcat(changed, at + strlen(from));
    *line = 1;
    for (size_t i = 0; i < before; i++)
        *line += text[i] == '\n';
    return gpu_config_parse(g, changed, strlen(changed), "my.cfg", NULL, st);
}

TEST(what_is_wrong_is_refused_with_file_and_line)
{
    static const struct {
        const char *from, *to, *said;
        int elsewhere; /* the complaint is about another line */
    } cases[] = {
        {"sms = 2;", "sms = 0;", "'sms' is 0", 0},
        {"sms = 2;", "sms = 2; smss = 2;", "unknown key 'smss'", 0},
        {"sms = 2;", "sms = ;", "syntax error", 0},
        {"sms = 2;", "sms = \"2\";", "'sms' is not a whole number", 0},
        {"core_MHz = 1000.0;", "core_MHz = -5.0;", "'core_MHz' is -5", 0},
        {"core_MHz = 1000.0;", "core_MHz = nan;", "syntax error", 0},
        {"dram_MHz = 2000.0;", "dram_MHz = 1999.9999;", "dram_MHz: a clock of 1999.9999 MHz", 0},
        {"dram_MHz = 2000.0;", "dram_MHz = 19999.999;", "dram_MHz: the clocks have no common tick",
         0},
        {"    sets = 16;", "    sets = 17;", "l2.sets: not a power of two", 0},
        {"slices = 1;", "slices = 3;", "l2.slices: not a power of two", 0},
        {"    banks = 16;", "    banks = 8;", "dram.banks: not 2 to the number of bank bits", 0},
        {"bank_groups = 4;", "bank_groups = 3;", "dram.bank_groups: does not divide", 0},
        {"burst = 8;", "burst = 7;", "dram.burst: not a multiple", 0},
        {"ccd = 4;", "ccd = 3;", "dram.ccd: shorter than a burst", 0},
        {"rcd = 20;", "rcd = 8;", "dram.rcd: not longer than dram.wl", 0},
        {"threads = 256;", "threads = 250;", "sm.threads: not a multiple of 32", 0},
        {"collectors = 8;", "collectors = 6;", "sm.collectors: not a multiple", 0},
        {"register_banks = 16;", "register_banks = 17;", "sm.register_banks: not a multiple", 0},
        {"sfu_units = 4;", "sfu_units = 2;", "exec.sfu_units: not a multiple", 0},
        {"line_B = 128;", "line_B = 96;", "l1d.line_B: not a power of two", 0},
        {"fp_div_interval = 4;", "fp_div_interval = 40;", "exec.fp_div_interval: longer", 0},
        {"set_index = \"ipoly\";", "set_index = \"poly\";", "it must be one of \"linear\"", 0},
        {"dramid@8;", "dramid@9;", NULL, 0},
        {"dramid@8;", "dramid@99;", "address_map: the address map does not start with", 0},
        {"dramid@8;", "", "address_map: the address map does not start with", 0},
        {"0000RRRR", "0000RRRX", "address_map: 'X' in the address map", 0},
        {"0000RRRR", "RRRRRRRR", NULL, 0},
        {"dramid@8;", "dramid@5;", "l2.line_B: a line would lie in two slices", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gpu_config g;
        char expected[300];
        int line;
        enum st_code code = parse_changed(cases[i].from, cases[i].to, &line, &g, &st);
        if (!cases[i].said) {
            assert_ok(code);
            continue;
        }
        if (code != ST_USAGE)
            fail_msg("'%s' was accepted", cases[i].to);
        snprintf(expected, sizeof expected, "my.cfg:%d: ", line);
        if (!strstr(st.text, cases[i].said) ||
            (!cases[i].elsewhere && strncmp(st.text, expected, strlen(expected)) != 0))
            fail_msg("'%s' at line %d said '%s', not '%s'", cases[i].to, line, st.text,
                     cases[i].said);
    }
}

/* Removes every "key = value;" in turn: each must be missed, by its name. */
TEST(every_key_is_required)
{
    char *text = text_of("tiny");
    int removed = 0;
    for (char *line = text; line && *line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        char *key = line + strspn(line, " "), *equals = strstr(key, " = ");
        char *end = strchr(key, ';');
        if (*key == '#' || !equals || !end || strcspn(key, "\n{") < (size_t)(equals - key) ||
            key[(size_t)(equals - key) + 3] == '{')
            continue;
        if (*(equals + 3) == '"')
            end = strchr(strchr(equals + 4, '"'), ';');
        char saved[256], name[64];
        size_t n = (size_t)(end + 1 - key);
        snprintf(name, sizeof name, "'%.*s'", (int)(equals - key), key);
        memcpy(saved, key, n);
        memset(key, ' ', n);
        struct gpu_config g;
        assert_int_equal(gpu_config_parse(&g, text, strlen(text), "my.cfg", NULL, &st), ST_USAGE);
        if (!strstr(st.text, name))
            fail_msg("without %s: '%s'", name, st.text);
        memcpy(key, saved, n);
        removed++;
    }
    mem_free(text);
    assert_true(removed > 100);
}

TEST(a_dump_is_read_back_to_the_same_machine)
{
    struct gpu_config g, again;
    g = rig_gpu("rtx4090");
    char *text FREED_BY(mem_free) = mem_calloc(1, 65536);
    FILE *f = fmemopen(text, 65536, "w");
    gpu_config_dump(&g, f);
    fclose(f);
    assert_ok(gpu_config_parse(&again, text, strlen(text), "other.cfg", NULL, &st));
    assert_string_equal(again.hash, g.hash);
    assert_string_equal(again.title, g.title);
    assert_string_equal(again.address_map_text, g.address_map_text);
    assert_memory_equal(&again.dram, &g.dram, sizeof g.dram);
}

TEST(the_hash_follows_the_parameters_and_nothing_else)
{
    struct gpu_config g, changed;
    g = rig_gpu("tiny");
    changed = g;
    assert_ok(gpu_config_set(&changed, "dram.cl", "21", &st));
    assert_int_equal(changed.dram.cl, 21);
    assert_string_not_equal(changed.hash, g.hash);
    assert_ok(gpu_config_set(&changed, "dram.cl", "20", &st));
    assert_string_equal(changed.hash, g.hash);
    assert_ok(gpu_config_set(&changed, "address_map",
                             "dramid@9;0000RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS", &st));
    assert_string_not_equal(changed.hash, g.hash);
}

TEST(a_read_of_two_sectors_needs_places_for_both)
{
    struct gpu_config g = rig_gpu("tiny");
    assert_ok(gpu_config_set(&g, "l2.fetch", "pair", &st));
    assert_ok(gpu_config_set(&g, "l2.miss_queue", "3", &st));
    assert_int_equal(gpu_config_set(&g, "l2.miss_queue", "2", &st), ST_USAGE);
    assert_non_null(strstr(st.text, "l2.miss_queue: less than 3; with l2.fetch = pair"));
}

TEST(a_change_that_does_not_fit_leaves_the_machine_as_it_was)
{
    struct gpu_config g, before;
    g = rig_gpu("tiny");
    before = g;
    assert_int_equal(gpu_config_set(&g, "l2.sets", "17", &st), ST_USAGE);
    assert_int_equal(gpu_config_set(&g, "l2.nothing", "17", &st), ST_USAGE);
    assert_int_equal(gpu_config_set(&g, "address_map", "RRRR", &st), ST_USAGE);
    assert_memory_equal(&g, &before, sizeof g);
}

TEST(downscaling_divides_sms_and_partitions_only)
{
    struct gpu_config g, small;
    g = rig_gpu("rtx2060");
    small = g;
    gpu_config_downscale(&small, 6);
    assert_int_equal(small.machine.sms, 5);
    assert_int_equal(small.machine.memory_partitions, 2);
    assert_string_not_equal(small.hash, g.hash);
    small.machine.sms = 30;
    small.machine.memory_partitions = 12;
    memcpy(small.hash, g.hash, sizeof g.hash);
    assert_memory_equal(&small, &g, sizeof g);
    gpu_config_downscale(&small, 1);
    assert_string_equal(small.hash, g.hash);
}

TEST(unknown_names_and_missing_files_are_refused)
{
    struct gpu_config g;
    assert_int_equal(gpu_config_load(&g, "rtx9999", &st), ST_USAGE);
    assert_non_null(strstr(st.text, "rtx2060"));
    assert_int_equal(gpu_config_load(&g, "/nowhere/x.cfg", &st), ST_USAGE);
    assert_non_null(strstr(st.text, "/nowhere/x.cfg"));
    assert_int_equal(gpu_config_load(&g, "", &st), ST_USAGE);
}

TEST(overrides_change_what_they_name)
{
    struct gpu_config g, base, set;
    base = rig_gpu("rtx2060");
    g = rig_gpu("rtx2060:sms=46,l2.slices=4,rt.max_warps=8");
    assert_int_equal(g.machine.sms, 46);
    assert_int_equal(g.l2.slices, 4);
    assert_int_equal(g.rt.max_warps, 8);
    assert_string_equal(g.name, "rtx2060:sms=46,l2.slices=4,rt.max_warps=8");
    assert_non_null(strstr(g.title, base.title));
    assert_non_null(strstr(g.title, ", with sms=46,l2.slices=4,rt.max_warps=8"));
    set = base;
    assert_ok(gpu_config_set(&set, "sms", "46", &st));
    assert_ok(gpu_config_set(&set, "l2.slices", "4", &st));
    assert_ok(gpu_config_set(&set, "rt.max_warps", "8", &st));
    assert_string_equal(g.hash, set.hash);
    g = rig_gpu("rtx2060:sms=30");
    assert_string_equal(g.hash, base.hash);
    assert_ok(gpu_config_load(
        &g,
        "tiny:sm.scheduler=oldest,sm.flush_l1d=true,core_MHz=1365.5,address_map=dramid@9;"
        "0000RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS",
        &st));
    assert_true(g.machine.core_MHz == 1365.5);
    assert_memory_equal(g.address_map_text, "dramid@9;", 9);
}

/* Neither fits alone: banks are two to the power of the bank bits of the address map. */
TEST(overrides_need_fit_only_together)
{
    static const char map[] = "address_map=dramid@8;0000RRRR.RRRRRRRR.RRBBCCCC.BCCSSSSS";
    struct gpu_config g;
    char operand[128];
    snprintf(operand, sizeof operand, "tiny:%s", map);
    assert_int_equal(gpu_config_load(&g, operand, &st), ST_USAGE);
    assert_int_equal(gpu_config_load(&g, "tiny:dram.banks=8", &st), ST_USAGE);
    snprintf(operand, sizeof operand, "tiny:dram.banks=8,%s", map);
    g = rig_gpu(operand);
    assert_int_equal(g.dram.banks, 8);
}

TEST(wrong_overrides_are_refused)
{
    static const struct {
        const char *operand, *said;
    } cases[] = {
        {"tiny:sms=0", "tiny:sms=0: 'sms' is '0'; it must be a whole number from 1 to 1024"},
        {"tiny:sms=2.5", "'sms' is '2.5'; it must be a whole number"},
        {"tiny:sms=many", "'sms' is 'many'; it must be"},
        {"tiny:rt.max_warps=0", "'rt.max_warps' is '0'; it must be"},
        {"tiny:smss=4", "no parameter is called 'smss'; did you mean 'sms'?"},
        {"tiny:max_warps=4", "no parameter is called 'max_warps'; did you mean 'rt.max_warps'?"},
        {"tiny:cl=4", "no parameter is called 'cl'; did you mean 'dram.cl'?"},
        {"tiny:rt.max_wraps=4", "did you mean 'rt.max_warps'?"},
        {"tiny:power_supply=4", "no parameter is called 'power_supply'; docs/reference/config.md"},
        {"tiny:sms=4,sms=4", "'sms' is set twice"},
        {"tiny:", "tiny:: a parameter is missing"},
        {"tiny:sms=4,", "a parameter is missing"},
        {"tiny:,sms=4", "a parameter is missing"},
        {"tiny:sms", "'sms' is not KEY=VALUE"},
        {"tiny:sms=", "'sms=' is not KEY=VALUE"},
        {"tiny:=4", "'=4' is not KEY=VALUE"},
        {"tiny:sms=4:rt.max_warps=8", "'sms' is '4:rt.max_warps=8'"},
        {"tiny:l2.sets=17", "tiny:l2.sets=17: l2.sets: not a power of two"},
        {"tiny:sm.scheduler=best", "'sm.scheduler' is 'best'; it must be one of"},
        {"tiny:sm.flush_l1d=yes", "'sm.flush_l1d' is 'yes'; it must be true or false"},
        {"tny:sms=4", "no GPU is called 'tny'; did you mean 'tiny'?"},
        {"nobody:sms=4", "no GPU is called 'nobody'; the built-in ones are"},
        {"rtx206", "no GPU is called 'rtx206'; did you mean 'rtx2060'?"},
        {"./nowhere:b.cfg", "./nowhere:b.cfg"},
        {"./nowhere:b.cfg:sms=4", "./nowhere:b.cfg: "},
        {":sms=4", "no GPU is called ''"},
        {"tiny:rt.stack_entries=0,rt.stack_overflow=restart",
         "rt.stack_overflow: nothing overflows where rt.stack_entries is 0"},
        {"tiny:rt.stack_overflow=restart,rt.order=stack",
         "rt.stack_overflow: a walk that restarts needs the order of children of rt.order"},
        {"tiny:rt.reorder_cycles=65535", "rt.reorder_cycles: not less than watchdog_cycles"},
        {"tiny:rt.stack_overflow=shared",
         "rt.stack_overflow: shared needs entries in rt.stack_shared_entries"},
        {"tiny:rt.stack_shared_entries=8",
         "rt.stack_shared_entries: needs rt.stack_overflow = shared"},
        {"tiny:rt.stack_overflow=shared,rt.stack_shared_entries=6",
         "rt.stack_shared_entries: not a multiple of 4"},
        {"tiny:rt.stack_overflow=shared,rt.stack_shared_entries=8,ldst.shared_banks=24",
         "ldst.shared_banks: not a power of two, as rt.stack_overflow = shared needs"},
        /* 4 warps x 32 lanes x 20 entries x 8 bytes, of 16384. */
        {"tiny:rt.stack_overflow=shared,rt.stack_shared_entries=20",
         "rt.stack_shared_entries: max_warps x 32 lanes x that many entries of 8 bytes are more "
         "than sm.shared_B"},
        {"tiny:rt.stack_overflow=local", "it must be one of"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gpu_config g, before;
        memset(&g, 7, sizeof g);
        before = g;
        if (gpu_config_load(&g, cases[i].operand, &st) != ST_USAGE)
            fail_msg("'%s' was accepted", cases[i].operand);
        if (!strstr(st.text, cases[i].said))
            fail_msg("'%s' said '%s', not '%s'", cases[i].operand, st.text, cases[i].said);
        assert_memory_equal(&g, &before, sizeof g);
    }
}

/* A ':' may be part of a file's name: what exists comes first. */
TEST(files_with_a_colon_in_their_name_are_found)
{
    char folder[256], path[300], operand[320];
    char *text = text_of("tiny");
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/a:sms=9.cfg", folder);
    assert_ok(file_write(path, text, strlen(text), &st));
    mem_free(text);
    struct gpu_config g = rig_gpu(path);
    assert_int_equal(g.machine.sms, 2);
    assert_string_equal(g.name, "a:sms=9");
    snprintf(operand, sizeof operand, "%s:sms=4", path);
    g = rig_gpu(operand);
    assert_int_equal(g.machine.sms, 4);
    assert_string_equal(g.name, "a:sms=9:sms=4");
    snprintf(operand, sizeof operand, "%s:smx=4", path);
    assert_int_equal(gpu_config_load(&g, operand, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "did you mean 'sms'?"));
    rig_remove_folder(folder);
}

static enum st_code load_based(struct gpu_config *g, const char *folder, const char *name,
                               const char *text, struct status *st)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s.cfg", folder, name);
    assert_int_equal(file_write(path, text, strlen(text), st), ST_OK);
    return gpu_config_load(g, path, st);
}

TEST(where_a_file_is_silent_its_base_speaks)
{
    struct gpu_config tiny, g;
    char folder[256];
    rig_make_folder(folder);
    tiny = rig_gpu("tiny");
    assert_ok(load_based(&g, folder, "one", "title = \"One\"; base = \"tiny\"; sms = 4;", &st));
    assert_string_equal(g.title, "One");
    assert_string_equal(g.name, "one");
    assert_int_equal(g.machine.sms, 4);
    assert_ok(gpu_config_set(&tiny, "sms", "4", &st));
    assert_string_equal(g.hash, tiny.hash);
    assert_ok(load_based(&g, folder, "two",
                         "title = \"Two\"; base = \"one.cfg\"; l2 = { ways = 8; };", &st));
    assert_int_equal(g.machine.sms, 4);
    assert_int_equal(g.l2.ways, 8);
    assert_int_equal(g.l2.sets, tiny.l2.sets);
    static const struct {
        const char *text, *said;
    } wrong[] = {
        {"base = \"tiny\";", "missing key 'title'"},
        {"title = \"x\"; base = \"tini\";",
         ":1: base: no GPU is called 'tini'; did you mean 'tiny'?"},
        {"title = \"x\";\nbase = \"tiny\"; dram = { banks = 3; };", ":2: dram.banks"},
        {"title = \"x\";\nbase = \"tiny\"; address_map = \"dramid@8;0\";", ":2: "},
        {"title = \"x\";\nbase = \"wrong.cfg\";",
         "wrong.cfg:2: 'base' leads in a circle, back to "},
        {"title = \"x\";\nbase = \"./circle.cfg\";",
         "/circle.cfg:1: 'base' leads in a circle, back to "},
        {"title = \"x\";\nbase = \"chain9.cfg\";",
         "/chain2.cfg:1: 'base' leads through more than 8 files"},
        {"title = \"x\";\nbase = \"tiny:sms=8\";",
         ":2: 'base' is 'tiny:sms=8'; values are not taken there, but set beside it in this file"},
        {"title = \"x\";\nbase = \"one.cfg:sms=8\";", ":2: 'base' is 'one.cfg:sms=8'; values are"},
        {"title = \"x\";\nbase = \"\";", ":2: 'base' is empty; it must be the name of a GPU or a"},
        {"title = \"x\"; base = \"tiny\";\nsm = { threads = 33; };",
         "wrong.cfg:2: sm.threads: not a multiple of 32"},
    };
    load_based(&g, folder, "circle", "base = \"wrong.cfg\"; title = \"x\";", &st);
    for (int i = 1; i < 10; i++) {
        char name[16], text[64];
        snprintf(name, sizeof name, "chain%d", i);
        snprintf(text, sizeof text, "title = \"x\"; base = \"./chain%d.cfg\";", i - 1);
        load_based(&g, folder, name, i > 1 ? text : "title = \"x\"; base = \"one.cfg\";", &st);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(load_based(&g, folder, "wrong", wrong[i].text, &st), ST_USAGE);
        assert_null(strstr(st.text, "./"));
        if (!strstr(st.text, wrong[i].said))
            fail_msg("'%s' does not say '%s'", st.text, wrong[i].said);
    }
    rig_remove_folder(folder);
}

TEST(a_dump_of_overrides_is_read_back)
{
    struct gpu_config g, again;
    char *text FREED_BY(mem_free) = mem_calloc(1, 65536);
    FILE *f = fmemopen(text, 65536, "w");
    g = rig_gpu("rtx4090:sms=46,core_MHz=1000.25");
    gpu_config_dump(&g, f);
    fclose(f);
    assert_ok(gpu_config_parse(&again, text, strlen(text), "other.cfg", NULL, &st));
    assert_string_equal(again.hash, g.hash);
    assert_string_equal(again.title, g.title);
}

TEST(the_document_names_every_key)
{
    char *text FREED_BY(mem_free) = mem_calloc(1, 65536);
    FILE *f = fmemopen(text, 65536, "w");
    gpu_config_document(f);
    fclose(f);
    for (size_t t = 0; t < n_gpu_param_tables; t++)
        for (size_t i = 0; i < gpu_param_tables[t].n_rows; i++) {
            char key[80];
            snprintf(key, sizeof key, "| `%s` |", gpu_param_tables[t].rows[i].name);
            assert_non_null(strstr(text, key));
        }
    assert_non_null(strstr(text, "| `address_map` |"));
}

TEST(running_out_of_memory_is_reported)
{
    char *path FREED_BY(mem_free) = file_find_data("configs/tiny.cfg");
    assert_non_null(path);
    struct gpu_config g;
    assert_survives_without_memory(gpu_config_load(&g, path, &st), 2, assert_true(st.text[0]));
    for (long n = 1;; n++) {
        char **names;
        size_t count;
        mem_fail_from(n);
        enum st_code code = gpu_config_list(&names, &count, &st);
        mem_fail_from(0);
        if (code == ST_OK) {
            while (count)
                mem_free(names[--count]);
            mem_free(names);
            break;
        }
        assert_true(!names && count == 0);
    }
}
