#include "microbench/text.h"

#include "common/status.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* Reads a letter or a number, and moves to the text after it. */
static uint64_t read_operand(const char **at, const struct text_variables *v)
{
    uint64_t value = 0;
    if (isalpha((unsigned char)**at))
        return v->of[(unsigned char)*(*at)++];
    if (!isdigit((unsigned char)**at))
        BUG("text: neither a letter nor a number: %s", *at);
    while (isdigit((unsigned char)**at))
        value = 10 * value + (uint64_t)(*(*at)++ - '0');
    return value;
}

static uint64_t apply(char operation, uint64_t a, uint64_t b)
{
    if (operation == '+')
        return a + b;
    if (operation == '*')
        return a * b;
    if (b == 0 || (operation != '/' && operation != '%'))
        BUG("text: operation '%c'", operation);
    return operation == '/' ? a / b : a % b;
}

/* Reads an expression and its closing parenthesis. */
static uint64_t read_expression(const char **at, const struct text_variables *v)
{
    uint64_t value = read_operand(at, v);
    while (**at != ')') {
        char operation = *(*at)++;
        value = apply(operation, value, read_operand(at, v));
    }
    ++*at;
    return value;
}

/* Returns the '>' that closes the part which begins at `at`. */
static const char *find_end(const char *at)
{
    uint32_t depth = 0;
    for (; depth || *at != '>'; at++)
        depth += (*at == '<') - (*at == '>');
    return at;
}

static void write_part(FILE *out, const char *at, const char *end, struct text_variables *v);

/* Writes the repeated part "n i ...>" whose '<' was read, and returns the text after it. */
static const char *write_repeated(FILE *out, const char *at, struct text_variables *v)
{
    uint64_t n = read_operand(&at, v);
    unsigned char index = (unsigned char)at[1];
    const char *part = at + 3, *end = find_end(part);
    for (uint64_t i = 0; i < n; i++) {
        v->of[index] = i;
        write_part(out, part, end, v);
    }
    return end + 1;
}

static void write_part(FILE *out, const char *at, const char *end, struct text_variables *v)
{
    while (at < end) {
        char c = *at++;
        if (c == '<') {
            at = write_repeated(out, at, v);
        } else if (c != '$') {
            fputc(c, out);
        } else {
            bool is_expression = *at == '(';
            at += is_expression;
            fprintf(out, "%" PRIu64, (is_expression ? read_expression : read_operand)(&at, v));
        }
    }
}

void text_write(FILE *out, const char *pattern, struct text_variables *variables)
{
    write_part(out, pattern, pattern + strlen(pattern), variables);
}
