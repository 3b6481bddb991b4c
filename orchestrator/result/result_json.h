/* result_json.h -- results as JSON documents: the names that other programs rely on.
 *
 * Only `cost` (and, of a validation, `speedup`) differs from run to run. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/result/result.h"
#include "orchestrator/result/validate.h"

/* The document of predict and simulate; stall stacks where
 * r->settings.stalls, every counter where stats. */
json_t *result_to_json(struct json_writer *w, const struct result *r);
json_t *validation_to_json(struct json_writer *w, const struct validation *v,
                           const struct result *prediction, const struct result *reference);

/* Adds value, low and high. */
void result_put_estimate(struct json_writer *w, json_t *object, const struct estimate *e);
/* Adds the object `downscale`. */
void result_put_downscale(struct json_writer *w, json_t *object, const struct downscale *d);
/* `cost` alone. */
json_t *result_cost_json(struct json_writer *w, const struct cost *c);

/* Writes the document of predict or simulate into folder/name. */
enum st_code result_write(const struct result *r, const char *folder, const char *name,
                          struct status *st);
