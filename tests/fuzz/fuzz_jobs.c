/* Notes about the jobs of a study on Slurm, in the folder of its shards. */
#include "tests/fuzz/folder.h"

#include "orchestrator/slurm/job.h"

static const struct fuzz_member files[] = {{"jobs", NULL}, {NULL, NULL}};

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct slurm_jobs jobs;
    fuzz_make_folder(files);
    fuzz_put("jobs", bytes, n);
    enum st_code code = slurm_noted(fuzz_folder, &jobs, st);
    FUZZ_CHECK(code != ST_OK || strlen(jobs.list) <= n);
    mem_free(jobs.list);
    return code;
}
