/* Runs a program in which one system call fails: the n-th of a kind, counted over all its
 * processes.
 *
 *     fault [-a] [-c FILE] [-r FILE] -s CALLS [-n N] -m HOW PROGRAM [ARGUMENT]...
 *
 * CALLS is a list such as "write,pwrite64". HOW is an error such as ENOSPC, which the call then
 * returns without having been made; "short": a write writes half of its bytes; "cut": its
 * file loses its second half before the call is made, where calls on files of the working folder
 * alone count; or a signal such as
 * SIGKILL, which the program gets before the call is made. Counting begins with the program's first
 * signal(SIGXFSZ), which Diorama's main() calls before anything else. Calls of other programs that
 * it starts count with -a only. Without -n, nothing fails. -c writes the number of calls into a
 * file. -r records calls that change files or wait for the disk, in their order: a line
 * "CALL<tab>PATH<tab>OTHER PATH<tab>OFFSET<tab>BYTES" each, and after that of a write its bytes.
 * The exit status is that of the program, 128 + n after signal n, and 125 where it cannot be run
 * so.
 *
 * The kernel holds each such call until this process has answered (seccomp_unotify(2)): a library
 * that is preloaded would not see those which the C library makes inside of stdio. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT = 125, MOST_CALLS = 32, MOST_SHORT = 1 << 20 };

struct word {
    const char *name;
    int value;
};
#define CALL(name)                                                                                 \
    {                                                                                              \
#name, SYS_##name                                                                          \
    }
#define WORD(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct word calls[] = {
    CALL(openat), CALL(read),   CALL(pread64),    CALL(write),      CALL(pwrite64),
    CALL(writev), CALL(fsync),  CALL(fdatasync),  CALL(mmap),       CALL(munmap),
    CALL(clone),  CALL(clone3), CALL(unlink),     CALL(fcntl),      CALL(linkat),
    CALL(link),   CALL(rename), CALL(ftruncate),  CALL(close),      CALL(lseek),
    CALL(mkdir),  CALL(pipe2),  CALL(socketpair), CALL(sendto),     CALL(recvfrom),
    CALL(poll),   CALL(wait4),  CALL(getdents64), CALL(newfstatat), CALL(memfd_create),
    CALL(access), CALL(fchmod), CALL(execve),     CALL(fork),       CALL(readlink),
};
static const struct word ways[] = {
    WORD(EIO),     WORD(ENOSPC),  WORD(EACCES), WORD(ENOMEM), WORD(EMFILE),
    WORD(EAGAIN),  WORD(EROFS),   WORD(EDQUOT), WORD(ENOENT), WORD(EPERM),
    WORD(SIGKILL), WORD(SIGTERM), WORD(SIGINT), {"short", 0}, {"cut", 0},
};

struct injection {
    const char *count_file, *record_file;
    uint32_t call[MOST_CALLS];
    unsigned n_calls;
    long nth;
    const struct word *way;
    bool all;
};

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "fault: %s: %s\n", what, strerror(errno));
    exit(CANNOT);
}

static const struct word *find(const struct word *words, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
    errno = EINVAL;
    stop(name);
}

static void parse_calls(struct injection *out, char *list)
{
    for (char *name = strtok(list, ","); name && out->n_calls < MOST_CALLS;
         name = strtok(NULL, ","))
        out->call[out->n_calls++] =
            (uint32_t)find(calls, sizeof calls / sizeof *calls, name)->value;
}

static struct injection parse(int argc, char **argv)
{
    struct injection out = {0};
    for (int o; (o = getopt(argc, argv, "+ac:r:s:n:m:")) != -1;)
        switch (o) {
        case 'a':
            out.all = true;
            break;
        case 'c':
            out.count_file = optarg;
            break;
        case 'r':
            out.record_file = optarg;
            break;
        case 's':
            parse_calls(&out, optarg);
            break;
        case 'n':
            out.nth = strtol(optarg, NULL, 10);
            break;
        case 'm':
            out.way = find(ways, sizeof ways / sizeof *ways, optarg);
            break;
        default:
            exit(CANNOT);
        }
    errno = EINVAL;
    if (optind == argc || !out.n_calls || (out.nth && !out.way))
        stop("needs -s CALLS, -m HOW and a program");
    return out;
}

/* ---- the program ---- */

/* Lets the kernel hold the calls, and rt_sigaction, by which main() is recognised. */
static int filter(const struct injection *f)
{
    struct sock_filter code[MOST_CALLS + 4] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    unsigned n = 1;
    for (unsigned i = 0; i <= f->n_calls; i++, n++)
        code[n] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                               i < f->n_calls ? f->call[i] : SYS_rt_sigaction,
                                               (unsigned char)(f->n_calls - i + 1), 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    const struct sock_fprog whole = {(unsigned short)n, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &whole);
}

/* Sends the descriptor through memory that both processes share, as a call that sends it could be
 * held itself. */
static _Noreturn void become(char **arguments, const struct injection *f, volatile int *listener)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int fd = filter(f);
    *listener = fd < 0 ? -2 : fd;
    while (*listener >= 0)
        sched_yield();
    if (fd < 0)
        _exit(CANNOT);
    execvp(arguments[0], arguments);
    _exit(CANNOT);
}

/* ---- the supervisor ---- */

static bool is_program(const struct injection *f, pid_t task, const char *program)
{
    char link[64], path[4096];
    if (f->all)
        return true;
    snprintf(link, sizeof link, "/proc/%ld/exe", (long)task);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0)
        return false;
    path[n] = 0;
    return strcmp(path, program) == 0;
}

/* Writes half of the bytes in the place of the program. */
static long write_half(const struct seccomp_notif *n)
{
    static char bytes[MOST_SHORT];
    const unsigned long long *a = n->data.args;
    size_t half = a[2] > 1 ? a[2] / 2 : a[2];
    struct iovec to = {bytes, half < MOST_SHORT ? half : MOST_SHORT};
    struct iovec from = {(void *)(uintptr_t)a[1], to.iov_len};
    int process = (int)syscall(SYS_pidfd_open, n->pid, 0);
    if (process < 0) /* a thread: its process has the same files */
        return -EIO;
    int file = (int)syscall(SYS_pidfd_getfd, process, (int)a[0], 0);
    long written = process_vm_readv((pid_t)n->pid, &to, 1, &from, 1, 0);
    if (written > 0)
        written = n->data.nr == SYS_pwrite64 ? pwrite(file, bytes, (size_t)written, (off_t)a[3])
                                             : write(file, bytes, (size_t)written);
    written = written < 0 ? -errno : written;
    close(file);
    close(process);
    return written;
}

static void target_of(pid_t task, const char *of, long long number, char *out)
{
    char link[64];
    snprintf(link, sizeof link, number < 0 ? "/proc/%ld/%s" : "/proc/%ld/%s/%lld", (long)task, of,
             number);
    ssize_t n = readlink(link, out, PATH_MAX - 1);
    out[n > 0 ? n : 0] = 0;
}

/* Whether the call is about a file in the working folder, which `path` becomes. */
static bool is_here(const struct seccomp_notif *n, char *path)
{
    char folder[PATH_MAX];
    target_of((pid_t)n->pid, "fd", (long long)n->data.args[0], path);
    return getcwd(folder, sizeof folder) && strncmp(path, folder, strlen(folder)) == 0;
}

static void cut_to_half(const struct seccomp_notif *n)
{
    char path[PATH_MAX];
    struct stat info;
    if (!is_here(n, path) || stat(path, &info) != 0 || truncate(path, info.st_size / 2) != 0)
        stop("the file cannot be cut");
}

static void inject(const struct injection *f, pid_t program, const struct seccomp_notif *n,
                   struct seccomp_notif_resp *out)
{
    out->flags = 0;
    if (f->way->name[0] == 'E') {
        out->error = -f->way->value;
    } else if (f->way->name[0] == 'S') {
        kill(program, f->way->value);
        out->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    } else if (strcmp(f->way->name, "cut") == 0) {
        cut_to_half(n);
        out->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    } else {
        long written = write_half(n);
        out->error = written < 0 ? (int)written : 0;
        out->val = written < 0 ? 0 : written;
    }
}

static bool is_counted(const struct injection *f, const struct seccomp_notif *n, bool *begun,
                       char *path)
{
    if (n->data.nr == SYS_rt_sigaction && n->data.args[0] == SIGXFSZ && !*begun) {
        char link[64];
        snprintf(link, sizeof link, "/proc/%ld/exe", (long)n->pid);
        ssize_t length = readlink(link, path, 4095);
        path[length > 0 ? length : 0] = 0;
        *begun = true;
    }
    char file[PATH_MAX];
    if (!*begun || n->data.nr == SYS_rt_sigaction ||
        (f->way && strcmp(f->way->name, "cut") == 0 && !is_here(n, file)))
        return false;
    return is_program(f, (pid_t)n->pid, path);
}

/* ---- the record ---- */

/* Copies n bytes, or a text of at most n, of the task. Returns how many. */
static size_t peek(pid_t task, unsigned long long at, char *out, size_t n)
{
    size_t had = 0;
    while (had < n) { /* page by page, as the next one may not be there */
        size_t page = 4096 - (at + had) % 4096, want = n - had < page ? n - had : page;
        struct iovec to = {out + had, want}, from = {(void *)(uintptr_t)(at + had), want};
        if (process_vm_readv(task, &to, 1, &from, 1, 0) != (ssize_t)want)
            break;
        had += want;
    }
    return had;
}

/* The path that the task names by a text. One of the form /proc/self/fd/N is that of the file. */
static void path_of(pid_t task, unsigned long long at, char *out)
{
    char text[PATH_MAX] = "", folder[PATH_MAX];
    long long fd;
    text[peek(task, at, text, sizeof text - 1)] = 0;
    if (sscanf(text, "/proc/self/fd/%lld", &fd) == 1) {
        target_of(task, "fd", fd, out);
        return;
    }
    target_of(task, "cwd", -1, folder);
    snprintf(out, PATH_MAX, "%.*s%s%.2000s", text[0] == '/' ? 0 : 2000, folder,
             text[0] == '/' ? "" : "/", text);
}

/* Where the next write to a file goes. */
static long long position(pid_t task, long long fd, const char *path)
{
    char name[64];
    long long at = 0;
    unsigned flags = 0;
    struct stat info;
    snprintf(name, sizeof name, "/proc/%ld/fdinfo/%lld", (long)task, fd);
    FILE *file = fopen(name, "r");
    if (file) {
        if (fscanf(file, "pos: %lld flags: %o", &at, &flags) != 2)
            at = 0;
        fclose(file);
    }
    return (flags & O_APPEND) && stat(path, &info) == 0 ? (long long)info.st_size : at;
}

/* Writes a call that is about to be made. */
static void record(FILE *to, const struct seccomp_notif *n)
{
    static char bytes[MOST_SHORT];
    char path[PATH_MAX] = "", other[PATH_MAX] = "";
    const unsigned long long *a = n->data.args;
    const pid_t task = (pid_t)n->pid;
    const int from = n->data.nr;
    int nr = from;
    long long offset = 0, length = 0;
    size_t kept = 0;
    if (nr == SYS_openat && !((int)a[2] & O_CREAT))
        return;
    if (nr == SYS_openat || nr == SYS_rename || nr == SYS_unlink || nr == SYS_link ||
        nr == SYS_mkdir) {
        path_of(task, a[nr == SYS_openat], path);
        if (nr == SYS_rename || nr == SYS_link)
            path_of(task, a[1], other);
    } else if (nr == SYS_linkat) {
        path_of(task, a[1], path);
        path_of(task, a[3], other);
    } else {
        target_of(task, "fd", (long long)a[0], path);
    }
    if (nr == SYS_openat && (int)a[2] & O_TRUNC && access(path, F_OK) == 0)
        nr = SYS_ftruncate; /* to 0 bytes */
    else if ((nr == SYS_openat || nr == SYS_mkdir) && access(path, F_OK) == 0)
        return;
    if (nr == SYS_write || nr == SYS_pwrite64) {
        length = (long long)a[2];
        offset = nr == SYS_write ? position(task, (long long)a[0], path) : (long long)a[3];
        kept = peek(task, a[1], bytes, a[2] < sizeof bytes ? a[2] : sizeof bytes);
        if (kept != (size_t)length)
            stop("a write of more bytes than can be recorded");
    } else if (nr == SYS_ftruncate) {
        offset = from == SYS_ftruncate ? (long long)a[1] : 0;
    }
    const char *name = "?";
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].value == nr)
            name = calls[i].name;
    fprintf(to, "%s\t%s\t%s\t%lld\t%lld\n", name, path, other, offset, length);
    fwrite(bytes, 1, kept, to);
}

/* Answers every held call until all processes have ended; returns their number. */
static long supervise(const struct injection *f, int listener, pid_t program)
{
    static char path[4096];
    FILE *recorded = f->record_file ? fopen(f->record_file, "w") : NULL;
    if (f->record_file && !recorded)
        stop(f->record_file);
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    bool begun = false;
    long count = 0;
    while (poll(&ready, 1, -1) >= 0 || errno == EINTR) {
        struct seccomp_notif n = {0};
        struct seccomp_notif_resp answer = {0};
        if (ready.revents & POLLHUP)
            break;
        if (!(ready.revents & POLLIN) || ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &n) != 0)
            continue;
        answer.id = n.id;
        answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        bool counted = is_counted(f, &n, &begun, path);
        if (counted && recorded)
            record(recorded, &n);
        if (counted && ++count == f->nth)
            inject(f, program, &n, &answer);
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    if (recorded && fclose(recorded) != 0)
        stop(f->record_file);
    return count;
}

static void write_count(const char *path, long count)
{
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%ld\n", count) < 0 || fclose(file) != 0)
        stop(path);
}

int main(int argc, char **argv)
{
    const struct injection f = parse(argc, argv);
    volatile int *listener =
        mmap(NULL, sizeof *listener, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (listener == MAP_FAILED)
        stop("mmap");
    *listener = -1;
    pid_t program = fork();
    if (program == 0)
        become(argv + optind, &f, listener);
    while (*listener == -1)
        sched_yield();
    int process = (int)syscall(SYS_pidfd_open, program, 0);
    int held = *listener < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, *listener, 0);
    if (held < 0)
        stop("calls cannot be held");
    *listener = -1;
    long count = supervise(&f, held, program);
    int status;
    if (waitpid(program, &status, 0) < 0)
        stop("waitpid");
    if (f.count_file)
        write_count(f.count_file, count);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
