/* store.h -- results of many runs in one SQLite file: found again by the hash of everything that
 * they depend on, kept as they arrive.
 *
 * Tables (version STORE_VERSION, in user_version; application_id STORE_ID tells the file from
 * others'):
 *   - result: key PRIMARY KEY, kind, inputs, state, reason, document, attempts
 *   - study: name PRIMARY KEY, title, definition
 *   - point: study, position, key, reference_key, scene_key, settings
 *   - picture: scene_key, kind, caption, png
 *
 * Every change is one transaction in a rollback journal that has reached the disk when the call
 * returns (synchronous EXTRA: a result is seconds to hours of work and a flush is milliseconds), so
 * that neither a killed process nor a lost supply of power loses or halves a result. A write-ahead
 * log would be faster and would leave two more files beside this one that may not be parted from
 * it. Several processes may use a file; one that finds it busy waits for up to STORE_WAIT_MS. */
#pragma once

#include "common/hash.h"
#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

enum { STORE_ID = 0x44696f72 /* "Dior" */, STORE_VERSION = 1, STORE_WAIT_MS = 60000 };

struct store;

enum store_mode {
    STORE_WRITE, /* the file is made where there is none */
    STORE_READ,  /* the file must exist and is never changed */
    STORE_LOOK,  /* as STORE_READ, for looking into many files: parts that are not read may be
                    damaged */
};

/* Opens a store. `path` NULL: in memory, lost when it is closed. ST_FAILED for folders, for files
 * that are no store, of a newer version or damaged, or have further tables, views or triggers, and
 * in mode STORE_WRITE for files that cannot be written; such a file stays as it is. */
enum st_code store_open(struct store **out, const char *path, enum store_mode mode,
                        struct status *st);
void store_close(struct store *s);             /* NULL is a no-op */
const char *store_path(const struct store *s); /* "results in memory" where there is no file */

/* ---- results ---- */

enum store_state { STORE_MISSING, STORE_DONE, STORE_FAILED };
extern const char *const store_state_names[]; /* "missing", "done", "failed" */

struct store_result {
    char key[HASH_TEXT];
    char *kind;   /* "predict" for predictions, "simulate" for every other result */
    char *inputs; /* JSON text that the key is the hash of */
    enum store_state state;
    char *reason;   /* one line; NULL unless the run failed */
    char *document; /* JSON text of predict or simulate, with stalls; NULL unless the run is done */
    int64_t attempts;
};

/* Finds a result. Where there is none, its state is STORE_MISSING and everything else is empty. */
enum st_code store_find(const struct store *s, const char *key, struct store_result *out,
                        struct status *st);
/* Finds only the state of a result, which needs none of its texts. */
enum st_code store_look(const struct store *s, const char *key, enum store_state *out,
                        struct status *st);
void store_result_free(struct store_result *r); /* leaves it empty */
/* Replaces the result of its key. The store counts `attempts` itself, ignoring that of *r. */
enum st_code store_put(struct store *s, const struct store_result *r, struct status *st);

/* ---- studies ---- */

struct store_point {
    char key[HASH_TEXT];
    char reference_key[HASH_TEXT]; /* "": no reference is wanted */
    char scene_key[HASH_TEXT];     /* key of the frame's pictures */
    char *settings;                /* JSON object with each axis and its value as text, in the order
                                      of the axes */
};

struct store_study {
    char *name, *title;
    char *definition; /* JSON: {"axes": […], "reference": bool, "figures": […], "tables": […]} */
    struct store_point *points; /* in the order of the grid */
    size_t n;
};

/* Lists the names of studies, in the order in which they were first put. The caller frees *names
 * (file_free_list). */
enum st_code store_list(const struct store *s, char ***names, size_t *n, struct status *st);
/* Reads a study. ST_FAILED, with the existing names, where there is none of that name. */
enum st_code store_study(const struct store *s, const char *name, struct store_study *out,
                         struct status *st);
void store_study_free(struct store_study *study); /* leaves it empty */
/* Replaces the study of that name and all its points; results stay. */
enum st_code store_put_study(struct store *s, const struct store_study *study, struct status *st);

/* ---- shards ---- */

/* Size of a study's name with the terminating zero: it is the name of the study's file, of at most
 * 255 bytes, without its ending, or a shorter generated one. */
enum { STORE_NAME = 256 };

/* The identity of a study: files with equal identities belong together. */
struct store_identity {
    char settings[HASH_TEXT]; /* hash of the settings of the study's points, in their order */
    char keys[HASH_TEXT];     /* hash of the points' keys, and so of the program and everything that
                                 the runs read */
    char program[HASH_TEXT];  /* "": not known */
};
enum st_code store_identify(struct store_identity *out, const struct store_study *study,
                            const char *program, struct status *st);

/* Compares the identity `there` of the file at `path` with `here`. ST_FAILED, with a line that
 * names the difference, where they are not equal. */
enum st_code store_same(const struct store_identity *there, const struct store_identity *here,
                        const char *path, struct status *st);

/* A file that holds a share of a study. */
struct store_shard {
    char study[STORE_NAME]; /* name of the study */
    uint32_t index, of;     /* 1 to `of` */
    struct store_identity identity;
    uint64_t points, runs; /* points of the whole study, runs of the share */
};

/* Puts the study and those of its points that have mine[i], at their positions in it. */
enum st_code store_put_share(struct store *s, const struct store_study *study, const bool *mine,
                             const struct store_shard *shard, struct status *st);
/* Finds the first share that the file has of the study (NULL: of any study); `of` becomes 0 where
 * there is none. */
enum st_code store_find_shard(const struct store *s, const char *study, struct store_shard *out,
                              struct status *st);

/* Is called with the key and state of every result, and with the keys of frames whose pictures are
 * all there. */
typedef enum st_code (*store_see_key)(void *context, const char *key, enum store_state state,
                                      struct status *st);
enum st_code store_each_key(const struct store *s, store_see_key see, void *context,
                            struct status *st);

/* Counts results by state and calls `see` with the reason of each failed one. */
enum st_code store_tally(const struct store *s, uint64_t *done, uint64_t *failed,
                         void (*see)(void *context, const char *reason), void *context,
                         struct status *st);

/* ---- pictures ---- */

enum store_picture_kind {
    STORE_RENDER,
    STORE_HEATMAP,
    STORE_QUANTIZED,
    STORE_CHOSEN,
    STORE_PICTURES
};
extern const char *const store_picture_names[]; /* "render", "heatmap", "quantized", "chosen" */

struct store_picture {
    char *caption;
    unsigned char *png;
    size_t n; /* size in bytes; 0: there is no such picture */
};

enum st_code store_find_picture(const struct store *s, const char *scene_key,
                                enum store_picture_kind kind, struct store_picture *out,
                                struct status *st);
void store_picture_free(struct store_picture *p); /* leaves it empty */
enum st_code store_put_picture(struct store *s, const char *scene_key, enum store_picture_kind kind,
                               const struct store_picture *picture, struct status *st);
