/* What is to be done is one word, so that a helper takes a piece with one exchange: the number of
 * the task and how many of its pieces nobody has taken yet. A helper that comes late finds another
 * number or no piece. What the task is may be read once a piece is taken, as the leader waits for
 * it.
 *
 * A helper without work looks again for a while, then gives way to others, then sleeps: work comes
 * every few microseconds, or not for long. */
#include "common/team.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum { LOOKS = 4000, WAYS = 40 };

struct team {
    _Alignas(TEAM_APART) _Atomic uint64_t open; /* number << 32 | pieces not taken */
    _Alignas(TEAM_APART) _Atomic uint32_t left; /* pieces not done */
    _Alignas(TEAM_APART) team_piece *piece;
    void *self;
    uint32_t threads, n;
    _Atomic bool over;
    _Atomic uint32_t sleepers;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
};

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Takes and does one piece; false where there is none. */
static bool do_piece(struct team *t)
{
    uint64_t open = atomic_load(&t->open);
    do
        if ((uint32_t)open == 0)
            return false;
    while (!atomic_compare_exchange_weak(&t->open, &open, open - 1));
    t->piece(t->self, t->n - (uint32_t)open);
    atomic_fetch_sub_explicit(&t->left, 1, memory_order_release);
    return true;
}

static bool has_work(struct team *t)
{
    return (uint32_t)atomic_load(&t->open) != 0 || atomic_load(&t->over);
}

static void sleep_until_work(struct team *t)
{
    pthread_mutex_lock(&t->mutex);
    atomic_fetch_add(&t->sleepers, 1);
    while (!has_work(t))
        pthread_cond_wait(&t->wake, &t->mutex);
    atomic_fetch_sub(&t->sleepers, 1);
    pthread_mutex_unlock(&t->mutex);
}

static void wake_sleepers(struct team *t)
{
    if (atomic_load(&t->sleepers) == 0)
        return;
    pthread_mutex_lock(&t->mutex);
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->mutex);
}

static void help(struct team *t)
{
    while (!atomic_load(&t->over)) {
        uint32_t looks = 0;
        while (do_piece(t))
            continue;
        for (; looks < LOOKS && !has_work(t); looks++)
            relax();
        for (; looks < LOOKS + WAYS && !has_work(t); looks++)
            sched_yield();
        if (looks == LOOKS + WAYS)
            sleep_until_work(t);
    }
}

void team_do(struct team *t, team_piece *piece, void *self, uint32_t n)
{
    if (!t || n < 2) {
        for (uint32_t i = 0; i < n; i++)
            piece(self, i);
        return;
    }
    t->piece = piece;
    t->self = self;
    t->n = n;
    atomic_store_explicit(&t->left, n, memory_order_relaxed);
    atomic_store(&t->open, ((atomic_load(&t->open) >> 32) + 1) << 32 | n);
    wake_sleepers(t);
    while (do_piece(t))
        continue;
    for (uint32_t looks = 0; atomic_load_explicit(&t->left, memory_order_acquire); looks++)
        if (looks < LOOKS)
            relax();
        else
            sched_yield();
}

static double cpu_s(void)
{
    struct timespec t = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum st_code team_run(uint32_t threads, enum st_code (*lead)(void *self, struct team *team),
                      void *self, double *helpers_cpu_s)
{
    double spent_s = 0.0;
    enum st_code code = ST_OK;
    if (threads < 2) {
        code = lead(self, NULL);
    } else {
        struct team t = {.mutex = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};
#pragma omp parallel num_threads((int)threads) reduction(+ : spent_s)
        if (omp_get_thread_num() == 0) {
            code = lead(self, omp_get_num_threads() > 1 ? &t : NULL);
            atomic_store(&t.over, true);
            wake_sleepers(&t);
        } else {
            double start_s = cpu_s();
            help(&t);
            spent_s += cpu_s() - start_s;
        }
        pthread_cond_destroy(&t.wake);
        pthread_mutex_destroy(&t.mutex);
    }
    if (helpers_cpu_s)
        *helpers_cpu_s = spent_s;
    return code;
}
