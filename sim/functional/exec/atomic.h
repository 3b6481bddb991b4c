/* atomic.h -- what atomic operations store. */
#pragma once

#include "sim/functional/program/ops.h"

#include <stdint.h>

/* The new value of an atomic operation on `bytes` bytes; `swap` is CAS's second operand. */
uint64_t atomic_changed(enum atomic_op op, uint64_t old, uint64_t value, uint64_t swap,
                        uint32_t bytes);
