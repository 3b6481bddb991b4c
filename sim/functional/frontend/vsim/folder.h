/* folder.h -- reads a folder of Vulkan-Sim's shader dumps: its stages, and the contents of each
 * file. It decodes nothing: opcodes may be unknown yet. */
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
    struct vsim_file *files; /* by ascending id; the first is the raygen shader */
    uint32_t n_files, room_files;
    enum vsim_block block; /* read by the raygen shader */
    bool old; /* written by the Intel driver, before lavapipe: other modes of variables */
};

/* Reads every MESA_SHADER_<KIND>_<id>.ptx and ignores other files. A missing folder is searched in
 * our data folders. ST_FAILED with the file's line if one is no dump, the raygen shader is missing,
 * or two have one id. */
enum st_code vsim_folder_read(struct vsim_folder *out, const char *folder, struct status *st);
void vsim_folder_free(struct vsim_folder *f);

/* "Used 13 registers, ..." as ptxas writes it into the .ptxinfo beside the raygen shader; 0: there
 * is no such file. ST_FAILED if the file has no such line, because a ptxas without support for the
 * dialect writes an error there. */
enum st_code vsim_folder_registers(const struct vsim_folder *f, uint32_t *out, struct status *st);
