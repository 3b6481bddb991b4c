/* cache.h -- GPGPU-Sim's cache strings (docs/model.md, "L1D", "L2"), such as
 *     S:64:128:16,L:B:m:L:P,A:192:4,32:0,32
 * : sectored, 64 sets of 16 lines of 128 bytes; LRU, write-back, allocate on miss, lazy fetch on
 * read, polynomial set index; 192 MSHRs of 4 merges; miss queue of 32; data port of 32 bytes. */
#ifndef SIM_CONFIG_GPGPUSIM_CACHE_H
#define SIM_CONFIG_GPGPUSIM_CACHE_H

#include "sim/config/gpgpusim/options.h"

/* -gpgpu_cache:dl1, with -gpgpu_adaptive_cache_config and what belongs to it. */
enum st_code gpgpusim_read_dl1(struct gpgpusim_reading *r, const struct gpgpusim_entry *e);
void gpgpusim_write_dl1(const struct gpu_config *config, FILE *out);
/* -gpgpu_cache:dl2 */
enum st_code gpgpusim_read_dl2(struct gpgpusim_reading *r, const struct gpgpusim_entry *e);
void gpgpusim_write_dl2(const struct gpu_config *config, FILE *out);

#endif
