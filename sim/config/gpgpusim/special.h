/* special.h -- options whose value is not simply a parameter's: each with a reader, and with a
 * writer if the written value is not the parameter (options.h). */
#pragma once

#include "sim/config/gpgpusim/options.h"

#define GPGPUSIM_READER(name)                                                                      \
    enum st_code gpgpusim_read_##name(struct gpgpusim_reading *r, const struct gpgpusim_entry *e);
#define GPGPUSIM_SPECIAL(name)                                                                     \
    GPGPUSIM_READER(name)                                                                          \
    void gpgpusim_write_##name(const struct gpu_config *config, FILE *out);

GPGPUSIM_READER(clusters)        /* SMs: clusters times cores per cluster */
GPGPUSIM_SPECIAL(deadlock)       /* a flag: 300,000 cycles, or the maximum */
GPGPUSIM_SPECIAL(scheduler)      /* its name */
GPGPUSIM_READER(collectors)      /* generic units and, if enabled, specialised ones */
GPGPUSIM_READER(collector_ports) /* the same for their input ports */
GPGPUSIM_READER(register_banks)  /* a multiple of the schedulers */
GPGPUSIM_READER(sp_units)        /* likewise */
GPGPUSIM_READER(int_units)
GPGPUSIM_READER(sfu_units)
GPGPUSIM_SPECIAL(pipeline_widths) /* registers between the stages; the model has EX_WB */
GPGPUSIM_SPECIAL(rt_latency)      /* seven, in older versions six */
GPGPUSIM_SPECIAL(l1_interleaving) /* Vulkan-Sim uses it as a shift */
GPGPUSIM_READER(scheduler_queue)  /* 0: unlimited; FIFO: one request at a time */
GPGPUSIM_READER(return_queue)     /* 0: unlimited */
GPGPUSIM_SPECIAL(command_bus)     /* 0: Vulkan-Sim's scan of the banks, 1: two buses */
GPGPUSIM_SPECIAL(dram_timing)     /* "nbk=16:CCD=4:..." or "16:4:..." */
GPGPUSIM_SPECIAL(address_map)     /* 64 bits, or the map of -gpgpu_mem_address_mask */

GPGPUSIM_SPECIAL(dl1) /* "S:1:128:256,L:L:s:N:L,A:256:8,16:0,32" */
GPGPUSIM_SPECIAL(dl2) /* the same with the L2's letters */

#undef GPGPUSIM_SPECIAL
#undef GPGPUSIM_READER
