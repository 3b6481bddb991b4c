/* Bad dumps: one line that names file, line, what is wrong and what would be right; a file that is
 * cut anywhere is refused or runs. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/warp_context.h"
#include "tests/rig/dumps.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The body begins in line 4. */
static const struct {
    const char *body, *ending;
} bad_bodies[] = {
    {"", ".ptx: the shader has no instructions; expected ret at least"},
    {"ret ;\nadd.f33 %a, %a, %a ;\nret ;\n",
     ".ptx:5: unknown opcode add.f33; did you mean add.f32?"},
    {"frobnicate ;\nret ;\n", ".ptx:4: unknown opcode frobnicate; "
                              "docs/reference/vulkan-sim-shaders.md lists those that are known"},
    {".reg .f32 %a;\nadd.f32 %a, %a;\nret ;\n", ".ptx:5: add.f32 with 2 operands; expected 3"},
    {".reg .f32 %a;\nmov.f32 %a, %b;\nret ;\n",
     ".ptx:5: register %b is not declared; expected a .reg line for it"},
    {"mov.f32 %b, 0;\nret ;\n", ".ptx:4: register %b is not declared; expected a .reg line for it"},
    {"bra out;\nret ;\n", ".ptx:4: label out is not in this shader; expected a line out:"},
    {"bra out;\nret ;\nout:\n", ".ptx:6: no instruction follows label out; expected ret"},
    {"a:\nret ;\na:\nret ;\n", ".ptx:6: label a is defined twice, first in line 4"},
    {"x:\nbra x;\nret ;\n", ".ptx:5: a loop that nothing leaves; expected a branch out of it"},
    {".reg .pred %p;\n@%p bra end;\nx:\nnot.pred %p, %p;\n@%p bra y;\nbra x;\ny:\nbra x;\n"
     "end:\nret ;\n",
     ".ptx:8: a loop that nothing leaves; expected a branch out of it"},
    {"bra 3;\nret ;\n", ".ptx:4: a branch to a number; expected a label"},
    {".reg .u32 %a;\nmov.u32 %a, 1;\n", ".ptx:5: the shader ends with mov.u32; expected ret"},
    {".reg .pred %p;\nx:\nret ;\n@%p bra x;\n", ".ptx:7: the shader ends with bra; expected ret"},
    {".reg .pred %p;\n.reg .u32 %a;\n@%p mov.u32 %a, 1;\nret ;\n",
     ".ptx:6: a guard on mov.u32; expected it on bra only"},
    {".reg .u32 %a;\nx:\n@%a bra x;\nret ;\n", ".ptx:6: guard %a is 32 bits; expected a predicate"},
    {"x:\n@%a bra x;\nret ;\n", ".ptx:5: register %a is not declared; expected a .reg line for it"},
    {".reg .pred %p;\nadd.u32 %p, 1, 2;\nret ;\n",
     ".ptx:5: operand 1 of add.u32 is register %p, a predicate; expected 32 bits"},
    {".reg .pred %p;\nmov.u32 %p, 2;\nret ;\n",
     ".ptx:5: operand 1 of mov.u32 is register %p, a predicate; expected a number"},
    {".reg .u32 %a;\nand.pred %a, %a, %a;\nret ;\n",
     ".ptx:5: operand 1 of and.pred is register %a, 32 bits; expected a predicate"},
    {".reg .pred %p;\nnot.pred %p, 1;\nret ;\n",
     ".ptx:5: operand 2 of not.pred is a number; expected a predicate"},
    {"mov.u32 4, 2;\nret ;\n", ".ptx:4: operand 1 of mov.u32 is written; expected a register"},
    {".reg .u32 %a;\nld.global.u32 %a, %a;\nret ;\n",
     ".ptx:5: operand 2 of ld.global.u32 is no address; expected [register + offset]"},
    {".reg .u32 %a;\nadd.u32 %a, [%a], 1;\nret ;\n",
     ".ptx:5: operand 2 of add.u32 is an address; expected a register"},
    {".reg .b64 %a;\nload_vulkan_descriptor %a, %a, 3;\nret ;\n",
     ".ptx:5: operand 2 of load_vulkan_descriptor is a register; expected a number"},
    {".reg .b64 %a;\nload_vulkan_descriptor %a, 1, 3, 6;\nret ;\n",
     ".ptx:5: descriptor set 1; expected 0"},
    {".reg .b64 %a;\nload_vulkan_descriptor %a, 0, 12, 7;\nret ;\n",
     ".ptx:5: binding 12; expected 0 to 11, those of LumiBench"},
    {".reg .b64 %a;\nload_vulkan_descriptor %a, 0, 2, 6;\nload_vulkan_descriptor %a, 0, 3, 7;\n"
     "ret ;\n",
     ".ptx:6: binding 3 as a storage buffer, which is this application's own; expected bindings "
     "that docs/vulkan-sim.md lists, or a pipeline.cfg that says which of them it is"},
    {".reg .b64 %a;\nload_vulkan_descriptor %a, 0, 2, 7;\nret ;\n",
     ".ptx:5: binding 2 as a storage buffer; expected the bindings of LumiBench, where it is an "
     "image or textures, or a pipeline.cfg that says which of them it is"},
    {".reg .b64 %a;\nload_vulkan_descriptor %a, 0, 3, 7;\nret ;\n",
     ".ptx:5: binding 3 as a storage buffer; expected the bindings of LumiBench, where it is a "
     "uniform buffer, or a pipeline.cfg that says which of them it is"},
    {".reg .b64 %a;\nrt_alloc_mem %a, 0, 64;\nret ;\n",
     ".ptx:5: a variable of 0 bytes; expected 1 to 65536"},
    {".reg .b64 %a;\nrt_alloc_mem %a, 4294967296, 64;\nret ;\n",
     ".ptx:5: a variable of 4294967296 bytes; expected 1 to 65536"},
    {".reg .b64 %a;\n.reg .b64 %b;\nrt_alloc_mem %a, 65536, 8192;\nrt_alloc_mem %b, 4, 8192;\nret "
     ";\n",
     ".ptx:7: variables of 65540 bytes together; expected at most 65536"},
    {".reg .b64 %a;\nrt_alloc_mem %a, 257, 64;\nret ;\n",
     ".ptx:5: hit attributes of 257 bytes; expected 1 to 256"},
    {".reg .b64 %a;\nload_ray_world_to_object %a, 4;\nret ;\n",
     ".ptx:5: column 4 of a matrix; expected 0 to 3"},
    {"call_closest_hit_shader 7;\nret ;\n",
     ".ptx:4: a call of shader 7; expected the id of a CLOSEST_HIT shader"},
    {"call_closest_hit_shader ;\nret ;\n",
     ".ptx:4: a call, but the folder has no CLOSEST_HIT shader; expected a file "
     "MESA_SHADER_CLOSEST_HIT_<id>.ptx"},
    {"call_miss_shader ;\nret ;\n", ".ptx:4: a call, but the folder has no MISS shader; expected a "
                                    "file MESA_SHADER_MISS_<id>.ptx"},
    {".reg .b64 %a;\nload_vulkan_descriptor %a, 0;\nret ;\n",
     ".ptx:5: load_vulkan_descriptor with 2 operands; expected 3 or 4"},
    {".reg .b64 %a;\n.reg .u32 %b;\n.reg .pred %p;\nld.global.u64 %a, [%a];\n"
     "selp.u32 %a, %a, %b, %p;\nret ;\n",
     ".ptx:8: selp.u32 of a register of 32 bits into one of 64; expected 64"},
    {".reg .q32 %a;\nret ;\n", ".ptx:4: '.q32'; expected a type such as .f32"},
    {".reg .f32 ;\nret ;\n", ".ptx:4: ';'; expected the name of a register"},
    {".reg .f32 %a\nret ;\n", ".ptx:5: 'ret'; expected ';'"},
    {"ret\n", ".ptx:5: '}'; expected an operand"},
    {"ret ; ;\n", ".ptx:4: ';'; expected an instruction, a label, .reg or }"},
    {"mov.u32 %a %b;\nret ;\n", ".ptx:4: '%b'; expected ',' or ';'"},
    {"mov.u32 %a, 1\nret ;\n", ".ptx:5: 'ret'; expected ',' or ';'"},
    {"mov.u32 %a, ;\nret ;\n", ".ptx:4: ';'; expected an operand"},
    {"ld.global.u32 %a, [3];\nret ;\n", ".ptx:4: '3'; expected a register"},
    {"ld.global.u32 %a, [%b + %c];\nret ;\n", ".ptx:4: '%c'; expected a number"},
    {"ld.global.u32 %a, [%b * 4];\nret ;\n", ".ptx:4: character 0x2a does not belong into PTX"},
    {"@! bra x;\nret ;\n",
     ".ptx:4: unknown opcode x; docs/reference/vulkan-sim-shaders.md lists those that are known"},
    {"@ 3 bra x;\nret ;\n", ".ptx:4: '3'; expected a predicate"},
    {"mov.f32 %a, 0F3f8;\nret ;\n",
     ".ptx:4: 0F3f8 is not a number; expected an integer of at most 64 bits, 0f and 8 or 0d and 16 "
     "hexadecimal digits"},
    {"/* never closed\n", ".ptx:4: a comment that is never closed; expected */"},
    {"ret ;\n}\nret ;\n", ".ptx:6: 'ret'; expected the end of the file"},
};

TEST(bodies_that_are_wrong_are_refused_with_their_line)
{
    for (size_t i = 0; i < sizeof bad_bodies / sizeof *bad_bodies; i++)
        rig_dumps_refuse(bad_bodies[i].body, bad_bodies[i].ending);
}

#define BLOCK                                                                                      \
    ".reg .b64 %d;\n.reg .b64 %e;\n.reg .b64 %f;\n.reg .b64 %g;\n.reg .u32 %v;\n"                  \
    "load_vulkan_descriptor %d, 0, 3, 6;\nmov.b64 %e, %d;\nadd.u64 %f, %e, 256;\n"

/* The seed at 280, of the versions before there were lights; in LumiBench now, the heatmap's scale,
 * which is read where it is asked whether there is a heatmap. */
TEST(an_older_uniform_block_is_known_by_the_seed_that_is_read)
{
    static const struct {
        const char *body;
        enum vsim_block block;
    } of[] = {
        {BLOCK "ld.global.u32 %v, [%f + 24];\nret ;\n", VSIM_BLOCK_OLDER},
        {BLOCK "ld.global.u32 %v, [%e + 280];\nld.global.u32 %v, [%e + 288];\nret ;\n",
         VSIM_BLOCK_OLDER},
        {BLOCK "ld.global.u32 %v, [%f + 24];\nld.global.u32 %v, [%f + 44];\nret ;\n",
         VSIM_BLOCK_LUMIBENCH},
        {BLOCK "ld.global.u32 %v, [%f + 24];\nld.global.u32 %v, [%f + 60];\nret ;\n",
         VSIM_BLOCK_LUMIBENCH},
        {BLOCK "ld.global.u32 %v, [%f + 20];\nret ;\n", VSIM_BLOCK_LUMIBENCH}, /* the focus alone */
        {BLOCK "load_vulkan_descriptor %g, 0, 6, 7;\nld.global.u32 %v, [%g + 280];\nret ;\n",
         VSIM_BLOCK_LUMIBENCH},
        {".reg .b64 %d;\nload_vulkan_descriptor %d, 0, 2, 6;\nret ;\n", VSIM_BLOCK_CAMERA},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct rig_dumps d ENDED_BY(rig_dumps_free);
        rig_dumps_init(&d, 32, 1);
        rig_dumps_add(&d, "RAYGEN", 0, of[i].body);
        assert_ok(rig_dumps_load(&d, NULL, &st));
        assert_int_equal(d.shader.launch->dumps->block, of[i].block);
    }
}

static void refuse_file(const char *bytes, size_t n, const char *ending)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    struct status st = {0};
    rig_dumps_init(&d, 32, 1);
    rig_dumps_write(&d, "MESA_SHADER_RAYGEN_0.ptx", bytes, n);
    assert_int_equal(rig_dumps_load(&d, NULL, &st), ST_FAILED);
    rig_assert_ends(st.text, ending);
}

TEST(dumps_do_not_run_on_compressed_wide_nodes)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    const struct kernel_settings settings = {.traversal.nodes = BVH_CWBVH8};
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, "ret ;\n");
    assert_int_equal(rig_dumps_load(&d, &settings, &st), ST_USAGE);
    rig_assert_ends(st.text,
                    "rt.nodes is cwbvh8 and --shaders names dumps, which run on Vulkan-Sim's "
                    "acceleration structure; expected intel6");
}

TEST(files_that_are_no_dumps_are_refused)
{
    static const char named[] = ".entry MESA_SHADER_MISS_func0_main () { ret; }\n";
    static const char parameters[] =
        ".entry MESA_SHADER_RAYGEN_func0_main (.param .u32 a) { ret; }";
    static const char open[] = ".entry MESA_SHADER_RAYGEN_func0_main () {\nret;\n";
    refuse_file("", 0, "RAYGEN_0.ptx:1: the file ends; expected '.entry'");
    refuse_file("\177ELF\2\1\1\0", 8, "RAYGEN_0.ptx:1: character 0x7f does not belong into PTX");
    refuse_file("\0\0", 2, "RAYGEN_0.ptx:1: character 0x00 does not belong into PTX");
    refuse_file(".version 2.0\n", 13, "RAYGEN_0.ptx:2: the file ends; expected '.entry'");
    refuse_file("hello\n", 6, "RAYGEN_0.ptx:1: 'hello'; expected '.entry'");
    refuse_file("decl_var  INTERP_MODE_NONE uint x\n", 34,
                "RAYGEN_0.ptx:1: this is NIR, which Vulkan-Sim translates in place; expected PTX: "
                "copy the folder when the first frame has begun");
    refuse_file("shader: MESA_SHADER_RAYGEN\n", 27,
                "RAYGEN_0.ptx:1: this is NIR, which Vulkan-Sim translates in place; expected PTX: "
                "copy the folder when the first frame has begun");
    refuse_file(named, sizeof named - 1,
                "RAYGEN_0.ptx:1: the shader is called MESA_SHADER_MISS_func0_main; expected "
                "MESA_SHADER_RAYGEN_func0_main");
    refuse_file(parameters, sizeof parameters - 1, "RAYGEN_0.ptx:1: '.param'; expected ')'");
    refuse_file(open, sizeof open - 1,
                "RAYGEN_0.ptx:3: the file ends; expected an instruction, a "
                "label, .reg or }");
}

static enum st_code load_folder(const char *folder, struct status *st)
{
    struct vsim_pipeline *p;
    enum st_code code = vsim_pipeline_load(&p, folder, st);
    if (code == ST_OK)
        vsim_pipeline_free(p);
    return code;
}

TEST(folders_that_are_none_are_refused)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    char path[600];
    rig_dumps_init(&d, 32, 1);
    assert_int_equal(load_folder("/nowhere/at/all", &st), ST_FAILED);
    assert_string_equal(
        st.text,
        "/nowhere/at/all: No such file or directory; expected a folder of "
        "shaders: a pipeline in GLSL or SPIR-V, or Vulkan-Sim's dumps, here or in the data folder "
        "(DIORAMA_DATA)");
    assert_int_equal(load_folder(d.folder, &st), ST_FAILED);
    rig_assert_ends(st.text,
                    ": expected the stages of a pipeline (.rgen, .rmiss, .rchit), or Vulkan-Sim's "
                    "dumps (gpgpusimShaders), of which MESA_SHADER_RAYGEN_0.ptx is one");
    rig_dumps_write(&d, "file", "x", 1);
    snprintf(path, sizeof path, "%s/file", d.folder);
    assert_int_equal(load_folder(path, &st), ST_FAILED);
    rig_assert_ends(st.text, ": Not a directory; expected a folder of shaders: a pipeline in GLSL "
                             "or SPIR-V, or Vulkan-Sim's dumps");
    /* names that only resemble those of dumps do not count; neither does another id */
    rig_dumps_add(&d, "MISS", 1, "ret ;\n");
    rig_dumps_write(&d, "MESA_SHADER_RAYGEN_0.ptxinfo", "ptxas info : Used 9 registers", 29);
    rig_dumps_write(&d, "MESA_SHADER_RAYGEN_.ptx", "x", 1);
    rig_dumps_write(&d, "MESA_SHADER_RAYGEN_0x0.ptx", "x", 1);
    rig_dumps_write(&d, "MESA_SHADER_TASK_0.ptx", "x", 1);
    rig_dumps_write(&d, ".ptx", "x", 1);
    assert_int_equal(load_folder(d.folder, &st), ST_FAILED);
    assert_non_null(strstr(st.text, ": expected the stages of a pipeline"));
    rig_dumps_add(&d, "RAYGEN", 0, "ret ;\n");
    assert_ok(load_folder(d.folder, &st));
    rig_dumps_add(&d, "CLOSEST_HIT", 1, "ret ;\n");
    assert_int_equal(load_folder(d.folder, &st), ST_FAILED);
    rig_assert_ends(st.text, "/MESA_SHADER_CLOSEST_HIT_1.ptx too; expected one file of each id");
    rig_dumps_free(&d);
    /* a stage that is missing would give those behind it another's place */
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, "ret ;\n");
    rig_dumps_add(&d, "MISS", 1, "ret ;\n");
    rig_dumps_add(&d, "CLOSEST_HIT", 3, "ret ;\n");
    assert_int_equal(load_folder(d.folder, &st), ST_FAILED);
    rig_assert_ends(st.text,
                    ": no shader of id 2, but MESA_SHADER_CLOSEST_HIT_3.ptx; expected every "
                    "stage of the pipeline, or a pipeline.cfg that binds those that are "
                    "there");
    rig_dumps_write(&d, "pipeline.cfg", "miss = [1]; hit_groups = ({ closest_hit = 3; });", 48);
    assert_ok(load_folder(d.folder, &st));
}

TEST(files_that_cannot_be_read_are_refused)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    char path[600];
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, "ret ;\n");
    snprintf(path, sizeof path, "%s/MESA_SHADER_MISS_1.ptx", d.folder);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(load_folder(d.folder, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "MESA_SHADER_MISS_1.ptx: "));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(symlink("missing", path), 0);
    assert_int_equal(load_folder(d.folder, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "MESA_SHADER_MISS_1.ptx: "));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0666), 0); /* nobody ever writes into it */
    assert_int_equal(load_folder(d.folder, &st), ST_FAILED);
    rig_assert_ends(st.text, "MESA_SHADER_MISS_1.ptx: is not a file");
    assert_int_equal(unlink(path), 0);
}

TEST(a_binding_table_that_cannot_be_read_is_not_a_missing_one)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    char path[600];
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, "ret ;\n");
    snprintf(path, sizeof path, "%s/pipeline.cfg", d.folder);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(load_folder(d.folder, &st), ST_USAGE);
    rig_assert_ends(st.text, "/pipeline.cfg: is not a file");
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(symlink("missing", path), 0);
    assert_int_equal(load_folder(d.folder, &st), ST_USAGE);
    rig_assert_ends(st.text, "/pipeline.cfg: cannot be read: No such file or directory");
    assert_int_equal(unlink(path), 0);
    rig_dumps_write(&d, "pipeline.cfg", "miss = [-1];\nhit_groups = ();\n", 29);
    assert_int_equal(load_folder(d.folder, &st), ST_USAGE);
    rig_assert_ends(st.text, "/pipeline.cfg:1: 'miss' is -1; it must be 0 to 4294967294");
}

TEST(the_hash_is_of_the_binding_table_too)
{
    static const char table[] = "miss = [];\nhit_groups = ();\n";
    char without[HASH_TEXT];
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, "ret ;\n");
    assert_ok(rig_dumps_load(&d, NULL, &st));
    memcpy(without, launch_shader_hash(d.shader.launch), sizeof without);
    rig_dumps_write(&d, "pipeline.cfg", table, sizeof table - 1);
    assert_ok(rig_dumps_load(&d, NULL, &st));
    assert_string_not_equal(without, launch_shader_hash(d.shader.launch));
}

/* Every byte may be the last: no crash, and one line that names the file. */
TEST(a_file_cut_anywhere_loads_or_says_where)
{
    static const char whole[] =
        ".version 2.0\n.target sm_10, map_f64_to_f32\n// a comment\n"
        ".entry MESA_SHADER_RAYGEN_func0_main () {\n"
        "\t.reg .b64 %out;\n\trt_alloc_mem %out, 16, 8192; // decl_var\n"
        "\t.reg .u32 %a;\n\tmov.u32 %a, 0F00000001;\n\t.reg .pred %p;\n"
        "\tloop_0: \n\tsetp.ge.u32 %p, %a, 3;\n\t@%p bra shader_exit;\n"
        "\tadd.u32 %a, %a, 1;\n\tst.global.u32 [%out + 4], %a;\n\tbra loop_0;\n"
        "\tshader_exit:\n\tret ;\n}\n";
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    uint32_t loaded = 0;
    rig_dumps_init(&d, 32, 1);
    for (size_t n = 0; n < sizeof whole; n++) {
        rig_dumps_write(&d, "MESA_SHADER_RAYGEN_0.ptx", whole, n);
        if (rig_dumps_load(&d, NULL, &st) == ST_OK) {
            assert_ok(rig_shader_run(&d.shader, 0, &st));
            loaded++;
            continue;
        }
        if (!strstr(st.text, "MESA_SHADER_RAYGEN_0.ptx") || strchr(st.text, '\n'))
            fail_msg("cut at %zu: %s", n, st.text);
    }
    assert_int_equal(loaded, 2); /* with and without the last newline */
}

TEST(too_much_is_refused)
{
    char *text FREED_BY(free) = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    for (int i = 0; i < 17000; i++)
        fprintf(f, ".reg .u32 %%a%d;\n", i);
    fputs("ret ;\n", f);
    fclose(f);
    rig_dumps_refuse(text, ".ptx:16388: too many registers; at most 16384 are allowed");
    free(text);
    f = open_memstream(&text, &n);
    for (int i = 0; i < 17; i++)
        fprintf(f, ".reg .b64 %%v%d;\nrt_alloc_mem %%v%d, 4, 8192;\n", i, i);
    fputs("ret ;\n", f);
    fclose(f);
    rig_dumps_refuse(text, ".ptx:37: too many variables; at most 16 are allowed");
    free(text);
    f = open_memstream(&text, &n);
    fputs(".reg .u32 %a;\n", f);
    for (int i = 0; i < 140000; i++)
        fputs("mov.u32 %a, 1;\n", f);
    fputs("ret ;\n", f);
    fclose(f);
    rig_dumps_refuse(text, ".ptx:131077: too many instructions; at most 131072 are allowed");
}

/* ---- while running ---- */

static void fails_running(const char *body, const char *ending)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    struct status st = {0};
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, body);
    rig_dumps_add(&d, "MISS", 1, "ret ;\n");
    rig_dumps_add(&d, "CLOSEST_HIT", 2, "ret ;\n");
    struct kernel_settings settings = {.step_budget = 5000};
    assert_ok(rig_dumps_load(&d, &settings, &st));
    assert_int_equal(rig_shader_run(&d.shader, 0, &st), ST_FAILED);
    rig_assert_ends(st.text, ending);
    assert_non_null(strstr(st.text, d.folder));
}

/* Without a budget of the caller's: 2^24 instructions and 2^20 for each of 1 * (1 + 0) rays. */
TEST(a_loop_without_end_is_found)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    rig_dumps_init(&d, 32, 1);
    d.shader.frame.samples = d.shader.frame.max_depth = 1;
    d.shader.frame.rays_per_hit = 0;
    rig_dumps_add(&d, "RAYGEN", 0,
                  ".reg .pred %p;\nbra end;\ny:\nbra y;\nend:\n@!%p bra end;\nret ;\n");
    assert_ok(rig_dumps_load(&d, NULL, &st)); /* nobody enters y */
    assert_int_equal(rig_shader_run(&d.shader, 0, &st), ST_FAILED);
    rig_assert_ends(st.text, "RAYGEN_0.ptx:9: the warp of pixel (0, 0) has executed 17825792 "
                             "instructions; expected a program that ends, and one that reads "
                             "a uniform block that docs/vulkan-sim.md lists");
}

TEST(what_goes_wrong_while_running_is_said_with_its_line)
{
    static const char no_ray[] = "pixel (0, 0) asks about a ray, but has traced none";
    static const char *const asks[] = {"call_miss_shader ;",
                                       "call_closest_hit_shader 2;",
                                       "call_intersection_shader %a;",
                                       "call_anyhit_shader %a;",
                                       "end_trace_ray ;",
                                       "ignore_ray_intersection ;",
                                       "load_ray_t_min %a;",
                                       "load_ray_t_max %a;",
                                       "load_primitive_id %a;",
                                       "load_ray_instance_custom_index %a;",
                                       "load_ray_world_origin %d;",
                                       "load_ray_world_direction %d;",
                                       "load_ray_world_direction %a, %b, %c;",
                                       "load_ray_world_to_object %d, 0;",
                                       "load_ray_object_to_world %a, %b, %c, 3;",
                                       "get_closest_hit_shaderID %a;",
                                       "get_intersection_shaderID %b, %a;",
                                       "get_intersection_shader_data_address %d, %a;",
                                       "hit_geometry.pred %p, %a;",
                                       "intersection_exit.pred %p, %a, %b;",
                                       "report_ray_intersection.pred %p, %a, %b;"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        char body[256], ending[128];
        snprintf(body, sizeof body,
                 ".reg .u32 %%a;\n.reg .u32 %%b;\n.reg .u32 %%c;\n.reg .b64 %%d;\n"
                 ".reg .pred %%p;\n%s\nret ;\n",
                 asks[i]);
        snprintf(ending, sizeof ending, "RAYGEN_0.ptx:9: %s", no_ray);
        fails_running(body, ending);
    }
    fails_running(".reg .pred %p;\nx:\n@!%p bra x;\nret ;\n",
                  "RAYGEN_0.ptx:6: the warp of pixel (0, 0) has executed 5000 instructions; "
                  "expected a program that ends, and one that reads a uniform block that "
                  "docs/vulkan-sim.md lists");
    fails_running(".reg .b64 %d;\n.reg .u32 %a;\nld.global.u32 %a, [%d + 16];\nret ;\n",
                  "RAYGEN_0.ptx:6: pixel (0, 0) reads 4 bytes at address 0x10, which is outside "
                  "every buffer; expected an aligned address inside a buffer");
    fails_running(".reg .b64 %d;\n.reg .u32 %a;\nload_vulkan_descriptor %d, 0, 3, 6;\n"
                  "st.global.u32 [%d], %a;\nret ;\n",
                  "which is read-only; expected an aligned address inside a buffer");
    fails_running(".reg .b64 %d;\n.reg .u32 %a;\nload_vulkan_descriptor %d, 0, 3, 6;\n"
                  "ld.global.u32 %a, [%d + 2];\nret ;\n",
                  "which is not aligned; expected an aligned address inside a buffer");
    fails_running(".reg .b64 %d;\n.reg .f32 %a;\nload_vulkan_descriptor %d, 0, 8;\n"
                  "add.u64 %d, %d, 16;\ntxl %d, %d, %a, %a, %a, %a, %a, %a, %a;\nret ;\n",
                  "RAYGEN_0.ptx:8: pixel (0, 0) samples texture 0; expected one of the scene's 0");
    fails_running(".reg .b64 %d;\n.reg .u32 %x;\nload_vulkan_descriptor %d, 0, 2;\n"
                  "mov.u32 %x, 32;\nimage_deref_store %d, %x, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 160;\n"
                  "ret ;\n",
                  "RAYGEN_0.ptx:8: pixel (0, 0) accesses pixel (32, 0) of an image; expected one "
                  "of its 32 x 1");
    fails_running(".reg .b64 %d;\nload_vulkan_descriptor %d, 0, 3, 6;\n"
                  "image_deref_store %d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 160;\nret ;\n",
                  "; expected the address of binding 1 or 2");
}
