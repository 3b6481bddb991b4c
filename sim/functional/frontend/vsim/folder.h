/* folder.h -- reads a folder of Vulkan-Sim's shader dumps: its stages, and the statements of each
 * file. It decodes nothing, so opcodes may be unknown. */
#pragma once

#include "sim/functional/frontend/vsim/parse.h"
#include "sim/functional/frontend/vsim/pipeline.h"

struct vsim_file {
    enum vsim_kind kind;
    uint32_t id;
    char *path;
    unsigned char *text;
    size_t n;
    struct vsim_dump dump; /* has pointers into path and text */
};

struct vsim_folder {
    char *path;
    struct vsim_file *files; /* by ascending id; the first is the raygen shader */
    uint32_t n_files, room_files;
    enum vsim_block block; /* uniform block that the raygen shader reads */
    bool old; /* written by the Intel driver, before lavapipe, which numbers the modes of variables
                 differently */
};

/* Reads every MESA_SHADER_<KIND>_<id>.ptx and ignores other files. If the folder is missing,
 * searches it in our data folders. ST_FAILED with the file's line if a file is no dump, the raygen
 * shader is missing, or two files have one id. */
enum st_code vsim_folder_read(struct vsim_folder *out, const char *folder, struct status *st);
void vsim_folder_free(struct vsim_folder *f);

/* The registers that ptxas reports ("Used 13 registers, ...") in the .ptxinfo file beside the
 * raygen shader; 0: there is no such file. ST_FAILED if the file has no such line, because a ptxas
 * without support for the dialect writes an error there. */
enum st_code vsim_folder_registers(const struct vsim_folder *f, uint32_t *out, struct status *st);
