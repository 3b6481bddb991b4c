/* A recursive descent over
 *   sum    = term { ("+" | "-") term }
 *   term   = factor { ("*" | "/" | "**") factor }
 *   factor = { "+" | "-" } ( number | "x" | "pi" | function "(" sum ")" | "(" sum ")" )
 * Which operator binds stronger is gnuplot's business: here only what may stand where counts. */
#include "orchestrator/figure/formula.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 64, LONGEST_NAME = 8 };

struct cursor {
    const char *at;
    int depth;
};

static bool read_sum(struct cursor *c);

static void skip_blanks(struct cursor *c)
{
    while (*c->at == ' ')
        c->at++;
}

static bool take(struct cursor *c, char wanted)
{
    skip_blanks(c);
    if (*c->at != wanted)
        return false;
    c->at++;
    return true;
}

static bool read_digits(struct cursor *c)
{
    const char *from = c->at;
    while (isdigit((unsigned char)*c->at))
        c->at++;
    return c->at > from;
}

static bool read_number(struct cursor *c)
{
    bool before = read_digits(c), after = false;
    if (*c->at == '.') {
        c->at++;
        after = read_digits(c);
    }
    if (!before && !after)
        return false;
    if (*c->at != 'e' && *c->at != 'E')
        return true;
    c->at++;
    if (*c->at == '+' || *c->at == '-')
        c->at++;
    return read_digits(c);
}

static bool read_parentheses(struct cursor *c)
{
    if (!take(c, '(') || ++c->depth > DEEPEST)
        return false;
    bool good = read_sum(c) && take(c, ')');
    c->depth--;
    return good;
}

static bool read_name(struct cursor *c)
{
    static const char *const functions[] = {"exp", "log", "log10", "sqrt", "abs"};
    char name[LONGEST_NAME] = {0};
    size_t n = 0;
    for (; isalnum((unsigned char)*c->at) && n + 1 < sizeof name; c->at++)
        name[n++] = *c->at;
    if (strcmp(name, "x") == 0 || strcmp(name, "pi") == 0)
        return true;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i]) == 0)
            return read_parentheses(c);
    return false;
}

static bool read_factor(struct cursor *c)
{
    while (take(c, '-') || take(c, '+'))
        ;
    if (*c->at == '(')
        return read_parentheses(c);
    return isalpha((unsigned char)*c->at) ? read_name(c) : read_number(c);
}

static bool read_term(struct cursor *c)
{
    for (;;) {
        if (!read_factor(c))
            return false;
        if (take(c, '*'))
            (void)take(c, '*');
        else if (!take(c, '/'))
            return true;
    }
}

static bool read_sum(struct cursor *c)
{
    do
        if (!read_term(c))
            return false;
    while (take(c, '+') || take(c, '-'));
    return true;
}

enum st_code formula_check(const char *text, const char *what, struct status *st)
{
    struct cursor c = {text, 0};
    bool good = read_sum(&c);
    skip_blanks(&c);
    if (good && !*c.at)
        return ST_OK;
    return status_fail(st, ST_USAGE,
                       "%s is '%s', wrong at character %zu; a formula of x is needed, of numbers, "
                       "+ - * / **, parentheses, pi, exp, log, log10, sqrt and abs",
                       what, text, (size_t)(c.at - text) + 1);
}
