/* Computes for each row and GPU: lengths of runs, variables of texts, contents of storage. */
#include "microbench/bench.h"

#include "sim/functional/exec/launch.h"
#include "sim/timing/memory/mem_port.h"

#include <string.h>

static uint32_t smaller(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

static void set(struct bench *b, char variable, uint64_t value)
{
    b->variables.of[(unsigned char)variable] = value;
}

static uint32_t all_slices(const struct bench *b)
{
    return b->map.channels * b->map.slices;
}

/* Returns the number of warps per SM that most rows use. */
static uint32_t warps_of(const struct bench *b)
{
    return 2 * b->gpu.sm.schedulers;
}

/* ---- SM ---- */

void setup_bank(struct bench *b)
{
    b->gpu.ldst.bank = b->row->a;
}

/* Sources are in one bank (a = 1) or in three; results are in other banks, if there are any. */
void setup_register_banks(struct bench *b)
{
    uint32_t banks = b->gpu.sm.register_banks / b->gpu.sm.schedulers, used = b->row->a ? 1 : 3;
    uint32_t apart = b->row->a ? banks : 1, first = 2 * apart + 1;
    uint32_t free = banks > 3 ? banks - used : UINT32_MAX; /* results in a row that are in other
                                                              banks */
    set(b, 's', apart);
    set(b, 'd', free);
    set(b, 'g', used);
    set(b, 'r', first);
    set(b, 'l', 11 / free * used + 11 + first);
}

/* ---- sectors chosen by their place in the memory system ---- */

static uint32_t channel_of(const struct bench *b, uint64_t addr)
{
    return address_map_slice(&b->map, addr) / b->map.slices;
}

static struct dram_place place_of(const struct bench *b, uint64_t addr)
{
    return address_map_place(&b->map, addr);
}

/* Whether a sector chosen before is in the same row of the same bank. */
static bool has_row(const struct bench *b, struct dram_place place)
{
    for (uint32_t i = b->n_places; i-- > 0;) {
        struct dram_place other = place_of(b, b->places[i]);
        if (other.row == place.row && other.bank == place.bank)
            return true;
    }
    return false;
}

bool place_any(const struct bench *b, uint64_t addr)
{
    (void)b, (void)addr;
    return true;
}

bool place_row_hit(const struct bench *b, uint64_t addr)
{
    struct dram_place first = place_of(b, b->places[0]), place = place_of(b, addr);
    return channel_of(b, b->places[0]) == channel_of(b, addr) && place.bank == first.bank &&
           place.row == first.row;
}

bool place_row_miss(const struct bench *b, uint64_t addr)
{
    struct dram_place first = place_of(b, b->places[0]), place = place_of(b, addr);
    return channel_of(b, b->places[0]) == channel_of(b, addr) && place.bank == first.bank &&
           !has_row(b, place);
}

bool place_two_banks(const struct bench *b, uint64_t addr)
{
    struct dram_place first = place_of(b, b->places[0]), place = place_of(b, addr);
    return channel_of(b, b->places[0]) == channel_of(b, addr) && place.row == first.row &&
           (place.bank ^ first.bank) <= 1;
}

bool place_rows_of_banks(const struct bench *b, uint64_t addr)
{
    return channel_of(b, b->places[0]) == channel_of(b, addr) && !has_row(b, place_of(b, addr));
}

/* Chooses `most` sectors of the storage, or all that fit if there are fewer. */
static void find_places(struct bench *b, uint32_t most)
{
    uint64_t end = LAUNCH_STORAGE_BASE + LAUNCH_STORAGE_MOST / 4;
    b->places[0] = LAUNCH_STORAGE_BASE;
    b->n_places = 1;
    for (uint64_t at = b->places[0] + SECTOR_B; b->n_places < most && at < end; at += SECTOR_B)
        if (b->row->place(b, at))
            b->places[b->n_places++] = at;
}

static uint64_t last_place(const struct bench *b)
{
    return b->places[b->n_places - 1] - LAUNCH_STORAGE_BASE;
}

/* Writes into each chosen sector the address of the next one; the last has that of the first. */
static void fill_chain(const struct bench *b, uint64_t addr, uint32_t n, uint8_t *storage)
{
    (void)n;
    for (uint32_t i = 0; i < b->n_places; i++)
        memcpy(storage + (b->places[i] - addr), &b->places[(i + 1) % b->n_places],
               sizeof *b->places);
}

/* Every address is translated: what a page costs is chase.dram_page_miss. */
void setup_chase(struct bench *b)
{
    b->gpu.l1d.tlb_entries = 0;
    setup_pages(b);
}

void setup_pages(struct bench *b)
{
    if (b->row->setup == setup_pages && !b->gpu.l1d.tlb_entries)
        b->possible = false;
    find_places(b, b->row->a);
    if (b->n_places < b->row->a)
        b->more = b->n_places;
    b->bytes = last_place(b) + SECTOR_B;
    b->fill = fill_chain;
}

enum { TABLE_B = BENCH_PLACES * sizeof(uint32_t) };

/* Fills the table with the first n chosen sectors; further entries repeat the last of these. */
static void fill_table(const struct bench *b, uint64_t addr, uint32_t n, uint8_t *storage)
{
    for (uint32_t i = 0; i < BENCH_PLACES; i++) {
        uint32_t offset = (uint32_t)(b->places[smaller(i, n - 1)] - addr);
        memcpy(storage + b->variables.of['t'] + sizeof offset * i, &offset, sizeof offset);
    }
}

/* The burst comes faster than a channel reads it. The table lies after the chosen sectors, in
 * another channel if there is one. */
void setup_dram(struct bench *b)
{
    uint32_t mshrs = smaller(b->gpu.l2.mshrs, b->gpu.l1d.mshrs); /* most sectors in flight */
    b->possible = mshrs >= BENCH_LANES;
    find_places(b, mshrs >= BENCH_PLACES ? BENCH_PLACES : BENCH_LANES);
    b->more = b->n_places;
    b->few = b->n_places / b->row->a;
    uint64_t table = (last_place(b) + 2 * TABLE_B) / TABLE_B * TABLE_B;
    if (channel_of(b, LAUNCH_STORAGE_BASE + table) == channel_of(b, b->places[0]))
        table += TABLE_B;
    set(b, 't', table);
    b->bytes = table + TABLE_B;
    b->fill = fill_table;
}

/* ---- streams ---- */

/* Warps of all SMs read or write consecutive lines. By the end of the shorter run that writes,
 * every set of the L2 has been filled, so that lines are written back. */
void setup_lines(struct bench *b)
{
    const struct gpu_config *gpu = &b->gpu;
    uint64_t channels = gpu->machine.memory_partitions;
    uint64_t l2_B = (uint64_t)all_slices(b) * gpu->l2.sets * gpu->l2.ways * gpu->l2.line_B;
    uint64_t round_B = (uint64_t)b->ctas * b->row->a;
    if (!b->more) {
        b->few = (uint32_t)((l2_B + l2_B / 8) / round_B) + 2;
        b->more = b->few + (uint32_t)(channels * 1024 * BENCH_LINE_B / round_B) + 1;
    }
    set(b, 's', b->row->a);
    set(b, 'W', b->ctas);
    b->bytes = b->more * round_B;
}

enum { L2_LOADS = 32, L2_LINES = 96 };

/* Returns the largest number of core cycles that a dependent instruction takes. */
static double dependent(uint32_t latency)
{
    return latency + 5;
}

/* Sets how fast the writers write and how long the readers wait. The readers divide for longer than
 * the writer needs. The writer adds between its lines if its stores would otherwise fill the
 * collectors that the readers need, so that they can begin their divisions. */
static void set_waits(struct bench *b, uint32_t sms, uint32_t slices, uint32_t lines)
{
    const struct machine_config *m = &b->gpu.machine;
    double slow = m->core_MHz / m->icnt_MHz + m->core_MHz / m->l2_MHz;
    double sectors = (double)sms * (BENCH_LINE_B / SECTOR_B) / smaller(sms, slices);
    /* most cycles in which a line of every SM passes SMs and slices */
    double line = 2 * sectors * (1 + slow), add = dependent(b->gpu.exec.int_add_latency);
    uint32_t pace = b->gpu.sm.collectors_held ? 1 + (uint32_t)(line / add) : 0;
    set(b, 'P', pace);
    set(b, 'D',
        (uint64_t)((lines * (line + pace * add) + 4000) / dependent(b->gpu.exec.int_div_latency)));
}

/* Whether lines that are `stride` apart stay in the slice of their SM. */
static bool is_regular(const struct bench *b, uint32_t slices, uint32_t lines, uint64_t stride)
{
    for (uint32_t sm = 0; sm < slices; sm++)
        for (uint64_t i = 0; i < lines; i++) {
            uint64_t first = LAUNCH_STORAGE_BASE + sm / b->gpu.l2.slices * 256ull +
                             sm % b->gpu.l2.slices * (uint64_t)BENCH_LINE_B;
            if (address_map_slice(&b->map, first + i * stride) != address_map_slice(&b->map, first))
                return false;
        }
    return true;
}

/* One SM reads from all slices; or some SMs read from one slice; or every SM reads from its own
 * slice, so that no reply waits behind one for another SM. SMs that read from the same slice read
 * the same lines, since each has an L1D of its own. Otherwise lines go to SMs in turn. */
void setup_slices(struct bench *b)
{
    const struct gpu_config *gpu = &b->gpu;
    uint32_t all = all_slices(b), sms = gpu->machine.sms, slices = all;
    if (b->row->a == BENCH_ONE_SM) {
        sms = 1;
    } else if (b->row->a == BENCH_ONE_SLICE) {
        slices = 1;
        sms = smaller(sms, 4);
    } else {
        slices = smaller(sms, all);
        sms -= sms % slices;
    }
    if (sms == 0)
        BUG("no SM reads the slices");
    bool own = sms >= slices;
    uint32_t warps = warps_of(b) - 1;
    /* Half of the slices' capacity, so that no set overflows. */
    uint64_t lines =
        (uint64_t)gpu->l2.sets * gpu->l2.ways * gpu->l2.line_B / BENCH_LINE_B * slices / sms / 2;
    while (warps > 1 && (uint64_t)warps * L2_LINES / 2 > lines)
        warps /= 2;
    b->more = smaller(lines / warps, L2_LINES);
    b->few = b->more / 2;
    uint64_t stride = own ? 256ull * gpu->machine.memory_partitions : (uint64_t)BENCH_LINE_B * sms;
    b->ctas = (warps + 1) * gpu->machine.sms;
    b->bytes = (uint64_t)warps * b->more * stride + sms * 256ull + stride;
    /* A small L2 does not hold enough lines for a steady stream. */
    b->possible =
        b->few * warps >= 2 * L2_LOADS && (!own || is_regular(b, slices, warps * b->more, stride));
    set_waits(b, sms, slices, warps * b->more);
    set(b, 'f', sms);
    set(b, 'o', own ? slices : sms);
    set(b, 'p', own ? gpu->l2.slices : UINT32_MAX);
    set(b, 'w', warps);
    set(b, 't', stride);
    set(b, 'L', (uint64_t)warps * b->more);
}

/* ---- atomics ---- */

enum { MOST_LINES = 1 << 16 };

/* Returns the size of the table of the SMs' addresses. */
static uint64_t table_bytes(const struct bench *b)
{
    uint64_t bytes = b->gpu.machine.sms * sizeof(uint64_t);
    return (bytes + BENCH_LINE_B - 1) / BENCH_LINE_B * BENCH_LINE_B;
}

/* Gives every SM its own line: SM i gets a line of slice i modulo the number of slices, after the
 * lines of earlier SMs. */
static void fill_lines(const struct bench *b, uint64_t addr, uint32_t n, uint8_t *storage)
{
    uint64_t line = addr + table_bytes(b), end = line + MOST_LINES * BENCH_LINE_B;
    (void)n;
    for (uint32_t i = 0; i < b->gpu.machine.sms; i++, line += BENCH_LINE_B) {
        uint32_t slice = i % all_slices(b);
        while (line + BENCH_LINE_B < end && address_map_slice(&b->map, line) != slice)
            line += BENCH_LINE_B;
        memcpy(storage + i * sizeof line, &line, sizeof line);
    }
}

void setup_atomics(struct bench *b)
{
    b->ctas = b->gpu.machine.sms;
    b->bytes = table_bytes(b) + MOST_LINES * BENCH_LINE_B;
    b->fill = fill_lines;
}

/* ---- rays ---- */

enum { NODE_B = 64, MOST_PAIRS = 160 };

/* Enough warps that one waits whenever another leaves the unit. The nodes of all columns, which
 * have up to six children each, fit into the L1D. */
void setup_rt(struct bench *b)
{
    const struct l1d_config *l1d = &b->gpu.l1d;
    uint32_t warps = smaller(2 * b->gpu.rt.max_warps, b->gpu.sm.ctas), columns = b->row->a;
    b->possible = warps > b->gpu.rt.max_warps;
    b->ctas = warps * b->gpu.machine.sms;
    if (!columns)
        return;
    b->columns = columns;
    b->pairs =
        smaller((uint64_t)l1d->sets * l1d->ways * l1d->line_B / NODE_B / columns, MOST_PAIRS);
    b->possible &= b->pairs > 0;
    b->gpu.rt.nodes = NODES_INTEL6;
    b->traversal.nodes = BVH_INTEL6;
}
