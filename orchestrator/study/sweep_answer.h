/* sweep_answer.h -- fills the answer of a sweep's process: documents and pictures of a job. */
#pragma once

#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

/* A job_visit whose context is a struct answer. It adds the document of a result or, without one,
 * caption and PNG of each picture of the frame, in the order of enum store_picture_kind. */
enum st_code sweep_answer(void *context, const struct pipeline *p, const struct result *r,
                          struct status *st);
