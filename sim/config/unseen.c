#include "sim/config/unseen.h"

#include "sim/config/gpu_config.h"

#include <stdio.h>
#include <string.h>

static void append(char *text, size_t n, const char *section, const char *name)
{
    size_t used = strlen(text);
    snprintf(text + used, n - used, "%s%s%s%s", used ? ", " : "", section, section[0] ? "." : "",
             name);
}

/* The least number of L1D MSHRs that the approximate model supports. With fewer its times are too
 * short: at 48, 32 and 16 its frames of 96 x 96 pixels are 5 to 8, 9 to 17 and 32 to 37 % too short
 * (weekend, bath on mobile_soc), at 64 within 1 %. */
enum { APPROXIMATE_LEAST_MSHRS = 64 };

void unseen_list(const struct gpu_config *config, enum unseen who, char *text, size_t n)
{
    uint32_t number = 0;
    text[0] = 0;
    for (size_t t = 0; t < n_gpu_param_tables; t++) {
        const struct param_table *table = &gpu_param_tables[t];
        for (size_t i = 0; i < table->n_rows; i++, number++) {
            const struct param *p = &table->rows[i];
            if (gpu_config_given(config, number) && p->unseen & who)
                append(text, n, table->section, p->name);
        }
    }
    if (who & UNSEEN_APPROXIMATE && config->l1d.mshrs < APPROXIMATE_LEAST_MSHRS)
        append(text, n, "l1d", "mshrs below 64");
    /* The fetch of a leaf's descriptor costs far too little: 3 % of a frame of 96 x 96 pixels that
     * it makes 32 % longer in the cycle model (park on rtx2060). */
    if (who & UNSEEN_APPROXIMATE && config->rt.leaf_records == LEAF_RECORDS_TWO)
        append(text, n, "rt", "leaf_records two");
}

const char *unseen_page(uint32_t unseen, char text[64])
{
    static const struct {
        const char *name;
        uint32_t bit;
    } models[] = {{"cycle", 0},
                  {"approximate", UNSEEN_APPROXIMATE},
                  {"interval", NOT_INTERVAL},
                  {"gatsim", UNSEEN_GATSIM}};
    text[0] = 0;
    if (!unseen)
        return "all";
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (!models[i].bit || (unseen & models[i].bit) != models[i].bit)
            append(text, 64, "", models[i].name);
    if ((unseen & NOT_INTERVAL) == UNSEEN_NETWORK)
        append(text, 64, "", "but its level network");
    if ((unseen & NOT_INTERVAL) == UNSEEN_GPUMECH)
        append(text, 64, "", "of interval network alone");
    return text;
}
