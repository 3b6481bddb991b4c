/* What the scoreboard waits for and the operand collectors read, of every form of instruction:
 * Vulkan-Sim's decoder (cuda-sim.cc, pre_decode; ptx_parser.cc, add_identifier). The scoreboard
 * knows registers by the order of their declarations. The collectors know those of ordinary
 * instructions by the first number in their names, and not at all where there is none; those of
 * extensions by the order of declarations too. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/warp_context.h"
#include "sim/functional/frontend/vsim/opcodes.h"
#include "tests/rig/dumps.h"

#include <string.h>

/* Numbers 1 to 5, then 6 to 21; one name is declared twice and keeps its number. */
static const char declarations[] =
    ".reg .f32 %ssa_12_3;\n.reg .u32 %x;\n.reg .b64 %addr_7;\n.reg .u32 %x;\n.reg .pred %p_4;\n"
    ".reg .u32 %temp_u32;\n"
    ".reg .u32 %r100;\n.reg .u32 %r101;\n.reg .u32 %r102;\n.reg .u32 %r103;\n.reg .u32 %r104;\n"
    ".reg .u32 %r105;\n.reg .u32 %r106;\n.reg .u32 %r107;\n.reg .u32 %r108;\n.reg .u32 %r109;\n"
    ".reg .u32 %r110;\n.reg .u32 %r111;\n.reg .u32 %r112;\n.reg .u32 %r113;\n.reg .u32 %r114;\n"
    ".reg .u32 %r115;\n";

static const struct {
    const char *text;
    uint8_t op, kind, access_B;
    const char *dst, *src, *writes, *reads;
} forms[] = {
    {"add.f32 %ssa_12_3, %ssa_12_3, %temp_u32;", OP_FP_ADD, KIND_ALU, 0, "1", "1 5", "12", "12 32"},
    {"add.u32 %x, %temp_u32, 4;", OP_INT_ADD, KIND_ALU, 0, "2", "5", "", "32"},
    {"add.u64 %addr_7, %addr_7, 16;", OP_INT_ADD, KIND_ALU, 0, "3", "3", "7", "7"},
    {"max.f32 %ssa_12_3, %ssa_12_3, %r100;", OP_FP_MAX, KIND_ALU, 0, "1", "1 6", "12", "12 100"},
    {"mul.f32 %ssa_12_3, %ssa_12_3, %x;", OP_FP_MUL, KIND_ALU, 0, "1", "1 2", "12", "12"},
    {"mul.lo.s32 %r100, %r101, %r102;", OP_INT_MUL, KIND_ALU, 0, "6", "7 8", "100", "101 102"},
    {"mul.wide.u32 %addr_7, %x, 8;", OP_INT_MUL, KIND_ALU, 0, "3", "2", "7", ""},
    {"neg.f32 %ssa_12_3, %r100;", OP_ALU, KIND_ALU, 0, "1", "6", "12", "100"},
    {"rcp.approx.f32 %r100, %ssa_12_3;", OP_SFU, KIND_SFU, 0, "6", "1", "100", "12"},
    {"cvt.rn.f32.u32 %ssa_12_3, %x;", OP_ALU, KIND_ALU, 0, "1", "2", "12", ""},
    {"cvt.rn.f32.u32 %ssa_12_3, %addr_7;", OP_ALU, KIND_ALU, 0, "1", "3", "12", "7"},
    {"add.s32 %addr_7, %addr_7, %r100;", OP_INT_ADD, KIND_ALU, 0, "3", "3 6", "7", "7 100"},
    {"mov.u32 %temp_u32, %x;", OP_ALU, KIND_ALU, 0, "5", "2", "32", ""},
    {"mov.f32 %x, 0F3f800000;", OP_ALU, KIND_ALU, 0, "2", "", "", ""},
    {"selp.u32 %x, %temp_u32, %r100, %p_4;", OP_ALU, KIND_ALU, 0, "2", "5 6 4", "", "32 100 4"},
    {"setp.lt.u32 %p_4, %x, %r100;", OP_ALU, KIND_ALU, 0, "4", "2 6", "4", "100"},
    {"not.pred %p_4, %p_4;", OP_ALU, KIND_ALU, 0, "4", "4", "4", "4"},
    {"shl.b32 %x, %r100, 4;", OP_ALU, KIND_ALU, 0, "2", "6", "", "100"},
    {"ld.global.u32 %r100, [%addr_7 + 4];", OP_LOAD, KIND_MEMORY, 4, "6", "3", "100", "7"},
    {"st.global.f32 [%addr_7], %ssa_12_3;", OP_STORE, KIND_MEMORY, 4, "", "3 1", "", "7 12"},
    {"st.global.u64 [%addr_7], 5;", OP_STORE, KIND_MEMORY, 8, "", "3", "", "7"},
    {"bra end;", OP_BRANCH, KIND_CONTROL, 0, "", "", "", ""},
    {"@!%p_4 bra end;", OP_BRANCH, KIND_CONTROL, 0, "", "4", "", ""},
    {"ret ;", OP_BRANCH, KIND_CONTROL, 0, "", "", "", ""},
    {"copysignf %r100, %r101;", OP_ALU, KIND_RT, 0, "6", "7", "6", "7"},
    {"shader_clock %r100, %r101;", OP_ALU, KIND_RT, 0, "6 7", "", "6 7", ""},
    {"load_ray_launch_id %r100, %r101, %x;", OP_ALU, KIND_ALU, 0, "", "6 7 2", "", "100 101"},
    {"load_ray_launch_size %r100, %r101, %x;", OP_ALU, KIND_RT, 0, "", "6 7 2", "", "6 7 2"},
    {"load_vulkan_descriptor %addr_7, 0, 3, 6;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"rt_alloc_mem %addr_7, 4, 8192;", OP_ALU, KIND_RT, 0, "3", "", "3", ""},
    {"trace_ray %addr_7, %r100, %r101, %r102, %r103, %r104, %r105, %r106, %r107, %r108, %r109, "
     "%r110, %r111, %r112, %r113;",
     OP_TRACE_RAY, KIND_TRACE, 0, "19", "3 6 7 8 9 10 11 12 13 14 15 16 17 18", "19",
     "3 6 7 8 9 10 11 12 13 14 15 16 17 18"},
    {"trace_ray %addr_7, 1, %r101, %r102, %r103, %r104, %r105, %r106, %r107, %r108, %r109, "
     "%r110, %r111, %r112, %r113;",
     OP_TRACE_RAY, KIND_TRACE, 0, "", "3 7 8 9 10 11 12 13 14 15 16 17 18 19", "",
     "3 7 8 9 10 11 12 13 14 15 16 17 18 19"},
    {"trace_ray %addr_7, %r100, %r101, %r102, %r103, %r104, %r105, %r106, %r107, %r108, %r109, "
     "%r110, %r111, %r112, %r113, %r114;",
     OP_TRACE_RAY, KIND_TRACE, 0, "19 20", "3 6 7 8 9 10 11 12 13 14 15 16 17 18", "19 20",
     "3 6 7 8 9 10 11 12 13 14 15 16 17 18"},
    {"end_trace_ray ;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"intersection_exit.pred %p_4, %x, %r100;", OP_ALU, KIND_RT, 0, "4", "2 6", "4", "2 6"},
    {"run_intersection.pred %p_4, %x, %r100;", OP_ALU, KIND_RT, 0, "4", "2 6", "4", "2 6"},
    {"anyhit_exit.pred %p_4, %x, %r100;", OP_ALU, KIND_RT, 0, "4", "2 6", "4", "2 6"},
    {"get_intersection_shaderID %r100, %x;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"get_intersection_shader_data_address %addr_7, %x;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"call_intersection_shader %x;", OP_BRANCH, KIND_CALL, 0, "", "", "", ""},
    {"ignore_ray_intersection ;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"hit_geometry.pred %p_4, %x;", OP_ALU, KIND_RT, 0, "4", "2", "4", "2"},
    {"get_closest_hit_shaderID %x;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"call_closest_hit_shader 1;", OP_BRANCH, KIND_CALL, 0, "", "", "", ""},
    {"call_miss_shader ;", OP_BRANCH, KIND_CALL, 0, "", "", "", ""},
    {"report_ray_intersection.pred %p_4, %x, %r100;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"load_ray_t_min %r100;", OP_ALU, KIND_RT, 0, "6", "", "6", ""},
    {"load_ray_t_max %r100;", OP_ALU, KIND_RT, 0, "6", "", "6", ""},
    {"load_ray_instance_custom_index %x;", OP_ALU, KIND_RT, 0, "2", "", "2", ""},
    {"load_primitive_id %x;", OP_ALU, KIND_RT, 0, "", "", "", ""},
    {"load_ray_world_direction %addr_7;", OP_ALU, KIND_RT, 0, "3", "", "3", ""},
    {"load_ray_world_origin %r100, %r101, %r102;", OP_ALU, KIND_RT, 0, "6 7 8", "", "6 7 8", ""},
    {"load_ray_world_to_object %addr_7, 2;", OP_ALU, KIND_RT, 0, "3", "", "3", ""},
    {"load_ray_object_to_world %r100, %r101, %r102, 2;", OP_ALU, KIND_RT, 0, "6 7 8", "", "6 7 8",
     ""},
    {"image_deref_store %addr_7, %r100, %r101, %r102, %r103, %r104, %r105, %r106, %r107, %r108, 0, "
     "1, 0, 0, 0, 160;",
     OP_STORE, KIND_RT, 16, "", "3 6 7 8 9 10 11 12 13 14", "", "3 6 7 8 9 10 11 12 13 14"},
    {"image_deref_store %addr_7, %r100, %r101, %r102, %r103, %r104, %r105, %r106, %r107, %r108, "
     "%r109, 0, 160;",
     OP_STORE, KIND_RT, 16, "", "3 6 7 8 9 10 11 12 13 14 15", "", "3 6 7 8 9 10 11 12 13 14 15"},
    {"image_deref_load %addr_7, %r100, %r101, %r102, %r103, %r104, %r105, %r106, %r107, %r108, 0, "
     "1, 0, 0, 0, 160;",
     OP_LOAD, KIND_RT, 16, "6 7 8 9", "3 10 11 12 13 14", "6 7 8 9", "3 10 11 12 13 14"},
    {"txl %addr_7, %addr_7, %r100, %r101, %r102, %r103, %ssa_12_3, %ssa_12_3, %x;", OP_LOAD,
     KIND_TEXTURE, 4, "6 7 8 9", "3 3 1 1 2", "6 7 8 9", "3 3 1 1 2"},
};

static void assert_numbers(const char *text, const char *what, const uint16_t *numbers, uint32_t n,
                           const char *wanted)
{
    char got[256] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < n; i++)
        at += (size_t)snprintf(got + at, sizeof got - at, "%s%u", i ? " " : "", numbers[i]);
    if (strcmp(got, wanted) != 0)
        fail_msg("%s of %s: '%s', not '%s'", what, text, got, wanted);
}

static void check(const struct warp_inst *inst, size_t i)
{
    const char *text = forms[i].text;
    if (inst->op != forms[i].op || inst->kind != forms[i].kind ||
        inst->access_B != forms[i].access_B)
        fail_msg("%s: op %u, kind %u, %u bytes", text, inst->op, inst->kind, inst->access_B);
    assert_numbers(text, "dst", inst->dst, inst->n_dst, forms[i].dst);
    assert_numbers(text, "src", inst->src, inst->n_src, forms[i].src);
    assert_numbers(text, "writes", inst->writes, inst->n_writes, forms[i].writes);
    assert_numbers(text, "reads", inst->reads, inst->n_reads, forms[i].reads);
}

TEST(every_form_names_the_registers_that_vulkan_sim_tracks)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    char body[4096];
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "CLOSEST_HIT", 1, "ret ;\n");
    rig_dumps_add(&d, "MISS", 2, "ret ;\n");
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(body, sizeof body, "%s%s\nend:\nret ;\n", declarations, forms[i].text);
        rig_dumps_add(&d, "RAYGEN", 0, body);
        assert_ok(rig_dumps_load(&d, NULL, &st));
        check(&d.shader.launch->program->insts[0], i);
    }
}

TEST(every_opcode_is_among_the_forms_or_like_one)
{
    for (size_t i = 0; i < n_vsim_opcodes; i++) {
        const struct vsim_opcode *o = &vsim_opcodes[i];
        size_t n = strlen(o->text), k = 0;
        while (k < sizeof forms / sizeof *forms &&
               (strncmp(forms[k].text, o->text, n) != 0 || forms[k].text[n] != ' '))
            k++;
        /* arithmetic and memory follow one rule; the any-hit table is like the intersection table
         */
        if (k == sizeof forms / sizeof *forms && o->kind >= KIND_RT && !strstr(o->text, "anyhit"))
            fail_msg("%s is not among the forms", o->text);
    }
}

/* Files lie one behind the other in the order of their ids, 8 bytes an instruction; every file
 * counts its registers from 1. */
TEST(files_follow_each_other_by_id)
{
    struct rig_dumps d;
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "CLOSEST_HIT", 2, ".reg .u32 %m;\nmov.u32 %m, 1;\nret ;\n");
    rig_dumps_add(&d, "MISS", 1, ".reg .u32 %c;\nmov.u32 %c, 1;\nmov.u32 %c, 2;\nret ;\n");
    rig_dumps_add(&d, "RAYGEN", 0, ".reg .u32 %a;\n.reg .u32 %b;\nmov.u32 %b, 1;\nret ;\n");
    assert_ok(rig_dumps_load(&d, NULL, &st));
    const struct program *p = d.shader.launch->program;
    assert_int_equal(p->n_code, 2 + 3 + 2);
    for (uint32_t i = 0; i < p->n_code; i++)
        assert_int_equal(p->insts[i].pc, 8 * i);
    assert_int_equal(p->entry, 0);
    assert_string_equal(p->functions[1].name, "MESA_SHADER_MISS_func1_main");
    assert_int_equal(p->functions[1].first, 2);
    assert_int_equal(p->functions[2].first, 5);
    assert_int_equal(p->insts[0].dst[0], 2);
    assert_int_equal(p->insts[2].dst[0], 1);
    assert_int_equal(p->insts[5].dst[0], 1);
    rig_dumps_free(&d);
}
