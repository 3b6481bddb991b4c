/* Each piece of the task that no thread has taken has a bit, and the thread that clears the bit
 * does the piece. It may read the task then, because the leader waits for the piece; a helper that
 * comes late finds bits of a later task, or none. Which thread had a piece last only determines
 * where a thread searches first.
 *
 * Idle helpers poll the number of tasks, which changes once per task, and no memory to which busy
 * threads write. They poll for a while, then yield to others, then sleep: work comes either every
 * few microseconds or not for long. Only as many helpers are woken as there are pieces. */
#include "common/team.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum { LOOKS = 4000, WAYS = 40 };

enum {
    WORDS = 4,
    MOST_PIECES = 64 * WORDS, /* most pieces per round */
    NAMES = 1024,             /* a power of two; names with the same index count as one */
    NOBODY = UINT16_MAX,
    NO_PIECE = MOST_PIECES
};

struct team {
    _Alignas(TEAM_APART) _Atomic uint32_t tasks; /* number of tasks handed out so far */
    _Atomic bool over;
    _Alignas(TEAM_APART) _Atomic uint64_t open[WORDS]; /* bits of pieces that no thread has taken */
    _Alignas(TEAM_APART) _Atomic uint32_t left;        /* number of pieces that are not done */
    _Alignas(TEAM_APART) team_piece *piece;
    void *self;
    uint32_t first; /* number of the piece that bit 0 stands for */
    uint32_t helpers;
    _Atomic uint32_t sleepers;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    _Atomic uint16_t name[MOST_PIECES];
    _Alignas(TEAM_APART) _Atomic uint16_t last[NAMES]; /* for each name, the thread that had it
                                                          last, or NOBODY */
};

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static _Atomic uint16_t *last_of(struct team *t, uint32_t piece)
{
    return &t->last[atomic_load_explicit(&t->name[piece], memory_order_relaxed)];
}

/* Returns the first open piece that this thread had last or, without one, the first open piece. */
static uint32_t choose(struct team *t, uint32_t me)
{
    uint32_t first = NO_PIECE;
    for (uint32_t w = 0; w < WORDS; w++) {
        uint64_t bits = atomic_load_explicit(&t->open[w], memory_order_relaxed);
        for (; bits; bits &= bits - 1) {
            uint32_t i = 64 * w + (uint32_t)__builtin_ctzll(bits);
            if (atomic_load_explicit(last_of(t, i), memory_order_relaxed) == me)
                return i;
            first = first == NO_PIECE ? i : first;
        }
    }
    return first;
}

/* Takes a piece for this thread alone; NO_PIECE: there is none. */
static uint32_t take(struct team *t, uint32_t me)
{
    uint32_t i;
    uint64_t bit;
    do {
        i = choose(t, me);
        if (i == NO_PIECE)
            return i;
        bit = UINT64_C(1) << i % 64;
    } while (!(atomic_fetch_and_explicit(&t->open[i / 64], ~bit, memory_order_acquire) & bit));
    if (atomic_load_explicit(last_of(t, i), memory_order_relaxed) != me)
        atomic_store_explicit(last_of(t, i), (uint16_t)me, memory_order_relaxed);
    return i;
}

/* Does pieces until no piece is open. */
static void do_pieces(struct team *t, uint32_t me)
{
    uint32_t i, n = 0;
    for (; (i = take(t, me)) != NO_PIECE; n++)
        t->piece(t->self, t->first + i);
    if (n)
        atomic_fetch_sub_explicit(&t->left, n, memory_order_release);
}

static bool has_more(struct team *t, uint32_t seen)
{
    return atomic_load(&t->tasks) != seen || atomic_load(&t->over);
}

static void sleep_until_more(struct team *t, uint32_t seen)
{
    pthread_mutex_lock(&t->mutex);
    atomic_fetch_add(&t->sleepers, 1);
    while (!has_more(t, seen))
        pthread_cond_wait(&t->wake, &t->mutex);
    atomic_fetch_sub(&t->sleepers, 1);
    pthread_mutex_unlock(&t->mutex);
}

/* Wakes helpers until n of them are awake. */
static void wake(struct team *t, uint32_t n)
{
    uint32_t sleepers = atomic_load(&t->sleepers), awake = t->helpers - sleepers;
    if (sleepers == 0 || awake >= n)
        return;
    pthread_mutex_lock(&t->mutex);
    for (uint32_t i = awake; i < n && i < t->helpers; i++)
        pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&t->mutex);
}

static void help(struct team *t, uint32_t me)
{
    while (!atomic_load(&t->over)) {
        uint32_t looks = 0, seen = atomic_load(&t->tasks);
        do_pieces(t, me);
        for (; looks < LOOKS && !has_more(t, seen); looks++)
            relax();
        for (; looks < LOOKS + WAYS && !has_more(t, seen); looks++)
            sched_yield();
        if (looks == LOOKS + WAYS)
            sleep_until_more(t, seen);
    }
}

/* Does n pieces of the task, from piece `first` on. */
static void do_some(struct team *t, const struct team_task *task, uint32_t first, uint32_t n)
{
    t->piece = task->piece;
    t->self = task->self;
    t->first = first;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t name = task->names ? task->names[first + i] : first + i;
        atomic_store_explicit(&t->name[i], (uint16_t)(name % NAMES), memory_order_relaxed);
    }
    atomic_store_explicit(&t->left, n, memory_order_relaxed);
    for (uint32_t i = 0; i < n; i += 64)
        atomic_store_explicit(&t->open[i / 64], UINT64_MAX >> (n - i < 64 ? 64 - (n - i) : 0),
                              memory_order_release);
    atomic_fetch_add(&t->tasks, 1);
    wake(t, n - 1);
    do_pieces(t, 0);
    for (uint32_t looks = 0; atomic_load_explicit(&t->left, memory_order_acquire); looks++)
        if (looks < LOOKS)
            relax();
        else
            sched_yield();
}

void team_do(struct team *t, const struct team_task *task)
{
    if (!t || task->n < 2) {
        for (uint32_t i = 0; i < task->n; i++)
            task->piece(task->self, i);
        return;
    }
    for (uint32_t first = 0; first < task->n; first += MOST_PIECES)
        do_some(t, task, first,
                task->n - first < MOST_PIECES ? task->n - first : (uint32_t)MOST_PIECES);
}

/* Calls lead() while the other threads of the parallel region help. */
static enum st_code lead_team(struct team *t, enum st_code (*lead)(void *self, struct team *team),
                              void *self)
{
    t->helpers = (uint32_t)omp_get_num_threads() - 1;
    enum st_code code = lead(self, t->helpers ? t : NULL);
    atomic_store(&t->over, true);
    wake(t, t->helpers);
    return code;
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
        for (uint32_t i = 0; i < NAMES; i++)
            atomic_init(&t.last[i], NOBODY);
#pragma omp parallel num_threads((int)threads) reduction(+ : spent_s)
        if (omp_get_thread_num() == 0) {
            code = lead_team(&t, lead, self);
        } else {
            double start_s = cpu_s();
            help(&t, (uint32_t)omp_get_thread_num());
            spent_s += cpu_s() - start_s;
        }
        pthread_cond_destroy(&t.wake);
        pthread_mutex_destroy(&t.mutex);
    }
    if (helpers_cpu_s)
        *helpers_cpu_s = spent_s;
    return code;
}
