#include "orchestrator/grids/peaks_cache.h"

#include "common/file_cache.h"
#include "common/memory.h"
#include "microbench/peaks.h"
#include "orchestrator/predict/traversal.h"

#include <stdio.h>
#include <string.h>

#define KEEP_KIND "peaks"

/* Makes the key of a GPU's peaks. It holds the program's hash, so no other build of the program
 * reads the entry. */
static enum st_code make_key(const struct gpu_config *gpu, char key[HASH_TEXT], struct status *st)
{
    char program[HASH_TEXT];
    struct hash *h;
    TRY(hash_start(&h, st));
    program_hash(program);
    hash_add(h, program, sizeof program);
    hash_add(h, gpu->hash, sizeof gpu->hash);
    hash_finish(h, key);
    return ST_OK;
}

static enum st_code measure_peaks_cache(struct roofline_gpu *out, const struct gpu_config *gpu,
                                        struct status *st)
{
    struct traversal_options traversal = traversal_of(gpu);
    return peaks_measure(out, gpu, &traversal, st);
}

static bool look_up(struct roofline_gpu *out, const char *folder, const char *key,
                    char note[STATUS_TEXT])
{
    struct status why = {0};
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n = 0;
    enum file_cache_answer answer = file_cache_load(folder, KEEP_KIND, key, &bytes, &n, &why);
    if (answer == FILE_CACHE_DAMAGED)
        snprintf(note, STATUS_TEXT, "%s", why.text);
    if (answer != FILE_CACHE_FOUND || n != sizeof *out)
        return false;
    memcpy(out, bytes, sizeof *out);
    return true;
}

enum st_code peaks_cache(struct roofline_gpu *out, const struct gpu_config *gpu, const char *cache,
                         char note[STATUS_TEXT], struct status *st)
{
    MEM_AUTO char *folder = NULL;
    struct status why = {0};
    char key[HASH_TEXT];
    note[0] = 0;
    if (!cache)
        return measure_peaks_cache(out, gpu, st);
    TRY(file_cache_open(&folder, cache, st));
    TRY(make_key(gpu, key, st));
    if (look_up(out, folder, key, note))
        return ST_OK;
    TRY(measure_peaks_cache(out, gpu, st));
    if (file_cache_store(folder, KEEP_KIND, key, out, sizeof *out, &why) != ST_OK)
        snprintf(note, STATUS_TEXT, "the peaks of %.60s are not kept: %.400s", gpu->name, why.text);
    return ST_OK;
}
