#include "microbench/shader.h"

void shader_begin(FILE *t)
{
    fprintf(t, ".version 6.3\n.target sm_75\n.address_size 64\n.visible .func raygen()\n{\n");
    shader_registers(t);
}

void shader_registers(FILE *t)
{
    fprintf(t,
            ".reg .pred %%p<9>;\n.reg .b32 %%r<%d>;\n.reg .f32 %%f<%d>;\n.reg .b64 %%rd<%d>;\n"
            ".reg .f64 %%fd<%d>;\n",
            SHADER_REGISTERS, SHADER_REGISTERS, SHADER_REGISTERS, SHADER_REGISTERS);
}

void shader_end(FILE *t)
{
    fprintf(t, "ret;\n}\n");
}

void shader_storage(FILE *t)
{
    fprintf(t, "{ .param .b32 param0; st.param.b32 [param0+0], 10; .param .b64 retval0;\n"
               "call.uni (retval0), rt_descriptor, (param0); ld.param.b64 %%rd0, [retval0+0]; }\n");
}

void shader_cta(FILE *t, const char *reg)
{
    fprintf(t,
            "{ .param .b32 retval0; call.uni (retval0), rt_launch_id_y, ();\n"
            "ld.param.b32 %s, [retval0+0]; }\n",
            reg);
}

void shader_lane(FILE *t, const char *reg)
{
    fprintf(t,
            "{ .param .b32 retval0; call.uni (retval0), rt_launch_id_x, ();\n"
            "ld.param.b32 %s, [retval0+0]; }\n",
            reg);
}

void shader_lane_address(FILE *t, uint32_t stride)
{
    shader_lane(t, "%r1");
    fprintf(t, "mul.wide.u32 %%rd1, %%r1, %u;\nadd.s64 %%rd1, %%rd1, %%rd0;\n", stride);
}

void shader_write_lines(FILE *t, uint32_t lines)
{
    for (uint32_t i = 0; i < lines; i++)
        fprintf(t, "st.global.u32 [%%rd1+%u], %%r1;\n", i * SHADER_LINE_B);
}

void shader_first_sms_only(FILE *t, uint32_t few, uint32_t sms)
{
    shader_cta(t, "%r0");
    fprintf(t, "rem.u32 %%r1, %%r0, %u;\nsetp.ge.u32 %%p0, %%r1, %u;\n@%%p0 exit;\n", sms, few);
}
