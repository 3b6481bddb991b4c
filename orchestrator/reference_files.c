#include "orchestrator/reference_files.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>

#define REFERENCE_FOLDER "tests/reference"

/* <folder>/<name><ending> where there is such a file, else *out stays NULL. */
static enum st_code look(char **out, const char *folder, const char *name, const char *ending,
                         struct status *st)
{
    size_t n = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path = mem_calloc(n, 1);
    if (!path)
        return status_no_memory(st, name);
    snprintf(path, n, "%s/%s%s", folder, name, ending);
    if (file_exists(path))
        *out = path;
    else
        mem_free(path);
    return ST_OK;
}

static enum st_code look_beside(char **out, const char *table, const char *name, const char *ending,
                                struct status *st)
{
    char *folder = file_folder(table);
    *out = NULL;
    if (!folder)
        return status_no_memory(st, table);
    enum st_code code = look(out, folder, name, "", st);
    if (code == ST_OK && !*out)
        code = look(out, folder, name, ending, st);
    mem_free(folder);
    return code;
}

static enum st_code own_name(char **out, const char *name, struct status *st)
{
    *out = mem_strdup(name);
    return *out ? ST_OK : status_no_memory(st, name);
}

enum st_code reference_scene(char **operand, const char *table, const char *name, struct status *st)
{
    TRY(look_beside(operand, table, name, ".scene", st));
    if (*operand)
        return ST_OK;
    char *folder = file_find_data(REFERENCE_FOLDER);
    enum st_code code =
        folder && !strchr(name, '/') ? look(operand, folder, name, ".scene", st) : ST_OK;
    mem_free(folder);
    TRY(code);
    return *operand ? ST_OK : own_name(operand, name, st);
}

enum st_code reference_gpu(char **operand, const char *table, const char *name, struct status *st)
{
    TRY(look_beside(operand, table, name, ".cfg", st));
    return *operand ? ST_OK : own_name(operand, name, st);
}
