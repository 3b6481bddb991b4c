/* Arguments of kernels as texts. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "sim/workload/argument.h"

#include <stdlib.h>
#include <string.h>

static void assert_refused(const char *text, const char *said)
{
    struct argument a;
    struct status st = {0};
    if (argument_parse(&a, text, 2, &st) != ST_USAGE)
        fail_msg("'%s' is taken", text);
    if (!strstr(st.text, "--param 2 is '") || !strstr(st.text, said))
        fail_msg("'%s' said: %s", text, st.text);
}

TEST(scalars_are_their_bits)
{
    static const struct {
        const char *text;
        uint64_t bits;
    } all[] = {{"u8:255", 255},
               {"s8:-128", 0xffffffffffffff80},
               {"u16:65535", 65535},
               {"s32:-1", UINT64_MAX},
               {"s32:2147483647", 2147483647},
               {"u64:18446744073709551615", UINT64_MAX},
               {"s64:-9223372036854775808", UINT64_C(1) << 63},
               {"f32:1.5", 0x3fc00000},
               {"f32:-1e0", 0xbf800000},
               {"f64:1.5", 0x3ff8000000000000}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct argument a;
        assert_ok(argument_parse(&a, all[i].text, 1, &st));
        assert_int_equal(a.n, 0);
        if (a.value != all[i].bits)
            fail_msg("%s is %llx", all[i].text, (unsigned long long)a.value);
    }
}

TEST(what_is_no_argument_is_refused)
{
    static const char *const no_form[] = {"",
                                          "u32",
                                          "f16:1",
                                          ":1",
                                          "u32 :1",
                                          "f32x:iota",
                                          "f32x0:iota",
                                          "f32x-1:iota",
                                          "f32x1k:iota",
                                          "xf32:1",
                                          "f32x99999999999999999999:iota"};
    for (size_t i = 0; i < sizeof no_form / sizeof *no_form; i++)
        assert_refused(no_form[i], "expected TYPE:VALUE or TYPExN:FILL");
    assert_refused("u8:256", "a value of u8");
    assert_refused("u32:-1", "a value of u32");
    assert_refused("u32:1.5", "a value of u32");
    assert_refused("u32:", "a value of u32");
    assert_refused("u64:18446744073709551616", "a value of u64");
    assert_refused("s8:128", "a value of s8");
    assert_refused("s8:-129", "a value of s8");
    assert_refused("s32:1-", "a value of s32");
    assert_refused("f32:nan", "a value of f32");
    assert_refused("u32x4:ones", "zeros, iota, random, file=FILE or a value of u32");
    assert_refused("u32x4:file=", "zeros, iota, random, file=FILE or a value of u32");
    assert_refused("u32x4:zeros,out=", "out= has no name");
    assert_refused("u32:7,out=a", "a value of u32");
}

TEST(buffers_are_filled)
{
    struct argument a;
    uint8_t bytes[32];
    float reals[8];
    uint32_t words[8];
    assert_ok(argument_parse(&a, "f32x8:iota", 1, &st));
    assert_ok(argument_fill(&a, 1, 1, (uint8_t *)reals, &st));
    assert_true(reals[0] == 0 && reals[7] == 7);
    assert_ok(argument_parse(&a, "u8x32:iota", 1, &st));
    assert_ok(argument_fill(&a, 1, 1, bytes, &st));
    assert_true(bytes[0] == 0 && bytes[31] == 31);
    assert_ok(argument_parse(&a, "s32x8:-3", 1, &st));
    assert_ok(argument_fill(&a, 1, 1, (uint8_t *)words, &st));
    assert_true(words[0] == 0xfffffffd && words[7] == 0xfffffffd);
    memset(words, 0, sizeof words);
    assert_ok(argument_parse(&a, "u32x8:zeros", 1, &st)); /* memory is */
    assert_ok(argument_fill(&a, 1, 1, (uint8_t *)words, &st));
    assert_true(words[7] == 0);
}

TEST(random_elements_are_in_range_and_depend_on_the_seed_and_the_buffer)
{
    struct argument a;
    double first[256], again[256], other[256];
    float single[256];
    assert_ok(argument_parse(&a, "f64x256:random", 1, &st));
    assert_ok(argument_fill(&a, 1, 1, (uint8_t *)first, &st));
    assert_ok(argument_fill(&a, 1, 1, (uint8_t *)again, &st));
    assert_memory_equal(first, again, sizeof first);
    assert_ok(argument_fill(&a, 1, 2, (uint8_t *)other, &st));
    assert_memory_not_equal(first, other, sizeof first);
    assert_ok(argument_fill(&a, 2, 1, (uint8_t *)other, &st));
    assert_memory_not_equal(first, other, sizeof first);
    assert_ok(argument_parse(&a, "f32x256:random", 1, &st));
    assert_ok(argument_fill(&a, 1, 1, (uint8_t *)single, &st));
    double sum = 0;
    for (int i = 0; i < 256; i++) {
        assert_true(first[i] >= 0 && first[i] < 1 && single[i] >= 0 && single[i] < 1);
        sum += (double)single[i];
    }
    assert_true(sum > 256 * 0.4 && sum < 256 * 0.6);
}

TEST(files_are_elements)
{
    struct argument a;
    char folder[256], text[600], path[300];
    const uint16_t wanted[3] = {1, 2, 65535};
    uint16_t words[4] = {0};
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/in.bin", folder);
    assert_ok(file_write(path, wanted, sizeof wanted, &st));
    snprintf(text, sizeof text, "u16x3:file=%s,out=%s/out.bin", path, folder);
    assert_ok(argument_parse(&a, text, 1, &st));
    assert_string_equal(a.in, path);
    assert_string_equal(a.out + strlen(folder), "/out.bin");
    assert_ok(argument_fill(&a, 1, 1, (uint8_t *)words, &st));
    assert_memory_equal(words, wanted, sizeof wanted);
    argument_release(&a);
    snprintf(text, sizeof text, "u16x4:file=%s", path);
    assert_ok(argument_parse(&a, text, 1, &st));
    assert_int_equal(argument_fill(&a, 1, 1, (uint8_t *)words, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "in.bin: 6 bytes; expected 8, 4 of u16"));
    argument_release(&a);
    snprintf(text, sizeof text, "u16x4:file=%s/none", folder);
    assert_ok(argument_parse(&a, text, 1, &st));
    assert_int_equal(argument_fill(&a, 1, 1, (uint8_t *)words, &st), ST_FAILED);
    argument_release(&a);
    rig_remove_folder(folder);
}

static bool fits(const char *text, struct program_param wanted)
{
    struct argument a ENDED_BY(argument_release);
    struct status st = {0};
    assert_ok(argument_parse(&a, text, 1, &st));
    return argument_check(&a, text, 1, &wanted, "k.ptx", &st) == ST_OK;
}

TEST(arguments_are_those_of_the_kernel)
{
    const struct program_param u64 = {0, 8, 'u'}, b64 = {0, 8, 'b'}, f64 = {0, 8, 'f'},
                               u32 = {0, 4, 'u'}, b32 = {0, 4, 'b'}, f32 = {0, 4, 'f'},
                               structure = {0, 8, 'a'};
    assert_true(fits("f32x4:zeros", u64) && fits("f32x4:zeros", b64));
    assert_false(fits("f64x4:zeros", f64) || fits("f32x4:zeros", u32));
    assert_true(fits("u32:1", u32) && fits("s32:1", u32) && fits("f32:1", b32) &&
                fits("f32:1", f32));
    assert_false(fits("f32:1", u32) || fits("u32:1", f32) || fits("u64:1", u32));
    assert_true(fits("u64:1", u64) && fits("f64:1", f64) && fits("f64:1", b64));
    assert_false(fits("u8:1", b32));
    assert_true(fits("u8x8:zeros", structure) && fits("f32x2:iota", structure));
    assert_false(fits("u64:1", structure) || fits("u8x7:zeros", structure) ||
                 fits("u64x2:zeros", structure) || fits("u8x8:zeros,out=x", structure));
}
