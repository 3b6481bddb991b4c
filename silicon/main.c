/* Runs Diorama's compute kernels and micro-benchmarks on the first NVIDIA GPU and prints each
 * measurement as a line of CSV. scripts/hardware makes rows and a configuration from these lines.
 *
 *     hardware device                     the GPU and its driver
 *     hardware micro                      the micro-benchmarks (micro.h)
 *     hardware kernels [KERNEL:SIZE]...   a launch of one small CTA, then kernels (kernels.h)
 *
 * Exit status 0, 1 where something fails, 2 for wrong arguments. */
#include "silicon/kernels.h"
#include "silicon/micro.h"

#include "common/auto.h"

#include <stdlib.h>
#include <string.h>

static void print_device(const struct cuda *c)
{
    printf("device,name,\"%s\"\ndevice,driver,%d\ndevice,memory_B,%zu\n", c->name, c->driver,
           c->memory_B);
#define PRINT(field, number) printf("device," #field ",%d\n", c->field);
    CUDA_ATTRIBUTES(PRINT)
#undef PRINT
}

static enum st_code run_kernel(const struct cuda *c, const char *word, struct status *st)
{
    const char *colon = strchr(word, ':');
    char *end = NULL;
    unsigned long size = colon ? strtoul(colon + 1, &end, 10) : 0;
    MEM_AUTO char *name;
    TRY(mem_copy_text(&name, word, "a kernel", st));
    name[colon ? colon - word : (long)strlen(word)] = 0;
    const struct workload_kernel *kernel = workload_find(name);
    if (!kernel || (colon && (!size || size > UINT32_MAX || *end)))
        return status_fail(st, ST_USAGE,
                           "%s: expected a kernel ('diorama kernels' lists them) and its size, "
                           "such as saxpy:262144",
                           word);
    return kernels_run(c, kernel, (uint32_t)size, stdout, st);
}

static enum st_code run(int argc, char **argv, struct status *st)
{
    struct cuda c AUTO(cuda_close) = {0};
    const char *verb = argc > 1 ? argv[1] : "";
    bool kernels = strcmp(verb, "kernels") == 0, micro = strcmp(verb, "micro") == 0;
    if (!kernels && ((!micro && strcmp(verb, "device") != 0) || argc > 2))
        return status_fail(st, ST_USAGE,
                           "expected 'device', 'micro' or 'kernels [KERNEL:SIZE]...'");
    TRY(cuda_open(&c, st));
    if (micro)
        return micro_run(&c, stdout, st);
    if (!kernels)
        print_device(&c);
    else
        TRY(micro_launch(&c, st));
    for (int i = 2; i < argc; i++)
        TRY(run_kernel(&c, argv[i], st));
    return ST_OK;
}

int main(int argc, char **argv)
{
    struct status st = {0};
    enum st_code code = run(argc, argv, &st);
    if (code == ST_OK && (fflush(stdout) != 0 || ferror(stdout)))
        code = status_fail(&st, ST_FAILED, "standard output: cannot be written");
    if (code != ST_OK)
        fprintf(stderr, "hardware: %s\n", st.text);
    return status_exit(code);
}
