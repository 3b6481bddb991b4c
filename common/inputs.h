/* inputs.h -- the files that this run of the program has read, so that none of them is replaced by
 * something that it writes.
 *
 * What a run reads is known when it is read: scenes name meshes, meshes materials, configurations
 * their base. So every whole file that is read (file_read) adds itself, and none of them can be
 * opened as an output (file_out_open). The list is of the process, like the signals of interrupt.h,
 * and of the processes that it starts: for programs. A library leaves to the program that it is
 * part of what may be replaced; without inputs_keep() nothing is kept and nothing refused. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

/* From here on; to be called before there are threads. */
void inputs_keep(void);
void inputs_add(const struct stat *file);
/* Whether it was read, under whatever name. */
bool inputs_have(const struct stat *file);
