/* opcodes.h -- the rows of ops_vector.h, ops_scalar.h and ops_memory.h as data.
 *
 * The column `operands` is a signature: for each operand, in the order of the text, a letter and
 * its number of 32-bit words (':' is 16). The letters are:
 *  - vector registers: D written, E written and read, v read, A an address (two words, or one
 *    beside a scalar pair);
 *  - any source of a vector instruction: a integer, f float, d double;
 *  - scalar registers: S written, R written and read, s read;
 *  - masks of lanes: M written, m read;
 *  - constants: k of 16 signed bits, i without a sign, j a literal of any value, w and h in the
 *    syntax of s_waitcnt and s_setreg, o an offset or a scalar register, n null;
 *  - others: L a label, g a scalar pair or off, b a vector register or off, r the scratch buffer,
 *    q its offset;
 *  - registers that are not in the text: Q EXEC written, V VCC read. */
#pragma once

#include "sim/functional/frontend/rdna2/ops_memory.h"
#include "sim/functional/frontend/rdna2/ops_scalar.h"
#include "sim/functional/frontend/rdna2/ops_vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How instructions are encoded (RDNA 2 ISA, "Microcode Formats"). */
enum rdna2_form {
    FORM_SOP1,
    FORM_SOP2,
    FORM_SOPC,
    FORM_SOPK,
    FORM_SOPP,
    FORM_SMEM,
    FORM_VOP1, /* VOP1, VOP2, VOPC: have several encodings, which the ending of the name selects */
    FORM_VOP2,
    FORM_VOPC,
    FORM_VOP1_ONLY, /* has only the short encoding */
    FORM_VOP2K,     /* has a literal among its operands */
    FORM_VOP3,
    FORM_GLOBAL,
    FORM_FLAT,
    FORM_MUBUF,
    FORM_DS,
    FORM_DS2, /* two accesses, with offsets in elements; in DS2ST64 in 64 elements */
    FORM_DS2ST64,
    FORM_PSEUDO
};
enum rdna2_encoding { ENCODING_ONLY, ENCODING_E32, ENCODING_E64, ENCODING_SDWA };

enum rdna2_op {
#define XV(name, form, operands, class, result, value)       RDNA2_##name,
#define XC(name, form, operands, class, result, value, flag) RDNA2_##name,
#define XL(name, form, operands, class)                      RDNA2_##name,
#define XS(name, form, operands, action)                     RDNA2_##name,
    RDNA2_VECTOR(XV) RDNA2_CARRIES(XC) RDNA2_LANES(XL) RDNA2_SCALAR(XS) RDNA2_CONTROL(XL)
#undef XV
#undef XC
#undef XL
#undef XS
        RDNA2_MEMORY, /* stands for all instructions with addresses */
    RDNA2_INTRINSIC   /* stands for all intrinsics; `detail` gives the enum code_op */
};
enum {
    RDNA2_FIRST_LANES = RDNA2_v_readfirstlane_b32, /* operations below this have a lane loop each */
    RDNA2_FIRST_SCALAR = RDNA2_s_mov_b32,
    RDNA2_FIRST_CONTROL = RDNA2_s_endpgm
};

struct rdna2_opcode {
    const char *name, *operands;
    uint8_t form;
    uint8_t class;   /* enum warp_op */
    uint8_t counter; /* enum warp_counter */
    uint8_t bytes, n;
    uint16_t detail;    /* 1: a load extends the sign; enum atomic_op; enum code_op */
    uint16_t op;        /* enum rdna2_op */
    const char *action; /* scalar arithmetic: text of the action, from which the values that it
                           reads and writes follow */
};

/* The row of a mnemonic without its ending. Atomics have two rows, the second of which, with a
 * result, is for `result`. NULL: unsupported. */
const struct rdna2_opcode *rdna2_opcode_find(const char *name, size_t n, bool result);
/* All rows; *n is their number. For tests and pages. */
const struct rdna2_opcode *rdna2_opcodes(size_t *n);
