#include "sim/functional/frontend/spirv/compile.h"

#include "common/auto.h"
#include "common/child.h"
#include "common/file.h"
#include "common/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CONSTANTS = 64, TEXT = 1024 };

/* A file that is removed at the end. */
struct scratch {
    char path[64];
};

static void scratch_remove(struct scratch *s)
{
    if (s->path[0])
        unlink(s->path);
}

static enum st_code scratch_make(struct scratch *s, struct status *st)
{
    snprintf(s->path, sizeof s->path, "/tmp/diorama.XXXXXX");
    int fd = mkstemp(s->path);
    if (fd < 0) {
        s->path[0] = '\0';
        return status_fail(st, ST_FAILED, "a temporary file for a shader cannot be made: %s",
                           strerror(errno));
    }
    close(fd);
    return ST_OK;
}

/* The line of text that holds the first error of the compiler: "ERROR: file:12: 'x' : undeclared".
 */
static enum st_code compiler_error(const char *path, const char *text, struct status *st)
{
    const char *at = strstr(text, "ERROR: ");
    char line[TEXT];
    snprintf(line, sizeof line, "%s", at ? at + strlen("ERROR: ") : text);
    size_t end = strcspn(line, "\n"), n = strlen(path);
    while (end && line[end - 1] == ' ')
        end--;
    line[end] = '\0';
    int number = 0, used = 0;
    if (strncmp(line, path, n) == 0 && sscanf(line + n, ":%d: %n", &number, &used) == 1 && used)
        return status_fail_at(st, ST_FAILED, path, number, "%s", line + n + used);
    return status_fail_at(st, ST_FAILED, path, 0, "%s",
                          line[0] ? line : "no SPIR-V was made of it");
}

static enum st_code compile_glsl(const char *path, const char *stage, const char *out,
                                 struct status *st)
{
    AUTO(child_close) struct child c = {0};
    MEM_AUTO char *folder = file_folder(path), *include = NULL, *text = NULL;
    const char *arguments[] = {"glslangValidator",
                               "-V",
                               "-g",
                               "--target-env",
                               "vulkan1.3",
                               "-S",
                               stage,
                               "",
                               "-o",
                               out,
                               path,
                               NULL};
    bool failed;
    size_t n;
    if (!folder)
        return status_no_memory(st, path);
    size_t room = strlen(folder) + 3;
    TRY(mem_make(&include, room, 1, path, st));
    snprintf(include, room, "-I%s", folder);
    arguments[7] = include;
    TRY(child_open(&c, arguments[0], st));
    TRY(child_run(&c, (char *const *)(uintptr_t)arguments,
                  "GLSL shaders need it (package glslang-tools)", &failed, st));
    TRY(child_read(c.out, &text, &n, st));
    return failed ? compiler_error(path, text, st) : ST_OK;
}

/* "3:1.5 7:2" */
static void constants_text(char *text, size_t room, const struct spirv_constant_value *constants,
                           size_t n)
{
    text[0] = '\0';
    for (size_t i = 0; i < n && i < MOST_CONSTANTS; i++) {
        size_t used = strlen(text);
        snprintf(text + used, room - used, "%s%u:%.9g",
                 i ? " " : "--set-spec-const-default-value=", constants[i].id, constants[i].value);
    }
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

static enum st_code optimise(const char *path, const char *in, const char *out,
                             const struct spirv_constant_value *constants, size_t n_constants,
                             struct status *st)
{
    AUTO(child_close) struct child c = {0};
    MEM_AUTO char *said = NULL;
    char values[MOST_CONSTANTS * 32];
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
    TRY(child_open(&c, arguments[0], st));
    TRY(child_run(&c, (char *const *)(uintptr_t)arguments, "shaders need it (package spirv-tools)",
                  &failed, st));
    TRY(child_read(c.said, &said, &n, st));
    said[strcspn(said, "\n")] = '\0';
    return failed
               ? status_fail_at(st, ST_FAILED, path, 0,
                                "spirv-opt refuses the module: %.300s; expected valid SPIR-V", said)
               : ST_OK;
}

/* Compilers newer than spirv-opt name languages in OpSource that it does not know, and refuses.
 * They are written as unknown, which changes nothing else. */
static enum st_code copy_module(const char *from, const char *to, struct status *st)
{
    enum { HEADER_WORDS = 5, OP_SOURCE = 3, KNOWN_LANGUAGES = 6 };
    unsigned char *bytes;
    size_t n;
    TRY(file_read_regular(from, &bytes, &n, st));
    uint32_t *words = (uint32_t *)(void *)bytes;
    for (size_t i = HEADER_WORDS; i + 1 < n / 4 && words[i] >> 16;) {
        if ((words[i] & 0xffff) == OP_SOURCE && words[i + 1] > KNOWN_LANGUAGES)
            words[i + 1] = 0;
        i += words[i] >> 16;
    }
    enum st_code code = file_write(to, bytes, n, st);
    mem_free(bytes);
    return code;
}

/* Not by file_read(), which remembers its files as inputs: the number of this one, which is
 * removed, will be another file's. */
static enum st_code scratch_read(const struct scratch *s, char **bytes, size_t *n,
                                 struct status *st)
{
    FILE *file = fopen(s->path, "rb");
    if (!file)
        return status_fail_at(st, ST_FAILED, s->path, 0, "cannot be read: %s", strerror(errno));
    enum st_code code = child_read(file, bytes, n, st);
    fclose(file);
    return code;
}

enum st_code spirv_compile(uint32_t **words, size_t *n_words, const char *path, const char *stage,
                           const struct spirv_constant_value *constants, size_t n_constants,
                           struct status *st)
{
    AUTO(scratch_remove) struct scratch compiled = {""}, optimised = {""};
    char *bytes;
    size_t n;
    TRY(scratch_make(&compiled, st));
    TRY(scratch_make(&optimised, st));
    TRY(stage ? compile_glsl(path, stage, compiled.path, st)
              : copy_module(path, compiled.path, st));
    TRY(optimise(path, compiled.path, optimised.path, constants, n_constants, st));
    TRY(scratch_read(&optimised, &bytes, &n, st));
    *words = (uint32_t *)(void *)bytes;
    *n_words = n / sizeof **words;
    return ST_OK;
}
