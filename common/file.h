/* file.h -- whole files in, whole files out.
 *
 * An output file gets its name when it is complete, so that a killed run or a full disk leaves the
 * old file or the whole new one. Until then it has no name where the file system can do that
 * (Linux: O_TMPFILE), so that nothing is left of it however the program ends; elsewhere it has a
 * temporary one in its own folder. */
#pragma once

#include "common/status.h"
#include <stddef.h>
#include <stdio.h>

/* Reads a file or a pipe to its end; *bytes is the caller's (mem_free) and has a zero byte after *n
 * bytes. `path` "-" is not special. Directories, devices, missing and unreadable files, and pipes
 * that bring more than 2^30 bytes fail with ST_FAILED. */
enum st_code file_read(const char *path, unsigned char **bytes, size_t *n, struct status *st);

bool file_exists(const char *path); /* a regular file that can be opened for reading */
/* As file_read, of regular files only: a pipe that nobody writes would be waited for. */
enum st_code file_read_regular(const char *path, unsigned char **bytes, size_t *n,
                               struct status *st);
bool file_is_named(const char *path); /* the folder has an entry of that name, whatever it is */

/* An output file on its way. */
struct file_out {
    FILE *stream;    /* write here */
    char *path;      /* final name */
    char *temporary; /* name until commit, or while it replaces an older file; NULL: in place */
    bool nameless;   /* has no name until commit */
};

/* A link is followed: its target is written. A file that is replaced leaves its mode to the new
 * one. Folders, links to nothing and files that may not be written fail with ST_FAILED, what the
 * program has read (inputs.h) with ST_USAGE. */
enum st_code file_out_open(struct file_out *f, const char *path, struct status *st);
/* Fails where what was written so far has not reached the disk; f stays open. */
enum st_code file_out_flush(struct file_out *f, struct status *st);
/* Flushes, checks every error, gives the file its name. On failure the temporary file is removed.
 * Either way f is released. */
enum st_code file_out_commit(struct file_out *f, struct status *st);
void file_out_abandon(struct file_out *f); /* removes the temporary file, releases f */
/* One of the two, by how the writing went; the first thing that went wrong. */
enum st_code file_out_finish(struct file_out *f, enum st_code code, struct status *st);

/* The three in one, for content that is in memory. */
enum st_code file_write(const char *path, const void *bytes, size_t n, struct status *st);

/* Makes a folder and its parents; an existing folder is fine. */
enum st_code file_make_folder(const char *path, struct status *st);

/* Joins with a '/', without "./" before the name; the caller frees. NULL when out of memory. */
char *file_join(const char *folder, const char *name);
/* The folder part of a path ("." if there is none); the caller frees. */
char *file_folder(const char *path);

/* Where our own data (configs, scenes, shaders) is: the environment variable DIORAMA_DATA, the
 * installed folder beside the running program (../share/diorama), the installation prefix, what
 * the build made, the source tree, in this order. Looks for `relative` ("configs/rtx2060.cfg") in
 * each and gives the first path that exists; NULL if none does. The caller frees. */
char *file_find_data(const char *relative);
char *file_find(const char *path); /* `path` itself if there is one, else as file_find_data() */

/* Names of the files in the data folder `relative` that end in `ending`, without it, sorted. *names
 * is the caller's: file_free_list. ST_FAILED where the folder is not found. */
enum st_code file_list_data(const char *relative, const char *ending, char ***names, size_t *n,
                            struct status *st);
void file_free_list(char **names, size_t n);
