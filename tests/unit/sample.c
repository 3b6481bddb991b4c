/* The CTAs that a profile runs of a large frame, what lies between them, and the error of sums. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "heatmap/sample.h"

#include <math.h>
#include <stdlib.h>

static const uint32_t sizes[][2] = {{512, 512}, {1920, 1080}, {33, 200},
                                    {1, 999},   {2000, 3},    {70, 45}};
static const uint32_t limits[] = {32, 100, 1024, 4096};
enum { SIZES = sizeof sizes / sizeof *sizes, LIMITS = sizeof limits / sizeof *limits };

static struct sample choose(uint32_t width, uint32_t height, uint32_t most, uint64_t seed)
{
    struct sample s;
    assert_ok(sample_choose(&s, width, height, most, seed, &st));
    return s;
}

static void for_all(void (*check)(const struct sample *s, uint32_t most))
{
    for (int i = 0; i < SIZES; i++)
        for (int k = 0; k < LIMITS; k++) {
            struct sample s ENDED_BY(sample_free) =
                choose(sizes[i][0], sizes[i][1], limits[k], 1 + (uint64_t)k);
            check(&s, limits[k]);
        }
}

static void assert_cells(const struct sample *s, uint32_t most)
{
    uint32_t ctas = sample_frame_ctas(s->width, s->height), across = ctas / s->height, covered = 0;
    uint32_t wanted = most < ctas ? most : ctas, smallest = UINT32_MAX, largest = 0;
    assert_int_equal(s->n, s->columns * s->rows);
    assert_true(s->n <= wanted && 2 * s->n > wanted);
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t of = sample_stratum(s, i), x = s->ctas[i] % across, y = s->ctas[i] / across;
        /* Cells are cut as evenly as can be: the one of column x is what counts. */
        uint32_t column = i % s->columns, row = i / s->columns;
        assert_true(x >= (uint64_t)across * column / s->columns);
        assert_true(x < (uint64_t)across * (column + 1) / s->columns);
        assert_true(y >= (uint64_t)s->height * row / s->rows);
        assert_true(y < (uint64_t)s->height * (row + 1) / s->rows);
        covered += of;
        smallest = of < smallest ? of : smallest;
        largest = of > largest ? of : largest;
    }
    assert_int_equal(covered, ctas);
    assert_true(largest <= 4 * smallest);
}

TEST(every_cell_gives_one_cta)
{
    for_all(assert_cells);
}

TEST(a_small_frame_gives_all_of_its_ctas)
{
    for (uint32_t most = 135; most < 140; most++) {
        struct sample s ENDED_BY(sample_free) = choose(70, 45, most, 3);
        assert_int_equal(s.n, 135);
        for (uint32_t i = 0; i < s.n; i++)
            assert_int_equal(s.ctas[i], i);
        assert_int_equal(sample_pixels(&s), 70 * 45);
    }
}

TEST(the_seed_draws_the_places)
{
    uint32_t moved = 0;
    struct sample a ENDED_BY(sample_free) = choose(512, 512, 1024, 1),
                    b = choose(512, 512, 1024, 2), again = choose(512, 512, 1024, 1);
    for (uint32_t i = 0; i < a.n; i++) {
        assert_int_equal(a.ctas[i], again.ctas[i]);
        moved += a.ctas[i] != b.ctas[i];
    }
    assert_true(moved > a.n / 2); /* of cells with 8 CTAs seven in eight are expected */
    sample_free(&b);
    sample_free(&again);
}

/* ---- between them ---- */

typedef double picture(uint32_t x, uint32_t y);

/* All pixels, from the chosen ones; the others held rubbish. */
static uint64_t *interpolate(const struct sample *s, picture *of)
{
    uint64_t *cost = mem_calloc((size_t)s->width * s->height, sizeof *cost);
    assert_non_null(cost);
    for (size_t i = 0; i < (size_t)s->width * s->height; i++)
        cost[i] = UINT64_C(1) << 50;
    uint32_t across = (s->width - 1) / 32 + 1;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = 0, x = s->ctas[i] % across * 32, y = s->ctas[i] / across;
             k < 32 && x + k < s->width; k++)
            cost[(size_t)y * s->width + x + k] = (uint64_t)of(x + k, y);
    sample_interpolate(s, cost);
    return cost;
}

static double farthest(const struct sample *s, const uint64_t *cost, picture *of)
{
    double most = 0;
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++)
            most = fmax(most, fabs((double)cost[(size_t)y * s->width + x] - floor(of(x, y))));
    return most;
}

static double constant(uint32_t x, uint32_t y)
{
    (void)x;
    (void)y;
    return 777;
}

static double ramp(uint32_t x, uint32_t y)
{
    return 1000.0 * x + 1000.0 * y;
}

static double down(uint32_t x, uint32_t y)
{
    (void)x;
    return 1000.0 * y;
}

static void assert_constant(const struct sample *s, uint32_t most)
{
    (void)most;
    uint64_t *cost FREED_BY(mem_free) = interpolate(s, constant);
    assert_true(farthest(s, cost, constant) == 0);
}

TEST(a_constant_picture_stays_so)
{
    for_all(assert_constant);
}

/* Off by what changes over a cell at most: mirrored across, held at the upper and lower edge. */
static void assert_ramp(const struct sample *s, uint32_t most)
{
    (void)most;
    double across = (s->width - 1) / 32 + 1;
    double cell = 32 * ceil(across / s->columns) + ceil((double)s->height / s->rows);
    uint64_t *cost FREED_BY(mem_free) = interpolate(s, ramp);
    assert_true(farthest(s, cost, ramp) <= 1000 * cell);
}

TEST(a_ramp_is_near)
{
    for_all(assert_ramp);
}

TEST(between_chosen_rows_a_ramp_is_exact)
{
    struct sample s ENDED_BY(sample_free) = choose(160, 400, 500, 9); /* cells of one CTA by four */
    uint64_t *cost FREED_BY(mem_free) = interpolate(&s, down);
    assert_int_equal(s.columns, 5);
    assert_int_equal(s.rows, 100);
    for (uint32_t y = 4; y < 396; y++)
        for (uint32_t x = 0; x < 160; x++)
            assert_int_equal(cost[y * 160 + x], 1000 * y);
}

static double speckled(uint32_t x, uint32_t y)
{
    return floor(1e6 * random_unit(5, RANDOM_TEST, (uint64_t)y << 32 | x));
}

static void assert_kept(const struct sample *s, uint32_t most)
{
    (void)most;
    uint32_t across = (s->width - 1) / 32 + 1;
    uint64_t *cost FREED_BY(mem_free) = interpolate(s, speckled);
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = 0, x = s->ctas[i] % across * 32, y = s->ctas[i] / across;
             k < 32 && x + k < s->width; k++)
            assert_true((double)cost[(size_t)y * s->width + x + k] == speckled(x + k, y));
    for (size_t i = 0; i < (size_t)s->width * s->height; i++)
        assert_true(cost[i] <= 1000000);
}

TEST(what_was_run_stays_and_nothing_is_invented)
{
    for_all(assert_kept);
}

/* ---- sums and their errors ---- */

enum { WIDTH = 640, HEIGHT = 300, ACROSS = 20, CTAS = ACROSS * HEIGHT };

/* A hill of noisy work, whose warps are fuller where there is more of it. */
static struct functional_counts work_of(uint32_t cta, uint64_t draw)
{
    double x = cta % ACROSS / (double)ACROSS - 0.5, y = cta / ACROSS / (double)HEIGHT - 0.4;
    double noise = random_unit(draw, RANDOM_TEST, cta);
    double warps = 100 + 900 * exp(-10 * (x * x + y * y)) * (0.5 + noise);
    return (struct functional_counts){.warp_instructions = (uint64_t)warps,
                                      .thread_instructions = (uint64_t)(warps * (10 + warps / 100)),
                                      .rays = 64,
                                      .node_visits = (uint64_t)warps,
                                      .records = 3,
                                      .max_nodes_per_ray = cta};
}

struct estimated {
    struct functional_counts total;
    struct sample_error error;
};

static struct estimated estimate(uint32_t most, uint64_t seed, uint64_t draw)
{
    struct sample s ENDED_BY(sample_free) = choose(WIDTH, HEIGHT, most, seed);
    struct functional_counts *of_cta FREED_BY(mem_free) = mem_calloc(s.n, sizeof *of_cta);
    struct estimated e;
    for (uint32_t i = 0; i < s.n; i++)
        of_cta[i] = work_of(s.ctas[i], draw);
    sample_estimate(&s, of_cta, &e.total, &e.error);
    return e;
}

TEST(of_all_ctas_sums_are_exact)
{
    struct functional_counts whole = {0};
    struct estimated e = estimate(CTAS, 1, 1);
    for (uint32_t i = 0; i < CTAS; i++) {
        struct functional_counts one = work_of(i, 1);
        functional_counts_add(&whole, &one);
    }
    assert_memory_equal(&e.total, &whole, sizeof whole);
    assert_true(e.error.thread_instructions == 0 && e.error.simt_efficiency == 0);
}

static double simt(const struct functional_counts *c)
{
    return (double)c->thread_instructions / (double)c->warp_instructions;
}

/* Over many samples the errors are as large as they are said to be, and means are right. */
TEST(errors_are_as_large_as_they_are_said_to_be)
{
    enum { DRAWS = 400 };
    double sum[2] = {0}, squares[2] = {0}, said[2] = {0};
    struct estimated whole = estimate(CTAS, 1, 1);
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        struct estimated e = estimate(300, seed, 1);
        const double error[2] = {
            (double)e.total.thread_instructions / (double)whole.total.thread_instructions - 1,
            simt(&e.total) / simt(&whole.total) - 1};
        const double claim[2] = {e.error.thread_instructions, e.error.simt_efficiency};
        for (int k = 0; k < 2; k++) {
            sum[k] += error[k];
            squares[k] += error[k] * error[k];
            said[k] += claim[k] * claim[k];
        }
        assert_int_equal(e.total.rays, 64 * CTAS);
        assert_int_equal(e.total.records, 3 * CTAS);
    }
    for (int k = 0; k < 2; k++) {
        double deviation = sqrt(squares[k] / DRAWS), claimed = sqrt(said[k] / DRAWS);
        print_message("deviation %.3f %%, said %.3f %%, mean error %.3f %%\n", 100 * deviation,
                      100 * claimed, 100 * sum[k] / DRAWS);
        assert_true(fabs(sum[k] / DRAWS) < 4 * deviation / sqrt(DRAWS));
        assert_true(claimed > 0.85 * deviation && claimed < 1.5 * deviation);
    }
}

TEST(a_frame_without_work_has_no_error)
{
    struct sample s ENDED_BY(sample_free) = choose(WIDTH, HEIGHT, 100, 1);
    struct functional_counts *of_cta FREED_BY(mem_free) = mem_calloc(s.n, sizeof *of_cta), total;
    struct sample_error error;
    sample_estimate(&s, of_cta, &total, &error);
    assert_int_equal(total.thread_instructions, 0);
    assert_true(error.thread_instructions == 0 && error.simt_efficiency == 0);
}
