#include "orchestrator/settings/output.h"

#include "common/file.h"
#include "common/inputs.h"
#include "common/memory.h"
#include "common/printable.h"
#include "sim/config/load/override.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum st_code output_name(char **out, const char *asked, const char *stem, const char *ending,
                         struct status *st)
{
    size_t n = strlen(stem) + strlen(ending) + 1;
    if (asked) {
        *out = mem_strdup(asked);
    } else {
        *out = mem_calloc(n, 1);
        if (*out)
            snprintf(*out, n, "%s%s", stem, ending);
    }
    return *out ? ST_OK : status_no_memory(st, "name of an output file");
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Returns the option that gave the name of an output. */
static const char *word_of(const char *path, const struct settings *settings)
{
    if (path == settings->output.csv)
        return "--csv";
    if (settings->output.plot &&
        strncmp(path, settings->output.plot, strlen(settings->output.plot)) == 0)
        return "--plot"; /* as --plot gives a stem, the path may begin with it */
    if (path == settings->output.lines)
        return "--lines";
    if (path == settings->output.trace)
        return "--trace";
    return settings->output.path ? "--output" : "OUT";
}

/* Whether a folder of shader dumps is read because of this file. */
static bool is_input_of_dumps(const char *name)
{
    static const char prefix[] = "MESA_SHADER_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0 || strcmp(name, "pipeline.cfg") == 0;
}

static enum st_code check_dumps(const char *path, const struct stat *info,
                                const struct settings *settings, struct status *st)
{
    MEM_AUTO char *folder = settings->render.shaders ? file_find(settings->render.shaders) : NULL;
    DIR *dir = folder ? opendir(folder) : NULL;
    enum st_code code = ST_OK;
    if (!dir)
        return ST_OK;
    for (struct dirent *entry; code == ST_OK && (entry = readdir(dir));) {
        struct stat input;
        if (is_input_of_dumps(entry->d_name) &&
            fstatat(dirfd(dir), entry->d_name, &input, 0) == 0 && same_file(info, &input))
            code = status_fail(st, ST_USAGE,
                               "%s %s is '%s' of the shaders that are read; name another one",
                               word_of(path, settings), path, entry->d_name);
    }
    closedir(dir);
    return code;
}

/* Whether the existing file `info` is the one that an operand names, or the one whose values the
 * operand overrides. */
static enum st_code is_read(bool *out, const char *operand, const struct stat *info,
                            struct status *st)
{
    struct stat input;
    const char *overrides;
    MEM_AUTO char *base = NULL;
    TRY(config_override_split(&base, &overrides, operand, st));
    *out = stat(base, &input) == 0 && same_file(info, &input);
    return ST_OK;
}

static enum st_code check_input(const char *path, const struct stat *info, const char *operand,
                                const struct settings *settings, struct status *st)
{
    bool same = false;
    if (operand)
        TRY(is_read(&same, operand, info, st));
    if (!same)
        return ST_OK;
    return status_fail(st, ST_USAGE, "%s %s is the file '%s' that is read; name another one",
                       word_of(path, settings), path, operand);
}

/* Compares an output with the inputs; `info` is that of the existing file of that name. */
static enum st_code check_inputs(const char *path, const struct stat *info,
                                 const struct settings *settings, struct status *st)
{
    const char *inputs[] = {settings->render.scene, settings->render.heatmap, settings->render.gpu};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        TRY(check_input(path, info, inputs[i], settings, st));
    for (uint32_t i = 0; i < settings->command.n_given; i++)
        TRY(check_input(path, info, settings->command.given[i].value, settings, st));
    return check_dumps(path, info, settings, st);
}

enum st_code output_check_operands(const struct settings *settings, struct status *st)
{
    const char *paths[] = {settings->output.csv, settings->output.plot};
    struct stat info;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (paths[i] && stat(paths[i], &info) == 0)
            TRY(check_inputs(paths[i], &info, settings, st));
    return ST_OK;
}

bool output_is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Whether a file's name is one that partition and predict give to their files. */
static bool is_ours(const char *name)
{
    static const char *const patterns[] = {"heatmap.png", "quantized.png",   "group_*",
                                           "render.png",  "prediction.json", "*_k*.cfg",
                                           "frame.html"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

static const char *name_in_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether `path` is in the folder, which need not exist: by its inode, else by its name. */
static enum st_code is_in(bool *out, const char *path, const char *folder, struct status *st)
{
    MEM_AUTO char *own = file_folder(path);
    struct stat a, b;
    if (!own)
        return status_no_memory(st, path);
    bool there = stat(folder, &a) == 0;
    *out = stat(own, &b) == 0 ? there && same_file(&a, &b) : strcmp(own, folder) == 0;
    return ST_OK;
}

enum st_code output_is_one_file(bool *out, const char *path, const char *other, struct status *st)
{
    struct stat a, b;
    bool there = stat(path, &a) == 0;
    *out = false;
    if ((stat(other, &b) == 0) != there)
        return ST_OK;
    if (there) {
        *out = S_ISREG(a.st_mode) && same_file(&a, &b);
        return ST_OK;
    }
    if (strcmp(name_in_folder(path), name_in_folder(other)) != 0)
        return ST_OK;
    MEM_AUTO char *folder = file_folder(other);
    return folder ? is_in(out, path, folder, st) : status_no_memory(st, other);
}

/* Compares an output with the others of the command. */
static enum st_code check_outputs(const char *path, const struct settings *settings,
                                  struct status *st)
{
    const struct output_settings *o = &settings->output;
    const struct {
        const char *word, *path;
    } others[] = {
        {"--output", o->path}, {"--csv", o->csv}, {"--lines", o->lines}, {"--trace", o->trace}};
    const char *own = word_of(path, settings);
    bool same = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].path && strcmp(others[i].word, own) != 0 && !output_is_stdout(others[i].path))
            TRY(output_is_one_file(&same, path, others[i].path, st));
        if (same)
            return status_fail(st, ST_USAGE, "%s %s is what %s writes, too; name another file", own,
                               path, others[i].word);
    }
    if (settings->output.keep && is_ours(name_in_folder(path)))
        TRY(is_in(&same, path, settings->output.keep, st));
    if (same)
        return status_fail(st, ST_USAGE, "%s %s is what --keep %s writes, too; name another file",
                           own, path, settings->output.keep);
    return ST_OK;
}

enum st_code output_check(const char *path, const struct settings *settings, FILE *out,
                          struct status *st)
{
    struct stat info, results;
    struct file_out file;
    bool exists = stat(path, &info) == 0;
    if (exists)
        TRY(check_inputs(path, &info, settings, st));
    TRY(check_outputs(path, settings, st));
    /* Both may be one device, such as /dev/null. */
    if (exists && !S_ISCHR(info.st_mode) && fstat(printable_descriptor(out), &results) == 0 &&
        same_file(&info, &results))
        return status_fail(st, ST_USAGE,
                           "%s %s is standard output, where the results go; name a file",
                           word_of(path, settings), path);
    /* Devices and pipes are not opened for the check, as that could have an effect. */
    if (exists && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return ST_OK;
    TRY(file_out_open(&file, path, st));
    file_out_abandon(&file);
    return ST_OK;
}

enum st_code output_check_rows(const char *option, const char *path,
                               const struct settings *settings, FILE *out, struct status *st)
{
    if (!output_is_stdout(path))
        return path ? output_check(path, settings, out, st) : ST_OK;
    if (settings->output.json)
        return status_fail(st, ST_USAGE,
                           "--%s - and --json both want standard output; give --%s a file", option,
                           option);
    return ST_OK;
}

enum st_code output_check_results(const struct settings *settings, bool stem, FILE *out,
                                  struct status *st)
{
    static const char *const of_stem[] = {".svg", ".pdf", ".csv", ".gp", NULL};
    static const char *const of_file[] = {"", NULL};
    TRY(output_check_rows("csv", settings->output.csv, settings, out, st));
    if (!settings->output.plot)
        return ST_OK;
    for (const char *const *ending = stem ? of_stem : of_file; *ending; ending++) {
        MEM_AUTO char *path = NULL;
        TRY(output_name(&path, NULL, settings->output.plot, *ending, st));
        TRY(output_check(path, settings, out, st));
    }
    return ST_OK;
}

enum st_code output_check_folder(const char *path, struct status *st)
{
    struct stat info;
    enum st_code code = ST_OK;
    if (stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
        return status_fail_at(st, ST_FAILED, path, 0, "is a file; a folder is needed");
    DIR *dir = opendir(path);
    for (struct dirent *e; code == ST_OK && dir && (e = readdir(dir));)
        if (is_ours(e->d_name) && fstatat(dirfd(dir), e->d_name, &info, 0) == 0 &&
            inputs_have(&info))
            code = status_fail(st, ST_USAGE,
                               "%s/%s is a file that is read, and one of that name is written; "
                               "name another folder",
                               path, e->d_name);
    if (dir)
        closedir(dir);
    return code;
}

enum st_code output_picture(const struct image *picture, const char *folder, const char *name,
                            struct status *st)
{
    MEM_AUTO char *path = file_join(folder, name);
    return path ? image_write_png(picture, path, st) : status_no_memory(st, name);
}
