/* parse.h -- the front end for the assembly that clang emits for AMD RDNA 2
 * (docs/reference/rdna2.md lists the supported part). Every error message has file and line. */
#pragma once

#include "sim/functional/program/program.h"

#include <stddef.h>

/* Parses a shader, whose kernel is raygen. `name` is the file name in messages. */
enum st_code rdna2_parse(struct program **out, const char *text, size_t n, const char *name,
                         struct status *st);

/* Parses a compute kernel: the one named `entry`; NULL: the file's only one. */
enum st_code rdna2_parse_kernel(struct program **out, const char *text, size_t n, const char *name,
                                const char *entry, struct status *st);
