/* Every piece of every task is done once, before the next task begins, by any number of threads. */
#include "tests/rig/rig.h"

#include "common/team.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { MANY = 40, MOST_PIECES = 600, TASKS = 3000 };

struct work {
    _Atomic uint32_t done[MOST_PIECES];
    uint32_t task, pause_at, names[MOST_PIECES];
    bool fails;
};

static void piece(void *self, uint32_t i)
{
    struct work *w = self;
    if (i < MOST_PIECES)
        atomic_fetch_add(&w->done[i], w->task + 1);
}

static enum st_code lead(void *self, struct team *team)
{
    struct work *w = self;
    for (w->task = 0; w->task < TASKS; w->task++) {
        uint32_t n = w->task % 50 == 0 ? MOST_PIECES : w->task % (MANY + 1);
        const uint32_t *names = w->task % 3 ? w->names : NULL;
        team_do(team, &(struct team_task){piece, w, n, names});
        for (uint32_t i = 0; i < MOST_PIECES; i++) {
            assert_int_equal(atomic_load(&w->done[i]), i < n ? w->task + 1 : 0);
            atomic_store(&w->done[i], 0);
        }
        if (w->task == w->pause_at) /* long enough for helpers to fall asleep */
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return w->fails ? ST_FAILED : ST_OK;
}

TEST(every_piece_is_done_once)
{
    static const uint32_t threads[] = {0, 1, 2, 3, 8};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct work w = {.pause_at = TASKS / 2};
        for (uint32_t k = 0; k < MOST_PIECES; k++)
            w.names[k] = k % 7 ? k : 100000 * k; /* any number, and some of several pieces */
        double helpers_s = -1.0;
        assert_int_equal(team_run(threads[i], lead, &w, &helpers_s), ST_OK);
        assert_true(threads[i] < 2 ? helpers_s == 0.0 : helpers_s >= 0.0);
    }
}

TEST(what_the_leader_returns_is_returned)
{
    struct work w = {.pause_at = TASKS, .fails = true};
    assert_int_equal(team_run(2, lead, &w, NULL), ST_FAILED);
    assert_int_equal(team_run(1, lead, &w, NULL), ST_FAILED);
}
