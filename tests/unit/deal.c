/* Shares of a study's jobs: disjoint, complete, alike in cost, and always the same. */
#include "orchestrator/study/deal.h"
#include "orchestrator/study/key_index.h"
#include "orchestrator/study/shard.h"
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENES = 5, FRAMES = 12, POINTS = 10, JOBS = SCENES * FRAMES * POINTS };

struct fixture {
    struct jobs jobs;
    double seconds[JOBS];
};

/* Costs differ by scene and from job to job. */
static void make(struct fixture *f)
{
    *f = (struct fixture){.jobs = {.n = JOBS, .n_scenes = SCENES}};
    f->jobs.all = mem_calloc(JOBS, sizeof *f->jobs.all);
    assert_non_null(f->jobs.all);
    for (uint32_t i = 0; i < JOBS; i++) {
        struct job *job = &f->jobs.all[i];
        *job = (struct job){.index = i, .frame = i / POINTS, .scene = i / POINTS / FRAMES};
        snprintf(job->key, sizeof job->key, "%08x%024x",
                 (unsigned)(random_u64(1, RANDOM_TEST, i) >> 32), i);
        f->seconds[i] = (1 + job->scene) * (0.5 + random_unit(2, RANDOM_TEST, i));
    }
}

static void check_shares(const struct fixture *f, uint32_t n, double most_over_mean)
{
    struct status st = {0};
    struct deal d;
    assert_ok(deal_make(&d, &f->jobs, f->seconds, n, &st));
    double sums[256] = {0}, all = 0, most = 0;
    for (uint32_t i = 0; i < JOBS; i++) {
        assert_true(d.shard[i] >= 1 && d.shard[i] <= n);
        sums[d.shard[i] - 1] += f->seconds[i];
        all += f->seconds[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        assert_true(sums[i] - d.seconds[i] < 1e-9 && d.seconds[i] - sums[i] < 1e-9);
        most = sums[i] > most ? sums[i] : most;
    }
    if (most > most_over_mean * all / n)
        fail_msg("%u shards: the largest is %g of the mean", n, most * n / all);
    deal_free(&d);
}

TEST(shares_are_complete_and_alike)
{
    struct fixture f;
    make(&f);
    check_shares(&f, 1, 1.0001);
    check_shares(&f, 2, 1.1);
    check_shares(&f, 7, 1.1);
    check_shares(&f, 20, 1.13);
    check_shares(&f, 60, 1.25);
    mem_free(f.jobs.all);
}

/* A scene whose cost was guessed wrongly is so in all shares alike. */
TEST(a_wrong_guess_of_a_scene_is_in_all_shares)
{
    struct status st = {0};
    struct fixture f;
    struct deal d;
    double guess[JOBS], sums[20] = {0}, all = 0, most = 0;
    make(&f);
    for (uint32_t i = 0; i < JOBS; i++)
        guess[i] = 1;
    assert_ok(deal_make(&d, &f.jobs, guess, 20, &st));
    for (uint32_t i = 0; i < JOBS; i++) {
        sums[d.shard[i] - 1] += f.seconds[i];
        all += f.seconds[i];
    }
    for (int i = 0; i < 20; i++)
        most = sums[i] > most ? sums[i] : most;
    assert_true(most < 1.25 * all / 20);
    deal_free(&d);
    mem_free(f.jobs.all);
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct job *)a)->key, ((const struct job *)b)->key);
}

/* The order in which jobs stand hangs on hashes, which hang on the program. */
TEST(the_order_of_the_jobs_does_not_matter)
{
    struct status st = {0};
    struct fixture f;
    struct deal before, after;
    double seconds[JOBS];
    make(&f);
    assert_ok(deal_make(&before, &f.jobs, f.seconds, 13, &st));
    qsort(f.jobs.all, JOBS, sizeof *f.jobs.all, by_key);
    for (uint32_t i = 0; i < JOBS; i++)
        seconds[i] = f.seconds[f.jobs.all[i].index];
    assert_ok(deal_make(&after, &f.jobs, seconds, 13, &st));
    for (uint32_t i = 0; i < JOBS; i++)
        assert_int_equal(after.shard[i], before.shard[f.jobs.all[i].index]);
    deal_free(&before);
    deal_free(&after);
    mem_free(f.jobs.all);
}

TEST(what_is_done_is_in_no_share)
{
    struct status st = {0};
    struct fixture f;
    struct deal d;
    make(&f);
    for (uint32_t i = 0; i < JOBS; i += 3)
        f.seconds[i] = -1;
    assert_ok(deal_make(&d, &f.jobs, f.seconds, 5, &st));
    for (uint32_t i = 0; i < JOBS; i++)
        assert_int_equal(d.shard[i] == 0, i % 3 == 0);
    deal_free(&d);
    for (uint32_t i = 0; i < JOBS; i++)
        f.seconds[i] = -1;
    assert_ok(deal_make(&d, &f.jobs, f.seconds, 5, &st));
    deal_free(&d);
    mem_free(f.jobs.all);
}

TEST(without_memory_it_fails_well)
{
    struct status st = {0};
    struct fixture f;
    make(&f);
    for (long n = 1;; n++) {
        struct deal d;
        mem_fail_from(n);
        enum st_code code = deal_make(&d, &f.jobs, f.seconds, 7, &st);
        bool reached = mem_count() >= n;
        mem_fail_from(0);
        if (code == ST_OK)
            deal_free(&d);
        else
            assert_int_equal(code, ST_NOMEM);
        if (!reached)
            break;
    }
    mem_free(f.jobs.all);
}

TEST(keys_are_found)
{
    struct status st = {0};
    struct fixture f;
    struct key_index x;
    make(&f);
    assert_ok(key_index_make(&x, &f.jobs, &st));
    for (uint32_t i = 0; i < JOBS; i++)
        assert_int_equal(key_index_find(&x, f.jobs.all[i].key), i);
    assert_int_equal(key_index_find(&x, "none"), UINT32_MAX);
    assert_int_equal(key_index_find(&x, ""), UINT32_MAX);
    key_index_free(&x);
    mem_free(f.jobs.all);
}

TEST(shards_are_named_as_they_are_written)
{
    struct status st = {0};
    struct shard s;
    assert_ok(shard_parse(&s, "3/20", &st));
    assert_int_equal(s.index, 3);
    assert_int_equal(s.of, 20);
    MEM_AUTO char *folder = shard_folder("a/r.db"), *file = shard_file(folder, s, 2);
    MEM_AUTO char *deal = shard_deal_file(folder, 20);
    assert_string_equal(file, "a/r.db.shards/00003-of-00020.2.db");
    assert_string_equal(deal, "a/r.db.shards/deal-00020");
    assert_int_equal(shard_attempts("nowhere", s), 0);
}

TEST_GROUP(NULL, NULL)
