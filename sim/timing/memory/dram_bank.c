/* Every timing limit is kept as the first cycle in which it no longer holds, so nothing is counted
 * down: a limit of T cycles set in cycle t holds up to t + T - 1.
 *
 * A bank with a request needs one kind of command next. While the bank's own limits forbid that
 * command, the bank is unripe. Then it is ripe until it is served, because only commands to a bank
 * change its own limits. Ripe banks are kept in one set per kind, so choosing a command takes a few
 * set operations and the limits that all banks share, for any number of banks. Unripe banks wait in
 * the order in which they ripen. */
#include "sim/timing/memory/dram_bank.h"

static uint64_t bit_of(uint32_t bank)
{
    return UINT64_C(1) << bank;
}

void dram_banks_init(struct dram_banks *b, const struct dram_config *config)
{
    const struct dram_config *d = config;
    *b = (struct dram_banks){.config = d, .n_banks = d->banks, .command_at = CYCLE_NEVER};
    b->burst_cycles = d->burst / d->transfers_per_cycle;
    b->rcdwr = d->rcd - (d->wl + 1);
    b->rtw = d->cl + b->burst_cycles + 2 - d->wl;
    b->wtr = d->wl + b->burst_cycles + d->cdlr;
    b->wtp = d->wl + b->burst_cycles + d->wr;
    for (uint32_t i = 0; i < d->banks; i++) {
        uint32_t group =
            d->bank_group == BANK_GROUP_LOW ? i % d->bank_groups : i / (d->banks / d->bank_groups);
        b->banks[i].group = (uint8_t)group;
        b->group_banks[group] |= bit_of(i);
    }
}

/* Adds a bank with a request to the ripe banks if its own timing limits for the next command have
 * ended, else to the unripe ones. */
static void place(struct dram_banks *b, uint32_t index, cycle_t now)
{
    struct dram_bank *bank = &b->banks[index];
    uint32_t want = !bank->open                     ? DRAM_ACTIVATE
                    : bank->row != bank->wanted_row ? DRAM_PRECHARGE
                    : bank->writes                  ? DRAM_WRITE
                                                    : DRAM_READ;
    bank->want = (uint8_t)want;
    cycle_t ripe_from = bank->from[want];
    if (ripe_from <= now) {
        b->ripe[want] |= bit_of(index);
        ripe_from = want == DRAM_PRECHARGE ? b->group_precharge_from[bank->group] : b->from[want];
        clock_earlier(&b->command_at, ripe_from > now ? ripe_from : now);
        return;
    }
    uint32_t at = b->first_unripe + b->n_unripe++;
    for (; at != b->first_unripe && b->unripe[(at - 1) % DRAM_MAX_BANKS].at > ripe_from; at--)
        b->unripe[at % DRAM_MAX_BANKS] = b->unripe[(at - 1) % DRAM_MAX_BANKS];
    b->unripe[at % DRAM_MAX_BANKS].at = ripe_from;
    b->unripe[at % DRAM_MAX_BANKS].bank = index;
    clock_earlier(&b->command_at, ripe_from);
}

/* Makes the banks ripe whose own limits have ended. */
static void ripen(struct dram_banks *b, cycle_t now)
{
    while (b->n_unripe && b->unripe[b->first_unripe % DRAM_MAX_BANKS].at <= now) {
        uint32_t index = b->unripe[b->first_unripe++ % DRAM_MAX_BANKS].bank;
        b->ripe[b->banks[index].want] |= bit_of(index);
        b->n_unripe--;
    }
}

void dram_banks_assign(struct dram_banks *b, uint32_t bank, uint32_t packet, uint32_t row,
                       bool write, uint32_t left, cycle_t now)
{
    struct dram_bank *k = &b->banks[bank];
    k->packet = packet;
    k->wanted_row = row;
    k->writes = write;
    k->left = (uint16_t)left;
    b->busy |= bit_of(bank);
    place(b, bank, now);
}

static struct dram_column send_column(struct dram_banks *b, uint32_t index, cycle_t now,
                                      struct dram_counters *count)
{
    const struct dram_config *d = b->config;
    struct dram_bank *bank = &b->banks[index];
    uint32_t group = bank->group;
    clock_later(&b->from[DRAM_READ], now + d->ccd);
    clock_later(&b->from[DRAM_WRITE], now + d->ccd);
    clock_later(&b->limits_until, now + d->ccd);
    b->group_column_from[group] = b->groups_column_from = now + d->ccdl;
    if (bank->writes) {
        clock_later(&b->from[DRAM_READ], now + b->wtr);
        clock_later(&b->limits_until, now + b->wtr);
        clock_later(&bank->from[DRAM_PRECHARGE], now + b->wtp);
        count->writes++;
    } else {
        clock_later(&b->from[DRAM_WRITE], now + b->rtw);
        clock_later(&b->limits_until, now + b->rtw);
        clock_later(&bank->from[DRAM_PRECHARGE], now + b->burst_cycles);
        b->group_precharge_from[group] = b->groups_precharge_from = now + d->rtpl;
        count->reads++;
    }
    bool last = --bank->left == 0;
    if (last) {
        b->ripe[bank->want] &= ~bit_of(index);
        b->busy &= ~bit_of(index);
    }
    return (struct dram_column){true, last, bank->writes, bank->packet};
}

static void send_row(struct dram_banks *b, uint32_t index, cycle_t now, struct dram_counters *count)
{
    const struct dram_config *d = b->config;
    struct dram_bank *bank = &b->banks[index];
    b->ripe[bank->want] &= ~bit_of(index);
    if (bank->open) {
        bank->open = false;
        clock_later(&bank->from[DRAM_ACTIVATE], now + d->rp);
        count->precharges++;
    } else {
        bank->open = true;
        bank->row = bank->wanted_row;
        b->from[DRAM_ACTIVATE] = now + d->rrd;
        bank->from[DRAM_READ] = now + d->rcd;
        bank->from[DRAM_WRITE] = now + b->rcdwr;
        clock_later(&bank->from[DRAM_PRECHARGE], now + d->ras);
        clock_later(&bank->from[DRAM_ACTIVATE], now + d->rc);
        clock_later(&b->limits_until, b->from[DRAM_ACTIVATE]);
        clock_later(&b->limits_until, bank->from[DRAM_READ]); /* tRCDWR is shorter */
        clock_later(&b->limits_until, now + d->ras);
        count->activates++;
    }
    clock_later(&b->limits_until, bank->from[DRAM_ACTIVATE]);
    b->turn = index + 1 < b->n_banks ? index + 1 : 0;
    place(b, index, now);
}

/* The set without the banks of groups whose limit forbids the command. */
static uint64_t without_groups(const struct dram_banks *b, uint64_t set, const cycle_t *from,
                               cycle_t now)
{
    for (uint32_t g = 0; g < b->config->bank_groups; g++)
        if (now < from[g])
            set &= ~b->group_banks[g];
    return set;
}

/* Banks whose request can be read or written now. */
static uint64_t column_banks(const struct dram_banks *b, cycle_t now, bool pipe_full)
{
    uint64_t set = 0;
    if (pipe_full)
        return 0;
    if (now >= b->from[DRAM_READ])
        set |= b->ripe[DRAM_READ];
    if (now >= b->from[DRAM_WRITE])
        set |= b->ripe[DRAM_WRITE];
    if (set && now < b->groups_column_from)
        set = without_groups(b, set, b->group_column_from, now);
    return set;
}

/* Banks whose row can be opened now, or whose wrong row can be closed now. */
static uint64_t row_banks(const struct dram_banks *b, cycle_t now)
{
    uint64_t set = b->ripe[DRAM_PRECHARGE];
    if (set && now < b->groups_precharge_from)
        set = without_groups(b, set, b->group_precharge_from, now);
    if (now >= b->from[DRAM_ACTIVATE])
        set |= b->ripe[DRAM_ACTIVATE];
    return set;
}

/* Chooses the commands that Vulkan-Sim's single command bus sends. It visits the banks one after
 * the other from the turn on, each for a column command, else for a row command, until a column
 * command is found; there is at most one row command. The row command, of the n-th bank visited,
 * moves the turn to after its bank. The next bank is counted from the turn, so the n banks after it
 * are skipped. Leaves in *columns and *rows, the sets of ready banks, only the bank that sends, if
 * any. */
static void scan(const struct dram_banks *b, uint64_t *columns, uint64_t *rows)
{
    if (!*rows) {
        if (*columns)
            *columns = bit_of(dram_first_in_turn(b, *columns));
        return;
    }
    uint32_t first = dram_first_in_turn(b, *columns | *rows), n = b->n_banks;
    if (*columns >> first & 1) {
        *columns = bit_of(first);
        *rows = 0;
        return;
    }
    *rows = bit_of(first);
    uint32_t looked_at = (first - b->turn) % n; /* n is a power of two */
    for (uint32_t i = 2 * looked_at + 2; i < n && *columns; i++)
        if (*columns >> (b->turn + i) % n & 1) {
            *columns = bit_of((b->turn + i) % n);
            return;
        }
    *columns = 0;
}

/* The first cycle in which one of the banks that are ripe for a precharge can be precharged. */
static cycle_t next_precharge(const struct dram_banks *b, cycle_t now)
{
    cycle_t next = CYCLE_NEVER;
    if (now + 1 >= b->groups_precharge_from)
        return now;
    for (uint32_t g = 0; g < b->config->bank_groups; g++)
        if (b->ripe[DRAM_PRECHARGE] & b->group_banks[g])
            clock_earlier(&next, b->group_precharge_from[g]);
    return next;
}

/* The first cycle after `now` in which a command may be possible. It is never too late, and too
 * early only if the data pipe is full or tCCDL forbids a command that tCCD allows. */
static cycle_t next_command(const struct dram_banks *b, cycle_t now)
{
    cycle_t next = b->n_unripe ? b->unripe[b->first_unripe % DRAM_MAX_BANKS].at : CYCLE_NEVER;
    for (int want = DRAM_READ; want <= DRAM_ACTIVATE; want++)
        clock_earlier(&next, b->ripe[want] ? b->from[want] : CYCLE_NEVER);
    if (b->ripe[DRAM_PRECHARGE])
        clock_earlier(&next, next_precharge(b, now));
    clock_later(&next, now + 1);
    return next;
}

struct dram_column dram_banks_command(struct dram_banks *b, cycle_t now, bool pipe_full, bool *row,
                                      struct dram_counters *count)
{
    struct dram_column column = {0};
    uint32_t bus = b->config->command_bus;
    uint64_t rows = 0;
    ripen(b, now);
    uint64_t columns = column_banks(b, now, pipe_full);
    if (bus == COMMAND_BUS_SCAN) {
        rows = row_banks(b, now);
        scan(b, &columns, &rows);
    }
    if (columns)
        column = send_column(b, dram_first_in_turn(b, columns), now, count);
    if (bus == COMMAND_BUS_DUAL || (bus == COMMAND_BUS_SINGLE && !columns))
        rows = row_banks(b, now);
    if (rows)
        send_row(b, dram_first_in_turn(b, rows), now, count);
    *row = rows;
    b->command_at = next_command(b, now);
    return column;
}
