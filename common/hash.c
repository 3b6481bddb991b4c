#include "common/hash.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <xxhash.h>

struct hash {
    XXH3_state_t *state;
};

static void to_text(XXH128_hash_t value, char text[HASH_TEXT])
{
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, value);
    for (int i = 0; i < 16; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes.digest[i]);
}

enum st_code hash_start(struct hash **out, struct status *st)
{
    *out = NULL;
    struct hash *h;
    TRY(mem_make(&h, 1, sizeof *h, "hash", st));
    h->state = XXH3_createState();
    if (!h->state) {
        mem_free(h);
        return status_no_memory(st, "hash");
    }
    XXH3_128bits_reset(h->state);
    *out = h;
    return ST_OK;
}

void hash_add(struct hash *h, const void *bytes, size_t n)
{
    XXH3_128bits_update(h->state, bytes, n);
}

void hash_finish(struct hash *h, char text[HASH_TEXT])
{
    to_text(XXH3_128bits_digest(h->state), text);
    XXH3_freeState(h->state);
    mem_free(h);
}

void hash_bytes(const void *bytes, size_t n, char text[HASH_TEXT])
{
    to_text(XXH3_128bits(bytes, n), text);
}

enum st_code hash_file(const char *path, char text[HASH_TEXT], struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    TRY(file_read(path, &bytes, &n, st));
    hash_bytes(bytes, n, text);
    return ST_OK;
}
