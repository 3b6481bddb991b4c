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

/* Costs differ by scene and from job to job. */
static void make(struct jobs *j)
{
    *j = (struct jobs){.n = JOBS, .n_scenes = SCENES};
    j->all = mem_calloc(JOBS, sizeof *j->all);
    assert_non_null(j->all);
    for (uint32_t i = 0; i < JOBS; i++) {
        struct job *job = &j->all[i];
        *job = (struct job){.index = i, .frame = i / POINTS, .scene = i / POINTS / FRAMES};
        job->work = (1 + job->scene) * (0.5 + random_unit(2, RANDOM_TEST, i));
        snprintf(job->key, sizeof job->key, "%08x%024x",
                 (unsigned)(random_u64(1, RANDOM_TEST, i) >> 32), i);
    }
}

/* The largest share over the mean, where jobs cost so much. */
static double unevenness(const struct deal *d, const double *cost)
{
    double sums[256] = {0}, all = 0, most = 0;
    for (uint32_t i = 0; i < JOBS; i++) {
        assert_true(d->shard[i] >= 1 && d->shard[i] <= d->n);
        sums[d->shard[i] - 1] += cost[i];
        all += cost[i];
    }
    for (uint32_t i = 0; i < d->n; i++)
        most = sums[i] > most ? sums[i] : most;
    return most * d->n / all;
}

static void check_shares(const struct jobs *j, uint32_t n, double limit)
{
    struct deal d ENDED_BY(deal_free);
    double cost[JOBS];
    for (uint32_t i = 0; i < JOBS; i++)
        cost[i] = j->all[i].work;
    assert_ok(deal_make(&d, j, n, &st));
    if (unevenness(&d, cost) > limit)
        fail_msg("%u shards: the largest is %g of the mean", n, unevenness(&d, cost));
}

TEST(shares_are_complete_and_alike)
{
    struct jobs jobs;
    make(&jobs);
    check_shares(&jobs, 1, 1.0001);
    check_shares(&jobs, 2, 1.1);
    check_shares(&jobs, 7, 1.2);
    check_shares(&jobs, 20, 1.2);
    check_shares(&jobs, 60, 1.25);
    mem_free(jobs.all);
}

/* Jobs whose samples are alike and whose cost is not: their scenes decide, and are in all shares.
 */
TEST(a_wrong_guess_of_a_scene_is_in_all_shares)
{
    struct jobs jobs;
    struct deal d;
    double cost[JOBS];
    make(&jobs);
    for (uint32_t i = 0; i < JOBS; i++) {
        cost[i] = jobs.all[i].work;
        jobs.all[i].work = 1;
    }
    assert_ok(deal_make(&d, &jobs, 20, &st));
    assert_true(unevenness(&d, cost) < 1.25);
    deal_free(&d);
    mem_free(jobs.all);
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct job *)a)->key, ((const struct job *)b)->key);
}

/* The order in which jobs stand depends on hashes, which depend on the program. */
TEST(the_order_of_the_jobs_does_not_matter)
{
    struct jobs jobs;
    struct deal before, after;
    make(&jobs);
    assert_ok(deal_make(&before, &jobs, 13, &st));
    qsort(jobs.all, JOBS, sizeof *jobs.all, by_key);
    assert_ok(deal_make(&after, &jobs, 13, &st));
    for (uint32_t i = 0; i < JOBS; i++)
        assert_int_equal(after.shard[i], before.shard[jobs.all[i].index]);
    deal_free(&before);
    deal_free(&after);
    mem_free(jobs.all);
}

TEST(without_memory_it_fails_well)
{
    struct jobs jobs;
    make(&jobs);
    for (long n = 1;; n++) {
        struct deal d;
        mem_fail_from(n);
        enum st_code code = deal_make(&d, &jobs, 7, &st);
        bool reached = mem_count() >= n;
        mem_fail_from(0);
        if (code == ST_OK)
            deal_free(&d);
        else
            assert_int_equal(code, ST_NOMEM);
        if (!reached)
            break;
    }
    mem_free(jobs.all);
}

TEST(keys_are_found)
{
    struct jobs jobs;
    struct key_index x;
    make(&jobs);
    assert_ok(key_index_make(&x, &jobs, &st));
    for (uint32_t i = 0; i < JOBS; i++)
        assert_int_equal(key_index_find(&x, jobs.all[i].key), i);
    assert_int_equal(key_index_find(&x, "none"), UINT32_MAX);
    assert_int_equal(key_index_find(&x, ""), UINT32_MAX);
    key_index_free(&x);
    mem_free(jobs.all);
}

TEST(shards_are_named_as_they_are_written)
{
    struct shard s;
    assert_ok(shard_parse(&s, "3/20", &st));
    assert_int_equal(s.index, 3);
    assert_int_equal(s.of, 20);
    MEM_AUTO char *folder = shard_folder("a/r.db"), *file = shard_file(folder, s, 2);
    assert_string_equal(file, "a/r.db.shards/00003-of-00020.2.db");
    assert_int_equal(shard_attempts("nowhere", s), 0);
}

TEST_GROUP(NULL, NULL)
