#include "orchestrator/result/profile_facts.h"

void profile_facts_put(struct json_writer *w, json_t *object, const struct profile_facts *f)
{
    if (!f->sampled)
        return;
    json_t *profile = json_put_object(w, object, "profile");
    json_put_count(w, profile, "pixels", f->pixels);
    json_put(w, profile, "interpolated", json_true());
    json_put_real(w, profile, "thread_instructions_error", f->error.thread_instructions);
    json_put_real(w, profile, "simt_efficiency_error", f->error.simt_efficiency);
}

void profile_facts_print(const struct profile_facts *f, uint64_t pixels, FILE *out)
{
    fprintf(out,
            "%llu of %llu pixels (%.2f %%), the heatmap interpolated between them; standard error "
            "of instructions %.2f %%\n",
            (unsigned long long)f->pixels, (unsigned long long)pixels,
            100 * (double)f->pixels / (double)pixels, 100 * f->error.thread_instructions);
}
