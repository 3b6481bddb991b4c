#include "sim/timing/dispatch.h"

void dispatch_init(struct dispatch *d, struct kernel *kernel, struct sm *const *sms, uint32_t n_sms)
{
    uint32_t even = kernel->n_ctas / n_sms + (kernel->n_ctas % n_sms != 0);
    *d = (struct dispatch){
        .kernel = kernel, .sms = sms, .n_sms = n_sms, .most = even, .last = n_sms - 1};
}

bool dispatch_done(const struct dispatch *d)
{
    return d->next == d->kernel->n_ctas;
}

bool dispatch_fits(const struct dispatch *d, uint32_t sm)
{
    return sm_resident(d->sms[sm]) < d->most && sm_can_launch(d->sms[sm]);
}

enum st_code dispatch_cycle(struct dispatch *d, cycle_t now, struct wake *sms, struct status *st)
{
    uint32_t first = d->last + 1;
    for (uint32_t i = 0; i < d->n_sms && !dispatch_done(d); i++) {
        uint32_t sm = (first + i) % d->n_sms;
        if (!dispatch_fits(d, sm))
            continue;
        struct warp *w;
        TRY(d->kernel->ops->start(d->kernel, d->next, &w, st));
        d->next++;
        d->last = sm;
        sm_launch(d->sms[sm], w, now);
        wake_at(sms, sm, now + 1);
    }
    return ST_OK;
}
