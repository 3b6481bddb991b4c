/* launch.h -- runs a launch of three pixels for a while. */
#pragma once

#include "sim/functional/exec/launch.h"
#include "tests/fuzz/fuzz.h"

enum { FUZZ_WIDTH = 3, FUZZ_STEPS = 2000 };

/* What comes of running is not judged: a shader may read outside every buffer, or never end. */
static inline void fuzz_run(const struct launch *l)
{
    struct status st = {0};
    uint64_t work[FUZZ_WIDTH] = {0};
    float picture[3 * FUZZ_WIDTH] = {0};
    struct kernel_settings settings = {.work = work, .picture = picture, .step_budget = FUZZ_STEPS};
    struct kernel *kernel;
    FUZZ_CHECK(launch_kernel(l, &settings, &kernel, &st) == ST_OK);
    enum st_code code = kernel_run(kernel, &st);
    FUZZ_CHECK((code == ST_OK) == (st.text[0] == 0));
    kernel->ops->free(kernel);
}
