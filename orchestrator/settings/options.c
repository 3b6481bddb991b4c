/* Reads the arguments of the command line by the table of options_table.c. */
#include "orchestrator/settings/options.h"

#include "common/grow.h"
#include "common/image.h"
#include "common/number.h"
#include "common/suggest.h"
#include "orchestrator/settings/synthetic_knobs.h"
#include "sim/timing/counters/metrics.h"
#include "sim/workload/user_program.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *field_of(const struct option_row *row, struct settings *settings)
{
    return (char *)settings + row->offset;
}

/* An old name of an option, which is still accepted. It was renamed because AMD calls a warp a
 * wave, and AMD machine code can be run. */
static const char old_fills[] = "waves", new_fills[] = "fills";

static bool is_old(const char *name, size_t n)
{
    return n == sizeof old_fills - 1 && memcmp(name, old_fills, n) == 0;
}

/* Returns the option of that name; where there are several, one of the commands in `bits` if
 * possible. */
static const struct option_row *find_name(const char *name, size_t n, uint32_t bits)
{
    const struct option_row *other = NULL;
    if (is_old(name, n))
        name = new_fills;
    for (size_t i = 0; i < n_option_rows; i++) {
        if (strlen(option_rows[i].name) != n || memcmp(option_rows[i].name, name, n) != 0)
            continue;
        if (option_rows[i].commands & bits)
            return &option_rows[i];
        other = other ? other : &option_rows[i];
    }
    return other;
}

bool options_has(const struct command_line *line, const char *name)
{
    const struct option_row *row = find_name(name, strlen(name), line->bit);
    return row && (row->commands & line->bit);
}

const struct option_row *options_find(const char *name)
{
    return find_name(name, strlen(name), UINT32_MAX);
}

static const struct option_row *find_letter(char letter, uint32_t bit)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].letter == letter && (option_rows[i].commands & bit))
            return &option_rows[i];
    return NULL;
}

/* Reads a whole number of decimal digits only: no sign, spaces or other base. */
static bool read_whole(const char *text, size_t n, uint64_t *out)
{
    if (n == 0 || strspn(text, "0123456789") < n)
        return false;
    errno = 0;
    *out = strtoull(text, NULL, 10);
    return errno == 0;
}

static enum st_code set_uint(const struct option_row *row, uint32_t *field, const char *value,
                             struct status *st)
{
    static const char *const words[] = {[OPTION_UINT] = "",
                                        [OPTION_AUTO_UINT] = "'auto' or ",
                                        [OPTION_SOME_UINT] = "'auto', 'all' or "};
    uint64_t whole;
    if (row->type != OPTION_UINT && strcmp(value, "auto") == 0) {
        *field = 0;
        return ST_OK;
    }
    if (row->type == OPTION_SOME_UINT && strcmp(value, "all") == 0) {
        *field = OPTION_ALL;
        return ST_OK;
    }
    if (!read_whole(value, strlen(value), &whole) || (double)whole < row->min ||
        (double)whole > row->max)
        return status_fail(st, ST_USAGE,
                           "--%s is '%s'; it must be %sa whole number from %.0f to %.0f", row->name,
                           value, words[row->type], row->min, row->max);
    *field = (uint32_t)whole;
    return ST_OK;
}

static enum st_code set_uint64(const struct option_row *row, uint64_t *field, const char *value,
                               struct status *st)
{
    uint64_t whole;
    if (!read_whole(value, strlen(value), &whole) || whole > INT64_MAX)
        return status_fail(st, ST_USAGE,
                           "--%s is '%s'; it must be a whole number from 0 to 9223372036854775807",
                           row->name, value);
    *field = whole;
    return ST_OK;
}

/* Reads the first n bytes of the text as a number in the option's range. */
static bool read_real(const struct option_row *row, const char *text, size_t n, double *out)
{
    double real;
    if (!number_read(text, n, &real) || real > row->max ||
        !(row->type == OPTION_SHARE ? real >= row->min : real > row->min))
        return false;
    *out = real;
    return true;
}

static enum st_code set_real(const struct option_row *row, double *field, const char *value,
                             struct status *st)
{
    bool automatic = row->type == OPTION_AUTO_REAL;
    if (automatic && strcmp(value, "auto") == 0) {
        *field = 0;
        return ST_OK;
    }
    if (!read_real(row, value, strlen(value), field))
        return status_fail(st, ST_USAGE, "--%s is '%s'; it must be %sabove %g and at most %g",
                           row->name, value, automatic ? "'auto' or " : "", row->min, row->max);
    return ST_OK;
}

static enum st_code set_share(const struct option_row *row, double *field, const char *value,
                              struct status *st)
{
    if (!read_real(row, value, strlen(value), field))
        return status_fail(st, ST_USAGE, "--%s is '%s'; it must be %g to %g", row->name, value,
                           row->min, row->max);
    return ST_OK;
}

static enum st_code set_target(const struct option_row *row, struct target_error *field,
                               const char *value, struct status *st)
{
    size_t n = strcspn(value, ":");
    struct target_error target = {.metric = METRIC_CYCLES};
    struct suggestion near = {0};
    if (!read_real(row, value, n, &target.error))
        return status_fail(st, ST_USAGE,
                           "--%s is '%s'; it must be a percentage above %g and at most %g, and may "
                           "name a metric, such as 2:ipc",
                           row->name, value, row->min, row->max);
    if (value[n] && !value[n + 1])
        return status_fail(st, ST_USAGE,
                           "--%s is '%s'; behind the ':' must be a metric, such as 2:ipc",
                           row->name, value);
    const char *name = value[n] ? value + n + 1 : metrics[METRIC_CYCLES].name;
    for (uint32_t m = 0; m < METRIC_COUNT; m++) {
        target.metric = m;
        if (strcmp(metrics[m].name, name) == 0) {
            *field = target;
            return ST_OK;
        }
        suggest_consider(&near, name, metrics[m].name);
    }
    if (near.best)
        return status_fail(st, ST_USAGE, "--%s: no metric '%s'; did you mean '%s'?", row->name,
                           name, near.best);
    return status_fail(st, ST_USAGE,
                       "--%s: no metric '%s'; a prediction's JSON document names them all",
                       row->name, name);
}

/* Options and values of older versions, and how they are written now. */
static const struct {
    const char *option, *value; /* `value` NULL: the option itself is gone */
    const char *now;
} renamed[] = {
    {"model", "abstract", "it is --model approximate now"},
    {"extrapolate", "ratio",
     "what all of a frame is run by is --sample all --model approximate now"},
    {"extrapolate", "windows", "windows are --sample windows now"},
    {"abstract-runs", NULL, "is gone: ratios are of one run of each GPU"},
    {"approximate-runs", NULL, "is gone: ratios are of one run of each GPU"},
    {"first-run", NULL, "is gone: --repeat N has the runs 0 to N-1"},
    {"observe", NULL, "is set by roofline, models and isa alone"},
};

static const char *renamed_to(const char *option, const char *value)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i].option, option) == 0 && !renamed[i].value == !value &&
            (!value || strcmp(renamed[i].value, value) == 0))
            return renamed[i].now;
    return NULL;
}

const char *options_gone(const char *name)
{
    return renamed_to(name, NULL);
}

static enum st_code set_choice(const struct option_row *row, uint32_t *field, const char *value,
                               struct status *st)
{
    char known[128] = "";
    for (uint32_t i = 0; row->choices[i]; i++)
        if (strcmp(row->choices[i], value) == 0) {
            *field = i;
            return ST_OK;
        }
    const char *now = renamed_to(row->name, value);
    if (now)
        return status_fail(st, ST_USAGE, "--%s is '%s'; %s", row->name, value, now);
    for (uint32_t i = 0; row->choices[i]; i++)
        suggest_list(known, sizeof known, row->choices[i]);
    return status_fail(st, ST_USAGE, "--%s is '%s'; it must be one of %s", row->name, value, known);
}

static enum st_code set_block(const struct option_row *row, struct block_size *field,
                              const char *value, struct status *st)
{
    uint64_t side[2] = {0, 0};
    const char *x = strchr(value, 'x');
    bool good = x && read_whole(value, (size_t)(x - value), &side[0]) &&
                read_whole(x + 1, strlen(x + 1), &side[1]);
    for (size_t i = 0; i < 2; i++)
        good = good && (double)side[i] >= row->min && (double)side[i] <= row->max;
    if (!good)
        return status_fail(st, ST_USAGE,
                           "--%s is '%s'; it must be WIDTHxHEIGHT in whole numbers, such as 32x2",
                           row->name, value);
    *field = (struct block_size){(uint32_t)side[0], (uint32_t)side[1]};
    return ST_OK;
}

/* Reads three numbers that fit 32-bit floats. */
static enum st_code set_point(const struct option_row *row, struct option_point *field,
                              const char *value, struct status *st)
{
    struct option_point point = {.given = true};
    const char *rest = value;
    bool good = true;
    for (size_t i = 0; i < 3; i++) {
        size_t n = strcspn(rest, ",");
        good = good && number_read(rest, n, &point.at[i]) && isfinite((float)point.at[i]) &&
               (i < 2) == (rest[n] == ',');
        rest += n + (rest[n] == ',');
    }
    if (!good)
        return status_fail(st, ST_USAGE, "--%s is '%s'; it must be three numbers, such as 0,1.5,-2",
                           row->name, value);
    *field = point;
    return ST_OK;
}

static enum st_code set_flag(const struct option_row *row, bool *field, const char *value,
                             struct status *st)
{
    if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return status_fail(st, ST_USAGE, "--%s is '%s'; it must be true or false", row->name,
                           value);
    *field = value[0] == 't';
    return ST_OK;
}

static enum st_code set_row(const struct option_row *row, struct settings *settings,
                            const char *value, struct status *st)
{
    void *field = field_of(row, settings);
    switch (row->type) {
    case OPTION_FLAG:
        return set_flag(row, field, value, st);
    case OPTION_UINT:
    case OPTION_AUTO_UINT:
    case OPTION_SOME_UINT:
        return set_uint(row, field, value, st);
    case OPTION_UINT64:
        return set_uint64(row, field, value, st);
    case OPTION_REAL:
    case OPTION_AUTO_REAL:
        return set_real(row, field, value, st);
    case OPTION_SHARE:
        return set_share(row, field, value, st);
    case OPTION_CHOICE:
        return set_choice(row, field, value, st);
    case OPTION_BLOCK:
        return set_block(row, field, value, st);
    case OPTION_TARGET:
        return set_target(row, field, value, st);
    case OPTION_POINT:
        return set_point(row, field, value, st);
    case OPTION_TEXT:
        if (!value[0])
            return status_fail(st, ST_USAGE, "--%s is empty; it must be %s", row->name, row->value);
        *(const char **)field = value;
        return ST_OK;
    }
    BUG("options: type %d", (int)row->type);
}

void options_default(struct settings *out)
{
    struct status st;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].initial && set_row(&option_rows[i], out, option_rows[i].initial, &st))
            BUG("options: default: %s", st.text);
}

enum st_code options_set(struct settings *settings, const char *name, const char *value,
                         struct status *st)
{
    const struct option_row *row = find_name(name, strlen(name), UINT32_MAX);
    struct suggestion near = {0};
    if (row)
        return set_row(row, settings, value, st);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].commands & COMMAND_ALL)
            suggest_consider(&near, name, option_rows[i].name);
    return near.best ? status_fail(st, ST_USAGE, "unknown option '%s'; did you mean '%s'?", name,
                                   near.best)
                     : status_fail(st, ST_USAGE, "unknown option '%s'", name);
}

/* Returns the space in "diorama predict"; "" for the program itself, which has no second word. */
static const char *gap(const struct command_line *line)
{
    return line->name[0] ? " " : "";
}

static const char *called(const struct command_line *line)
{
    return line->name[0] ? line->name : "diorama";
}

static enum st_code unknown_long(const struct command_line *line, const char *name, size_t n,
                                 struct status *st)
{
    struct suggestion near = {0};
    char typed[SUGGEST_LONGEST + 1];
    snprintf(typed, sizeof typed, "%.*s", (int)(n < sizeof typed ? n : sizeof typed - 1), name);
    if (options_gone(typed))
        return status_fail(st, ST_USAGE, "option '--%s' %s", typed, options_gone(typed));
    if (find_name(name, n, line->bit))
        return status_fail(st, ST_USAGE,
                           "option '--%s' is not one of '%s'; see 'diorama%s%s --help'", typed,
                           called(line), gap(line), line->name);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].commands & line->bit)
            suggest_consider(&near, typed, option_rows[i].name);
    if (near.best)
        return status_fail(st, ST_USAGE, "unknown option '--%s'; did you mean '--%s'?", typed,
                           near.best);
    return status_fail(st, ST_USAGE, "unknown option '--%s'; see 'diorama%s%s --help'", typed,
                       gap(line), line->name);
}

/* The arguments and the position of the next one. */
struct cursor {
    int argc, at;
    char *const *argv;
    bool lists; /* whether the command takes lists */
};

static enum st_code keep_given(struct settings *settings, const char *name, const char *value,
                               struct status *st)
{
    if (!grow(&settings->command.given, settings->command.n_given, &settings->command.room_given,
              sizeof *settings->command.given))
        return status_no_memory(st, "options");
    settings->command.given[settings->command.n_given++] = (struct given){name, value};
    return ST_OK;
}

static enum st_code give_flag(const struct option_row *row, struct settings *settings,
                              struct status *st)
{
    settings->command.named[row - option_rows] = true;
    return set_row(row, settings, "true", st);
}

static enum st_code set_given(struct cursor *c, const struct option_row *row,
                              struct settings *settings, const char *value, struct status *st)
{
    settings->command.named[row - option_rows] = true;
    if (row->flags & OPTION_MANY)
        TRY(keep_given(settings, row->name, value, st));
    else if (c->lists && (row->flags & OPTION_CHANGES))
        return keep_given(settings, row->name, value, st);
    return set_row(row, settings, value, st);
}

static enum st_code need_value(struct cursor *c, const struct option_row *row, const char **value,
                               struct status *st)
{
    if (c->at >= c->argc)
        return status_fail(st, ST_USAGE, "--%s has no value; it needs %s", row->name, row->value);
    *value = c->argv[c->at++];
    return ST_OK;
}

static enum st_code parse_long(const struct command_line *line, struct cursor *c, const char *text,
                               struct settings *out, struct status *st)
{
    size_t n = strcspn(text, "=");
    const char *value = text[n] ? text + n + 1 : NULL;
    const struct option_row *row = find_name(text, n, line->bit);
    if (!row || !(row->commands & line->bit))
        return unknown_long(line, text, n, st);
    out->command.old_name = out->command.old_name || is_old(text, n);
    if (row->type == OPTION_FLAG) {
        if (value)
            return status_fail(st, ST_USAGE, "--%s has the value '%s'; it takes none", row->name,
                               value);
        return give_flag(row, out, st);
    }
    if (!value)
        TRY(need_value(c, row, &value, st));
    return set_given(c, row, out, value, st);
}

/* Parses one argument of short options: flags, and perhaps an option with a value at the end. */
static enum st_code parse_short(const struct command_line *line, struct cursor *c, const char *text,
                                struct settings *out, struct status *st)
{
    for (; *text; text++) {
        const struct option_row *row = find_letter(*text, line->bit);
        const char *value = text + 1;
        if (!row && find_letter(*text, UINT32_MAX))
            return status_fail(st, ST_USAGE,
                               "option '-%c' is not one of '%s'; see 'diorama%s%s --help'", *text,
                               called(line), gap(line), line->name);
        if (!row)
            return status_fail(st, ST_USAGE, "unknown option '-%c'; see 'diorama%s%s --help'",
                               *text, gap(line), line->name);
        if (row->type != OPTION_FLAG) {
            if (!*value)
                TRY(need_value(c, row, &value, st));
            return set_given(c, row, out, value, st);
        }
        TRY(give_flag(row, out, st));
    }
    return ST_OK;
}

/* Returns the second operand's name, such as "OUT" of "IN OUT"; NULL where there is none. */
static const char *second_of(const struct command_line *line)
{
    const char *space = line->operand ? strchr(line->operand, ' ') : NULL;
    return space ? space + 1 : NULL;
}

static enum st_code parse_operand(const struct command_line *line, const char *text,
                                  struct settings *out, struct status *st)
{
    if (!line->operand)
        return status_fail(st, ST_USAGE, "stray operand '%s'; '%s' takes none", text, called(line));
    if (out->render.scene && !text[0] && (line->bit & COMMAND_LISTS))
        return status_fail(st, ST_USAGE, "a SCENE is empty; see 'diorama %s --help'", line->name);
    if (out->render.scene && (line->bit & COMMAND_LISTS))
        return keep_given(out, "scene", text, st);
    if (out->render.scene && second_of(line) && !out->command.second && text[0]) {
        out->command.second = text;
        return ST_OK;
    }
    if (out->render.scene && out->command.second)
        return status_fail(st, ST_USAGE,
                           "stray operand '%s'; '%s' takes %s and they are '%s' and '%s'", text,
                           line->name, line->operand, out->render.scene, out->command.second);
    if (out->render.scene && !second_of(line))
        return status_fail(st, ST_USAGE, "stray operand '%s'; '%s' takes one %s and it is '%s'",
                           text, line->name, line->operand, out->render.scene);
    if (!text[0])
        return status_fail(st, ST_USAGE, "%s is empty; see 'diorama %s --help'",
                           out->render.scene ? second_of(line) : line->operand, line->name);
    out->render.scene = text;
    return line->bit & COMMAND_LISTS ? keep_given(out, "scene", text, st) : ST_OK;
}

static bool is_named(const struct settings *s, const char *name)
{
    return s->command.named[options_find(name) - option_rows];
}

/* Refuses "-", standard output, for outputs other than rows and tables. */
static enum st_code check_outputs(const struct output_settings *output, struct status *st)
{
    const char *const names[][2] = {
        {"output", output->path}, {"keep", output->keep}, {"plot", output->plot}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i][1] && strcmp(names[i][1], "-") == 0)
            return status_fail(st, ST_USAGE,
                               "--%s - is standard output, where the results go; give it a name",
                               names[i][0]);
    return ST_OK;
}

static enum st_code check_model(const struct settings *s, struct status *st)
{
    const struct model_traits *model = &models[models_simulating(s->method.model)];
    if (s->method.sample == SAMPLE_WINDOWS && !model->units)
        return status_fail(st, ST_USAGE,
                           "--sample windows is of --model cycle and approximate; with --model %s "
                           "it must be all or groups",
                           model->name);
    if (s->method.pixels && s->method.sample != SAMPLE_AUTO && s->method.sample != SAMPLE_PIXELS)
        return status_fail(st, ST_USAGE,
                           "--pixels is of --sample pixels, and --sample is %s; drop one of them",
                           sample_kinds[s->method.sample].name);
    if (!s->method.pixels && s->method.sample == SAMPLE_PIXELS)
        return status_fail(st, ST_USAGE,
                           "--sample pixels is of lists; --pixels LISTS says where they are");
    if (s->method.pixels && s->method.extrapolate == EXTRAPOLATE_EXPONENTIAL)
        return status_fail(st, ST_USAGE,
                           "--extrapolate exponential chooses pixels three times, and --pixels "
                           "lists them once; drop one of them");
    if (s->command.resolve > 0 && s->method.model != MODEL_AUTO && s->method.model != MODEL_CYCLE)
        return status_fail(
            st, ST_USAGE,
            "--resolve goes on by --model cycle, of which the predictions have to be; "
            "drop --resolve or --model %s",
            model->name);
    if (s->method.target.error > 0 &&
        !model_knows(models_simulating(s->method.model), (enum metric_id)s->method.target.metric))
        return status_fail(st, ST_USAGE,
                           "--target-error is of %s, of which the %s says nothing; name another "
                           "metric, such as cycles",
                           metrics[s->method.target.metric].name, model->title);
    if (s->output.stalls && !model->stalls)
        return status_fail(st, ST_USAGE,
                           "--stalls is of --model cycle: the %s has no issue slots; "
                           "drop one of them",
                           model->title);
    return ST_OK;
}

/* Checks that a camera has a scene, and that its place is either given or that of a path's frame.
 */
static enum st_code check_camera(const struct settings *s, struct status *st)
{
    const struct render_settings *r = &s->render;
    const char *stands = r->eye.given ? "eye" : r->look_at.given ? "look-at" : NULL;
    const char *any = stands ? stands : r->up.given ? "up" : r->fov > 0 ? "fov" : NULL;
    if (any && !r->scene && !s->command.n_given)
        return status_fail(st, ST_USAGE,
                           "--%s is of a SCENE's camera and there is no SCENE; give one or drop it",
                           any);
    if (stands && (s->command.frames || r->frame))
        return status_fail(st, ST_USAGE, "--%s and --%s both say where the camera is; drop one",
                           stands, r->frame ? "frame" : "frames");
    if (r->eye.given && r->look_at.given && r->eye.at[0] == r->look_at.at[0] &&
        r->eye.at[1] == r->look_at.at[1] && r->eye.at[2] == r->look_at.at[2])
        return status_fail(st, ST_USAGE,
                           "--eye and --look-at are the same place; they must differ");
    if (r->up.given && r->up.at[0] == 0 && r->up.at[1] == 0 && r->up.at[2] == 0)
        return status_fail(st, ST_USAGE, "--up is 0,0,0; it must point somewhere");
    return ST_OK;
}

static enum st_code check_options(const struct settings *s, struct status *st)
{
    struct synthetic_knobs knobs;
    TRY(check_outputs(&s->output, st));
    TRY(synthetic_knobs_read(&knobs, &s->render, st));
    if (s->method.percent_min > s->method.percent_max)
        return status_fail(st, ST_USAGE,
                           "--percent-min %g is above --percent-max %g; it must be at most that",
                           s->method.percent_min, s->method.percent_max);
    if (s->command.frames && s->render.frame)
        return status_fail(st, ST_USAGE, "--frame and --frames both say which frames; drop one");
    if (s->command.frames && (s->render.heatmap || s->output.trace))
        return status_fail(st, ST_USAGE,
                           "--%s is of one frame and --frames of many; drop one of them",
                           s->render.heatmap ? "heatmap" : "trace");
    TRY(check_camera(s, st));
    TRY(check_model(s, st));
    if ((uint64_t)s->render.width * s->render.height > IMAGE_MOST_PIXELS)
        return status_fail(st, ST_USAGE,
                           "--width %u and --height %u are %llu pixels; there must be at most %llu",
                           s->render.width, s->render.height,
                           (unsigned long long)s->render.width * s->render.height,
                           (unsigned long long)IMAGE_MOST_PIXELS);
    return ST_OK;
}

enum st_code options_settle(struct settings *s, struct status *st)
{
    if (s->output.stalls && s->method.model == MODEL_AUTO)
        s->method.model = MODEL_CYCLE; /* the only model that charges issue slots */
    return check_options(s, st);
}

struct settings options_of_reference(const struct settings *s)
{
    struct settings reference = *s, initial;
    options_default(&initial);
    reference.method.model = MODEL_CYCLE;
    reference.method.interval_level = initial.method.interval_level;
    reference.method.representative = initial.method.representative;
    reference.method.interval_rate = initial.method.interval_rate;
    return reference;
}

static enum st_code parse_all(const struct command_line *line, struct cursor *c,
                              struct settings *out, struct status *st)
{
    bool options_end = false;
    while (c->at < c->argc) {
        const char *text = c->argv[c->at++];
        if (options_end || text[0] != '-' || !text[1])
            TRY(parse_operand(line, text, out, st));
        else if (strcmp(text, "--") == 0)
            options_end = true;
        else if (text[1] == '-')
            TRY(parse_long(line, c, text + 2, out, st));
        else
            TRY(parse_short(line, c, text + 1, out, st));
        if (out->command.help || out->command.version)
            return ST_OK;
    }
    if (line->operand_needed && !out->render.scene)
        return status_fail(st, ST_USAGE, "no %s; see 'diorama %s --help'", line->operand,
                           line->name);
    if (line->operand_needed && second_of(line) && !out->command.second)
        return status_fail(st, ST_USAGE, "no %s; see 'diorama %s --help'", second_of(line),
                           line->name);
    bool shader = is_named(out, "shader");
    if (shader && !out->render.scene && out->render.heatmap && options_has(line, "footprint"))
        return status_fail(st, ST_USAGE,
                           "--shader needs a %s; the work of a heatmap alone has its own shader",
                           line->operand);
    if (shader && out->render.shaders)
        return status_fail(st, ST_USAGE,
                           "--shader and --shaders both say what runs; drop --shader to run the "
                           "dumps in '%s'",
                           out->render.shaders);
    return options_settle(out, st);
}

enum st_code options_parse(const struct command_line *line, int argc, char *const *argv,
                           struct settings *out, struct status *st)
{
    struct cursor c = {.argc = argc, .argv = argv, .lists = (line->bit & COMMAND_LISTS) != 0};
    options_default(out);
    out->command.every_model = line->bit == COMMAND_MODELS;
    enum st_code code = parse_all(line, &c, out, st);
    if (code != ST_OK)
        options_free_given(out);
    return code;
}

void options_free_given(struct settings *settings)
{
    mem_free(settings->command.given);
    settings->command.given = NULL;
    settings->command.n_given = settings->command.room_given = 0;
}

static bool is_kernel(const struct settings *settings)
{
    const char *operand = settings->render.scene;
    return operand && (workload_find(operand) || user_program_is(operand));
}

/* Whether the option changes results of frames only. `run` has no such option, as it runs kernels.
 */
static bool is_of_frames(const struct option_row *row)
{
    if (!(row->flags & OPTION_CHANGES))
        return false;
    for (size_t i = 0; i < n_option_rows; i++)
        if ((option_rows[i].commands & COMMAND_RUN) && strcmp(option_rows[i].name, row->name) == 0)
            return false;
    return true;
}

void options_mark_effective(bool rows[OPTION_MOST], const struct settings *settings)
{
    bool kernel = is_kernel(settings);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if (!(kernel && is_of_frames(row)) && (!row->effective || row->effective(settings)))
            rows[i] = true;
    }
}

void options_without_effect(const struct settings *settings, const bool effective[OPTION_MOST],
                            char *text, size_t n)
{
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < n_option_rows && used < n; i++)
        if (settings->command.named[i] && !effective[i])
            used += (size_t)snprintf(
                text + used, n - used, "%s--%s (%s)", used ? ", " : "", option_rows[i].name,
                is_kernel(settings) && is_of_frames(&option_rows[i]) ? "of a SCENE"
                                                                     : option_rows[i].where);
}
