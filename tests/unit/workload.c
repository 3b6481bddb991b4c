/* The kernels of sim/workload without timing: what they compute is what plain C computes. */
#include "tests/rig/rig.h"

#include "sim/functional/program/program.h"
#include "sim/workload/workload_kernel.h"

#include <string.h>

/* Executes all launches; gives how many there were. */
static uint32_t run_all(struct workload *w)
{
    struct compute_launch launch;
    struct kernel *kernel;
    uint32_t n = 0;
    for (bool more = true;; n++) {
        assert_ok(workload_next(w, &launch, &more, &st));
        if (!more)
            return n;
        assert_ok(compute_kernel(&kernel, w->program, &w->memory, &launch, &st));
        assert_ok(compute_run(kernel, &st));
        kernel->ops->free(kernel);
    }
}

static void assert_right(const struct workload_kernel *k, uint32_t size, uint64_t seed)
{
    struct status st;
    struct workload w ENDED_BY(workload_close);
    assert_ok(workload_open(&w, k, ISA_PTX, size, seed, &st));
    assert_true(run_all(&w) > 0);
    if (workload_check(&w, &st) != ST_OK)
        fail_msg("%s of size %u, seed %llu: %s", k->name, size, (unsigned long long)seed, st.text);
    assert_true(w.compared > 0);
}

TEST(every_kernel_computes_what_plain_c_does)
{
    /* Sizes around those of CTAs and tiles, and the least. */
    static const uint32_t sizes[] = {5, 16, 33, 255, 257, 600};
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const struct workload_kernel *k = &workload_kernels[i];
        assert_right(k, k->least, 3);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            if (sizes[s] <= 257 || strcmp(k->unit, "rows and columns") != 0)
                assert_right(k, sizes[s], s);
    }
}

/* Each result that a kernel has is one that the check looks at. */
TEST(a_wrong_bit_is_found_wherever_it_is)
{
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const struct workload_kernel *k = &workload_kernels[i];
        struct workload w;
        assert_ok(workload_open(&w, k, ISA_PTX, 40, 1, &st));
        run_all(&w);
        assert_ok(workload_check(&w, &st));
        uint64_t right = w.compared, found = 0;
        for (uint32_t b = 0; b < w.memory.n; b++)
            for (uint64_t at = 0; at < w.memory.buffers[b].bytes; at += 4) {
                w.memory.buffers[b].host[at] ^= 1;
                bool bad = workload_check(&w, &st) != ST_OK;
                w.memory.buffers[b].host[at] ^= 1;
                found += bad;
                if (bad && (strncmp(st.text, k->name, strlen(k->name)) != 0 ||
                            !strstr(st.text, "as plain C says")))
                    fail_msg("%s: '%s'", k->name, st.text);
                if (found > 60 || at > 400)
                    break;
            }
        if (found < right && found < 40)
            fail_msg("%s: %llu of %llu results are looked at", k->name, (unsigned long long)found,
                     (unsigned long long)right);
        workload_close(&w);
    }
}

TEST(seeds_and_sizes_change_inputs_and_nothing_else_does)
{
    for (size_t i = 0; i < n_workload_kernels; i++) {
        struct workload a ENDED_BY(workload_close), b ENDED_BY(workload_close),
            other ENDED_BY(workload_close);
        assert_ok(workload_open(&a, &workload_kernels[i], ISA_PTX, 64, 1, &st));
        assert_ok(workload_open(&b, &workload_kernels[i], ISA_PTX, 64, 1, &st));
        assert_ok(workload_open(&other, &workload_kernels[i], ISA_PTX, 64, 2, &st));
        bool differ = false;
        for (uint32_t m = 0; m < a.memory.n; m++) {
            const struct compute_buffer *x = &a.memory.buffers[m], *y = &other.memory.buffers[m];
            assert_memory_equal(x->host, b.memory.buffers[m].host, x->bytes);
            differ = differ || x->bytes != y->bytes || memcmp(x->host, y->host, x->bytes) != 0;
        }
        assert_true(differ);
    }
}

static uint32_t launches_of(const char *name, uint32_t size)
{
    struct workload w ENDED_BY(workload_close);
    assert_ok(workload_open(&w, workload_find(name), ISA_PTX, size, 1, &st));
    return run_all(&w);
}

TEST(kernels_are_launched_until_they_are_done)
{
    assert_int_equal(launches_of("saxpy", 1000), 1);
    assert_int_equal(launches_of("hotspot", 20), 2);
    assert_int_equal(launches_of("reduce", 512), 1);
    assert_int_equal(launches_of("reduce", 513), 2);
    assert_int_equal(launches_of("reduce", 512 * 512 + 1), 3);
    assert_int_equal(launches_of("bfs", 1), 1); /* finds nothing */
    assert_in_range(launches_of("bfs", 2000), 3, 8);
}

/* What the table says of gather: lanes of a load lie in sectors of their own. */
TEST(a_gather_has_up_to_32_sectors_per_load)
{
    struct workload w ENDED_BY(workload_close);
    struct compute_launch launch;
    struct kernel *kernel;
    struct warp *warps[KERNEL_CTA_WARPS];
    struct warp_step step;
    uint32_t most = 0, loads = 0;
    bool more;
    assert_ok(workload_open(&w, workload_find("gather"), ISA_PTX, 4096, 1, &st));
    assert_ok(workload_next(&w, &launch, &more, &st));
    assert_ok(compute_kernel(&kernel, w.program, &w.memory, &launch, &st));
    assert_ok(kernel->ops->start(kernel, 0, warps, &st));
    for (uint32_t i = 0; i < kernel_cta_warps(kernel); i++) {
        while (warps[i]->next) {
            uint32_t sectors = 0;
            assert_ok(warps[i]->ops->step(warps[i], &step, &st));
            if (step.inst->op != OP_LOAD)
                continue;
            for (uint32_t a = 0; a < WARP_LANES; a++) {
                bool first = step.executed >> a & 1;
                for (uint32_t b = 0; first && b < a; b++)
                    first = !(step.executed >> b & 1) || step.addr[b] / 32 != step.addr[a] / 32;
                sectors += first;
            }
            most = sectors > most ? sectors : most;
            loads++;
        }
        warps[i]->ops->end(warps[i]);
    }
    assert_int_equal(most, 32);
    assert_true(loads > 4 * 32);
    kernel->ops->free(kernel);
}

TEST(sizes_out_of_range_are_refused)
{
    struct workload w;
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const struct workload_kernel *k = &workload_kernels[i];
        assert_true(k->least <= k->initial && k->initial <= k->most);
        assert_int_equal(workload_open(&w, k, ISA_PTX, k->most + 1, 1, &st), ST_USAGE);
        assert_non_null(strstr(st.text, k->unit));
        if (k->least > 1)
            assert_int_equal(workload_open(&w, k, ISA_PTX, k->least - 1, 1, &st), ST_USAGE);
    }
    assert_int_equal(workload_open(&w, workload_find("triad"), ISA_PTX, 3, 1, &st), ST_USAGE);
    assert_string_equal(st.text, "triad of size 3; expected 4 to 67108864 elements, whole fours");
    assert_null(workload_find("saxpi"));
}
