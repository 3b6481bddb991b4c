#include "orchestrator/study/kernel_job.h"

#include "common/auto.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/workload/workload_open.h"
#include "orchestrator/workload/workload_print.h"
#include "sim/config/load/load.h"

#include <string.h>

static enum st_code tell(const struct workload_result *r, struct answer *out, struct status *st)
{
    struct json_writer w = {0};
    MEM_AUTO char *text = NULL;
    json_t *document = json_writer_document(&w, "run");
    workload_json(&w, document, r);
    if (r->settings->method.model == MODEL_CYCLE)
        json_put(&w, document, "exact", json_true());
    TRY(json_writer_text(&w, document, &text, st));
    return answer_add(out, text, strlen(text), st);
}

enum st_code kernel_job_run(enum key_kind kind, const struct settings *settings, struct answer *out,
                            struct status *st)
{
    struct settings s = kind == KEY_SIMULATE ? options_of_reference(settings) : *settings;
    const enum timing_model model = models_simulating(s.method.model);
    s.method.model = model; /* documents then name this model */
    struct cost_time start = cost_now();
    AUTO(workload_close) struct workload w = {0};
    AUTO(workload_run_free) struct workload_run run = {0};
    struct gpu_config gpu;
    TRY(gpu_config_load(&gpu, s.render.gpu, st));
    TRY(workload_open_as(&w, &s, (enum isa)s.render.isa, st));
    struct cost_time setup = cost_since(start);
    const struct workload_job job = {.gpu = &gpu,
                                     .model = model,
                                     .variant = models_variant(model, &s.method),
                                     .threads = side_by_side_threads(1),
                                     .quiet = true};
    TRY(workload_run(&run, &job, &w, st));
    struct cost_time before = cost_now();
    TRY(workload_check(&w, st));
    cost_add(&setup, cost_since(before));
    const struct workload_result r = {.settings = &s,
                                      .gpu = &gpu,
                                      .workload = &w,
                                      .run = &run,
                                      .cost = workload_cost(&run, setup, cost_since(start))};
    return tell(&r, out, st);
}
