#include "orchestrator/report/source_text.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>

/* Cuts the text into lines, which end with "\n" or "\r\n". */
static enum st_code cut(struct source_text *s, size_t n, struct status *st)
{
    char *end = s->bytes + n;
    size_t lines = 1;
    for (const char *at = s->bytes; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        lines++;
    TRY(mem_make(&s->line, lines, sizeof *s->line, "source text", st));
    for (char *at = s->bytes; at < end;) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        s->line[s->n++] = at;
        if (stop > at && stop[-1] == '\r')
            stop[-1] = '\0';
        *stop = '\0';
        at = stop + 1;
    }
    return ST_OK;
}

enum st_code source_text_read(struct source_text *out, const char *path, struct status *st)
{
    struct status why = {0};
    unsigned char *bytes;
    size_t n;
    enum st_code code = file_read_regular(path, &bytes, &n, &why);
    if (code == ST_NOMEM)
        return status_no_memory(st, path);
    if (code != ST_OK) {
        snprintf(out->problem, sizeof out->problem, "%.255s", why.text);
        return ST_OK;
    }
    if (memchr(bytes, '\0', n)) {
        mem_free(bytes);
        snprintf(out->problem, sizeof out->problem, "%.200s: is not text", path);
        return ST_OK;
    }
    out->bytes = (char *)bytes;
    return cut(out, n, st);
}

void source_text_free(struct source_text *s)
{
    MEM_FREE(s->bytes, s->line);
    *s = (struct source_text){0};
}

const char *source_text_line(const struct source_text *s, uint32_t line)
{
    return line && line <= s->n ? s->line[line - 1] : NULL;
}
