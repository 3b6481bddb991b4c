/* special.h -- options whose value is not simply a parameter's. Each has a reader, and a writer if
 * the written value is not the parameter (options.h). */
#pragma once

#include "sim/config/gpgpusim/options.h"

#define GPGPUSIM_READER(name)                                                                      \
    enum st_code gpgpusim_read_##name(struct gpgpusim_reading *r, const struct gpgpusim_entry *e);
#define GPGPUSIM_SPECIAL(name)                                                                     \
    GPGPUSIM_READER(name)                                                                          \
    void gpgpusim_write_##name(const struct gpu_config *config, FILE *out);

GPGPUSIM_READER(clusters)        /* SMs: clusters times cores per cluster */
GPGPUSIM_SPECIAL(deadlock)       /* flag: 300,000 cycles, or the maximum */
GPGPUSIM_SPECIAL(scheduler)      /* name of the policy */
GPGPUSIM_READER(collectors)      /* number of generic units plus, if enabled, specialised ones */
GPGPUSIM_READER(collector_ports) /* number of their input ports */
GPGPUSIM_READER(register_banks)  /* rounded up to a multiple of the schedulers */
GPGPUSIM_READER(sp_units)        /* these three: rounded up to a multiple of the schedulers */
GPGPUSIM_READER(int_units)
GPGPUSIM_READER(sfu_units)
GPGPUSIM_SPECIAL(pipeline_widths) /* widths of the registers between stages; the model has EX_WB */
GPGPUSIM_SPECIAL(rt_latency)      /* seven latencies, in older versions six */
GPGPUSIM_SPECIAL(l1_interleaving) /* bytes, which Vulkan-Sim uses as a shift */
GPGPUSIM_READER(scheduler_queue)  /* places; 0: unlimited; with FIFO one request at a time */
GPGPUSIM_READER(return_queue)     /* places; 0: unlimited */
GPGPUSIM_SPECIAL(command_bus)     /* 0: Vulkan-Sim's scan of the banks, 1: two buses */
GPGPUSIM_SPECIAL(dram_timing)     /* timings: "nbk=16:CCD=4:..." or "16:4:..." */
GPGPUSIM_SPECIAL(address_map) /* map of 64 bits, or the one that -gpgpu_mem_address_mask selects */

GPGPUSIM_SPECIAL(dl1) /* cache: "S:1:128:256,L:L:s:N:L,A:256:8,16:0,32" */
GPGPUSIM_SPECIAL(dl2) /* cache, with the letters that the L2 supports */

#undef GPGPUSIM_SPECIAL
#undef GPGPUSIM_READER
