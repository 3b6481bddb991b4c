#include "sim/functional/warp.h"

#include <stdbool.h>

/* The most banks that own_banks may need: twice the banks of the largest register file. */
enum { MOST_BANKS = 128 };

/* Returns whether no two different registers of the instruction's reads share a bank. */
static bool own_banks(const struct warp_inst *inst, uint32_t banks)
{
    for (uint32_t i = 0; i < inst->n_reads; i++)
        for (uint32_t j = 0; j < i; j++)
            if (inst->reads[i] != inst->reads[j] &&
                inst->reads[i] % banks == inst->reads[j] % banks)
                return false;
    return true;
}

void warp_inst_finish(struct warp_inst *inst)
{
    inst->own_banks = 0;
    for (uint32_t banks = MOST_BANKS; banks > 0 && own_banks(inst, banks); banks /= 2)
        inst->own_banks = (uint8_t)banks;
}
