/* How the SM avoids work: every warp that could issue is in exactly one mask that says why it does
 * not (or that it can), and moves between masks only when something happened to it: decode, issue,
 * a register's release. A scheduler then needs a few mask operations per cycle, and the masks tell
 * the reason that the cycle is charged to. */
#include "sim/timing/sm.h"

#include "common/memory.h"
#include "sim/timing/coalesce.h"
#include "sim/timing/exec_unit.h"
#include "sim/timing/issued.h"
#include "sim/timing/l1d.h"
#include "sim/timing/ldst.h"
#include "sim/timing/operand_collector.h"
#include "sim/timing/rt_unit.h"
#include "sim/timing/scheduler.h"
#include "sim/timing/scoreboard.h"

enum { BUFFER = 2, INST_B = 8, NO_FETCH = MAX_WARPS };

struct slot {
    struct warp *warp;
    uint32_t pc;        /* of the first buffered instruction */
    uint32_t fetch_pc;  /* of the next fetch */
    uint32_t in_flight; /* instructions issued and not retired */
    uint32_t stores;    /* not acknowledged */
    uint8_t buffered;
};

/* Why schedulers issue nothing, in the order in which reasons win. */
enum reason {
    REASON_UNIT,
    REASON_COLLECTOR,
    REASON_MEMORY_FULL,
    REASON_RT_FULL,
    REASON_ALU,
    REASON_MEMORY,
    REASON_RT,
    REASON_CONTROL,
    REASON_FETCH,
    REASON_DRAIN,
    REASON_NO_WARP,
    REASON_ISSUED,
    REASONS
};

/* What every tick looks at comes first, so that it lies in few lines of the host's caches. */
struct sm {
    const struct gpu_config *config;
    const struct mem_port *mem;
    struct scoreboard *scoreboard;
    struct collector *collector;
    struct exec *exec;
    struct l1d *l1d;
    struct ldst *ldst;
    struct rt_unit *rt;
    cycle_t rt_at;   /* when the RT unit has something to do next */
    cycle_t settled; /* cycles before this one are charged */
    uint32_t id, schedulers, max_warps;
    uint32_t n_resident, settled_resident;
    uint32_t fetching; /* slot whose instructions are decoded next, or NO_FETCH */
    uint32_t last_fetched;
    /* The front end is quiet where nothing is to be scheduled, fetched or let go until something
     * changes; every cycle until then is charged to idle_reason, however often the units work. */
    uint32_t collector_changes; /* up to the last cycle that was not quiet */
    bool quiet;
    bool moved;                         /* the front end in this cycle */
    bool used;                          /* since it was last without a warp */
    uint8_t idle_reason[MAX_SUB_CORES]; /* of the cycles from `settled` on */

    /* Masks over warp slots. A resident warp is in exactly one of done, empty, hazard, tracing,
     * waiting (either) and ready (any), but that a tracing one may be empty as well. */
    uint64_t resident;
    uint64_t done;    /* has ended, is waiting to leave */
    uint64_t empty;   /* nothing buffered */
    uint64_t hazard;  /* what is buffered is not what comes next */
    uint64_t tracing; /* its rays are in the RT unit */
    uint64_t waiting_alu, waiting_memory;
    uint64_t ready[CLASSES]; /* may issue as soon as its unit's issue register is free */

    uint64_t uid;
    uint64_t retired;
    cycle_t emptied;
    struct issued_pool pool;
    uint64_t slots_of[REASONS];
    struct sm_counters counters;
    struct scheduler scheduler[MAX_SUB_CORES];
    struct slot slots[MAX_WARPS];
    uint64_t slots_of_subs[1 << MAX_SUB_CORES]; /* slots that belong to a set of sub-cores */
    struct warp_step step;
};

uint32_t sm_occupancy(const struct gpu_config *config, uint32_t registers)
{
    uint64_t warps = config->sm.threads / WARP_LANES;
    uint64_t per_warp = ((uint64_t)registers + 3) / 4 * 4 * WARP_LANES;
    if (per_warp && config->sm.registers / per_warp < warps)
        warps = config->sm.registers / per_warp;
    if (config->sm.ctas < warps)
        warps = config->sm.ctas;
    return warps < MAX_WARPS ? (uint32_t)warps : MAX_WARPS;
}

static void update(struct sm *s, uint32_t w);

static void retire(void *self, uint32_t warp, const struct warp_inst *inst)
{
    struct sm *s = self;
    uint64_t bit = 1ull << warp;
    scoreboard_release(s->scoreboard, warp, inst);
    s->slots[warp].in_flight--;
    s->retired++;
    if (inst->op == OP_TRACE_RAY)
        s->tracing &= ~bit;
    else if (!((s->waiting_alu | s->waiting_memory | s->done) & bit))
        return;
    s->quiet = false;
    if (s->resident & ~s->done & bit)
        update(s, warp);
}

static void store(void *self, uint32_t warp, int change)
{
    struct sm *s = self;
    s->slots[warp].stores += (uint32_t)change;
    if (s->done >> warp & 1)
        s->quiet = false;
}

static enum st_code create_parts(struct sm *s, const struct gpu_config *config, struct status *st)
{
    struct issue_sink sink = {s, retire, store};
    uint32_t places = 2 * CLASSES * config->sm.schedulers + config->sm.collectors +
                      config->rt.max_warps + 2; /* one in the LDST unit, one entering the RT unit */
    TRY(issued_pool_create(&s->pool, places, st));
    TRY(scoreboard_create(&s->scoreboard, s->max_warps, st));
    TRY(collector_create(&s->collector, &config->sm, st));
    TRY(exec_create(&s->exec, &config->exec, config->sm.schedulers, st));
    TRY(l1d_create(&s->l1d, &config->l1d, s->mem, s->id, st));
    struct ldst_links ldst = {s->l1d, s->collector, &s->pool, sink};
    TRY(ldst_create(&s->ldst, &config->ldst, &ldst, st));
    struct rt_links rt = {s->l1d, s->collector, &s->pool, sink, s->id};
    return rt_create(&s->rt, &config->rt, &rt, st);
}

enum st_code sm_create(struct sm **out, const struct gpu_config *config, uint32_t id,
                       uint32_t registers, const struct mem_port *mem, struct status *st)
{
    *out = NULL;
    uint32_t warps = sm_occupancy(config, registers);
    if (warps == 0)
        return status_fail(st, ST_USAGE,
                           "an SM has no room for a warp of %u registers per thread; sm.registers "
                           "must be at least %llu",
                           registers,
                           (unsigned long long)((registers + 3ull) / 4 * 4 * WARP_LANES));
    struct sm *s = mem_calloc(1, sizeof *s);
    if (!s)
        return status_no_memory(st, "SM");
    s->config = config;
    s->mem = mem;
    s->id = id;
    s->max_warps = warps;
    s->schedulers = config->sm.schedulers;
    s->fetching = NO_FETCH;
    s->last_fetched = warps - 1;
    s->rt_at = CYCLE_NEVER;
    for (uint32_t i = 0; i < s->schedulers; i++) {
        scheduler_init(&s->scheduler[i], (enum scheduler_policy)config->sm.scheduler);
        s->idle_reason[i] = REASON_NO_WARP;
    }
    for (uint32_t set = 0; set < 1u << s->schedulers; set++)
        for (uint32_t w = 0; w < MAX_WARPS; w++)
            /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 by sm_params.h */
            s->slots_of_subs[set] |= (uint64_t)(set >> w % s->schedulers & 1) << w;
    enum st_code code = create_parts(s, config, st);
    if (code != ST_OK) {
        sm_free(s);
        return code;
    }
    *out = s;
    return ST_OK;
}

void sm_free(struct sm *s)
{
    if (!s)
        return;
    for (uint64_t m = s->resident; m; m &= m - 1) {
        struct warp *w = s->slots[__builtin_ctzll(m)].warp;
        w->ops->end(w);
    }
    rt_free(s->rt);
    ldst_free(s->ldst);
    l1d_free(s->l1d);
    exec_free(s->exec);
    collector_free(s->collector);
    scoreboard_free(s->scoreboard);
    issued_pool_free(&s->pool);
    mem_free(s);
}

bool sm_can_launch(const struct sm *s)
{
    return s->n_resident < s->max_warps;
}

void sm_launch(struct sm *s, struct warp *w, cycle_t now)
{
    if (s->n_resident == 0 && s->used && now > s->emptied && s->config->sm.flush_l1d)
        l1d_flush(s->l1d);
    uint32_t i = (uint32_t)__builtin_ctzll(~s->resident);
    s->quiet = false;
    s->resident |= 1ull << i;
    s->n_resident++;
    s->used = true;
    s->slots[i] = (struct slot){.warp = w};
    scheduler_add(&s->scheduler[i % s->schedulers], i);
    if (w->next) {
        s->slots[i].fetch_pc = w->next->pc;
        s->empty |= 1ull << i;
    } else {
        s->done |= 1ull << i;
    }
}

/* Puts warp w, which is resident, not done and not tracing, into the mask that it belongs to. */
static void update(struct sm *s, uint32_t w)
{
    struct slot *slot = &s->slots[w];
    uint64_t bit = 1ull << w;
    const struct warp_inst *inst = slot->warp->next;
    s->empty &= ~bit;
    s->hazard &= ~bit;
    s->waiting_alu &= ~bit;
    s->waiting_memory &= ~bit;
    if (slot->buffered == 0) {
        s->empty |= bit;
    } else if (slot->pc != inst->pc) {
        s->hazard |= bit;
    } else {
        switch (scoreboard_check(s->scoreboard, w, inst)) {
        case WAIT_ALU:
            s->waiting_alu |= bit;
            break;
        case WAIT_MEMORY:
            s->waiting_memory |= bit;
            break;
        case WAIT_NONE:
            s->ready[exec_class(s->exec, (enum warp_op)inst->op)] |= bit;
            break;
        }
    }
}

/* Throws away what is buffered: fetch goes on at what comes next. */
static void flush(struct sm *s, uint64_t warps)
{
    for (; warps; warps &= warps - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(warps);
        s->slots[w].buffered = 0;
        s->slots[w].fetch_pc = s->slots[w].warp->next->pc;
        s->hazard &= ~(1ull << w);
        s->empty |= 1ull << w;
    }
}

/* Executes the warp's next instruction and sends it on its way. */
static enum st_code issue(struct sm *s, uint32_t w, struct status *st)
{
    struct slot *slot = &s->slots[w];
    struct warp *warp = slot->warp;
    const struct warp_inst *inst = warp->next;
    enum unit_class unit = exec_class(s->exec, (enum warp_op)inst->op);
    TRY(warp->ops->step(warp, &s->step, st));
    s->counters.warp_instructions++;
    uint32_t active = (uint32_t)__builtin_popcount(s->step.active);
    s->counters.active_lanes += active;
    s->counters.thread_instructions += s->step.executed == s->step.active
                                           ? active
                                           : (uint32_t)__builtin_popcount(s->step.executed);

    struct issued *op = issued_get(&s->pool);
    op->inst = inst;
    op->uid = s->uid++;
    op->executed = s->step.executed;
    op->warp = (uint8_t)w;
    op->sub = (uint8_t)(w % s->schedulers);
    op->unit = (uint8_t)unit;
    if (unit == CLASS_MEM)
        op->n_sectors = (uint8_t)coalesce(s->step.addr, op->executed, inst->access_B, op->sectors);
    op->rays = unit == CLASS_RT ? s->step.rays : NULL;
    scoreboard_reserve(s->scoreboard, w, inst, inst->op == OP_LOAD);
    collector_issue(s->collector, op);
    slot->in_flight++;
    slot->pc += INST_B;
    slot->buffered--;
    s->ready[unit] &= ~(1ull << w);
    if (!warp->next) {
        slot->buffered = 0;
        s->done |= 1ull << w;
    } else if (unit == CLASS_RT) {
        s->tracing |= 1ull << w;
        if (slot->buffered == 0)
            s->empty |= 1ull << w;
    } else {
        update(s, w);
    }
    return ST_OK;
}

static uint64_t ready_for_any(const struct sm *s)
{
    uint64_t ready = 0;
    for (enum unit_class unit = CLASS_SP; unit < CLASSES; unit++)
        ready |= s->ready[unit];
    return ready;
}

/* Why scheduler i issues nothing although one of its warps is ready. */
static enum reason reason_of_ready(const struct sm *s, uint32_t i)
{
    enum unit_class unit = CLASS_SP;
    while (!(s->ready[unit] & s->scheduler[i].warps))
        unit++;
    if (unit == CLASS_MEM)
        return REASON_MEMORY_FULL;
    if (unit == CLASS_RT)
        return REASON_RT_FULL;
    if (collector_ready(s->collector, unit) >> i & 1)
        return REASON_UNIT;
    if (collector_held(s->collector, CLASS_RT, i))
        return REASON_RT_FULL;
    return collector_held(s->collector, CLASS_MEM, i) ? REASON_MEMORY_FULL : REASON_COLLECTOR;
}

/* Why scheduler i issues nothing; `ready` is ready_for_any(). The first reason that holds, found
 * without branches, which nothing would foretell. */
static enum reason reason_of(const struct sm *s, uint32_t i, uint64_t ready)
{
    uint64_t mine = s->scheduler[i].warps;
    if (ready & mine)
        return reason_of_ready(s, i);
    uint32_t holds = 1u << REASON_NO_WARP;
    holds |= (uint32_t)(mine != 0) << REASON_DRAIN;
    holds |= (uint32_t)((s->empty & mine) != 0) << REASON_FETCH;
    holds |= (uint32_t)((s->hazard & mine) != 0) << REASON_CONTROL;
    holds |= (uint32_t)((s->tracing & mine) != 0) << REASON_RT;
    holds |= (uint32_t)((s->waiting_memory & mine) != 0) << REASON_MEMORY;
    holds |= (uint32_t)((s->waiting_alu & mine) != 0) << REASON_ALU;
    return (enum reason)__builtin_ctz(holds);
}

/* Warps that may issue: ready, and their sub-core's issue register of the class is free. What one
 * scheduler issues takes no register of another's. */
static uint64_t issuable(const struct sm *s)
{
    uint64_t warps = 0;
    const uint32_t *full = collector_gates(s->collector)->id_full;
    for (enum unit_class unit = CLASS_SP; unit < CLASSES; unit++)
        warps |= s->ready[unit] & ~s->slots_of_subs[full[unit]];
    return warps;
}

static enum st_code schedule(struct sm *s, struct status *st)
{
    uint64_t ready = ready_for_any(s);
    uint64_t candidates = ready ? issuable(s) : 0;
    for (uint32_t i = 0; i < s->schedulers; i++) {
        uint64_t passed = 0;
        uint32_t w = SCHEDULER_NONE;
        if ((candidates | s->hazard) & s->scheduler[i].warps)
            w = scheduler_pick(&s->scheduler[i], candidates, s->hazard, &passed);
        enum reason reason = w == SCHEDULER_NONE ? reason_of(s, i, ready) : REASON_ISSUED;
        s->slots_of[reason]++;
        s->idle_reason[i] = (uint8_t)reason;
        s->moved |= passed || w != SCHEDULER_NONE;
        if (passed)
            flush(s, passed);
        if (w != SCHEDULER_NONE)
            TRY(issue(s, w, st));
    }
    return ST_OK;
}

static void decode(struct sm *s)
{
    uint32_t w = s->fetching;
    s->fetching = NO_FETCH;
    s->moved = true;
    struct slot *slot = &s->slots[w];
    if (!(s->resident & ~s->done & 1ull << w))
        return;
    slot->pc = slot->fetch_pc;
    slot->fetch_pc += BUFFER * INST_B;
    slot->buffered = BUFFER;
    if (s->tracing & 1ull << w)
        s->empty &= ~(1ull << w);
    else
        update(s, w);
}

/* Decode takes what was fetched before, fetch one warp with nothing buffered, in turn. */
static void fetch(struct sm *s)
{
    for (uint32_t i = 0; i < s->config->sm.fetches; i++) {
        if (s->fetching != NO_FETCH)
            decode(s);
        if (!s->empty)
            return;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): below 64 */
        uint64_t behind = s->empty & ~((2ull << s->last_fetched) - 1);
        s->fetching = (uint32_t)__builtin_ctzll(behind ? behind : s->empty);
        s->last_fetched = s->fetching;
    }
}

static bool may_leave(const struct sm *s, uint32_t w)
{
    return s->slots[w].in_flight == 0 && s->slots[w].stores == 0;
}

static void leave(struct sm *s, cycle_t now)
{
    for (uint64_t m = s->done; m; m &= m - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(m);
        if (!may_leave(s, w))
            continue;
        struct warp *warp = s->slots[w].warp;
        s->moved = true;
        warp->ops->end(warp);
        s->resident &= ~(1ull << w);
        s->done &= ~(1ull << w);
        scheduler_remove(&s->scheduler[w % s->schedulers], w);
        s->counters.warps++;
        if (--s->n_resident == 0)
            s->emptied = now;
    }
}

/* Charges the cycles since the last tick, up to and including `end`. */
static void settle(struct sm *s, cycle_t end)
{
    if (end < s->settled || end == CYCLE_NEVER)
        return;
    uint64_t n = end + 1 - s->settled;
    s->settled = end + 1;
    for (uint32_t i = 0; i < s->schedulers; i++)
        s->slots_of[s->idle_reason[i]] += n;
    s->counters.resident_warp_cycles += n * s->settled_resident;
    s->counters.busy_cycles += s->settled_resident ? n : 0;
}

/* The reply of the cycle goes to the unit that it is for; true where that is the RT unit. */
static bool take_reply(struct sm *s, cycle_t now, struct mem_request *reply)
{
    uint32_t who;
    if (!s->mem->peek(s->mem->self, s->id, now, reply))
        return false;
    s->mem->pop(s->mem->self, s->id);
    if (l1d_reply_client(reply, &who) == L1D_RT)
        return true;
    if (reply->write) {
        ldst_acknowledge(s->ldst, who);
        return false;
    }
    rt_begin(s->rt, now);
    l1d_fill(s->l1d, reply->addr, rt_deliver, s->rt);
    s->rt_at = now; /* it may have got data */
    return false;
}

static bool rt_enters(const struct sm *s)
{
    return collector_ready(s->collector, CLASS_RT) && rt_accepts(s->rt);
}

static void execute(struct sm *s, cycle_t now)
{
    struct mem_request reply;
    const struct collector_gates *gates = collector_gates(s->collector);
    if (exec_due(s->exec, now))
        exec_writeback(s->exec, now, s->collector, &(struct issue_sink){s, retire, store});
    if (gates->classes_ready & EXEC_CLASSES)
        exec_accept(s->exec, now, s->collector, &s->pool);
    if (ldst_gates(s->ldst)->writing || l1d_gates(s->l1d)->ready)
        ldst_writeback(s->ldst, now);
    for (uint32_t i = 0; i < s->config->sm.collector_steps && collector_due(s->collector); i++)
        if (!collector_step(s->collector))
            break;
    bool for_rt = take_reply(s, now, &reply);
    if (ldst_due(s->ldst, now, s->l1d, s->collector))
        ldst_access(s->ldst, now);
    if (for_rt || s->rt_at <= now || rt_enters(s)) {
        rt_tick(s->rt, now, for_rt ? &reply : NULL);
        s->rt_at = rt_next(s->rt, now);
    }
}

/* Whether the front end has something to do in the next cycle whatever happens there. */
static bool front_moves(const struct sm *s)
{
    if (s->hazard || s->empty || s->fetching != NO_FETCH || issuable(s))
        return true;
    for (uint64_t m = s->done; m; m &= m - 1)
        if (may_leave(s, (uint32_t)__builtin_ctzll(m)))
            return true;
    return false;
}

/* When the units have something to do by themselves after `now`. */
static cycle_t next_of_units(const struct sm *s, cycle_t now)
{
    if (s->rt_at <= now + 1 || rt_enters(s) || collector_moves(s->collector))
        return now + 1;
    cycle_t next = ldst_next(s->ldst, now, s->l1d, s->collector);
    if (next <= now + 1)
        return next;
    cycle_t exec = exec_next(s->exec, now, s->collector);
    if (exec < next)
        next = exec;
    return s->rt_at < next ? s->rt_at : next;
}

/* Schedulers, fetch and the leaving of warps in a cycle in which they may have something to do. */
static enum st_code front(struct sm *s, cycle_t now, cycle_t *next, struct status *st)
{
    if (now > 0)
        settle(s, now - 1);
    s->settled = now + 1;
    s->counters.resident_warp_cycles += s->n_resident;
    s->counters.busy_cycles += s->n_resident > 0;
    s->moved = false;
    TRY(schedule(s, st));
    fetch(s);
    if (s->done)
        leave(s, now);
    s->settled_resident = s->n_resident;
    s->collector_changes = collector_gates(s->collector)->changes;
    s->quiet = false;
    *next = now + 1;
    if (front_moves(s))
        return ST_OK;
    *next = next_of_units(s, now);
    s->quiet = *next > now + 1 || !s->moved;
    if (s->quiet && s->moved) {
        uint64_t ready = ready_for_any(s);
        for (uint32_t i = 0; i < s->schedulers; i++)
            s->idle_reason[i] = (uint8_t)reason_of(s, i, ready);
    }
    return ST_OK;
}

enum st_code sm_tick(struct sm *s, cycle_t now, cycle_t *next, struct status *st)
{
    execute(s, now);
    if (!s->quiet || collector_gates(s->collector)->changes != s->collector_changes)
        return front(s, now, next, st);
    *next = next_of_units(s, now);
    return ST_OK;
}

uint32_t sm_resident(const struct sm *s)
{
    return s->n_resident;
}

uint64_t sm_retired(const struct sm *s)
{
    return s->retired;
}

static void add_slots(const struct sm *s, struct sm_counters *into)
{
    into->slot_issued += s->slots_of[REASON_ISSUED];
    into->slot_no_warp += s->slots_of[REASON_NO_WARP];
    into->slot_drain += s->slots_of[REASON_DRAIN];
    into->slot_fetch += s->slots_of[REASON_FETCH];
    into->slot_control += s->slots_of[REASON_CONTROL];
    into->slot_alu += s->slots_of[REASON_ALU];
    into->slot_memory += s->slots_of[REASON_MEMORY];
    into->slot_rt += s->slots_of[REASON_RT];
    into->slot_unit += s->slots_of[REASON_UNIT];
    into->slot_collector += s->slots_of[REASON_COLLECTOR];
    into->slot_memory_full += s->slots_of[REASON_MEMORY_FULL];
    into->slot_rt_full += s->slots_of[REASON_RT_FULL];
}

void sm_count(struct sm *s, cycle_t end, struct gpu_counters *into)
{
    settle(s, end);
    rt_settle(s->rt, end);
#define ADD_SUM(a, b)             ((a) + (b))
#define ADD_MAX(a, b)             ((a) > (b) ? (a) : (b))
#define ADD(name, unit, how, doc) to->name = ADD_##how(to->name, from->name);
    {
        struct sm_counters *to = &into->sm;
        const struct sm_counters *from = &s->counters;
        SM_COUNTERS(ADD)
        add_slots(s, to);
    }
    {
        struct ldst_counters *to = &into->ldst;
        const struct ldst_counters *from = ldst_counters(s->ldst);
        LDST_COUNTERS(ADD)
    }
    {
        struct l1d_counters *to = &into->l1d;
        const struct l1d_counters *from = l1d_counters(s->l1d);
        L1D_COUNTERS(ADD)
    }
    {
        struct rt_counters *to = &into->rt;
        const struct rt_counters *from = rt_counters(s->rt);
        RT_COUNTERS(ADD)
    }
#undef ADD
}

static const char *mask_of(const struct sm *s, uint64_t bit)
{
    if (s->done & bit)
        return "has ended and drains";
    if (s->tracing & bit)
        return "waits for its rays";
    if (s->waiting_memory & bit)
        return "waits for a load";
    if (s->waiting_alu & bit)
        return "waits for an arithmetic result";
    if (s->hazard & bit)
        return "is redirected";
    if (s->empty & bit)
        return "waits for instructions";
    return "waits for its unit";
}

void sm_dump(const struct sm *s, FILE *out)
{
    fprintf(out, "SM %u: %u warps, %u instructions in collectors\n", s->id, s->n_resident,
            collector_count(s->collector));
    for (uint64_t m = s->resident; m; m &= m - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(m);
        const struct slot *slot = &s->slots[w];
        fprintf(out, "  warp %u %s; %u instructions and %u stores under way", w,
                mask_of(s, 1ull << w), slot->in_flight, slot->stores);
        if (slot->warp->next)
            fprintf(out, "; next pc %u, op %u", slot->warp->next->pc, slot->warp->next->op);
        fputc('\n', out);
    }
    ldst_dump(s->ldst, out);
    rt_dump(s->rt, out);
    l1d_dump(s->l1d, out);
}
