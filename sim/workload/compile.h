/* compile.h -- compiles a kernel's C to PTX with clang. */
#pragma once

#include "common/status.h"

#include <stddef.h>

/* Compiles the file as scripts/shaders does: with the clang in the environment's CLANG, else
 * `clang`, and the options in sim/kernels/clang.options; gpu.h is found. The caller owns *ptx
 * (mem_free), with a zero byte after its n bytes. ST_FAILED with clang's first error if it
 * fails. */
enum st_code compile_kernel(const char *path, char **ptx, size_t *n, struct status *st);
