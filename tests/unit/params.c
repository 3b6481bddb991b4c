/* Parameter tables: what is read, what is refused and with which line. */
#include "tests/rig/rig.h"

#include "common/params.h"

#include <string.h>

#define BOX_PARAMS(X)                                                                              \
    X(UINT, width, 1, 100, "px", "how wide")                                                       \
    X(REAL, weight, 0.5, 2.0, "kg", "how heavy")                                                   \
    X(BOOL, open, 0, 0, "", "has no lid")                                                          \
    X(CHOICE, colour, ("red", "green"), 0, "", "paint")                                            \
    X(UINT_OR_0, drawers, 2, 9, "drawer", "inside")                                                \
    X(BOOL_OR_0, locked, 0, 0, "", "has a lock")                                                   \
    X(CHOICE_OR_0, lining, ("none", "felt"), 0, "", "inside")

struct box {
    BOX_PARAMS(PARAM_FIELD)
};
#define PARAM_STRUCT box
static const struct param box_params[] = {BOX_PARAMS(PARAM_ROW)};
#undef PARAM_STRUCT
static const struct param_table tables[] = {
    {"box", "A box", box_params, sizeof box_params / sizeof *box_params, 0}};

static enum st_code read_text(const char *text, struct box *box, struct status *st)
{
    struct conf *c;
    enum st_code code = conf_parse(&c, text, strlen(text), "box.cfg", st);
    if (code != ST_OK)
        return code;
    code = params_read(tables, 1, NULL, conf_root(c), PARAMS_WHOLE, box, st);
    conf_free(c);
    return code;
}

TEST(a_complete_section_is_read)
{
    struct box box = {0};
    assert_ok(
        read_text("box = { width = 7; weight = 1; open = true; colour = \"green\"; };", &box, &st));
    assert_int_equal(box.width, 7);
    assert_true(box.weight == 1.0 && box.open && box.colour == 1);
}

TEST(optional_parameters_are_0_where_they_are_not_given)
{
    struct box box = {.drawers = 5, .locked = true, .lining = 1};
    assert_ok(
        read_text("box = { width = 7; weight = 1; open = true; colour = \"red\"; };", &box, &st));
    assert_true(box.drawers == 0 && !box.locked && box.lining == 0);
    assert_ok(read_text("box = { width = 7; weight = 1; open = true; colour = \"red\";"
                        " drawers = 3; locked = true; lining = \"felt\"; };",
                        &box, &st));
    assert_true(box.drawers == 3 && box.locked && box.lining == 1);
}

TEST(what_is_wrong_is_refused_with_its_line)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"box = {\n width = 0;\n weight = 1.0; open = true; colour = \"red\"; };",
         "box.cfg:2: 'width' is 0; it must be 1 to 100"},
        {"box = {\n width = 1;\n weight = 3.0; open = true; colour = \"red\"; };",
         "box.cfg:3: 'weight' is 3; it must be 0.5 to 2 kg"},
        {"box = {\n width = 1;\n\n weight = 1.0; open = 1; colour = \"red\"; };",
         "box.cfg:4: 'open' is not true or false"},
        {"box = { width = 1; weight = 1.0; open = true;\n colour = \"blue\"; };",
         "box.cfg:2: 'colour' is \"blue\"; it must be one of \"red\", \"green\""},
        {"box = { width = 1; weight = 1.0; open = true; colour = \"red\";\n drawers = 1; };",
         "box.cfg:2: 'drawers' is 1; it must be 0 or 2 to 9"},
        {"box = { width = 1; weight = 1.0; colour = \"red\"; };",
         "box.cfg:1: missing key 'open' in box"},
        {"box = { width = 1; weight = 1.0; open = true; colour = \"red\";\n wdth = 3; };",
         "box.cfg:2: unknown key 'wdth' in 'box'; did you mean 'width'?"},
        {"bax = 3;", "box.cfg:1: unknown key 'bax'"},
        {"box = 3;", "box.cfg:1: 'box' is not a group"},
        {"box = {\n width = \"7\"; };", "box.cfg:2: 'width' is not a whole number"},
        {"box = {\n width = ;", "box.cfg:2: syntax error"},
        {"box = {\n width = 4294967303;", "box.cfg:2: 4294967303 does not fit into 32 bits"},
        {"box = {\n width = 0x100000007;", "box.cfg:2: 0x100000007 does not fit into 32 bits"},
        {"box = {\n width = 18446744073709551623L;",
         "box.cfg:2: 18446744073709551623L does not fit into 64 bits"},
        {"box = {\n width = 4294967303L; };", "box.cfg:2: 'width' is 4294967303; it must be"},
        {"\n/* box = { width = 1; }; *", "box.cfg:2: a comment begins here and does not end"},
        {"\n\"box", "box.cfg:2: a text begins here and does not end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct box box = {0};
        assert_int_equal(read_text(cases[i].text, &box, &st), ST_USAGE);
        if (strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
}

TEST(a_dump_is_read_back)
{
    struct box box = {.width = 42, .weight = 0.7, .open = true, .colour = 1, .drawers = 2};
    struct box again = {0};
    char text[1024] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    params_dump(tables, 1, &box, f);
    fclose(f);
    assert_ok(read_text(text, &again, &st));
    assert_int_equal(again.width, 42);
    assert_true(again.weight == 0.7 && again.open && again.colour == 1);
    assert_true(again.drawers == 2);
    assert_true(strstr(text, "drawers") && !strstr(text, "locked") && !strstr(text, "lining"));
}

TEST(one_parameter_is_set_by_name)
{
    struct box box = {.width = 42, .weight = 0.7, .open = true, .colour = 1};
    assert_ok(params_set(tables, 1, &box, "box.width", "9", &st));
    assert_int_equal(box.width, 9);
    assert_int_equal(params_set(tables, 1, &box, "box.width", "9.5", &st), ST_USAGE);
    assert_ok(params_set(tables, 1, &box, "box.drawers", "3", &st));
    assert_ok(params_set(tables, 1, &box, "box.drawers", "0", &st));
    assert_int_equal(box.drawers, 0);
    assert_int_equal(params_set(tables, 1, &box, "box.drawers", "1", &st), ST_USAGE);
    assert_string_equal(st.text,
                        "'box.drawers' is '1'; it must be 0 or a whole number from 2 to 9");
    assert_int_equal(params_set(tables, 1, &box, "box.depth", "9", &st), ST_USAGE);
}
