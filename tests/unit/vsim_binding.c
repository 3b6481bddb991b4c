/* Which shaders miss indices and hit groups mean: LumiBench's order, or pipeline.cfg. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/functional/exec/warp_context.h"
#include "tests/rig/dumps.h"

#include <stdlib.h>
#include <string.h>

static struct rig_dumps dumps;

/* A folder of empty shaders: "M1 C2 I6": miss 1, closest hit 2, intersection 6; A any-hit. */
static void make_folder(const char *stages)
{
    rig_dumps_init(&dumps, 32, 1);
    rig_dumps_add(&dumps, "RAYGEN", 0, "ret ;\n");
    for (const char *s = stages; *s; s++)
        if (strchr("MCIA", *s))
            rig_dumps_add(&dumps,
                          *s == 'M'   ? "MISS"
                          : *s == 'C' ? "CLOSEST_HIT"
                          : *s == 'I' ? "INTERSECTION"
                                      : "ANY_HIT",
                          (uint32_t)strtoul(s + 1, NULL, 10), "ret ;\n");
}

/* "1 | 2,-,- 3,6,-": miss ids; closest hit, intersection and any-hit of each group. */
static void print_id(FILE *out, uint32_t id, char end)
{
    if (id == VSIM_NO_SHADER)
        fprintf(out, "-%c", end);
    else
        fprintf(out, "%u%c", id, end);
}

static void assert_table(const char *wanted)
{
    char *text FREED_BY(free) = NULL;
    size_t n = 0;
    assert_ok(rig_dumps_load(&dumps, NULL, &st));
    const struct vsim_pipeline *p = dumps.shader.launch->dumps;
    FILE *out = open_memstream(&text, &n);
    for (uint32_t i = 0; i < p->n_miss; i++)
        print_id(out, p->miss[i], ' ');
    fputc('|', out);
    for (uint32_t i = 0; i < p->n_groups; i++) {
        fputc(' ', out);
        print_id(out, p->groups[i].closest_hit, ',');
        print_id(out, p->groups[i].intersection, ',');
        print_id(out, p->groups[i].any_hit, ';');
    }
    fclose(out);
    assert_string_equal(text, wanted);
    rig_dumps_free(&dumps);
}

TEST(without_a_file_the_order_is_lumibenchs)
{
    make_folder("");
    assert_table("| -,-,-;");
    make_folder("M1 C2 C3 C4 C5 I6 I7 I8 I9");
    assert_table("1 | 2,-,-; 3,6,-; 4,7,-; 5,8,-; -,9,-;");
    make_folder("M1 C2 C3 I4 A5");
    assert_table("1 | 2,-,5; 3,4,-;");
    make_folder("C4 M3 M1 C2");
    assert_table("1 3 | 2,-,-; 4,-,-;");
}

static void with_file(const char *table)
{
    make_folder("M1 M2 C3 I4 A5");
    rig_dumps_write(&dumps, "pipeline.cfg", table, strlen(table));
}

TEST(a_file_says_which_shader_is_where)
{
    with_file("miss = [2, 1, 2]; hit_groups = ({ closest_hit = 3; any_hit = 5; }, "
              "{ intersection = 4; closest_hit = 3; }, {});");
    assert_table("2 1 2 | 3,-,5; 3,4,-; -,-,-;");
    with_file("miss = []; hit_groups = ();");
    assert_table("|");
}

TEST(numbers_of_types_are_vulkans_or_not_there)
{
    struct rig_dumps d;
    rig_dumps_init(&d, 32, 1);
    rig_dumps_run(&d, ".reg .b64 %a;\n"
                      "load_vulkan_descriptor %a, 0, 0;\n"
                      "load_vulkan_descriptor %a, 0, 1, 3;\n"
                      "load_vulkan_descriptor %a, 0, 8, 1;\n"
                      "load_vulkan_descriptor %a, 0, 3, 8;\n"
                      "load_vulkan_descriptor %a, 0, 4, 9;\nret ;\n");
    rig_dumps_free(&d);
    rig_dumps_refuse(
        ".reg .b64 %a;\nload_vulkan_descriptor %a, 0, 4;\nret ;\n",
        ".ptx:5: binding 4 as an image or textures; expected the bindings of LumiBench, "
        "where it is a storage buffer, or a pipeline.cfg that says which of them it is");
    rig_dumps_refuse(".reg .b64 %a;\nload_vulkan_descriptor %a, 0, 0, 7;\nret ;\n",
                     ".ptx:5: binding 0 as a storage buffer; expected the bindings of LumiBench, "
                     "where it is an acceleration structure, or a pipeline.cfg that says which of "
                     "them it is");
}

TEST(a_table_says_what_bindings_are)
{
    rig_dumps_init(&dumps, 32, 1);
    rig_dumps_add(&dumps, "RAYGEN", 0,
                  ".reg .b64 %a;\nload_vulkan_descriptor %a, 0, 5, 6;\n"
                  "load_vulkan_descriptor %a, 0, 3, 7;\nret ;\n");
    static const char table[] = "miss = []; hit_groups = (); uniform = \"older\";\n"
                                "bindings = ({ binding = 5; is = \"uniform\"; },\n"
                                "            { binding = 3; is = \"vertices\"; });\n";
    rig_dumps_write(&dumps, "pipeline.cfg", table, sizeof table - 1);
    assert_ok(rig_dumps_load(&dumps, NULL, &st));
    const struct vsim_pipeline *p = dumps.shader.launch->dumps;
    assert_int_equal(p->block, VSIM_BLOCK_OLDER);
    assert_int_equal(p->bindings[5], 3);
    assert_int_equal(p->bindings[3], 4);
    assert_int_equal(p->bindings[6], 6);
    rig_dumps_free(&dumps);
}

TEST(bad_tables_are_refused_with_their_line)
{
    static const struct {
        const char *table, *ending;
    } bad[] = {
        {"miss = [7];\nhit_groups = ();",
         "pipeline.cfg:1: there is no MESA_SHADER_MISS_7.ptx; expected the id of a shader in this "
         "folder"},
        {"miss = [1];\nhit_groups = ({ closest_hit = 4; });",
         "pipeline.cfg:2: there is no MESA_SHADER_CLOSEST_HIT_4.ptx, that id is of kind "
         "INTERSECTION; expected the id of a shader in this folder"},
        {"miss = [1];\nhit_groups = (3);",
         "pipeline.cfg:2: a hit group; expected { closest_hit = ID; }"},
        {"miss = 1;\nhit_groups = ();", "pipeline.cfg:1: miss; expected a list of at most 1024"},
        {"uniform = \"olden\";",
         "pipeline.cfg:1: 'olden'; expected one of lumibench, older, camera"},
        {"bindings = ({ binding = 1;\nis = \"camera\"; });",
         "pipeline.cfg:2: 'camera'; expected one of structure, accumulation, output, uniform, "
         "vertices, indices, materials, offsets, textures, spheres, cubes, cylinders"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        with_file(bad[i].table);
        assert_int_equal(rig_dumps_load(&dumps, NULL, &st), ST_USAGE);
        rig_assert_ends(st.text, bad[i].ending);
        rig_dumps_free(&dumps);
    }
    static const char *const others[] = {"",
                                         "miss = [1];",
                                         "miss = [-1]; hit_groups = ();",
                                         "miss = [1]; hit_groups = (); hits = 3;",
                                         "miss = [1]; hit_groups = ({ closest = 3; });",
                                         "miss ="};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        with_file(others[i]);
        assert_int_equal(rig_dumps_load(&dumps, NULL, &st), ST_USAGE);
        if (!strstr(st.text, "pipeline.cfg") || strchr(st.text, '\n'))
            fail_msg("%s: %s", others[i], st.text);
        rig_dumps_free(&dumps);
    }
}

/* ptxas's word counts where it is there, and must make sense. */
TEST(registers_are_those_of_ptxas)
{
    static const struct {
        const char *info;
        uint32_t registers;
    } cases[] = {{"ptxas info : Used 13 registers, 32 bytes cmem[0]\n", 13},
                 {"Used 300 registers", 0},
                 {"Used 1000 registers", 0},
                 {"Used 18446744073709551629 registers", 0},
                 {"Used -13 registers", 0},
                 {"Used 13", 0},
                 {"Used many registers", 0},
                 {"", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_folder("");
        rig_dumps_add(&dumps, "RAYGEN", 0,
                      ".reg .u32 %a;\n.reg .b64 %d;\nrt_alloc_mem %d, 4, 8192;\n"
                      "mov.u32 %a, 1;\nst.global.u32 [%d], %a;\nret ;\n");
        rig_dumps_write(&dumps, "MESA_SHADER_RAYGEN_0.ptxinfo", cases[i].info,
                        strlen(cases[i].info));
        enum st_code code = rig_dumps_load(&dumps, NULL, &st);
        if (cases[i].registers) {
            assert_int_equal(code, ST_OK);
            assert_int_equal(dumps.shader.kernel->registers, cases[i].registers);
        } else {
            assert_int_equal(code, ST_FAILED);
            rig_assert_ends(st.text, "RAYGEN_0.ptxinfo: no 'Used N registers', 1 to 255; expected "
                                     "what ptxas says of the shader: write that line, or remove "
                                     "the file, and the most registers that live at once count");
        }
        rig_dumps_free(&dumps);
    }
}

TEST(without_a_word_of_ptxas_live_registers_count)
{
    make_folder("");
    rig_dumps_add(&dumps, "RAYGEN", 0,
                  ".reg .u32 %a;\n.reg .b64 %d;\nrt_alloc_mem %d, 4, 8192;\n"
                  "mov.u32 %a, 1;\nst.global.u32 [%d], %a;\nret ;\n");
    assert_ok(rig_dumps_load(&dumps, NULL, &st));
    assert_int_equal(dumps.shader.kernel->registers, 3); /* 2 + 1 */
    rig_dumps_free(&dumps);
}

/* Every allocation may fail: the folder is then refused as a whole. */
TEST(memory_may_run_out_anywhere)
{
    with_file("miss = [2]; hit_groups = ({ closest_hit = 3; });");
    struct vsim_pipeline *p = NULL;
    assert_survives_without_memory(vsim_pipeline_load(&p, dumps.folder, &st), 40, assert_null(p));
    vsim_pipeline_free(p);
    rig_dumps_free(&dumps);
}
