/* rdna2.h -- a program in AMD's machine code, in the form for its executor. It extends struct
 * program, whose code and insts are parallel to these instructions.
 *
 * A warp's register file has a row of 32 words for each vector register, rows for temporaries of
 * instructions, one word for each scalar register, and finally the rows of constants. */
#pragma once

#include "sim/functional/frontend/rdna2/opcodes.h"
#include "sim/functional/program/program.h"

enum {
    RDNA2_OPERANDS = 10,
    RDNA2_VGPRS = 256,
    RDNA2_SGPRS = 106, /* of programs; larger numbers: special registers, as encoded */
    RDNA2_VCC = 106,
    RDNA2_M0 = 124,
    RDNA2_NULL = 125,
    RDNA2_EXEC = 126,
    RDNA2_SCC = 128, /* here; its encoding is 253 */
    RDNA2_SCALARS = 144,
    RDNA2_ROW = 4 * WARP_LANES,
    RDNA2_TEMPORARIES = 16,   /* rows of temporaries */
    RDNA2_TIMED_VECTOR = 1,   /* number for timing of vector register 0 */
    RDNA2_TIMED_SCALAR = 512, /* number for timing of scalar register 0 */
    RDNA2_VGPR_GRANULE = 8,   /* allocation granule of registers, for a warp of 32 lanes */
    RDNA2_MOST_SCRATCH = PROGRAM_MOST_LOCAL
};

enum rdna2_operand_kind {
    OPERAND_NONE,
    OPERAND_VECTOR,
    OPERAND_SCALAR,
    OPERAND_CONST,
    OPERAND_LABEL, /* `value` is the index of the instruction */
    OPERAND_OFF
};
enum { MODIFY_NEGATE = 1, MODIFY_ABSOLUTE = 2 };
/* The part of a word that SDWA selects. */
enum rdna2_select {
    SELECT_DWORD,
    SELECT_BYTE_0,
    SELECT_BYTE_1,
    SELECT_BYTE_2,
    SELECT_BYTE_3,
    SELECT_WORD_0,
    SELECT_WORD_1
};

struct rdna2_operand {
    uint8_t kind;   /* enum rdna2_operand_kind */
    char role;      /* its letter in the signature (opcodes.h) */
    uint8_t words;  /* number of 32-bit words */
    uint8_t modify; /* modifiers of a source */
    uint8_t select, sign;
    uint16_t reg;    /* number of its first register */
    uint32_t row[2]; /* VECTOR, CONST: rows of low and high word in the register file */
    uint64_t value;  /* value of a CONST */
};

struct rdna2_inst {
    const struct rdna2_opcode *opcode;
    struct rdna2_operand operand[RDNA2_OPERANDS];
    uint8_t n_operands;
    uint8_t encoding; /* enum rdna2_encoding */
    bool clamp, offen;
    int32_t offset[2];
};

/* A kernel's requirements for its launch: the .amdhsa_ directives. */
struct rdna2_launch_state {
    uint8_t private_segment_buffer, dispatch_ptr, queue_ptr, kernarg_segment_ptr, dispatch_id,
        flat_scratch_init, private_segment_size; /* user SGPRs that a launch sets, in this order */
    /* SGPRs that a launch sets behind the user SGPRs, in this order. */
    uint8_t workgroup_id[3], workgroup_info, private_segment_wavefront_offset;
    uint8_t workitem_id; /* number of vector registers with the thread's position in the CTA, minus
                            one */
};

struct rdna2_program {
    struct rdna2_inst *insts;
    uint32_t *at; /* by pc / 4: index of the instruction that begins there; UINT32_MAX: none */
    uint32_t code_bytes;
    struct rdna2_launch_state state;
    uint32_t vgprs;       /* vector registers of all functions together */
    uint32_t temporaries; /* offset of the rows of temporaries in the register file */
    uint32_t scalars;     /* offset of the scalar registers in the register file */
};

void rdna2_program_free(struct rdna2_program *p); /* NULL is a no-op */
