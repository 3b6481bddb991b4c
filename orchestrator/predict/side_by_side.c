#include "orchestrator/predict/side_by_side.h"

#include <omp.h>

uint32_t side_by_side_threads(uint32_t n)
{
    uint32_t threads = (uint32_t)omp_get_max_threads();
    return n && threads / n > 1 ? threads / n : 1;
}

static int threads_for(uint32_t n)
{
    int threads = omp_get_max_threads();
    return (uint32_t)threads < n ? threads : (int)n;
}

void side_by_side(uint32_t n, void (*task)(void *context, uint32_t i), void *context)
{
    int levels = omp_get_max_active_levels();
    if (n == 0)
        return;
    if (levels < 2) /* otherwise a task may use several threads itself */
        omp_set_max_active_levels(2);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_for(n))
    for (uint32_t i = 0; i < n; i++)
        task(context, i);
    omp_set_max_active_levels(levels);
}
