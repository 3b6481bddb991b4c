#include "sim/config/gpu_config.h"

#include "sim/config/check.h"
#include "sim/config/unseen.h"

#include <stdio.h>
#include <string.h>

#define PARAM_STRUCT machine_config
static const struct param machine_rows[] = {MACHINE_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT sm_config
static const struct param sm_rows[] = {SM_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT exec_config
static const struct param exec_rows[] = {EXEC_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT icache_config
static const struct param icache_rows[] = {ICACHE_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
#define PARAM_STRUCT scalar_cache_config
static const struct param scalar_cache_rows[] = {SCALAR_CACHE_PARAMS(PARAM_ROW)};
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
    TABLE("icache", "Instruction cache of an SM", icache_rows, icache),
    TABLE("scalar_cache", "Scalar data cache of an SM, of machine code alone", scalar_cache_rows,
          scalar_cache),
    TABLE("ldst", "Load/store unit of an SM", ldst_rows, ldst),
    TABLE("l1d", "First-level data cache of an SM", l1d_rows, l1d),
    TABLE("rt", "Ray-tracing unit of an SM", rt_rows, rt),
    TABLE("icnt", "Crossbar between SMs and L2 slices", icnt_rows, icnt),
    TABLE("l2", "L2 slices of a memory partition", l2_rows, l2),
    TABLE("dram", "DRAM channel of a memory partition", dram_rows, dram),
};
#undef TABLE
const size_t n_gpu_param_tables = sizeof gpu_param_tables / sizeof *gpu_param_tables;

/* Hashes a line for each parameter, with its name and exact value. So equal machines have equal
 * hashes, also if they come from different files. */
void gpu_config_renew_hash(struct gpu_config *config)
{
    char text[16384];
    size_t used = (size_t)snprintf(text, sizeof text, "%s\n", config->address_map_text);
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

static enum st_code set_one(struct gpu_config *config, const char *key, const char *value,
                            struct status *st)
{
    if (strcmp(key, "address_map") != 0)
        return params_set(gpu_param_tables, n_gpu_param_tables, config, key, value, st);
    if (strlen(value) >= sizeof config->address_map_text)
        return status_fail(st, ST_USAGE, "'address_map' has %zu characters; it may have %zu",
                           strlen(value), sizeof config->address_map_text - 1);
    memcpy(config->address_map_text, value, strlen(value) + 1);
    return ST_OK;
}

enum st_code gpu_config_set_all(struct gpu_config *config, const char *const *keys,
                                const char *const *values, size_t n, struct status *st)
{
    struct gpu_config changed = *config;
    for (size_t i = 0; i < n; i++)
        TRY(set_one(&changed, keys[i], values[i], st));
    TRY(config_check(&changed, NULL, NULL, st));
    gpu_config_renew_hash(&changed);
    *config = changed;
    return ST_OK;
}

enum st_code gpu_config_set(struct gpu_config *config, const char *key, const char *value,
                            struct status *st)
{
    return gpu_config_set_all(config, &key, &value, 1, st);
}

void gpu_config_note_given(struct gpu_config *config, const char *key, bool options_alone)
{
    uint32_t number = 0;
    size_t offset;
    const struct param *found = params_find(gpu_param_tables, n_gpu_param_tables, key, &offset);
    if (found && options_alone &&
        (!found->optional || params_absent(found, (const char *)config + offset)))
        return;
    for (size_t t = 0; found && t < n_gpu_param_tables; t++)
        for (size_t i = 0; i < gpu_param_tables[t].n_rows; i++, number++) {
            if (number >= GPU_PARAMS_MOST)
                BUG("config: more than %d parameters", GPU_PARAMS_MOST);
            if (&gpu_param_tables[t].rows[i] == found)
                config->given[number / 64] |= UINT64_C(1) << number % 64;
        }
}

void gpu_config_downscale(struct gpu_config *config, uint32_t factor)
{
    struct machine_config *m = &config->machine;
    if (factor == 0 || m->sms % factor || m->memory_partitions % factor)
        BUG("config: %u SMs and %u partitions divided by %u", m->sms, m->memory_partitions, factor);
    m->sms /= factor;
    m->memory_partitions /= factor;
    gpu_config_renew_hash(config);
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
    dump_text("address_map", config->address_map_text, out);
    params_dump(gpu_param_tables, n_gpu_param_tables, config, out);
}

void gpu_config_document(FILE *out)
{
    fputs(
        "# Configuration of a GPU\n\n"
        "Generated from the tables in `sim/config`; do not edit. A configuration is a file in "
        "libconfig syntax\nwith every key below: there are no hidden defaults, and unknown keys "
        "are errors. Where `base` names another\nconfiguration, what the file does not say is "
        "as there. `configs/*.cfg` are examples in which each value\nhas its source: `sms = (30, "
        "\"vendor\", \"key\", \"place\");` ([gpus.md](../gpus.md#where-a-value-is-from)). "
        "At the top level\nstand texts and the numbers of the first table; every further "
        "table is a group `name = { ... };`.\n\n"
        "Wherever a GPU is named, values may follow it that take the place of its own, each by "
        "the key below\n(`section.key` but at the top level): "
        "`--gpu rtx2060:sms=46,l2.slices=4,rt.max_warps=8`. Ranges and\nwhat must hold between "
        "parameters are checked as in a file; `gpus --dump rtx2060:sms=46` prints the "
        "result.\nWhere a file of the whole name exists, a `:` in it is the name's.\n\n"
        "Not every timing model sees every parameter: the last column says which do. A run by "
        "another one of a GPU that\nis given such a parameter, behind its name or in a file "
        "beside `base`, is warned of.\n\n"
        "| key | meaning |\n| --- | --- |\n"
        "| `title` | one line that names the GPU for people |\n"
        "| `base` | may be left out: a GPU's name, or a path (with '/' or its ending) beside this "
        "file |\n"
        "| `inherited` | may be left out: what the base's values are here, such as `as the RTX "
        "2060`; they are then assumptions |\n"
        "| `references` | may be left out: a group of `key = \"what can be looked up\";` that "
        "sources name |\n"
        "| `address_map` | which bits of an address are row (R), bank (B), column (C) and byte "
        "of a burst (S) of a DRAM channel, from the highest to the lowest (0: none; dots are for "
        "the "
        "eye), after `dramid@N;`: blocks of 2^N bytes are dealt to the channels in turn |\n",
        out);
    params_document(gpu_param_tables, n_gpu_param_tables, unseen_page, out);
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
    if (address_map_make(&map, config->address_map_text, config->machine.memory_partitions,
                         config->l2.slices, &st) != ST_OK)
        BUG("config: %s", st.text);
    return map;
}
