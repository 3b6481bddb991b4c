#include "sim/functional/frontend/spirv/compile.h"

#include "common/auto.h"
#include "common/child.h"
#include "common/file.h"
#include "common/memory.h"

#include <math.h>
#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 1024, HEADER_WORDS = 5 };

/* The line of text that holds the first error of the compiler: "ERROR: file:12: 'x' : undeclared".
 */
static enum st_code compiler_error(const char *path, const char *source, const char *text,
                                   struct status *st)
{
    const char *at = strstr(text, "ERROR: ");
    char line[TEXT];
    snprintf(line, sizeof line, "%s", at ? at + strlen("ERROR: ") : text);
    size_t end = strcspn(line, "\n"), n = strlen(source);
    while (end && line[end - 1] == ' ')
        end--;
    line[end] = '\0';
    int number = 0, used = 0;
    if (strncmp(line, source, n) == 0 && sscanf(line + n, ":%d: %n", &number, &used) == 1 && used)
        return status_fail_at(st, ST_FAILED, path, number, "%s", line + n + used);
    return status_fail_at(st, ST_FAILED, path, 0, "%s",
                          line[0] ? line : "no SPIR-V was made of it");
}

/* Runs a tool on the file; its failure to run names the file as well. */
static enum st_code run_tool(struct child *c, const char **arguments, const char *needed,
                             const char *path, bool *failed, struct status *st)
{
    struct status inner = {0};
    TRY(child_open(c, arguments[0], st));
    if (child_run(c, (char *const *)(uintptr_t)arguments, needed, failed, &inner) == ST_OK)
        return ST_OK;
    return status_fail_at(st, ST_FAILED, path, 0, "%s", inner.text);
}

static enum st_code compile_glsl(const char *path, const char *stage, const char *out,
                                 struct status *st)
{
    AUTO(child_close) struct child c = {0};
    MEM_AUTO char *folder = file_folder(path), *include = NULL, *text = NULL;
    MEM_AUTO char *source = child_operand(path);
    AUTO(child_file_close) FILE *sources = NULL;
    char list[CHILD_PATH];
    const char *arguments[] = {"glslangValidator",
                               "-V",
                               "-g",
                               "--target-env",
                               "vulkan1.3",
                               "-S",
                               stage,
                               "",
                               "--depfile",
                               list,
                               "-o",
                               out,
                               source,
                               NULL};
    bool failed;
    size_t n;
    if (!folder || !source)
        return status_no_memory(st, path);
    TRY(child_file(&sources, path, st));
    child_path(sources, list);
    size_t room = strlen(folder) + 3;
    TRY(mem_make(&include, room, 1, path, st));
    snprintf(include, room, "-I%s", folder);
    arguments[7] = include;
    TRY(run_tool(&c, arguments, "GLSL shaders need it (package glslang-tools)", path, &failed, st));
    TRY(child_inputs(sources, st));
    TRY(child_read(c.out, &text, &n, st));
    return failed ? compiler_error(path, source, text, st) : ST_OK;
}

/* "3:1.5 7:2" */
static void constants_text(char *text, size_t room, const struct spirv_constant_value *constants,
                           size_t n)
{
    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        size_t used = strlen(text);
        bool whole = constants[i].value == rint(constants[i].value) &&
                     fabs(constants[i].value) <= UINT32_MAX;
        snprintf(text + used, room - used, whole ? "%s%u:%.0f" : "%s%u:%.9g",
                 i ? " " : "--set-spec-const-default-value=", constants[i].id, constants[i].value);
    }
}

/* The instruction with result id `id` whose word `at` that is; NULL: there is none. */
static const uint32_t *find_result(const uint32_t *words, size_t n, uint32_t at, uint32_t id)
{
    for (size_t i = HEADER_WORDS; i + at < n && words[i] >> 16; i += words[i] >> 16) {
        uint32_t op = words[i] & 0xffff;
        bool defines = at == 1 ? op >= SpvOpTypeVoid && op <= SpvOpTypeFloat
                               : op >= SpvOpSpecConstantTrue && op <= SpvOpSpecConstant;
        if (defines && words[i + at] == id)
            return words + i;
    }
    return NULL;
}

/* Whether a specialisation constant can hold the number. */
static bool can_hold(const uint32_t *words, size_t n, uint32_t id, double value)
{
    const uint32_t *constant = find_result(words, n, 2, id);
    const uint32_t *type = constant ? find_result(words, n, 1, constant[1]) : NULL;
    uint32_t op = type ? type[0] & 0xffff : SpvOpTypeFloat;
    if (op == SpvOpTypeFloat)
        return true;
    if (op == SpvOpTypeBool)
        return value == 0 || value == 1;
    return value == rint(value) && value >= INT32_MIN && value <= UINT32_MAX;
}

static enum st_code check_constants(FILE *compiled, const char *path,
                                    struct spirv_constant_value *constants, size_t n_constants,
                                    struct status *st)
{
    MEM_AUTO char *bytes = NULL;
    size_t n;
    TRY(child_read(compiled, &bytes, &n, st));
    const uint32_t *words = (const uint32_t *)(const void *)bytes;
    for (size_t i = HEADER_WORDS; i + 3 < n / 4 && words[i] >> 16; i += words[i] >> 16)
        for (size_t k = 0; k < n_constants; k++) {
            if ((words[i] & 0xffff) != SpvOpDecorate || words[i + 2] != SpvDecorationSpecId ||
                words[i + 3] != constants[k].id)
                continue;
            if (!can_hold(words, n / 4, words[i + 1], constants[k].value))
                return status_fail_at(st, ST_USAGE, path, 0,
                                      "pipeline.cfg gives constant %u the value %g; expected a "
                                      "number that its type can hold",
                                      constants[k].id, constants[k].value);
            constants[k].used = true;
        }
    return ST_OK;
}

/* The passes of spirv-opt -O without --simplify-instructions, which fuses products and sums that
 * Vulkan-Sim keeps apart. They leave no function call and few variables in memory. */
#define DEAD_CODE "--eliminate-dead-code-aggressive"
#define LOCAL     "--eliminate-local-single-block", "--eliminate-local-single-store", DEAD_CODE
static const char *const passes[] = {
    "--freeze-spec-const",
    "--fold-spec-const-op-composite",
    "--wrap-opkill",
    "--eliminate-dead-branches",
    "--merge-return",
    "--inline-entry-points-exhaustive",
    "--eliminate-dead-functions",
    DEAD_CODE,
    "--private-to-local",
    LOCAL,
    "--scalar-replacement=100",
    "--convert-local-access-chains",
    LOCAL,
    "--ssa-rewrite",
    DEAD_CODE,
    "--ccp",
    DEAD_CODE,
    "--loop-unroll",
    "--eliminate-dead-branches",
    "--redundancy-elimination",
    "--scalar-replacement=100",
    "--convert-local-access-chains",
    LOCAL,
    "--ssa-rewrite",
    "--vector-dce",
    "--eliminate-dead-inserts",
    "--eliminate-dead-branches",
    "--if-conversion",
    "--copy-propagate-arrays",
    "--reduce-load-size",
    DEAD_CODE,
    "--merge-blocks",
    "--redundancy-elimination",
    "--eliminate-dead-branches",
    "--merge-blocks",
};

static enum st_code refused(const char *path, const char *tool, char *said, struct status *st)
{
    said[strcspn(said, "\n")] = '\0';
    return status_fail_at(st, ST_FAILED, path, 0,
                          "%s refuses the module: %.300s; expected valid SPIR-V", tool, said);
}

static enum st_code optimise(const char *path, const char *in, const char *out,
                             const struct spirv_constant_value *constants, size_t n_constants,
                             struct status *st)
{
    AUTO(child_close) struct child c = {0};
    MEM_AUTO char *said = NULL;
    char values[SPIRV_MOST_CONSTANTS * 40];
    enum { PASSES = sizeof passes / sizeof *passes };
    const char *arguments[PASSES + 8] = {"spirv-opt", "--scalar-block-layout",
                                         "--target-env=vulkan1.3"};
    size_t n = 3;
    bool failed;
    constants_text(values, sizeof values, constants, n_constants);
    if (values[0])
        arguments[n++] = values;
    for (size_t i = 0; i < PASSES; i++)
        arguments[n++] = passes[i];
    arguments[n++] = in;
    arguments[n++] = "-o";
    arguments[n++] = out;
    TRY(run_tool(&c, arguments, "shaders need it (package spirv-tools)", path, &failed, st));
    TRY(child_read(c.said, &said, &n, st));
    return failed ? refused(path, arguments[0], said, st) : ST_OK;
}

/* What the front end reads is valid: it does not check again what the specification demands. */
static enum st_code validate(const char *path, const char *in, struct status *st)
{
    AUTO(child_close) struct child c = {0};
    MEM_AUTO char *said = NULL;
    const char *arguments[] = {
        "spirv-val", "--scalar-block-layout", "--target-env", "vulkan1.3", in, NULL};
    size_t n;
    bool failed;
    TRY(run_tool(&c, arguments, "shaders need it (package spirv-tools)", path, &failed, st));
    TRY(child_read(c.said, &said, &n, st));
    return failed ? refused(path, arguments[0], said, st) : ST_OK;
}

/* Compilers newer than spirv-opt name languages in OpSource that it does not know, and refuses.
 * They are written as unknown, which changes nothing else. */
static enum st_code copy_module(const char *from, FILE *to, struct status *st)
{
    enum { OP_SOURCE = 3, KNOWN_LANGUAGES = 6 };
    unsigned char *bytes;
    size_t n;
    TRY(file_read_regular(from, &bytes, &n, st));
    uint32_t *words = (uint32_t *)(void *)bytes;
    for (size_t i = HEADER_WORDS; i + 1 < n / 4 && words[i] >> 16;) {
        if ((words[i] & 0xffff) == OP_SOURCE && words[i + 1] > KNOWN_LANGUAGES)
            words[i + 1] = 0;
        i += words[i] >> 16;
    }
    bool whole = fwrite(bytes, 1, n, to) == n && file_flush(to);
    mem_free(bytes);
    return whole ? ST_OK : status_no_memory(st, from);
}

enum st_code spirv_compile(uint32_t **words, size_t *n_words, const char *path, const char *stage,
                           struct spirv_constant_value *constants, size_t n_constants,
                           struct status *st)
{
    AUTO(child_file_close) FILE *compiled = NULL;
    AUTO(child_file_close) FILE *optimised = NULL;
    char in[CHILD_PATH], out[CHILD_PATH], *bytes;
    size_t n;
    TRY(child_file(&compiled, path, st));
    TRY(child_file(&optimised, path, st));
    child_path(compiled, in);
    child_path(optimised, out);
    TRY(stage ? compile_glsl(path, stage, in, st) : copy_module(path, compiled, st));
    TRY(check_constants(compiled, path, constants, n_constants, st));
    TRY(optimise(path, in, out, constants, n_constants, st));
    TRY(validate(path, out, st));
    TRY(child_read(optimised, &bytes, &n, st));
    *words = (uint32_t *)(void *)bytes;
    *n_words = n / sizeof **words;
    return ST_OK;
}
