#include "scenes/source_files.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"

#include <string.h>

static enum st_code add_path(struct source_files *s, const char *path, struct status *st)
{
    struct source_file f = {0};
    if (!grow(&s->files, s->n, &s->room, sizeof *s->files))
        return status_no_memory(st, path);
    TRY(mem_copy_text(&f.path, path, path, st));
    enum st_code code = file_read_regular(path, &f.bytes, &f.n, st);
    if (code != ST_OK) {
        mem_free(f.path);
        return code;
    }
    hash_add(s->hash, f.bytes, f.n);
    s->files[s->n++] = f;
    return ST_OK;
}

enum st_code source_files_open(struct source_files *s, const char *path, struct source_file *out,
                               struct status *st)
{
    uint32_t i = 0;
    *out = (struct source_file){0};
    while (i < s->n && strcmp(s->files[i].path, path) != 0)
        i++;
    if (i == s->n)
        TRY(add_path(s, path, st));
    *out = s->files[i];
    return ST_OK;
}

void source_files_free(struct source_files *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        mem_free(s->files[i].path);
        mem_free(s->files[i].bytes);
    }
    mem_free(s->files);
    *s = (struct source_files){.hash = s->hash};
}
