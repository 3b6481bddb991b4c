#include "sim/config/gpgpusim/read.h"

#include "common/suggest.h"
#include "sim/config/gpgpusim/values.h"

#include <string.h>

/* Fails for known options with two values. Unknown options may have any number of values. */
static enum st_code check_values(const struct gpgpusim_reading *r)
{
    for (uint32_t i = 0; i < r->file->n; i++) {
        const struct gpgpusim_entry *e = &r->file->entries[i];
        if (e->stray && gpgpusim_option_find(e->name))
            return status_fail_at(
                r->st, ST_USAGE, r->file->name, e->stray_line,
                "'%.60s' behind the value of %s; an option has one value, in quotes "
                "where it has spaces",
                e->stray, e->name);
    }
    return ST_OK;
}

/* Whether two numbers or names are equal; "0" and "0x0" are. */
static bool same_value(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || (strcmp(b, "0") == 0 && strspn(a, "0x") == strlen(a));
}

/* The value of an option as for which the model behaves. */
static const char *meaning(const struct gpgpusim_option *o)
{
    return o->written ? o->written : o->initial;
}

/* The value of an entry; a flag without a value is set. */
static const char *value_of(const struct gpgpusim_entry *e)
{
    return e->value ? e->value : "1";
}

static enum st_code compare(struct gpgpusim_reading *r, const struct gpgpusim_option *o,
                            const struct gpgpusim_entry *e)
{
    const char *value = value_of(e), *means = meaning(o);
    if (same_value(value, means))
        return ST_OK;
    if (o->use == GPGPUSIM_MUST)
        return gpgpusim_fail(r, e, "'%.60s', but %s; it must be %s", value, o->note, means);
    gpgpusim_taken(r, e, "taken as %s: %s", means, o->note);
    return ST_OK;
}

static enum st_code read_option(struct gpgpusim_reading *r, const struct gpgpusim_option *o)
{
    struct gpgpusim_entry none;
    const struct gpgpusim_entry *e = gpgpusim_get(r, o->name, &none);
    if (!e->line && !e->value && o->use != GPGPUSIM_PAIR)
        return ST_OK;
    bool sets = o->use == GPGPUSIM_NUMBERS || o->use == GPGPUSIM_PAIR;
    if (sets && !e->line && e->value)
        gpgpusim_note(r->notes, "not given, so the defaults", "%s %s", e->name, e->value);
    switch (o->use) {
    case GPGPUSIM_NUMBERS:
        return gpgpusim_read_numbers(r, e, o->parameters);
    case GPGPUSIM_PAIR:
        return o->read(r, e);
    case GPGPUSIM_ONLY:
    case GPGPUSIM_MUST:
        return compare(r, o, e);
    case GPGPUSIM_HEADING:
    case GPGPUSIM_PART:
    case GPGPUSIM_IGNORED:
        return ST_OK;
    }
    BUG("gpgpusim: use %d", (int)o->use);
}

/* Notes an unknown option. Names are long and similar, so it suggests only names with one or two
 * typing errors. */
static void note_unknown(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    struct suggestion near = {0};
    for (size_t i = 0; i < n_gpgpusim_options; i++)
        if (gpgpusim_options[i].use != GPGPUSIM_HEADING)
            suggest_consider(&near, e->name, gpgpusim_options[i].name);
    bool slip = near.best && near.distance <= 2;
    gpgpusim_note(r->notes, GPGPUSIM_UNKNOWN, "%s in line %d%s%s%s", e->name, e->line,
                  slip ? " (did you mean " : "", slip ? near.best : "", slip ? "?)" : "");
}

/* Notes likely mistakes, in the order of the file. */
static void note_slips(struct gpgpusim_reading *r)
{
    for (uint32_t i = 0; i < r->file->n; i++) {
        const struct gpgpusim_entry *e = &r->file->entries[i];
        if (e->overridden)
            gpgpusim_note(r->notes, "given again further down", "%s in line %d", e->name, e->line);
        else if (!gpgpusim_option_find(e->name))
            note_unknown(r, e);
    }
}

/* Notes options that the model ignores, or whose value it has in any case. */
static void note_unused(struct gpgpusim_reading *r)
{
    for (uint32_t i = 0; i < r->file->n; i++) {
        const struct gpgpusim_entry *e = &r->file->entries[i];
        const struct gpgpusim_option *o = e->overridden ? NULL : gpgpusim_option_find(e->name);
        if (!o)
            continue;
        if (o->use == GPGPUSIM_IGNORED)
            gpgpusim_note(r->notes, o->note, "%s", e->name);
        else if ((o->use == GPGPUSIM_ONLY || o->use == GPGPUSIM_MUST) &&
                 same_value(value_of(e), meaning(o)))
            gpgpusim_note(r->notes, "as the model does it", "%s", e->name);
    }
}

/* Raises latencies to their initiation intervals. GPGPU-Sim keeps an instruction at dispatch for
 * its initiation interval and only then lets it into the pipeline, so a shorter latency leaves no
 * pipeline time. */
static void raise_latencies(struct gpgpusim_reading *r)
{
    struct exec_config *e = &r->config->exec;
#define RAISE(none, op, what)                                                                      \
    if (e->op##_interval > e->op##_latency) {                                                      \
        gpgpusim_note(r->notes, GPGPUSIM_INTERVALS, "exec." #op " (interval %u, latency %u)",      \
                      e->op##_interval, e->op##_latency);                                          \
        e->op##_latency = e->op##_interval;                                                        \
    }
    EXEC_CLASSES(RAISE, )
#undef RAISE
}

static void set_title(struct gpu_config *out, const struct gpgpusim_file *file)
{
    if (file->title)
        snprintf(out->title, sizeof out->title, "%s", file->title);
    else
        snprintf(out->title, sizeof out->title,
                 "%u SMs, %u memory partitions, of a gpgpusim.config", out->machine.sms,
                 out->machine.memory_partitions);
}

enum st_code gpgpusim_read(struct gpgpusim_reading *r, struct gpu_config *out,
                           const struct gpgpusim_file *file, struct gpgpusim_notes *notes,
                           struct status *st)
{
    const struct gpgpusim_entry model = {.name = "Vulkan-Sim"};
    *r = (struct gpgpusim_reading){.file = file, .config = out, .notes = notes, .st = st};
    TRY(check_values(r));
    note_slips(r);
    for (size_t i = 0; i < n_gpgpusim_options; i++)
        TRY(read_option(r, &gpgpusim_options[i]));
    for (size_t i = 0; i < n_gpgpusim_constants; i++)
        if (gpgpusim_set(r, &model, gpgpusim_constants[i].key, gpgpusim_constants[i].value))
            BUG("gpgpusim: %s", st->text);
    raise_latencies(r);
    note_unused(r);
    set_title(out, file);
    return ST_OK;
}

/* A search for the option that sets a parameter. */
struct search {
    const char *key;
    bool found;
};

static void is_it(void *self, const char *key)
{
    struct search *s = self;
    s->found = s->found || strcmp(s->key, key) == 0;
}

static const char *option_of(const char *key)
{
    struct search s = {key, false};
    for (size_t i = 0; i < n_gpgpusim_options; i++) {
        if (gpgpusim_options[i].parameters)
            gpgpusim_each_parameter(&gpgpusim_options[i], is_it, &s);
        if (s.found)
            return gpgpusim_options[i].name;
    }
    return "an option";
}

enum st_code gpgpusim_complain(const void *self, const char *section, const char *key,
                               const char *what, struct status *st)
{
    const struct gpgpusim_reading *r = self;
    char full[64];
    snprintf(full, sizeof full, "%s%s%s", section, section[0] ? "." : "", key);
    const char *option = option_of(full);
    const struct gpgpusim_entry *e = gpgpusim_file_find(r->file, option);
    return status_fail_at(st, ST_USAGE, r->file->name, e ? e->line : 0, "%s, as %s: %s", option,
                          full, what);
}
