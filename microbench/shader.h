/* shader.h -- the PTX of benchmarks: what all their shaders have in common.
 *
 * Registers: %r, %f, %rd and %fd<SHADER_REGISTERS>, %p<9>. In the program a register has the number
 * of those that the text names before it; the number chooses its bank. */
#pragma once

#include <stdio.h>

#include <stdint.h>

enum { SHADER_REGISTERS = 128 };

/* The beginning up to the first instruction of raygen. */
void shader_begin(FILE *t);
/* What declares the registers. */
void shader_registers(FILE *t);
/* The last instruction and what follows. */
void shader_end(FILE *t);

/* Ends every warp that is not on the first `few` of `sms` SMs: CTAs are dealt to them in turn. Uses
 * %r0, %r1 and %p0. */
void shader_first_sms_only(FILE *t, uint32_t few, uint32_t sms);

/* Address of the storage into %rd0. */
void shader_storage(FILE *t);
/* Number of the CTA into a register, "%r5". */
void shader_cta(FILE *t, const char *reg);
/* Number of the lane into a register. */
void shader_lane(FILE *t, const char *reg);
/* %rd0, behind shader_storage(), and `stride` bytes for each lane before it, into %rd1; the lane
 * into %r1. */
void shader_lane_address(FILE *t, uint32_t stride);
/* Every lane writes a word of each of so many lines from %rd1 on. The L2 allocates what is written,
 * the L1D does not. */
enum { SHADER_LINE_B = 128 };
void shader_write_lines(FILE *t, uint32_t lines);
