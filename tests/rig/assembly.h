/* assembly.h -- text of a program for AMD RDNA 2 around the instructions of a test. */
#pragma once

/* A shader with `body` between the beginning of its kernel and s_endpgm: 16 vector registers, 48
 * scalar ones, 3200 bytes of scratch memory. The body begins in line 5. */
#define RDNA2_SHADER(body) RDNA2_KERNEL("raygen", body)
#define RDNA2_KERNEL(name, body)                                                                   \
    "\t.text\n\t.type " name ",@function\n" name ":\n\n" body "\n\ts_endpgm\n"                     \
    "\t.section .rodata,#alloc\n\t.amdhsa_kernel " name "\n" RDNA2_NEEDS "\t.end_amdhsa_kernel\n"
#define RDNA2_NEEDS                                                                                \
    ".amdhsa_next_free_vgpr 16\n.amdhsa_next_free_sgpr 48\n"                                       \
    ".amdhsa_private_segment_fixed_size 3200\n"                                                    \
    ".amdhsa_user_sgpr_private_segment_buffer 1\n"
