/* profile_json.h -- writes the profile of the roofline model as an object of a document, and reads
 * it back. */
#pragma once

#include "common/json_writer.h"
#include "sim/roofline/roofline.h"

json_t *roofline_profile_json(struct json_writer *w, const struct roofline_profile *p);
/* Reads a profile; members that are missing become 0. */
void roofline_profile_read(struct roofline_profile *out, const json_t *object);
