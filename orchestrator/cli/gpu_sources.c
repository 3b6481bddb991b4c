#include "orchestrator/cli/gpu_sources.h"

#include "common/json_writer.h"
#include "common/listing.h"

#include <string.h>

struct shares {
    size_t of[CONFIG_SOURCE_KINDS], all;
};

static struct shares count_kinds(const struct gpu_config *gpu, const struct config_sources *sources)
{
    struct shares s = {.all = config_parameters()};
    for (size_t i = 0; i < s.all; i++) {
        struct config_parameter p;
        config_parameter_at(&p, gpu, sources, i);
        s.of[p.kind]++;
    }
    return s;
}

/* Whether a value of the GPU comes from the reference `key`. */
static bool is_named(const struct gpu_config *gpu, const struct config_sources *sources,
                     const char *key)
{
    for (size_t i = 0; i < config_parameters(); i++) {
        struct config_parameter p;
        config_parameter_at(&p, gpu, sources, i);
        if (strcmp(p.reference, key) == 0)
            return true;
    }
    return false;
}

static double share(const struct shares *s, int kind)
{
    return (double)s->of[kind] / (double)s->all;
}

static void put_parameter(struct json_writer *w, json_t *list, const struct config_parameter *p)
{
    json_t *one = json_append_object(w, list);
    json_put_text(w, one, "key", p->key);
    json_put_text(w, one, "value", p->value);
    json_put_text(w, one, "unit", p->unit);
    json_put_text(w, one, "kind", config_source_names[p->kind]);
    json_put_text(w, one, "reference", p->reference);
    json_put_text(w, one, "place", p->place);
}

static json_t *make_document(struct json_writer *w, const struct gpu_config *gpu,
                             const struct config_sources *sources)
{
    struct shares s = count_kinds(gpu, sources);
    json_t *document = json_writer_document(w, "gpus");
    json_put_text(w, document, "gpu", gpu->name);
    json_put_text(w, document, "title", gpu->title);
    json_put_text(w, document, "hash", gpu->hash);
    json_t *list = json_put_array(w, document, "parameters");
    for (size_t i = 0; i < s.all; i++) {
        struct config_parameter p;
        config_parameter_at(&p, gpu, sources, i);
        put_parameter(w, list, &p);
    }
    json_t *shares = json_put_object(w, document, "shares");
    for (int kind = 0; kind < CONFIG_SOURCE_KINDS; kind++)
        json_put_real(w, shares, config_source_names[kind], share(&s, kind));
    json_t *references = json_put_object(w, document, "references");
    for (uint32_t i = 0; i < sources->n_references; i++) {
        const char *key = sources->text + sources->references[i].key;
        if (is_named(gpu, sources, key))
            json_put_text(w, references, key, sources->text + sources->references[i].text);
    }
    return document;
}

static const struct listing_column columns[] = {
    LISTING_WORDS("parameter", "key"),    LISTING_WORDS("value", "value"),
    LISTING_WORDS("unit", "unit"),        LISTING_WORDS("kind", "kind"),
    LISTING_WORDS("source", "reference"), LISTING_WORDS("where", "place"),
};

static void print_document(const json_t *document, FILE *out)
{
    const json_t *list = json_object_get(document, "parameters");
    json_t *shares = json_object_get(document, "shares"),
           *references = json_object_get(document, "references"), *value;
    const char *name;
    fprintf(out, "%s: %s\n\n", json_string_value(json_object_get(document, "gpu")),
            json_string_value(json_object_get(document, "title")));
    LISTING(list, columns, out);
    fprintf(out, "\nof %zu parameters\n", json_array_size(list));
    json_object_foreach(shares, name, value) fprintf(
        out, "  %-10s %4.0f  %5.1f %%\n", name,
        json_number_value(value) * (double)json_array_size(list), 100 * json_number_value(value));
    if (json_object_size(references))
        fputs("\nreferences\n", out);
    json_object_foreach(references, name, value)
        fprintf(out, "  %-10s %s\n", name, json_string_value(value));
}

enum st_code gpu_sources_show(const struct gpu_config *gpu, const struct config_sources *sources,
                              bool json, FILE *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = make_document(&w, gpu, sources);
    if (json)
        return json_writer_finish(&w, document, out, st);
    if (!w.failed)
        print_document(document, out);
    json_decref(document);
    return w.failed ? status_no_memory(st, "sources") : ST_OK;
}
