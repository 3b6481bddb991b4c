/* Reads and writes the options of the DRAM: its commands, and two small languages, for its timing
 * and its address map. */
#include "sim/config/gpgpusim/special.h"

#include "sim/config/gpgpusim/values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum st_code gpgpusim_read_command_bus(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    uint32_t dual;
    TRY(gpgpusim_whole(r, e, &dual));
    return gpgpusim_set(r, e, "dram.command_bus", dual ? "dual" : "scan");
}

void gpgpusim_write_command_bus(const struct gpu_config *config, FILE *out)
{
    fputs(config->dram.command_bus == COMMAND_BUS_DUAL ? "1" : "0", out);
}

/* The timings, in the order of the form without names (gpu-sim.h, memory_config::init). */
static const struct timing {
    const char *name, *key;
    const char *initial; /* default; NULL: the timing is required */
} timings[] = {
    {"nbk", "dram.banks", NULL}, {"CCD", "dram.ccd", NULL},  {"RRD", "dram.rrd", NULL},
    {"RCD", "dram.rcd", NULL},   {"RAS", "dram.ras", NULL},  {"RP", "dram.rp", NULL},
    {"RC", "dram.rc", NULL},     {"CL", "dram.cl", NULL},    {"WL", "dram.wl", NULL},
    {"CDLR", "dram.cdlr", NULL}, {"WR", "dram.wr", NULL},    {"nbkgrp", "dram.bank_groups", "1"},
    {"CCDL", "dram.ccdl", "0"},  {"RTPL", "dram.rtpl", "0"},
};
enum { TIMINGS = sizeof timings / sizeof *timings, TIMING_TEXT = 16 };

/* Gets the next word, separated by "=:;" and spaces; false at the end. */
static bool next_word(const char **at, char word[TIMING_TEXT])
{
    *at += strspn(*at, "=:; ");
    size_t n = strcspn(*at, "=:; ");
    snprintf(word, TIMING_TEXT, "%.*s", (int)n, *at);
    *at += n;
    return n > 0;
}

static size_t find_timing(const char *name)
{
    size_t i = 0;
    while (i < TIMINGS && strcmp(timings[i].name, name) != 0)
        i++;
    return i;
}

static enum st_code split_timing(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                 char values[TIMINGS][TIMING_TEXT])
{
    const char *at = e->value ? e->value : "";
    bool named = strchr(at, '=') != NULL;
    char word[TIMING_TEXT];
    for (size_t place = 0; next_word(&at, word); place++) {
        size_t i = named ? find_timing(word) : place;
        if (i >= TIMINGS && named)
            return gpgpusim_fail(r, e,
                                 "'%s' is no timing; they are nbk, CCD, RRD, RCD, RAS, RP, RC, "
                                 "CL, WL, CDLR, WR, nbkgrp, CCDL, RTPL",
                                 word);
        if (i >= TIMINGS)
            return gpgpusim_fail(r, e, "more than %d numbers", TIMINGS);
        if (named && !next_word(&at, word))
            return gpgpusim_fail(r, e, "%s has no value", timings[i].name);
        snprintf(values[i], TIMING_TEXT, "%s", word);
    }
    for (size_t i = 0; i < TIMINGS; i++) {
        if (!values[i][0] && !timings[i].initial)
            return gpgpusim_fail(r, e, "%s is missing", timings[i].name);
        if (!values[i][0])
            snprintf(values[i], TIMING_TEXT, "%s", timings[i].initial);
    }
    return ST_OK;
}

enum st_code gpgpusim_read_dram_timing(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    char values[TIMINGS][TIMING_TEXT] = {""};
    TRY(split_timing(r, e, values));
    for (size_t i = 0; i < TIMINGS; i++) {
        const struct gpgpusim_entry alone = {.name = e->name, .value = values[i], .line = e->line};
        uint32_t cycles;
        TRY(gpgpusim_whole(r, &alone, &cycles));
        /* If no delay within a group is given, the delay between any two columns holds there
         * too. */
        if (strcmp(timings[i].name, "CCDL") == 0 && cycles == 0)
            cycles = r->config->dram.ccd;
        TRY(gpgpusim_set_whole(r, e, timings[i].key, cycles));
    }
    return ST_OK;
}

void gpgpusim_write_dram_timing(const struct gpu_config *config, FILE *out)
{
    for (size_t i = 0; i < TIMINGS; i++) {
        fprintf(out, "%s%s=", i ? ":" : "", timings[i].name);
        gpgpusim_write_numbers(config, timings[i].key, out);
    }
}

enum { MAP_BITS = 64 };

/* The maps that -gpgpu_mem_address_mask selects if no map is given (addrdec.cc, init). */
static const char *const masks[] = {
    "dramid@10;00000RRR.RRRRRRRR.RRRCCCBB.CCCCCCCC",
    "dramid@13;00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC",
    "dramid@11;00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC",
    "dramid@11;0000RRRR.RRRRRRRR.RRRBBCCC.CCCCCCCC",
};

static enum st_code set_map(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                            const char *map)
{
    if (strlen(map) >= sizeof r->config->address_map_text)
        return gpgpusim_fail(r, e, "'%.60s...' is too long for an address map", map);
    memcpy(r->config->address_map_text, map, strlen(map) + 1);
    return ST_OK;
}

/* Gets the bits of a map from the highest to the lowest, in upper case. Returns their number; bits
 * beyond the room are only counted. */
static size_t map_bits(const char *text, char bits[MAP_BITS + 1])
{
    size_t n = 0;
    for (; *text; text++) {
        if (strchr(".| ", *text))
            continue;
        if (n < MAP_BITS)
            bits[n] = (char)toupper((unsigned char)*text);
        n++;
    }
    bits[n < MAP_BITS ? n : MAP_BITS] = 0;
    return n;
}

/* Writes bits in bytes, with dots between. */
static void put_bytes(const char *bits, char *to)
{
    size_t n = strlen(bits);
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 8 == 0)
            *to++ = '.';
        *to++ = bits[i];
    }
    *to = 0;
}

enum st_code gpgpusim_read_address_map(struct gpgpusim_reading *r, const struct gpgpusim_entry *e)
{
    char bits[MAP_BITS + 1], map[ADDRESS_MAP_TEXT], *first = bits;
    uint32_t mask;
    if (!e->value && e->line)
        return gpgpusim_fail(r, e, "no value; it must be dramid@N;<64 bits>");
    if (!e->value) {
        TRY(gpgpusim_get_whole(r, "-gpgpu_mem_address_mask", &mask));
        if (mask >= sizeof masks / sizeof *masks)
            return gpgpusim_fail(r, e,
                                 "needed, since the masks of -gpgpu_mem_address_mask %u are "
                                 "not known",
                                 mask);
        return set_map(r, e, masks[mask]);
    }
    const char *semicolon = strchr(e->value, ';');
    size_t prefix = semicolon ? (size_t)(semicolon - e->value) : 0;
    if (strncmp(e->value, "dramid@", 7) != 0 || prefix < 8 || prefix > 10)
        return gpgpusim_fail(r, e,
                             "'%.40s' does not begin with dramid@N;, the lowest bit that names "
                             "the channel",
                             e->value);
    size_t n = map_bits(semicolon + 1, bits);
    if (n != MAP_BITS)
        return gpgpusim_fail(r, e, "the map has %zu bits; it must have 64", n);
    while (strncmp(first, "00000000", 8) == 0)
        first += 8;
    memcpy(map, e->value, prefix + 1);
    put_bytes(first, map + prefix + 1);
    return set_map(r, e, map);
}

void gpgpusim_write_address_map(const struct gpu_config *config, FILE *out)
{
    char all[MAP_BITS + 1], bits[MAP_BITS + 1], map[ADDRESS_MAP_TEXT];
    const char *semicolon = strchr(config->address_map_text, ';');
    if (!semicolon)
        BUG("gpgpusim: the address map '%s' was not checked", config->address_map_text);
    size_t n = map_bits(semicolon + 1, bits);
    if (n > MAP_BITS)
        BUG("gpgpusim: an address map of %zu bits", n);
    memset(all, '0', MAP_BITS);
    memcpy(all + MAP_BITS - n, bits, n + 1);
    put_bytes(all, map);
    /* GPGPU-Sim has dramid@N; alone, and no hashed@N; */
    const char *at = strchr(config->address_map_text, '@');
    fprintf(out, "dramid%.*s%s", (int)(semicolon + 1 - at), at, map);
}
