#define _GNU_SOURCE /* for F_OFD_SETLK */
#include "orchestrator/study/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The place of the first claim, beyond everything that SQLite locks or writes: its files have at
 * most 2^48 bytes. */
#define FIRST_PLACE ((off_t)1 << 52)

static off_t place_of(const char key[HASH_TEXT])
{
    char digits[13]; /* 48 bits in hexadecimal */
    memcpy(digits, key, sizeof digits - 1);
    digits[sizeof digits - 1] = 0;
    return FIRST_PLACE + (off_t)strtoll(digits, NULL, 16);
}

static bool lock(const struct claims *c, const char key[HASH_TEXT], short type)
{
    struct flock where = {
        .l_type = type, .l_whence = SEEK_SET, .l_start = place_of(key), .l_len = 1};
    return fcntl(c->file, F_OFD_SETLK, &where) == 0;
}

enum st_code claims_open(struct claims *out, const char *path, struct status *st)
{
    out->file = -1;
    if (!path)
        return ST_OK;
    out->file = open(path, O_RDWR | O_CLOEXEC);
    if (out->file < 0)
        return status_fail_at(st, ST_FAILED, path, 0, "cannot be opened: %s", strerror(errno));
    return ST_OK;
}

void claims_close(struct claims *c)
{
    if (c->file >= 0)
        close(c->file);
    c->file = -1;
}

/* Takes a claim. Where the file system has no locks the claim is granted: work that two processes
 * do is better than work that none does. */
bool claims_take(struct claims *c, const char key[HASH_TEXT])
{
    return c->file < 0 || lock(c, key, F_WRLCK) || (errno != EAGAIN && errno != EACCES);
}

void claims_give_back(struct claims *c, const char key[HASH_TEXT])
{
    if (c->file >= 0)
        lock(c, key, F_UNLCK);
}
