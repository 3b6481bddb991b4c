#include "common/memory.h"
#include "sim/functional/traversal/traverse.h"

void trace_result_release(struct trace_result *result)
{
    mem_free(result->records);
    mem_free(result->candidates);
    *result = (struct trace_result){0};
}
