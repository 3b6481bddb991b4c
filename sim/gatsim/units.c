#include "sim/gatsim/units.h"

#include "sim/timing/sm/exec_unit.h"

#include <string.h>

void units_init(struct units *u, const struct gpu_config *config)
{
    const struct sm_config *sm = &config->sm;
    const struct exec_config *exec = &config->exec;
    uint32_t subs = sm->pipelines == PIPELINES_SHARED ? 1 : sm->schedulers;
    memset(u, 0, sizeof *u);
    u->shared = subs == 1 && sm->schedulers > 1;
    u->l1_latency = config->ldst.l1_latency;
    for (int op = 0; op < OP_COUNT; op++)
        u->interval[op] = (uint16_t)exec_cost_of(exec, (enum warp_op)op).interval;
    const uint32_t n[CLASSES] = {
        [CLASS_SP] = exec->sp_units, [CLASS_SFU] = exec->sfu_units, [CLASS_INT] = exec->int_units};
    /* An instruction may wait in the issue and input register of each scheduler, and in collector
     * units; accesses and traces do not hold the latter. */
    uint32_t registers = 2 * (sm->schedulers / subs), collectors = sm->collectors / subs;
    for (int unit = 0; unit < CLASSES; unit++)
        for (uint32_t i = 0; i < subs; i++) {
            bool holds = unit != CLASS_MEM && unit != CLASS_RT;
            uint32_t places = registers + (holds ? collectors : 0);
            u->queues[unit][i].places = (uint8_t)(places < UNITS_QUEUE ? places : UNITS_QUEUE);
            u->groups[unit][i].n = n[unit] / subs < UNITS_EACH ? n[unit] / subs : UNITS_EACH;
        }
}
