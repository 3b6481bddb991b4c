#include "sim/config/load/load.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "sim/config/check.h"
#include "sim/config/gpgpusim/read.h"
#include "sim/config/load/override.h"

#include <stdio.h>
#include <string.h>

static const char *const extra_keys[] = {"title", "address_map", "base", NULL};

enum { MOST_BASES = 8 };

static enum st_code read_text(const struct conf_node *root, const char *key, char *to, size_t room,
                              struct status *st)
{
    const struct conf_node *node;
    const char *text;
    TRY(conf_need(root, key, &node, st));
    TRY(conf_get_text(node, &text, st));
    if (strlen(text) >= room)
        return conf_fail(node, st, "'%s' has %zu characters; it may have %zu", key, strlen(text),
                         room - 1);
    memcpy(to, text, strlen(text) + 1);
    return ST_OK;
}

static bool ends_in(const char *text, size_t n, const char *ending)
{
    size_t length = strlen(ending);
    return n >= length && strncmp(text + n - length, ending, length) == 0;
}

static bool is_path(const char *operand)
{
    size_t n = strlen(operand);
    return strchr(operand, '/') || ends_in(operand, n, ".cfg") || ends_in(operand, n, ".config");
}

/* The last part of the first n characters of a path. */
static const char *base_of(const char *path, size_t n, size_t *length)
{
    size_t start = n;
    while (start > 0 && path[start - 1] != '/')
        start--;
    *length = n - start;
    return path + start;
}

/* File name without folder and ending, cut to what fits. All configurations of GPGPU-Sim are called
 * gpgpusim.config: the folder tells them apart. */
static void name_of(const char *path, char *to, size_t room)
{
    static const char common[] = "gpgpusim.config";
    size_t n;
    const char *base = base_of(path, strlen(path), &n);
    if (ends_in(base, n, common)) {
        n -= sizeof common - 1;
        while (n > 0 && strchr("._-", base[n - 1]))
            n--;
        if (n == 0 && base > path + 1)
            base = base_of(path, (size_t)(base - path) - 1, &n);
        if (n == 0 || strncmp(base, "..", n) == 0) {
            base = common;
            n = strlen("gpgpusim");
        }
    } else {
        size_t dot = n;
        while (dot > 1 && base[dot - 1] != '.')
            dot--;
        if (dot > 1)
            n = dot - 1;
    }
    if (n >= room)
        n = room - 1;
    memcpy(to, base, n);
    to[n] = 0;
}

static enum st_code load_file(struct gpu_config *out, const char *operand, char **notes,
                              uint32_t depth, struct status *st);

static enum st_code find_file(const char *operand, char **found, struct status *st);

/* What holds where a file is silent: a path is beside the file. `depth` files are based on this
 * one. */
static enum st_code read_base(struct gpu_config *out, const struct conf_node *node, char **notes,
                              uint32_t depth, struct status *st)
{
    struct status why;
    const char *base;
    char *found;
    TRY(conf_get_text(node, &base, st));
    if (depth == MOST_BASES)
        return conf_fail(node, st, "'base' leads through more than %d files", MOST_BASES);
    if (find_file(base, &found, &why) != ST_OK)
        return conf_fail(node, st, "base: %s", why.text);
    mem_free(found);
    if (!is_path(base) || base[0] == '/')
        return load_file(out, base, notes, depth + 1, st);
    char *folder = file_folder(conf_file(node));
    char *path = folder ? file_join(folder, base) : NULL;
    enum st_code code =
        path ? load_file(out, path, notes, depth + 1, st) : status_no_memory(st, base);
    mem_free(folder);
    mem_free(path);
    return code;
}

static enum st_code read_conf(struct gpu_config *out, const struct conf *c, char **notes,
                              uint32_t depth, struct status *st)
{
    const struct conf_node *root = conf_root(c), *base = conf_find(root, "base");
    if (base)
        TRY(read_base(out, base, notes, depth, st));
    TRY(params_read(gpu_param_tables, n_gpu_param_tables, extra_keys, root, base != NULL, out, st));
    TRY(read_text(root, "title", out->title, sizeof out->title, st));
    if (!base || conf_find(root, "address_map"))
        TRY(read_text(root, "address_map", out->address_map_text, sizeof out->address_map_text,
                      st));
    return config_check(out, config_complain_conf, root, st);
}

static enum st_code parse_conf(struct gpu_config *out, const char *text, size_t n, const char *name,
                               char **notes, uint32_t depth, struct status *st)
{
    struct conf *c;
    TRY(conf_parse(&c, text, n, name, st));
    enum st_code code = read_conf(out, c, notes, depth, st);
    conf_free(c);
    if (code != ST_OK && notes) {
        mem_free(*notes);
        *notes = NULL;
    }
    return code;
}

static enum st_code parse_gpgpusim(struct gpu_config *out, const char *text, size_t n,
                                   const char *name, char **notes, struct status *st)
{
    struct gpgpusim_file file;
    struct gpgpusim_reading reading;
    struct gpgpusim_notes said = {0};
    char first[256];
    TRY(gpgpusim_file_parse(&file, text, n, name, st));
    enum st_code code = gpgpusim_read(&reading, out, &file, &said, st);
    if (code == ST_OK)
        code = config_check(out, gpgpusim_complain, &reading, st);
    if (code == ST_OK && notes) {
        snprintf(first, sizeof first, "%.200s is read as Vulkan-Sim would; of its options", name);
        code = gpgpusim_notes_text(notes, &said, first, st);
    }
    gpgpusim_notes_free(&said);
    gpgpusim_file_free(&file);
    return code;
}

static enum st_code parse(struct gpu_config *out, const char *text, size_t n, const char *name,
                          char **notes, uint32_t depth, struct status *st)
{
    static const char mark[] = "\xef\xbb\xbf"; /* byte order mark */
    struct gpu_config read = {0};
    if (notes)
        *notes = NULL;
    if (n >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0) {
        text += sizeof mark - 1;
        n -= sizeof mark - 1;
    }
    if (gpgpusim_file_is(text, n))
        TRY(parse_gpgpusim(&read, text, n, name, notes, st));
    else
        TRY(parse_conf(&read, text, n, name, notes, depth, st));
    name_of(name, read.name, sizeof read.name);
    gpu_config_renew_hash(&read);
    *out = read;
    return ST_OK;
}

enum st_code gpu_config_parse(struct gpu_config *out, const char *text, size_t n, const char *name,
                              char **notes, struct status *st)
{
    return parse(out, text, n, name, notes, 0, st);
}

static enum st_code unknown_name(const char *operand, struct status *st)
{
    char **names;
    size_t n, used = 0;
    char known[STATUS_TEXT / 2] = "";
    struct suggestion near = {0};
    TRY(gpu_config_list(&names, &n, st));
    for (size_t i = 0; i < n && used < sizeof known; i++) {
        used +=
            (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", names[i]);
        suggest_consider(&near, operand, names[i]);
    }
    enum st_code code =
        near.best ? status_fail(st, ST_USAGE, "no GPU is called '%.100s'; did you mean '%s'?",
                                operand, near.best)
                  : status_fail(st, ST_USAGE,
                                "no GPU is called '%.100s'; the built-in ones are %s, or give a "
                                "file",
                                operand, known);
    file_free_list(names, n);
    return code;
}

char *gpu_config_built_in(const char *operand)
{
    char relative[256];
    size_t n = strlen(operand);
    if (n == 0 || n >= sizeof relative - sizeof "configs/.cfg" || strchr(operand, '/'))
        return NULL;
    snprintf(relative, sizeof relative, "configs/%s.cfg", operand);
    return file_find_data(relative);
}

/* The file of a name: *found is the caller's where it is not the operand itself. */
static enum st_code find_file(const char *operand, char **found, struct status *st)
{
    *found = NULL;
    if (is_path(operand))
        return ST_OK;
    *found = gpu_config_built_in(operand);
    return *found || file_exists(operand) ? ST_OK : unknown_name(operand, st);
}

static enum st_code load_file(struct gpu_config *out, const char *operand, char **notes,
                              uint32_t depth, struct status *st)
{
    unsigned char *bytes;
    size_t n;
    char *found;
    TRY(find_file(operand, &found, st));
    const char *path = found ? found : operand;
    enum st_code code = file_read(path, &bytes, &n, st);
    if (code == ST_OK) {
        code = parse(out, (const char *)bytes, n, path, notes, depth, st);
        mem_free(bytes);
    } else if (code == ST_FAILED) { /* a configuration is the user's */
        code = st->code = ST_USAGE;
    }
    mem_free(found);
    return code;
}

enum st_code gpu_config_load_noted(struct gpu_config *out, const char *operand, char **notes,
                                   struct status *st)
{
    struct gpu_config read;
    char *base;
    const char *overrides;
    if (notes)
        *notes = NULL;
    TRY(config_override_split(&base, &overrides, operand, st));
    enum st_code code = load_file(&read, base, notes, 0, st);
    mem_free(base);
    TRY(code);
    if (overrides)
        code = config_override(&read, overrides, operand, st);
    if (code == ST_OK) {
        *out = read;
    } else if (notes) {
        mem_free(*notes);
        *notes = NULL;
    }
    return code;
}

enum st_code gpu_config_load(struct gpu_config *out, const char *operand, struct status *st)
{
    return gpu_config_load_noted(out, operand, NULL, st);
}

enum st_code gpu_config_list(char ***names, size_t *n, struct status *st)
{
    return file_list_data("configs", ".cfg", names, n, st);
}
