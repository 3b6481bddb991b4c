/* shader_list.h -- lists the content of a folder of Vulkan-Sim's shader dumps, whether it runs or
 * not. */
#pragma once

#include "sim/functional/frontend/vsim/folder.h"

struct listed_shader {
    uint32_t kinds[INST_KINDS]; /* instructions by kind; those of KIND_NONE are unknown */
    uint32_t live_registers; /* most 32-bit registers in use at once; 0: the folder does not run */
};

/* An instruction whose name is unknown, or whose number of operands is. */
struct listed_fault {
    uint32_t file; /* index of its file in the folder */
    const struct vsim_statement *statement;
    bool known; /* whether its name is known */
};

struct shader_list {
    struct vsim_folder folder;
    struct vsim_pipeline *outline; /* the folder's binding table, without a program */
    struct listed_shader *shaders; /* one for each file of the folder */
    struct listed_fault *faults;   /* sorted by shader id, then by line */
    uint32_t n_faults, room_faults;
    uint32_t registers; /* registers of a thread: the number that ptxas gave, else that of the
                           raygen shader; 0: unknown */
    struct status why;  /* why the folder cannot run; empty: it can */
};

/* Lists a folder. Fails where a file cannot be read or parsed, or the binding table is wrong. */
enum st_code shader_list_open(struct shader_list *out, const char *folder, struct status *st);
void shader_list_close(struct shader_list *l);
