/* output.h -- checks of the files that a command writes, and messages about them. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "orchestrator/settings/settings.h"
#include <stdio.h>

/* `asked`, or "<stem><ending>" where that is NULL; the caller frees it (mem_free). */
enum st_code output_name(char **out, const char *asked, const char *stem, const char *ending,
                         struct status *st);

/* Fails before hours of work where a file of that name cannot be written, and where it is one of
 * the files that the settings name as inputs, one that was read (inputs.h), or the one of the
 * results (`out`). Files that scenes and configurations name are read with them: a second check
 * after that finds those. */
enum st_code output_check(const char *path, const struct settings *settings, FILE *out,
                          struct status *st);

/* Fails where --csv or --plot is one of the files that the settings name as inputs. */
enum st_code output_check_operands(const struct settings *settings, struct status *st);

/* Whether rows of results go to standard output. */
bool output_is_stdout(const char *path);
/* Checks the file of rows of --<option>, NULL where it is not given: "-" is standard output, which
 * --json must not use as well; anything else is checked as above. */
enum st_code output_check_rows(const char *option, const char *path,
                               const struct settings *settings, FILE *out, struct status *st);
/* Checks --csv and --plot, given or not, before runs that may take long: rows and figures each have
 * files of their own. `stem`: --plot names the files of a figure without their endings, else one
 * file. */
enum st_code output_check_results(const struct settings *settings, bool stem, FILE *out,
                                  struct status *st);

/* The same for the folder of partition or predict, which need not exist yet: fails where the name
 * is a file's, and where a file that was read would be replaced. */
enum st_code output_check_folder(const char *path, struct status *st);

/* Writes picture `name` in `folder`. */
enum st_code output_picture(const struct image *picture, const char *folder, const char *name,
                            struct status *st);
