#include "sim/timing/sm/front.h"

#include "sim/timing/sm/atomics.h"
#include "sim/timing/sm/coalesce.h"
#include "sim/timing/sm/fetch.h"
#include "sim/timing/sm/shared_memory.h"
#include "sim/timing/sm/warp_state.h"

#include <string.h>

enum { INST_B = 8 }; /* size of an instruction of an intermediate language */

enum st_code front_create(struct sm_front *f, const struct front_links *links, uint32_t max_ctas,
                          uint32_t cta_warps, struct status *st)
{
    uint32_t max_warps = max_ctas * cta_warps;
    f->links = *links;
    f->max_ctas = max_ctas;
    f->cta_warps = f->barriers.cta_warps = cta_warps;
    f->schedulers = links->config->schedulers;
    f->fetches = links->config->fetches;
    f->buffer_B = links->config->buffer_B;
    f->redirect.predicate_cycles = links->config->predicate_cycles;
    f->redirect.redirect_cycles = links->config->redirect_cycles;
    f->redirects = (f->redirect.predicate_cycles | f->redirect.redirect_cycles) != 0;
    f->cached = !icache_perfect(links->icache);
    reorder_init(&f->reorder, links->rt);
    f->fetching = NO_FETCH;
    f->last_fetched = max_warps - 1;
    for (uint32_t i = 0; i < f->schedulers; i++) {
        scheduler_init(&f->scheduler[i], (enum scheduler_policy)links->config->scheduler);
        f->reasons.of[i] = REASON_NO_WARP;
    }
    for (uint32_t w = 0; w < MAX_WARPS; w++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 by sm_params.h */
        uint32_t sub = w % f->schedulers;
        f->slots[w] = (struct warp_slot){
            .state = WARP_ABSENT, .sub = (uint8_t)sub, .sub_bit = (uint8_t)(1u << sub)};
    }
    for (uint32_t w = 0; w < MAX_WARPS; w++)
        f->warps_of[1u << f->slots[w].sub] |= UINT64_C(1) << w;
    for (uint32_t set = 1; set < 1u << f->schedulers; set++)
        f->warps_of[set] |= f->warps_of[set & (set - 1)] | f->warps_of[set & (~set + 1)];
    f->in[WARP_ABSENT] = UINT64_MAX;
    return scoreboard_create(&f->scoreboard, max_warps, st);
}

enum st_code front_count_insts(struct sm_front *f, uint32_t n, struct status *st)
{
    for (uint32_t i = 0; i < f->schedulers; i++)
        f->reasons.inst[i] = n;
    return inst_counters_create(&f->reasons.insts, n, st);
}

void front_free(struct sm_front *f)
{
    if (f->scoreboard.pending) /* else there have been no warps */
        for (uint64_t m = ~f->in[WARP_ABSENT]; m; m &= m - 1) {
            struct warp *w = f->slots[__builtin_ctzll(m)].warp;
            w->ops->end(w);
        }
    scoreboard_release(&f->scoreboard);
    inst_counters_release(&f->reasons.insts);
}

/* Charges the cycles before `at` to the current residents. */
static void settle_residents(struct sm_front *f, cycle_t at)
{
    uint64_t n = at - f->resident_since;
    f->counters.resident_warp_cycles += n * f->n_resident;
    f->counters.busy_cycles += f->n_resident ? n : 0;
    f->resident_since = at;
}

static void note_drained(struct sm_front *f, uint32_t w)
{
    const struct warp_slot *slot = &f->slots[w];
    uint64_t drained = slot->in_flight == 0 && slot->stores == 0;
    f->leaving |= drained << w;
    f->wake |= (uint32_t)drained;
}

static void add_warp(struct sm_front *f, struct warp *w, uint32_t i)
{
    struct warp_slot *slot = &f->slots[i];
    *slot = (struct warp_slot){.warp = w,
                               .since = f->resident_since,
                               .state = slot->state,
                               .sub = slot->sub,
                               .sub_bit = slot->sub_bit};
    f->counted[i] = (struct wait_counters){.rays = 0};
    memset(f->redirect.recent[i], 0, sizeof f->redirect.recent[i]);
    f->reorder.passed &= ~(UINT64_C(1) << i);
    scheduler_add(&f->scheduler[slot->sub], i);
    if (w->next) {
        slot->pc = w->next->pc;
        warp_state_set(f, i, WARP_EMPTY);
    } else {
        warp_state_set(f, i, WARP_DONE);
        note_drained(f, i);
    }
}

/* Puts the CTA into the first free CTA slot (GPGPU-Sim shader.cc, issue_block2core). */
void front_launch(struct sm_front *f, struct warp *const *warps, cycle_t now)
{
    uint32_t cta = 0;
    while (f->left[cta])
        cta++;
    settle_residents(f, now + 1);
    f->n_ctas++;
    f->left[cta] = (uint8_t)f->cta_warps;
    f->n_resident += f->cta_warps;
    f->used = true;
    for (uint32_t i = 0; i < f->cta_warps; i++)
        add_warp(f, warps[i], cta * f->cta_warps + i);
}

/* Updates a warp after an event that it may wait for. */
static inline void note_came(struct sm_front *f, uint32_t w)
{
    const struct warp_slot *slot = &f->slots[w];
    if (slot->state == WARP_DONE)
        note_drained(f, w);
    else if (slot->state >= WARP_WAITS_ALU && slot->state <= WARP_WAITS_REORDER)
        warp_state_update(f, w);
}

/* Kept out of line, so that callers need not save registers for its call. */
static __attribute__((noinline)) void retire_trace(struct sm_front *f, uint32_t w)
{
    struct warp *warp = f->slots[w].warp;
    f->tracing &= ~(1ull << w);
    f->reorder.passed &= ~(1ull << w);
    warp->ops->drop_records(warp);
    note_came(f, w);
}

void front_retire_arithmetic(struct sm_front *f, uint32_t w, const struct warp_inst *inst)
{
    scoreboard_retire(&f->scoreboard, w, inst);
    f->slots[w].in_flight--;
    f->retired++;
    note_came(f, w);
}

static inline void retire(struct sm_front *f, uint32_t w, const struct warp_inst *inst)
{
    scoreboard_retire(&f->scoreboard, w, inst);
    f->slots[w].in_flight--;
    f->retired++;
    if (inst->op == OP_TRACE_RAY)
        retire_trace(f, w);
    else
        note_came(f, w);
}

static __attribute__((noinline)) void retire_counted(struct sm_front *f, uint32_t who,
                                                     const struct warp_inst *inst)
{
    wait_counters_retire(&f->counted[who_slot(who)], inst, who_mark(who));
    retire(f, who_slot(who), inst);
}

void front_retire(struct sm_front *f, uint32_t who, const struct warp_inst *inst)
{
    if (who_mark(who))
        retire_counted(f, who, inst);
    else
        retire(f, who, inst);
}

void front_store(struct sm_front *f, uint32_t who, int change)
{
    uint32_t w = who_slot(who);
    f->slots[w].stores += (uint32_t)change;
    if (who_mark(who)) {
        wait_counters_store(&f->counted[w], who_mark(who), change);
        note_came(f, w);
    } else if (f->slots[w].state == WARP_DONE) {
        note_drained(f, w);
    }
}

/* By class: the kind of wait of an instruction that needs its results. */
static const uint8_t result_kind[CLASSES] = {
    [CLASS_SP] = WAIT_ALU,     [CLASS_INT] = WAIT_ALU, [CLASS_SFU] = WAIT_ALU,
    [CLASS_MEM] = WAIT_MEMORY, [CLASS_RT] = WAIT_RT,   [CLASS_SCALAR] = WAIT_ALU};

/* Whether the instruction passes the collector (operand_collector.h) and its unit without
 * contention; then its steps are not simulated. With every_cycle all are simulated. */
static bool passes(struct sm_front *f, uint32_t w, const struct warp_inst *inst,
                   enum unit_class unit, cycle_t now)
{
    uint32_t sub = f->slots[w].sub;
    if (f->every_cycle || !(1u << unit & EXEC_CLASSES))
        return false;
    cycle_t at = collector_passage(f->links.collector, now, inst, unit, sub);
    if (at == CYCLE_NEVER || !exec_reserve(f->links.exec, at, inst, unit, sub, w))
        return false;
    collector_pass(f->links.collector, unit, sub, at);
    return true;
}

/* Sets the fields that the LDST unit needs for an access to shared memory or an atomic. */
static void prepare_compute(struct sm_front *f, struct issued *op)
{
    enum warp_op what = (enum warp_op)op->inst->op;
    uint32_t bytes = op->inst->access_B;
    if (warp_op_shared(what)) {
        op->list = NULL;
        op->n_sectors = (uint8_t)shared_memory_cycles(
            f->step.addr, op->executed, bytes, f->links.shared_banks, what == OP_ATOMIC_SHARED);
    } else {
        op->list = sector_list_get(f->links.pool);
        op->n_sectors =
            (uint8_t)atomics_coalesce(f->step.addr, op->executed, bytes, op->list->sectors);
    }
}

static __attribute__((noinline)) void issue_scalar(struct sm_front *f, uint32_t w,
                                                   const struct warp_inst *inst, cycle_t now)
{
    if (inst->op != OP_SCALAR_LOAD) {
        exec_scalar(f->links.exec, now, inst, w);
        return;
    }
    uint32_t who = w;
    if (inst->counter)
        who |= (uint32_t)wait_counters_add(&f->counted[w], inst) << WHO_SLOT_BITS;
    ldst_scalar(f->links.ldst, inst, who, f->step.addr[0], now);
}

/* Allocates memory for an instruction that issues, lane by lane; for a trace the hit attributes and
 * the record. Vulkan-Sim allocates then too, because it executes an instruction when it issues. */
static __attribute__((noinline)) void allocate(const struct sm_front *f, const struct issued *op,
                                               cycle_t now)
{
    const struct mem_port *mem = f->links.allocator;
    for (uint32_t lanes = op->executed; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint64_t addr = op->inst->allocates ? f->step.addr[lane] : op->rays[lane].result_addr;
        if (!op->inst->allocates && op->rays[lane].attributes_addr)
            mem->allocate(mem->self, f->links.sm, op->rays[lane].attributes_addr, now);
        mem->allocate(mem->self, f->links.sm, addr, now);
    }
}

/* Puts the instruction into its issue register or the scalar unit. */
static void step_through(struct sm_front *f, uint32_t w, const struct warp_inst *inst,
                         enum unit_class unit, cycle_t now)
{
    if (unit == CLASS_SCALAR) {
        issue_scalar(f, w, inst, now);
        return;
    }
    struct issued *op = issued_get(f->links.pool);
    op->inst = inst;
    op->uid = f->uid++;
    op->executed = f->step.executed;
    op->warp = (uint8_t)w;
    op->sub = f->slots[w].sub;
    op->unit = (uint8_t)unit;
    op->who = (uint16_t)w;
    if (inst->counter)
        op->who |= (uint16_t)(wait_counters_add(&f->counted[w], inst) << WHO_SLOT_BITS);
    op->follows = collector_follows(f->links.collector, now, inst, unit, op->sub);
    if (unit == CLASS_MEM && inst->op > OP_TRACE_RAY) {
        prepare_compute(f, op);
    } else if (unit == CLASS_MEM) {
        op->list = sector_list_get(f->links.pool);
        op->n_sectors =
            (uint8_t)coalesce(f->step.addr, op->executed, inst->access_B, op->list->sectors);
    } else {
        op->rays = f->step.rays;
        if (f->links.allocator && (inst->op == OP_TRACE_RAY || inst->allocates))
            allocate(f, op, now);
    }
    collector_issue(f->links.collector, op);
}

/* Stops a warp if the instruction that it has just issued was a barrier or its last one. */
static void stand(struct sm_front *f, uint32_t w, const struct warp_inst *inst)
{
    struct warp_slot *slot = &f->slots[w];
    if (!slot->warp->next) {
        slot->buffered = 0;
        warp_state_set(f, w, WARP_DONE);
        f->leaving |= barriers_note_end(&f->barriers, w);
    } else if (inst->op == OP_BARRIER) {
        f->leaving |= barriers_arrive(&f->barriers, w);
        warp_state_at_barrier(f, w);
    }
}

static void go_on_behind_barrier(struct sm_front *f, uint64_t warps)
{
    for (warps &= ~f->in[WARP_NO_LINE]; warps; warps &= warps - 1)
        warp_state_update(f, (uint32_t)__builtin_ctzll(warps));
}

/* Releases the warps that barriers have held long enough; schedulers see it in this cycle. */
static void release_held(struct sm_front *f, cycle_t now)
{
    for (uint64_t left = f->held; left;) {
        uint32_t w = (uint32_t)__builtin_ctzll(left);
        uint64_t warps = f->held & barriers_cta(&f->barriers, w);
        left &= ~warps;
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 */
        if (f->held_until[w / f->cta_warps] > now)
            continue;
        f->held &= ~warps;
        f->barriers.waiting &= ~warps;
        go_on_behind_barrier(f, warps);
    }
}

/* Lets the released warps of each CTA wait on. */
static void hold(struct sm_front *f, uint64_t released, cycle_t now)
{
    f->held |= released;
    f->barriers.waiting |= released;
    while (released) {
        uint32_t w = (uint32_t)__builtin_ctzll(released);
        uint64_t warps = released & barriers_cta(&f->barriers, w);
        uint32_t n = (uint32_t)__builtin_popcountll(warps);
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 */
        f->held_until[w / f->cta_warps] = now + 1 + barriers_hold(f->links.config, n);
        released &= ~warps;
    }
}

/* Releases barriers after all schedulers of the cycle; these see the release in the next cycle. */
static void release_barriers(struct sm_front *f, cycle_t now)
{
    f->leaving &= ~f->barriers.changed;
    uint64_t warps = barriers_release(&f->barriers, ~(f->in[WARP_DONE] | f->in[WARP_ABSENT]));
    if (warps && barriers_hold(f->links.config, 1))
        hold(f, warps, now);
    else
        go_on_behind_barrier(f, warps);
}

/* Counts an instruction that has just been executed. */
static __attribute__((noinline)) void count_inst(struct sm_front *f, const struct warp_inst *inst)
{
    struct inst_count *c = &f->reasons.insts.of[warp_inst_number(inst)];
    struct sector sectors[MAX_SECTORS];
    c->warps++;
    c->active += warp_count_lanes(f->step.active);
    c->executed += warp_count_lanes(f->step.executed);
    if (inst->op == OP_LOAD || inst->op == OP_STORE)
        c->sectors += coalesce(f->step.addr, f->step.executed, inst->access_B, sectors);
}

/* Executes the warp's next instruction and issues it to its unit. */
static enum st_code issue(struct sm_front *f, uint32_t w, cycle_t now, struct status *st)
{
    struct warp_slot *slot = &f->slots[w];
    struct warp *warp = slot->warp;
    const struct warp_inst *inst = warp->next;
    enum unit_class unit = (enum unit_class)slot->state;
    struct issued_pool *pool = f->links.pool;
    if (!pool->free)
        TRY(issued_pool_grow(pool, st));
    TRY(warp->ops->step(warp, &f->step, st));
    uint32_t active = warp_count_lanes(f->step.active);
    f->issued_with[active]++;
    f->executed_of[inst->kind] +=
        f->step.executed == f->step.active ? active : warp_count_lanes(f->step.executed);

    if (f->reasons.insts.of)
        count_inst(f, inst);
    if (!passes(f, w, inst, unit, now))
        step_through(f, w, inst, unit, now);
    f->tracing |= (uint64_t)(unit == CLASS_RT) << w;
    scoreboard_reserve(&f->scoreboard, w, inst, (enum wait_kind)result_kind[unit]);
    f->dirty |= slot->sub_bit;
    slot->in_flight++;
    if (inst->size_B) {
        fetch_leave_buffer(f, slot, inst);
    } else {
        slot->pc += INST_B;
        slot->buffered -= INST_B;
    }
    if (__builtin_expect(f->redirects, false) && redirect_hold(f, w, inst))
        return ST_OK;
    if (warp->next && inst->op != OP_BARRIER)
        warp_state_update(f, w);
    else
        stand(f, w, inst);
    return ST_OK;
}

/* Warps that may issue: ready, with a free issue register of the class in their sub-core. An issue
 * of one scheduler takes no register of another. */
static uint64_t issuable(const struct sm_front *f)
{
    uint64_t warps = f->ready;
    const struct collector_gates *gates = collector_gates(f->links.collector);
    if (warps)
        for (uint32_t m = gates->classes_waiting; m; m &= m - 1) {
            uint32_t unit = (uint32_t)__builtin_ctz(m);
            warps &= ~(f->in[unit] & f->warps_of[gates->id_full[unit]]);
        }
    return warps;
}

/* The scheduler that goes first in cycle `now`: it rotates with the cycles that had a warp
 * (Vulkan-Sim shader.cc, issue()). */
static uint32_t first_scheduler(const struct sm_front *f, cycle_t now)
{
    uint64_t busy = f->counters.busy_cycles + (f->n_resident ? now - f->resident_since : 0);
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 by sm_params.h */
    return f->schedulers & (f->schedulers - 1) ? (uint32_t)(busy % f->schedulers)
                                               : (uint32_t)busy & (f->schedulers - 1);
}

/* The schedulers of a set of warps: bit s is set if scheduler s has one of them. */
static uint32_t schedulers_of(const struct sm_front *f, uint64_t warps)
{
    uint32_t set = 0;
    if (f->schedulers & (f->schedulers - 1)) {
        for (uint32_t i = 0; i < f->schedulers; i++)
            set |= (uint32_t)((f->scheduler[i].warps & warps) != 0) << i;
        return set;
    }
    set = (uint32_t)(warps | warps >> 32);
    set |= set >> 16;
    set |= set >> 8; /* at most 8 schedulers */
    for (uint32_t width = 4; width >= f->schedulers; width /= 2)
        set |= set >> width;
    return set & ((1u << f->schedulers) - 1);
}

static inline void set_reason(struct sm_front *f, uint32_t i, uint32_t w, enum reason reason,
                              cycle_t at)
{
    if (f->reasons.insts.of)
        reasons_set_inst(&f->reasons, f, i, w, reason, at);
    reasons_set(&f->reasons, i, reason, at);
}

static enum st_code schedule_one(struct sm_front *f, uint32_t i, uint64_t candidates, cycle_t now,
                                 struct status *st)
{
    uint64_t passed = 0;
    uint32_t w = SCHEDULER_NONE;
    uint64_t hazards = f->in[WARP_HAZARD];
    if ((candidates | hazards) & f->scheduler[i].warps)
        w = scheduler_pick(&f->scheduler[i], candidates, hazards, &passed);
    set_reason(f, i, w, w == SCHEDULER_NONE ? reason_of(f, i) : REASON_ISSUED, now);
    if (passed)
        fetch_flush(f, passed);
    return w == SCHEDULER_NONE ? ST_OK : issue(f, w, now, st);
}

/* Visits the schedulers that may issue or whose reason may have changed. */
static enum st_code schedule(struct sm_front *f, cycle_t now, struct status *st)
{
    uint64_t candidates = issuable(f);
    uint32_t all = (1u << f->schedulers) - 1;
    uint32_t look =
        f->every_cycle ? all : f->dirty | schedulers_of(f, f->ready | f->in[WARP_HAZARD]);
    f->dirty = 0;
    /* A single scheduler needs no rotation. */
    uint32_t first = look & (look - 1) ? first_scheduler(f, now) : 0;
    for (look = (look | look << f->schedulers) >> first & all; look; look &= look - 1) {
        uint32_t i = first + (uint32_t)__builtin_ctz(look);
        TRY(schedule_one(f, i < f->schedulers ? i : i - f->schedulers, candidates, now, st));
    }
    return ST_OK;
}

static void leave(struct sm_front *f, cycle_t now)
{
    settle_residents(f, now + 1);
    for (; f->leaving; f->leaving &= f->leaving - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(f->leaving);
        struct warp *warp = f->slots[w].warp;
        if (warp->resident)
            __atomic_fetch_add(warp->resident, now + 1 - f->slots[w].since, __ATOMIC_RELAXED);
        warp->ops->end(warp);
        warp_state_set(f, w, WARP_ABSENT);
        scheduler_remove(&f->scheduler[f->slots[w].sub], w);
        f->counters.warps++;
        f->n_resident--;
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 */
        if (--f->left[w / f->cta_warps] == 0 && --f->n_ctas == 0)
            f->emptied = now;
    }
}

enum st_code front_cycle(struct sm_front *f, cycle_t now, bool *again, struct status *st)
{
    if (f->in[WARP_WAITS_REORDER])
        reorder_release(f, now);
    if (f->held)
        release_held(f, now);
    if (f->redirects)
        redirect_release(f, now);
    TRY(schedule(f, now, st));
    if (f->in[WARP_EMPTY])
        fetch_cycle(f, now);
    if (f->leaving) {
        release_barriers(f, now);
        leave(f, now);
    }
    if (f->in[WARP_WAITS_REORDER])
        TRY(reorder_gather(f, now, st));
    f->seen = collector_gates(f->links.collector)->changes;
    *again = (f->in[WARP_HAZARD] | f->in[WARP_EMPTY] | f->in[WARP_WAITS_REORDER] | f->held |
              f->in[WARP_HELD] | issuable(f)) != 0;
    f->wake = *again | f->every_cycle;
    if (*again)
        return ST_OK;
    /* No scheduler has work before a unit changes: sets the reasons from the next cycle on. */
    for (uint32_t m = f->dirty; m; m &= m - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(m);
        set_reason(f, i, SCHEDULER_NONE, reason_of(f, i), now + 1);
    }
    f->dirty = 0;
    return ST_OK;
}

/* Makes the instruction counters from the two tables that issue() fills. */
static struct mix_counters count_instructions(struct sm_front *f)
{
    const uint64_t *of = f->executed_of, *with = f->issued_with;
    uint64_t warps = 0, active = 0, executed = front_executed(f);
    for (uint32_t n = 0; n <= WARP_LANES; n++) {
        warps += with[n];
        active += n * with[n];
    }
    f->counters.warp_instructions = warps;
    f->counters.active_lanes = active;
    f->counters.thread_instructions = executed;
    return mix_count(of, with, active, executed);
}

void front_count(struct sm_front *f, cycle_t end, struct sm_counters *out, struct mix_counters *mix)
{
    *mix = count_instructions(f);
    if (end + 1 > f->resident_since)
        settle_residents(f, end + 1);
    reasons_count(&f->reasons, f->schedulers, end, &f->counters);
    *out = f->counters;
    out->bank_conflicts = collector_conflicts(f->links.collector);
}

uint64_t front_warp_cycles(const struct sm_front *f, cycle_t at)
{
    return f->counters.resident_warp_cycles + (at - f->resident_since) * f->n_resident;
}

uint64_t front_executed(const struct sm_front *f)
{
    uint64_t executed = 0;
    for (int kind = 0; kind < INST_KINDS; kind++)
        executed += f->executed_of[kind];
    return executed;
}

void front_dump(const struct sm_front *f, FILE *out)
{
    static const char *const what[WARP_STATES] = {
        [CLASS_SP] = "waits for its unit",
        [CLASS_SFU] = "waits for its unit",
        [CLASS_MEM] = "waits for its unit",
        [CLASS_INT] = "waits for its unit",
        [CLASS_RT] = "waits for its unit",
        [CLASS_SCALAR] = "waits for its unit",
        [WARP_WAITS_ALU] = "waits for an arithmetic result",
        [WARP_WAITS_MEMORY] = "waits for a load",
        [WARP_WAITS_RT] = "waits for its rays",
        [WARP_WAITS_REORDER] = "waits for its threads to be sorted",
        [WARP_WAITS_BARRIER] = "waits at a barrier",
        [WARP_HAZARD] = "is redirected",
        [WARP_HELD] = "waits for a branch",
        [WARP_EMPTY] = "waits for instructions",
        [WARP_NO_LINE] = "waits for instructions from memory",
        [WARP_DONE] = "has ended and drains",
    };
    for (uint64_t m = ~f->in[WARP_ABSENT]; m; m &= m - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(m);
        const struct warp_slot *slot = &f->slots[w];
        fprintf(out, "  warp %u %s; %u instructions and %u stores under way", w, what[slot->state],
                slot->in_flight, slot->stores);
        if (slot->warp->next)
            fprintf(out, "; next pc %u, op %u", slot->warp->next->pc, slot->warp->next->op);
        fputc('\n', out);
    }
}
