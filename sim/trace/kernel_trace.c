#include "sim/trace/kernel_trace.h"

#include "common/auto.h"
#include "common/memory.h"
#include "common/progress.h"
#include "common/team.h"

#include <pthread.h>
#include <string.h>

/* ---- making a trace ---- */

/* The data that the threads share; `mutex` guards all but `trace->warps`. */
struct making {
    struct kernel *kernel;
    struct kernel_trace *trace;
    const struct kernel_trace_options *options;
    pthread_mutex_t mutex;
    uint32_t next;   /* the next CTA to start */
    uint32_t failed; /* the lowest CTA that has failed; UINT32_MAX: none */
    uint64_t bytes, most_bytes;
    struct status st; /* error of CTA `failed` */
};

/* The data of one thread: the instructions that its warps have executed, and its sums. */
struct maker {
    struct making *all;
    const struct warp_inst **seen;
    uint32_t n_seen;
    struct kernel_trace sums;
    struct step_log record; /* of the current warp */
};

static void sum_up(const struct step_log *r, struct kernel_trace *into)
{
    for (uint32_t i = 0; i < r->n_runs; i++) {
        const struct step_log_run *run = &r->runs[i];
        into->instructions += run->n;
        into->active_lanes += (uint64_t)run->n * warp_count_lanes(run->active);
        into->thread_instructions += (uint64_t)run->n * warp_count_lanes(run->executed);
    }
}

static enum st_code see(struct maker *m, const struct warp_inst *inst, uint32_t number,
                        struct status *st)
{
    if (number >= m->n_seen) {
        uint32_t wanted = number + number / 2 + 64;
        TRY(mem_remake(&m->seen, wanted, sizeof(const struct warp_inst *), "a trace", st));
        for (uint32_t i = m->n_seen; i < wanted; i++)
            m->seen[i] = NULL;
        m->n_seen = wanted;
    }
    m->seen[number] = inst;
    return ST_OK;
}

static enum st_code run_warp(struct maker *m, struct warp *w, struct status *st)
{
    struct warp_step step;
    step_log_clear(&m->record);
    while (w->next) {
        TRY(w->ops->step(w, &step, st));
        uint32_t number = warp_inst_number(step.inst);
        TRY(see(m, step.inst, number, st));
        TRY(step_log_add(&m->record, number, &step, st));
        if (step.inst->op == OP_TRACE_RAY)
            w->ops->drop_records(w);
    }
    sum_up(&m->record, &m->sums);
    return ST_OK;
}

static uint64_t bytes_of(const struct step_log *r)
{
    return sizeof *r + r->n_runs * sizeof *r->runs + r->n_bytes;
}

static enum st_code keep_warp(struct maker *m, uint32_t warp, struct status *st)
{
    struct making *all = m->all;
    pthread_mutex_lock(&all->mutex);
    bool fits = bytes_of(&m->record) <= all->most_bytes - all->bytes;
    if (fits)
        all->bytes += bytes_of(&m->record);
    pthread_mutex_unlock(&all->mutex);
    if (!fits)
        return status_fail(st, ST_FAILED,
                           "a trace of what all warps do needs more than %llu MB; expected a "
                           "smaller frame or grid",
                           (unsigned long long)(all->most_bytes >> 20));
    return step_log_copy(&all->trace->warps[warp], &m->record, st);
}

/* Starts the next CTA, in order. False: there is none left, or one has failed. */
static bool start_next(struct making *all, uint32_t *cta, struct warp *warps[KERNEL_CTA_WARPS],
                       enum st_code *code, struct status *st)
{
    const atomic_int *stop = all->options->stop;
    pthread_mutex_lock(&all->mutex);
    bool started = all->next < all->kernel->n_ctas && all->failed == UINT32_MAX;
    if (started) {
        *cta = all->next++;
        *code = stop && atomic_load(stop)
                    ? status_fail(st, ST_FAILED, "interrupted while warps were traced")
                    : all->kernel->ops->start(all->kernel, *cta, warps, st);
    }
    pthread_mutex_unlock(&all->mutex);
    return started;
}

/* Records the failure of a CTA. The failure with the lowest number is kept; it is the same for any
 * number of threads, because the CTAs before it have been started and run to their end. */
static void fail(struct making *all, uint32_t cta, const struct status *st)
{
    pthread_mutex_lock(&all->mutex);
    if (cta < all->failed) {
        all->failed = cta;
        all->st = *st;
    }
    pthread_mutex_unlock(&all->mutex);
}

static void make_ctas(struct maker *m)
{
    struct making *all = m->all;
    struct warp *warps[KERNEL_CTA_WARPS];
    struct status st;
    uint32_t cta = 0, n = kernel_cta_warps(all->kernel);
    enum st_code code = ST_OK;
    while (start_next(all, &cta, warps, &code, &st)) {
        if (code != ST_OK) {
            fail(all, cta, &st);
            return;
        }
        for (uint32_t i = 0; i < n; i++) {
            if (code == ST_OK)
                code = run_warp(m, warps[i], &st);
            if (code == ST_OK)
                code = keep_warp(m, cta * n + i, &st);
            warps[i]->ops->end(warps[i]);
        }
        if (code != ST_OK)
            fail(all, cta, &st);
        progress_add(all->options->progress, 1);
    }
}

static bool has_bytes(const struct warp_inst *inst)
{
    return step_log_has_addresses((enum warp_op)inst->op) || inst->op == OP_TRACE_RAY;
}

/* Copies the executed instructions into the trace, because it outlives the program. */
static enum st_code keep_insts(struct kernel_trace *t, const struct maker *makers, uint32_t n,
                               struct status *st)
{
    for (uint32_t m = 0; m < n; m++)
        for (uint32_t i = t->n_insts; i < makers[m].n_seen; i++)
            t->n_insts = makers[m].seen[i] ? i + 1 : t->n_insts;
    TRY(mem_make(&t->insts, t->n_insts, sizeof *t->insts, "a trace", st));
    for (uint32_t i = 0; i < t->n_insts; i++) {
        t->insts[i] = (struct warp_inst){.pc = i * 8, .op = OP_COUNT, .number = i};
        for (uint32_t m = 0; m < n; m++)
            if (i < makers[m].n_seen && makers[m].seen[i])
                t->insts[i] = *makers[m].seen[i];
    }
    TRY(mem_make(&t->accesses, t->n_insts, sizeof *t->accesses, "a trace", st));
    for (uint32_t i = t->n_insts, next = i; i-- > 0;)
        t->accesses[i] = next = has_bytes(&t->insts[i]) ? i : next;
    return ST_OK;
}

struct work {
    struct making *all;
    struct maker *makers;
    uint32_t n;
};

static void piece(void *self, uint32_t i)
{
    make_ctas(&((struct work *)self)->makers[i]);
}

static enum st_code lead(void *self, struct team *team)
{
    struct work *work = self;
    team_do(team, &(struct team_task){piece, work, work->n, NULL});
    return ST_OK;
}

static enum st_code make(struct making *all, struct status *st)
{
    uint32_t threads = all->options->threads ? all->options->threads : 1;
    struct kernel_trace *t = all->trace;
    MEM_AUTO struct maker *makers = NULL;
    TRY(mem_make(&t->warps, t->n_warps, sizeof *t->warps, "a trace", st));
    TRY(mem_make(&makers, threads, sizeof *makers, "a trace", st));
    for (uint32_t i = 0; i < threads; i++)
        makers[i].all = all;
    struct work work = {all, makers, threads};
    team_run(threads, lead, &work, all->options->helpers_cpu_s);
    enum st_code code = ST_OK;
    if (all->failed != UINT32_MAX) {
        *st = all->st;
        code = st->code;
    } else {
        code = keep_insts(t, makers, threads, st);
    }
    for (uint32_t i = 0; i < threads; i++) {
        t->instructions += makers[i].sums.instructions;
        t->active_lanes += makers[i].sums.active_lanes;
        t->thread_instructions += makers[i].sums.thread_instructions;
        step_log_release(&makers[i].record);
        mem_free(makers[i].seen);
    }
    return code;
}

enum st_code kernel_trace_create(struct kernel_trace **out, struct kernel *kernel,
                                 const struct kernel_trace_options *options, struct status *st)
{
    struct kernel_trace *t;
    *out = NULL;
    TRY(mem_make(&t, 1, sizeof *t, "a trace", st));
    t->shape = *kernel;
    t->shape.ops = NULL;
    t->shape.treelets = NULL;
    t->n_warps = kernel->n_ctas * kernel_cta_warps(kernel);
    struct making all = {.kernel = kernel,
                         .trace = t,
                         .options = options,
                         .mutex = PTHREAD_MUTEX_INITIALIZER,
                         .failed = UINT32_MAX,
                         .most_bytes =
                             options->most_bytes ? options->most_bytes : KERNEL_TRACE_MOST};
    TRY_ELSE(make(&all, st), kernel_trace_free(t));
    *out = t;
    return ST_OK;
}

void kernel_trace_free(struct kernel_trace *t)
{
    if (!t)
        return;
    for (uint32_t i = 0; t->warps && i < t->n_warps; i++)
        step_log_release(&t->warps[i]);
    MEM_FREE(t->warps, t->insts, t->accesses, t);
}

uint64_t kernel_trace_bytes(const struct kernel_trace *t)
{
    uint64_t bytes = sizeof *t + t->n_insts * (sizeof *t->insts + sizeof *t->accesses);
    for (uint32_t i = 0; i < t->n_warps; i++)
        bytes += bytes_of(&t->warps[i]);
    return bytes;
}

struct kernel_trace kernel_trace_part(const struct kernel_trace *t, uint32_t first, uint32_t n)
{
    uint32_t cta_warps = kernel_cta_warps(&t->shape);
    struct kernel_trace part = *t;
    part.shape.n_ctas = n;
    part.shape.n_dispatches = 0;
    part.warps += (size_t)first * cta_warps;
    part.n_warps = n * cta_warps;
    part.instructions = part.active_lanes = part.thread_instructions = 0;
    for (uint32_t i = 0; i < part.n_warps; i++)
        sum_up(&part.warps[i], &part);
    return part;
}

/* ---- reading a trace ---- */

void kernel_trace_start(struct kernel_trace_reader *r, const struct kernel_trace *t, uint32_t warp)
{
    *r = (struct kernel_trace_reader){.trace = t, .record = &t->warps[warp]};
}

/* Skips the unread addresses or rays of the last instruction. */
static void pass_over(struct kernel_trace_reader *r)
{
    uint64_t addr[WARP_LANES];
    if (r->last && r->last->op == OP_TRACE_RAY)
        step_log_rays_skip(r->record, &r->at);
    else if (r->last)
        step_log_addresses(r->record, &r->at, r->executed, addr);
    r->last = NULL;
}

bool kernel_trace_next_access(struct kernel_trace_reader *r, struct kernel_trace_step *out)
{
    const struct step_log *record = r->record;
    pass_over(r);
    for (; r->run < record->n_runs; r->run++, r->within = 0) {
        const struct step_log_run *run = &record->runs[r->run];
        uint32_t next = r->trace->accesses[run->pc + r->within];
        if (!run->executed || next >= run->pc + run->n)
            continue;
        r->within = next - run->pc;
        return kernel_trace_next(r, out);
    }
    return false;
}

bool kernel_trace_next(struct kernel_trace_reader *r, struct kernel_trace_step *out)
{
    pass_over(r);
    if (r->run == r->record->n_runs)
        return false;
    const struct step_log_run *run = &r->record->runs[r->run];
    const struct warp_inst *inst = &r->trace->insts[run->pc + r->within];
    *out = (struct kernel_trace_step){inst, run->active, run->executed};
    if (run->executed && has_bytes(inst)) {
        r->last = inst;
        r->executed = run->executed;
    }
    if (++r->within == run->n) {
        r->run++;
        r->within = 0;
    }
    return true;
}

void kernel_trace_addresses(struct kernel_trace_reader *r, uint64_t addr[WARP_LANES])
{
    if (!r->last)
        return;
    step_log_addresses(r->record, &r->at, r->executed, addr);
    r->last = NULL;
}

void kernel_trace_rays(struct kernel_trace_reader *r, struct ray_work work[WARP_LANES],
                       struct step_log_rays *rays, uint64_t *stores)
{
    step_log_rays_start(r->record, &r->at, r->last ? r->executed : 0, work, rays, stores);
    r->last = NULL;
}

uint32_t kernel_trace_stores(const struct kernel_trace_reader *r)
{
    return step_log_rays_stores(r->record, r->at, r->last ? r->executed : 0);
}

enum st_code kernel_trace_keep_rays(struct kernel_trace_reader *r, struct step_log_kept *kept,
                                    struct status *st)
{
    uint32_t executed = r->last ? r->executed : 0;
    r->last = NULL;
    return step_log_keep_rays(r->record, &r->at, executed, kept, st);
}
