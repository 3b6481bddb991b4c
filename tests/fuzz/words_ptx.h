/* words_ptx.h -- statements of PTX for mutate_text.h: every opcode, with operands as kernels have
 * them, and words that the table of opcodes lacks. */
#pragma once

#include "sim/functional/frontend/ptx/opcodes.h"
#include "tests/fuzz/mutate_text.h"

#include <stdio.h>

const char *fuzz_word(uint32_t random)
{
    static const char *const others[] = {"ld.global.f32 %f1, [%rd1];\n",
                                         "st.global.u32 [%rd1+4], %r1;\n",
                                         "ld.shared.u32 %r1, [%r2];\n",
                                         "ld.param.u64 %rd1, [p];\n",
                                         "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];\n",
                                         "atom.global.add.u32 %r1, [%rd1], %r2;\n",
                                         "atom.shared.cas.b32 %r1, [%r2], %r3, %r4;\n",
                                         "bar.sync 0;\n",
                                         "bar.warp.sync %r1;\n",
                                         "shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;\n",
                                         "vote.sync.ballot.b32 %r1, %p1, -1;\n",
                                         "activemask.b32 %r1;\n",
                                         "@%p1 bra $L1;\n",
                                         "@!%p1 bra $L2;\n",
                                         "bra.uni $L1;\n",
                                         "$L1:\n",
                                         "$L2:\n",
                                         "ret;\n",
                                         "exit;\n",
                                         ".reg .pred %p<9>;\n",
                                         ".reg .b32 %r<9>;\n",
                                         ".reg .b64 %rd<9>;\n",
                                         ".reg .f32 %f<9>;\n",
                                         ".shared .align 4 .b8 s[64];\n",
                                         ".local .align 8 .b8 l[64];\n",
                                         "{\n",
                                         "}\n",
                                         "%tid.x",
                                         "%ntid.x",
                                         "%ctaid.x",
                                         "%laneid",
                                         "%r1",
                                         "%rd1",
                                         "%f1",
                                         "%p1",
                                         "0F7f800000",
                                         "0D7ff8000000000000",
                                         "0x7fffffffffffffff",
                                         "call.uni (retval0), f, (param0);\n",
                                         "mov.b64 {%r1,%r2}, %rd1;\n"};
    enum { OTHERS = sizeof others / sizeof *others };
    static const char *const operands[] = {"%r1, %r2, %r3",      "%rd1, %rd2, %rd3",
                                           "%f1, %f2, %f3",      "%r1, %r2, 1",
                                           "%p1, %r1, %r2",      "%p1, %f1, 0f3f800000",
                                           "%f1, %f2, %f3, %f4", "%r1, %r2, %r3, %r4",
                                           "%rd1, %r1",          "%r1, %f1"};
    static char line[160];
    uint32_t rest = random / 2;
    if (random % 2)
        return others[rest % OTHERS];
    uint32_t opcode = rest % (uint32_t)n_ptx_opcodes;
    snprintf(line, sizeof line, "%s %s;\n", ptx_opcodes[opcode].text,
             operands[rest / n_ptx_opcodes % (sizeof operands / sizeof *operands)]);
    return line;
}
