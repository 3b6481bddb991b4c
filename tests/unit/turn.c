/* What is made once in a folder that several programs share. */
#include "common/turn.h"
#include "common/once.h"
#include "common/own_name.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 50 };

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

struct writer {
    char path[64], text[64];
    bool first;
};

static void *write_one(void *context)
{
    struct writer *w = context;
    struct status st = {0};
    if (once_write(w->path, w->text, strlen(w->text), &w->first, &st) != ST_OK)
        w->text[0] = 0;
    return NULL;
}

TEST(of_many_writers_one_is_first)
{
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[THREADS];
        struct writer writers[THREADS];
        unsigned char *bytes FREED_BY(mem_free);
        size_t n;
        int firsts = 0;
        for (int i = 0; i < THREADS; i++) {
            snprintf(writers[i].path, sizeof writers[i].path, "once%d", round);
            snprintf(writers[i].text, sizeof writers[i].text, "writer %d of %d", i, round);
            assert_int_equal(pthread_create(&threads[i], NULL, write_one, &writers[i]), 0);
        }
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        assert_ok(file_read(writers[0].path, &bytes, &n, &st));
        for (int i = 0; i < THREADS; i++) {
            firsts += writers[i].first;
            if (writers[i].first)
                assert_string_equal((char *)bytes, writers[i].text);
        }
        assert_int_equal(firsts, 1);
    }
    assert_int_equal(program_count("once"), ROUNDS); /* none of the own names is left */
}

TEST(where_nothing_can_be_written_it_fails)
{
    bool first;
    assert_int_equal(once_write("nowhere/x", "x", 1, &first, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "cannot be written: No such file"));
}

static atomic_int made, inside;

static bool is_made(void *context)
{
    (void)context;
    return atomic_load(&made) > 0;
}

static void *make(void *context)
{
    struct turn t ENDED_BY(turn_end);
    (void)context;
    turn_take(&t, "making", true, is_made, NULL);
    if (t.path) {
        assert_int_equal(atomic_fetch_add(&inside, 1), 0);
        sleep_ms(300);
        atomic_fetch_sub(&inside, 1);
        atomic_fetch_add(&made, 1);
    }
    return NULL;
}

TEST(one_makes_it_and_all_wait)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&made), 1);
    assert_int_equal(program_count("making"), 0);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Its file does not grow: after half a minute somebody else has the turn. */
TEST(a_turn_of_a_process_that_is_gone_is_taken)
{
    struct turn t;
    program_write_text("left", "");
    turn_take(&t, "left", true, never, NULL);
    assert_non_null(t.path);
    turn_end(&t);
    assert_int_equal(program_count("left"), 0);
}

/* On the machine where it ran nobody waits for that. */
TEST(a_process_of_this_machine_that_is_gone_is_not_waited_for)
{
    struct turn t;
    char owner[OWN_NAME_OWNER], line[OWN_NAME_OWNER + 32];
    own_name_owner(owner);
    assert_false(own_name_is_gone(owner));
    pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    assert_int_equal(waitpid(gone, NULL, 0), gone);
    snprintf(strrchr(owner, '.'), 32, ".%ld", (long)gone);
    assert_true(own_name_is_gone(owner));
    snprintf(line, sizeof line, "%s\n", owner);
    program_write_text("left", line);
    time_t begin = time(NULL);
    turn_take(&t, "left", true, never, NULL);
    assert_non_null(t.path);
    assert_true(time(NULL) - begin < 10);
    turn_end(&t);
    snprintf(line, sizeof line, ".diorama.%s.0.new", owner);
    program_write_text(line, "half of a file");
    assert_ok(file_write("whole", "x", 1, &st));
    assert_int_equal(program_count(".diorama."), 0);
}

TEST(a_folder_that_is_not_there_has_no_turns)
{
    struct turn t ENDED_BY(turn_end);
    turn_take(&t, "nowhere/turn", true, never, NULL);
    assert_null(t.path);
}

TEST_GROUP(program_enter, program_leave)
