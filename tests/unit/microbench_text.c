/* The patterns that the PTX of micro-benchmarks is written from. */
#include "tests/rig/rig.h"

#include "microbench/text.h"

#include <stdlib.h>

static void assert_text(const char *pattern, const char *expected)
{
    struct text_variables v = {.of = {['n'] = 3, ['a'] = 32, ['Z'] = 0}};
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    text_write(f, pattern, &v);
    fclose(f);
    assert_string_equal(text, expected);
    free(text); /* open_memstream took it from malloc */
}

TEST(numbers_are_filled_in)
{
    assert_text("", "");
    assert_text("mov %r$n, $a;", "mov %r3, 32;");
    assert_text("$(n+4)$(a/n)", "710");
    assert_text("[$(a+31%32)]", "[31]"); /* from left to right */
    assert_text("$(n*a+1)", "97");
}

TEST(parts_are_repeated)
{
    assert_text("<n i r$i,>", "r0,r1,r2,");
    assert_text("a<2 i <2 k $(i*2+k)>;>b", "a01;23;b");
    assert_text("a<Z i <n k x>>b", "ab");
    assert_text("<2 i L$i:\n>", "L0:\nL1:\n");
}
