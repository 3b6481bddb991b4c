#include "sim/timing/memory/allocator.h"

#include "common/memory.h"
#include "common/team.h"

enum { FIRST_NOTES = 64, FIRST_BLOCKS = 1024 };
#define NO_REQUEST UINT32_MAX
#define NO_BLOCK   UINT32_MAX

struct note {
    cycle_t at;
    uint64_t name;
    uint32_t request; /* NO_REQUEST: no request waits */
};

/* An SM's allocations, in the order of time; those before `first` have got their blocks. */
union notes {
    struct {
        struct note *all;
        uint32_t first, end, room;
        bool failed;
    };
    char apart[TEAM_APART];
};

/* Names are in a hash table that is at most half full. */
struct allocator {
    uint64_t from, once;
    uint32_t sms;
    union notes *notes;
    uint64_t *names; /* by block: number of the name, its address / ALLOCATION_B */
    uint32_t *table; /* numbers of blocks; NO_BLOCK: free */
    uint32_t blocks, room, mask;
    bool failed;
};

static uint32_t slot_of(uint64_t number, uint32_t mask)
{
    return (uint32_t)(number * 0x9E3779B97F4A7C15u >> 32) & mask;
}

static enum st_code make_table(struct allocator *a, uint32_t room, struct status *st)
{
    uint32_t *table, mask = 2 * room - 1;
    TRY(mem_make(&table, (size_t)mask + 1, sizeof *table, "allocated blocks", st));
    for (uint32_t i = 0; i <= mask; i++)
        table[i] = NO_BLOCK;
    for (uint32_t block = 0; block < a->blocks; block++) {
        if (a->names[block] == UINT64_MAX)
            continue;
        uint32_t i = slot_of(a->names[block], mask);
        while (table[i] != NO_BLOCK)
            i = (i + 1) & mask;
        table[i] = block;
    }
    mem_free(a->table);
    a->table = table;
    a->mask = mask;
    a->room = room;
    return ST_OK;
}

enum st_code allocator_create(struct allocator **out, uint32_t sms, uint64_t from, uint64_t once,
                              struct status *st)
{
    *out = NULL;
    struct allocator *a;
    TRY(mem_make(&a, 1, sizeof *a, "the allocator", st));
    a->from = from;
    a->once = once;
    a->sms = sms;
    enum st_code code = make_table(a, FIRST_BLOCKS, st);
    if (code == ST_OK && !MEM_ARRAYS(MEM_ARRAY(a->notes, sms), MEM_ROOM(a->names, FIRST_BLOCKS)))
        code = status_no_memory(st, "the allocator");
    if (code != ST_OK) {
        allocator_free(a);
        return code;
    }
    *out = a;
    return ST_OK;
}

void allocator_free(struct allocator *a)
{
    if (!a)
        return;
    for (uint32_t i = 0; a->notes && i < a->sms; i++)
        mem_free(a->notes[i].all);
    MEM_FREE(a->notes, a->names, a->table, a);
}

enum st_code allocator_check(const struct allocator *a, struct status *st)
{
    bool failed = a->failed;
    for (uint32_t i = 0; i < a->sms; i++)
        failed |= a->notes[i].failed;
    return failed ? status_no_memory(st, "what the kernel allocates") : ST_OK;
}

/* --- names and blocks --- */

static uint32_t find(const struct allocator *a, uint64_t number)
{
    for (uint32_t i = slot_of(number, a->mask);; i = (i + 1) & a->mask)
        if (a->table[i] == NO_BLOCK || a->names[a->table[i]] == number)
            return a->table[i];
}

static uint64_t place_in(const struct allocator *a, uint32_t block, uint64_t name)
{
    return a->from + (uint64_t)block * ALLOCATION_B + name % ALLOCATION_B;
}

bool allocator_find(const struct allocator *a, uint64_t name, uint64_t *place)
{
    uint32_t block = name < a->once ? find(a, name / ALLOCATION_B) : NO_BLOCK;
    if (block != NO_BLOCK)
        *place = place_in(a, block, name);
    return block != NO_BLOCK;
}

uint64_t allocator_name(const struct allocator *a, uint64_t place)
{
    return a->names[(place - a->from) / ALLOCATION_B] * ALLOCATION_B + place % ALLOCATION_B;
}

static bool make_room(struct allocator *a)
{
    if (a->blocks < a->room)
        return true;
    struct status unused;
    uint64_t *names =
        a->room < UINT32_MAX / 4 ? mem_resize(a->names, 2 * (size_t)a->room, sizeof *names) : NULL;
    if (names)
        a->names = names;
    a->failed |= !names || make_table(a, 2 * a->room, &unused) != ST_OK;
    return a->blocks < a->room;
}

static uint64_t add(struct allocator *a, uint64_t name)
{
    if (!make_room(a))
        return name;
    uint32_t block = a->blocks++;
    a->names[block] = UINT64_MAX;
    if (name < a->once) {
        uint32_t i = slot_of(name / ALLOCATION_B, a->mask);
        while (a->table[i] != NO_BLOCK)
            i = (i + 1) & a->mask;
        a->table[i] = block;
        a->names[block] = name / ALLOCATION_B;
    }
    return place_in(a, block, name);
}

uint64_t allocator_place(struct allocator *a, uint64_t name)
{
    uint64_t place;
    if (name < a->from)
        return name;
    return allocator_find(a, name, &place) ? place : add(a, name);
}

/* --- recorded allocations --- */

void allocator_ask(struct allocator *a, uint32_t sm, uint64_t name, uint32_t request, cycle_t now)
{
    union notes *n = &a->notes[sm];
    if (n->first == n->end)
        n->first = n->end = 0;
    if (n->end == n->room) {
        uint32_t room = n->room ? 2 * n->room : FIRST_NOTES;
        struct note *all = mem_resize(n->all, room, sizeof *all);
        n->failed |= !all;
        if (!all)
            return;
        n->all = all;
        n->room = room;
    }
    n->all[n->end++] = (struct note){now, name, request};
}

void allocator_reserve(struct allocator *a, uint32_t sm, uint64_t name, cycle_t now)
{
    allocator_ask(a, sm, name, NO_REQUEST, now);
}

static cycle_t first_note(const struct allocator *a)
{
    cycle_t first = CYCLE_NEVER;
    for (uint32_t i = 0; i < a->sms; i++)
        if (a->notes[i].first < a->notes[i].end)
            clock_earlier(&first, a->notes[i].all[a->notes[i].first].at);
    return first;
}

void allocator_settle(struct allocator *a, cycle_t before,
                      void (*tell)(void *self, uint32_t sm, uint32_t request, uint64_t place),
                      void *self)
{
    for (cycle_t now; (now = first_note(a)) < before;)
        for (uint32_t sm = 0; sm < a->sms; sm++) {
            union notes *n = &a->notes[sm];
            for (; n->first < n->end && n->all[n->first].at == now; n->first++) {
                const struct note *note = &n->all[n->first];
                uint64_t place = allocator_place(a, note->name);
                if (note->request != NO_REQUEST)
                    tell(self, sm, note->request, place);
            }
        }
}
