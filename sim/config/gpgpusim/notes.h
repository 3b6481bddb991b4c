/* notes.h -- what there is to say about a gpgpusim.config that was read or written:
 * options that the model has no use for, values that it takes for others, parameters that no option
 * can say. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

/* Groups that summaries keep whole: intervals above their latencies; what may be a slip. */
#define GPGPUSIM_INTERVALS "initiation interval above the latency, which is taken as long"
#define GPGPUSIM_UNKNOWN   "unknown option, ignored"

struct gpgpusim_note {
    const char *group; /* static: "ignored (power model)"; NULL: a line of its own */
    char *item;        /* "-power_trace_enabled" */
};

struct gpgpusim_notes {
    struct gpgpusim_note *notes;
    uint32_t n, room;
    bool failed; /* memory ran out: some are missing */
};

/* A failed allocation is kept until gpgpusim_notes_text. */
void gpgpusim_note(struct gpgpusim_notes *notes, const char *group, const char *format, ...)
    COMMON_PRINTF(3, 4);
/* "first\n  item\n  group: item, item\n  ...": the notes without a group, then a line for each
 * group in the order of their first notes. *out is the caller's (mem_free); NULL where there are no
 * notes. */
enum st_code gpgpusim_notes_text(char **out, const struct gpgpusim_notes *notes, const char *first,
                                 struct status *st);
void gpgpusim_notes_free(struct gpgpusim_notes *notes); /* leaves it empty */
