/* Profiles that are kept: the same results, whatever lies in the cache. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "tests/rig/documents.h"

#include <dirent.h>
#include <string.h>

#define SMALL "predict weekend --sample groups -W 64 -H 8 -s 1 --json "

/* The document without its cost; *cached is what the cost said. */
static json_t *run(const char *words, bool *cached, char **err)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    json_t *d = document_parse(o.out);
    *cached = json_is_true(json_at(d, "cost.profile_cached"));
    json_object_del(d, "cost");
    if (err)
        *err = mem_strdup(o.err);
    return d;
}

static bool is_cached(const char *words)
{
    bool cached;
    json_decref(run(words, &cached, NULL));
    return cached;
}

/* The only entry of a folder. */
static char *entry_of(const char *folder)
{
    char *path = NULL;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (e->d_name[0] != '.') {
            assert_null(path);
            path = file_join(folder, e->d_name);
        }
    closedir(d);
    assert_non_null(path);
    return path;
}

TEST(a_cached_profile_changes_nothing_but_the_cost)
{
    bool cached;
    json_t *without FREED_BY(json_decref) = run(SMALL "-q", &cached, NULL);
    assert_false(cached);
    json_t *first FREED_BY(json_decref) = run(SMALL "-q --cache same", &cached, NULL);
    assert_false(cached);
    json_t *second FREED_BY(json_decref) = run(SMALL "-q --cache same", &cached, NULL);
    assert_true(cached);
    assert_true(json_equal(without, first) && json_equal(without, second));
}

TEST(gpus_and_methods_share_a_profile_and_frames_do_not)
{
    assert_false(is_cached(SMALL "-q --cache many"));
    assert_true(is_cached(SMALL "-q --cache many -g tiny"));
    assert_true(is_cached(SMALL "-q --cache many -p 40 -x exponential -k 3"));
    assert_false(is_cached(SMALL "-q --cache many --seed 2"));
    assert_false(is_cached(SMALL "-q --cache many -W 65"));
    assert_false(is_cached(SMALL "-q --cache many -H 9"));
    assert_false(is_cached(SMALL "-q --cache many -s 2"));
    assert_false(is_cached(SMALL "-q --cache many -d 2"));
    assert_false(is_cached(SMALL "-q --cache many -S shadow"));
    assert_false(is_cached(SMALL "-q --cache many -S shadow --rays 3"));
    assert_false(is_cached(SMALL "-q --cache many -g mobile_soc_vulkansim"));
    assert_false(is_cached("predict lonely -W 64 -H 8 -s 1 --json -q --cache many"));
    assert_false(is_cached(SMALL "-q --cache many --timer clock"));
    assert_false(is_cached(SMALL "-q --cache many --timer clock"));
    assert_true(is_cached(SMALL "-q --cache many"));
}

TEST(a_damaged_entry_is_made_again_with_one_warning)
{
    bool cached;
    unsigned char *bytes FREED_BY(mem_free);
    size_t n;
    char *said;
    json_t *good FREED_BY(json_decref) = run(SMALL "-q --cache bad", &cached, NULL);
    char *path FREED_BY(mem_free) = entry_of("bad");
    assert_ok(file_read(path, &bytes, &n, &st));
    for (int i = 0; i < 2; i++) {
        bytes[n - 7] ^= (unsigned char)i;
        assert_ok(file_write(path, bytes, i ? n : n / 2, &st));
        json_t *again FREED_BY(json_decref) = run(SMALL "--cache bad", &cached, &said);
        assert_false(cached);
        assert_true(json_equal(good, again));
        assert_non_null(strstr(said, "warning: "));
        assert_non_null(strstr(said, ".profile: damaged; it is made again"));
        mem_free(said);
        json_decref(again);
        again = run(SMALL "--cache bad", &cached, &said);
        assert_true(cached);
        assert_null(strstr(said, "warning"));
        assert_non_null(strstr(said, "from the cache"));
        mem_free(said);
    }
}

TEST(a_folder_that_cannot_be_is_refused)
{
    program_write_text("file", "x");
    program_refuses(SMALL "--cache file", 1, "file");
    program_refuses(SMALL "--cache=", 2, "--cache is empty");
    program_refuses("simulate weekend --cache x", 2, "is not one of 'simulate'");
}

TEST_GROUP(program_enter, program_leave)
