/* script.h -- writes the batch scripts by which Slurm runs the shards of a study. */
#pragma once

#include "orchestrator/settings/options.h"

#include <stdint.h>
#include <stdio.h>

struct slurm_script {
    const struct settings *settings; /* of the command */
    const struct command_line *line; /* the command, one of COMMAND_KEEPING */
    const char *name;                /* of the study */
    const char *folder;              /* of the shards */
    uint32_t shards;
    const bool *missing; /* of each shard, from 0: it is to be run */
    double seconds;      /* of the longest shard, estimated */
};

/* ST_USAGE where the settings cannot be written in a line of #SBATCH. */
enum st_code slurm_check(const struct settings *settings, struct status *st);

/* Writes the script of an array, each of whose tasks continues its shard, also after Slurm ended
 * it. */
enum st_code slurm_write_array(const struct slurm_script *s, FILE *out, struct status *st);
/* Writes the job after the array: merges, and makes the page. */
enum st_code slurm_write_merge(const struct slurm_script *s, FILE *out, struct status *st);
