/* interrupt.h -- SIGINT and SIGTERM: the first signal requests an end, the second one ends the
 * process.
 *
 * It is meant for programs; a library leaves signals to the program that uses it: without
 * interrupt_catch() the flag is never set. A signal that was ignored when the program started stays
 * ignored. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* From now on, a signal prints `line` (a text with its newline, which must stay valid) on standard
 * error and ends the process by the signal's default action, so shells see the cause. While signals
 * are held, the first signal only sets the flag, and the next one ends the process at once. */
void interrupt_catch(const char *line);
void interrupt_hold(bool hold);

/* Clears the flag for `ms` milliseconds, where a held signal has set it, for results that can still
 * be computed in that time. It is set again then, or when the hold ends. */
void interrupt_postpone(uint32_t ms);

/* Returns the flag, not 0 if a signal came since interrupt_hold(true). Any thread may read it. */
const atomic_int *interrupt_flag(void);
int interrupt_signal(void);

/* Restores the default actions of the signals. */
void interrupt_release(void);
/* Clears the flag, which a forked process inherits: a signal to its parent is none to it. */
void interrupt_forget(void);
/* If a signal came while signals were held, ends the process by that signal, so that the parent
 * sees the interrupt. It must be called last. */
void interrupt_end(void);
