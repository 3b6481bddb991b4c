#include "orchestrator/study/pool.h"

#include "common/memory.h"
#include "orchestrator/study/worker.h"

#include <errno.h>
#include <omp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

double pool_now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum st_code pool_open(struct pool *out, uint32_t n, const struct jobs *jobs, int private_file,
                       struct status *st)
{
    *out = (struct pool){.jobs = jobs, .private_file = private_file};
    out->workers = mem_calloc(n, sizeof *out->workers);
    if (!out->workers)
        return status_no_memory(st, "processes");
    out->n = n;
    for (uint32_t i = 0; i < n; i++)
        out->workers[i] = (struct pool_worker){
            .socket = -1, .job = SIZE_MAX, .scene = POOL_NONE, .frame = POOL_NONE};
    return ST_OK;
}

/* ---- the child ---- */

/* Dies with the parent even in the middle of a job; between jobs the closed socket ends it. */
static void follow_parent(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(1);
}

static void be_child(const struct pool *p, int socket, pid_t parent)
{
    follow_parent(parent);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    for (uint32_t i = 0; i < p->n; i++)
        if (p->workers[i].socket >= 0)
            close(p->workers[i].socket);
    if (p->private_file >= 0)
        close(p->private_file);
    omp_set_num_threads(1);
    worker_serve(socket, p->jobs);
    _exit(0); /* what the parent had not written yet is the parent's to write */
}

/* ---- starting and ending ---- */

static enum st_code start(struct pool *p, struct pool_worker *w, struct status *st)
{
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return status_fail(st, ST_FAILED, "no process can be started: %s", strerror(errno));
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        be_child(p, ends[1], parent);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return status_fail(st, ST_FAILED, "no process can be started: %s", strerror(errno));
    }
    w->process = process;
    w->socket = ends[0];
    w->scene = w->frame = POOL_NONE;
    return ST_OK;
}

/* How the process ended; it may have to be told to. */
static int end(struct pool_worker *w)
{
    int status = 0;
    close(w->socket);
    kill(w->process, SIGKILL);
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR)
        continue;
    w->process = 0;
    w->socket = -1;
    return status;
}

void pool_close(struct pool *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->workers[i].process)
            end(&p->workers[i]);
    mem_free(p->workers);
    *p = (struct pool){.private_file = -1};
}

/* ---- jobs ---- */

uint32_t pool_idle(const struct pool *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->workers[i].job == SIZE_MAX)
            return i;
    return POOL_NONE;
}

uint32_t pool_busy(const struct pool *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        n += p->workers[i].job != SIZE_MAX;
    return n;
}

/* An idle process may have been ended by somebody: another one takes its place. */
enum st_code pool_give(struct pool *p, uint32_t worker, size_t job, struct status *st)
{
    struct pool_worker *w = &p->workers[worker];
    if (w->process && !message_ask(w->socket, job))
        end(w);
    if (!w->process) {
        TRY(start(p, w, st));
        if (!message_ask(w->socket, job)) {
            end(w);
            return status_fail(st, ST_FAILED, "a process ended before it was given anything to do");
        }
    }
    w->job = job;
    w->scene = p->jobs->all[job].scene;
    w->frame = p->jobs->all[job].frame;
    w->start_s = pool_now_s();
    return ST_OK;
}

static void fail_job(struct answer *a, int status)
{
    char why[128];
    struct status unused;
    memset(a, 0, sizeof *a);
    a->code = ST_FAILED;
    if (WIFSIGNALED(status))
        snprintf(why, sizeof why, "its process was ended by signal %d (%s)%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)),
                 WTERMSIG(status) == SIGKILL ? "; memory may have run out" : "");
    else
        snprintf(why, sizeof why, "its process ended with exit status %d", WEXITSTATUS(status));
    answer_add(a, why, strlen(why), &unused); /* without it the code has to do */
}

static void take_answer(struct pool_worker *w, struct pool_event *out)
{
    out->job = w->job;
    out->wall_s = pool_now_s() - w->start_s;
    w->job = SIZE_MAX;
    if (!message_answered(w->socket, &out->answer))
        fail_job(&out->answer, end(w));
}

void pool_wait(struct pool *p, int timeout_ms, struct pool_event *out)
{
    struct pollfd *files = mem_calloc(p->n, sizeof *files);
    *out = (struct pool_event){.job = SIZE_MAX};
    if (!files)
        return;
    for (uint32_t i = 0; i < p->n; i++) {
        bool busy = p->workers[i].job != SIZE_MAX;
        files[i] = (struct pollfd){.fd = busy ? p->workers[i].socket : -1, .events = POLLIN};
    }
    uint32_t ready = poll(files, p->n, timeout_ms) > 0 ? 0 : p->n;
    while (ready < p->n && !files[ready].revents)
        ready++;
    if (ready < p->n)
        take_answer(&p->workers[ready], out);
    mem_free(files);
}
