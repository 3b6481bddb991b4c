/* ptxas.h -- rewrites PTX as NVIDIA's assembler does where it changes what a GPU issues
 * (docs/reference/ptx.md): sums and products of addresses become one instruction, short branches
 * become guards, blocks are laid out behind one another, loads move in front of other work, and
 * some instructions become several.
 *
 * Not a register allocator and no encoder: registers stay those of PTX, and an instruction keeps
 * its 8 bytes. Every pass keeps the results of the program, bit by bit. */
#pragma once

#include "sim/functional/program/program.h"

/* Rewrites all functions of a program under construction, which have their code and targets; the
 * kernel is the function `entry`. On a failure the builder can only be freed. */
enum st_code ptxas_rewrite(struct program_builder *b, const char *entry, struct status *st);
