#include "sim/approximate/rt_queue.h"

void rt_queue_init(struct rt_queue *q, const struct sm_config *config, const uint8_t *last_issued)
{
    *q = (struct rt_queue){.subs = config->schedulers,
                           .depth = 2,
                           .greedy = config->scheduler == SCHEDULER_GTO,
                           .last_issued = last_issued};
    if (config->collectors_held)
        q->depth += config->collectors / config->schedulers;
}

static void issue(struct rt_queue *q, uint32_t slot)
{
    q->issued[(q->first + q->n++) % MAX_WARPS] = (uint8_t)slot;
    q->n_of[slot % q->subs]++;
}

void rt_queue_add(struct rt_queue *q, const struct rt_trace *trace)
{
    q->of[trace->slot] = *trace;
    if (q->n_of[trace->slot % q->subs] < q->depth)
        issue(q, trace->slot);
    else
        q->held |= UINT64_C(1) << trace->slot;
}

/* The waiting trace of the sub-core that its scheduler picks; MAX_WARPS: none waits. */
static uint32_t pick(const struct rt_queue *q, uint32_t sub)
{
    uint32_t best = MAX_WARPS;
    for (uint64_t m = q->held; m; m &= m - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(m);
        if (slot % q->subs != sub)
            continue;
        if (q->greedy && q->last_issued[sub] == slot)
            return slot;
        if (best == MAX_WARPS || q->of[slot].age < q->of[best].age)
            best = slot;
    }
    return best;
}

void rt_queue_take(struct rt_queue *q, struct rt_trace *out)
{
    uint32_t slot = q->issued[q->first], sub = slot % q->subs;
    *out = q->of[slot];
    q->first = (q->first + 1) % MAX_WARPS;
    q->n--;
    q->n_of[sub]--;
    uint32_t next = pick(q, sub);
    if (next == MAX_WARPS)
        return;
    q->held &= ~(UINT64_C(1) << next);
    issue(q, next);
}
