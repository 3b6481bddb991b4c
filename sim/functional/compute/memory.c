#include "sim/functional/compute/memory.h"

#include "common/memory.h"

enum st_code compute_memory_add(struct compute_memory *m, uint64_t bytes,
                                const struct compute_buffer **out, struct status *st)
{
    uint64_t at = m->end ? m->end : COMPUTE_MEMORY_BASE;
    if (m->n == COMPUTE_BUFFERS)
        return status_fail(st, ST_USAGE, "too many buffers; at most %d are allowed",
                           COMPUTE_BUFFERS);
    if (!bytes || bytes > COMPUTE_MEMORY_END - at - COMPUTE_GAP)
        return status_fail(st, ST_USAGE, "a buffer of %llu bytes; expected 1 to %llu",
                           (unsigned long long)bytes,
                           (unsigned long long)(COMPUTE_MEMORY_END - at - COMPUTE_GAP));
    struct compute_buffer *b = &m->buffers[m->n];
    TRY(mem_make(&b->host, bytes, 1, "a buffer", st));
    b->addr = at;
    b->bytes = bytes;
    m->n++;
    m->end = (at + bytes + COMPUTE_GAP - 1) / COMPUTE_GAP * COMPUTE_GAP + COMPUTE_GAP;
    if (m->end > COMPUTE_MEMORY_END)
        m->end = COMPUTE_MEMORY_END;
    *out = b;
    return ST_OK;
}

void compute_memory_release(struct compute_memory *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        mem_free(m->buffers[i].host);
    *m = (struct compute_memory){.n = 0};
}
