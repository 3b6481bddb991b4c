/* compile.h -- a kernel's C to PTX, by clang. */
#pragma once

#include "common/status.h"

#include <stddef.h>

/* Compiles the file as scripts/shaders does: by the clang that the environment's CLANG names, else
 * `clang`, with the options in sim/kernels/clang.options; gpu.h is found. *ptx is the caller's
 * (mem_free), with a zero byte behind its n bytes. ST_FAILED with clang's first error where it
 * fails. */
enum st_code compile_kernel(const char *path, char **ptx, size_t *n, struct status *st);
