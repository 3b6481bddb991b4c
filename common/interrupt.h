/* interrupt.h -- SIGINT and SIGTERM: the first asks for an end, the second is one.
 *
 * For programs: a library leaves signals to the program that it is part of, and without
 * interrupt_catch() the flag is never set. A signal that the program was started with as ignored
 * stays so. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* From here on a signal prints `line` (a text with its newline, which must stay) on standard error
 * and ends the process as it does by default, so that shells see what ended it; but while it is
 * held, the first only sets the flag, and the next one ends the process at once. */
void interrupt_catch(const char *line);
void interrupt_hold(bool hold);

/* The signal that came while it was held is as if it had not come for that long, for what can
 * still be found out until then. At most until it is held no more. */
void interrupt_postpone(uint32_t ms);

/* Not 0: the signal that came while it was held. May be read by any thread. */
const atomic_int *interrupt_flag(void);
int interrupt_signal(void);

/* Signals do again what they do by default. */
void interrupt_release(void);
/* If a signal came while it was held, ends the process by it, so that whoever waits for the process
 * sees that it was interrupted. To be called last. */
void interrupt_end(void);
