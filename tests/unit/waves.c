/* How many warps a prediction runs where nobody says. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/waves.h"
#include "orchestrator/settings/option_fields.h"

TEST(enough_warps_and_often_enough)
{
    static const uint64_t slots[] = {0,   1,   127, 128, 129, 170,    171,
                                     205, 255, 256, 257, 960, 1 << 30};
    static const uint32_t waves[] = {8, 8, 8, 8, 8, 7, 6, 5, 5, 4, 4, 4, 4};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        assert_int_equal(waves_auto(slots[i]), waves[i]);
}

TEST(what_is_given_goes_first)
{
    assert_int_equal(waves_of(0, 960), 4);
    assert_int_equal(waves_of(17, 960), 17);
    assert_int_equal(waves_of(OPTION_ALL, 960), 0);
}

TEST_GROUP(NULL, NULL)
