/* file.h -- reads and writes whole files.
 *
 * An output file gets its name when it is complete, so that a killed run or a full disk leaves
 * either the old file or the whole new one. Until then it has no name where the file system
 * supports that (Linux: O_TMPFILE), and nothing of it is left however the program ends; elsewhere
 * it has a temporary name in its own folder (own_name.h). The name is given when the data are on
 * the disk, so that a loss of power leaves one of the two files as well. */
#pragma once

#include "common/status.h"
#include <stddef.h>
#include <stdio.h>

/* Most bytes of a file that is read whole: meshes of the largest scenes have less. */
#define FILE_MOST_BYTES ((size_t)1 << 32)

/* Reads a file or a pipe to its end. The caller frees *bytes (mem_free), which has a zero byte
 * after its *n bytes. A `path` of "-" is an ordinary name. ST_FAILED for directories, devices,
 * missing and unreadable files, files with more than FILE_MOST_BYTES, and pipes with more than
 * 2^30. */
enum st_code file_read(const char *path, unsigned char **bytes, size_t *n, struct status *st);
/* The same with another limit, `most`, for files and pipes. */
enum st_code file_read_most(const char *path, size_t most, unsigned char **bytes, size_t *n,
                            struct status *st);

bool file_exists(const char *path); /* whether a regular file can be opened for reading */
/* Reads a file as file_read does, but only a regular one, as opening a pipe can block: for files
 * that are named by a file and not by the user. */
enum st_code file_read_regular(const char *path, unsigned char **bytes, size_t *n,
                               struct status *st);
bool file_is_named(const char *path); /* whether the folder has such an entry, of any kind */

/* An output file being written. */
struct file_out {
    FILE *stream;    /* write here */
    char *path;      /* final name */
    char *temporary; /* name until it is complete, or while it replaces an older file; NULL: it is
                        written in place */
    bool nameless;   /* whether it has no name until file_out_commit */
};

/* Begins an output file. A link is followed, and its target is written. A file that is replaced
 * passes its mode to the new one. ST_FAILED for folders, links to nothing and files that may not be
 * written; ST_USAGE for files that the program has read (inputs.h). */
enum st_code file_out_open(struct file_out *f, const char *path, struct status *st);
/* Waits until the data that were written are on the disk; fails if they cannot be. f stays open. */
enum st_code file_out_flush(struct file_out *f, struct status *st);
/* Flushes the file to the disk, checks for every error and gives the file its name. On failure the
 * temporary file is removed. Releases f in any case. */
enum st_code file_out_commit(struct file_out *f, struct status *st);
void file_out_abandon(struct file_out *f); /* removes the temporary file, releases f */
/* Commits the file if `code` is ST_OK, else abandons it; returns the first error. */
enum st_code file_out_finish(struct file_out *f, enum st_code code, struct status *st);

/* Flushes a stream: whether everything that was written to it has arrived. A failed write may show
 * in ferror() alone, as a later fflush() has nothing left to write. errno tells why not. */
bool file_flush(FILE *stream);
bool file_close(FILE *stream); /* the same, and closes the stream in any case */

/* A stream into memory, as open_memstream() gives it, for a text that the caller frees with free()
 * after the stream is closed; NULL without memory. */
FILE *file_memory(char **text, size_t *n);
/* file_close() of such a stream. glibc notes no error in the stream where its memory does not
 * suffice: a byte is missing, or *text is NULL; errno tells. */
bool file_memory_close(FILE *stream, char *const *text);

/* Flushes a stream and waits until the data are on the disk. Returns 0 or errno. */
int file_sync(FILE *stream);
/* Waits until the entry `path` of its folder is on the disk, so that no loss of power takes it. */
enum st_code file_sync_folder(const char *path, struct status *st);
/* Gives a complete file, whose name is `own`, the name `path` in the same folder, and replaces what
 * had that; both are on the disk afterwards. On failure `own` is removed. */
enum st_code file_take_name(const char *own, const char *path, struct status *st);

/* Opens, writes and commits a file, for content in memory. */
enum st_code file_write(const char *path, const void *bytes, size_t n, struct status *st);

/* Creates a folder and its parents, and waits until they are on the disk; an existing folder is no
 * error. */
enum st_code file_make_folder(const char *path, struct status *st);
/* Creates an empty folder of a new name in $TMPDIR, else in /tmp. The caller frees *path with
 * mem_free() and removes the folder. ST_FAILED where none can be made. */
enum st_code file_make_temporary(char **path, struct status *st);

/* Joins folder and name with a '/'; a name without a folder gets no "./". The caller frees the
 * result; NULL: no memory. */
char *file_join(const char *folder, const char *name);
/* Returns the folder part of a path ("." if there is none); the caller frees it. */
char *file_folder(const char *path);

/* Finds `relative`, such as "configs/rtx2060.cfg", in Diorama's own data (configs, scenes,
 * shaders), in this order: the environment variable DIORAMA_DATA, the installed folder beside the
 * running program (../share/diorama), the installation prefix, the build folder, the source tree.
 * Returns the first path that exists; NULL if none does. The caller frees it. */
char *file_find_data(const char *relative);
char *file_find(const char *path); /* `path` if it exists, else as file_find_data() finds it */

/* Lists the files in the data folder `relative` whose names end in `ending`, without that, sorted.
 * The caller frees *names (file_free_list). ST_FAILED if the folder is not found. */
enum st_code file_list_data(const char *relative, const char *ending, char ***names, size_t *n,
                            struct status *st);
void file_free_list(char **names, size_t n);
