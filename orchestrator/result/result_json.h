/* result_json.h -- results as JSON documents. The names are an interface to other programs.
 *
 * Only `cost` (and, in a validation, `speedup`) differs from run to run. */
#pragma once

#include "common/sheet.h"
#include "orchestrator/result/result.h"
#include "orchestrator/result/validate.h"

/* Makes the document of predict or simulate, with stall stacks where r->settings.stalls and every
 * counter where r->settings.stats is set. */
json_t *result_to_json(struct json_writer *w, const struct result *r);
json_t *validation_to_json(struct json_writer *w, const struct validation *v,
                           const struct result *prediction, const struct result *reference);

/* Parts of documents. The first puts the keys value, low and high into `object`, the second into a
 * new object under `key`. */
void result_put_estimate(struct json_writer *w, json_t *object, const struct estimate *e);
void result_put_bounded(struct json_writer *w, json_t *object, const char *key,
                        const struct estimate *e);
/* Puts NAME, NAME_low and NAME_high into a row; the bounds stay empty where the number is exact. */
void result_sheet(struct sheet *s, const char *name, const struct estimate *e, bool exact);
/* Puts an object of counters per section. Only counters that `has` accepts are put; NULL: all. */
void result_put_counters(struct json_writer *w, json_t *object, const struct gpu_counters *counters,
                         bool (*has)(const struct counter_table *, const struct counter *));
/* Put the keys `downscale` and `cost`. */
void result_put_downscale(struct json_writer *w, json_t *object, const struct downscale *d);
json_t *result_put_cost(struct json_writer *w, json_t *object, const struct cost *c);

/* Writes the document of predict or simulate into folder/name. */
enum st_code result_write(const struct result *r, const char *folder, const char *name,
                          struct status *st);
