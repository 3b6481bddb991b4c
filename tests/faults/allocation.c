/* Preloaded into the program: makes one of its allocations fail, those of libraries as well.
 *
 * FAULT_ALLOCATION is the number of the allocation, counted in each process from its start. Without
 * it none fails, and the file that FAULT_PLACES names gets the numbers of the first allocation of
 * every stack of callers, and of the last in the first process, a line each. Allocations of
 * libconfig succeed always: it does not look whether one fails, and conf.c sees to it that there is
 * memory. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t count, size_t n);
extern void *__libc_realloc(void *old, size_t n);
extern void *__libc_memalign(size_t align, size_t n);

enum { DEPTH = 40, PLACES = 1 << 16 };

/* A stack of callers, by its hash, and its last allocation. */
static struct place {
    _Atomic uint64_t hash;
    atomic_long last;
} places[PLACES];
static int places_file = -1;
static _Thread_local bool noting;
static atomic_long made;
static long nth;
static bool ready;
static pid_t first;
static uintptr_t spared_begin, spared_end; /* the code of libconfig */

static int find_spared(struct dl_phdr_info *info, size_t n, void *unused)
{
    (void)n;
    (void)unused;
    if (!strstr(info->dlpi_name, "libconfig"))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        uintptr_t end = begin + info->dlpi_phdr[i].p_memsz;
        spared_begin = !spared_begin || begin < spared_begin ? begin : spared_begin;
        spared_end = end > spared_end ? end : spared_end;
    }
    return 1;
}

__attribute__((constructor)) static void start(void)
{
    const char *number = getenv("FAULT_ALLOCATION");
    const char *path = getenv("FAULT_PLACES");
    void *at[1];
    nth = number ? strtol(number, NULL, 10) : 0;
    if (!number && path)
        places_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    backtrace(at, 1); /* allocates in its first call */
    first = getpid();
    dl_iterate_phdr(find_spared, NULL);
    unsetenv("LD_PRELOAD"); /* other programs that it starts keep their allocations */
    ready = true;
}

__attribute__((destructor)) static void end(void)
{
    ready = false;
    for (size_t i = 0; places_file >= 0 && getpid() == first && i < PLACES; i++)
        if (places[i].hash)
            dprintf(places_file, "%ld\n", places[i].last);
}

/* Notes allocation `n` with its stack. Processes that are made have the stacks of their parent. */
static void note(long n)
{
    void *at[DEPTH];
    uint64_t hash = 1, none = 0;
    noting = true;
    int depth = backtrace(at, DEPTH);
    for (int i = 0; i < depth; i++) {
        hash = (hash ^ (uintptr_t)at[i]) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    struct place *p = &places[hash % PLACES];
    while (!atomic_compare_exchange_strong(&p->hash, &none, hash) && none != hash) {
        p = p + 1 < places + PLACES ? p + 1 : places;
        none = 0;
    }
    if (!none)
        dprintf(places_file, "%ld\n", n);
    p->last = n;
    noting = false;
}

static bool fails(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    if (!ready || noting || (at >= spared_begin && at < spared_end))
        return false;
    long n = atomic_fetch_add(&made, 1) + 1;
    if (places_file >= 0)
        note(n);
    if (n != nth)
        return false;
    errno = ENOMEM;
    return true;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t n)
{
    return fails(CALLER) ? NULL : __libc_malloc(n);
}

void *calloc(size_t count, size_t n)
{
    return fails(CALLER) ? NULL : __libc_calloc(count, n);
}

void *realloc(void *old, size_t n)
{
    return fails(CALLER) ? NULL : __libc_realloc(old, n);
}

void *memalign(size_t align, size_t n)
{
    return fails(CALLER) ? NULL : __libc_memalign(align, n);
}

void *aligned_alloc(size_t align, size_t n)
{
    return fails(CALLER) ? NULL : __libc_memalign(align, n);
}

int posix_memalign(void **out, size_t align, size_t n)
{
    *out = fails(CALLER) ? NULL : __libc_memalign(align, n);
    return *out ? 0 : ENOMEM;
}
