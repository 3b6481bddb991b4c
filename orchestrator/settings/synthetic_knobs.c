#include "orchestrator/settings/synthetic_knobs.h"

#include "common/number.h"

#include <string.h>

#define MOST_MS 60000.0
enum { LEAST_FOOTPRINT = 4 << 10, MOST_FOOTPRINT = 1 << 30 };

/* Reads the number at the beginning of the text; *unit is the text after it. */
static bool read_number(const char *text, double *out, const char **unit)
{
    size_t n = strspn(text, "0123456789.");
    *unit = text + n;
    return number_read(text, n, out);
}

static enum st_code read_hottest(struct synthetic_knobs *out, const char *text, struct status *st)
{
    const char *unit;
    double number;
    bool good = read_number(text, &number, &unit);
    if (good && *unit == 0 && number >= 1 && number <= SYNTHETIC_MOST_RAYS) {
        out->rays = number;
        return ST_OK;
    }
    bool timed =
        good && strncmp(unit, "ms", 2) == 0 && (unit[2] == 0 || (unit[2] == '@' && unit[3]));
    if (timed && number > 0 && number <= MOST_MS) {
        out->ms = number;
        out->gpu = unit[2] ? unit + 3 : NULL;
        return ST_OK;
    }
    return status_fail(st, ST_USAGE,
                       "--hottest-pixel is '%s'; it must be 1 to %d rays, such as 16, or above 0 "
                       "and at most %.0f milliseconds, such as 0.5ms or 0.5ms@rtx2060",
                       text, SYNTHETIC_MOST_RAYS, MOST_MS);
}

static enum st_code read_footprint(struct synthetic_knobs *out, const char *text, struct status *st)
{
    static const struct {
        const char *name;
        double bytes;
    } units[] = {{"", 1}, {"KiB", 1024}, {"MiB", 1024 * 1024}};
    const char *unit;
    double number;
    if (read_number(text, &number, &unit))
        for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
            double bytes = number * units[i].bytes;
            if (strcmp(unit, units[i].name) != 0 || bytes < LEAST_FOOTPRINT ||
                bytes > MOST_FOOTPRINT)
                continue;
            out->footprint = (uint64_t)bytes;
            return ST_OK;
        }
    return status_fail(st, ST_USAGE,
                       "--footprint is '%s'; it must be 4KiB to 1024MiB, or as many bytes", text);
}

enum st_code synthetic_knobs_read(struct synthetic_knobs *out, const struct render_settings *render,
                                  struct status *st)
{
    *out = (struct synthetic_knobs){.coherence = render->coherence};
    TRY(read_hottest(out, render->hottest_pixel, st));
    return read_footprint(out, render->footprint, st);
}
