/* memory.h -- the global memory of compute kernels: buffers that remain from launch to launch. The
 * gaps between buffers belong to none, so an access beyond a buffer's end is detected. */
#pragma once

#include "common/status.h"

#include <stdint.h>

/* The range of buffers: from here up to the module's tables (program.h). */
#define COMPUTE_MEMORY_BASE UINT64_C(0x10000000)
#define COMPUTE_MEMORY_END  UINT64_C(0x80000000)

enum { COMPUTE_BUFFERS = 16, COMPUTE_GAP = 256 };

struct compute_buffer {
    uint64_t addr, bytes;
    uint8_t *host; /* owned by the memory */
};

struct compute_memory {
    struct compute_buffer buffers[COMPUTE_BUFFERS];
    uint32_t n;
    uint64_t end; /* where the next buffer may begin; 0: there is none yet */
};

/* Adds a buffer of zeros; its address is a multiple of COMPUTE_GAP. Fails if there are too many
 * buffers or they have too many bytes. A zeroed struct ({0}) has no buffers. */
enum st_code compute_memory_add(struct compute_memory *m, uint64_t bytes,
                                const struct compute_buffer **out, struct status *st);
void compute_memory_release(struct compute_memory *m); /* frees all buffers */
