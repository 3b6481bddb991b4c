/* notes.h -- messages about a gpgpusim.config that was read or written: unused options, replaced
 * values, parameters without an option. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

/* Groups of notes that summaries show in full: intervals above their latencies, and likely
 * mistakes. */
#define GPGPUSIM_INTERVALS "initiation interval above the latency, which is taken as long"
#define GPGPUSIM_UNKNOWN   "unknown option, ignored"

struct gpgpusim_note {
    const char *group; /* group that shares a line, a static string such as "ignored (power model)";
                          NULL: the note has a line of its own */
    char *item;        /* text of the note, such as "-power_trace_enabled" */
};

struct gpgpusim_notes {
    struct gpgpusim_note *notes;
    uint32_t n, room;
    bool failed; /* memory ran out: some notes are missing */
};

/* Adds a note. If memory runs out, gpgpusim_notes_text() fails. */
void gpgpusim_note(struct gpgpusim_notes *notes, const char *group, const char *format, ...)
    COMMON_PRINTF(3, 4);
/* Makes one text of `first` and all notes, "first\n  item\n  group: item, item\n  ...": the notes
 * without a group, then a line for each group in the order of their first notes. The caller owns
 * *out (mem_free); it is NULL if there are no notes. */
enum st_code gpgpusim_notes_text(char **out, const struct gpgpusim_notes *notes, const char *first,
                                 struct status *st);
void gpgpusim_notes_free(struct gpgpusim_notes *notes); /* leaves it empty */
