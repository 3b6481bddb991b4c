#include "sim/roofline/roofline.h"

#include <math.h>

static const double giga = 1e9;

const char *roofline_type_name(enum roofline_type type)
{
    static const char *const names[ROOFLINE_TYPES] = {"fp32", "fp64", "int"};
    return names[type];
}

const char *roofline_bound_name(enum roofline_bound bound)
{
    static const char *const names[] = {"compute", "memory", "RT unit"};
    return names[bound];
}

static enum roofline_type type_of(const struct roofline_profile *p)
{
    if (p->fp64)
        return ROOFLINE_FP64;
    return p->fp32 ? ROOFLINE_FP32 : ROOFLINE_INT;
}

/* The instructions of a type, I_ops: eq. 8. */
static uint64_t insts_of(const struct roofline_profile *p, enum roofline_type type)
{
    if (type == ROOFLINE_INT)
        return p->integer;
    return type == ROOFLINE_FP64 ? p->fp64 : p->fp32;
}

static uint64_t multiply_adds_of(const struct roofline_profile *p, enum roofline_type type)
{
    if (type == ROOFLINE_INT)
        return 0;
    return type == ROOFLINE_FP64 ? p->fma64 : p->fma32;
}

void roofline_kernel_make(struct roofline_kernel *out, const struct roofline_profile *p)
{
    enum roofline_type type = type_of(p);
    double insts = (double)insts_of(p, type);
    double ops = insts + (double)multiply_adds_of(p, type);
    double issued = ROOFLINE_WARP * (double)p->inst;
    *out = (struct roofline_kernel){
        .type = type,
        .ops = ops,
        .bytes = ROOFLINE_TRANSACTION_B * ((double)p->dram_reads + (double)p->dram_writes),
        .mix = insts > 0 ? ops / (2 * insts) : 0.5,
        .issued = issued,
    };
    if (!p->inst)
        return;
    out->dense_ops = insts / issued;
    out->dense_ldst = (double)p->ldst / issued;
    out->dense_other = 1 - out->dense_ops - out->dense_ldst;
}

/* The peak throughput of a type: eq. 10. */
static double peak(const struct roofline_gpu *gpu, enum roofline_type type)
{
    if (type == ROOFLINE_INT)
        return gpu->integer;
    return type == ROOFLINE_FP64 ? gpu->dp : gpu->sp;
}

double roofline_trace_seconds(const struct roofline_profile *p, const struct roofline_gpu *gpu)
{
    if (!p->trace_steps)
        return 0;
    double step_ns =
        gpu->places / gpu->steps + p->trace_l2 * gpu->l2_ns + p->trace_dram * gpu->dram_ns;
    double held = (double)p->trace_steps * step_ns / gpu->places;
    return fmax(held, (double)p->trace_requests / gpu->requests) / giga;
}

/* The time of the kernel's instructions. An issued thread instruction takes C_op + C_ldst + C_other
 * (eq. 14 to 16) times as long as a single-precision multiply-add, of which T_SP / 2 are done per
 * second. This equals W_comp / T'_op if W_comp is not 0: substitute eq. 2, 4, 8, 14, 17 and 18. */
static double compute_seconds(const struct roofline_kernel *k, double cost,
                              const struct roofline_gpu *gpu)
{
    return k->issued * cost / (gpu->sp / 2) / giga;
}

void roofline_predict(struct roofline_prediction *out, const struct roofline_profile *profile,
                      const struct roofline_gpu *gpu)
{
    struct roofline_kernel k;
    roofline_kernel_make(&k, profile);
    *out = (struct roofline_prediction){
        .peak = peak(gpu, k.type),
        .weight_op = gpu->sp / peak(gpu, k.type), /* eq. 11 */
        .weight_ldst = gpu->sp / 2 / gpu->ldst,   /* eq. 12 */
        .weight_other = gpu->sp / 2 / gpu->add,   /* eq. 13 */
        .intensity = k.bytes > 0 ? k.ops / k.bytes : (double)INFINITY,
    };
    double ops = k.dense_ops * out->weight_op;
    double cost = ops + k.dense_ldst * out->weight_ldst + k.dense_other * out->weight_other;
    out->efficiency = cost > 0 ? ops / cost : 0;
    out->attainable = k.mix * out->efficiency * out->peak;
    out->balance = out->attainable / gpu->bandwidth;
    out->throughput = out->intensity > out->balance ? out->attainable
                                                    : out->intensity * gpu->bandwidth; /* eq. 19 */
    out->compute_s = compute_seconds(&k, cost, gpu);
    out->memory_s = k.bytes / gpu->bandwidth / giga;
    out->trace_s = roofline_trace_seconds(profile, gpu);
    out->seconds = fmax(fmax(out->compute_s, out->memory_s), out->trace_s);
    out->bound = out->trace_s >= out->seconds && out->trace_s > 0 ? ROOFLINE_TRACE
                 : out->memory_s > out->compute_s                 ? ROOFLINE_MEMORY
                                                                  : ROOFLINE_COMPUTE;
}
