/* parse.h -- the front end for the PTX that clang emits (docs/reference/ptx.md lists the supported
 * part).
 *
 * Every error message has file and line. Functions that are declared and not defined must be
 * intrinsics of sim/shaders/rt.h: a call of one becomes a single instruction. Parameters of defined
 * functions are passed in separate registers: one move each on both sides. With `rewrite` the
 * program is what NVIDIA's assembler would make of it (ptxas/ptxas.h). */
#pragma once

#include "sim/functional/program/program.h"

#include <stddef.h>

/* Parses a shader, whose entry point is the function `raygen`. `name` is the file name in
 * messages. */
enum st_code ptx_parse(struct program **out, const char *text, size_t n, const char *name,
                       bool rewrite, struct status *st);

/* Parses a compute kernel. `entry` is the function to start; NULL: the module's only .entry or,
 * without any, its only visible function that is never called and returns nothing. Fails if this
 * function does not exist or is not the only one. */
enum st_code ptx_parse_kernel(struct program **out, const char *text, size_t n, const char *name,
                              const char *entry, bool rewrite, struct status *st);
