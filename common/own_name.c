#include "common/own_name.h"

#include "common/file.h"
#include "common/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BEGINNING ".diorama."
#define ENDING    ".new"
enum { MACHINE = 96, DAY_S = 24 * 60 * 60 };

/* Containers of one machine may share its name and number their processes each for itself: the
 * inode of /proc/self/ns/pid tells them apart. */
static void write_machine(char out[MACHINE])
{
    char host[64] = "";
    struct stat space = {0};
    gethostname(host, sizeof host - 1);
    if (stat("/proc/self/ns/pid", &space) != 0)
        space.st_ino = 0;
    snprintf(out, MACHINE, "%s-%llx", host, (unsigned long long)space.st_ino);
}

void own_name_owner(char out[OWN_NAME_OWNER])
{
    char machine[MACHINE];
    write_machine(machine);
    snprintf(out, OWN_NAME_OWNER, "%s.%ld", machine, (long)getpid());
}

/* Returns the number of the process where `owner` begins with this machine, else -1. */
static long process_of(const char *owner)
{
    char machine[MACHINE];
    write_machine(machine);
    size_t n = strlen(machine);
    if (strncmp(owner, machine, n) != 0 || owner[n] != '.')
        return -1;
    long process = strtol(owner + n + 1, NULL, 10);
    return process > 0 ? process : -1;
}

bool own_name_is_gone(const char *owner)
{
    long process = process_of(owner);
    return process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

static bool is_left(DIR *folder, const char *name)
{
    struct stat info;
    const char *owner = name + sizeof BEGINNING - 1;
    if (strncmp(name, BEGINNING, sizeof BEGINNING - 1) != 0 || !strstr(owner, ENDING))
        return false;
    if (process_of(owner) > 0)
        return own_name_is_gone(owner);
    return fstatat(dirfd(folder), name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
           difftime(time(NULL), info.st_mtime) > DAY_S;
}

static void clean(const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *e; entries && (e = readdir(entries));)
        if (is_left(entries, e->d_name))
            unlinkat(dirfd(entries), e->d_name, 0);
    if (entries)
        closedir(entries);
}

char *own_name(const char *path)
{
    static atomic_uint made;
    char owner[OWN_NAME_OWNER], name[OWN_NAME_OWNER + 64];
    MEM_AUTO char *folder = file_folder(path);
    if (!folder)
        return NULL;
    clean(folder);
    own_name_owner(owner);
    snprintf(name, sizeof name, BEGINNING "%s.%u" ENDING, owner, atomic_fetch_add(&made, 1));
    return file_join(folder, name);
}
