#include "sim/config/load/load.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "sim/config/check.h"
#include "sim/config/gpgpusim/read.h"
#include "sim/config/load/override.h"
#include "sim/config/load/sources.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *const extra_keys[] = {"title",     "address_map", "base",
                                         "inherited", "references",  NULL};

enum { MOST_BASES = 8 };

/* What reading a GPU returns besides its values. */
struct beside {
    char **notes; /* NULL: not needed */
    struct config_sources *sources;
};

static enum st_code read_text(const struct conf_node *root, const char *key, char *to, size_t room,
                              struct status *st)
{
    const struct conf_node *node;
    const char *text;
    TRY(conf_need(root, key, &node, st));
    if (conf_kind(node) == CONF_LIST && conf_count(node) > 0) /* value, source */
        node = conf_at(node, 0);
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

/* Makes the name of a configuration: the file's name without folder and extension, cut to the room.
 * For a file called gpgpusim.config, as all of GPGPU-Sim's are, it is the name of the folder. */
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

/* The files that are being read, the innermost first, to find a base that is among them. */
struct chain {
    dev_t device;
    ino_t number;
    int depth;
    const struct chain *outer;
};

static enum st_code load_file(struct gpu_config *out, const char *path, const struct beside *beside,
                              const struct chain *outer, struct status *st);

static enum st_code find_file(const char *operand, char **found, struct status *st);

static enum st_code check_chain(const char *path, const struct conf_node *node,
                                const struct chain *chain, struct status *st)
{
    struct stat info;
    if (chain && chain->depth > MOST_BASES)
        return conf_fail(node, st, "'base' leads through more than %d files", MOST_BASES);
    for (const struct chain *c = stat(path, &info) == 0 ? chain : NULL; c; c = c->outer)
        if (c->device == info.st_dev && c->number == info.st_ino)
            return conf_fail(node, st,
                             "'base' leads in a circle, back to %s; no file may be based on itself",
                             path);
    return ST_OK;
}

static enum st_code fail_values(const char *base, const struct conf_node *node, struct status *st)
{
    return conf_fail(node, st,
                     "'base' is '%s'; values are not taken there, but set beside it in this file",
                     base);
}

/* Makes the path of a base. A relative path starts in the folder of the file that names it. The
 * caller owns *path. */
static enum st_code base_path(const char *base, const struct conf_node *node, char **path,
                              struct status *st)
{
    struct status why;
    const char *equals = strchr(base, '=');
    char *folder = NULL;
    if (find_file(base, path, &why) != ST_OK)
        return equals ? fail_values(base, node, st) : conf_fail(node, st, "base: %s", why.text);
    if (*path)
        return ST_OK;
    if (is_path(base) && base[0] != '/')
        folder = file_folder(conf_file(node));
    *path = folder ? file_join(folder, base) : mem_strdup(base);
    mem_free(folder);
    if (!*path)
        return status_no_memory(st, base);
    if (!equals || file_is_named(*path))
        return ST_OK;
    mem_free(*path);
    return fail_values(base, node, st);
}

/* Reads the base configuration of a file. Parameters that the file does not set keep the base's
 * values. */
static enum st_code read_base(struct gpu_config *out, const struct conf_node *node,
                              const struct beside *beside, const struct chain *chain,
                              struct status *st)
{
    const char *base;
    char *path;
    TRY(conf_get_text(node, &base, st));
    if (!*base)
        return conf_fail(node, st, "'base' is empty; it must be the name of a GPU or a file");
    TRY(base_path(base, node, &path, st));
    enum st_code code = check_chain(path, node, chain, st);
    if (code == ST_OK)
        code = load_file(out, path, beside, chain, st);
    mem_free(path);
    return code;
}

/* Whether the file is one of the program's own. */
static bool is_built_in(const char *path)
{
    char name[sizeof((struct gpu_config *)0)->name];
    name_of(path, name, sizeof name);
    char *own = gpu_config_built_in(name);
    bool is = own && strcmp(own, path) == 0;
    mem_free(own);
    return is;
}

/* Records which values were chosen for this GPU. In a user's file with a base all values are; in
 * one of the program's own, and in a file without a base, which must contain all parameters
 * (`whole`), only the options that are on. */
static void note_given(struct gpu_config *config, const struct conf_node *root, bool whole)
{
    for (size_t i = 0; i < conf_count(root); i++) {
        const struct conf_node *node = conf_at(root, i);
        const char *section = conf_name(node);
        gpu_config_note_given(config, section, whole);
        for (size_t k = 0; conf_kind(node) == CONF_GROUP && k < conf_count(node); k++) {
            char key[128];
            snprintf(key, sizeof key, "%.60s.%.60s", section, conf_name(conf_at(node, k)));
            gpu_config_note_given(config, key, whole);
        }
    }
}

static enum st_code read_conf(struct gpu_config *out, const struct conf *c,
                              const struct beside *beside, const struct chain *chain,
                              struct status *st)
{
    const struct conf_node *root = conf_root(c), *base = conf_find(root, "base");
    if (base)
        TRY(read_base(out, base, beside, chain, st));
    TRY(params_read(gpu_param_tables, n_gpu_param_tables, extra_keys, root,
                    PARAMS_SOURCED | (base ? PARAMS_OTHER : 0), out, st));
    TRY(read_text(root, "title", out->title, sizeof out->title, st));
    if (!base || conf_find(root, "address_map"))
        TRY(read_text(root, "address_map", out->address_map_text, sizeof out->address_map_text,
                      st));
    TRY(config_sources_read(beside->sources, root, st));
    note_given(out, root, !base || is_built_in(conf_file(root)));
    return config_check(out, config_complain_conf, root, st);
}

static enum st_code parse_conf(struct gpu_config *out, const char *text, size_t n, const char *name,
                               const struct beside *beside, const struct chain *chain,
                               struct status *st)
{
    struct conf *c;
    TRY(conf_parse(&c, text, n, name, st));
    enum st_code code = read_conf(out, c, beside, chain, st);
    conf_free(c);
    if (code != ST_OK && beside->notes) {
        mem_free(*beside->notes);
        *beside->notes = NULL;
    }
    return code;
}

static enum st_code parse_gpgpusim(struct gpu_config *out, const char *text, size_t n,
                                   const char *name, const struct beside *beside, struct status *st)
{
    struct gpgpusim_file file;
    struct gpgpusim_reading reading;
    struct gpgpusim_notes said = {0};
    char first[256];
    TRY(gpgpusim_file_parse(&file, text, n, name, st));
    enum st_code code = gpgpusim_read(&reading, out, &file, &said, st);
    if (code == ST_OK)
        code = config_check(out, gpgpusim_complain, &reading, st);
    if (code == ST_OK)
        code = config_sources_set_all(beside->sources, CONFIG_SIMULATOR, name,
                                      "its option, or what the simulators do without one", st);
    if (code == ST_OK && beside->notes) {
        snprintf(first, sizeof first, "%.200s is read as Vulkan-Sim would; of its options", name);
        code = gpgpusim_notes_text(beside->notes, &said, first, st);
    }
    gpgpusim_notes_free(&said);
    gpgpusim_file_free(&file);
    return code;
}

static enum st_code parse(struct gpu_config *out, const char *text, size_t n, const char *name,
                          const struct beside *beside, const struct chain *chain, struct status *st)
{
    static const char mark[] = "\xef\xbb\xbf"; /* byte order mark */
    struct gpu_config read = {0};
    if (beside->notes)
        *beside->notes = NULL;
    if (n >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0) {
        text += sizeof mark - 1;
        n -= sizeof mark - 1;
    }
    if (gpgpusim_file_is(text, n))
        TRY(parse_gpgpusim(&read, text, n, name, beside, st));
    else
        TRY(parse_conf(&read, text, n, name, beside, chain, st));
    name_of(name, read.name, sizeof read.name);
    gpu_config_renew_hash(&read);
    *out = read;
    return ST_OK;
}

enum st_code gpu_config_parse(struct gpu_config *out, const char *text, size_t n, const char *name,
                              char **notes, struct status *st)
{
    struct config_sources sources;
    if (notes)
        *notes = NULL;
    enum st_code code = config_sources_init(&sources, st);
    if (code == ST_OK)
        code = parse(out, text, n, name, &(struct beside){notes, &sources}, NULL, st);
    config_sources_release(&sources);
    return code;
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

/* Finds the file that an operand names. If it is not the operand itself, the caller owns *found;
 * otherwise that is NULL. */
static enum st_code find_file(const char *operand, char **found, struct status *st)
{
    *found = NULL;
    if (is_path(operand))
        return ST_OK;
    *found = gpu_config_built_in(operand);
    return *found || file_exists(operand) ? ST_OK : unknown_name(operand, st);
}

static enum st_code load_file(struct gpu_config *out, const char *path, const struct beside *beside,
                              const struct chain *outer, struct status *st)
{
    struct chain chain = {.depth = outer ? outer->depth + 1 : 1, .outer = outer};
    struct stat info;
    unsigned char *bytes;
    size_t n;
    enum st_code code = file_read(path, &bytes, &n, st);
    if (code == ST_FAILED) /* a wrong configuration is an error of the user */
        code = st->code = ST_USAGE;
    TRY(code);
    if (stat(path, &info) == 0) {
        chain.device = info.st_dev;
        chain.number = info.st_ino;
    }
    code = parse(out, (const char *)bytes, n, path, beside, &chain, st);
    mem_free(bytes);
    return code;
}

static enum st_code load_operand(struct gpu_config *out, const char *operand,
                                 const struct beside *beside, struct status *st)
{
    char *found;
    TRY(find_file(operand, &found, st));
    enum st_code code = load_file(out, found ? found : operand, beside, NULL, st);
    mem_free(found);
    return code;
}

static enum st_code load(struct gpu_config *out, const char *operand, const struct beside *beside,
                         struct status *st)
{
    struct gpu_config read;
    char *base;
    const char *overrides;
    TRY(config_override_split(&base, &overrides, operand, st));
    enum st_code code = load_operand(&read, base, beside, st);
    mem_free(base);
    TRY(code);
    struct gpu_config whole = read;
    if (overrides)
        TRY(config_override(&read, overrides, operand, st));
    TRY(config_sources_forget(beside->sources, &whole, &read, "set behind the GPU's name", st));
    *out = read;
    return ST_OK;
}

enum st_code gpu_config_load_sourced(struct gpu_config *out, const char *operand, char **notes,
                                     struct config_sources *sources, struct status *st)
{
    if (notes)
        *notes = NULL;
    enum st_code code = config_sources_init(sources, st);
    if (code == ST_OK)
        code = load(out, operand, &(struct beside){notes, sources}, st);
    if (code != ST_OK && notes) {
        mem_free(*notes);
        *notes = NULL;
    }
    return code;
}

enum st_code gpu_config_load_noted(struct gpu_config *out, const char *operand, char **notes,
                                   struct status *st)
{
    struct config_sources sources;
    enum st_code code = gpu_config_load_sourced(out, operand, notes, &sources, st);
    config_sources_release(&sources);
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
