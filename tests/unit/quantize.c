/* K-means quantisation: known pictures, order, determinism, failure. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "heatmap/heatmap.h"
#include "heatmap/quantize.h"

#include <math.h>
#include <omp.h>
#include <string.h>

static struct image picture_of(uint32_t width, uint32_t height)
{
    struct image picture;
    assert_ok(image_create(&picture, width, height, &st));
    return picture;
}

static void set(struct image *picture, uint64_t i, int r, int g, int b)
{
    uint8_t rgba[4] = {(uint8_t)r, (uint8_t)g, (uint8_t)b, 255};
    memcpy(picture->rgba + 4 * i, rgba, 4);
}

static struct image gradient_picture(uint32_t width, uint32_t height)
{
    struct image picture = picture_of(width, height);
    for (uint64_t i = 0; i < (uint64_t)width * height; i++)
        heat_color(random_unit(7, RANDOM_TEST, i), picture.rgba + 4 * i);
    return picture;
}

static struct image noise_picture(uint32_t width, uint32_t height)
{
    struct image picture = picture_of(width, height);
    for (uint64_t i = 0; i < (uint64_t)width * height; i++) {
        uint64_t bits = random_u64(9, RANDOM_TEST, i);
        set(&picture, i, bits & 255, bits >> 8 & 255, bits >> 16 & 255);
    }
    return picture;
}

static void assert_is_consistent(const struct quantized *q, uint32_t k)
{
    uint64_t seen[QUANTIZE_MOST] = {0}, n = (uint64_t)q->width * q->height;
    assert_in_range(q->n, 1, k);
    for (uint64_t i = 0; i < n; i++) {
        assert_true(q->label[i] < q->n);
        seen[q->label[i]]++;
    }
    for (uint32_t j = 0; j < q->n; j++) {
        assert_int_equal(seen[j], q->pixels[j]);
        assert_true(seen[j] > 0 && q->coldness[j] >= 0.0 && q->coldness[j] <= 1.0);
        assert_true(j == 0 || q->temperature[j] >= q->temperature[j - 1]);
        for (uint32_t i = 0; i < j; i++)
            assert_true(memcmp(q->rgb[i], q->rgb[j], 3) != 0);
    }
}

TEST(a_picture_of_two_colors_gets_them_cold_first)
{
    struct quantized q ENDED_BY(quantized_free);
    struct image picture ENDED_BY(image_free) = picture_of(10, 3);
    for (uint64_t i = 0; i < 30; i++)
        set(&picture, i, i < 20 ? 226 : 0, i < 20 ? 22 : 108, i < 20 ? 0 : 251);
    assert_ok(quantize(&q, &picture, 5, 1, &st));
    assert_int_equal(q.n, 2);
    assert_memory_equal(q.rgb[0], ((uint8_t[]){0, 108, 251}), 3);
    assert_memory_equal(q.rgb[1], ((uint8_t[]){226, 22, 0}), 3);
    assert_int_equal(q.pixels[0], 10);
    assert_int_equal(q.pixels[1], 20);
    assert_int_equal(q.label[0], 1);
    assert_int_equal(q.label[29], 0);
    assert_true(fabs(q.coldness[0] - 0.735) < 0.001 && fabs(q.coldness[1] - 0.156) < 0.001);
}

TEST(one_cluster_is_the_mean_of_the_pixels)
{
    struct quantized q ENDED_BY(quantized_free);
    struct image picture ENDED_BY(image_free) = picture_of(4, 1), painted;
    set(&picture, 0, 10, 0, 200);
    set(&picture, 1, 10, 0, 200);
    set(&picture, 2, 10, 0, 200);
    set(&picture, 3, 50, 100, 0);
    assert_ok(quantize(&q, &picture, 1, 1, &st));
    assert_int_equal(q.n, 1);
    assert_memory_equal(q.rgb[0], ((uint8_t[]){20, 25, 150}), 3);
    assert_int_equal(q.pixels[0], 4);
    assert_ok(quantized_paint(&q, &painted, &st));
    for (uint32_t x = 0; x < 4; x++)
        assert_memory_equal(image_at(&painted, x, 0), ((uint8_t[]){20, 25, 150, 255}), 4);
    image_free(&painted);
}

TEST(clear_clusters_are_found)
{
    struct quantized q ENDED_BY(quantized_free);
    struct image picture ENDED_BY(image_free) = picture_of(60, 10);
    for (uint64_t i = 0; i < 600; i++) {
        const uint8_t *c = heat_controls[i % 5 * 2];
        int d = (int)random_below(3, RANDOM_TEST, i, 9);
        set(&picture, i, c[0] < 128 ? c[0] + d : c[0] - d, c[1] < 128 ? c[1] + d : c[1] - d,
            c[2] < 128 ? c[2] + d : c[2] - d);
    }
    assert_ok(quantize(&q, &picture, 5, 1, &st));
    assert_int_equal(q.n, 5);
    for (uint64_t i = 0; i < 600; i++)
        assert_int_equal(q.label[i], i % 5);
}

TEST(every_k_is_consistent)
{
    static const uint32_t ks[] = {1, 2, 3, 5, 8, 17, 64};
    struct image pictures[] = {gradient_picture(40, 25), noise_picture(33, 7), picture_of(1, 1)};
    for (size_t p = 0; p < 3; p++) {
        for (size_t i = 0; i < sizeof ks / sizeof *ks; i++) {
            struct quantized q ENDED_BY(quantized_free);
            assert_ok(quantize(&q, &pictures[p], ks[i], 1, &st));
            assert_is_consistent(&q, ks[i]);
            if (p == 0 && ks[i] <= 17)
                assert_int_equal(q.n, ks[i]);
        }
        image_free(&pictures[p]);
    }
}

TEST(more_clusters_are_never_less_compact)
{
    struct image picture ENDED_BY(image_free) = gradient_picture(40, 40);
    double last = INFINITY;
    for (uint32_t k = 1; k <= 64; k *= 2) {
        struct quantized q ENDED_BY(quantized_free);
        double sum = 0.0;
        assert_ok(quantize(&q, &picture, k, 1, &st));
        for (uint64_t i = 0; i < 1600; i++)
            for (int a = 0; a < 3; a++) {
                double d = picture.rgba[4 * i + (uint64_t)a] - q.rgb[q.label[i]][a];
                sum += d * d;
            }
        assert_true(sum < last);
        last = sum;
    }
}

TEST(photographs_are_clustered_too)
{
    struct quantized q ENDED_BY(quantized_free);
    struct image picture ENDED_BY(image_free) = noise_picture(300, 256); /* about 76 600 colours */
    assert_ok(quantize(&q, &picture, 6, 1, &st));
    assert_is_consistent(&q, 6);
    assert_int_equal(q.n, 6);
}

TEST(same_seed_same_result_with_any_number_of_threads)
{
    struct image picture ENDED_BY(image_free) = gradient_picture(64, 48);
    struct quantized a ENDED_BY(quantized_free), b ENDED_BY(quantized_free);
    int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    assert_ok(quantize(&a, &picture, 7, 3, &st));
    omp_set_num_threads(4);
    assert_ok(quantize(&b, &picture, 7, 3, &st));
    omp_set_num_threads(threads);
    assert_memory_equal(a.label, b.label, 64 * 48);
    assert_memory_equal(a.rgb, b.rgb, sizeof a.rgb);
    assert_memory_equal(a.pixels, b.pixels, sizeof a.pixels);
}

TEST(k_out_of_range_is_refused)
{
    struct image picture ENDED_BY(image_free) = picture_of(2, 2);
    static const uint32_t ks[] = {0, 65, UINT32_MAX};
    for (size_t i = 0; i < 3; i++) {
        struct quantized q;
        assert_int_equal(quantize(&q, &picture, ks[i], 1, &st), ST_USAGE);
        assert_non_null(strstr(st.text, "1 to 64"));
        assert_null(q.label);
    }
}

TEST(running_out_of_memory_is_survived)
{
    struct image picture ENDED_BY(image_free) = gradient_picture(9, 9);
    long n = 1;
    for (;; n++) {
        struct status st = {0};
        struct quantized q;
        struct heatmap h = {0};
        struct image painted = {0};
        mem_fail_from(n);
        enum st_code code = quantize(&q, &picture, 4, 1, &st);
        if (code == ST_OK)
            code = heatmap_from_picture(&h, &picture, &st);
        if (code == ST_OK)
            code = heatmap_paint(&h, &painted, &st);
        mem_fail_from(0);
        quantized_free(&q);
        heatmap_free(&h);
        image_free(&painted);
        if (code == ST_OK)
            break;
        assert_int_equal(code, ST_NOMEM);
        assert_int_equal(st.code, ST_NOMEM);
    }
    assert_true(n > 10);
}
