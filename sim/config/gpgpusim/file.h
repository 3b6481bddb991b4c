/* file.h -- the syntax of a gpgpusim.config: options, their values and their lines.
 *
 * The rules are those of GPGPU-Sim's option parser (src/option_parser.cc): '#' begins a comment up
 * to the end of the line; all other text is words separated by white space, including ends of
 * lines; a word that begins with '-' and a letter names an option and the next word is its value; a
 * value in "quotes" may contain white space and line ends, each run of which counts as one space;
 * an option without a value is a flag that is set. If an option is given twice, the last one
 * counts. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

struct gpgpusim_entry {
    const char *name;  /* name of the option, with its dash */
    const char *value; /* NULL: none */
    const char *stray; /* a second value, which is an error or ignored; NULL: none */
    int line, stray_line;
    bool overridden; /* the same option is given again later */
};

struct gpgpusim_file {
    const char *name;  /* name of the file, for messages; borrowed */
    char *text;        /* memory of all texts */
    const char *title; /* from a comment "# title: ..." before the options; NULL: none */
    struct gpgpusim_entry *entries;
    uint32_t n, room;
};

/* Whether the text is a gpgpusim.config: its first word outside of comments has the form of an
 * option. */
bool gpgpusim_file_is(const char *text, size_t n);

/* Parses a text, which is copied; `name` is borrowed. ST_USAGE with file and line. */
enum st_code gpgpusim_file_parse(struct gpgpusim_file *out, const char *text, size_t n,
                                 const char *name, struct status *st);
void gpgpusim_file_free(struct gpgpusim_file *f); /* leaves it empty */

/* The entry of an option that counts, the last one; NULL if the option is not given. */
const struct gpgpusim_entry *gpgpusim_file_find(const struct gpgpusim_file *f, const char *name);
