#include "tests/rig/documents.h"

#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <string.h>

json_t *document_parse(const char *text)
{
    json_error_t error;
    json_t *d = json_loads(text, 0, &error);
    if (!d)
        fail_msg("line %d: %s in '%s'", error.line, error.text, text);
    return d;
}

json_t *document_of(const char *words, int status)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != status || (status == 0 && strstr(words, " -q") && o.err[0]))
        fail_msg("diorama %s: %d\n%s", words, o.status, o.err);
    return document_parse(o.out);
}
