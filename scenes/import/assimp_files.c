#include "scenes/import/assimp_files.h"

#include "common/file.h"
#include "common/memory.h"

#include <string.h>

struct open_file {
    struct aiFile base; /* first: assimp hands its address back */
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

static struct aiFile *io_open(struct aiFileIO *io, const char *path, const char *mode)
{
    struct mesh_files *files = (struct mesh_files *)(void *)io->UserData;
    struct status unused;
    struct source_file source;
    if (strchr(mode, 'w') || !file_exists(path))
        return NULL;
    enum st_code code = source_files_open(&files->sources, path, &source, &unused);
    struct open_file *o = code == ST_OK ? mem_calloc(1, sizeof *o) : NULL;
    if (!o) {
        files->no_memory |= code != ST_FAILED;
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
