/* Preloaded into the program: makes one of its allocations fail, those of libraries as well.
 *
 * FAULT_ALLOCATION is the number of the allocation, counted in each process from its start; 0:
 * none. FAULT_COUNT names a file that gets the number of the first process at its end. Allocations
 * of libconfig succeed always: it does not look whether one fails, and conf.c sees to it that there
 * is memory. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
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
    nth = number ? strtol(number, NULL, 10) : 0;
    first = getpid();
    dl_iterate_phdr(find_spared, NULL);
    unsetenv("LD_PRELOAD"); /* other programs that it starts keep their allocations */
    ready = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULT_COUNT");
    ready = false;
    FILE *file = path && getpid() == first ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", atomic_load(&made));
        fclose(file);
    }
}

static bool fails(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    if (!ready || (at >= spared_begin && at < spared_end))
        return false;
    if (atomic_fetch_add(&made, 1) + 1 != nth)
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
