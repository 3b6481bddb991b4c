#include "sim/approximate/slots.h"

/* Not within its callers, whose way is short without it. */
__attribute__((noinline)) uint64_t slots_search(struct slots_word *words, uint32_t n_words,
                                                uint64_t from)
{
    struct slots_word *first = &words[from / 64 % n_words];
    uint32_t behind = first->number - ((uint32_t)(from / 64) + 1);
    /* As the loop does with a word that is about earlier slots. */
    if (behind >= UINT32_MAX / 2) {
        *first = (struct slots_word){UINT64_C(1) << from % 64, (uint32_t)(from / 64) + 1};
        return from;
    }
    uint64_t below = (UINT64_C(1) << from % 64) - 1;
    for (uint64_t n = from / 64;; n++, below = 0) {
        struct slots_word *w = slots_word(words, n_words, n);
        if (!w)
            return from;
        uint64_t open = ~(w->taken | below);
        if (open) {
            w->taken |= open & (~open + 1);
            return 64 * n + (uint64_t)__builtin_ctzll(open);
        }
    }
}
