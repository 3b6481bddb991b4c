#include "sim/timing/sm.h"

#include "common/memory.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/memory/l1d.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm/exec_unit.h"
#include "sim/timing/sm/fetch.h"
#include "sim/timing/sm/front.h"
#include "sim/timing/sm/issued.h"
#include "sim/timing/sm/ldst.h"
#include "sim/timing/sm/operand_collector.h"

/* The fields that every tick reads come first, to lie in few lines of the host's caches. */
struct sm {
    const struct gpu_config *config;
    const struct mem_port *mem;
    struct collector *collector;
    struct exec *exec;
    struct l1d *l1d;
    struct ldst *ldst;
    struct rt_unit *rt;
    cycle_t rt_at;    /* next cycle with work of the RT unit */
    cycle_t ldst_at;  /* next work of the LDST unit, apart from instructions at its input */
    cycle_t reply_at; /* no reply arrives before this cycle */
    uint32_t id;
    struct issued_pool pool;
    struct sm_front front;
    struct read_path reads;
    struct icache icache;
    struct scalar_loads scalar;
};

static void retire_arithmetic(void *self, uint32_t warp, const struct warp_inst *inst)
{
    struct sm *s = self;
    front_retire_arithmetic(&s->front, warp, inst);
}

static void retire(void *self, uint32_t who, const struct warp_inst *inst)
{
    struct sm *s = self;
    front_retire(&s->front, who, inst);
}

static void store(void *self, uint32_t who, int change)
{
    struct sm *s = self;
    front_store(&s->front, who, change);
}

static enum st_code create_parts(struct sm *s, uint32_t ctas, uint32_t cta_warps, struct status *st)
{
    const struct gpu_config *config = s->config;
    struct issue_sink sink = {s, retire, store};
    /* Places of instructions: issue and input registers, collectors, the LDST unit. */
    uint32_t places = 2 * config->sm.schedulers + config->sm.collectors + 1;
    TRY(issued_pool_create(&s->pool, places, st));
    TRY(collector_create(&s->collector, &config->sm, st));
    TRY(exec_create(&s->exec, &config->exec, &config->sm, st));
    TRY(l1d_create(&s->l1d, &config->l1d, s->mem, s->id, st));
    uint32_t lines = MAX_WARPS * config->icache.line_B +
                     config->scalar_cache.mshrs * config->scalar_cache.line_B;
    TRY(read_path_create(&s->reads, s->l1d, lines / SECTOR_B, st));
    TRY(icache_create(&s->icache, &config->icache, &s->reads, st));
    TRY(scalar_loads_create(&s->scalar, &config->scalar_cache, config->ldst.perfect_mem,
                            ctas * cta_warps, &s->reads, st));
    struct ldst_links ldst = {.l1d = s->l1d,
                              .collector = s->collector,
                              .pool = &s->pool,
                              .reads = &s->reads,
                              .scalar = &s->scalar,
                              .sink = sink};
    TRY(ldst_create(&s->ldst, &config->ldst, &ldst, st));
    bool fresh = config->rt.trace == TRACE_FRESH;
    struct front_links front = {.config = &config->sm,
                                .rt = &config->rt,
                                .exec = s->exec,
                                .collector = s->collector,
                                .pool = &s->pool,
                                .icache = &s->icache,
                                .ldst = s->ldst,
                                .shared_banks = config->ldst.shared_banks,
                                .allocator = fresh && s->mem->allocate ? s->mem : NULL,
                                .sm = s->id};
    TRY(front_create(&s->front, &front, ctas, cta_warps, st));
    struct rt_links rt = {.l1d = s->l1d,
                          .ldst = s->ldst,
                          .collector = s->collector,
                          .pool = &s->pool,
                          .sink = sink,
                          .sm = s->id,
                          .shared_banks = config->ldst.shared_banks,
                          .shared_latency = config->ldst.shared_latency};
    return rt_create(&s->rt, &config->rt, &rt, st);
}

enum st_code sm_create(struct sm **out, const struct gpu_config *config, uint32_t id,
                       const struct cta_needs *cta, const struct mem_port *mem, struct status *st)
{
    *out = NULL;
    TRY(residency_check(config, cta, st));
    struct sm *s;
    TRY(mem_make(&s, 1, sizeof *s, "SM", st));
    s->config = config;
    s->mem = mem;
    s->id = id;
    s->rt_at = s->ldst_at = CYCLE_NEVER;
    enum st_code code = create_parts(s, residency_ctas(config, cta), cta->warps, st);
    if (code != ST_OK) {
        sm_free(s);
        return code;
    }
    *out = s;
    return ST_OK;
}

enum st_code sm_give_treelets(struct sm *s, const struct treelets *treelets, struct status *st)
{
    return rt_give_treelets(s->rt, treelets, st);
}

enum st_code sm_count_insts(struct sm *s, uint32_t n, struct status *st)
{
    return front_count_insts(&s->front, n, st);
}

const struct inst_counters *sm_insts(const struct sm *s)
{
    return &s->front.reasons.insts;
}

void sm_free(struct sm *s)
{
    if (!s)
        return;
    front_free(&s->front);
    rt_free(s->rt);
    ldst_free(s->ldst);
    l1d_free(s->l1d);
    scalar_loads_release(&s->scalar);
    icache_release(&s->icache);
    read_path_release(&s->reads);
    exec_free(s->exec);
    collector_free(s->collector);
    issued_pool_free(&s->pool);
    mem_free(s);
}

bool sm_can_launch(const struct sm *s)
{
    return s->front.n_ctas < s->front.max_ctas;
}

void sm_launch(struct sm *s, struct warp *const *warps, cycle_t now)
{
    const struct sm_front *f = &s->front;
    if (f->n_ctas == 0 && f->used && now > f->emptied && s->config->sm.flush_l1d) {
        l1d_flush(s->l1d);
        read_cache_clear(&s->scalar.cache);
    }
    front_launch(&s->front, warps, now);
}

/* Kept out of line, because programs without machine code or instruction cache never call it. */
static __attribute__((noinline, cold)) void fill_read_only(struct sm *s, uint32_t who)
{
    if (read_cache_number(who) == s->icache.cache.number)
        fetch_fill(&s->front, who);
    else
        ldst_fill_scalar(s->ldst, who);
}

/* Passes the cycle's reply to its unit; true if that is the RT unit. */
static bool take_reply(struct sm *s, cycle_t now, struct mem_request *reply)
{
    uint32_t who;
    if (!s->mem->take(s->mem->self, s->id, now, reply))
        return false;
    enum l1d_client client = l1d_reply_client(reply, &who);
    if (client == L1D_RT)
        return true;
    if (__builtin_expect(client == L1D_READ_ONLY, false)) {
        fill_read_only(s, who);
        return false;
    }
    if (reply->write) {
        ldst_acknowledge(s->ldst, who);
        return false;
    }
    if (reply->atomic) {
        ldst_return(s->ldst, who, now);
        return false;
    }
    rt_begin(s->rt, now, reply);
    l1d_fill(s->l1d, reply->addr, rt_deliver, s->rt);
    s->rt_at = now; /* data may have arrived for it */
    return false;
}

static bool rt_enters(const struct sm *s, const struct collector_gates *gates)
{
    return gates->classes_ready >> CLASS_RT & 1 && rt_accepts(s->rt);
}

/* Simulates a cycle of the units. Checks the input registers class by class only if one of them is
 * full. */
static void execute(struct sm *s, cycle_t now)
{
    struct mem_request reply;
    const struct collector_gates *gates = collector_gates(s->collector);
    if (exec_due(s->exec, now))
        exec_writeback(s->exec, now, s->collector,
                       &(struct issue_sink){s, retire_arithmetic, store});
    if (gates->classes_ready & EXEC_CLASSES)
        exec_accept(s->exec, now, s->collector, &s->pool);
    if (s->ldst_at <= now)
        ldst_writeback(s->ldst, now);
    if (collector_due(s->collector))
        collector_cycle(s->collector);
    bool for_rt = s->reply_at <= now && take_reply(s, now, &reply);
    if (gates->classes_ready >> CLASS_MEM & 1 || s->ldst_at <= now)
        ldst_access(s->ldst, now);
    if (s->rt_at <= now || for_rt || rt_enters(s, gates)) {
        rt_tick(s->rt, now, for_rt ? &reply : NULL);
        s->rt_at = rt_next(s->rt, now);
    }
}

/* The next cycle after `now` in which the units have work without an outside event. */
static cycle_t next_of_units(const struct sm *s, cycle_t now)
{
    const struct collector_gates *gates = collector_gates(s->collector);
    cycle_t next = s->rt_at;
    clock_earlier(&next, s->ldst_at);
    if (next <= now + 1 || collector_moves(s->collector))
        return now + 1;
    if (!gates->classes_ready) {
        clock_earlier(&next, exec_writes(s->exec));
        return next;
    }
    if (gates->classes_ready >> CLASS_MEM & 1 || rt_enters(s, gates))
        return now + 1;
    clock_earlier(&next, exec_next(s->exec, now, s->collector));
    return next;
}

enum st_code sm_tick(struct sm *s, cycle_t now, cycle_t *next, struct status *st)
{
    bool again = false;
    execute(s, now);
    if (front_due(&s->front)) {
        TRY(front_cycle(&s->front, now, &again, st));
        again |= s->front.every_cycle;
    }
    s->ldst_at = ldst_next(s->ldst, now, s->l1d);
    *next = again ? now + 1 : next_of_units(s, now);
    return ST_OK;
}

void sm_every_cycle(struct sm *s)
{
    s->front.every_cycle = true;
}

void sm_no_reply_before(struct sm *s, cycle_t cycle)
{
    s->reply_at = cycle;
}

bool sm_sends(const struct sm *s)
{
    return l1d_gates(s->l1d)->sending > 0;
}

uint32_t sm_resident(const struct sm *s)
{
    return s->front.n_ctas;
}

uint64_t sm_retired(const struct sm *s)
{
    return s->front.retired;
}

void sm_count(struct sm *s, cycle_t end, struct gpu_counters *into)
{
    struct gpu_counters one = {.ldst = *ldst_counters(s->ldst), .l1d = *l1d_counters(s->l1d)};
    front_count(&s->front, end, &one.sm, &one.mix);
    one.sm.scalar_loads = s->scalar.count;
    one.sm.scalar_lines = s->scalar.lines;
    one.sm.scalar_misses = s->scalar.misses;
    one.reorder = s->front.reorder.counters;
    rt_settle(s->rt, end);
    one.rt = *rt_counters(s->rt);
    gpu_counters_merge_sm(into, &one, s->config);
}

void sm_sample(const struct sm *s, cycle_t at, struct timeline_sm *out)
{
    struct accesses l1d = metrics_l1d_accesses(l1d_counters(s->l1d));
    *out = (struct timeline_sm){.warp_cycles = front_warp_cycles(&s->front, at),
                                .rt_warp_cycles = rt_resident_cycles(s->rt, at),
                                .thread_instructions = front_executed(&s->front),
                                .rt_stages = rt_stages(s->rt),
                                .l1d_accesses = l1d.all,
                                .l1d_misses = l1d.misses};
}

bool sm_first_slot(const struct sm *s)
{
    return s->front.left[0] > 0;
}

void sm_dump(const struct sm *s, FILE *out)
{
    fprintf(out, "SM %u: %u warps, %u instructions in collectors\n", s->id, s->front.n_resident,
            collector_count(s->collector));
    front_dump(&s->front, out);
    ldst_dump(s->ldst, out);
    rt_dump(s->rt, out);
    l1d_dump(s->l1d, out);
}
