/* Implements the memory of a warp: the scene's buffers and the module's tables, read-only; the
 * uniform block; storage, whose writes are discarded; the blocks of the warp's own threads. Any
 * other address is an error of the program. */
#include "sim/functional/exec/frame_state.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/functional/exec/written.h"
#include "sim/shaders/rt.h"

#include <string.h>

enum { FRESH_PAGE = 32 }; /* blocks per page of fresh_block() */
enum { DEPTH_BYTES = 4, BINDING_TABLE_BYTES = 192, BOX_BYTES = 24 };

static uint64_t round_up(uint64_t n)
{
    return (n + DEVICE_ALIGN - 1) / DEVICE_ALIGN * DEVICE_ALIGN;
}

/* Bytes of a block per thread. Dumps allocate their payload and other variables by name. */
static uint32_t block_bytes(const struct launch *l, int kind)
{
    const struct vsim_pipeline *dumps = l->dumps;
    if (kind == BLOCK_LOCAL)
        return (uint32_t)round_up(l->program->local_bytes);
    if (kind == BLOCK_PAYLOAD)
        return dumps || l->pipeline ? 0 : BLOCK_BYTES;
    if (kind >= BLOCK_VARIABLE && kind <= BLOCK_VARIABLE_LAST) {
        uint32_t v = (uint32_t)kind - BLOCK_VARIABLE;
        return dumps && v < dumps->n_variables ? (uint32_t)round_up(dumps->variables[v].bytes) : 0;
    }
    return BLOCK_BYTES;
}

uint64_t memory_picture_bytes(const struct launch *l, uint32_t image)
{
    uint64_t tiles_x = (image_side(l, image, 0) + IMAGE_TILE - 1) / IMAGE_TILE;
    uint64_t tiles_y = (image_side(l, image, 1) + IMAGE_TILE - 1) / IMAGE_TILE;
    return tiles_x * tiles_y * IMAGE_TILE * IMAGE_TILE * IMAGE_ELEMENT_BYTES;
}

void memory_map_make(struct memory_map *map, const struct launch *l)
{
    uint64_t threads = (uint64_t)l->n_warps * WARP_LANES;
    uint64_t pixels = (uint64_t)l->frame.width * l->frame.height;
    /* Follows the order of LumiBench's application: depth image (never used), uniform block,
     * accumulation and output image, shader binding table, intersection and any-hit tables; then
     * the threads' allocations at run time. */
    uint64_t at = round_up(l->image->end);
    if (l->pipeline) { /* read by all, like the scene */
        map->memories = at;
        at += round_up(pipeline_buffers_size(l));
        map->levels = at;
        at += round_up(pipeline_levels_bytes(l));
    }
    map->shared_end = l->pipeline ? at : l->image->end;
    at += round_up(DEPTH_BYTES * pixels);
    map->uniform = at;
    at += round_up(UNIFORM_BYTES);
    for (uint32_t i = 0; i < 2; i++) {
        map->images[i] = at;
        at += round_up(memory_picture_bytes(l, i));
    }
    at += round_up(BINDING_TABLE_BYTES);
    map->tables = at;
    at += 2 * (uint64_t)l->n_warps * TABLE_ENTRY_BYTES * TABLE_ENTRIES;
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
    at += l->n_warps * STACK_BYTES;
    for (uint32_t i = 2; l->pipeline && i < l->pipeline->n_pictures; i++) {
        map->images[i] = at;
        at += round_up(memory_picture_bytes(l, i));
    }
    map->end = at;
}

uint64_t memory_binding_addr(const struct warp_context *m, uint32_t binding)
{
    static const uint8_t buffers[] = {
        [RT_VERTICES] = DEVICE_VERTICES,   [RT_INDICES] = DEVICE_INDICES,
        [RT_MATERIALS] = DEVICE_MATERIALS, [RT_OFFSETS] = DEVICE_OFFSETS,
        [RT_TEXTURES] = DEVICE_TEXTURES,   [RT_SPHERES] = DEVICE_SPHERES};
    const struct launch *l = m->launch;
    return binding == RT_UNIFORM ? l->map.uniform : l->image->buffers[buffers[binding]].addr;
}

/* Allocates a block at a new address, for fresh_traces. There a trace's data are at new addresses,
 * like all of Vulkan-Sim's allocations at run time, and the tracing lanes get neighbouring blocks.
 * Vulkan-Sim has one pointer for all warps, which makes addresses depend on time. Here every warp
 * has its own pointer, into pages that are assigned to the warps in turn. */
static uint64_t fresh_block(struct warp_context *m)
{
    uint64_t page = (uint64_t)(m->fresh_blocks / FRESH_PAGE) * m->launch->n_warps + m->cta;
    uint64_t block = page * FRESH_PAGE + m->fresh_blocks++ % FRESH_PAGE;
    return m->launch->map.end + block * BLOCK_BYTES;
}

uint64_t memory_attributes_addr(struct warp_context *m, uint32_t lane)
{
    if (m->attributes[lane] == NO_ADDRESS)
        m->attributes[lane] = fresh_block(m);
    return m->attributes[lane];
}

void memory_place_record(struct warp_context *m, uint32_t lane, struct lane_ray *r)
{
    const struct launch *l = m->launch;
    if (m->kernel->settings.traversal.fresh_traces) {
        if (r->hit)
            memory_attributes_addr(m, lane);
        r->record_addr = fresh_block(m);
    } else if (m->open[lane] < 2) {
        r->record_addr = memory_block_addr(m, BLOCK_RECORD, lane);
    } else {
        uint64_t threads = (uint64_t)l->n_warps * WARP_LANES;
        r->record_addr =
            l->map.end + ((m->open[lane] - 2) * threads + m->thread[lane]) * BLOCK_BYTES;
    }
}

static void add_region(struct warp_context *m, uint64_t addr, uint64_t size, uint8_t *host,
                       bool writable)
{
    if (size)
        m->regions[m->n_regions++] =
            (struct region){.addr = addr, .size = size, .host = host, .writable = writable};
}

/* Adds a region of constant data, which is not writable. */
static void add_constant(struct warp_context *m, uint64_t addr, uint64_t size, const uint8_t *bytes)
{
    union {
        const uint8_t *in;
        uint8_t *out;
    } host = {.in = bytes};
    add_region(m, addr, size, host.out, false);
}

static void add_buffers(struct warp_context *m)
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

void memory_add_region(struct warp_context *m, const struct region *region)
{
    if (m->n_regions == MOST_REGIONS)
        BUG("a warp with more than %d regions", MOST_REGIONS);
    m->regions[m->n_regions++] = *region;
}

static void add_memory(struct warp_context *m, uint32_t number)
{
    const struct pipeline_memory *memory = &m->launch->memories[number];
    const struct frame_state *state = frame_state_of(m);
    bool changed = state && number < m->launch->n_memories;
    add_constant(m, memory->addr, memory->size, changed ? state->memories[number] : memory->host);
    if (!memory->size)
        return;
    struct region *r = &m->regions[m->n_regions - 1];
    r->writable = r->copied = memory->written;
    r->resource = memory->resource;
}

void memory_start(struct warp_context *m)
{
    const struct launch *l = m->launch;
    memset(m->blocks, 0, m->blocks_bytes);
    if (m->written == &m->own_written)
        written_clear(m);
    m->n_regions = 0;
    for (uint32_t k = 0; k < BLOCK_BACKED; k++)
        add_region(m, memory_place_addr(m, (enum thread_block)k, 0),
                   (uint64_t)WARP_LANES * l->map.block_bytes[k],
                   memory_block(m, (enum thread_block)k, 0), true);
    add_constant(m, l->map.uniform, UNIFORM_BYTES, l->uniform);
    add_buffers(m);
    for (uint32_t i = 0; l->pipeline && i <= l->n_memories; i++)
        add_memory(m, i);
    add_constant(m, PROGRAM_DATA_BASE, l->program->data_bytes, l->program->data);
    if (l->program->rdna2)
        add_constant(m, RDNA2_DISPATCH_BASE, RDNA2_DISPATCH_BYTES, l->dispatch);
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

const struct region *memory_find_region(const struct warp_context *m, uint64_t addr, uint32_t bytes)
{
    for (uint32_t i = 0; i < m->n_regions; i++)
        if (inside(&m->regions[i], addr, bytes))
            return &m->regions[i];
    return NULL;
}

enum st_code memory_refuse(const struct warp_context *m, const struct code *c, uint64_t addr,
                           uint32_t lane, uint32_t bytes, const char *what, struct status *st)
{
    char who[MACHINE_NAME], near[MACHINE_NAME] = "";
    context_name(m, lane, who);
    if (m->launch->compute)
        m->launch->compute->near(m, addr, near, sizeof near);
    return context_fail(
        m, c, st,
        "%s %s %u bytes at address 0x%llx, %s%s; expected an aligned address inside a "
        "buffer",
        who, op_info[c->op].class == OP_LOAD ? "reads" : "writes", bytes, (unsigned long long)addr,
        what, near);
}

/* Translates an address in a thread's own block, whose bytes are in the block of the thread's lane
 * if it has moved from another warp. No other thread's block is accessible from here. */
static uint64_t place_of_moved(const struct warp_context *m, uint64_t addr, uint32_t lane)
{
    const struct memory_map *map = &m->launch->map;
    if (addr < map->block[0] || addr >= map->block[BLOCK_BACKED])
        return addr;
    for (uint32_t k = 0; k < BLOCK_BACKED; k++) {
        uint64_t into = addr - memory_block_addr(m, (enum thread_block)k, lane);
        if (into < map->block_bytes[k])
            return memory_place_addr(m, (enum thread_block)k, lane) + into;
    }
    return NO_ADDRESS;
}

/* The fixed address whose host memory backs `addr`. Fresh trace records and attributes have a new
 * address each time, but always the lane's same block of host memory. Needed only with fresh
 * traces, dumps and moved threads; in all other cases addresses are fixed. */
static inline uint64_t home(const struct warp_context *m, uint64_t addr, uint32_t lane)
{
    uint64_t record = addr - m->lane[lane].record_addr, attributes = addr - m->attributes[lane];
    if (record < BLOCK_BYTES)
        return memory_place_addr(m, BLOCK_RECORD, lane) + record;
    if (attributes < BLOCK_BYTES)
        return memory_place_addr(m, BLOCK_ATTRIBUTES, lane) + attributes;
    return m->displaced ? place_of_moved(m, addr, lane) : addr;
}

/* Finds host memory that only dumps access: the record of a ray within a ray; entries of the
 * intersection table, which are only read. */
static uint8_t *find_elsewhere(struct warp_context *m, const struct code *c, uint64_t addr,
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

/* The region of the last access by an instruction, for a fast path: lanes mostly access one region,
 * so only the beginning of an access and its alignment must be checked. Fresh records and
 * attributes are above all regions (memory_map.end), so an address in a region belongs only to that
 * region. If threads have moved, blocks belong to other threads, and the path is not used for
 * them. */
struct window {
    uint8_t *host; /* host memory of `addr` */
    uint64_t addr;
    uint64_t begins; /* an access may begin in the first `begins` bytes from `addr` on */
    uint32_t bytes;  /* bytes of an access */
    uint32_t within; /* mask of address bits that are 0 if an access is aligned */
};

/* Whether an instruction of a user's pipeline may access a region: one of its own resource. */
static bool is_allowed(const struct code *c, const struct region *r)
{
    return !c->resource || c->resource == r->resource;
}

static void enter_region(const struct warp_context *m, struct window *w, const struct code *c,
                         const struct region *r)
{
    bool plain = r->size >= w->bytes && !r->copied && is_allowed(c, r) &&
                 (c->op == CODE_LOAD || (r->writable && !r->sink)) &&
                 !(m->displaced && r->writable);
    w->host = r->host;
    w->addr = r->addr;
    w->begins = plain ? r->size - w->bytes + 1 : 0;
}

static inline bool in_window(const struct window *w, uint64_t addr)
{
    return addr - w->addr < w->begins && !(addr & w->within);
}

/* Finds the host memory of a lane's address. */
static enum st_code find_host(struct warp_context *m, const struct code *c, uint64_t addr,
                              uint32_t lane, struct window *w, uint8_t **host, struct status *st)
{
    if (m->kernel->settings.traversal.fresh_traces || m->launch->dumps || m->displaced) {
        uint64_t at = home(m, addr, lane);
        if (at == NO_ADDRESS)
            return memory_refuse(m, c, addr, lane, w->bytes, "which is another thread's", st);
        addr = at;
    }
    if (in_window(w, addr)) {
        *host = w->host + (addr - w->addr);
        return ST_OK;
    }
    const struct region *r = memory_find_region(m, addr, w->bytes);
    bool store = c->op == CODE_STORE;
    if (c->resource && (!r || !is_allowed(c, r))) {
        pipeline_note_outside(m, c);
        *host = store ? m->sink : m->nothing;
        return ST_OK;
    }
    if (!r && (*host = find_elsewhere(m, c, addr, lane, w->bytes)))
        return ST_OK;
    if (!r && m->launch->compute && addr >= PROGRAM_SHARED_BASE && addr < PROGRAM_SHARED_END) {
        uint64_t offset;
        return m->launch->compute->shared(m, c, addr, lane, w->bytes, host, &offset, st);
    }
    if (!r)
        return memory_refuse(m, c, addr, lane, w->bytes, "which is outside every buffer", st);
    if (addr & w->within)
        return memory_refuse(m, c, addr, lane, w->bytes, "which is not aligned", st);
    if (store && !r->writable)
        return memory_refuse(m, c, addr, lane, w->bytes, "which is read-only", st);
    m->region_of[c - m->launch->program->code] = (uint8_t)(r - m->regions);
    enter_region(m, w, c, r);
    if (r->copied)
        return written_host(m, r, addr, store, host, st);
    *host = store && r->sink ? m->sink : r->host + (addr - r->addr);
    return ST_OK;
}

void memory_load_element(const struct warp_context *m, const struct code *c, uint32_t element,
                         uint32_t lane, const uint8_t *host)
{
    uint32_t shift = 64 - 8u * c->bytes;
    uint64_t value = 0;
    memcpy(&value, host + (size_t)element * c->bytes, c->bytes);
    if (c->extend)
        value = (uint64_t)((int64_t)(value << shift) >> shift);
    if (c->wide >> element & 1)
        context_u64(m, c->row[element])[lane] = value;
    else
        context_u32(m, c->row[element])[lane] = (uint32_t)value;
}

void memory_store_element(const struct warp_context *m, const struct code *c, uint32_t element,
                          uint32_t lane, uint8_t *host)
{
    uint32_t row = c->row[element + 1];
    uint64_t value = c->wide >> element & 1 ? context_u64(m, row)[lane] : context_u32(m, row)[lane];
    memcpy(host + (size_t)element * c->bytes, &value, c->bytes);
}

/* Does a lane's access to any memory. */
static __attribute__((noinline)) enum st_code access_lane(struct warp_context *m,
                                                          const struct code *c, uint64_t addr,
                                                          uint32_t lane, struct window *w,
                                                          struct status *st)
{
    uint8_t *host = m->sink; /* find_host() sets it or fails */
    if (in_window(w, addr))
        host = w->host + (addr - w->addr);
    else
        TRY(find_host(m, c, addr, lane, w, &host, st));
    for (uint32_t i = 0; i < c->n_dst; i++)
        memory_load_element(m, c, i, lane, host);
    for (uint32_t i = 0; c->op == CODE_STORE && i + 1 < c->n_src; i++)
        memory_store_element(m, c, i, lane, host);
    return ST_OK;
}

/* Does the most frequent access, of one register of 4 bytes, for lane after lane as long as
 * addresses are in the window. Returns the remaining lanes. */
static inline uint32_t access_words(const struct window *w, const row_u64 *base, uint64_t offset,
                                    uint64_t *addrs, row_u32 *words, bool store, uint32_t on)
{
    const struct window in = *w;
    for (; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t addr = base[lane] + offset, at = addr - in.addr;
        if (at >= in.begins || (addr & 3)) /* in_window(), for 4 bytes */
            break;
        addrs[lane] = addr;
        if (store)
            memcpy(in.host + at, &words[lane], 4);
        else
            memcpy(&words[lane], in.host + at, 4);
    }
    return on;
}

/* The same for vectors of such registers, from row `first` on. */
static inline uint32_t access_vectors(const struct warp_context *m, const struct code *c,
                                      const struct window *w, const row_u64 *base, uint64_t *addrs,
                                      uint32_t first, uint32_t n, bool store, uint32_t on)
{
    const struct window in = *w;
    row_u32 *words[4];
    for (uint32_t k = 0; k < n; k++)
        words[k] = context_u32(m, c->row[first + k]);
    for (; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t addr = base[lane] + (uint64_t)c->offset;
        if (!in_window(&in, addr))
            break;
        addrs[lane] = addr;
        uint8_t *host = in.host + (addr - in.addr);
        for (uint32_t k = 0; k < n; k++)
            if (store)
                memcpy(host + 4 * (size_t)k, &words[k][lane], 4);
            else
                memcpy(&words[k][lane], host + 4 * (size_t)k, 4);
    }
    return on;
}

static inline enum st_code access_all(struct warp_context *m, const struct code *c, bool store,
                                      struct warp_step *step, struct status *st)
{
    uint32_t n = store ? c->n_src - 1u : c->n_dst, address_row = c->row[store ? 0 : n];
    const row_u64 *base = context_u64(m, address_row);
    uint64_t offset = (uint64_t)c->offset;
    bool words = c->bytes == 4 && !c->wide && n <= 4;
    uint32_t bytes = c->bytes * n;
    struct window w = {.bytes = bytes, .within = (c->align ? c->align : bytes) - 1};
    enter_region(m, &w, c, &m->regions[m->region_of[c - m->launch->program->code]]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        if (words && n == 1)
            on = access_words(&w, base, offset, step->addr, context_u32(m, c->row[store ? 1 : 0]),
                              store, on);
        else if (words)
            on = access_vectors(m, c, &w, base, step->addr, store ? 1 : 0, n, store, on);
        if (!on)
            break;
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t addr = base[lane] + offset;
        step->addr[lane] = addr;
        TRY(access_lane(m, c, addr, lane, &w, st));
    }
    return ST_OK;
}

/* Puts entry i of all warps' intersection tables side by side. GPUs spread addresses over their
 * memory partitions by a hash, which the model lacks: tables 384,000 bytes apart, or blocks of 8192
 * bytes of a warp, would begin in a few partitions each. */
static uint64_t table_addr(const struct launch *l, uint64_t addr)
{
    uint64_t at = addr - l->map.tables, into = at % TABLE_ENTRY_BYTES;
    uint64_t entry = at / TABLE_ENTRY_BYTES % TABLE_ENTRIES;
    uint64_t table = at / ((uint64_t)TABLE_ENTRY_BYTES * TABLE_ENTRIES);
    return l->map.tables + (entry * 2 * l->n_warps + table) * TABLE_ENTRY_BYTES + into;
}

uint64_t memory_timed_addr(const struct warp_context *m, uint64_t addr, uint32_t bytes)
{
    const struct launch *l = m->launch;
    const struct memory_map *map = &l->map;
    uint32_t k = 0;
    if (!m->kernel->settings.traversal.interleaved || addr < map->tables || addr >= map->stacks)
        return addr;
    if (addr < map->block[0])
        return table_addr(l, addr);
    while (k + 1 < BLOCK_KINDS && addr >= map->block[k + 1])
        k++;
    if (k == BLOCK_LOCAL && l->program->rdna2) /* scratch memory lies so already */
        return addr;
    uint64_t into = addr - map->block[k], warp_B = (uint64_t)WARP_LANES * map->block_bytes[k];
    uint64_t lane = into % warp_B / map->block_bytes[k], at = into % map->block_bytes[k];
    uint32_t piece = bytes <= 4 ? 4 : bytes <= 8 ? 8 : bytes <= 16 ? 16 : 32;
    uint32_t chunk = piece > 16 ? piece : 16;
    return map->block[k] + (at / chunk * l->n_warps + into / warp_B) * chunk * WARP_LANES +
           at % chunk / piece * piece * WARP_LANES + lane * piece + at % piece;
}

/* Makes an access whose addresses timing sees elsewhere. Not inlined, so that other accesses save
 * fewer registers. */
static __attribute__((noinline)) enum st_code access_interleaved(struct warp_context *m,
                                                                 const struct code *c, bool store,
                                                                 struct warp_step *step,
                                                                 struct status *st)
{
    uint32_t n = store ? c->n_src - 1u : c->n_dst;
    TRY(access_all(m, c, store, step, st));
    for (uint32_t on = m->launch->compute ? 0 : m->mask; on; on &= on - 1) {
        uint64_t *addr = &step->addr[__builtin_ctz(on)];
        *addr = memory_timed_addr(m, *addr, c->bytes * n);
    }
    return ST_OK;
}

enum st_code memory_load(struct warp_context *m, const struct code *c, struct warp_step *step,
                         struct status *st)
{
    return m->kernel->settings.traversal.interleaved ? access_interleaved(m, c, false, step, st)
                                                     : access_all(m, c, false, step, st);
}

enum st_code memory_store(struct warp_context *m, const struct code *c, struct warp_step *step,
                          struct status *st)
{
    return m->kernel->settings.traversal.interleaved ? access_interleaved(m, c, true, step, st)
                                                     : access_all(m, c, true, step, st);
}
