#include "common/apart.h"

#include "common/file.h"
#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { MOST_SIGNALS = 64 };

void apart_follow(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(1);
}

/* ---- in the separate process ---- */

static void limit(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit now;
    if (getrlimit(what, &now) != 0)
        return;
    now.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max;
    now.rlim_max = hard < now.rlim_max ? hard : now.rlim_max;
    setrlimit(what, &now);
}

/* Returns the size of this process's address space; 0: unknown. The limit is added to it, because
 * sanitizers reserve terabytes. */
static uint64_t address_space(void)
{
    unsigned long long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%llu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void confine(const struct apart_limits *limits)
{
    const uint64_t there = address_space();
    const int nowhere = open("/dev/null", O_RDWR);
    for (int number = 1; number <= MOST_SIGNALS; number++) /* restores the default action, since a
                                                              handler could resume from here */
        signal(number, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* the parent handles the keyboard's interrupt */
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
#ifdef __GLIBC__
    mallopt(M_PERTURB, 255); /* new memory is filled with zeros, so that reading it uninitialised
                                gives the same on every run */
#endif
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, limits->seconds, limits->seconds + 1);
    if (there)
        limit(RLIMIT_AS, there + limits->memory, there + limits->memory);
}

/* Runs the function in the separate process. Its status is written after its answer: where it is
 * missing, the process crashed. */
static void be_apart(apart_fn *work, void *context, int end)
{
    struct status st = {0};
    FILE *out = fdopen(end, "w");
    if (!out)
        _exit(1);
    st.code = work(context, out, &st);
    fwrite(&st, sizeof st, 1, out);
    _exit(file_flush(out) ? 0 : 1);
}

/* ---- in the calling process ---- */

struct answer {
    unsigned char *bytes;
    size_t n, room, most;
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static enum st_code make_room(struct answer *a, const char *file, struct status *st)
{
    if (a->n < a->room)
        return ST_OK;
    if (a->n >= a->most)
        return status_fail_at(st, ST_FAILED, file, 0,
                              "cannot be read: more comes of it than its size explains");
    a->room = a->room ? 2 * a->room : 1 << 16;
    return mem_remake(&a->bytes, a->room, 1, file, st);
}

/* Reads the answer to the end of the pipe, or until the time is over. */
static enum st_code hear(struct answer *a, int end, double until, const char *file,
                         struct status *st)
{
    struct pollfd ready = {.fd = end, .events = POLLIN};
    for (;;) {
        double left = until - now_s();
        int n = left > 0 ? poll(&ready, 1, left < 1e6 ? (int)(1e3 * left) + 1 : 1000000000) : 0;
        if (n == 0)
            return status_fail_at(st, ST_FAILED, file, 0,
                                  "cannot be read: nothing has come of it for too long");
        if (n < 0 && errno == EINTR)
            continue;
        TRY(make_room(a, file, st));
        ssize_t got = read(end, a->bytes + a->n, a->room - a->n);
        if (got < 0 && errno != EINTR)
            return status_fail_at(st, ST_FAILED, file, 0, "cannot be read: %s", strerror(errno));
        if (got == 0)
            return ST_OK;
        a->n += got > 0 ? (size_t)got : 0;
    }
}

static enum st_code fail_astray(int how, const struct apart_limits *limits, const char *file,
                                struct status *st)
{
    int number = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    if (number == SIGXCPU || number == SIGKILL)
        return status_fail_at(st, ST_FAILED, file, 0,
                              "cannot be read: it takes more than %lu s of processor time, or "
                              "another process ended its reader",
                              (unsigned long)limits->seconds);
    return status_fail_at(st, ST_FAILED, file, 0,
                          "cannot be read: its reader crashed (%s); the file is damaged or unusual",
                          number == SIGSEGV || number == SIGBUS ? "wild address"
                          : number == SIGABRT                   ? "aborted"
                          : number == SIGFPE                    ? "division by zero"
                                                                : "ended early");
}

/* Takes the status that the process wrote after its answer off the end. */
static enum st_code take_status(struct answer *a, int how, const struct apart_limits *limits,
                                const char *file, struct status *st)
{
    struct status said;
    if (how != 0 || a->n < sizeof said)
        return fail_astray(how, limits, file, st);
    a->n -= sizeof said;
    memcpy(&said, a->bytes + a->n, sizeof said);
    said.text[sizeof said.text - 1] = 0;
    if (said.code == ST_OK)
        return ST_OK;
    if (said.code != ST_FAILED && said.code != ST_NOMEM)
        return fail_astray(how, limits, file, st);
    return status_fail(st, said.code, "%s", said.text);
}

static enum st_code no_process(const char *file, struct status *st)
{
    return status_fail_at(st, ST_FAILED, file, 0,
                          "cannot be read: no process can be started for it: %s", strerror(errno));
}

/* Waits for the end of the process until `until` at most, and returns its exit status. */
static int await_end(pid_t child, double until)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    int how = 0;
    for (;;) {
        pid_t ended = waitpid(child, &how, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            return how;
        if (now_s() >= until)
            kill(child, SIGKILL);
        nanosleep(&moment, NULL);
    }
}

enum st_code apart_run(apart_fn *work, void *context, const struct apart_limits *limits,
                       const char *file, unsigned char **bytes, size_t *n, struct status *st)
{
    struct answer a = {.most = limits->memory};
    const pid_t parent = getpid();
    const double until = now_s() + (double)limits->clock_seconds;
    int ends[2];
    *bytes = NULL;
    *n = 0;
    if (pipe(ends) != 0)
        return no_process(file, st);
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        apart_follow(parent);
        close(ends[0]);
        confine(limits);
        be_apart(work, context, ends[1]);
    }
    close(ends[1]);
    enum st_code code = child < 0 ? no_process(file, st) : hear(&a, ends[0], until, file, st);
    close(ends[0]);
    if (child > 0) {
        int how = await_end(child, code == ST_OK ? until : 0);
        code = code == ST_OK ? take_status(&a, how, limits, file, st) : code;
    }
    if (code != ST_OK) {
        mem_free(a.bytes);
        return code;
    }
    *bytes = a.bytes;
    *n = a.n;
    return ST_OK;
}
