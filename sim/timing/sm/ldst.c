#include "sim/timing/sm/ldst.h"

#include "common/memory.h"
#include "sim/timing/sm/atomics.h"
#include "sim/timing/sm/shared_memory.h"

/* A sector in a bank's queue. */
struct access {
    uint64_t addr;
    cycle_t at;     /* earliest look-up */
    uint32_t bytes; /* bytes that a store changes */
    uint32_t who;
    struct issued *load; /* the load; NULL: a store, owned by `who` */
};

struct bank {
    struct access *slots; /* ring of `latency` places */
    cycle_t at;           /* if n > 0: `at` of the head */
    uint32_t head, n;
};

/* The sources of write-backs. */
enum source { FROM_SHARED, FROM_ATOMICS, FROM_L1D, SOURCES };

struct ldst {
    struct ldst_gates gates;
    struct ldst_links links;
    uint32_t n_banks, latency;
    uint32_t bank_mask; /* n_banks - 1 if n_banks is a power of two, else 0 */
    bool whole;         /* a load is written back at once, when its last sector has come */
    bool divided;       /* the bank is the remainder by n_banks, else bits of the sector's number */
    struct bank *banks;
    uint32_t banks_full; /* bit per bank: its queue is not empty */
    uint32_t banks_used; /* banks that served an access in cycle used_at */
    cycle_t used_at;
    struct access *queues;  /* latency per bank */
    struct issued *current; /* load or store that is pushing its sectors */
    uint32_t entered;       /* number of sectors pushed */
    uint32_t lanes;         /* whose addresses the unit takes per cycle; 0: all at once */
    cycle_t lanes_until;    /* when it has taken those of the last one */
    struct issued *writing; /* owner of the data in the writeback register, if any */
    uint32_t outstanding;   /* loads and atomics with a result that have not retired */
    struct issued *compute; /* shared-memory access or atomic in the unit; `current` is NULL */
    bool computes;        /* `compute` is set, or such an instruction is on its way to write-back */
    bool writing_compute; /* the writeback register holds no sector of a load */
    uint8_t turn;         /* the source that has priority */
    cycle_t shared_until; /* last cycle of `compute` at the banks of shared memory */
    cycle_t shared_since; /* accesses have been back to back there from the next cycle on */
    struct shared_pipe shared;
    struct atomic_replies replies;
    struct ldst_counters counters;
};

enum st_code ldst_create(struct ldst **out, const struct ldst_config *config,
                         const struct ldst_links *links, struct status *st)
{
    *out = NULL;
    struct ldst *u;
    TRY(mem_make(&u, 1, sizeof *u, "LDST unit", st));
    u->links = *links;
    u->n_banks = config->l1_banks;
    u->latency = config->l1_latency;
    u->lanes = config->lanes;
    u->whole = config->load_result == LOAD_RESULT_WHOLE;
    if (config->bank != BANK_SHIFT_32) {
        u->divided = u->n_banks & (u->n_banks - 1);
        u->bank_mask = u->divided ? 0 : u->n_banks - 1;
    }
    u->gates.look_at = CYCLE_NEVER;
    if (config->perfect_mem)
        l1d_make_perfect(links->l1d, L1D_LDST);
    enum st_code code = shared_pipe_create(&u->shared, config->shared_latency, st);
    if (code == ST_OK && !MEM_ARRAYS(MEM_ARRAY(u->banks, u->n_banks),
                                     MEM_ARRAY(u->queues, (size_t)u->n_banks * u->latency)))
        code = status_no_memory(st, "LDST unit");
    if (code != ST_OK) {
        ldst_free(u);
        return code;
    }
    for (uint32_t b = 0; b < u->n_banks; b++)
        u->banks[b].slots = &u->queues[(size_t)b * u->latency];
    *out = u;
    return ST_OK;
}

void ldst_free(struct ldst *u)
{
    if (!u)
        return;
    shared_pipe_release(&u->shared);
    MEM_FREE(u->banks, u->queues, u);
}

/* Schedules work of the unit for `cycle`, after `now` in any case. */
static void note_due(struct ldst *u, cycle_t cycle, cycle_t now)
{
    clock_later(&cycle, now + 1);
    clock_earlier(&u->gates.look_at, cycle);
}

/* Retires an instruction whose data have all arrived. */
static void retire(struct ldst *u, struct issued *op)
{
    u->links.sink.retire(u->links.sink.self, op->who, op->inst);
    u->outstanding--;
    issued_put(u->links.pool, op);
}

static void end_load(struct ldst *u, struct issued *load, cycle_t now)
{
    u->counters.load_latency += now - load->start;
    retire(u, load);
}

static void sector_arrived(struct ldst *u, struct issued *load, cycle_t now)
{
    if (--load->missing == 0)
        end_load(u, load, now);
}

/* Handles the write-back of a reply to an atomic, or of data read from shared memory. */
static void compute_arrived(struct ldst *u, struct issued *op, cycle_t now)
{
    if (--op->missing)
        return;
    if (op->inst->op == OP_ATOMIC)
        u->counters.atomic_latency += now - op->start;
    retire(u, op);
}

static void note_computes(struct ldst *u)
{
    u->computes =
        u->compute || u->shared.n || u->replies.first || u->links.scalar->n || u->links.reads->n;
}

/* Takes sectors for write-back: the first one or, with u->whole, all up to the last of a load.
 * False if no load is complete. */
static bool take_sectors(struct ldst *u)
{
    while (l1d_gates(u->links.l1d)->ready) {
        u->writing = (struct issued *)(uintptr_t)l1d_take(u->links.l1d);
        if (!u->whole || u->writing->missing == 1)
            return true;
        u->writing->missing--;
    }
    return false;
}

/* Takes the ready source that is next in turn, round robin after the one taken last. */
static void take_turn(struct ldst *u, cycle_t now)
{
    uint32_t ready = (uint32_t)(shared_pipe_next(&u->shared) <= now) << FROM_SHARED |
                     (uint32_t)(u->replies.first != NULL) << FROM_ATOMICS |
                     (uint32_t)(l1d_gates(u->links.l1d)->ready > 0) << FROM_L1D;
    if (!ready)
        return;
    uint32_t behind = ready >> u->turn << u->turn;
    enum source from = (enum source)__builtin_ctz(behind ? behind : ready);
    if (from == FROM_L1D && !take_sectors(u)) { /* sectors that complete no load take no turn */
        ready &= ~(1u << FROM_L1D);
        if (!ready)
            return;
        from = (enum source)__builtin_ctz(ready);
    }
    if (from == FROM_SHARED)
        u->writing = shared_pipe_pop(&u->shared);
    else if (from == FROM_ATOMICS)
        u->writing = atomic_replies_take(&u->replies, u->links.pool);
    u->gates.writing = true;
    u->writing_compute = from != FROM_L1D;
    u->turn = from + 1 == SOURCES ? 0 : (uint8_t)(from + 1);
    note_computes(u);
}

void ldst_writeback(struct ldst *u, cycle_t now)
{
    if (u->gates.writing) {
        if (!collector_write_idle(u->links.collector, u->writing->warp, u->writing->inst))
            return;
        if (u->writing_compute)
            compute_arrived(u, u->writing, now);
        else
            sector_arrived(u, u->writing, now);
        u->gates.writing = false;
    }
    if (u->computes) {
        take_turn(u, now);
    } else if (l1d_gates(u->links.l1d)->ready) {
        u->gates.writing = take_sectors(u);
        u->writing_compute = false;
        u->turn = FROM_SHARED;
    }
}

void ldst_acknowledge(struct ldst *u, uint32_t who)
{
    u->links.sink.store(u->links.sink.self, who, -1);
}

void ldst_return(struct ldst *u, uint32_t number, cycle_t now)
{
    atomic_replies_add(&u->replies, issued_numbered(u->links.pool, number));
    u->computes = true;
    note_due(u, now, now);
}

/* Looks up the head of bank b's queue, when it has spent the latency there. */
static void look_up(struct ldst *u, struct bank *bank, uint32_t b, cycle_t now)
{
    const struct access *a = &bank->slots[bank->head];
    cycle_t entered = a->at - u->latency;
    if (!a->load) {
        if (!l1d_write(u->links.l1d, L1D_LDST, a->addr, a->bytes, a->who, entered))
            return;
        if (l1d_is_perfect(u->links.l1d, L1D_LDST))
            ldst_acknowledge(u, a->who);
    } else {
        enum l1d_outcome outcome =
            l1d_read(u->links.l1d, L1D_LDST, a->addr, (uintptr_t)a->load, a->load->uid, entered);
        if (outcome == L1D_REFUSED || outcome == L1D_REFUSED_QUEUE)
            return;
        if (outcome == L1D_HIT)
            sector_arrived(u, a->load, now);
    }
    u->banks_used |= 1u << b;
    bank->head = bank->head + 1 == u->latency ? 0 : bank->head + 1;
    if (--bank->n == 0)
        u->banks_full &= ~(1u << b);
    else
        bank->at = bank->slots[bank->head].at;
}

/* The bank of a sector. Vulkan-Sim shifts 32-bit addresses by 32 bits, so its bank may always be
 * the first one. */
static uint32_t bank_of(const struct ldst *u, uint64_t addr)
{
    uint64_t sector = addr / SECTOR_B;
    return u->divided ? (uint32_t)(sector % u->n_banks) : (uint32_t)sector & u->bank_mask;
}

/* Pushes sectors of the current instruction into the banks; true when all are in. */
static bool enter(struct ldst *u, cycle_t now)
{
    struct issued *op = u->current;
    struct issued *load = op->inst->op == OP_LOAD ? op : NULL;
    cycle_t due = now + u->latency;
    uint32_t taken = 0; /* bit per bank: it got a sector in this cycle */
    for (uint32_t i = 0; i < u->n_banks && u->entered < op->n_sectors; i++) {
        const struct sector *sector = &op->list->sectors[op->n_sectors - 1 - u->entered];
        uint32_t b = bank_of(u, sector->addr);
        struct bank *bank = &u->banks[b];
        if (taken >> b & 1 || bank->n == u->latency) {
            u->counters.bank_conflicts++;
            break;
        }
        taken |= 1u << b;
        uint32_t at = bank->head + bank->n;
        if (at >= u->latency)
            at -= u->latency;
        bank->slots[at] = (struct access){sector->addr, due, sector->bytes, op->who, load};
        if (bank->n++ == 0)
            bank->at = due;
        u->banks_full |= 1u << b;
        u->entered++;
        if (!load)
            u->links.sink.store(u->links.sink.self, op->who, 1);
    }
    if (taken)
        clock_earlier(&u->gates.look_at, due);
    return u->entered == op->n_sectors;
}

/* Ends the current instruction's time in the unit: it has pushed all its sectors. */
static void leave(struct ldst *u, cycle_t now)
{
    struct issued *op = u->current;
    sector_list_put(u->links.pool, op->list);
    u->current = NULL;
    u->gates.entering = false;
    if (op->inst->op != OP_LOAD) {
        u->links.sink.retire(u->links.sink.self, op->who, op->inst);
        issued_put(u->links.pool, op);
    } else if (op->n_sectors == 0) {
        end_load(u, op, now);
    }
}

/* Sends a request of the atomic or reduction; true when all have been sent. */
static bool send_atomic(struct ldst *u, cycle_t now)
{
    struct issued *op = u->compute;
    bool reduction = op->inst->op == OP_REDUCE;
    if (u->entered == op->n_sectors)
        return true;
    const struct sector *request = &op->list->sectors[op->n_sectors - 1 - u->entered];
    if (!l1d_atomic(u->links.l1d, request->addr, request->bytes, reduction,
                    reduction ? op->who : op->number))
        return false;
    bool answered = l1d_is_perfect(u->links.l1d, L1D_LDST);
    if (reduction && !answered)
        u->links.sink.store(u->links.sink.self, op->who, 1);
    if (!reduction && answered)
        ldst_return(u, op->number, now);
    return ++u->entered == op->n_sectors;
}

/* Advances the access to shared memory; true if it is complete. */
static bool access_shared(struct ldst *u, cycle_t now)
{
    bool through = u->shared_until <= now;
    if (through && u->compute->inst->op != OP_STORE_SHARED) {
        through = !shared_pipe_full(&u->shared);
        if (through)
            shared_pipe_push(&u->shared, u->compute, now);
    }
    if (!through)
        note_due(u, u->shared_until, now);
    return through;
}

static bool has_result(const struct issued *op)
{
    return op->inst->op != OP_STORE_SHARED && op->inst->op != OP_REDUCE;
}

/* Lets the instruction leave the unit; its results arrive later. */
static void leave_compute(struct ldst *u)
{
    struct issued *op = u->compute;
    if (op->list)
        sector_list_put(u->links.pool, op->list);
    u->compute = NULL;
    if (!has_result(op)) {
        u->links.sink.retire(u->links.sink.self, op->who, op->inst);
        issued_put(u->links.pool, op);
    } else if (op->missing == 0) {
        retire(u, op);
    }
}

/* Advances accesses to shared memory and atomics, and schedules their next work. */
static void go_on(struct ldst *u, cycle_t now)
{
    const struct issued *op = u->compute;
    if (op &&
        (warp_op_shared((enum warp_op)op->inst->op) ? access_shared(u, now) : send_atomic(u, now)))
        leave_compute(u);
    else if (op && !warp_op_shared((enum warp_op)op->inst->op))
        note_due(u, now, now);
    if (u->shared.n)
        note_due(u, shared_pipe_next(&u->shared), now);
    if (u->replies.first)
        note_due(u, now, now);
    scalar_loads_cycle(u->links.scalar, now, &u->links.sink);
    note_due(u, scalar_loads_next(u->links.scalar), now);
    ldst_ask(u, now);
    note_computes(u);
}

void ldst_ask(struct ldst *u, cycle_t now)
{
    read_path_ask(u->links.reads);
    if (u->links.reads->n == 0)
        return;
    u->computes = true;
    note_due(u, now, now);
}

void ldst_scalar(struct ldst *u, const struct warp_inst *inst, uint32_t who, uint64_t addr,
                 cycle_t now)
{
    scalar_loads_issue(u->links.scalar, inst, who, addr, now);
    u->computes = true;
    note_due(u, scalar_loads_next(u->links.scalar), now);
}

void ldst_fill_scalar(struct ldst *u, uint32_t who)
{
    scalar_loads_fill(u->links.scalar, who, &u->links.sink);
}

/* Accepts an access to shared memory or an atomic. */
static void accept_compute(struct ldst *u, struct issued *op, cycle_t now)
{
    enum warp_op what = (enum warp_op)op->inst->op;
    struct ldst_counters *c = &u->counters;
    u->compute = op;
    u->computes = true;
    op->start = now;
    op->arrived = 0;
    if (warp_op_shared(what)) {
        op->missing = 1;
        if (u->shared_until < now)
            u->shared_since = now;
        u->shared_until = now + op->n_sectors;
        note_due(u, u->shared_until, now);
        c->shared_loads += what == OP_LOAD_SHARED;
        c->shared_stores += what == OP_STORE_SHARED;
        c->shared_atomics += what == OP_ATOMIC_SHARED;
        c->shared_conflicts += op->n_sectors - 1u;
    } else {
        note_due(u, now, now);
        op->missing = op->n_sectors;
        c->atomics += what == OP_ATOMIC;
        c->reductions += what == OP_REDUCE;
        c->atomic_requests += op->n_sectors;
        c->atomic_conflicts += atomics_conflicts(op->list->sectors, op->n_sectors);
    }
    u->outstanding += has_result(op);
}

static void accept(struct ldst *u, cycle_t now)
{
    if (!collector_ready(u->links.collector, CLASS_MEM) || u->compute || now < u->lanes_until)
        return;
    uint32_t sub = collector_oldest(u->links.collector, CLASS_MEM);
    struct issued *op = collector_take(u->links.collector, CLASS_MEM, sub);
    u->entered = 0;
    if (op->inst->op > OP_STORE) {
        accept_compute(u, op, now);
        return;
    }
    u->gates.entering = true;
    u->current = op;
    if (u->lanes)
        u->lanes_until = now + (warp_count_lanes(op->executed) + u->lanes - 1) / u->lanes;
    if (op->inst->op != OP_LOAD) {
        u->counters.stores++;
        u->counters.store_sectors += op->n_sectors;
        bool image = op->inst->kind != KIND_MEMORY;
        u->counters.image_stores += image;
        u->counters.image_store_sectors += image ? op->n_sectors : 0;
        return;
    }
    u->counters.loads++;
    u->counters.load_sectors += op->n_sectors;
    op->start = now;
    op->missing = op->n_sectors;
    u->outstanding++;
}

static void look_up_all(struct ldst *u, cycle_t now)
{
    u->gates.look_at = CYCLE_NEVER;
    u->banks_used = 0;
    u->used_at = now;
    for (uint32_t m = u->banks_full; m; m &= m - 1) {
        uint32_t b = (uint32_t)__builtin_ctz(m);
        struct bank *bank = &u->banks[b];
        if (bank->at <= now)
            look_up(u, bank, b, now);
        if (bank->n)
            clock_earlier(&u->gates.look_at, bank->at);
    }
    if (u->computes)
        go_on(u, now);
}

void ldst_access(struct ldst *u, cycle_t now)
{
    if (l1d_gates(u->links.l1d)->sending)
        l1d_send(u->links.l1d, now);
    if (u->gates.look_at <= now)
        look_up_all(u, now);
    if (u->current && enter(u, now))
        leave(u, now);
    if (!u->current)
        accept(u, now);
}

bool ldst_uses_bank(const struct ldst *u, uint64_t addr, cycle_t now)
{
    return u->used_at == now && u->banks_used >> bank_of(u, addr) & 1;
}

bool ldst_uses_shared(const struct ldst *u, cycle_t now)
{
    return u->shared_since < now && now <= u->shared_until;
}

const struct ldst_counters *ldst_counters(const struct ldst *u)
{
    return &u->counters;
}

void ldst_dump(const struct ldst *u, FILE *out)
{
    fprintf(out, "  LDST: %u loads and atomics outstanding, %s\n", u->outstanding,
            u->current || u->compute ? "an instruction enters" : "nothing enters");
    for (uint32_t m = u->banks_full; m; m &= m - 1) {
        uint32_t b = (uint32_t)__builtin_ctz(m);
        const struct access *a = &u->banks[b].slots[u->banks[b].head];
        fprintf(out, "  L1D bank %u: %u sectors, first 0x%llx from cycle %llu on\n", b,
                u->banks[b].n, (unsigned long long)a->addr, (unsigned long long)a->at);
    }
}
