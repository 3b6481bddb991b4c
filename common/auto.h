/* auto.h -- what is released where its scope is left, and what is undone where a step fails. */
#pragma once

#include "common/memory.h"
#include "common/status.h"

/* As MEM_AUTO, before any local variable: release(&variable) is called wherever its scope is left.
 * The variable has a value by then in any case, and `release` takes {0}. */
#define AUTO(release) __attribute__((cleanup(release)))

/* TRY, with something to be undone before the failure is passed on. */
#define TRY_ELSE(call, undo)                                                                       \
    do {                                                                                           \
        enum st_code try_code_ = (call);                                                           \
        if (try_code_ != ST_OK) {                                                                  \
            undo;                                                                                  \
            return try_code_;                                                                      \
        }                                                                                          \
    } while (0)
