/* rows.h -- what sweeps print and keep. */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* Runs and asserts the exit status; the JSON document on standard output. */
json_t *rows_of(const char *words, int status);

/* Runs (exit status 0) and gives the CSV without the last columns, which differ from run to run;
 * the caller's (mem_free). */
char *rows_without_cost(const char *words);

char *rows_of_file(const char *csv); /* the same of what a sweep has written */

/* Of a file of results in the tests' folder. */
size_t results_in(const char *file);
size_t most_attempts_in(const char *file); /* how often a result was made, at most */
