#include "common/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* The signal that came; 0: none. Handlers and threads may share only lock-free atomics. */
static atomic_int came;
static atomic_int postponed; /* a signal that came before, while the timer runs */
static atomic_bool held;
static const char *last_line;
static size_t last_line_length;

/* Handles a signal. It uses only functions that POSIX lists as safe in a handler. A signal that is
 * raised here ends the process when the handler returns. */
static void on_signal(int number)
{
    interrupt_release();
    if (atomic_load(&held)) {
        atomic_store(&came, number);
        return;
    }
    if (write(STDERR_FILENO, last_line, last_line_length) < 0)
        last_line_length = 0; /* nobody sees the message any more */
    raise(number);
}

void interrupt_catch(const char *line)
{
    struct sigaction action = {0}, before;
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&action.sa_mask, signals[i]);
    last_line = line;
    last_line_length = strlen(line);
    for (int i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

static void on_timer(int number)
{
    (void)number;
    int before = atomic_load(&postponed);
    if (before) /* otherwise it has been restored already */
        atomic_store(&came, before);
}

static void set_timer(uint32_t ms)
{
    struct itimerval once = {0};
    once.it_value.tv_sec = ms / 1000;
    once.it_value.tv_usec = (suseconds_t)(ms % 1000) * 1000;
    setitimer(ITIMER_REAL, &once, NULL);
}

void interrupt_postpone(uint32_t ms)
{
    struct sigaction action = {0};
    if (!atomic_load(&came))
        return;
    action.sa_handler = on_timer;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    atomic_store(&postponed, atomic_exchange(&came, 0));
    set_timer(ms);
}

void interrupt_hold(bool hold)
{
    atomic_store(&held, hold);
    if (hold || !atomic_load(&postponed))
        return;
    set_timer(0);
    atomic_store(&came, atomic_exchange(&postponed, 0));
}

const atomic_int *interrupt_flag(void)
{
    return &came;
}

int interrupt_signal(void)
{
    return atomic_load(&came);
}

void interrupt_release(void)
{
    struct sigaction now;
    for (int i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == on_signal)
            signal(signals[i], SIG_DFL);
}

void interrupt_forget(void)
{
    atomic_store(&came, 0);
}

void interrupt_end(void)
{
    interrupt_release();
    if (interrupt_signal())
        raise(interrupt_signal());
}
