/* What a warp's addresses mean: the scene's buffers and the module's tables, read-only; the uniform
 * block; storage, whose writes are thrown away; the blocks of the warp's own threads. Everything
 * else is an error of the program. */
#include "sim/functional/machine.h"
#include "sim/shaders/rt.h"

#include <string.h>

enum { FRESH_PAGE = 32 }; /* blocks */
enum { DEPTH_BYTES = 4, BINDING_TABLE_BYTES = 192, BOX_BYTES = 24 };

static uint64_t round_up(uint64_t n)
{
    return (n + DEVICE_ALIGN - 1) / DEVICE_ALIGN * DEVICE_ALIGN;
}

/* Of a thread. Dumps name their payload and other variables themselves. */
static uint32_t block_bytes(const struct launch *l, int kind)
{
    const struct vsim_pipeline *dumps = l->dumps;
    if (kind == BLOCK_LOCAL)
        return (uint32_t)round_up(l->program->local_bytes);
    if (kind == BLOCK_PAYLOAD)
        return dumps ? 0 : BLOCK_BYTES;
    if (kind >= BLOCK_VARIABLE && kind <= BLOCK_VARIABLE_LAST) {
        uint32_t v = (uint32_t)kind - BLOCK_VARIABLE;
        return dumps && v < dumps->n_variables ? (uint32_t)round_up(dumps->variables[v].bytes) : 0;
    }
    return BLOCK_BYTES;
}

void memory_map_make(struct memory_map *map, const struct launch *l)
{
    uint64_t tiles_x = (l->frame.width + IMAGE_TILE - 1) / IMAGE_TILE;
    uint64_t tiles_y = (l->frame.height + IMAGE_TILE - 1) / IMAGE_TILE;
    uint64_t picture = tiles_x * tiles_y * IMAGE_TILE * IMAGE_TILE * IMAGE_ELEMENT_BYTES;
    uint64_t threads = (uint64_t)l->n_ctas * WARP_LANES;
    uint64_t pixels = (uint64_t)l->frame.width * l->frame.height;
    /* The order of LumiBench's application: depth image (never used), uniform block, accumulation
     * and output image, shader binding table, intersection and any-hit tables; then what threads
     * get at run time. */
    uint64_t at = round_up(l->image->end) + round_up(DEPTH_BYTES * pixels);
    map->uniform = at;
    at += round_up(UNIFORM_BYTES);
    for (int i = 0; i < 2; i++) {
        map->images[i] = at;
        at += round_up(picture);
    }
    at += round_up(BINDING_TABLE_BYTES);
    map->tables = at;
    at += 2 * (uint64_t)l->n_ctas * TABLE_ENTRY_BYTES * TABLE_ENTRIES;
    uint32_t host = 0;
    for (int k = 0; k < BLOCK_KINDS; k++) {
        map->block_bytes[k] = block_bytes(l, k);
        map->block_at[k] = host;
        host += WARP_LANES * map->block_bytes[k];
        map->block[k] = at;
        at += threads * map->block_bytes[k];
    }
    const struct device_buffer *spheres = &l->image->buffers[DEVICE_SPHERES];
    uint64_t n = l->image->n_instances;
    map->cubes = spheres->addr + 2 * round_up(spheres->size) + 2 * round_up(BOX_BYTES * n);
    map->cylinders = map->cubes + 2 * round_up(spheres->size) + 2 * round_up(BOX_BYTES * n);
    map->stacks = at;
    at += l->n_ctas * STACK_BYTES;
    map->end = at;
}

uint64_t memory_binding_addr(const struct machine *m, uint32_t binding)
{
    static const uint8_t buffers[] = {
        [RT_VERTICES] = DEVICE_VERTICES,   [RT_INDICES] = DEVICE_INDICES,
        [RT_MATERIALS] = DEVICE_MATERIALS, [RT_OFFSETS] = DEVICE_OFFSETS,
        [RT_TEXTURES] = DEVICE_TEXTURES,   [RT_SPHERES] = DEVICE_SPHERES};
    const struct launch *l = m->launch;
    return binding == RT_UNIFORM ? l->map.uniform : l->image->buffers[buffers[binding]].addr;
}

/* With fresh_traces, what a trace leaves lies where nothing has been before, as everything that
 * Vulkan-Sim allocates at run time: the lanes that trace get neighbouring blocks. Vulkan-Sim has
 * one pointer for all warps, which makes addresses depend on time. Here every warp has one of its
 * own, into pages that are dealt to the warps in turn. */
static uint64_t fresh_block(struct machine *m)
{
    uint64_t page = (uint64_t)(m->fresh_blocks / FRESH_PAGE) * m->launch->n_ctas + m->cta;
    uint64_t block = page * FRESH_PAGE + m->fresh_blocks++ % FRESH_PAGE;
    return m->launch->map.end + block * BLOCK_BYTES;
}

uint64_t memory_attributes_addr(struct machine *m, uint32_t lane)
{
    if (m->attributes[lane] == NO_ADDRESS)
        m->attributes[lane] = fresh_block(m);
    return m->attributes[lane];
}

void memory_place_record(struct machine *m, uint32_t lane, struct lane_ray *r)
{
    const struct launch *l = m->launch;
    uint64_t thread = (uint64_t)m->cta * WARP_LANES + lane;
    if (m->kernel->settings.traversal.fresh_traces) {
        if (r->hit)
            memory_attributes_addr(m, lane);
        r->record_addr = fresh_block(m);
    } else if (m->open[lane] < 2) {
        r->record_addr = memory_block_addr(m, BLOCK_RECORD, lane);
    } else {
        uint64_t threads = (uint64_t)l->n_ctas * WARP_LANES;
        r->record_addr = l->map.end + ((m->open[lane] - 2) * threads + thread) * BLOCK_BYTES;
    }
}

static void add_region(struct machine *m, uint64_t addr, uint64_t size, uint8_t *host,
                       bool writable)
{
    if (size)
        m->regions[m->n_regions++] =
            (struct region){.addr = addr, .size = size, .host = host, .writable = writable};
}

/* The constant sources are never written through: their regions are not writable. */
static void add_constant(struct machine *m, uint64_t addr, uint64_t size, const uint8_t *bytes)
{
    union {
        const uint8_t *in;
        uint8_t *out;
    } host = {.in = bytes};
    add_region(m, addr, size, host.out, false);
}

static void add_buffers(struct machine *m)
{
    const struct launch *l = m->launch;
    for (uint32_t b = 0; b < DEVICE_BUFFERS; b++) {
        const struct device_buffer *buffer = &l->image->buffers[b];
        const uint8_t *bytes = l->buffers.own[b];
        add_constant(m, buffer->addr, buffer->size, bytes ? bytes : buffer->bytes);
    }
    if (l->buffers.zeros) {
        const struct device_buffer *spheres = &l->image->buffers[DEVICE_SPHERES];
        add_constant(m, l->map.cubes, spheres->size, l->buffers.zeros);
        add_constant(m, l->map.cylinders, spheres->size, l->buffers.zeros);
    }
}

void memory_start(struct machine *m)
{
    const struct launch *l = m->launch;
    memset(m->blocks, 0, m->blocks_bytes);
    m->n_regions = 0;
    for (uint32_t k = 0; k < BLOCK_BACKED; k++)
        add_region(m, memory_block_addr(m, (enum thread_block)k, 0),
                   (uint64_t)WARP_LANES * l->map.block_bytes[k],
                   memory_block(m, (enum thread_block)k, 0), true);
    add_constant(m, l->map.uniform, UNIFORM_BYTES, l->uniform);
    add_buffers(m);
    add_constant(m, PROGRAM_DATA_BASE, l->program->data_bytes, l->program->data);
    const struct launch_storage *storage = m->kernel->settings.storage;
    if (storage && storage->size) {
        add_constant(m, LAUNCH_STORAGE_BASE, storage->size, storage->bytes);
        m->regions[m->n_regions - 1].writable = m->regions[m->n_regions - 1].sink = true;
    }
}

static bool inside(const struct region *r, uint64_t addr, uint32_t bytes)
{
    return addr >= r->addr && addr - r->addr <= r->size && r->size - (addr - r->addr) >= bytes;
}

static const struct region *find_region(const struct machine *m, uint64_t addr, uint32_t bytes)
{
    for (uint32_t i = 0; i < m->n_regions; i++)
        if (inside(&m->regions[i], addr, bytes))
            return &m->regions[i];
    return NULL;
}

/* Which lane's access is at fault, and how. */
static enum st_code refuse(const struct machine *m, const struct code *c, uint64_t addr,
                           uint32_t lane, uint32_t bytes, const char *what, struct status *st)
{
    return machine_fail(m, c, st,
                        "pixel (%u, %u) %s %u bytes at address 0x%llx, %s; expected an aligned "
                        "address inside a buffer",
                        m->x + lane, m->y, c->op == CODE_STORE ? "writes" : "reads", bytes,
                        (unsigned long long)addr, what);
}

/* The fixed address whose host memory stands for `addr`. Fresh trace records and attributes have a
 * new address each time, but all of a lane's lie in one block of the host. Needed with fresh traces
 * and dumps only: else addresses are fixed. */
static inline uint64_t home(const struct machine *m, uint64_t addr, uint32_t lane)
{
    uint64_t record = addr - m->lane[lane].record_addr, attributes = addr - m->attributes[lane];
    if (record < BLOCK_BYTES)
        return memory_block_addr(m, BLOCK_RECORD, lane) + record;
    return attributes < BLOCK_BYTES ? memory_block_addr(m, BLOCK_ATTRIBUTES, lane) + attributes
                                    : addr;
}

/* What only dumps can reach: the record of a ray within a ray; entries of the intersection table,
 * to be read. */
static uint8_t *find_elsewhere(struct machine *m, const struct code *c, uint64_t addr,
                               uint32_t lane, uint32_t bytes)
{
    union {
        const uint8_t *in;
        uint8_t *out;
    } entry = {.in = NULL};
    if (addr & (bytes - 1))
        return NULL;
    for (uint32_t level = 1; level < m->open[lane]; level++) {
        const struct lane_ray *r = &m->nested[(level - 1) * WARP_LANES + lane];
        if (addr - r->record_addr <= BLOCK_BYTES - bytes)
            return r->record + (addr - r->record_addr);
    }
    if (c->op == CODE_LOAD)
        entry.in = vsim_entry(m, addr, lane, bytes);
    return entry.out;
}

/* An instruction's access: lanes mostly find their memory where its last lane has, in a region
 * where nothing is left to be asked but where an access begins and whether it is aligned. */
struct access {
    const struct code *c;
    uint8_t *host; /* of `addr`, where the region begins */
    uint64_t addr;
    uint64_t begins; /* so many bytes behind it an access may begin */
    uint32_t bytes;
    bool store, moves;
};

static void enter_region(const struct machine *m, struct access *a, uint32_t i)
{
    const struct region *r = &m->regions[i];
    bool plain = r->size >= a->bytes && (!a->store || (r->writable && !r->sink));
    a->host = r->host;
    a->addr = r->addr;
    a->begins = plain ? r->size - a->bytes + 1 : 0;
    m->region_of[a->c - m->launch->program->code] = (uint8_t)i;
}

static struct access access_start(const struct machine *m, const struct code *c, uint32_t bytes)
{
    struct access a = {.c = c, .bytes = bytes, .store = c->op == CODE_STORE};
    a.moves = m->kernel->settings.traversal.fresh_traces || m->launch->dumps;
    enter_region(m, &a, m->region_of[c - m->launch->program->code]);
    return a;
}

static __attribute__((noinline)) enum st_code find_host(struct machine *m, struct access *a,
                                                        uint64_t addr, uint32_t lane,
                                                        uint8_t **host, struct status *st)
{
    const struct region *r = find_region(m, addr, a->bytes);
    if (!r && (*host = find_elsewhere(m, a->c, addr, lane, a->bytes)))
        return ST_OK;
    if (!r)
        return refuse(m, a->c, addr, lane, a->bytes, "which is outside every buffer", st);
    if (addr & (a->bytes - 1))
        return refuse(m, a->c, addr, lane, a->bytes, "which is not aligned", st);
    if (a->store && !r->writable)
        return refuse(m, a->c, addr, lane, a->bytes, "which is read-only", st);
    enter_region(m, a, (uint32_t)(r - m->regions));
    *host = a->store && r->sink ? m->sink : r->host + (addr - r->addr);
    return ST_OK;
}

/* The host memory behind a lane's address. */
static inline enum st_code lane_host(struct machine *m, struct access *a, uint64_t addr,
                                     uint32_t lane, uint8_t **host, struct status *st)
{
    if (a->moves)
        addr = home(m, addr, lane);
    if (addr - a->addr >= a->begins || (addr & (a->bytes - 1)))
        return find_host(m, a, addr, lane, host, st);
    *host = a->host + (addr - a->addr);
    return ST_OK;
}

/* Addresses of all lanes, and the host memory behind those that are on. */
static inline enum st_code resolve(struct machine *m, const struct code *c, uint32_t address_row,
                                   uint32_t bytes, struct warp_step *step,
                                   uint8_t *host[WARP_LANES], struct status *st)
{
    struct access a = access_start(m, c, bytes);
    const row_u64 *base = machine_u64(m, address_row);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        step->addr[lane] = base[lane] + (uint64_t)c->offset;
        TRY(lane_host(m, &a, step->addr[lane], lane, &host[lane], st));
    }
    return ST_OK;
}

/* One element of every lane, zero- or sign-extended into its row. */
static void load_element(const struct machine *m, const struct code *c, uint32_t element,
                         uint8_t *const host[WARP_LANES])
{
    uint32_t at = element * c->bytes, shift = 64 - 8u * c->bytes;
    bool wide = c->wide >> element & 1;
    row_u32 *narrow_row = machine_u32(m, c->row[element]);
    row_u64 *wide_row = machine_u64(m, c->row[element]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t value = 0;
        memcpy(&value, host[lane] + at, c->bytes);
        if (c->extend)
            value = (uint64_t)((int64_t)(value << shift) >> shift);
        if (wide)
            wide_row[lane] = value;
        else
            narrow_row[lane] = (uint32_t)value;
    }
}

static void store_element(const struct machine *m, const struct code *c, uint32_t element,
                          uint8_t *const host[WARP_LANES])
{
    uint32_t at = element * c->bytes;
    bool wide = c->wide >> element & 1;
    const row_u32 *narrow_row = machine_u32(m, c->row[element + 1]);
    const row_u64 *wide_row = machine_u64(m, c->row[element + 1]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t value = wide ? wide_row[lane] : narrow_row[lane];
        memcpy(host[lane] + at, &value, c->bytes);
    }
}

/* The usual load, of one or several registers of 4 bytes: each lane is done at once. */
static enum st_code load_words(struct machine *m, const struct code *c, struct warp_step *step,
                               struct status *st)
{
    struct access a = access_start(m, c, 4u * c->n_dst);
    const row_u64 *base = machine_u64(m, c->row[c->n_dst]);
    row_u32 *first = machine_u32(m, c->row[0]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t addr = base[lane] + (uint64_t)c->offset;
        uint8_t *host;
        step->addr[lane] = addr;
        TRY(lane_host(m, &a, addr, lane, &host, st));
        memcpy(&first[lane], host, 4);
        for (uint32_t i = 1; i < c->n_dst; i++)
            memcpy(&machine_u32(m, c->row[i])[lane], host + 4 * (size_t)i, 4);
    }
    return ST_OK;
}

enum st_code memory_load(struct machine *m, const struct code *c, struct warp_step *step,
                         struct status *st)
{
    uint8_t *host[WARP_LANES];
    if (c->bytes == 4 && !c->wide)
        return load_words(m, c, step, st);
    TRY(resolve(m, c, c->row[c->n_dst], (uint32_t)c->bytes * c->n_dst, step, host, st));
    for (uint32_t i = 0; i < c->n_dst; i++)
        load_element(m, c, i, host);
    return ST_OK;
}

enum st_code memory_store(struct machine *m, const struct code *c, struct warp_step *step,
                          struct status *st)
{
    uint8_t *host[WARP_LANES];
    uint32_t n = c->n_src - 1u;
    TRY(resolve(m, c, c->row[0], (uint32_t)c->bytes * n, step, host, st));
    for (uint32_t i = 0; i < n; i++)
        store_element(m, c, i, host);
    return ST_OK;
}
