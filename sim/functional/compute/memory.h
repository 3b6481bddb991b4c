/* memory.h -- the global memory of compute kernels: buffers that live over several launches. What
 * lies between them is nobody's, so that an access beyond a buffer's end is found out. */
#pragma once

#include "common/status.h"

#include <stdint.h>

/* Where buffers lie: from here up to the module's tables (program.h). */
#define COMPUTE_MEMORY_BASE UINT64_C(0x10000000)
#define COMPUTE_MEMORY_END  UINT64_C(0x80000000)

enum { COMPUTE_BUFFERS = 16, COMPUTE_GAP = 256 };

struct compute_buffer {
    uint64_t addr, bytes;
    uint8_t *host; /* the memory's */
};

struct compute_memory {
    struct compute_buffer buffers[COMPUTE_BUFFERS];
    uint32_t n;
    uint64_t end; /* where the next one may begin; 0: there is none yet */
};

/* Adds a buffer of zeros; its place is a multiple of COMPUTE_GAP. Fails where there are too many or
 * they have too many bytes. Cleared memory ({0}) is empty. */
enum st_code compute_memory_add(struct compute_memory *m, uint64_t bytes,
                                const struct compute_buffer **out, struct status *st);
void compute_memory_release(struct compute_memory *m); /* gives up all buffers */
