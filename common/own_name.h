/* own_name.h -- names of files that are not complete yet. Each is unique to the process that writes
 * it, and says which process that is, so that such a file is removed later where its process was
 * killed. */
#pragma once

#include <stdbool.h>

enum { OWN_NAME_OWNER = 128 };

/* Writes the name of this process: machine and space of process numbers, then number. It has no
 * '/'. */
void own_name_owner(char out[OWN_NAME_OWNER]);
/* Whether `owner`, which own_name_owner() wrote, is a process of this machine that has ended. */
bool own_name_is_gone(const char *owner);

/* Makes a name ".diorama.OWNER.N.new" in the folder of `path`, for the caller to free (mem_free);
 * NULL: no memory. Removes those files with such a name from the folder whose process is gone, or,
 * of other machines, which nobody has written for a day. */
char *own_name(const char *path);
