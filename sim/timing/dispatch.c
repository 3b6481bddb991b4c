#include "sim/timing/dispatch.h"

void dispatch_init(struct dispatch *d, struct kernel *kernel, uint32_t n_sms, uint32_t first,
                   struct timeline *timeline)
{
    uint32_t even = kernel->n_ctas / n_sms + (kernel->n_ctas % n_sms != 0);
    *d = (struct dispatch){.kernel = kernel,
                           .n_sms = n_sms,
                           .most = even,
                           .last = (first % n_sms + n_sms - 1) % n_sms,
                           .timeline = timeline};
}

bool dispatch_done(const struct dispatch *d)
{
    return d->next == d->kernel->n_ctas;
}

bool dispatch_fits(const struct dispatch *d, const struct sm *sm)
{
    return sm_resident(sm) < d->most && sm_can_launch(sm);
}

enum st_code dispatch_cycle(struct dispatch *d, struct sm *const *sms, cycle_t now, cycle_t *waits,
                            struct status *st)
{
    uint32_t sm = d->last;
    for (uint32_t i = 0; i < d->n_sms && !dispatch_done(d); i++) {
        sm = sm + 1 < d->n_sms ? sm + 1 : 0;
        if (waits[sm] != now)
            continue;
        struct warp *warps[KERNEL_CTA_WARPS];
        TRY(d->kernel->ops->start(d->kernel, d->next, warps, st));
        bool was_there = sm_first_slot(sms[sm]);
        sm_launch(sms[sm], warps, now);
        if (d->timeline && !was_there && sm_first_slot(sms[sm]))
            timeline_cta_begins(d->timeline, sm, d->next, now + 1);
        d->next++;
        d->last = sm;
        waits[sm] = CYCLE_NEVER;
    }
    return ST_OK;
}
