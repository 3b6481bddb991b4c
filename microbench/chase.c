/* Pointer chases: all lanes of one warp load the address of the next sector. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"
#include "microbench/places.h"
#include "sim/timing/memory/memory_path.h"

#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"

enum level { LEVEL_L1, LEVEL_L2, LEVEL_ROW_HIT, LEVEL_ROW_MISS };

struct chase {
    const char *name;
    enum level level;
    place_wanted *wanted;
    uint32_t few, more; /* loads */
    uint32_t most;      /* sectors */
    uint32_t lines;     /* of 128 bytes, brought into the L2 by writes */
};

static const struct chase chases[] = {
    {"l1_hit", LEVEL_L1, place_any, 8, 72, 4, 0},
    {"l2_hit", LEVEL_L2, place_any, 16, 56, 64, 64 * 32 / SHADER_LINE_B},
    {"dram_row_hit", LEVEL_ROW_HIT, place_row_hit, 4, 40, 40, 0},
    {"dram_row_miss", LEVEL_ROW_MISS, place_row_miss, 4, 20, 20, 0},
};

static void loads(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct chase *c = what;
    (void)b;
    shader_storage(t);
    if (c->lines) {
        shader_lane_address(t, 4);
        shader_write_lines(t, c->lines);
    }
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "ld.global.u64 %%rd0, [%%rd0];\n");
}

/* Adds the loads from `first` to `end` - 1, the first of which is issued in core cycle `issue`.
 * Returns the cycle in which the last gets its data. */
static cycle_t walk(const struct bench *b, struct memory_path *path, enum level level,
                    const struct places *places, uint32_t first, uint32_t end, cycle_t issue)
{
    for (uint32_t i = first; i < end; i++) {
        cycle_t look_up = issue + pipeline_l1_hit(b->gpu, 1);
        uint32_t row = address_map_place(&b->lab.map, places->addr[i % places->n]).row;
        issue = level == LEVEL_L1   ? look_up
                : level == LEVEL_L2 ? memory_path_l2_hit(path, look_up)
                                    : memory_path_dram(path, look_up, row);
    }
    return issue;
}

static enum st_code measure_chase(struct bench *b, const struct chase *c,
                                  const struct places *places, const struct launch_storage *storage,
                                  struct status *st)
{
    struct gpu_counters few, more;
    uint32_t n = c->level == LEVEL_L1 || c->more <= places->n ? c->more : places->n;
    TRY(bench_run(b, loads, c, c->few, 1, storage, &few, st));
    TRY(bench_run(b, loads, c, n, 1, storage, &more, st));
    /* The warp leaves in the cycle in which its last load is done, which ends the run. The first
     * load waits for the storage's address; if there are no writes before, the walk begins there,
     * to track the bank's last commands. */
    struct memory_path path = memory_path_make(b->gpu);
    cycle_t from = few.gpu.cycles - 1;
    if (!c->lines && c->level != LEVEL_L1)
        from = walk(b, &path, c->level, places, 0, c->few,
                    pipeline_first_issue(b->gpu) +
                        pipeline_result(b->gpu, b->gpu->exec.alu_latency, 0));
    cycle_t to = walk(b, &path, c->level, places, c->few, n, from);
    double measured = (double)(more.gpu.cycles - few.gpu.cycles) / (n - c->few);
    double expected = (double)(to - from) / (n - c->few);
    return bench_report(b, c->name, measured, expected, 0, st);
}

static enum st_code chase(struct bench *b, const struct chase *c, struct status *st)
{
    struct places places;
    struct launch_storage storage;
    uint8_t *bytes;
    TRY(places_find(&places, &b->lab.map, c->wanted, SECTOR_B, c->most, st));
    enum st_code code = places_chain(&places, &storage, &bytes, st);
    if (code == ST_OK)
        code = measure_chase(b, c, &places, &storage, st);
    mem_free(bytes);
    places_free(&places);
    return code;
}

enum st_code bench_chase(struct bench *b, struct status *st)
{
    for (size_t i = 0; i < sizeof chases / sizeof *chases; i++)
        if (bench_wants(b, chases[i].name))
            TRY(chase(b, &chases[i], st));
    return ST_OK;
}
