#include "sim/timing/scoreboard.h"

#include "common/memory.h"

/* Warps run the same program, so they use the same few words: a line between them keeps these from
 * falling into the same sets of the host's caches. */
enum { REGISTERS = 65536, WORDS = REGISTERS / 64, STRIDE = WORDS + 4 };

/* The two bits of a register lie in neighbouring words. */
struct scoreboard_word {
    uint64_t pending, memory;
};

struct scoreboard {
    struct scoreboard_word *words; /* STRIDE per warp */
};

enum st_code scoreboard_create(struct scoreboard **out, uint32_t warps, struct status *st)
{
    *out = NULL;
    struct scoreboard *s = mem_calloc(1, sizeof *s);
    if (!s)
        return status_no_memory(st, "scoreboard");
    s->words = mem_calloc((size_t)warps * STRIDE, sizeof *s->words);
    if (!s->words) {
        mem_free(s);
        return status_no_memory(st, "scoreboard");
    }
    *out = s;
    return ST_OK;
}

void scoreboard_free(struct scoreboard *s)
{
    if (!s)
        return;
    mem_free(s->words);
    mem_free(s);
}

/* Bit 0 of each: whether a register waits at all, for arithmetic. */
struct waits {
    uint64_t any, alu;
};

static void look(struct waits *w, const struct scoreboard_word *words, const uint16_t *regs,
                 uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct scoreboard_word *word = &words[regs[i] / 64];
        w->any |= word->pending >> regs[i] % 64;
        w->alu |= (word->pending & ~word->memory) >> regs[i] % 64;
    }
}

enum wait_kind scoreboard_check(const struct scoreboard *s, uint32_t warp,
                                const struct warp_inst *inst)
{
    const struct scoreboard_word *words = s->words + (size_t)warp * STRIDE;
    struct waits waits = {0};
    look(&waits, words, inst->src, inst->n_src);
    look(&waits, words, inst->dst, inst->n_dst);
    return waits.alu & 1 ? WAIT_ALU : waits.any & 1 ? WAIT_MEMORY : WAIT_NONE;
}

void scoreboard_reserve(struct scoreboard *s, uint32_t warp, const struct warp_inst *inst,
                        bool memory)
{
    struct scoreboard_word *words = s->words + (size_t)warp * STRIDE;
    for (uint32_t i = 0; i < inst->n_dst; i++) {
        struct scoreboard_word *word = &words[inst->dst[i] / 64];
        uint64_t bit = 1ull << inst->dst[i] % 64;
        word->pending |= bit;
        if (memory)
            word->memory |= bit;
    }
}

void scoreboard_release(struct scoreboard *s, uint32_t warp, const struct warp_inst *inst)
{
    struct scoreboard_word *words = s->words + (size_t)warp * STRIDE;
    for (uint32_t i = 0; i < inst->n_dst; i++) {
        struct scoreboard_word *word = &words[inst->dst[i] / 64];
        uint64_t bit = 1ull << inst->dst[i] % 64;
        word->pending &= ~bit;
        word->memory &= ~bit;
    }
}
