#include "orchestrator/cli/gpu_sources.h"

#include "common/json_writer.h"

#include <string.h>

struct shares {
    size_t of[CONFIG_SOURCE_KINDS], all;
};

static struct shares count(const struct gpu_config *gpu, const struct config_sources *sources)
{
    struct shares s = {.all = config_parameters()};
    for (size_t i = 0; i < s.all; i++) {
        struct config_parameter p;
        config_parameter_at(&p, gpu, sources, i);
        s.of[p.kind]++;
    }
    return s;
}

/* Whether a value of the GPU names the source. */
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

void gpu_sources_print(const struct gpu_config *gpu, const struct config_sources *sources,
                       FILE *out)
{
    struct shares s = count(gpu, sources);
    fprintf(out, "%s: %s\n\n%-22s %16s  %-24s %-10s source\n", gpu->name, gpu->title, "parameter",
            "value", "unit", "kind");
    for (size_t i = 0; i < s.all; i++) {
        struct config_parameter p;
        config_parameter_at(&p, gpu, sources, i);
        fprintf(out, "%-22s %16s  %-24s %-10s%s%s%s%s\n", p.key, p.value, p.unit,
                config_source_names[p.kind], *p.reference || *p.place ? " " : "", p.reference,
                *p.reference && *p.place ? ": " : "", p.place);
    }
    fprintf(out, "\nof %zu parameters\n", s.all);
    for (int kind = 0; kind < CONFIG_SOURCE_KINDS; kind++)
        fprintf(out, "  %-10s %4zu  %5.1f %%\n", config_source_names[kind], s.of[kind],
                100 * share(&s, kind));
    const char *head = "\nreferences\n";
    for (uint32_t i = 0; i < sources->n_references; i++) {
        const char *key = sources->text + sources->references[i].key;
        if (!is_named(gpu, sources, key))
            continue;
        fprintf(out, "%s  %-10s %s\n", head, key, sources->text + sources->references[i].text);
        head = "";
    }
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

enum st_code gpu_sources_json(const struct gpu_config *gpu, const struct config_sources *sources,
                              FILE *out, struct status *st)
{
    struct json_writer w = {0};
    struct shares s = count(gpu, sources);
    json_t *document = json_writer_document(&w, "gpus");
    json_put_text(&w, document, "gpu", gpu->name);
    json_put_text(&w, document, "title", gpu->title);
    json_put_text(&w, document, "hash", gpu->hash);
    json_t *list = json_put_array(&w, document, "parameters");
    for (size_t i = 0; i < s.all; i++) {
        struct config_parameter p;
        config_parameter_at(&p, gpu, sources, i);
        put_parameter(&w, list, &p);
    }
    json_t *shares = json_put_object(&w, document, "shares");
    for (int kind = 0; kind < CONFIG_SOURCE_KINDS; kind++)
        json_put_real(&w, shares, config_source_names[kind], share(&s, kind));
    json_t *references = json_put_object(&w, document, "references");
    for (uint32_t i = 0; i < sources->n_references; i++) {
        const char *key = sources->text + sources->references[i].key;
        if (is_named(gpu, sources, key))
            json_put_text(&w, references, key, sources->text + sources->references[i].text);
    }
    return json_writer_finish(&w, document, out, st);
}
