/* cuda.h -- the part of NVIDIA's driver API that the measurements need. The driver's library is
 * opened when the program starts, so that a build needs neither CUDA nor a GPU (CUDA Driver API
 * Reference Manual). Every function fails with one line that names the call and a remedy. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

/* An address in the GPU's memory. */
typedef unsigned long long cuda_address;

/* Attributes of a device, by their numbers in the driver API: X(name, number). */
#define CUDA_ATTRIBUTES(X)                                                                         \
    X(core_kHz, 13)                                                                                \
    X(sms, 16)                                                                                     \
    X(memory_kHz, 36)                                                                              \
    X(bus_bits, 37)                                                                                \
    X(l2_B, 38)                                                                                    \
    X(threads_sm, 39)                                                                              \
    X(major, 75)                                                                                   \
    X(minor, 76)                                                                                   \
    X(shared_sm_B, 81)                                                                             \
    X(registers_sm, 82)

struct cuda {
    void *library, *context;
    struct cuda_calls *calls;
    char name[128];
    int driver; /* the newest version of CUDA that the driver supports, such as 12040 for 12.4 */
    size_t memory_B, free_B;
#define CUDA_FIELD(name, number) int name;
    CUDA_ATTRIBUTES(CUDA_FIELD)
#undef CUDA_FIELD
};

/* Opens the driver and the first GPU. ST_FAILED without a driver or without a GPU. The caller
 * closes it, on failure too. */
enum st_code cuda_open(struct cuda *out, struct status *st);
void cuda_close(struct cuda *c); /* {0} is a no-op */

/* Memory of the GPU, filled with the n bytes at `host`; with NULL the bytes are zeros. */
enum st_code cuda_memory(const struct cuda *c, cuda_address *out, const void *host, size_t n,
                         struct status *st);
enum st_code cuda_fill(const struct cuda *c, cuda_address to, const void *host, size_t n,
                       struct status *st);
enum st_code cuda_clear(const struct cuda *c, cuda_address at, size_t n, struct status *st);
enum st_code cuda_fetch(const struct cuda *c, void *host, cuda_address from, size_t n,
                        struct status *st);
void cuda_free(const struct cuda *c, cuda_address at); /* 0 is a no-op */

/* A kernel of a module. */
struct cuda_kernel {
    void *module, *function;
};

/* Compiles a kernel from PTX: its first visible function becomes an entry point, and its target is
 * no newer than the GPU. `name` is the kernel's, `file` the name in messages, which have the
 * driver's own about the PTX. */
enum st_code cuda_compile(const struct cuda *c, struct cuda_kernel *out, const char *file,
                          const char *ptx, const char *name, struct status *st);
void cuda_release(const struct cuda *c, struct cuda_kernel *kernel); /* {0} is a no-op */
/* Prefers a large L1 to shared memory, where the GPU divides one memory between the two. */
enum st_code cuda_prefer_l1(const struct cuda *c, const struct cuda_kernel *kernel,
                            struct status *st);

struct cuda_launch {
    uint32_t grid[3], block[3];
    void *params; /* in the layout of PTX */
    size_t param_bytes;
};
/* Launches a kernel `times` times, waits for its end and measures the time of all. */
enum st_code cuda_run(const struct cuda *c, const struct cuda_kernel *kernel,
                      const struct cuda_launch *launch, uint32_t times, double *ms,
                      struct status *st);
