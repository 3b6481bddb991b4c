/* pipeline_init.h -- writes the pipeline.cfg of a folder of shaders that has none, from what their
 * names and declarations say. */
#pragma once

#include "common/status.h"

/* ST_USAGE if there is one already; fails as the pipeline does where it does not load. */
enum st_code pipeline_init(const char *folder, struct status *st);
