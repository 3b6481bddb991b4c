/* peaks_cache.h -- the peaks of a GPU (microbench/peaks.h), measured once and kept. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/roofline/roofline.h"

/* Finds the peaks in the folder `cache` (common/file_cache.h: file_cache_open; NULL: there is none)
 * by the program and the GPU's parameters, or measures them. `note` gets a warning about an entry
 * that cannot be used or kept, "" where there is none; the peaks are the same. */
enum st_code peaks_cache(struct roofline_gpu *out, const struct gpu_config *gpu, const char *cache,
                         char note[STATUS_TEXT], struct status *st);
