#include "orchestrator/predict/waves.h"

#include "orchestrator/settings/option_fields.h"

enum { WARPS = 1024, LEAST = 4, MOST = 8 };

uint32_t waves_auto(uint64_t slots)
{
    uint64_t waves = slots ? (WARPS + slots - 1) / slots : MOST;
    return waves < LEAST ? LEAST : waves > MOST ? MOST : (uint32_t)waves;
}

uint32_t waves_of_windows(uint32_t given)
{
    if (given == OPTION_ALL)
        return 0;
    return given ? given : WAVES_OF_WINDOWS;
}

uint32_t waves_of(uint32_t given, uint64_t slots)
{
    if (given == OPTION_ALL)
        return 0;
    return given ? given : waves_auto(slots);
}
