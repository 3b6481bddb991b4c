/* parts.h -- a script's run in the program's own terms: a scene, and a folder with a pipeline.
 * Internal to orchestrator/amber. */
#pragma once

#include "orchestrator/amber/script.h"

#include "scenes/scene.h"

/* The scene of all top-level structures that the run's pipeline binds. */
enum st_code amber_make_scene(const struct amber_script *s, struct scene **out, struct status *st);

/* A folder of its own, for a short time: the stages of the run, their tables, the contents of
 * buffers. Lines of stages have the numbers that they have in the script. */
struct amber_folder {
    char *path;
};
enum st_code amber_folder_make(struct amber_folder *out, const struct amber_script *s,
                               struct status *st);
/* Removes it from the disk. Its name is kept for messages, until amber_folder_free(). */
void amber_folder_remove(const struct amber_folder *f);
void amber_folder_free(struct amber_folder *f); /* {0} is a no-op */
/* Lets a message that names a file of the folder name the script instead. */
void amber_folder_retell(const struct amber_folder *f, const struct amber_script *s,
                         struct status *st);
