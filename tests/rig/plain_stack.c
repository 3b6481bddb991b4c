#include "tests/rig/plain_rt_state.h"

#include <string.h>

/* The most words of 4 bytes that the access has in one bank: those of an entry of 8 bytes one
 * behind the other for each lane, lanes beside each other. */
static uint32_t cycles_at_banks(const struct plain_rt *u, const struct plain_access *a)
{
    uint32_t words[64] = {0}, most = 0;
    for (uint32_t i = 0; i < WARP_LANES; i++)
        for (uint32_t k = 0; a->lanes[i] && k < 2 * entries_of_sector(u); k++)
            words[(WARP_LANES * k + i) % u->links.shared_banks]++;
    for (uint32_t bank = 0; bank < u->links.shared_banks; bank++)
        most = words[bank] > most ? words[bank] : most;
    return most;
}

static void begin_access(struct plain_rt *u)
{
    struct plain_access *a = &u->access;
    struct plain_warp *w = behind(u, NULL);
    while (w && !any(w, puts_sectors) && !any(w, wants))
        w = behind(u, w);
    if (!w)
        return;
    a->warp = w;
    a->reads = !any(w, puts_sectors);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        struct plain_lane *l = &w->lanes[i];
        a->lanes[i] = a->reads ? wants(l) : puts_sectors(l);
        l->asked |= a->reads && a->lanes[i];
        l->puts -= !a->reads && a->lanes[i];
    }
    a->left = cycles_at_banks(u, a);
}

void plain_access_shared(struct plain_rt *u)
{
    struct plain_access *a = &u->access;
    if (ldst_uses_shared(u->links.ldst, u->now))
        return;
    if (!a->left)
        begin_access(u);
    if (!a->left || --a->left)
        return;
    if (a->reads) {
        a->at = u->now + u->links.shared_latency;
        u->coming[u->n_coming++] = *a;
        return;
    }
    for (uint32_t i = 0; i < WARP_LANES; i++)
        a->warp->unacked -= a->lanes[i];
}

void plain_take_shared(struct plain_rt *u)
{
    while (u->n_coming && u->coming[0].at <= u->now) {
        struct plain_access a = u->coming[0];
        memmove(u->coming, u->coming + 1, --u->n_coming * sizeof *u->coming);
        if (u->served == RT_NO_WARP)
            u->served = RT_WAIT_L1;
        for (uint32_t i = 0; i < WARP_LANES; i++)
            if (a.lanes[i])
                plain_come(u, &a.warp->lanes[i]);
    }
}
