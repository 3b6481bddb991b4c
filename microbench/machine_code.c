#include "microbench/machine_code.h"

#include "microbench/pipeline.h"
#include "sim/timing/memory/mem_port.h"

#include <math.h>
#include <stdarg.h>

cycle_t code_add(struct machine_code *c, uint32_t size_B, cycle_t ready, const char *format, ...)
{
    uint32_t cycles = 1;
    if (c->text) {
        va_list args;
        va_start(args, format);
        vfprintf(c->text, format, args);
        va_end(args);
        fputc('\n', c->text);
    }
    if (c->buffered < size_B) {
        cycles = code_fetch_cycles(c->gpu);
        c->buffered = c->gpu->sm.buffer_B;
    }
    c->buffered -= size_B < c->buffered ? size_B : c->buffered;
    c->issued = c->issued + cycles > ready ? c->issued + cycles : ready;
    return c->issued;
}

uint32_t code_fetch_cycles(const struct gpu_config *gpu)
{
    return gpu->sm.fetches > 1 ? 1 : 2;
}

double code_sector_cycles(const struct gpu_config *gpu)
{
    const struct machine_config *m = &gpu->machine;
    double port = ceil((double)SECTOR_B / gpu->l2.data_port_B);
    return fmax(1, m->core_MHz / fmin(m->icnt_MHz, m->l2_MHz / port));
}

double code_sector_bound(const struct gpu_config *gpu)
{
    const struct machine_config *m = &gpu->machine;
    bool one_clock = !(m->core_MHz < m->icnt_MHz || m->core_MHz > m->icnt_MHz ||
                       m->l2_MHz < m->icnt_MHz || m->l2_MHz > m->icnt_MHz);
    return one_clock ? 0 : 0.1;
}

/* From the first instruction to that behind n groups. */
static void add_groups(struct machine_code *c, const struct bench *b, const struct code_bench *k,
                       uint32_t n)
{
    code_add(c, 8, 0, "s_load_dwordx2 s[4:5], s[0:1], 0x0");
    code_add(c, 4, 0, "s_waitcnt lgkmcnt(0)");
    if (k->before)
        k->before(c, b, k->what, 0);
    for (uint32_t i = 0; i < n; i++)
        k->group(c, b, k->what, i);
}

static void body(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    struct machine_code c = {.text = t, .gpu = b->gpu};
    add_groups(&c, b, what, n);
}

enum st_code code_run(const struct bench *b, const struct code_bench *k, uint32_t n,
                      struct gpu_counters *out, struct status *st)
{
    const struct bench_kernel kernel = {.isa = ISA_RDNA2,
                                        .body = body,
                                        .what = k,
                                        .ctas = 1,
                                        .threads = k->warps * WARP_LANES,
                                        .bytes = k->bytes,
                                        .fill = k->fill};
    return bench_kernel_run(b, &kernel, n, out, st);
}

enum st_code code_growth(const struct bench *b, const struct code_bench *k,
                         struct gpu_counters *out, struct status *st)
{
    struct gpu_counters less;
    TRY(code_run(b, k, k->few, &less, st));
    TRY(code_run(b, k, k->more, out, st));
    bench_subtract(out, &less);
    return ST_OK;
}

/* It writes nothing but drains like one that does. */
cycle_t code_last_issue(const struct gpu_config *gpu, const struct gpu_counters *n)
{
    return n->gpu.cycles - 1 - pipeline_result(gpu, gpu->exec.alu_latency, 0);
}

enum st_code code_report(struct bench *b, const char *name, const struct code_bench *k,
                         double bound, struct status *st)
{
    struct gpu_counters few, more;
    if (!bench_wants(b, name))
        return ST_OK;
    TRY(code_run(b, k, k->few, &few, st));
    TRY(code_run(b, k, k->more, &more, st));
    /* The walk begins behind the groups of the shorter run, whose end says when that was: what is
     * in the buffer there depends on no time. */
    struct machine_code c = {.gpu = b->gpu}, end;
    add_groups(&c, b, k, k->few);
    end = c;
    cycle_t from = code_last_issue(b->gpu, &few),
            behind = code_add(&end, 4, 0, "s_endpgm") - c.issued;
    c.issued = from - behind;
    for (uint32_t i = k->few; i < k->more; i++)
        k->group(&c, b, k->what, i);
    cycle_t to = code_add(&c, 4, 0, "s_endpgm");
    double n = k->more - k->few;
    return bench_report(b, name, (double)(more.gpu.cycles - few.gpu.cycles) / n,
                        (double)(to - from) / n, bound, st);
}

void code_write_lines(struct machine_code *c, uint32_t lines)
{
    code_add(c, 4, 0, "v_lshlrev_b32_e32 v2, 2, v0");
    for (uint32_t i = 0; i < lines; i++) {
        code_add(c, 8, 0, "global_store_dword v2, v0, s[4:5]");
        code_add(c, 8, 0, "v_add_nc_u32_e32 v2, 0x%x, v2", SHADER_LINE_B);
    }
    code_add(c, 4, 0, "s_waitcnt_vscnt null, 0x0");
}
