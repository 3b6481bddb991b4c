/* mutate_text.h -- changes text by its lines and words, with words of the reader's own tables. */
#pragma once

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate.h"

#include <ctype.h>

/* A word of the reader's tables, for any number; it may be a whole line or phrase. The target
 * defines it. */
const char *fuzz_word(uint32_t random);

/* Defines fuzz_word() by a list of texts. */
#define FUZZ_WORDS(...)                                                                            \
    const char *fuzz_word(uint32_t random)                                                         \
    {                                                                                              \
        static const char *const words[] = {__VA_ARGS__};                                          \
        return words[random % (sizeof words / sizeof *words)];                                     \
    }

struct fuzz_part {
    size_t at, n;
};

static inline struct fuzz_part fuzz_draw_line(struct mutation *m)
{
    size_t begin = fuzz_draw(m, m->n), end = begin;
    while (begin > 0 && m->bytes[begin - 1] != '\n')
        begin--;
    while (end < m->n && m->bytes[end] != '\n')
        end++;
    return (struct fuzz_part){begin, end - begin + (end < m->n)};
}

static inline bool fuzz_in_word(uint8_t c)
{
    return isalnum(c) || (c && strchr("_.%$+-", c));
}

static inline struct fuzz_part fuzz_draw_word(struct mutation *m)
{
    size_t begin = fuzz_draw(m, m->n);
    while (begin < m->n && !fuzz_in_word(m->bytes[begin]))
        begin++;
    size_t end = begin;
    while (begin > 0 && fuzz_in_word(m->bytes[begin - 1]))
        begin--;
    while (end < m->n && fuzz_in_word(m->bytes[end]))
        end++;
    return (struct fuzz_part){begin, end - begin};
}

static inline void fuzz_replace(struct mutation *m, struct fuzz_part old, struct fuzz_part new)
{
    fuzz_splice(m, old.at, old.n, m->bytes + new.at, new.n);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed)
{
    static const char *const numbers[] = {"0",
                                          "1",
                                          "-1",
                                          "2",
                                          "32",
                                          "33",
                                          "255",
                                          "65536",
                                          "2147483647",
                                          "-2147483648",
                                          "4294967296",
                                          "1e30",
                                          "0.5",
                                          "-0.0",
                                          "1e-40",
                                          "9223372036854775807",
                                          "18446744073709551615",
                                          "1e400",
                                          "0x1p-3",
                                          ""};
    struct mutation m = fuzz_start(bytes, n, most, seed);
    for (uint32_t times = fuzz_draw(&m, 3); times < 3; times++) {
        struct fuzz_part line = fuzz_draw_line(&m), word = fuzz_draw_word(&m);
        const struct fuzz_part nothing = {line.at, 0};
        const char *text = fuzz_word(fuzz_draw(&m, UINT32_MAX));
        switch (fuzz_draw(&m, 7)) {
        case 0:
            fuzz_replace(&m, line, nothing);
            break;
        case 1:
            fuzz_replace(&m, nothing, fuzz_draw_line(&m));
            break;
        case 2:
            fuzz_replace(&m, word, fuzz_draw_word(&m));
            break;
        case 3:
            fuzz_splice(&m, word.at, word.n, text, strlen(text));
            break;
        case 4:
            fuzz_splice(&m, line.at, 0, text, strlen(text));
            break;
        case 5:
            fuzz_change(&m, word.at, word.n);
            break;
        default:
            text = numbers[fuzz_draw(&m, sizeof numbers / sizeof *numbers)];
            fuzz_splice(&m, word.at, word.n, text, strlen(text));
        }
    }
    return m.n;
}
