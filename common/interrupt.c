#include "common/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* Lock-free atomics are what handlers and threads may share. */
static atomic_int came;
static atomic_bool held;
static const char *last_line;
static size_t last_line_length;

/* Only what POSIX lists as safe in a handler. A signal that is raised here ends the process when
 * the handler returns. */
static void on_signal(int number)
{
    interrupt_release();
    if (atomic_load(&held)) {
        atomic_store(&came, number);
        return;
    }
    if (write(STDERR_FILENO, last_line, last_line_length) < 0)
        last_line_length = 0; /* nobody is left to be told */
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

void interrupt_hold(bool hold)
{
    atomic_store(&held, hold);
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

void interrupt_end(void)
{
    interrupt_release();
    if (interrupt_signal())
        raise(interrupt_signal());
}
