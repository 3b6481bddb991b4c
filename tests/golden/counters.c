/* Every counter of a few small runs, compared to the byte with tests/golden/<run>.json: a change of
 * the model shows up as a difference that a person accepts, an optimisation shows none.
 *     UPDATE_GOLDEN=1 build/release/tests/test_golden counters
 * rewrites the files; the commit then says why a number moved. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "tests/rig/program.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *words;
} runs[] = {
    {"weekend-mobile", "simulate weekend -g mobile_soc -W 48 -H 24"},
    {"weekend-vulkansim", "simulate weekend -g mobile_soc_vulkansim -W 40 -H 20"},
    {"cornell-rtx2060", "simulate cornell -g rtx2060 -W 32 -H 32"},
    {"cornell-shadow", "simulate cornell -g tiny -W 32 -H 16 --shader shadow"},
    {"tree-tiny", "simulate tree -g tiny -W 24 -H 16 --samples 1"},
    {"lonely-fresh-hits", "simulate lonely -g tiny:rt.result=fresh -W 32 -H 16"},
    {"lonely-fresh-traces", "simulate lonely -g tiny:rt.trace=fresh -W 32 -H 16"},
    {"lonely-ao", "simulate lonely -g mobile_soc -W 33 -H 17 --shader ao"},
    {"atrium-rtx4090", "simulate atrium -g rtx4090 -W 32 -H 16 --samples 1"},
    {"rigging-predict",
     "predict rigging -g tiny -W 64 -H 64 --sample windows --fills 2 --model cycle"},
    {"rigging-vulkansim", "simulate rigging -g rtx2060_vulkansim -W 32 -H 16"},
    {"weekend-approximate", "simulate weekend -g mobile_soc -W 48 -H 48 --model approximate"},
    {"rigging-approximate", "simulate rigging -g rtx2060 -W 32 -H 32 --model approximate"},
    {"tree-approximate", "simulate tree -g tiny -W 24 -H 16 --samples 1 --model approximate"},
    {"bath-approximate", "simulate bath -g rtx2060 -W 40 -H 32 --model approximate"},
    {"bath-vulkansim-approximate",
     "simulate bath -g mobile_soc_vulkansim -W 33 -H 17 --model approximate"},
    {"atrium-shadow-approximate",
     "simulate atrium -g tiny -W 48 -H 24 --shader shadow --model approximate"},
    {"weekend-gatsim", "simulate weekend -g mobile_soc -W 48 -H 24 --model gatsim"},
    {"rigging-gatsim",
     "simulate rigging -g rtx2060:ldst.perfect_mem=true,rt.perfect_mem=true -W 32 -H 32 "
     "--model gatsim"},
    {"lonely-ao-approximate",
     "simulate lonely -g rtx2060_vulkansim -W 33 -H 17 --shader ao --model approximate"},
    {"weekend-exponential", "predict weekend -g mobile_soc -W 64 -H 32 -p 40 -x exponential"},
    {"hotspot-tiny", "run hotspot -g tiny --size 40"},
    {"reduce-lrr", "run reduce -g tiny:sm.scheduler=lrr --size 3000"},
    {"reduce-gatsim", "run reduce -g tiny --size 3000 --model gatsim"},
    {"gather-gatsim", "run gather -g tiny:l1d.mshrs=16 --size 1000 --model gatsim"},
    {"nbody-gatsim", "run nbody -g mobile_soc --size 512 --model gatsim"},
    {"reduce-interval", "run reduce -g tiny --size 3000 --model interval"},
    {"gather-interval", "run gather -g tiny:l1d.mshrs=16 --size 1000 --model interval"},
    {"gather-interval-band",
     "run gather -g tiny:l1d.mshrs=16 --size 1000 --model interval --interval-level band"},
    {"nbody-interval-mt",
     "run nbody -g mobile_soc --size 512 --model interval --interval-level mt"},
    {"rigging-interval-max", "simulate rigging -g mobile_soc -W 32 -H 32 --model interval "
                             "--interval-level band --representative max"},
    {"histogram-mobile", "run histogram -g mobile_soc --size 4000"},
    {"bfs-rtx2060", "run bfs -g rtx2060 --size 600"},
    {"weekend-interval", "simulate weekend -g mobile_soc -W 48 -H 48 --model interval"},
    {"cornell-interval-band",
     "simulate cornell -g rtx2060 -W 32 -H 32 --model interval --interval-level band"},
};

/* What a run costs and which inputs it had are not what is golden here. */
static char *without_cost(const char *json)
{
    json_error_t why;
    json_t *document = json_loads(json, 0, &why);
    if (!document)
        fail_msg("not JSON: %s", why.text);
    static const char *const dropped[] = {"cost", "version", "inputs", "hashes"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        json_object_del(document, dropped[i]);
    char *text = json_dumps(document, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    json_decref(document);
    return text;
}

static void first_difference(const char *name, const char *was, const char *is)
{
    int line = 1;
    const char *start_was = was, *start_is = is;
    for (; *was && *was == *is; was++, is++)
        if (*was == '\n') {
            line++;
            start_was = was + 1;
            start_is = is + 1;
        }
    fail_msg("%s.json:%d: was '%.*s', is '%.*s'", name, line, (int)strcspn(start_was, "\n"),
             start_was, (int)strcspn(start_is, "\n"), start_is);
}

static void check(const char *name, const char *words)
{
    struct outcome o;
    char path[512], line[256];
    snprintf(line, sizeof line, "%s --json --stats --quiet", words);
    snprintf(path, sizeof path, TEST_SOURCE_DIR "/tests/golden/%s.json", name);
    program_run(&o, line);
    if (o.status != 0)
        fail_msg("%s: %s", name, o.err);
    char *is FREED_BY(free) = without_cost(o.out);
    outcome_free(&o);
    if (getenv("UPDATE_GOLDEN")) {
        assert_ok(file_write(path, is, strlen(is), &st));
    } else {
        unsigned char *was FREED_BY(mem_free);
        size_t n;
        assert_ok(file_read(path, &was, &n, &st));
        if (strcmp((const char *)was, is) != 0)
            first_difference(name, (const char *)was, is);
    }
}

TEST(no_counter_moved)
{
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        check(runs[i].name, runs[i].words);
}

TEST_GROUP(program_enter, program_leave)
