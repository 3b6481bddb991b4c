/* Reads lists of pixels that other programs chose, in the format of plan_write or of Zatel's
 * authors (chunk_<group>_<run>.coords). */
#include "partition/plan.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/memory.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reads the group from a file's name: its first number. */
static bool group_of(const char *path, uint64_t *group)
{
    const char *slash = strrchr(path, '/'), *digit = strpbrk(slash ? slash : path, "0123456789");
    *group = digit ? strtoull(digit, NULL, 10) : 0;
    return digit != NULL;
}

struct list {
    struct plan *plan;
    const char *path;
    uint16_t group;
    struct status *st;
};

/* Reads a number of at most 9 digits, and the blanks after it. */
static bool take_number(const char **at, const char *end, uint32_t *out)
{
    const char *begin = *at;
    *out = 0;
    while (*at < end && **at >= '0' && **at <= '9' && *at - begin < 9)
        *out = 10 * *out + (uint32_t)(*(*at)++ - '0');
    bool any = *at > begin;
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r'))
        ++*at;
    return any;
}

static enum st_code take_line(const struct list *l, const char *at, const char *end, int line)
{
    struct plan *p = l->plan;
    uint32_t x, y;
    if (!take_number(&at, end, &x) || !take_number(&at, end, &y) || at < end)
        return status_fail_at(l->st, ST_FAILED, l->path, line,
                              "expected a pixel as 'x y', two whole numbers");
    if (x >= p->width || y >= p->height)
        return status_fail_at(l->st, ST_FAILED, l->path, line,
                              "pixel %u %u lies outside the image plane of %u x %u pixels", x, y,
                              p->width, p->height);
    uint64_t i = (uint64_t)y * p->width + x, n = (uint64_t)p->width * p->height;
    uint8_t *listed = &p->listed[l->group * n + i];
    p->groups[l->group].traced += !*listed;
    *listed = 1;
    p->chosen[i] = 1;
    p->group[i] = l->group;
    return ST_OK;
}

static enum st_code read_list(const struct list *l)
{
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    int line = 1;
    TRY(file_read_regular(l->path, &bytes, &n, l->st));
    const char *at = (const char *)bytes, *end = at + n;
    for (; at < end; line++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        const char *stop = next ? next : end;
        bool empty = at == stop || (at + 1 == stop && *at == '\r');
        if (!empty)
            TRY(take_line(l, at, stop, line));
        at = next ? next + 1 : end;
    }
    return ST_OK;
}

static enum st_code read_file(struct plan *p, const char *path, struct status *st)
{
    uint64_t group;
    if (!group_of(path, &group))
        return status_fail_at(st, ST_FAILED, path, 0,
                              "its name has no number, which says the group of its pixels");
    if (group >= p->n_groups)
        return status_fail_at(st, ST_FAILED, path, 0,
                              "is of group %llu, and there are %u, 0 to %u; --factor says how many",
                              (unsigned long long)group, p->n_groups, p->n_groups - 1);
    const struct list l = {p, path, (uint16_t)group, st};
    return read_list(&l);
}

/* Reads the files that match; glob() gives them in sorted order. */
static enum st_code read_files(struct plan *p, const char *pattern, struct status *st)
{
    glob_t found = {0};
    enum st_code code = ST_OK;
    if (glob(pattern, 0, NULL, &found) != 0)
        code = status_fail_at(st, ST_FAILED, pattern, 0,
                              "there is no such file; lists of pixels end in .coords");
    for (size_t i = 0; code == ST_OK && i < found.gl_pathc; i++)
        code = read_file(p, found.gl_pathv[i], st);
    globfree(&found);
    return code;
}

static enum st_code read_all(struct plan *p, const char *lists, struct status *st)
{
    struct stat at;
    if (stat(lists, &at) != 0 || !S_ISDIR(at.st_mode))
        return read_files(p, lists, st);
    MEM_AUTO char *pattern = file_join(lists, "*.coords");
    return pattern ? read_files(p, pattern, st) : status_no_memory(st, "lists of pixels");
}

static uint64_t count_shared(const struct plan *p, uint64_t n)
{
    uint64_t shared = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint32_t lists = 0;
        for (uint32_t g = 0; g < p->n_groups; g++)
            lists += p->listed[g * n + i];
        shared += lists > 1;
    }
    return shared;
}

/* Completes the plan. Groups have equal size, but the first ones have the pixels that are left
 * over. */
static enum st_code finish(struct plan *p, const char *lists, struct status *st)
{
    uint64_t n = (uint64_t)p->width * p->height;
    p->shared = count_shared(p, n);
    for (uint32_t g = 0; g < p->n_groups; g++) {
        struct plan_group *group = &p->groups[g];
        group->pixels = n / p->n_groups + (g < n % p->n_groups);
        if (group->traced == 0)
            return status_fail_at(st, ST_FAILED, lists, 0,
                                  "has no pixel of group %u; a file group_%u.coords must list some",
                                  g, g);
        if (group->traced > group->pixels)
            group->pixels = group->traced;
        group->percent = group->wanted_percent =
            100.0 * (double)group->traced / (double)group->pixels;
    }
    return ST_OK;
}

enum st_code plan_read(struct plan *out, const char *lists, uint32_t width, uint32_t height,
                       uint32_t groups, struct status *st)
{
    uint64_t n = (uint64_t)width * height;
    struct plan p = {.width = width, .height = height, .n_groups = groups};
    *out = (struct plan){0};
    if (!MEM_ARRAYS(MEM_ARRAY(p.group, n), MEM_ARRAY(p.chosen, n), MEM_ARRAY(p.groups, groups),
                    MEM_ARRAY(p.listed, groups * n)))
        return status_no_memory(st, "lists of pixels");
    memset(p.group, 0xff, n * sizeof *p.group); /* pixels in no list belong to no group */
    enum st_code code = read_all(&p, lists, st);
    if (code == ST_OK)
        code = finish(&p, lists, st);
    if (code == ST_OK)
        *out = p;
    else
        plan_free(&p);
    return code;
}
