#include "sim/gpumech/frame_time.h"

#include "common/memory.h"

#include <math.h>
#include <stdbool.h>

enum {
    MOST_ROUNDS = 200,
    LOCAL = STATION_L2, /* stations from here on are shared by all SMs */
};
#define CLOSE_ENOUGH 4e-4 /* largest change of a rate with which an iteration ends */
#define STALE        0.1  /* least change of a shared station's load that needs new rates */
#define MOST_BESIDE  0.95

struct resident {
    const struct warp_work *work; /* NULL: no warp, or it has ended */
    double left;                  /* rest of its cycles alone, T in frame_time.h */
    double slow;
    double at[STATIONS], at_rt;     /* parts of its time at stations: waiting or served */
    double wait[STATIONS], wait_rt; /* waits per cycle alone */
};

/* Utilisation of stations by the demand for which no warp waits, by posted requests, and in
 * total. */
struct load {
    double beside[STATIONS], posted[STATIONS], all[STATIONS];
};

struct sm {
    struct resident *warps;
    double now;            /* time to which its warps have advanced */
    double next;           /* time of the next end of a warp; INFINITY: none */
    double at[STATIONS];   /* by station: sum of `at` of its warps */
    struct load load;      /* load by its warps */
    double seen[STATIONS]; /* for shared stations: the values of struct frame `at` from which the
                              rates were computed */
    uint32_t running;
};

struct frame {
    const struct frame_machine *machine;
    const struct warp_work *works;
    uint32_t n_ctas, next_cta, places; /* places: warps of an SM */
    struct sm *sms;
    struct resident *residents;
    double at[STATIONS]; /* for shared stations: sum of `at` of all warps */
    struct load load;    /* load of shared stations by all warps */
    struct frame_time *out;
};

static double at_least(double x, double least)
{
    return x > least ? x : least;
}

/* ---- rates ---- */

/* The wait, per cycle of demand, of a warp that is itself at the station for `own` of its time.
 * `all` is the sum of all warps' times there. */
static double wait_behind(double all, double own, double beside)
{
    return at_least(all - own, 0) / (1 - fmin(beside, MOST_BESIDE));
}

struct sums {
    double at[STATIONS], at_rt;
    struct load load;
    double full[STATIONS]; /* probability that the queue in front of the station is full */
};

static void load_add(struct load *sum, const struct resident *w)
{
    double rate = 1 / (w->slow * w->work->cycles);
    for (int k = 0; k < STATIONS; k++) {
        sum->beside[k] += w->work->beside[k] * rate;
        sum->posted[k] += w->work->posted[k] * rate;
        sum->all[k] += (w->work->wants[k] + w->work->beside[k] + w->work->posted[k]) * rate;
    }
}

/* Computes sum += more - less for the shared stations, those from LOCAL on. */
static void load_move(struct load *sum, const struct load *more, const struct load *less)
{
    for (int k = LOCAL; k < STATIONS; k++) {
        sum->beside[k] += more->beside[k] - less->beside[k];
        sum->posted[k] += more->posted[k] - less->posted[k];
        sum->all[k] += more->all[k] - less->all[k];
    }
}

static void add_up(const struct frame *f, const struct sm *sm, struct sums *out)
{
    *out = (struct sums){.at_rt = 0};
    for (uint32_t i = 0; i < f->places; i++) {
        const struct resident *w = &sm->warps[i];
        if (!w->work)
            continue;
        load_add(&out->load, w);
        for (int k = 0; k < STATIONS; k++)
            out->at[k] += w->at[k];
        out->at_rt += w->at_rt;
    }
    load_move(&out->load, &f->load, &sm->load);
    for (int k = LOCAL; k < STATIONS; k++)
        out->at[k] += f->at[k] - sm->at[k];
    for (int k = 0; k < STATIONS; k++) {
        out->full[k] = pow(fmin(out->load.all[k], 1), f->machine->posted_places);
        out->load.beside[k] += (1 - out->full[k]) * out->load.posted[k];
    }
}

/* Computes the warp's rate from the times of the others at stations; returns the change of the
 * rate. */
static double settle(struct resident *w, const struct sums *sums,
                     const struct frame_machine *machine, double step)
{
    const struct warp_work *work = w->work;
    double inside = work->trace_cycles, outside = work->cycles - inside, visit[STATIONS];
    double rt_wait = 0;
    uint32_t rt_warps = machine->rt_warps;
    double port = sums->load.all[STATION_PORT];
    double request = machine->own_port ? 1 : 1 / (1 - fmin(port, MOST_BESIDE));
    for (int k = 0; k < STATIONS; k++) {
        double wants = work->wants[k] * (k == STATION_REQUESTS ? request : 1) +
                       work->posted[k] * sums->full[k];
        double traced = work->traced[k] * (k == STATION_REQUESTS ? request : 1);
        double beside = sums->load.beside[k] * (k == STATION_REQUESTS ? request : 1);
        double wait = wait_behind(sums->at[k], w->at[k], beside);
        double longer = k == STATION_REQUESTS ? traced - work->traced[k] : 0;
        inside += traced * wait + longer;
        outside += (wants - traced) * wait;
        visit[k] = wants * (1 + wait);
        w->wait[k] = (wants * wait + longer) / work->cycles;
    }
    double served = rt_warps ? inside / rt_warps : 0;
    double queue = at_least(sums->at_rt - w->at_rt, 0);
    rt_wait = served * queue;
    double slow = (inside + outside + rt_wait) / work->cycles;
    double moved = fabs(slow / w->slow - 1);
    w->slow += step * (slow - w->slow);
    double rate = 1 / (w->slow * work->cycles);
    for (int k = 0; k < STATIONS; k++)
        w->at[k] += step * (visit[k] * rate - w->at[k]);
    w->at_rt += step * (served * (1 + queue) * rate - w->at_rt);
    w->wait_rt = rt_wait / work->cycles;
    return moved;
}

/* Computes the rates of an SM by the network, starting from the current ones. */
static void settle_all(struct frame *f, struct sm *sm)
{
    struct sums sums;
    double moved = 1;
    for (int round = 0; round < MOST_ROUNDS && moved > CLOSE_ENOUGH; round++) {
        moved = 0;
        add_up(f, sm, &sums);
        double step = 1 / (2 + round / 16.0); /* undamped, some states oscillate */
        for (uint32_t i = 0; i < f->places; i++)
            if (sm->warps[i].work)
                moved = fmax(moved, settle(&sm->warps[i], &sums, f->machine, step));
    }
}

static void follow_law(struct frame *f, struct sm *sm)
{
    for (uint32_t i = 0; i < f->places; i++)
        if (sm->warps[i].work)
            sm->warps[i].slow = f->machine->slow[sm->running - 1];
}

/* Computes all rates of an SM, and updates the shared stations. */
static void find_rates(struct frame *f, struct sm *sm)
{
    if (f->machine->slow)
        follow_law(f, sm);
    else
        settle_all(f, sm);
    for (int k = LOCAL; k < STATIONS; k++)
        sm->seen[k] = f->at[k] + f->load.all[k];
    double at[STATIONS] = {0};
    struct load load = {.all = {0}};
    sm->next = (double)INFINITY;
    for (uint32_t i = 0; i < f->places; i++) {
        const struct resident *w = &sm->warps[i];
        if (!w->work)
            continue;
        sm->next = fmin(sm->next, sm->now + w->left * w->slow);
        for (int k = LOCAL; k < STATIONS; k++)
            at[k] += w->at[k];
        load_add(&load, w);
    }
    load_move(&f->load, &load, &sm->load);
    sm->load = load;
    for (int k = LOCAL; k < STATIONS; k++) {
        f->at[k] += at[k] - sm->at[k];
        sm->at[k] = at[k];
    }
}

/* ---- time ---- */

static void advance(struct frame *f, struct sm *sm, double now)
{
    f->out->busy += sm->running ? now - sm->now : 0;
    for (uint32_t i = 0; i < f->places; i++) {
        struct resident *w = &sm->warps[i];
        if (!w->work)
            continue;
        double done = fmin((now - sm->now) / w->slow, w->left);
        w->left -= done;
        f->out->alone += done;
        f->out->rt += done * w->wait_rt;
        for (int k = 0; k < STATIONS; k++)
            f->out->waits[k] += done * w->wait[k];
        f->out->warp_cycles += now - sm->now;
    }
    sm->now = now;
}

/* Starts the next CTA in a place; skips CTAs without instructions. */
static void start_cta(struct frame *f, struct sm *sm, uint32_t place)
{
    uint32_t n = f->machine->cta_warps, before = sm->running;
    while (f->next_cta < f->n_ctas && sm->running == before) {
        const struct warp_work *works = &f->works[f->next_cta++ * n];
        for (uint32_t i = 0; i < n; i++) {
            if (!(works[i].cycles > 0))
                continue;
            sm->warps[place * n + i] =
                (struct resident){.work = &works[i], .left = works[i].cycles, .slow = 1};
            sm->running++;
        }
    }
}

/* Whether the warp has ended: its remaining work is zero, or too small for the clock's
 * precision. */
static bool through(const struct sm *sm, const struct resident *w)
{
    return w->left <= 1e-9 * w->work->cycles || sm->now + w->left * w->slow <= sm->now;
}

/* Ends the warps that are through, and starts CTAs in places whose warps have all ended. */
static void end_warps(struct frame *f, struct sm *sm)
{
    uint32_t n = f->machine->cta_warps;
    for (uint32_t i = 0; i < f->places; i++)
        if (sm->warps[i].work && through(sm, &sm->warps[i])) {
            sm->warps[i].work = NULL;
            sm->running--;
        }
    for (uint32_t place = 0; place < f->machine->resident_ctas; place++) {
        bool free = true;
        for (uint32_t i = 0; i < n; i++)
            free &= sm->warps[place * n + i].work == NULL;
        if (free && f->next_cta < f->n_ctas)
            start_cta(f, sm, place);
    }
}

static bool stale(const struct frame *f, const struct sm *sm)
{
    for (int k = LOCAL; k < STATIONS; k++)
        if (fabs(f->at[k] + f->load.all[k] - sm->seen[k]) > STALE * (1 + sm->seen[k]))
            return true;
    return false;
}

static void run_frame_time(struct frame *f)
{
    uint32_t sms = f->machine->sms;
    for (uint32_t place = 0; place < f->machine->resident_ctas; place++)
        for (uint32_t i = 0; i < sms && f->next_cta < f->n_ctas; i++)
            start_cta(f, &f->sms[i], place);
    for (uint32_t round = 0; round < 8; round++)
        for (uint32_t i = 0; i < sms; i++)
            find_rates(f, &f->sms[i]);
    for (;;) {
        uint32_t first = 0;
        for (uint32_t i = 1; i < sms; i++)
            first = f->sms[i].next < f->sms[first].next ? i : first;
        double now = f->sms[first].next;
        if (isinf(now))
            break;
        if (!(now >= f->out->cycles))
            BUG("time goes from %g to %g", f->out->cycles, now);
        f->out->cycles = now;
        advance(f, &f->sms[first], now);
        end_warps(f, &f->sms[first]);
        find_rates(f, &f->sms[first]);
        for (uint32_t i = 0; i < sms; i++)
            if (f->sms[i].running && stale(f, &f->sms[i])) {
                advance(f, &f->sms[i], now);
                find_rates(f, &f->sms[i]);
            }
    }
}

enum st_code frame_time_find(struct frame_time *out, const struct frame_machine *machine,
                             const struct warp_work *works, uint32_t n, struct status *st)
{
    struct frame f = {.machine = machine,
                      .works = works,
                      .n_ctas = n / machine->cta_warps,
                      .places = machine->resident_ctas * machine->cta_warps,
                      .out = out};
    *out = (struct frame_time){.cycles = 0};
    size_t all = (size_t)machine->sms * f.places;
    if (!MEM_ARRAYS(MEM_ARRAY(f.sms, machine->sms), MEM_ARRAY(f.residents, all))) {
        MEM_FREE(f.sms, f.residents);
        return status_no_memory(st, "the time of a frame");
    }
    for (uint32_t i = 0; i < machine->sms; i++) {
        f.sms[i].warps = &f.residents[(size_t)i * f.places];
        f.sms[i].next = (double)INFINITY;
    }
    run_frame_time(&f);
    MEM_FREE(f.sms, f.residents);
    return ST_OK;
}
