#include "orchestrator/cli/command.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/grow.h"
#include "common/interrupt.h"
#include "common/json_writer.h"
#include "orchestrator/study/merge.h"
#include "orchestrator/study/shard.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct files {
    struct merge_file *all;
    uint32_t n, room;
    uint32_t without; /* number of shards that have no file */
};

static void free_files(struct files *f)
{
    for (uint32_t i = 0; i < f->n; i++)
        mem_free(f->all[i].path);
    mem_free(f->all);
}

static enum st_code add_command_merge(struct files *f, char *path, struct status *st)
{
    if (!path || !grow(&f->all, f->n, &f->room, sizeof *f->all)) {
        mem_free(path);
        return status_no_memory(st, "merge");
    }
    f->all[f->n++] = (struct merge_file){.path = path};
    return ST_OK;
}

static bool is_database(const char *name)
{
    size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, ".db") == 0;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct merge_file *)a)->path, ((const struct merge_file *)b)->path);
}

/* Whether a file is the first of a shard; *of is then the number of shards. */
static bool begins_shard(const char *name, uint32_t *of)
{
    unsigned index, all, attempt;
    char rest;
    if (sscanf(name, "%5u-of-%5u.%u.d%c", &index, &all, &attempt, &rest) != 4 || attempt != 1)
        return false;
    *of = all;
    return true;
}

/* Adds every *.db of a folder. Shards without a file are only counted, as the number of their
 * points is not known. */
static enum st_code add_folder(struct files *f, const char *folder, DIR *entries, struct status *st)
{
    uint32_t first = f->n, begun = 0, of = 0;
    for (struct dirent *e; (e = readdir(entries)) != NULL;)
        if (is_database(e->d_name)) {
            begun += begins_shard(e->d_name, &of);
            TRY(add_command_merge(f, file_join(folder, e->d_name), st));
        }
    if (begun < of)
        f->without += of - begun;
    if (f->n == first)
        return status_fail_at(st, ST_FAILED, folder, 0, "has no file of results, *.db");
    qsort(f->all + first, f->n - first, sizeof *f->all, by_path);
    return ST_OK;
}

/* Adds a file, which need not exist yet, and the shards of its study, which are beside it. */
static enum st_code add_file(struct files *f, const char *path, bool there, struct status *st)
{
    MEM_AUTO char *folder = shard_folder(path);
    if (!folder)
        return status_no_memory(st, path);
    DIR *entries = opendir(folder);
    if (!entries && (errno != ENOENT || !there))
        return status_fail_at(st, ST_FAILED, errno == ENOENT ? path : folder, 0,
                              "cannot be opened: %s", strerror(errno));
    enum st_code code = there ? add_command_merge(f, mem_strdup(path), st) : ST_OK;
    if (code == ST_OK && entries)
        code = add_folder(f, folder, entries, st);
    if (entries)
        closedir(entries);
    return code;
}

/* Adds an operand. Where the files of a folder of shards are operands, the notes among them are
 * left out, just as when the folder is the operand. */
static enum st_code add_operand(struct files *f, const char *operand, struct status *st)
{
    if (!is_database(operand) && shard_is_note(operand))
        return ST_OK;
    DIR *entries = opendir(operand);
    if (!entries && (errno == ENOTDIR || errno == ENOENT))
        return add_file(f, operand, errno == ENOTDIR, st);
    if (!entries)
        return status_fail_at(st, ST_FAILED, operand, 0, "cannot be opened: %s", strerror(errno));
    enum st_code code = add_folder(f, operand, entries, st);
    closedir(entries);
    return code;
}

/* ---- the merged file ---- */

static void tell_damage(const struct command_context *c, const struct files *f)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (f->all[i].damaged)
            command_warn(c, "%s: damaged (%s); what can be read is merged", f->all[i].path,
                         f->all[i].reason);
}

static enum st_code print_merge(const struct command_context *c, const char *path, size_t files,
                                const struct merge_end *end, struct status *st)
{
    struct json_writer w = {0};
    uint64_t missing = end->points - end->done - end->failed;
    if (!c->settings->output.json) {
        fprintf(c->out,
                "%s: %zu %s, %llu results; %llu points, %llu done, %llu failed, %llu missing\n",
                path, files, files == 1 ? "file" : "files", (unsigned long long)end->results,
                (unsigned long long)end->points, (unsigned long long)end->done,
                (unsigned long long)end->failed, (unsigned long long)missing);
        return ST_OK;
    }
    json_t *d = json_writer_document(&w, c->line->name);
    json_put_text(&w, d, "output", path);
    json_put_count(&w, d, "files", files);
    json_put_count(&w, d, "damaged", end->damaged);
    json_put_count(&w, d, "results", end->results);
    json_put_count(&w, d, "points", end->points);
    json_put_count(&w, d, "done", end->done);
    json_put_count(&w, d, "failed", end->failed);
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code merge(const struct command_context *c, const char *path, struct files *f,
                          struct status *st)
{
    const struct command_settings *given = &c->settings->command;
    struct merge_end end;
    for (uint32_t i = 0; i < given->n_given; i++)
        TRY(add_operand(f, given->given[i].value, st));
    if (!f->n)
        return status_fail(st, ST_FAILED,
                           "none of the files has results; name those that end in .db");
    TRY(merge_files(path, f->all, f->n, &end, st));
    tell_damage(c, f);
    if (f->without)
        command_warn(c, "%u shard%s to run is not counted", f->without,
                     f->without == 1 ? " has no file; what it was"
                                     : "s have no file; what they were");
    TRY(print_merge(c, path, f->n, &end, st));
    if (!end.damaged)
        return ST_OK;
    return status_fail(st, ST_FAILED,
                       "%zu of %u files are damaged; what is missing of them is run again by the "
                       "same sweep",
                       end.damaged, f->n);
}

/* Returns the output's name: `merge STUDY.db` makes STUDY.db from its shards. */
static const char *output_of(const struct settings *settings)
{
    const struct command_settings *given = &settings->command;
    if (settings->output.path || given->n_given != 1)
        return settings->output.path;
    MEM_AUTO char *folder = shard_folder(given->given[0].value);
    return folder && file_is_named(folder) ? given->given[0].value : NULL;
}

enum st_code command_merge(const struct command_context *c, struct status *st)
{
    const struct command_settings *given = &c->settings->command;
    struct files f = {0};
    const char *path = output_of(c->settings);
    for (uint32_t i = 0; !path && i < given->n_given; i++)
        if (!file_is_named(given->given[i].value))
            return status_fail_at(st, ST_FAILED, given->given[i].value, 0, "cannot be opened: %s",
                                  strerror(ENOENT));
    if (!path)
        return status_fail(st, ST_USAGE, "no --output; name the file to write");
    interrupt_hold(true); /* no signal leaves half of a copy behind */
    enum st_code code = merge(c, path, &f, st);
    interrupt_hold(false);
    free_files(&f);
    return code;
}
