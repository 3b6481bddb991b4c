/* shader_list.h -- lists the content of a folder of Vulkan-Sim's shader dumps, whether it runs or
 * not. */
#pragma once

#include "sim/functional/frontend/vsim/folder.h"

struct listed_shader {
    uint32_t kinds[INST_KINDS]; /* instructions by kind; KIND_NONE: unknown ones */
    uint32_t live_registers; /* most 32-bit registers in use at once; 0: the folder does not run */
};

/* An instruction that is unknown, or known with another number of operands. */
struct listed_fault {
    uint32_t file; /* index into the folder's */
    const struct vsim_statement *statement;
    bool known; /* its spelling is */
};

struct shader_list {
    struct vsim_folder folder;
    struct vsim_pipeline *outline; /* its binding table; no program */
    struct listed_shader *shaders; /* one for each file of the folder */
    struct listed_fault *faults;   /* in the order of ids, then lines */
    uint32_t n_faults, room_faults;
    uint32_t registers; /* of a thread: the number from ptxas, else that of raygen; 0: unknown */
    struct status why;  /* the reason why it does not run; empty: it does */
};

/* Fails where a file cannot be read or parsed, or the binding table is wrong. */
enum st_code shader_list_open(struct shader_list *out, const char *folder, struct status *st);
void shader_list_close(struct shader_list *l);
