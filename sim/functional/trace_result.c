#include "common/memory.h"
#include "sim/functional/traverse.h"

enum {
    LEAST_ROOM = 32, /* records */
    MOST_ROOM = 2,   /* times what a ray needs is kept for the next */
};

void trace_result_trim(struct trace_result *result)
{
    uint32_t keep = result->n_records ? result->n_records : 1;
    if (result->room_records > MOST_ROOM * keep + LEAST_ROOM) {
        record_t *records = mem_resize(result->records, keep, sizeof *records);
        if (records) {
            result->records = records;
            result->room_records = keep;
        }
    }
}

void trace_result_drop(struct trace_result *result)
{
    if (result->room_records > LEAST_ROOM) {
        mem_free(result->records);
        result->records = NULL;
        result->room_records = 0;
    }
    result->n_records = 0;
}

void trace_result_release(struct trace_result *result)
{
    mem_free(result->records);
    mem_free(result->candidates);
    *result = (struct trace_result){0};
}
