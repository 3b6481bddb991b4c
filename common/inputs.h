/* inputs.h -- the files that this run of the program has read, which outputs must not replace.
 *
 * Inputs are known only when they are read: scenes name meshes, meshes materials, configurations
 * their base. So every whole file that is read (file_read) adds itself to a list, and no file in
 * the list can be opened as an output (file_out_open). The list belongs to the process and to the
 * processes that it starts, like the signals of interrupt.h. It is meant for programs; a library
 * leaves the decision to the program that uses it: without inputs_keep() nothing is recorded and
 * nothing refused. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

/* Begins recording; must be called before there are threads. */
void inputs_keep(void);
void inputs_add(const struct stat *file);
/* Whether the file was read, under any name. */
bool inputs_have(const struct stat *file);
