/* Address maps: vectors by hand, and nothing lost or doubled over a range. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/config/address_map.h"

#include <string.h>

static const char reference[] = "dramid@8;0000RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS";

static struct address_map make(const char *text, uint32_t channels, uint32_t slices)
{
    struct address_map m;
    assert_ok(address_map_make(&m, text, channels, slices, &st));
    return m;
}

TEST(the_masks_of_one_channel_are_the_reference_ones)
{
    struct address_map m = make(reference, 1, 1);
    assert_int_equal(m.bank_mask, 0x7080);
    assert_int_equal(m.row_mask, 0xFFF8000);
    assert_int_equal(m.column_mask, 0xF7F);
    assert_int_equal(address_map_bank_bits(&m), 4);
}

TEST(hand_made_vectors_are_placed_right)
{
    static const struct {
        uint64_t addr;
        uint32_t channels, slices;
        uint32_t slice, bank, row;
        uint64_t column, in_slice;
    } v[] = {
        /* Four channels: bits 8 and 9 are the channel, everything above moves down by two. */
        {0x0, 4, 1, 0, 0, 0, 0, 0},
        {0x100, 4, 1, 1, 0, 0, 0, 0},
        {0x3ff, 4, 1, 3, 1, 0, 0x7f, 0xff},
        {0x400, 4, 1, 0, 0, 0, 0x80, 0x100},
        {0x4000, 4, 1, 0, 2, 0, 0, 0x1000},
        {0x20000, 4, 1, 0, 0, 1, 0, 0x8000},
        /* Twelve channels of two slices: address bit 7 is the slice. */
        {0x80, 12, 2, 1, 1, 0, 0, 0},
        {0x100, 12, 2, 2, 0, 0, 0, 0},
        {0xb80, 12, 2, 23, 1, 0, 0, 0},
        {0xc00, 12, 2, 0, 0, 0, 0x80, 0x80},
        {0xc85, 12, 2, 1, 1, 0, 0x85, 0x85},
        {UINT64_C(12) << 15, 12, 2, 0, 0, 1, 0, 0x4000},
        /* Two channels. */
        {0x300, 2, 1, 1, 0, 0, 0x80, 0x100},
        {0x10000, 2, 1, 0, 0, 1, 0, 0x8000},
    };
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
        struct address_map m = make(reference, v[i].channels, v[i].slices);
        struct dram_place p = address_map_place(&m, v[i].addr);
        if (address_map_slice(&m, v[i].addr) != v[i].slice || p.bank != v[i].bank ||
            p.row != v[i].row || p.column != v[i].column ||
            address_map_in_slice(&m, v[i].addr) != v[i].in_slice)
            fail_msg("vector %zu: slice %u bank %u row %u column %#llx in slice %#llx", i,
                     address_map_slice(&m, v[i].addr), p.bank, p.row, (unsigned long long)p.column,
                     (unsigned long long)address_map_in_slice(&m, v[i].addr));
    }
}

TEST(a_whole_address_is_taken_apart)
{
    struct address_map m = make(reference, 4, 1);
    struct dram_place p = address_map_place(&m, 0x12345678);
    /* Bits 9 and 8 are 10: channel 2. Without them the address is 0x48d1578, which ends in
     * 0 001 0101 0111 1000. */
    assert_int_equal(address_map_slice(&m, 0x12345678), 2);
    assert_int_equal(address_map_in_slice(&m, 0x12345678), 0x48d1578);
    assert_int_equal(p.row, 0x48d1578 >> 15);
    assert_int_equal(p.bank, 2);       /* bits 14, 13, 12: 001; bit 7: 0 */
    assert_int_equal(p.column, 0x2f8); /* bits 11 to 8: 0101; bits 6 to 0: 1111000 */
}

/* Section 5.4 written out: row = bits 27 to 15, bank = bits 14, 13, 12 and 7, column = bits 11 to 8
 * and 6 to 0 of the address within the channel. For a power of two the channel's bits are bits 8
 * and up of the address and the masks above them are shifted; else addresses are divided. */
TEST(every_number_of_channels_follows_the_formulas)
{
    static const uint32_t channels[] = {1, 2, 4, 8, 16, 32, 3, 5, 6, 12, 24};
    for (size_t k = 0; k < sizeof channels / sizeof *channels; k++)
        for (uint32_t slices = 1; slices <= 4; slices *= 2) {
            uint32_t n = channels[k], log = 0;
            while (n >> log > 1)
                log++;
            struct address_map m = make(reference, n, slices);
            for (uint64_t i = 0; i < 5000; i++) {
                uint64_t a = random_u64(3, RANDOM_TEST, i) & 0xffffffff, rest, channel;
                if ((n & (n - 1)) == 0) {
                    channel = a >> 8 & (n - 1);
                    rest = a >> (8 + log) << 8 | (a & 0xff);
                } else {
                    channel = (a >> 8) % n;
                    rest = (a >> 8) / n << 8 | (a & 0xff);
                }
                uint64_t bank = (rest >> 12 & 7) << 1 | (rest >> 7 & 1);
                struct dram_place p = address_map_place(&m, a);
                assert_int_equal(p.bank, bank);
                assert_int_equal(p.row, rest >> 15 & 0x1fff);
                assert_int_equal(p.column, (rest >> 8 & 15) << 7 | (rest & 127));
                assert_int_equal(address_map_slice(&m, a),
                                 channel * slices + (bank & (slices - 1)));
                /* The lowest bank bits are bits 7 and 12. */
                uint64_t inner = rest;
                if (slices == 4)
                    inner = inner >> 13 << 12 | (inner & 0xfff);
                if (slices >= 2)
                    inner = inner >> 8 << 7 | (inner & 0x7f);
                assert_int_equal(address_map_in_slice(&m, a), inner);
            }
        }
}

/* Every sector of 48 MB has a place of its own, and a slice's addresses have no gaps. */
TEST(no_two_sectors_share_a_place)
{
    static const uint32_t shapes[][2] = {{4, 1}, {12, 2}, {2, 2}, {1, 1}, {24, 2}, {3, 4}};
    enum { SECTORS = 3 << 19, BYTES = SECTORS * 32 };
    uint8_t *seen FREED_BY(mem_free) = mem_calloc(SECTORS, 1);
    for (size_t s = 0; s < 2 * sizeof shapes / sizeof *shapes; s++) {
        const uint32_t *shape = shapes[s / 2];
        struct address_map m = make(
            s % 2 ? "hashed@8;0000RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS" : reference, shape[0], shape[1]);
        uint32_t slices = shape[0] * shape[1];
        uint64_t per_slice = BYTES / slices;
        memset(seen, 0, SECTORS);
        for (uint64_t addr = 0; addr < BYTES; addr += 32) {
            uint32_t slice = address_map_slice(&m, addr);
            uint64_t inner = address_map_in_slice(&m, addr);
            assert_true(slice < slices && inner < per_slice);
            uint64_t at = (slice * per_slice + inner) / 32;
            assert_int_equal(seen[at], 0);
            seen[at] = 1;
            struct dram_place p = address_map_place(&m, addr);
            assert_int_equal(slice % shape[1], p.bank % shape[1]);
        }
    }
    /* Bank, row and column together name the sector within a channel. */
    struct address_map m = make(reference, 1, 1);
    memset(seen, 0, SECTORS);
    for (uint64_t addr = 0; addr < BYTES; addr += 32) {
        struct dram_place p = address_map_place(&m, addr);
        uint64_t at = ((uint64_t)p.row * 16 + p.bank) * 2048 / 32 + p.column / 32;
        assert_true(at < SECTORS);
        assert_int_equal(seen[at], 0);
        seen[at] = 1;
    }
}

TEST(what_is_no_map_is_refused)
{
    static const struct {
        const char *text, *said;
        uint32_t slices;
    } cases[] = {
        {"", "does not start with", 1},
        {"8;RRRRRRRRRBBBBCCCC", "does not start with", 1},
        {"dramid@8", "does not start with", 1},
        {"dramid@4;RRRRRRBBBBCCCC", "does not start with", 1},
        {"dramid@8;RRCC", "has 4 bits", 1},
        {"dramid@8;CCCCCCCCCCCC", "0 row bits", 1},
        {"dramid@8;RRRRRRRR.BBBQCCCC", "'Q' in the address map", 1},
        {"dramid@8;RRRRRRRR.RBBBCCCC.BCCSSSSS", "3 slices", 3},
        {"dramid@8;RRRRRRRR.RBBBCCCC.BCCSSSSS", "32 slices", 32},
        {"dramid@8;RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRBBBBCCC", "33 row bits", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct address_map m;
        assert_int_equal(address_map_make(&m, cases[i].text, 2, cases[i].slices, &st), ST_USAGE);
        if (!strstr(st.text, cases[i].said))
            fail_msg("'%s' said '%s'", cases[i].text, st.text);
    }
}

/* A power of two between addresses leaves them on few channels in turn, on all of them hashed. */
TEST(a_hash_deals_every_stride_to_all_channels)
{
    static const uint32_t channels[] = {1, 5, 12, 80, 160};
    for (size_t k = 0; k < sizeof channels / sizeof *channels; k++)
        for (uint32_t log = 8; log < 24; log++) {
            struct address_map m = make("hashed@8;RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS", channels[k], 1);
            uint32_t n[160] = {0}, per = 64;
            for (uint64_t i = 0; i < (uint64_t)per * channels[k]; i++)
                n[address_map_slice(&m, i << log)]++;
            for (uint32_t c = 0; c < channels[k]; c++)
                if (n[c] < per / 4 || n[c] > 3 * per)
                    fail_msg("%u channels, %u bytes apart: %u of %u on channel %u", channels[k],
                             1u << log, n[c], per, c);
        }
}
