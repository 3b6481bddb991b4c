#include "orchestrator/study/answer.h"

#include "common/file.h"
#include "common/memory.h"

#include <string.h>

enum st_code answer_add(struct answer *a, const void *bytes, size_t n, struct status *st)
{
    if (a->n == ANSWER_PARTS)
        BUG("answer: more than %d parts", ANSWER_PARTS);
    TRY(mem_make(&a->parts[a->n].bytes, n + 1, 1, "answer", st));
    memcpy(a->parts[a->n].bytes, bytes, n);
    a->parts[a->n++].n = n;
    return ST_OK;
}

void answer_fail(struct answer *a, enum st_code code, const char *reason)
{
    struct status unused; /* without memory for the reason, the code alone tells of it */
    answer_free(a);
    a->code = code;
    answer_add(a, reason, strlen(reason), &unused);
}

const char *answer_reason(const struct answer *a)
{
    return a->n ? a->parts[0].bytes : "out of memory";
}

void answer_free(struct answer *a)
{
    for (uint32_t i = 0; i < a->n; i++)
        mem_free(a->parts[i].bytes);
    *a = (struct answer){0};
}

struct head {
    uint64_t code, n, bytes[ANSWER_PARTS];
};

bool answer_write(const struct answer *a, FILE *to)
{
    struct head head = {.code = a->code, .n = a->n};
    for (uint32_t i = 0; i < a->n; i++)
        head.bytes[i] = a->parts[i].n;
    fwrite(&head, sizeof head, 1, to);
    for (uint32_t i = 0; i < a->n; i++)
        fwrite(a->parts[i].bytes, 1, a->parts[i].n, to);
    return file_flush(to);
}

bool answer_read(struct answer *out, FILE *from)
{
    struct head head;
    *out = (struct answer){0};
    bool good = fread(&head, sizeof head, 1, from) == 1 && head.n <= ANSWER_PARTS;
    for (; good && out->n < head.n; out->n++) {
        size_t n = head.bytes[out->n];
        char *bytes = mem_calloc(n + 1, 1);
        out->parts[out->n].bytes = bytes;
        out->parts[out->n].n = n;
        good = bytes && fread(bytes, 1, n, from) == n;
    }
    if (good)
        out->code = (enum st_code)head.code;
    else
        answer_free(out);
    return good;
}
