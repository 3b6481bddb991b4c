/* Entries of the folder of --cache: profiles and peaks. Where the first byte is '=', the others are
 * kept and found again; else the bytes are the file of an entry. */
#include "tests/fuzz/folder.h"

#include "common/file_cache.h"

static const char key[HASH_TEXT] = "0123456789abcdef0123456789abcdef";
static const struct fuzz_member files[] = {{"0123456789abcdef0123456789abcdef.profile", NULL},
                                           {NULL, NULL}};

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    MEM_AUTO unsigned char *found = NULL;
    size_t n_found;
    const bool keeps = n > 0 && *bytes == '=';
    fuzz_make_folder(files);
    if (keeps)
        TRY(file_cache_store(fuzz_folder, "profile", key, bytes + 1, n - 1, st));
    else
        fuzz_put(files[0].name, bytes, n);
    enum file_cache_answer answer =
        file_cache_load(fuzz_folder, "profile", key, &found, &n_found, st);
    FUZZ_CHECK(answer != FILE_CACHE_NONE);
    FUZZ_CHECK(!keeps || (answer == FILE_CACHE_FOUND && n_found == n - 1 &&
                          memcmp(found, bytes + 1, n_found) == 0));
    return answer == FILE_CACHE_FOUND ? ST_OK : ST_FAILED;
}
