/* Shader dumps of Vulkan-Sim: the bytes are the raygen shader of a folder that has the other
 * stages. */
#include "tests/fuzz/mutate_text.h"
#include "tests/fuzz/shaders.h"

#include "sim/functional/frontend/vsim/opcodes.h"

static const struct fuzz_member shaders[] = {
    {"MESA_SHADER_RAYGEN_0.ptx", NULL},
    {"MESA_SHADER_MISS_1.ptx", ".entry MESA_SHADER_MISS_func1_main () {\nret ;\n}\n"},
    {"MESA_SHADER_CLOSEST_HIT_2.ptx",
     ".entry MESA_SHADER_CLOSEST_HIT_func2_main () {\n.reg .b64 %a;\n.reg .f32 %f;\n"
     "rt_alloc_mem %a, 8, 64;\nld.global.f32 %f, [%a + 4];\nload_ray_t_max %f;\nret ;\n}\n"},
    {"MESA_SHADER_CLOSEST_HIT_3.ptx", ".entry MESA_SHADER_CLOSEST_HIT_func3_main () {\nret ;\n}\n"},
    {"MESA_SHADER_INTERSECTION_4.ptx",
     ".entry MESA_SHADER_INTERSECTION_func4_main () {\n.reg .pred %p;\n"
     "report_ray_intersection.pred %p, 0F3f800000, 0;\nret ;\n}\n"},
    {NULL, NULL},
};

/* An instruction of the table with operands that fit its form. */
const char *fuzz_word(uint32_t random)
{
    static char line[256];
    const struct vsim_opcode *o = &vsim_opcodes[random % n_vsim_opcodes];
    int used = snprintf(line, sizeof line, "%s ", o->text);
    for (const char *at = o->form; *at; at++) {
        const char *operand = strchr("pq", *at)  ? "%p"
                              : *at == 'k'       ? "4"
                              : *at == 'a'       ? "[%a + 4]"
                              : *at == 'l'       ? "block_1"
                              : random / 512 % 4 ? "%f"
                                                 : "0F3f800000";
        used += snprintf(line + used, sizeof line - (size_t)used, "%s%s", at == o->form ? "" : ", ",
                         operand);
    }
    snprintf(line + used, sizeof line - (size_t)used, ";\n");
    return line;
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_run_shaders(shaders, bytes, n, st);
}
