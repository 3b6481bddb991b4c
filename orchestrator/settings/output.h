/* output.h -- checks of the files that a command writes, and messages about them. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "orchestrator/settings/settings.h"
#include <stdio.h>

/* `asked`, or "<stem><ending>" where that is NULL; the caller frees (mem_free). */
enum st_code output_name(char **out, const char *asked, const char *stem, const char *ending,
                         struct status *st);

/* Fails early where a file of that name cannot be written, before hours of work are done for it,
 * and where it is one of the files that settings name to be read, one that was read (inputs.h), or
 * the one that the results go to (`out`). What scenes and configurations name is read with them: a
 * second check behind that finds it. */
enum st_code output_check(const char *path, const struct settings *settings, FILE *out,
                          struct status *st);

/* Fails where --csv or --plot is one of the files that settings name to be read. */
enum st_code output_check_operands(const struct settings *settings, struct status *st);

/* Rows of results go to standard output. */
bool output_is_stdout(const char *path);
/* The file of rows of --<option>, NULL where it is not given: "-" is standard output, which --json
 * must not want as well; anything else is checked as above. */
enum st_code output_check_rows(const char *option, const char *path,
                               const struct settings *settings, FILE *out, struct status *st);
/* --csv and --plot, given or not, before runs that may take long: rows and figures each have files
 * of their own. `stem`: --plot names the files of a figure without their endings, else one file. */
enum st_code output_check_results(const struct settings *settings, bool stem, FILE *out,
                                  struct status *st);

/* The same for the folder of partition or predict, which need not be there yet: fails where the
 * name is a file's, and where something that was read is replaced. */
enum st_code output_check_folder(const char *path, struct status *st);

/* Picture `name` in `folder`. */
enum st_code output_picture(const struct image *picture, const char *folder, const char *name,
                            struct status *st);
