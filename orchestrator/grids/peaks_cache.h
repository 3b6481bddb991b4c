/* peaks_cache.h -- the peaks of a GPU (microbench/peaks.h), measured once and kept in files. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/roofline/roofline.h"

/* Finds the peaks by the program and the GPU's parameters in the folder `cache`
 * (common/file_cache.h: file_cache_open; NULL: no folder), or measures them. `note` gets a warning
 * where an entry cannot be used or kept, else ""; the peaks are right either way. */
enum st_code peaks_cache(struct roofline_gpu *out, const struct gpu_config *gpu, const char *cache,
                         char note[STATUS_TEXT], struct status *st);
