#define _XOPEN_SOURCE   700
#define _DEFAULT_SOURCE /* mkstemps */
#include "tests/fuzz/fuzz.h"

#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libconfig 1.5 loses the text of a string at which its parser fails. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libconfig.so\n";
}

enum st_code fuzz_checked(const uint8_t *bytes, size_t n, struct status *st)
{
    *st = (struct status){0};
    uint8_t *copy = mem_calloc(n, 1);
    if (!copy)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(copy, bytes, n);
    enum st_code code = fuzz_one(copy, n, st);
    mem_free(copy);
    FUZZ_CHECK(st->code == code);
    FUZZ_CHECK((code == ST_OK) == (st->text[0] == 0));
    FUZZ_CHECK(memchr(st->text, 0, sizeof st->text) != NULL);
    FUZZ_CHECK(strchr(st->text, '\n') == NULL);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct status st;
    fuzz_checked(bytes, n, &st);
    return 0;
}

char *fuzz_file(const uint8_t *bytes, size_t n, const char *ending)
{
    const char *folder = getenv("TMPDIR");
    size_t room = strlen(folder ? folder : "/tmp") + strlen(ending) + 32;
    char *path = mem_calloc(room, 1);
    if (!path)
        return NULL;
    snprintf(path, room, "%s/0-diorama-fuzz-XXXXXX%s", folder ? folder : "/tmp", ending);
    int fd = mkstemps(path, (int)strlen(ending));
    FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    size_t written = f && n > 0 ? fwrite(bytes, 1, n, f) : 0;
    if (!f || fclose(f) != 0 || written != n) {
        fuzz_file_remove(path);
        return NULL;
    }
    return path;
}

void fuzz_file_remove(char *path)
{
    if (path)
        unlink(path);
    mem_free(path);
}
