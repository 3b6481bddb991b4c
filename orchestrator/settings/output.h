/* output.h -- checks of the files that a command writes, and messages about them. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "orchestrator/settings/settings.h"
#include <stdio.h>

/* Makes the output's name: a copy of `asked` or, where that is NULL, "<stem><ending>". The caller
 * frees *out (mem_free). */
enum st_code output_name(char **out, const char *asked, const char *stem, const char *ending,
                         struct status *st);

/* Checks an output before hours of work. Fails where a file of that name cannot be written, and
 * where it is one of the files that the settings name as inputs or as other outputs, one that was
 * read (inputs.h), or that of the results (`out`). Scenes and configurations name further files,
 * which are known only when those were read: a second check then finds them. */
enum st_code output_check(const char *path, const struct settings *settings, FILE *out,
                          struct status *st);

/* Fails where --csv or --plot names one of the files that the settings name as inputs. */
enum st_code output_check_operands(const struct settings *settings, struct status *st);

/* Whether two names are of one file, be it there or not. A device is none: many may write to it. */
enum st_code output_is_one_file(bool *out, const char *path, const char *other, struct status *st);

/* Whether the path of an output is "-", standard output. */
bool output_is_stdout(const char *path);
/* Checks the file of rows that --<option> names; path is NULL where it is not given. "-" is
 * standard output, which --json must not use at the same time; other paths are checked by
 * output_check. */
enum st_code output_check_rows(const char *option, const char *path,
                               const struct settings *settings, FILE *out, struct status *st);
/* Checks the files of --csv and --plot, where given, before runs that may take long. `stem`: --plot
 * is the beginning of several files' names; else it is one file. */
enum st_code output_check_results(const struct settings *settings, bool stem, FILE *out,
                                  struct status *st);

/* Checks the folder that partition or predict is about to write, which need not exist: fails where
 * the name is that of a file, and where a file that was read would be replaced. */
enum st_code output_check_folder(const char *path, struct status *st);

/* Writes a picture to the file `name` in `folder`. */
enum st_code output_picture(const struct image *picture, const char *folder, const char *name,
                            struct status *st);
