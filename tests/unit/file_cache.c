/* What comes out of the cache is what went in, or nothing. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/file_cache.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char key[HASH_TEXT] = "0123456789abcdef0123456789abcdef";
static const char content[] = "twenty bytes of text";

static char *fresh_folder(const char *name)
{
    char *folder;
    assert_ok(file_cache_open(&folder, name, &st));
    return folder;
}

static enum file_cache_answer answer_of(const char *folder, const char *kind, const char *of)
{
    struct status st = {0};
    unsigned char *bytes FREED_BY(mem_free) = NULL;
    size_t n = 0;
    enum file_cache_answer answer = file_cache_load(folder, kind, of, &bytes, &n, &st);
    if (answer == FILE_CACHE_FOUND) {
        assert_int_equal(n, sizeof content);
        assert_memory_equal(bytes, content, n);
    } else {
        assert_null(bytes);
    }
    assert_int_equal(st.text[0] != 0, answer == FILE_CACHE_DAMAGED);
    return answer;
}

TEST(what_was_stored_is_found_by_its_key_and_kind)
{
    static const char other[HASH_TEXT] = "0123456789abcdef0123456789abcdee";
    char *folder FREED_BY(mem_free) = fresh_folder("a/b");
    assert_int_equal(answer_of(folder, "thing", key), FILE_CACHE_NONE);
    assert_ok(file_cache_store(folder, "thing", key, content, sizeof content, &st));
    assert_ok(file_cache_store(folder, "thing", key, content, sizeof content, &st));
    assert_int_equal(answer_of(folder, "thing", key), FILE_CACHE_FOUND);
    assert_int_equal(answer_of(folder, "thing", other), FILE_CACHE_NONE);
    assert_int_equal(answer_of(folder, "other", key), FILE_CACHE_NONE);
}

TEST(every_damage_is_seen)
{
    char *folder FREED_BY(mem_free) = fresh_folder("damaged"), path[128];
    unsigned char *good FREED_BY(mem_free);
    size_t n;
    snprintf(path, sizeof path, "damaged/%s.thing", key);
    assert_ok(file_cache_store(folder, "thing", key, content, sizeof content, &st));
    assert_ok(file_read(path, &good, &n, &st));
    for (size_t i = 0; i < n; i++) {
        assert_ok(file_write(path, good, i, &st)); /* cut off */
        assert_int_equal(answer_of(folder, "thing", key), FILE_CACHE_DAMAGED);
        good[i] ^= 4;
        assert_ok(file_write(path, good, n, &st));
        assert_int_equal(answer_of(folder, "thing", key), FILE_CACHE_DAMAGED);
        good[i] ^= 4;
    }
    assert_ok(file_write(path, good, n, &st));
    assert_int_equal(answer_of(folder, "thing", key), FILE_CACHE_FOUND);
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkdir(path, 0777), 0); /* a folder of that name */
    assert_int_equal(answer_of(folder, "thing", key), FILE_CACHE_DAMAGED);
}

TEST(a_pipe_in_its_place_is_not_waited_for)
{
    char *folder FREED_BY(mem_free) = fresh_folder("pipe"), path[128];
    snprintf(path, sizeof path, "pipe/%s.thing", key);
    assert_int_equal(mkfifo(path, 0666), 0);
    alarm(60); /* ends the test where it is */
    assert_int_equal(answer_of(folder, "thing", key), FILE_CACHE_DAMAGED);
    assert_int_equal(file_cache_store(folder, "thing", key, content, sizeof content, &st),
                     ST_FAILED);
    alarm(0);
    assert_non_null(strstr(st.text, ".thing: is not a file"));
}

TEST(an_entry_is_no_other_entry)
{
    static const char other[HASH_TEXT] = "00000000000000000000000000000000";
    char *folder FREED_BY(mem_free) = fresh_folder("renamed"), from[128], to[128];
    assert_ok(file_cache_store(folder, "thing", key, content, sizeof content, &st));
    snprintf(from, sizeof from, "renamed/%s.thing", key);
    snprintf(to, sizeof to, "renamed/%s.thing", other);
    assert_int_equal(rename(from, to), 0);
    assert_int_equal(answer_of(folder, "thing", other), FILE_CACHE_DAMAGED);
}

TEST(auto_is_the_users_folder)
{
    char *folder, home[512], wanted[600];
    snprintf(home, sizeof home, "%s/home", program_folder());
    setenv("HOME", home, 1);
    setenv("XDG_CACHE_HOME", "relative", 1);
    assert_ok(file_cache_open(&folder, "auto", &st));
    snprintf(wanted, sizeof wanted, "%s/.cache/diorama", home);
    assert_string_equal(folder, wanted);
    mem_free(folder);
    setenv("XDG_CACHE_HOME", home, 1);
    assert_ok(file_cache_open(&folder, "auto", &st));
    snprintf(wanted, sizeof wanted, "%s/diorama", home);
    assert_string_equal(folder, wanted);
    mem_free(folder);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_int_equal(file_cache_open(&folder, "auto", &st), ST_USAGE);
    assert_null(folder);
}

TEST(a_folder_that_cannot_be_made_fails)
{
    char *folder;
    assert_ok(file_write("file", "x", 1, &st));
    assert_int_equal(file_cache_open(&folder, "file/below", &st), ST_FAILED);
    assert_null(folder);
    assert_int_equal(file_cache_store("nowhere", "thing", key, content, 1, &st), ST_FAILED);
}

TEST_GROUP(program_enter, program_leave)
