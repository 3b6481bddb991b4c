/* sweep_answer.h -- the answer of a process of a sweep: documents and pictures of a job. */
#pragma once

#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

/* A job_visit with a struct answer. Of a result its document; without one, of the pictures of the
 * frame, caption and PNG in turns, in the order of enum store_picture_kind. */
enum st_code sweep_answer(void *context, const struct pipeline *p, const struct result *r,
                          struct status *st);
