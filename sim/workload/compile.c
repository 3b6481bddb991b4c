#include "sim/workload/compile.h"

#include "common/auto.h"
#include "common/child.h"
#include "common/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char options[] = "sim/kernels/clang.options";

/* The first line of clang's messages with "error:", or else the first line, zero-terminated. */
static const char *first_error(char *said)
{
    char *line = strstr(said, "error:");
    while (line && line > said && line[-1] != '\n')
        line--;
    line = line ? line : said;
    line[strcspn(line, "\n")] = 0;
    return line[0] ? line : "it said nothing";
}

static enum st_code run_compile(struct child *clang, char *const *arguments, FILE *headers,
                                const char *path, char **ptx, size_t *n, struct status *st)
{
    MEM_AUTO char *said = NULL;
    size_t n_said = 0;
    bool failed;
    TRY(child_run(clang, arguments, "kernels in C need it (package clang)", &failed, st));
    TRY(child_inputs(headers, st));
    if (!failed)
        return child_read(clang->out, ptx, n, st);
    TRY(child_read(clang->said, &said, &n_said, st));
    return status_fail(st, ST_FAILED, "%s: clang failed: %s", path, first_error(said));
}

/* Makes the argument @OPTIONS for the file of options, and finds the file's folder. */
static enum st_code find_options(char **file, char **folder, struct status *st)
{
    MEM_AUTO char *found = file_find_data(options);
    if (!found)
        return status_fail(st, ST_FAILED, "%s: not found where the program's data is", options);
    size_t n = strlen(found) + 2;
    TRY(mem_make(file, n, 1, options, st));
    snprintf(*file, n, "@%s", found);
    *folder = file_folder(found);
    return *folder ? ST_OK : status_no_memory(st, options);
}

enum st_code compile_kernel(const char *path, char **ptx, size_t *n, struct status *st)
{
    static char by_default[] = "clang", includes[] = "-I", writes[] = "-o", to[] = "-", x[] = "-x",
                c[] = "c", lists[] = "-MMD", into[] = "-MF";
    char list[CHILD_PATH];
    MEM_AUTO char *file = NULL;
    MEM_AUTO char *folder = NULL;
    MEM_AUTO char *source = NULL;
    AUTO(child_close) struct child clang = {0};
    AUTO(child_file_close) FILE *headers = NULL;
    const char *named = getenv("CLANG");
    MEM_AUTO char *program = NULL;
    TRY(mem_copy_text(&program, named && *named ? named : by_default, "clang", st));
    source = child_operand(path);
    if (!source)
        return status_no_memory(st, "clang");
    TRY(find_options(&file, &folder, st));
    TRY(child_file(&headers, program, st));
    child_path(headers, list);
    TRY(child_open(&clang, program, st));
    char *const arguments[] = {program, file, includes, folder, lists, into, list,
                               x,       c,    source,   writes, to,    NULL};
    return run_compile(&clang, arguments, headers, path, ptx, n, st);
}
