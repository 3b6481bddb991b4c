/* hash.h -- content hashes of inputs (XXH3, 128 bits), for outputs and caches. */
#pragma once

#include "common/status.h"
#include <stddef.h>

enum { HASH_TEXT = 33 }; /* 32 hex digits and the terminating zero */

struct hash; /* a hash in progress; the caller frees it with hash_finish */

enum st_code hash_start(struct hash **out, struct status *st);
void hash_add(struct hash *h, const void *bytes, size_t n);
void hash_finish(struct hash *h, char text[HASH_TEXT]); /* frees h */

void hash_bytes(const void *bytes, size_t n, char text[HASH_TEXT]);
enum st_code hash_file(const char *path, char text[HASH_TEXT], struct status *st);
