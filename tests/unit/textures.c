/* Generated textures: sizes, masks, repeatability, refusals. */
#include "tests/rig/rig.h"

#include "scenes/generate/texture.h"

#include <string.h>

static enum st_code run_text(const char *text, struct image *out, struct status *st)
{
    struct conf *c;
    *out = (struct image){0};
    TRY(conf_parse(&c, text, strlen(text), "t.scene", st));
    enum st_code code = texture_generate(out, conf_at(conf_root(c), 0), st);
    conf_free(c);
    return code;
}

TEST(every_kind_has_the_size_asked_for_and_repeats)
{
    for (const struct texture_kind *k = texture_kinds; k->name; k++) {
        struct image a ENDED_BY(image_free), b ENDED_BY(image_free);
        char text[128];
        snprintf(text, sizeof text, "t = { generate = \"%s\"; size = 40; seed = 3; };", k->name);
        assert_ok(run_text(text, &a, &st));
        assert_ok(run_text(text, &b, &st));
        assert_int_equal(a.width, 40);
        assert_int_equal(a.height, 40);
        assert_memory_equal(a.rgba, b.rgba, 4 * 40 * 40);
        uint32_t least = 255, most = 0, clear = 0;
        for (size_t i = 0; i < 40 * 40; i++) {
            uint32_t c = a.rgba[4 * i];
            least = c < least ? c : least;
            most = c > most ? c : most;
            clear += a.rgba[4 * i + 3] < 128;
        }
        if (most - least < 40)
            fail_msg("%s is nearly flat: %lu to %lu", k->name, (unsigned long)least,
                     (unsigned long)most);
        if ((clear > 0) != (strcmp(k->name, "leaf") == 0))
            fail_msg("%s has %lu clear pixels", k->name, (unsigned long)clear);
    }
}

TEST(a_leaf_has_its_foot_in_the_middle_of_row_0)
{
    struct image t ENDED_BY(image_free);
    assert_ok(run_text("t = { generate = \"leaf\"; size = 101; seed = 1; };", &t, &st));
    assert_int_equal(image_at(&t, 50, 0)[3], 255);
    assert_int_equal(image_at(&t, 0, 0)[3], 0);
    assert_int_equal(image_at(&t, 100, 0)[3], 0);
    assert_int_equal(image_at(&t, 0, 100)[3], 0);
}

TEST(what_is_wrong_is_refused_with_its_line)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"t = {\n generate = \"moss\"; size = 64; seed = 1; };",
         "t.scene:2: no generated texture is called 'moss'; the known ones are checker, leaf, "},
        {"t = {\n generate = \"leaf\"; size = 3; seed = 1; };", "t.scene:2: 'size' is 3"},
        {"t = { generate = \"leaf\";\n size = 5000; seed = 1; };", "t.scene:2: 'size' is 5000"},
        {"t = { generate = \"leaf\"; size = 64; };", "t.scene:1: missing key 'seed'"},
        {"t = { generate = \"leaf\"; size = 64; seed = 1;\n sed = 1; };",
         "t.scene:2: unknown key 'sed'"},
        {"\nt = 3;", "t.scene:2: is not a group"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct image t;
        enum st_code code = run_text(cases[i].text, &t, &st);
        if (code != ST_USAGE || strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu: code %d, said '%s', not '%s'", i, (int)code, st.text,
                     cases[i].said);
        assert_null(t.rgba);
    }
}
