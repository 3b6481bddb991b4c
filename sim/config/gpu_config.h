/* gpu_config.h -- a GPU: every parameter of every component (load/load.h reads them).
 *
 * A component declares its parameters in its own header <component>_params.h as an X-macro
 * (common/params.h); this file collects them. */
#pragma once

#include "common/hash.h"
#include "common/params.h"
#include "common/status.h"
#include "sim/config/address_map.h"
#include "sim/config/clock.h"
#include "sim/config/dram_params.h"
#include "sim/config/exec_unit_params.h"
#include "sim/config/icnt_params.h"
#include "sim/config/l1d_params.h"
#include "sim/config/l2_params.h"
#include "sim/config/ldst_params.h"
#include "sim/config/read_cache_params.h"
#include "sim/config/rt_unit_params.h"
#include "sim/config/sm_params.h"

#include <stdint.h>

#define MACHINE_PARAMS(X)                                                                          \
    X(UINT, sms, 1, 1024, "SM", "streaming multiprocessors; divided by K when downscaled")         \
    X(UINT, memory_partitions, 1, 256, "partition",                                                \
      "memory partitions (DRAM channels with their L2 slices); divided by K when downscaled")      \
    X(REAL, core_MHz, 1, 10000, "MHz", "clock of the SMs")                                         \
    X(REAL, icnt_MHz, 1, 10000, "MHz", "clock of the interconnect")                                \
    X(REAL, l2_MHz, 1, 10000, "MHz", "clock of the L2 slices")                                     \
    X(REAL, dram_MHz, 1, 20000, "MHz", "command clock of the DRAM")                                \
    X(UINT, launch_cycles, 0, 1000000, "core cycle",                                               \
      "kernel launch latency, before the first CTA")                                               \
    X(UINT, watchdog_cycles, 1000, 1000000000, "core cycle",                                       \
      "a run in which nothing moves for so long is ended")

struct machine_config {
    MACHINE_PARAMS(PARAM_FIELD)
};

/* Includes all but one parameter: the text of the address map, key `address_map`, is no number. */
enum { GPU_PARAMS_MOST = 256 };

struct gpu_config {
    char name[192];  /* name of the configuration: the file's name without folder and extension, for
                        files called gpgpusim.config that of the folder; then the overrides,
                        ":sms=46" */
    char title[128]; /* key `title` of the file */
    char hash[HASH_TEXT]; /* hash of the effective parameters: equal machines have equal hashes */
    char address_map_text[ADDRESS_MAP_TEXT];
    uint64_t given[GPU_PARAMS_MOST / 64]; /* bit per parameter: gpu_config_given() */
    struct machine_config machine;
    struct sm_config sm;
    struct exec_config exec;
    struct icache_config icache;
    struct scalar_cache_config scalar_cache;
    struct ldst_config ldst;
    struct l1d_config l1d;
    struct rt_config rt;
    struct icnt_config icnt;
    struct l2_config l2;
    struct dram_config dram;
};

extern const struct param_table gpu_param_tables[];
extern const size_t n_gpu_param_tables;

/* Sets a parameter, "section.key", or "key" at the top level (`address_map` included), from text,
 * checks the whole configuration and updates the hash. On failure *config is unchanged. */
enum st_code gpu_config_set(struct gpu_config *config, const char *key, const char *value,
                            struct status *st);
/* Sets n parameters as gpu_config_set() does, and checks only the configuration that results. */
enum st_code gpu_config_set_all(struct gpu_config *config, const char *const *keys,
                                const char *const *values, size_t n, struct status *st);
/* Records that a parameter was chosen for this GPU: in an override, or in a user's file with a
 * base. In another file options_alone is true: then only an optional parameter that is not 0 is
 * recorded. An unknown key is ignored. */
void gpu_config_note_given(struct gpu_config *config, const char *key, bool options_alone);
/* Whether parameter `number` was chosen for this GPU; parameters are numbered in the order of the
 * tables. */
static inline bool gpu_config_given(const struct gpu_config *config, uint32_t number)
{
    return config->given[number / 64] >> number % 64 & 1;
}
/* Updates `hash` after a change of parameters. */
void gpu_config_renew_hash(struct gpu_config *config);
/* Divides the numbers of SMs and memory partitions by `factor` and updates the hash. BUG if they
 * are not divisible. */
void gpu_config_downscale(struct gpu_config *config, uint32_t factor);
/* Writes the configuration in the syntax of configs/, which gpu_config_load reads. */
void gpu_config_dump(const struct gpu_config *config, FILE *out);
/* Writes the page of all parameters, in Markdown. */
void gpu_config_document(FILE *out);

/* The clocks and the address map of a configuration, which has been checked. */
struct clocks gpu_config_clocks(const struct gpu_config *config);
struct address_map gpu_config_address_map(const struct gpu_config *config);
