/* folder.h -- a folder of Vulkan-Sim's shader dumps, read: which stages there are, and what
 * each file says. Nothing is decoded: opcodes may be unknown yet. */
#pragma once

#include "sim/functional/frontend/vsim/parse.h"
#include "sim/functional/frontend/vsim/pipeline.h"

struct vsim_file {
    enum vsim_kind kind;
    uint32_t id;
    char *path;
    unsigned char *text;
    size_t n;
    struct vsim_dump dump; /* points into path and text */
};

struct vsim_folder {
    char *path;
    struct vsim_file *files; /* by rising id; the first is the raygen shader */
    uint32_t n_files, room_files;
    enum vsim_block block; /* that the raygen shader reads */
    bool old; /* written by the Intel driver, before lavapipe: other modes of variables */
};

/* Reads every MESA_SHADER_<KIND>_<id>.ptx; other files are left alone. A folder that is not there
 * is looked for where our own data is. ST_FAILED with the file's line where one is no dump, where
 * the raygen shader is missing, where two have one id. */
enum st_code vsim_folder_read(struct vsim_folder *out, const char *folder, struct status *st);
void vsim_folder_free(struct vsim_folder *f);

/* "Used 13 registers, ..." as ptxas writes it into the .ptxinfo beside the raygen shader; 0: there
 * is no such file. ST_FAILED where it does not say, as a ptxas that does not know the dialect
 * writes an error there. */
enum st_code vsim_folder_registers(const struct vsim_folder *f, uint32_t *out, struct status *st);
