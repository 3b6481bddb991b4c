/* documents.h -- the JSON documents that the program prints. */
#pragma once

#include <jansson.h>

#include "tests/rig/rig.h"

FREES(json_decref, json_t)

/* The one document that the text is; json_decref. */
json_t *document_parse(const char *text);

/* Runs the program (program_run) and asserts the exit status and, with -q and status 0, that it
 * said nothing; the document on standard output. */
json_t *document_of(const char *words, int status);
