/* Tables of runs and of measured frame rates, as `correlate` reads them. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "orchestrator/compare/runs.h"
#include "orchestrator/settings/options.h"

#include <math.h>

FUZZ_WORDS("run,scene,gpu,shader,width,height,samples,max_depth,cycles\n",
           "a,lonely,tiny,path,32,16,1,2,12345\n", "k,saxpy,tiny,,,,,,1\n", "size", "fps", "group",
           "source", "ipc", "cycles", "rays_per_hit", "lonely", "saxpy", "auto", "\"", "\"\"", ",",
           "\r\n", "1.50e3")

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct reference_runs runs;
    struct settings base;
    char *path = fuzz_file(bytes, n, ".csv");
    if (!path)
        return status_fail(st, ST_FAILED, "fuzz: no room for a file; free some");
    options_default(&base);
    enum st_code code = runs_read(&runs, path, &base, st);
    for (size_t i = 0; i < runs.n; i++) {
        FUZZ_CHECK(runs.runs[i].name[0] && runs.runs[i].scene[0] && runs.runs[i].gpu[0]);
        for (int v = 0; v < RUN_VALUES; v++)
            FUZZ_CHECK(isnan(runs.runs[i].theirs[v]) ||
                       (runs.column[v] && runs.runs[i].theirs[v] >= 0));
    }
    FUZZ_CHECK(code == ST_OK || runs.n == 0);
    runs_free(&runs);
    fuzz_file_remove(path);
    return code;
}
