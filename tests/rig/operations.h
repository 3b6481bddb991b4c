/* operations.h -- tables of instructions, operands and results that scripts in tests/data print. */
#pragma once

#include <stdint.h>

/* A row: the opcode, a letter for the result and for each source, the sources and the result in
 * hexadecimal digits. */
struct operation {
    char opcode[24], letters[8], result[24], line[128];
    uint64_t source[4];
};

enum { OPERATIONS_MOST = 16384 };
struct operations {
    struct operation rows[OPERATIONS_MOST];
    uint32_t n;
};

/* Reads what the script tests/data/<name> prints; 0, or -1 where python3 or the script fails. */
int rig_operations_read(struct operations *out, const char *name);
