#include "sim/timing/config.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "sim/timing/config_check.h"
#include "sim/timing/config_override.h"
#include "sim/timing/gpgpusim_read.h"

#include <stdio.h>
#include <string.h>

const char *const set_index_choices[] = {"linear", "ipoly", NULL};
const char *const partial_write_choices[] = {"bytes", "flag", NULL};
const char *const eviction_port_choices[] = {"always", "writes", NULL};
const char *const command_bus_choices[] = {"single", "dual", "scan", NULL};
const char *const bank_group_choices[] = {"high", "low", NULL};

#define PARAM_STRUCT machine_config
static const struct param machine_rows[] = {MACHINE_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT sm_config
static const struct param sm_rows[] = {SM_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT exec_config
static const struct param exec_rows[] = {EXEC_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT ldst_config
static const struct param ldst_rows[] = {LDST_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT l1d_config
static const struct param l1d_rows[] = {L1D_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT rt_config
static const struct param rt_rows[] = {RT_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT icnt_config
static const struct param icnt_rows[] = {ICNT_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT l2_config
static const struct param l2_rows[] = {L2_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT dram_config
static const struct param dram_rows[] = {DRAM_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT

#define TABLE(section, title, rows, member)                                                        \
    {                                                                                              \
        section, title, rows, sizeof(rows) / sizeof *(rows), offsetof(struct gpu_config, member)   \
    }
const struct param_table gpu_param_tables[] = {
    TABLE("", "The machine as a whole", machine_rows, machine),
    TABLE("sm", "Warps, front end and operand collection of an SM", sm_rows, sm),
    TABLE("exec", "Arithmetic units of an SM and the cost of every instruction class", exec_rows,
          exec),
    TABLE("ldst", "Load/store unit of an SM", ldst_rows, ldst),
    TABLE("l1d", "First-level data cache of an SM", l1d_rows, l1d),
    TABLE("rt", "Ray-tracing unit of an SM", rt_rows, rt),
    TABLE("icnt", "Crossbar between SMs and L2 slices", icnt_rows, icnt),
    TABLE("l2", "L2 slices of a memory partition", l2_rows, l2),
    TABLE("dram", "DRAM channel of a memory partition", dram_rows, dram),
};
#undef TABLE
const size_t n_gpu_param_tables = sizeof gpu_param_tables / sizeof *gpu_param_tables;

static const char *const extra_keys[] = {"title", "address_map", NULL};

/* A line for each parameter, name and exact value: equal machines give equal text, whatever file
 * they came from. */
static void renew_hash(struct gpu_config *config)
{
    char text[16384];
    size_t used = (size_t)snprintf(text, sizeof text, "%s\n", config->address_map);
    for (size_t t = 0; t < n_gpu_param_tables; t++) {
        const struct param_table *table = &gpu_param_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct param *p = &table->rows[i];
            const char *field = (const char *)config + table->offset + p->offset;
            double value = p->type == PARAM_REAL   ? *(const double *)(const void *)field
                           : p->type == PARAM_BOOL ? (double)*(const bool *)(const void *)field
                                                   : (double)*(const uint32_t *)(const void *)field;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s.%s=%.17g\n",
                                     table->section, p->name, value);
            if (used >= sizeof text)
                BUG("config: the text to be hashed outgrew its buffer");
        }
    }
    hash_bytes(text, used, config->hash);
}

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

static enum st_code read_conf(struct gpu_config *out, const struct conf *c, struct status *st)
{
    const struct conf_node *root = conf_root(c);
    TRY(params_read(gpu_param_tables, n_gpu_param_tables, extra_keys, root, out, st));
    TRY(read_text(root, "title", out->title, sizeof out->title, st));
    TRY(read_text(root, "address_map", out->address_map, sizeof out->address_map, st));
    return config_check(out, config_complain_conf, root, st);
}

static enum st_code parse_conf(struct gpu_config *out, const char *text, size_t n, const char *name,
                               struct status *st)
{
    struct conf *c;
    TRY(conf_parse(&c, text, n, name, st));
    enum st_code code = read_conf(out, c, st);
    conf_free(c);
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

enum st_code gpu_config_parse(struct gpu_config *out, const char *text, size_t n, const char *name,
                              char **notes, struct status *st)
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
        TRY(parse_conf(&read, text, n, name, st));
    name_of(name, read.name, sizeof read.name);
    renew_hash(&read);
    *out = read;
    return ST_OK;
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
    size_t n = strlen(operand);
    *found = NULL;
    if (strchr(operand, '/') || ends_in(operand, n, ".cfg") || ends_in(operand, n, ".config"))
        return ST_OK;
    *found = gpu_config_built_in(operand);
    return *found || file_exists(operand) ? ST_OK : unknown_name(operand, st);
}

static enum st_code load_file(struct gpu_config *out, const char *operand, char **notes,
                              struct status *st)
{
    unsigned char *bytes;
    size_t n;
    char *found;
    TRY(find_file(operand, &found, st));
    const char *path = found ? found : operand;
    enum st_code code = file_read(path, &bytes, &n, st);
    if (code == ST_OK) {
        code = gpu_config_parse(out, (const char *)bytes, n, path, notes, st);
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
    enum st_code code = load_file(&read, base, notes, st);
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

static enum st_code set_one(struct gpu_config *config, const char *key, const char *value,
                            struct status *st)
{
    if (strcmp(key, "address_map") != 0)
        return params_set(gpu_param_tables, n_gpu_param_tables, config, key, value, st);
    if (strlen(value) >= sizeof config->address_map)
        return status_fail(st, ST_USAGE, "'address_map' has %zu characters; it may have %zu",
                           strlen(value), sizeof config->address_map - 1);
    memcpy(config->address_map, value, strlen(value) + 1);
    return ST_OK;
}

enum st_code gpu_config_set_all(struct gpu_config *config, const char *const *keys,
                                const char *const *values, size_t n, struct status *st)
{
    struct gpu_config changed = *config;
    for (size_t i = 0; i < n; i++)
        TRY(set_one(&changed, keys[i], values[i], st));
    TRY(config_check(&changed, NULL, NULL, st));
    renew_hash(&changed);
    *config = changed;
    return ST_OK;
}

enum st_code gpu_config_set(struct gpu_config *config, const char *key, const char *value,
                            struct status *st)
{
    return gpu_config_set_all(config, &key, &value, 1, st);
}

void gpu_config_downscale(struct gpu_config *config, uint32_t factor)
{
    struct machine_config *m = &config->machine;
    if (factor == 0 || m->sms % factor || m->memory_partitions % factor)
        BUG("config: %u SMs and %u partitions divided by %u", m->sms, m->memory_partitions, factor);
    m->sms /= factor;
    m->memory_partitions /= factor;
    renew_hash(config);
}

enum st_code gpu_config_list(char ***names, size_t *n, struct status *st)
{
    return file_list_data("configs", ".cfg", names, n, st);
}

static void dump_text(const char *key, const char *text, FILE *out)
{
    fprintf(out, "%s = \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        if ((unsigned char)*text < ' ')
            fprintf(out, "\\x%02x", (unsigned)*text);
        else
            fputc(*text, out);
    }
    fputs("\";\n", out);
}

void gpu_config_dump(const struct gpu_config *config, FILE *out)
{
    dump_text("title", config->title, out);
    dump_text("address_map", config->address_map, out);
    params_dump(gpu_param_tables, n_gpu_param_tables, config, out);
}

void gpu_config_document(FILE *out)
{
    fputs("# Configuration of a GPU\n\n"
          "Generated from the tables in `sim/timing`; do not edit. A configuration is a file in "
          "libconfig syntax\nwith every key below: there are no hidden defaults, and unknown keys "
          "are errors. `configs/*.cfg` are\nexamples in which each line carries its source. "
          "At the top level stand two texts and the numbers of the\nfirst table; every further "
          "table is a group `name = { ... };`.\n\n"
          "Wherever a GPU is named, values may follow it that take the place of its own, each by "
          "the key below\n(`section.key` but at the top level): "
          "`--gpu rtx2060:sms=46,l2.slices=4,rt.max_warps=8`. Ranges and\nwhat must hold between "
          "parameters are checked as in a file; `gpus --dump rtx2060:sms=46` prints the "
          "result.\nWhere a file of the whole name exists, a `:` in it is the name's.\n\n"
          "| key | meaning |\n| --- | --- |\n"
          "| `title` | one line that names the GPU for people |\n"
          "| `address_map` | which bits of an address are row (R), bank (B), column (C) and byte "
          "of a burst (S) of a DRAM channel, from the highest to the lowest (0: none; dots are for "
          "the "
          "eye), after `dramid@N;`: blocks of 2^N bytes are dealt to the channels in turn |\n",
          out);
    params_document(gpu_param_tables, n_gpu_param_tables, out);
}

struct clocks gpu_config_clocks(const struct gpu_config *config)
{
    const struct machine_config *m = &config->machine;
    const double MHz[CLOCK_DOMAINS] = {
        [CLOCK_CORE] = m->core_MHz,
        [CLOCK_ICNT] = m->icnt_MHz,
        [CLOCK_L2] = m->l2_MHz,
        [CLOCK_DRAM] = m->dram_MHz,
    };
    struct clocks clocks;
    struct status st = {0};
    if (clocks_make(&clocks, MHz, &st) != ST_OK)
        BUG("config: %s", st.text);
    return clocks;
}

struct address_map gpu_config_address_map(const struct gpu_config *config)
{
    struct address_map map;
    struct status st = {0};
    if (address_map_make(&map, config->address_map, config->machine.memory_partitions,
                         config->l2.slices, &st) != ST_OK)
        BUG("config: %s", st.text);
    return map;
}
