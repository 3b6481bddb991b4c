/* parse.h -- the front end for the PTX that clang emits (docs/reference/ptx.md says which part of
 * it).
 *
 * Every complaint names file and line. Functions that are declared and not defined must be
 * intrinsics of sim/shaders/rt.h: a call of one becomes a single instruction. Parameters of defined
 * functions travel in registers of their own: one move each on both sides. */
#pragma once

#include "sim/functional/program/program.h"

#include <stddef.h>

/* `name` stands for the file in messages. The entry point is the function `raygen`. */
enum st_code ptx_parse(struct program **out, const char *text, size_t n, const char *name,
                       struct status *st);

/* The same of a compute kernel: `entry` is the function to start; NULL: the module's only .entry
 * or, where there is none, its only visible function that nobody calls and that returns nothing.
 * Fails where it is not there or is not the only one. */
enum st_code ptx_parse_kernel(struct program **out, const char *text, size_t n, const char *name,
                              const char *entry, struct status *st);
