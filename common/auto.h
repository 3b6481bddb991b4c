/* auto.h -- releases a variable when its scope is left, and undoes steps when a later one fails. */
#pragma once

#include "common/memory.h"
#include "common/status.h"

/* Written before the declaration of a local variable: calls release(&variable) wherever the
 * variable's scope is left. The variable must have a value by then, and `release` must accept {0}.
 */
#define AUTO(release) __attribute__((cleanup(release)))

/* TRY with a statement that runs before the failure is returned. */
#define TRY_ELSE(call, undo)                                                                       \
    do {                                                                                           \
        enum st_code try_code_ = (call);                                                           \
        if (try_code_ != ST_OK) {                                                                  \
            undo;                                                                                  \
            return try_code_;                                                                      \
        }                                                                                          \
    } while (0)
