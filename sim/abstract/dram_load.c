#include "sim/abstract/dram_load.h"

#include "common/random.h"
#include "sim/timing/memory/dram_bank.h"
#include "sim/timing/memory/dram_scheduler.h"

enum { WARM = 300, SERVED = 1500 };

/* Where requests come from. */
struct source {
    uint64_t drawn;
    double writes, rows;
    uint32_t row[DRAM_MAX_BANKS]; /* of the last request to each */
};

/* The packet that the scheduler gets is the row, and whether it is written. */
static void draw(struct source *from, struct dram_scheduler *s, uint32_t banks)
{
    uint64_t i = 3 * from->drawn++;
    uint32_t bank = (uint32_t)random_below(0, RANDOM_DRAM, i, banks);
    bool write = random_unit(0, RANDOM_DRAM, i + 1) < from->writes;
    from->row[bank] += random_unit(0, RANDOM_DRAM, i + 2) >= from->rows;
    dram_scheduler_add(s, from->row[bank] << 1 | write, bank, from->row[bank]);
}

/* Gives a free bank its next request. Returns whether it is a row hit. */
static bool assign(struct dram_scheduler *s, struct dram_banks *b, uint32_t columns, cycle_t now)
{
    uint64_t free = s->banks & ~b->busy;
    bool hit;
    if (!free)
        return false;
    uint32_t bank = dram_first_in_turn(b, free);
    uint32_t packet = dram_scheduler_take(s, bank, b->banks[bank].open, b->banks[bank].row, &hit);
    dram_banks_assign(b, bank, packet, packet >> 1, packet & 1, columns, now);
    b->turn = b->turn + 1 < b->n_banks ? b->turn + 1 : 0;
    return hit;
}

/* As tick() of sim/timing/memory/dram_channel.c, with a scheduler that is always full and data that
 * nobody holds up. */
static void serve(struct dram_scheduler *s, struct source *from, const struct dram_config *config,
                  uint32_t columns, double *cycles, double *hits)
{
    struct dram_banks b;
    struct dram_counters count = {0};
    uint32_t served = 0, row_hits = 0;
    cycle_t begun = 0, now = 0;
    dram_banks_init(&b, config);
    for (; served < WARM + SERVED; now++) {
        bool row;
        while (!dram_scheduler_full(s))
            draw(from, s, b.n_banks);
        row_hits += assign(s, &b, columns, now) && served >= WARM;
        if (b.command_at <= now && dram_banks_command(&b, now, false, &row, &count).last &&
            ++served == WARM)
            begun = now;
    }
    *cycles = (double)(now - begun) / SERVED;
    *hits = (double)row_hits / SERVED;
}

enum st_code dram_load_measure(struct dram_load *out, const struct dram_config *config,
                               uint32_t columns, struct status *st)
{
    for (uint32_t i = 0; i < DRAM_LOAD_WRITES; i++)
        for (uint32_t j = 0; j < DRAM_LOAD_ROWS; j++) {
            struct source from = {.writes = (double)i / (DRAM_LOAD_WRITES - 1),
                                  .rows = (double)j / (DRAM_LOAD_ROWS - 1)};
            struct dram_scheduler s;
            TRY(dram_scheduler_create(&s, config->scheduler_queue, st));
            serve(&s, &from, config, columns, &out->cycles[i][j], &out->hits[i][j]);
            dram_scheduler_release(&s);
        }
    return ST_OK;
}

/* With a share of writes that was measured. */
static double by_hits(const double *cycles, const double *at, double hits)
{
    uint32_t j = 0;
    while (j + 2 < DRAM_LOAD_ROWS && at[j + 1] < hits)
        j++;
    double part = at[j + 1] > at[j] ? (hits - at[j]) / (at[j + 1] - at[j]) : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return cycles[j] + part * (cycles[j + 1] - cycles[j]);
}

double dram_load_cycles(const struct dram_load *load, double writes, double hits)
{
    double at = writes * (DRAM_LOAD_WRITES - 1);
    uint32_t i = at < DRAM_LOAD_WRITES - 2 ? (uint32_t)at : DRAM_LOAD_WRITES - 2;
    double below = by_hits(load->cycles[i], load->hits[i], hits);
    double above = by_hits(load->cycles[i + 1], load->hits[i + 1], hits);
    return below + (at - i) * (above - below);
}
