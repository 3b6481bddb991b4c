/* file.h -- reads and writes whole files.
 *
 * An output file gets its name when it is complete, so a killed run or a full disk leaves the old
 * file or the whole new one. Until then it has no name if the file system supports that (Linux:
 * O_TMPFILE), so nothing is left of it however the program ends; otherwise it has a temporary one
 * in its own folder. */
#pragma once

#include "common/status.h"
#include <stddef.h>
#include <stdio.h>

/* Reads a file or a pipe to its end; the caller owns *bytes (mem_free), which has a zero byte after
 * *n bytes. `path` "-" is not special. ST_FAILED for directories, devices, missing and unreadable
 * files, and pipes with more than 2^30 bytes. */
enum st_code file_read(const char *path, unsigned char **bytes, size_t *n, struct status *st);

bool file_exists(const char *path); /* a regular file that can be opened for reading */
/* Like file_read, for regular files only: reading a pipe without a writer would block. */
enum st_code file_read_regular(const char *path, unsigned char **bytes, size_t *n,
                               struct status *st);
bool file_is_named(const char *path); /* the folder has an entry of that name, of any kind */

/* An output file being written. */
struct file_out {
    FILE *stream;    /* write here */
    char *path;      /* final name */
    char *temporary; /* name until commit, or while it replaces an older file; NULL: written in
                        place */
    bool nameless;   /* has no name until commit */
};

/* Follows a link: its target is written. A replaced file passes its mode to the new one. ST_FAILED
 * for folders, links to nothing and files that may not be written; ST_USAGE for files that the
 * program has read (inputs.h). */
enum st_code file_out_open(struct file_out *f, const char *path, struct status *st);
/* Fails if written data have not reached the disk; f stays open. */
enum st_code file_out_flush(struct file_out *f, struct status *st);
/* Flushes, checks every error, gives the file its name. On failure the temporary file is removed.
 * Releases f in any case. */
enum st_code file_out_commit(struct file_out *f, struct status *st);
void file_out_abandon(struct file_out *f); /* removes the temporary file, releases f */
/* Commits or abandons, depending on `code`; returns the first error. */
enum st_code file_out_finish(struct file_out *f, enum st_code code, struct status *st);

/* Opens, writes and commits, for content in memory. */
enum st_code file_write(const char *path, const void *bytes, size_t n, struct status *st);

/* Creates a folder and its parents; an existing folder is no error. */
enum st_code file_make_folder(const char *path, struct status *st);

/* Joins with a '/', without "./" before the name; the caller frees. NULL when out of memory. */
char *file_join(const char *folder, const char *name);
/* The folder part of a path ("." if there is none); the caller frees. */
char *file_folder(const char *path);

/* Finds `relative` ("configs/rtx2060.cfg") in our own data (configs, scenes, shaders): the
 * environment variable DIORAMA_DATA, the installed folder beside the running program
 * (../share/diorama), the installation prefix, the build folder, the source tree, in this order.
 * Returns the first path that exists; NULL if none does. The caller frees. */
char *file_find_data(const char *relative);
char *file_find(const char *path); /* `path` itself if it exists, else as file_find_data() */

/* Names of the files in the data folder `relative` that end in `ending`, without it, sorted. The
 * caller owns *names: file_free_list. ST_FAILED if the folder is not found. */
enum st_code file_list_data(const char *relative, const char *ending, char ***names, size_t *n,
                            struct status *st);
void file_free_list(char **names, size_t n);
