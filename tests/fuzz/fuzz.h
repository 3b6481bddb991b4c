/* fuzz.h -- one reader under arbitrary bytes.
 *
 * A target is a file fuzz_<name>.c that defines fuzz_one(). It is built twice: with a replay driver
 * that runs every file of corpus/<name>/ (the test fuzz/<name>), and, with DIORAMA_FUZZ, with
 * libFuzzer (the program fuzz_<name>). Files of the corpus are named good_* or bad_*: the replay
 * wants the former accepted and the latter refused. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

/* Reads the bytes, looks at all that came of it, gives it back. What must never happen aborts. */
enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st);

/* The entry of libFuzzer: fuzz_one() and what every reader owes (below). Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* fuzz_one() on a copy of exactly n bytes, so that a sanitizer sees a step too far. Aborts unless a
 * failure has written its code and one line of text, and a success has left *st alone. */
enum st_code fuzz_checked(const uint8_t *bytes, size_t n, struct status *st);

/* For readers that take a path: the bytes in a file of their own whose name begins with the number
 * 0 and ends in `ending` (".obj"). NULL where there is no room. fuzz_file_remove takes it away. */
char *fuzz_file(const uint8_t *bytes, size_t n, const char *ending);
void fuzz_file_remove(char *path);

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            BUG("fuzz: %s", #condition);                                                           \
    } while (0)
