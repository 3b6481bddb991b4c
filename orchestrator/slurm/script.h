/* script.h -- writes the batch scripts by which Slurm runs the shards of a study. */
#pragma once

#include "orchestrator/settings/options.h"

#include <stdint.h>
#include <stdio.h>

struct slurm_script {
    const struct settings *settings; /* of the command that is submitted */
    const struct command_line *line; /* the command, one of COMMAND_KEEPING */
    const char *name;                /* name of the study */
    const char *folder;              /* folder of the shards */
    uint32_t shards;
    const bool *missing; /* for each shard, from 0 on, whether it is to be run */
    double seconds;      /* estimated time of the longest shard */
};

/* Checks that the settings can be written in #SBATCH lines; else ST_USAGE. */
enum st_code slurm_check(const struct settings *settings, struct status *st);

/* Writes the script of an array. Each task continues its shard, also where Slurm ended an earlier
 * task of the shard. */
enum st_code slurm_write_array(const struct slurm_script *s, FILE *out, struct status *st);
/* Writes the script of the job after the array, which merges the shards and makes the page. */
enum st_code slurm_write_merge(const struct slurm_script *s, FILE *out, struct status *st);
