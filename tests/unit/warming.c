/* When which CTAs are executed before sampling units, and in which order what they read is visited.
 */
#include "tests/rig/rig.h"

#include "sim/model/warming.h"
#include "tests/rig/fake_warp.h"

enum { CTAS = 40, MOST = 1 << 17 };

struct visited {
    uint64_t of[MOST];
    uint32_t n;
};

static void visit(void *context, uint64_t addr)
{
    struct visited *v = context;
    assert_true(v->n < MOST);
    v->of[v->n++] = addr;
}

/* Four lanes read CTA i's sectors 4 i to 4 i + 3, two of them each. */
static const struct fake_step script[] = {
    {.op = OP_LOAD, .dst = 1, .per_cta = 128, .per_lane = 16, .active = 0xff},
};

struct job {
    struct warming *warming;
    struct visited visited;
    struct status st;
};

static enum st_code lead(void *self, struct team *team)
{
    struct job *job = self;
    return warming_do(job->warming, UINT32_MAX, team, visit, &job->visited, &job->st);
}

static struct kernel *kernel(void)
{
    struct kernel *k = fake_kernel(script, 1, CTAS, 16, UINT32_MAX);
    assert_non_null(k);
    k->shared_end = UINT64_MAX;
    return k;
}

TEST(each_window_is_prepared_once_it_has_begun_and_only_once)
{
    static const uint32_t first[] = {0, 2, 2, 5};
    static struct job job;
    struct kernel *k = kernel();
    const struct warming_plan plan = {k, first, 3, 10, NULL};
    assert_ok(warming_create(&job.warming, &plan, &st));
    static const struct {
        uint32_t launched, sectors;
    } steps[] = {{0, 8}, {10, 8}, {11, 8}, {20, 8}, {21, 20}, {30, 20}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_ok(warming_do(job.warming, steps[i].launched, NULL, visit, &job.visited, &st));
        assert_int_equal(job.visited.n, steps[i].sectors);
    }
    for (uint32_t i = 0; i < job.visited.n; i++)
        assert_int_equal(job.visited.of[i], 32 * i);
    warming_free(job.warming);
    k->ops->free(k);
}

/* More CTAs than are executed at a time. */
TEST(the_order_is_that_of_the_ctas_on_any_number_of_threads)
{
    static const uint32_t first[] = {0, CTAS};
    for (uint32_t threads = 1; threads <= 3; threads++) {
        static struct job job;
        job = (struct job){0};
        struct kernel *k = kernel();
        const struct warming_plan plan = {k, first, 1, 1, NULL};
        assert_ok(warming_create(&job.warming, &plan, &st));
        assert_ok(team_run(threads, lead, &job, NULL));
        assert_int_equal(job.visited.n, 4 * CTAS);
        for (uint32_t i = 0; i < job.visited.n; i++)
            assert_int_equal(job.visited.of[i], 32 * i);
        warming_free(job.warming);
        k->ops->free(k);
    }
}

TEST(what_is_not_begun_when_the_run_is_to_stop_is_not_executed)
{
    static const uint32_t first[] = {0, CTAS};
    static struct job job;
    atomic_int stop = 1;
    struct kernel *k = kernel();
    const struct warming_plan plan = {k, first, 1, 1, &stop};
    assert_ok(warming_create(&job.warming, &plan, &st));
    assert_ok(warming_do(job.warming, 0, NULL, visit, &job.visited, &st));
    assert_int_equal(job.visited.n, 0);
    warming_free(job.warming);
    k->ops->free(k);
}

/* Of 5000 loads of 32 sectors each what does not fit in 2^17 goes by halves, the oldest first. */
TEST(of_a_long_cta_the_last_is_visited)
{
    enum { LOADS = 5000, ALL = LOADS * 32, LOST = 1 << 16 };
    static const uint32_t first[] = {0, 1};
    static struct fake_step many[LOADS];
    static struct job job;
    for (uint64_t i = 0; i < LOADS; i++)
        many[i] = (struct fake_step){.op = OP_LOAD, .dst = 1, .base = 1024 * i, .per_lane = 32};
    struct kernel *k = fake_kernel(many, LOADS, 1, 16, UINT32_MAX);
    k->shared_end = UINT64_MAX;
    const struct warming_plan plan = {k, first, 1, 1, NULL};
    assert_ok(warming_create(&job.warming, &plan, &st));
    assert_ok(warming_do(job.warming, 0, NULL, visit, &job.visited, &st));
    assert_int_equal(job.visited.n, ALL - LOST);
    for (uint32_t i = 0; i < job.visited.n; i++)
        assert_int_equal(job.visited.of[i], 32 * (uint64_t)(LOST + i));
    warming_free(job.warming);
    k->ops->free(k);
}

TEST_GROUP(NULL, NULL)
