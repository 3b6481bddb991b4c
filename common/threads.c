#include "common/threads.h"

#include <pthread.h>
#include <string.h>

static void *wait_for_all(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

enum st_code threads_probe(uint32_t n, struct status *st)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[THREADS_MOST];
    uint32_t started = 0;
    int why = 0;
    if (n > THREADS_MOST)
        return status_fail(st, ST_USAGE,
                           "%u threads are wanted; at most %d are possible (--threads, or the "
                           "environment's OMP_NUM_THREADS)",
                           n, THREADS_MOST);
    pthread_mutex_lock(&gate);
    while (started < n && !why) {
        why = pthread_create(&threads[started], NULL, wait_for_all, &gate);
        started += !why;
    }
    pthread_mutex_unlock(&gate);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&gate);
    if (!why)
        return ST_OK;
    return status_fail(st, ST_FAILED,
                       "%u of %u threads can be started: %s; give fewer with --threads, or raise "
                       "the limit of processes (ulimit -u)",
                       started, n, strerror(why));
}
