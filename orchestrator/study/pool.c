#include "orchestrator/study/pool.h"

#include "common/apart.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "common/threads.h"
#include "orchestrator/study/kernel_job.h"
#include "orchestrator/study/model_job.h"
#include "orchestrator/workload/workload_open.h"

#include <errno.h>
#include <omp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double pool_now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum st_code pool_open(struct pool *out, struct jobs *jobs, const struct pool_options *how,
                       struct status *st)
{
    *out = (struct pool){.jobs = jobs, .how = *how};
    TRY(mem_make(&out->workers, how->processes, sizeof *out->workers, "processes", st));
    for (uint32_t i = 0; i < how->processes; i++)
        out->workers[i] =
            (struct pool_worker){.job = SIZE_MAX, .scene = UINT32_MAX, .frame = UINT32_MAX};
    return ST_OK;
}

/* ---- the child ---- */

/* An order to a child process: which job to run. */
struct order {
    size_t job, threads;
};

static enum st_code run_job(const struct pool *p, struct job_memory *memory, enum key_kind kind,
                            const struct settings *settings, struct answer *answer,
                            struct status *st)
{
    if (kind == KEY_MODEL)
        return model_job_run(memory, settings, answer, st);
    if (workload_is(settings->render.scene))
        return kernel_job_run(kind, settings, answer, st);
    return job_run(memory, kind, settings, NULL, p->how.answer, answer, st);
}

/* Runs the jobs whose indices arrive and answers each, until the parent closes the socket. Returns
 * false where an answer cannot be sent. */
static bool serve(const struct pool *p, int socket)
{
    struct job_memory memory = {0};
    FILE *out = fdopen(socket, "w");
    bool heard = out != NULL;
    for (struct order o; heard && recv(socket, &o, sizeof o, MSG_WAITALL) == sizeof o;) {
        const struct job *job = &p->jobs->all[o.job];
        struct settings settings = *job->settings;
        struct answer answer = {0};
        struct status st = {0};
        settings.output.quiet = settings.output.stalls = true;
        omp_set_num_threads((int)o.threads);
        enum st_code code = threads_probe((uint32_t)o.threads, &st);
        if (code == ST_OK)
            code = run_job(p, &memory, job->kind, &settings, &answer, &st);
        if (code != ST_OK)
            answer_fail(&answer, code, st.text);
        heard = answer_write(&answer, out);
        answer_free(&answer);
    }
    job_forget(&memory);
    return heard;
}

static void be_child(const struct pool *p, int socket, pid_t parent)
{
    apart_follow(parent); /* ends with the parent even in the middle of a job; between jobs the
                             closed socket ends it */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    interrupt_forget(); /* otherwise its estimates would end at once, and pass for whole ones */
    for (uint32_t i = 0; i < p->how.processes; i++)
        if (p->workers[i].process)
            close(p->workers[i].socket);
    if (p->how.private_file >= 0)
        close(p->how.private_file);
    /* This skips exit handlers, so that output that the parent has buffered is written once, by the
     * parent. */
    _exit(serve(p, socket) ? 0 : 1);
}

/* ---- starting and ending ---- */

static enum st_code no_process(int ends[2], FILE *answers, struct status *st)
{
    enum st_code code =
        status_fail(st, ST_FAILED, "no process can be started: %s", strerror(errno));
    if (answers)
        fclose(answers);
    else
        close(ends[0]);
    close(ends[1]);
    return code;
}

static enum st_code start(struct pool *p, struct pool_worker *w, struct status *st)
{
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return status_fail(st, ST_FAILED, "no process can be started: %s", strerror(errno));
    FILE *answers = fdopen(ends[0], "r");
    pid_t process = answers ? fork() : -1;
    if (process < 0)
        return no_process(ends, answers, st);
    if (process == 0) {
        close(ends[0]);
        be_child(p, ends[1], parent);
    }
    close(ends[1]);
    *w = (struct pool_worker){process, ends[0], answers, SIZE_MAX, UINT32_MAX, UINT32_MAX, 0};
    return ST_OK;
}

/* Ends the worker's process and returns its exit status. */
static int end(struct pool_worker *w)
{
    int status = 0;
    fclose(w->answers);
    kill(w->process, SIGKILL);
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR)
        continue;
    w->process = 0;
    return status;
}

void pool_close(struct pool *p)
{
    for (uint32_t i = 0; p->workers && i < p->how.processes; i++)
        if (p->workers[i].process)
            end(&p->workers[i]);
    mem_free(p->workers);
    *p = (struct pool){0};
}

/* ---- jobs ---- */

uint32_t pool_busy(const struct pool *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->how.processes; i++)
        n += p->workers[i].job != SIZE_MAX;
    return n;
}

/* Sends a job to a worker. Where its process has ended, it returns false and raises no signal. */
static bool ask(const struct pool *p, const struct pool_worker *w, size_t job)
{
    const struct order o = {job, jobs_threads(p->jobs, job, p->how.processes)};
    return send(w->socket, &o, sizeof o, MSG_NOSIGNAL) == sizeof o;
}

/* Gives a job to a worker. Where something else ended its idle process, a new one takes its place.
 */
static enum st_code give(struct pool *p, struct pool_worker *w, size_t job, struct status *st)
{
    if (w->process && !ask(p, w, job))
        end(w);
    if (!w->process) {
        TRY(start(p, w, st));
        if (!ask(p, w, job)) {
            end(w);
            return status_fail(st, ST_FAILED, "a process ended before it was given anything to do");
        }
    }
    struct job *given = &p->jobs->all[job];
    given->state = JOB_RUNNING;
    w->job = job;
    w->scene = given->scene;
    w->frame = given->frame;
    w->start_s = pool_now_s();
    return ST_OK;
}

enum st_code pool_fill(struct pool *p, pool_claim ours, void *context, struct status *st)
{
    for (uint32_t i = 0; i < p->how.processes; i++) {
        struct pool_worker *w = &p->workers[i];
        while (w->job == SIZE_MAX) {
            size_t next = jobs_next(p->jobs, w->scene, w->frame);
            bool may = true;
            if (next == SIZE_MAX)
                return ST_OK;
            if (ours)
                TRY(ours(context, &p->jobs->all[next], &may, st));
            if (may)
                TRY(give(p, w, next, st));
        }
    }
    return ST_OK;
}

static void fail_job(struct answer *a, int status)
{
    char why[128];
    if (WIFSIGNALED(status))
        snprintf(why, sizeof why, "its process was ended by signal %d (%s)%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)),
                 WTERMSIG(status) == SIGKILL ? "; memory may have run out" : "");
    else
        snprintf(why, sizeof why,
                 "its process ended with exit status %d before all of its answer came",
                 WEXITSTATUS(status));
    answer_fail(a, ST_FAILED, why);
}

static void take_answer(struct pool *p, struct pool_worker *w, struct pool_event *out)
{
    out->job = &p->jobs->all[w->job];
    out->wall_s = pool_now_s() - w->start_s;
    w->job = SIZE_MAX;
    if (!answer_read(&out->answer, w->answers))
        fail_job(&out->answer, end(w));
    else if (out->answer.code == ST_NOMEM)
        end(w); /* libraries need not survive it: another process does the next job */
}

void pool_wait(struct pool *p, int timeout_ms, struct pool_event *out)
{
    uint32_t n = p->how.processes, ready = 0;
    struct pollfd *files = mem_calloc(n, sizeof *files);
    *out = (struct pool_event){0};
    if (!files)
        return;
    for (uint32_t i = 0; i < n; i++) {
        const struct pool_worker *w = &p->workers[i];
        files[i] = (struct pollfd){.fd = w->job != SIZE_MAX ? w->socket : -1, .events = POLLIN};
    }
    if (poll(files, n, timeout_ms) <= 0)
        ready = n;
    while (ready < n && !files[ready].revents)
        ready++;
    if (ready < n)
        take_answer(p, &p->workers[ready], out);
    mem_free(files);
}
