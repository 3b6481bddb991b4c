/* compile.h -- compiles a kernel's C to PTX with clang. */
#pragma once

#include "common/status.h"

#include <stddef.h>

/* Compiles a file as scripts/shaders does, with the options in sim/kernels/clang.options; gpu.h is
 * found. The compiler is that in the environment's CLANG, else `clang`. The caller owns *ptx
 * (mem_free), whose n bytes are followed by a zero byte. ST_FAILED with clang's first error if
 * clang fails. */
enum st_code compile_kernel(const char *path, char **ptx, size_t *n, struct status *st);
