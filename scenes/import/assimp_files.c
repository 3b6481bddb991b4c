#include "scenes/import/assimp_files.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/import/check.h"

#include <string.h>

struct open_file {
    struct aiFile base; /* must be the first member: assimp passes its address back */
    struct source_file source;
    size_t at;
};

static size_t io_read(struct aiFile *f, char *out, size_t size, size_t count)
{
    struct open_file *o = (struct open_file *)f;
    size_t left = o->source.n - o->at;
    if (size == 0)
        return 0;
    if (count > left / size)
        count = left / size;
    if (count > 0)
        memcpy(out, o->source.bytes + o->at, count * size);
    o->at += count * size;
    return count;
}

static size_t io_write(struct aiFile *f, const char *bytes, size_t size, size_t count)
{
    (void)f;
    (void)bytes;
    (void)size;
    (void)count;
    return 0;
}

static size_t io_tell(struct aiFile *f)
{
    return ((struct open_file *)f)->at;
}

static size_t io_size(struct aiFile *f)
{
    return ((struct open_file *)f)->source.n;
}

static void io_flush(struct aiFile *f)
{
    (void)f;
}

static enum aiReturn io_seek(struct aiFile *f, size_t offset, enum aiOrigin origin)
{
    struct open_file *o = (struct open_file *)f;
    size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? o->at : o->source.n;
    size_t to = from + offset; /* a negative offset wraps around, as intended */
    if (to > o->source.n)
        return aiReturn_FAILURE;
    o->at = to;
    return aiReturn_SUCCESS;
}

/* Finds the replacement of a file. Only names are compared, since assimp joins folder and name in
 * its own ways. */
static const struct mesh_stand_in *find_stand_in(const struct mesh_files *files, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (int i = 0; i < MESH_STAND_INS; i++) {
        const struct mesh_stand_in *s = &files->stand_ins[i];
        if (s->path && (strcmp(s->path, path) == 0 || strcmp(s->path, name) == 0))
            return s;
    }
    return NULL;
}

static enum st_code find_bytes(struct mesh_files *files, const char *path, struct source_file *out)
{
    const struct mesh_stand_in *stand_in = find_stand_in(files, path);
    struct plain plain;
    if (!stand_in) {
        TRY(source_files_open(&files->sources, path, out, &files->why));
        if (!files->is_obj)
            return ST_OK;
        TRY(mesh_check_mtl(path, out->bytes, out->n, &plain, &files->why));
        *out = (struct source_file){.bytes = plain.bytes, .n = plain.n};
        return ST_OK;
    }
    *out = (struct source_file){.n = stand_in->n};
    memcpy(&out->bytes, &stand_in->bytes, sizeof out->bytes); /* copied so, since `bytes` is const;
                                                                 it is only read */
    return ST_OK;
}

static struct aiFile *io_open(struct aiFileIO *io, const char *path, const char *mode)
{
    struct mesh_files *files = (struct mesh_files *)(void *)io->UserData;
    struct source_file source;
    if (strchr(mode, 'w') || files->why.code != ST_OK ||
        (!find_stand_in(files, path) && !file_exists(path)))
        return NULL;
    struct open_file *o = mem_calloc(1, sizeof *o);
    if (!o)
        status_no_memory(&files->why, path);
    if (!o || find_bytes(files, path, &source) != ST_OK) {
        mem_free(o);
        return NULL;
    }
    o->base = (struct aiFile){.ReadProc = io_read,
                              .WriteProc = io_write,
                              .TellProc = io_tell,
                              .FileSizeProc = io_size,
                              .SeekProc = io_seek,
                              .FlushProc = io_flush};
    o->source = source;
    return &o->base;
}

static void io_close(struct aiFileIO *io, struct aiFile *f)
{
    (void)io;
    mem_free(f);
}

void mesh_files_start(struct mesh_files *f, struct hash *hash)
{
    *f = (struct mesh_files){.sources = {.hash = hash}};
    f->io = (struct aiFileIO){
        .OpenProc = io_open, .CloseProc = io_close, .UserData = (aiUserData)(void *)f};
}
