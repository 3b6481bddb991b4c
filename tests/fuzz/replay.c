/* Runs every file of a folder through a fuzz target, in the order of their names, and wants good_*
 * accepted and bad_* refused. Each file is run whole and cut short at a few dozen places; what
 * comes of the cuts is not judged, as long as nothing breaks. */
#include "tests/fuzz/fuzz.h"

#include "common/file.h"
#include "common/memory.h"
#include "tests/fuzz/mutate.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUTS = 32 };

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int replay(const char *path, const char *name)
{
    struct status st = {0};
    unsigned char *bytes;
    size_t n;
    if (file_read(path, &bytes, &n, &st) != ST_OK) {
        fprintf(stderr, "%s\n", st.text);
        return 1;
    }
    for (size_t cut = 0; cut < CUTS; cut++)
        fuzz_checked(bytes, n * cut / CUTS, &st);
    enum st_code code = fuzz_checked(bytes, n, &st);
    mem_free(bytes);
    bool good = strncmp(name, "good_", 5) == 0, bad = strncmp(name, "bad_", 4) == 0;
    if (good == bad || good != (code == ST_OK)) {
        fprintf(stderr, "%s: %s\n", name, code == ST_OK ? "accepted" : st.text);
        return 1;
    }
    return 0;
}

/* No mutator runs here. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t most)
{
    (void)bytes, (void)most;
    return n;
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    int n = argc == 2 ? scandir(argv[1], &entries, visible, alphasort) : -1;
    if (n <= 0) {
        fprintf(stderr, "usage: %s FOLDER (with at least one file)\n", argv[0]);
        return 2;
    }
    int failed = 0;
    for (int i = 0; i < n; i++) {
        char *path = file_join(argv[1], entries[i]->d_name);
        failed += path ? replay(path, entries[i]->d_name) : 1;
        mem_free(path);
        free(entries[i]);
    }
    free(entries);
    printf("%d files, %d failed\n", n, failed);
    return failed ? 1 : 0;
}
