#include "microbench/limits.h"

#include "microbench/pipeline.h"
#include "sim/timing/memory/l2_slice.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/memory/memory_path.h"

#include <math.h>

/* Core cycles for which a sector that hits in the L2 occupies an MSHR of the L1D. */
static double l1_mshr_cycles(const struct gpu_config *gpu)
{
    return memory_path_l2_mean(gpu) - 1;
}

/* Additional core cycles of DRAM compared to the L2, with an open row: the mean over many. */
static double dram_cycles(const struct gpu_config *gpu)
{
    enum { PHASES = 256 };
    double sum = 0;
    for (cycle_t t = 0; t < PHASES; t++) {
        struct memory_path path = memory_path_make(gpu);
        path.open = true;
        sum += (double)(memory_path_dram(&path, t, 0) - memory_path_l2_hit(&path, t));
    }
    return sum / PHASES;
}

/* The rate of the SMs' requests if each waits `cycles` core cycles for a sector. */
static double sms_rate(const struct gpu_config *gpu, uint32_t sms, double in_flight, double cycles)
{
    double per_cycle = fmin(1, gpu->l1d.mshrs / cycles);
    /* The last sector of a line is sent 3 cycles after the first. */
    per_cycle = fmin(per_cycle, in_flight / (cycles + 1 + pipeline_l1_hit(gpu, 1) + 3));
    return sms * fmin(per_cycle * gpu->machine.core_MHz, gpu->machine.icnt_MHz);
}

/* Hits per microsecond that a slice looks up. */
static double look_up_rate(const struct gpu_config *gpu)
{
    uint32_t port = (SECTOR_B + gpu->l2.data_port_B - 1) / gpu->l2.data_port_B;
    return gpu->machine.l2_MHz / port;
}

static double slices_rate(const struct gpu_config *gpu, uint32_t slices)
{
    return slices * fmin(look_up_rate(gpu), gpu->machine.icnt_MHz);
}

static uint32_t all_slices(const struct gpu_config *gpu)
{
    return gpu->machine.memory_partitions * gpu->l2.slices;
}

static uint32_t column_cycles(const struct gpu_config *gpu)
{
    uint32_t burst = gpu->dram.burst / gpu->dram.transfers_per_cycle;
    return burst > gpu->dram.ccd ? burst : gpu->dram.ccd;
}

static double channels_rate(const struct gpu_config *gpu)
{
    return gpu->machine.memory_partitions * gpu->machine.dram_MHz /
           (memory_path_columns(gpu) * column_cycles(gpu));
}

double limits_l2_read(const struct gpu_config *gpu, uint32_t sms, uint32_t slices, double in_flight)
{
    return fmin(sms_rate(gpu, sms, in_flight, l1_mshr_cycles(gpu)), slices_rate(gpu, slices));
}

double limits_dram_front(const struct gpu_config *gpu, uint32_t sms, double in_flight)
{
    double way = dram_cycles(gpu), slices = all_slices(gpu);
    double rate = sms_rate(gpu, sms, in_flight, l1_mshr_cycles(gpu) + way);
    rate = fmin(rate, slices * gpu->l2.mshrs / way * gpu->machine.core_MHz);
    return fmin(rate, slices_rate(gpu, all_slices(gpu)));
}

double limits_dram_read(const struct gpu_config *gpu, uint32_t sms, double in_flight)
{
    return fmin(limits_dram_front(gpu, sms, in_flight), channels_rate(gpu));
}

double limits_l2_write(const struct gpu_config *gpu, uint32_t sms, uint32_t slices)
{
    double rate = sms * fmin(gpu->machine.core_MHz, gpu->machine.icnt_MHz);
    return fmin(rate, slices_rate(gpu, slices));
}

double limits_l2_turns(const struct gpu_config *gpu, uint32_t sms)
{
    double taken = gpu->machine.l2_MHz, looked_up = look_up_rate(gpu);
    double answered = fmin(looked_up, gpu->machine.icnt_MHz);
    double come = fmin(sms * gpu->machine.core_MHz, gpu->machine.icnt_MHz);
    double rop = gpu->l2.rop_cycles / gpu->machine.core_MHz;
    double held = gpu->l2.request_queue - L2_TAKE_ROOM;
    if (answered < looked_up)
        held += gpu->l2.reply_queue;
    double dry = rop - held / answered;
    if (taken <= answered || come < answered || dry <= 0)
        return 1;
    double filling = held / (taken - answered);
    double lasting = taken > come ? gpu->icnt.output_buffer / (taken - come) : filling + rop;
    if (lasting < filling)
        return 1;
    double faster = fmin(rop, lasting - filling);
    double stopped = (faster * taken + (rop - faster) * come) / answered;
    return 1 - dry / (stopped + rop + filling);
}

double limits_dram_write(const struct gpu_config *gpu, uint32_t sms)
{
    return fmin(limits_l2_write(gpu, sms, all_slices(gpu)), channels_rate(gpu));
}

double limits_dram_bound(const struct gpu_config *gpu, double front)
{
    double channels = channels_rate(gpu), slow = (double)gpu->dram.ccdl / column_cycles(gpu);
    double bound = slow > 1 ? 1.03 - 1 / slow : 0.03;
    bool meet = front < 1.2 * channels && channels < 1.2 * front;
    return meet && bound < 0.15 ? 0.15 : bound;
}
