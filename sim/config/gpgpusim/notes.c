#include "sim/config/gpgpusim/notes.h"

#include "common/grow.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>

void gpgpusim_note(struct gpgpusim_notes *notes, const char *group, const char *format, ...)
{
    char item[512];
    va_list args;
    va_start(args, format);
    vsnprintf(item, sizeof item, format, args);
    va_end(args);
    for (char *at = item; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    char *kept = mem_strdup(item);
    if (!kept || !grow(&notes->notes, notes->n, &notes->room, sizeof *notes->notes)) {
        mem_free(kept);
        notes->failed = true;
        return;
    }
    notes->notes[notes->n++] = (struct gpgpusim_note){group, kept};
}

static bool begins_line(const struct gpgpusim_notes *notes, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (notes->notes[j].group && strcmp(notes->notes[j].group, notes->notes[i].group) == 0)
            return false;
    return true;
}

static size_t append(char *to, size_t used, const char *text)
{
    if (to)
        memcpy(to + used, text, strlen(text));
    return used + strlen(text);
}

/* Writes the text of the notes if `to` is not NULL; returns its length in any case. */
static size_t compose(char *to, const struct gpgpusim_notes *notes, const char *first)
{
    size_t used = append(to, 0, first);
    for (uint32_t i = 0; i < notes->n; i++)
        if (!notes->notes[i].group) {
            used = append(to, used, "\n  ");
            used = append(to, used, notes->notes[i].item);
        }
    for (uint32_t i = 0; i < notes->n; i++) {
        const char *group = notes->notes[i].group, *between = ": ";
        if (!group || !begins_line(notes, i))
            continue;
        used = append(to, used, "\n  ");
        used = append(to, used, group);
        for (uint32_t j = i; j < notes->n; j++)
            if (notes->notes[j].group && strcmp(notes->notes[j].group, group) == 0) {
                used = append(to, used, between);
                used = append(to, used, notes->notes[j].item);
                between = ", ";
            }
    }
    return used;
}

enum st_code gpgpusim_notes_text(char **out, const struct gpgpusim_notes *notes, const char *first,
                                 struct status *st)
{
    *out = NULL;
    if (notes->failed)
        return status_no_memory(st, "notes on a configuration");
    if (notes->n == 0)
        return ST_OK;
    TRY(mem_make(out, compose(NULL, notes, first) + 1, 1, "notes on a configuration", st));
    compose(*out, notes, first);
    return ST_OK;
}

void gpgpusim_notes_free(struct gpgpusim_notes *notes)
{
    for (uint32_t i = 0; i < notes->n; i++)
        mem_free(notes->notes[i].item);
    mem_free(notes->notes);
    *notes = (struct gpgpusim_notes){0};
}
