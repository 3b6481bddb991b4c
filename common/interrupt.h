/* interrupt.h -- SIGINT and SIGTERM: the first signal requests an end, the second one ends the
 * process.
 *
 * For programs: a library leaves signals to its program, and without interrupt_catch() the flag is
 * never set. A signal that was ignored when the program started stays ignored. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* From here on a signal prints `line` (a text with its newline, which must stay valid) on standard
 * error and ends the process as by default, so shells see the cause. While signals are held, the
 * first only sets the flag, and the next one ends the process at once. */
void interrupt_catch(const char *line);
void interrupt_hold(bool hold);

/* Clears the flag of a held signal for that long, for results that can still be computed until
 * then. Ends with the hold at the latest. */
void interrupt_postpone(uint32_t ms);

/* Not 0: the signal that came since interrupt_hold(true). Any thread may read it. */
const atomic_int *interrupt_flag(void);
int interrupt_signal(void);

/* Restores the default actions of signals. */
void interrupt_release(void);
/* If a signal came while signals were held, ends the process by it, so the parent sees the
 * interrupt. To be called last. */
void interrupt_end(void);
