#include "common/progress.h"

#include "common/memory.h"
#include "common/printable.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct progress {
    const char *what, *unit;
    uint64_t total;
    double start_s;
    _Atomic uint64_t done;
    _Atomic uint64_t shown_ms; /* milliseconds from the start to the last update */
    pthread_mutex_t lock;      /* protects the note */
    char note[PROGRESS_NOTE];
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct progress *progress_start(const char *what, const char *unit, uint64_t total, bool quiet)
{
    if (quiet || total == 0 || !isatty(STDERR_FILENO))
        return NULL;
    struct progress *p = mem_calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->what = what;
    p->unit = unit;
    p->total = total;
    p->start_s = now_s();
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

/* Draws a line in the place of the last one. This goes past the stream, which lets no such sequence
 * through (printable.h). */
#define CLEAR "\r\033[K"
static void show(const struct progress *p, const char *text, const char *note)
{
    char line[512];
    snprintf(line, sizeof line, "%s: %s%s%s", p->what, text, note[0] ? "  " : "", note);
    printable_clean(line);
    dprintf(STDERR_FILENO, CLEAR "%s", line);
}

/* Draws the line. Before any progress, or if all is done and the work goes on, it has no estimate
 * of the remaining time. */
static void draw(struct progress *p, uint64_t all, double spent_s)
{
    double share = (double)all / (double)p->total, rate = (double)all / spent_s;
    int digits = rate < 10 ? 2 : rate < 100 ? 1 : 0;
    char text[160];
    if (all == 0)
        snprintf(text, sizeof text, "begun %.0f s ago", spent_s);
    else if (all >= p->total)
        snprintf(text, sizeof text, "nearly done, begun %.0f s ago", spent_s);
    else /* rounded down, so that 100 % appears only at the end */
        snprintf(text, sizeof text, "%3.0f %%  %.*f %s/s  %.0f s left of about %.0f s",
                 floor(100 * share), digits, rate, p->unit, spent_s / share - spent_s,
                 spent_s / share);
    pthread_mutex_lock(&p->lock);
    show(p, text, p->note);
    pthread_mutex_unlock(&p->lock);
}

void progress_add(struct progress *p, uint64_t done)
{
    if (!p)
        return;
    uint64_t all = atomic_fetch_add_explicit(&p->done, done, memory_order_relaxed) + done;
    double spent_s = now_s() - p->start_s;
    uint64_t ms = (uint64_t)(spent_s * 1e3);
    uint64_t last = atomic_load_explicit(&p->shown_ms, memory_order_relaxed);
    /* The thread whose exchange succeeds draws; the others go on. */
    if (ms < last + 200 || !atomic_compare_exchange_strong(&p->shown_ms, &last, ms))
        return;
    draw(p, all, spent_s);
}

void progress_note(struct progress *p, const char *text)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    snprintf(p->note, sizeof p->note, "%s", text);
    pthread_mutex_unlock(&p->lock);
}

void progress_say(struct progress *p, const char *text)
{
    if (!p)
        return;
    show(p, text, "");
}

void progress_tell(bool quiet, const char *format, ...)
{
    va_list args;
    if (quiet)
        return;
    va_start(args, format);
    fputs("diorama: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

void progress_end(struct progress *p)
{
    if (!p)
        return;
    dprintf(STDERR_FILENO, CLEAR);
    pthread_mutex_destroy(&p->lock);
    mem_free(p);
}
