/* Tables of documents. */
#include "tests/rig/rig.h"

#include "common/listing.h"

#include <stdlib.h>
#include <string.h>

static const struct listing_column columns[] = {
    LISTING_WORDS("name", "name"),
    LISTING_NUMBER("cycles", "run.cycles", 0),
    {"error", "error", LISTING_SIGNED, 1, 100, "%"},
    LISTING_ANY("any", "any", 3),
    LISTING_WORDS("never", "never"),
    LISTING_WORDS("note", "note"),
};

static char *listed(const char *text)
{
    char *out;
    size_t n;
    json_t *rows = json_loads(text, 0, NULL);
    FILE *f = open_memstream(&out, &n);
    assert_non_null(f);
    listing_print(rows, columns, sizeof columns / sizeof *columns, f);
    fclose(f);
    json_decref(rows);
    return out;
}

TEST(columns_are_as_wide_as_they_must_be)
{
    char *out FREED_BY(free) =
        listed("[{\"name\": \"a\", \"run\": {\"cycles\": 1234567}, \"error\": -0.0256,"
               "  \"any\": 12, \"note\": \"x\"},"
               " {\"name\": \"longer\", \"run\": {}, \"error\": null, \"any\": 0.12345,"
               "  \"note\": \"\"}]");
    assert_string_equal(out, "name     cycles  error    any  note\n"
                             "a       1234567  -2.6%     12  x\n"
                             "longer        -      -  0.123  \n");
}

TEST(a_terminal_is_not_steered)
{
    char *out FREED_BY(free) = listed("[{\"name\": \"\\u001b[2J\\u009b\\n\"}]");
    assert_string_equal(out, "name\n?[2J???\n");
}

TEST(nothing_is_printed_of_no_rows)
{
    char *out FREED_BY(free) = listed("[]");
    assert_string_equal(out, "");
}
