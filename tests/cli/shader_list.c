/* diorama shaders: what is in a folder of dumps, whether it runs or not. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "tests/rig/documents.h"
#include "tests/rig/dumps.h"

#include <string.h>

#define PATH_DUMPS "sim/shaders/vulkansim/path"

static struct rig_dumps dumps;

static json_t *list_json(const char *folder, int status)
{
    char words[600];
    snprintf(words, sizeof words, "shaders %s --json", folder);
    return document_of(words, status);
}

/* The path tracer's counts are those of Vulkan-Sim's own dumps. */
TEST(the_path_tracer_is_as_large_as_vulkan_sims)
{
    static const char *const stages[] = {
        "raygen",      "miss",         "closest_hit",  "closest_hit",  "closest_hit",
        "closest_hit", "intersection", "intersection", "intersection", "intersection"};
    static const int instructions[] = {1081, 69, 792, 806, 683, 683, 96, 70, 94, 96};
    json_t *d FREED_BY(json_decref) = list_json(PATH_DUMPS, 0),
              *list = json_object_get(d, "shaders");
    assert_int_equal(json_array_size(list), 10);
    for (size_t i = 0; i < 10; i++) {
        const json_t *one = json_array_get(list, i), *n;
        const char *key;
        int64_t sum = 0;
        assert_int_equal(integer_at(one, "id"), i);
        assert_string_equal(text_at(one, "stage"), stages[i]);
        assert_int_equal(integer_at(one, "instructions"), instructions[i]);
        json_object_foreach(json_object_get(one, "kinds"), key, n) sum += json_integer_value(n);
        assert_int_equal(sum, instructions[i]);
        assert_true(integer_at(one, "live_registers") > 5);
        assert_true(integer_at(one, "registers") > integer_at(one, "live_registers"));
    }
    const json_t *table = json_object_get(d, "binding_table");
    assert_true(null_at(table, "file"));
    assert_int_equal(size_at(table, "miss"), 1);
    const json_t *group = json_at(table, "hit_groups.1");
    assert_int_equal(integer_at(group, "closest_hit"), 3);
    assert_int_equal(integer_at(group, "intersection"), 6);
    assert_true(null_at(group, "any_hit"));
    assert_int_equal(integer_at(d, "registers"), 13);
    assert_true(null_at(d, "error"));
}

static void make_folder(const char *raygen)
{
    rig_dumps_init(&dumps, 32, 1);
    rig_dumps_add(&dumps, "RAYGEN", 0, raygen);
}

/* Shadow rays and ambient occlusion have other raygen and triangle shaders; of each kind as many
 * instructions as in the real dumps of LumiBench (f5932e7). */
TEST(shadow_and_occlusion_are_as_large_by_kind)
{
    static const char *const kinds[] = {"alu", "control", "sfu", "memory", "rt", "trace", "call"};
    static const struct {
        const char *folder;
        size_t id;
        int counts[7];
    } cases[] = {{"shadow", 0, {1011, 52, 9, 59, 22, 2, 18}},
                 {"shadow", 2, {733, 23, 7, 64, 12, 0, 0}},
                 {"ao", 0, {963, 48, 8, 58, 22, 2, 18}},
                 {"ao", 2, {733, 23, 7, 64, 12, 0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char folder[256];
        snprintf(folder, sizeof folder, "sim/shaders/vulkansim/%s", cases[i].folder);
        json_t *d FREED_BY(json_decref) = list_json(folder, 0);
        const json_t *one = json_array_get(json_object_get(d, "shaders"), cases[i].id);
        for (size_t k = 0; k < 7; k++)
            assert_int_equal(integer_at(one, "kinds.%s", kinds[k]), cases[i].counts[k]);
    }
}

/* Every instruction that is not known is listed, not only the first. */
TEST(unknown_instructions_are_all_listed)
{
    struct outcome o ENDED_BY(outcome_free);
    char words[600], wanted[600];
    make_folder(".reg .u32 %a;\nfrob.u32 %a, 1;\nadd.u32 %a, %a;\nend:\nret ;\n");
    rig_dumps_add(&dumps, "MISS", 1, "tickle ;\nret ;\n");
    json_t *d = list_json(dumps.folder, 1), *faults = json_object_get(d, "unknown");
    static const struct {
        const char *file, *opcode;
        int line, operands;
    } rows[] = {{"MESA_SHADER_RAYGEN_0.ptx", "frob.u32", 5, 2},
                {"MESA_SHADER_RAYGEN_0.ptx", "add.u32", 6, 2},
                {"MESA_SHADER_MISS_1.ptx", "tickle", 4, 0}};
    assert_int_equal(json_array_size(faults), 3);
    for (size_t i = 0; i < 3; i++) {
        const json_t *one = json_array_get(faults, i);
        assert_string_equal(text_at(one, "file"), rows[i].file);
        assert_string_equal(text_at(one, "opcode"), rows[i].opcode);
        assert_int_equal(integer_at(one, "line"), rows[i].line);
        assert_int_equal(integer_at(one, "operands"), rows[i].operands);
    }
    const json_t *raygen = json_at(d, "shaders.0");
    assert_int_equal(integer_at(raygen, "labels"), 1);
    assert_int_equal(integer_at(raygen, "kinds.unknown"), 2);
    assert_int_equal(integer_at(raygen, "kinds.control"), 1);
    assert_true(null_at(raygen, "live_registers"));
    json_decref(d);
    snprintf(words, sizeof words, "shaders %s", dumps.folder);
    program_run(&o, words);
    assert_int_equal(o.status, 1);
    snprintf(wanted, sizeof wanted, "%s/MESA_SHADER_RAYGEN_0.ptx:5: unknown opcode frob.u32\n",
             dumps.folder);
    assert_non_null(strstr(o.out, wanted));
    assert_non_null(strstr(o.out, "_RAYGEN_0.ptx:6: add.u32 with 2 operands\n"));
    assert_non_null(strstr(o.out, "_MISS_1.ptx:4: unknown opcode tickle\n"));
    assert_non_null(strstr(o.err, ": 3 instructions that are not known;"));
    rig_dumps_free(&dumps);
}

TEST(what_else_keeps_a_folder_from_running_is_said)
{
    make_folder(".reg .u32 %a;\nmov.u32 %a, %b;\nret ;\n");
    json_t *d = list_json(dumps.folder, 1);
    assert_int_equal(size_at(d, "unknown"), 0);
    rig_assert_ends(text_at(d, "error"),
                    "RAYGEN_0.ptx:5: register %b is not declared; expected a .reg line for it");
    json_decref(d);
    rig_dumps_free(&dumps);
    program_refuses("shaders", 2, "no DIR");
    program_refuses(
        "shaders no-such-folder", 1,
        "no-such-folder: No such file or directory; expected a folder of shaders: "
        "a pipeline in GLSL or SPIR-V, or Vulkan-Sim's dumps, here or in the data folder "
        "(DIORAMA_DATA)");
}

TEST(the_binding_table_of_a_file_is_shown)
{
    static const char table[] = "miss = [2, 1];\nhit_groups = ({ closest_hit = 3; any_hit = 4; }, "
                                "{ intersection = 5; });\n";
    struct outcome o ENDED_BY(outcome_free);
    char words[600];
    make_folder("ret ;\n");
    rig_dumps_add(&dumps, "MISS", 1, "ret ;\n");
    rig_dumps_add(&dumps, "MISS", 2, "ret ;\n");
    rig_dumps_add(&dumps, "CLOSEST_HIT", 3, "ret ;\n");
    rig_dumps_add(&dumps, "ANY_HIT", 4, "ret ;\n");
    rig_dumps_add(&dumps, "INTERSECTION", 5, "ret ;\n");
    rig_dumps_write(&dumps, "pipeline.cfg", table, sizeof table - 1);
    snprintf(words, sizeof words, "shaders %s", dumps.folder);
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "binding table of pipeline.cfg\n  miss 0: 2\n  miss 1: 1\n"
                                  "  hit group 0:  closest_hit 3  any_hit 4\n"
                                  "  hit group 1:  intersection 5\n"));
    rig_dumps_free(&dumps);
}
