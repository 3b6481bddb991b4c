/* workload_open.h -- opens the compute kernel that the settings name. */
#pragma once

#include "orchestrator/settings/settings.h"
#include "sim/workload/user_program.h"

/* Fills *out from settings whose operand is a file. The caller frees out->params (mem_free), whose
 * texts belong to the settings. ST_USAGE where --grid or --block is missing or no extent. */
enum st_code user_program_of(struct user_program *out, const struct settings *settings,
                             struct status *st);

/* Whether an operand (may be NULL) is a kernel's name or file, and not a scene. */
bool workload_is(const char *operand);
/* Opens the kernel that the settings name, for the instruction set `isa` instead of the settings';
 * keeps only the workload. */
enum st_code workload_open_as(struct workload *out, const struct settings *settings, enum isa isa,
                              struct status *st);

/* Opens the kernel that the settings name: one of sim/workload's table, or a file, whose arguments
 * are then in *user (see user_program_of); else *user is {0}. ST_USAGE for unknown names, with the
 * nearest known one. */
enum st_code workload_open_settings(struct workload *out, struct user_program *user,
                                    const struct settings *settings, struct status *st);
