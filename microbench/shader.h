/* shader.h -- the PTX common to all shaders of benchmarks.
 *
 * Registers: %r, %f, %rd and %fd<SHADER_REGISTERS>, %p<9>. The number of a register in the program
 * is the number of registers that the text names before it; it determines the bank. */
#pragma once

#include <stdio.h>

#include <stdint.h>

enum { SHADER_REGISTERS = 128 };

/* Writes the beginning up to the first instruction of raygen. */
void shader_begin(FILE *t);
/* Declares the registers. */
void shader_registers(FILE *t);
/* Writes the last instruction and the end. */
void shader_end(FILE *t);

/* Ends every warp that is not on the first `few` of `sms` SMs, to which CTAs are dispatched in
 * turn. Uses %r0, %r1 and %p0. */
void shader_first_sms_only(FILE *t, uint32_t few, uint32_t sms);

/* Loads the address of the storage into %rd0. */
void shader_storage(FILE *t);
/* Loads the number of the CTA into a register, "%r5". */
void shader_cta(FILE *t, const char *reg);
/* Loads the number of the lane into a register. */
void shader_lane(FILE *t, const char *reg);
/* Computes %rd0, set by shader_storage(), plus `stride` bytes for each lane before it, into %rd1;
 * the lane into %r1. */
void shader_lane_address(FILE *t, uint32_t stride);
/* Every lane writes a word of each of `lines` lines from %rd1 on. The L2 allocates written lines,
 * the L1D does not. */
enum { SHADER_LINE_B = 128 };
void shader_write_lines(FILE *t, uint32_t lines);
