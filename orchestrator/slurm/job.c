#include "orchestrator/slurm/job.h"

#include "common/auto.h"
#include "common/child.h"
#include "common/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEEDED "Slurm's programs must be in PATH (on a cluster, often after 'module load slurm')"

/* Cuts a program's output to its first line. */
static const char *first_line(char *text)
{
    text[strcspn(text, "\n")] = 0;
    return text;
}

/* ---- submitting ---- */

static enum st_code refused(const struct child *c, struct status *st)
{
    MEM_AUTO char *said = NULL;
    size_t n;
    TRY(child_read(c->said, &said, &n, st));
    return status_fail(st, ST_FAILED, "Slurm refuses the job: %.400s",
                       n ? first_line(said) : "sbatch says no reason");
}

enum st_code slurm_submit(const char *script, size_t n, const char *after, char id[SLURM_ID],
                          struct status *st)
{
    AUTO(child_close) struct child c = {0};
    MEM_AUTO char *answer = NULL;
    char dependency[SLURM_ID + 32] = "";
    size_t length;
    bool failed;
    if (after)
        snprintf(dependency, sizeof dependency, "--dependency=afterany:%s", after);
    char program[] = "sbatch", plain[] = "--parsable";
    char *arguments[] = {program, plain, after ? dependency : NULL, NULL};
    TRY(child_open(&c, "sbatch", st));
    fwrite(script, 1, n, c.in);
    TRY(child_run(&c, arguments, NEEDED, &failed, st));
    if (failed)
        return refused(&c, st);
    TRY(child_read(c.out, &answer, &length, st));
    answer[strcspn(answer, ";\n")] = 0; /* with several clusters, ';' and a name follow the id */
    if (!answer[0] || strlen(answer) >= SLURM_ID)
        return status_fail(st, ST_FAILED, "sbatch gave no job id but '%.100s'", answer);
    memcpy(id, answer, strlen(answer) + 1);
    return ST_OK;
}

/* ---- notes ---- */

enum st_code slurm_note(const char *folder, const char *array, const char *merge, uint32_t shards,
                        struct status *st)
{
    MEM_AUTO char *path = file_join(folder, "jobs");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!path)
        return status_no_memory(st, folder);
    int why = errno;
    if (file) {
        fprintf(file, "%s %s %u\n", array, merge, shards);
        why = file_sync(file);
        fclose(file);
    }
    return why ? status_fail_at(st, ST_FAILED, path, 0, "cannot be written: %s", strerror(why))
               : file_sync_folder(path, st);
}

/* Adds a note's job to the list, whose `room` is enough for the whole file of notes. */
static void add_note(struct slurm_jobs *out, const char *line, size_t *used, size_t room)
{
    char array[SLURM_ID], merge[SLURM_ID];
    unsigned shards;
    if (sscanf(line, "%63s %63s %u", array, merge, &shards) != 3)
        return;
    out->shards = shards;
    if (strcmp(array, "-") != 0)
        *used += (size_t)snprintf(out->list + *used, room - *used, "%s%s", *used ? "," : "", array);
}

enum st_code slurm_noted(const char *folder, struct slurm_jobs *out, struct status *st)
{
    MEM_AUTO char *path = file_join(folder, "jobs");
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n = 0, used = 0;
    *out = (struct slurm_jobs){0};
    if (!path)
        return status_no_memory(st, folder);
    if (file_exists(path))
        TRY(file_read_regular(path, &bytes, &n, st));
    TRY(mem_make(&out->list, n + 1, 1, "jobs", st));
    for (char *line = (char *)bytes, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        add_note(out, line, &used, n + 1);
    }
    return ST_OK;
}

/* ---- asking for tasks ---- */

static void copy_word(char *to, size_t room, char **rest)
{
    size_t n = strcspn(*rest, "|\n");
    snprintf(to, room, "%.*s", (int)n, *rest);
    *rest += n + ((*rest)[n] == '|');
}

static void see_line(char *line, slurm_see see, void *context)
{
    struct slurm_task task = {.index = 0};
    char index[32];
    copy_word(task.job, sizeof task.job, &line);
    copy_word(index, sizeof index, &line);
    copy_word(task.state, sizeof task.state, &line);
    copy_word(task.reason, sizeof task.reason, &line);
    copy_word(task.node, sizeof task.node, &line);
    task.index = (uint32_t)strtoul(index, NULL, 10);
    see(context, &task);
}

enum st_code slurm_ask(const char *jobs, slurm_see see, void *context, struct status *st)
{
    AUTO(child_close) struct child c = {0};
    MEM_AUTO char *answer = NULL, *list = NULL;
    size_t n, room = strlen(jobs) + 16;
    bool failed;
    TRY(mem_make(&list, room, 1, "jobs", st));
    snprintf(list, room, "--jobs=%s", jobs);
    char program[] = "squeue", plain[] = "--noheader", array[] = "--array";
    char states[] = "--states=all", format[] = "--format=%F|%K|%T|%r|%N";
    char *arguments[] = {program, plain, array, states, list, format, NULL};
    TRY(child_open(&c, "squeue", st));
    TRY(child_run(&c, arguments, NEEDED, &failed, st));
    TRY(child_read(c.out, &answer, &n, st));
    for (char *line = answer, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = 0;
        see_line(line, see, context);
    }
    if (!failed)
        return ST_OK;
    MEM_AUTO char *said = NULL;
    TRY(child_read(c.said, &said, &n, st));
    if (strstr(said, "Invalid job id"))
        return ST_OK;
    return status_fail(st, ST_FAILED, "Slurm cannot be asked: %.400s", first_line(said));
}
