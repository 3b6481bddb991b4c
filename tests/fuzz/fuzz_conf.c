/* libconfig syntax: every node of what was parsed is asked for everything. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "common/conf.h"
#include "common/memory.h"

#include <math.h>
#include <string.h>

FUZZ_WORDS("a = 1;", "b : 0x1F;", "c = 12345678901L;", "d = 1.5e3;", "e = true;",
           "f = \"te\\\"xt\" \"joined\";", "g = {", "};", "h = [true, false];", "i = ( ", "); ",
           "j = [];", "# c\n", "// c\n", "/* c */", "\"", "\\x41", "\\\\")

static void visit(const struct conf_node *node)
{
    struct status st = {0};
    int64_t i;
    double r, two[2];
    bool b;
    const char *text;
    FUZZ_CHECK(conf_line(node) >= 0);
    FUZZ_CHECK(conf_name(node) != NULL);
    FUZZ_CHECK(strcmp(conf_file(node), "fuzz.cfg") == 0);
    if (conf_get_int(node, -5, 5, &i, &st) == ST_OK)
        FUZZ_CHECK(conf_kind(node) == CONF_INT && i >= -5 && i <= 5);
    if (conf_get_real(node, &r, &st) == ST_OK)
        FUZZ_CHECK(isfinite(r));
    if (conf_get_bool(node, &b, &st) == ST_OK)
        FUZZ_CHECK(conf_kind(node) == CONF_BOOL);
    if (conf_get_text(node, &text, &st) == ST_OK)
        FUZZ_CHECK(text != NULL);
    if (conf_get_reals(node, 2, two, &st) == ST_OK)
        FUZZ_CHECK(conf_count(node) == 2);
    for (size_t k = 0; k < conf_count(node); k++) {
        FUZZ_CHECK(conf_at(node, k) != NULL);
        visit(conf_at(node, k));
    }
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct conf *c;
    char *text = mem_calloc(n + 1, 1);
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    /* Other files are not part of the input. */
    enum st_code code = strstr(text, "@include")
                            ? status_fail(st, ST_USAGE, "fuzz.cfg: includes a file; none is there")
                            : conf_parse(&c, text, n, "fuzz.cfg", st);
    mem_free(text);
    if (code != ST_OK)
        return code;
    visit(conf_root(c));
    conf_free(c);
    return ST_OK;
}
