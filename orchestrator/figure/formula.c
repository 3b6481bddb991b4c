/* Operands and operators take turns:
 *   operand  = { "+" | "-" | "(" | function "(" } ( number | "x" | "pi" ) { ")" }
 *   operator = "+" | "-" | "*" | "/" | "**"
 * gnuplot applies the precedence of operators; only the order of the tokens is checked here. */
#include "orchestrator/figure/formula.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 64 };

struct cursor {
    const char *at;
    int depth; /* number of open parentheses */
};

static bool take_token(struct cursor *c, const char *wanted)
{
    size_t n = strlen(wanted);
    c->at += strspn(c->at, " ");
    if (strncmp(c->at, wanted, n) != 0)
        return false;
    c->at += n;
    return true;
}

static bool take_digits(struct cursor *c)
{
    size_t n = strspn(c->at, "0123456789");
    c->at += n;
    return n > 0;
}

static bool take_number(struct cursor *c)
{
    bool digits = take_digits(c);
    if (*c->at == '.') {
        c->at++;
        digits = take_digits(c) || digits;
    }
    if (!digits || (*c->at != 'e' && *c->at != 'E'))
        return digits;
    c->at++;
    c->at += *c->at == '+' || *c->at == '-';
    return take_digits(c);
}

/* Reads a name. *value is set for a value and not for a function, whose parenthesis is read too. */
static bool take_name(struct cursor *c, bool *value)
{
    static const char *const functions[] = {"exp", "log", "log10", "sqrt", "abs"};
    const char *name = c->at;
    while (isalnum((unsigned char)*c->at))
        c->at++;
    size_t n = (size_t)(c->at - name);
    *value = (n == 1 && *name == 'x') || (n == 2 && strncmp(name, "pi", n) == 0);
    for (size_t i = 0; !*value && i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i]) == n && strncmp(functions[i], name, n) == 0)
            return take_token(c, "(") && ++c->depth <= DEEPEST;
    return *value;
}

static bool take_operand(struct cursor *c)
{
    bool value = false;
    while (!value) {
        if (take_token(c, "+") || take_token(c, "-"))
            continue;
        if (take_token(c, "(")) {
            if (++c->depth > DEEPEST)
                return false;
        } else if (isalpha((unsigned char)*c->at)) {
            if (!take_name(c, &value))
                return false;
        } else {
            value = take_number(c);
            if (!value)
                return false;
        }
    }
    while (c->depth > 0 && take_token(c, ")"))
        c->depth--;
    return true;
}

static bool take_operator(struct cursor *c)
{
    return take_token(c, "**") || take_token(c, "*") || take_token(c, "/") || take_token(c, "+") ||
           take_token(c, "-");
}

enum st_code formula_check(const char *text, const char *what, struct status *st)
{
    struct cursor c = {text, 0};
    bool good;
    do
        good = take_operand(&c);
    while (good && take_operator(&c));
    if (good && !*c.at && c.depth == 0)
        return ST_OK;
    return status_fail(st, ST_USAGE,
                       "%s is '%s', wrong at character %zu; a formula of x is needed, of numbers, "
                       "+ - * / **, parentheses, pi, exp, log, log10, sqrt and abs",
                       what, text, (size_t)(c.at - text) + 1);
}
