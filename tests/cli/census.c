/* diorama census: its tables, its document, its lines; that they add up and agree. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/table.h"

#include <stdlib.h>
#include <string.h>

#define DUMPS "sim/shaders/vulkansim/path"

static uint64_t sum(const json_t *list, const char *key)
{
    uint64_t total = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        total += integer_at(list, "%zu.%s", i, key);
    return total;
}

static void assert_adds_up(const json_t *d)
{
    const json_t *sm = json_at(d, "counters.sm"), *mix = json_at(d, "counters.mix"),
                 *rt = json_at(d, "counters.rt");
    const json_t *functions = json_object_get(d, "functions");
    const json_t *opcodes = json_object_get(d, "opcodes");
    const char *keys[] = {"warps", "lanes_active", "lanes_executed"};
    const char *totals[] = {"warp_instructions", "active_lanes", "thread_instructions"};
    uint64_t warps = 0, lanes = 0, classes = 0;
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(sum(functions, keys[i]), integer_at(sm, "%s", totals[i]));
        assert_int_equal(sum(opcodes, keys[i]), integer_at(sm, "%s", totals[i]));
    }
    for (uint32_t n = 1; n <= 32; n++) {
        char name[16];
        snprintf(name, sizeof name, "warps_%u", n);
        warps += integer_at(mix, "%s", name);
        lanes += n * integer_at(mix, "%s", name);
    }
    assert_int_equal(warps, integer_at(sm, "warp_instructions"));
    assert_int_equal(lanes, integer_at(sm, "active_lanes"));
    for (size_t i = 1; i < 15; i++)
        classes += integer_at(d, "classes.%zu", i);
    assert_int_equal(classes, integer_at(sm, "thread_instructions"));
    assert_int_equal(integer_at(d, "classes.0"), lanes - classes);
    assert_int_equal(integer_at(d, "classes.15"), integer_at(d, "classes.5"));
    assert_int_equal(integer_at(d, "classes.12"), integer_at(rt, "rays"));
    assert_int_equal(integer_at(rt, "headers") + integer_at(rt, "internals") +
                         integer_at(rt, "instances") + integer_at(rt, "descriptors") +
                         integer_at(rt, "triangles") + integer_at(rt, "triangle_hits") +
                         integer_at(rt, "procedurals"),
                     integer_at(rt, "records"));
    assert_true(integer_at(d, "hits") <= integer_at(rt, "rays"));
}

TEST(shaders_of_clang_add_up)
{
    json_t *d FREED_BY(json_decref) =
        document_of("census lonely -W 40 -H 5 -s 1 -d 3 --json -q", 0);
    assert_adds_up(d);
    assert_string_equal(text_at(d, "command"), "census");
    assert_string_equal(text_at(d, "shader"), "path");
    assert_int_equal(integer_at(d, "counters.sm.warps"), 10);
    assert_int_equal(integer_at(d, "counters.ldst.image_stores"), 20); /* two by each warp */
    assert_true(integer_at(d, "counters.rt.rays") >= 200);
    json_decref(d);
    d = document_of(
        "census lonely -W 40 -H 5 -s 1 -S ao --rays 3 -g mobile_soc_vulkansim --json -q", 0);
    assert_adds_up(d);
    assert_string_equal(text_at(d, "gpu"), "mobile_soc_vulkansim");
}

/* The leaves' cards are two triangles each, seen from both sides, with the same texture
 * coordinates.
 */
TEST(micromaps_are_counted_and_asked)
{
    json_t *with FREED_BY(json_decref) =
        document_of("census tree -W 32 -H 24 -s 1 -g tiny:rt.opacity_micromap=5 --json -q", 0);
    json_t *without FREED_BY(json_decref) =
        document_of("census tree -W 32 -H 24 -s 1 -g tiny --json -q", 0);
    const json_t *m = json_object_get(with, "micromaps");
    assert_int_equal(integer_at(m, "level"), 5);
    assert_int_equal(integer_at(m, "bytes"), 4 * 256);
    assert_true(integer_at(m, "triangles") > 1000);
    assert_int_equal(
        integer_at(m, "opaque") + integer_at(m, "transparent") + integer_at(m, "unknown"), 0);
    const json_t *rt = json_at(with, "counters.rt");
    assert_true(integer_at(rt, "micromaps") > 0 && integer_at(rt, "micromap_hits") > 0);
    assert_int_equal(integer_at(rt, "rays"), integer_at(without, "counters.rt.rays"));
    assert_true(2 * integer_at(with, "counters.sm.thread_instructions") <
                integer_at(without, "counters.sm.thread_instructions"));
    assert_null(json_object_get(without, "micromaps"));
    assert_null(json_object_get(json_at(without, "counters.rt"), "micromaps"));
}

/* A dump's any-hit shader is asked about every masked triangle. */
TEST(dumps_have_no_micromaps)
{
    json_t *with FREED_BY(json_decref) = document_of("census tree -W 32 -H 4 -s 1 --shaders " DUMPS
                                                     " -g tiny:rt.opacity_micromap=5 --json -q",
                                                     0);
    json_t *without FREED_BY(json_decref) =
        document_of("census tree -W 32 -H 4 -s 1 --shaders " DUMPS " -g tiny --json -q", 0);
    assert_null(json_object_get(with, "micromaps"));
    assert_true(
        json_equal(json_object_get(with, "counters"), json_object_get(without, "counters")));
}

/* Every ray of LumiBench's path tracer ends in the miss shader or in a closest-hit shader. */
TEST(dumps_say_which_shader_ran)
{
    json_t *d FREED_BY(json_decref) = document_of(
        "census weekend -W 32 -H 8 -s 1 --shaders " DUMPS " -g mobile_soc_vulkansim --json -q", 0);
    const json_t *functions = json_object_get(d, "functions");
    uint64_t ended = 0, intersections = 0;
    assert_adds_up(d);
    assert_true(null_at(d, "shader"));
    assert_string_equal(text_at(d, "shaders"), DUMPS);
    for (size_t i = 0; i < json_array_size(functions); i++) {
        const json_t *f = json_array_get(functions, i);
        const char *file = text_at(f, "file");
        if (strstr(file, "MISS_") || strstr(file, "CLOSEST_HIT_"))
            ended += integer_at(f, "calls");
        if (strstr(file, "INTERSECTION_"))
            intersections += integer_at(f, "calls");
        if (strcmp(file, "MESA_SHADER_RAYGEN_0.ptx") == 0)
            assert_int_equal(integer_at(f, "calls"), 0);
    }
    assert_int_equal(ended, integer_at(d, "counters.rt.rays"));
    assert_int_equal(intersections, integer_at(d, "counters.rt.procedurals"));
    assert_int_equal(ended + intersections, integer_at(d, "classes.13"));
}

static uint64_t cell(const struct table_row *row, size_t column)
{
    return strtoull(row->cells[column], NULL, 10);
}

TEST(lines_are_those_of_the_document)
{
    struct table t ENDED_BY(table_free);
    json_t *d FREED_BY(json_decref) = document_of(
        "census weekend -W 32 -H 4 -s 1 --shaders " DUMPS " --lines lines.csv --json -q", 0);
    uint64_t active = 0, executed = 0, warps = 0, rays = 0;
    assert_ok(table_read(&t, "lines.csv", &st));
    assert_int_equal(t.n_columns, 7);
    assert_int_equal(t.n_rows, sum(json_object_get(d, "functions"), "instructions"));
    for (size_t i = 0; i < t.n_rows; i++) {
        const struct table_row *row = &t.rows[i];
        active += cell(row, 4);
        executed += cell(row, 5);
        warps += cell(row, 6);
        if (strcmp(row->cells[2], "trace_ray") == 0) {
            assert_string_equal(row->cells[0], "MESA_SHADER_RAYGEN_0.ptx");
            assert_string_equal(row->cells[3], "trace");
            rays += cell(row, 5);
        }
        if (row->cells[2][0] == '@')
            assert_string_equal(row->cells[2], "@bra");
        assert_true(cell(row, 1) > 0 && cell(row, 5) <= cell(row, 4));
        assert_true(cell(row, 4) <= 32 * cell(row, 6) && cell(row, 6) <= cell(row, 4));
        if (i && strcmp(row->cells[0], t.rows[i - 1].cells[0]) == 0)
            assert_true(cell(row, 1) > cell(&t.rows[i - 1], 1));
    }
    assert_int_equal(active, integer_at(d, "counters.sm.active_lanes"));
    assert_int_equal(executed, integer_at(d, "counters.sm.thread_instructions"));
    assert_int_equal(warps, integer_at(d, "counters.sm.warp_instructions"));
    assert_int_equal(rays, integer_at(d, "counters.rt.rays"));
}

TEST(lines_may_take_the_tables_place)
{
    unsigned char *written;
    size_t n;
    struct outcome o;
    program_does("census lonely -W 32 -H 1 -s 1 --lines file.csv -q");
    assert_ok(file_read("file.csv", &written, &n, &st));
    program_run(&o, "census lonely -W 32 -H 1 -s 1 --lines - -q");
    assert_int_equal(o.status, 0);
    assert_int_equal(strlen(o.out), n);
    assert_memory_equal(o.out, written, n);
    mem_free(written);
    outcome_free(&o);
    program_refuses("census lonely --lines - --json", 2, "give --lines a file");
}

TEST(lines_of_clang_name_instructions_and_intrinsics)
{
    struct table t ENDED_BY(table_free);
    program_does("census lonely -W 32 -H 1 -s 1 --lines clang.csv -q");
    bool trace = false, load = false, guarded = false;
    assert_ok(table_read(&t, "clang.csv", &st));
    for (size_t i = 0; i < t.n_rows; i++) {
        assert_string_equal(t.rows[i].cells[0], "path.ptx");
        trace = trace || strcmp(t.rows[i].cells[2], "trace_ray") == 0;
        load = load || strncmp(t.rows[i].cells[2], "ld.", 3) == 0;
        guarded = guarded || strcmp(t.rows[i].cells[2], "@bra") == 0;
    }
    assert_true(trace && load && guarded);
}

/* But for the cost. */
TEST(threads_do_not_matter)
{
    char *first FREED_BY(free) = NULL;
    for (int threads = 1; threads <= 3; threads++) {
        char words[128];
        snprintf(words, sizeof words, "census weekend -W 64 -H 40 -s 1 --json -q -t %d", threads);
        json_t *d = document_of(words, 0);
        assert_int_equal(json_object_del(d, "cost"), 0);
        char *text = json_dumps(d, 0);
        json_decref(d);
        if (first) {
            assert_string_equal(first, text);
            free(text);
        } else {
            first = text;
        }
    }
}

TEST(the_table_has_every_part)
{
    static const char *const parts[] = {
        "32 x 2 pixels, 1 sample of at most 8 segments, shader path\n",
        "  rt   rays ",
        "\nLanes by kind of instruction",
        "  12 trace_ray ",
        "W1 to W32\n",
        "\nopcode ",
        "\n@bra ",
    };
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "census lonely -W 32 -H 2 -s 1");
    assert_int_equal(o.status, 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(o.out, parts[i]))
            fail_msg("'%s' is missing in\n%s", parts[i], o.out);
}

TEST(what_cannot_be_done_is_refused)
{
    program_refuses("census", 2, "no SCENE");
    program_refuses("census no-such-scene", 1, "no-such-scene");
    program_refuses("census lonely -g no-such-gpu", 2, "no GPU is called 'no-such-gpu'");
    program_refuses("census lonely --shaders no-such-folder", 1,
                    "no-such-folder: No such file or directory");
    program_refuses("census lonely --lines no/such/folder.csv", 1, "no/such/folder.csv");
    program_refuses("census lonely --lines=", 2, "--lines is empty");
    program_refuses("census tree -g tiny:rt.opacity_micromap=13", 2, "a whole number from 0 to 12");
    program_refuses("census tree -g mobile_soc_vulkansim:rt.opacity_micromap=4", 2,
                    "rt.opacity_micromap: has a meaning only where rt.closest is nearest");
    program_refuses("predict lonely --lines x.csv", 2, "is not one of 'predict'");
    program_write_text("own.scene", "camera = { eye = (0, 0, 5); look_at = (0, 0, 0); };\n");
    program_refuses("census own.scene --lines own.scene", 2,
                    "--lines own.scene is the file 'own.scene' that is read");
}

TEST(documents_of_other_commands_say_their_settings)
{
    static const char *const runs[] = {
        "census lonely -W 8 -H 4 --json -q --max-depth 3",
        "heatmap lonely -W 8 -H 4 --json -q --max-depth 3 -o a.png",
        "partition lonely -g tiny -W 8 -H 4 --json -q --max-depth 3 -o plan"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *d FREED_BY(json_decref) = document_of(runs[i], 0);
        const json_t *settings = json_object_get(d, "settings");
        assert_int_equal(json_integer_value(json_object_get(settings, "max-depth")), 3);
        assert_int_equal(json_object_get(settings, "timer") != NULL, i >= 1);
        assert_null(json_object_get(settings, "hottest-pixel"));
    }
}

TEST_GROUP(program_enter, program_leave)
