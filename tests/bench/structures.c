/* structures.c -- does it pay to keep acceleration structures on a shared folder? A table; never a
 * test.
 *
 *     bench_structures FOLDER SCENE...
 *
 * For each scene the least of three times, in ms of processor time of one core: reading and parsing
 * it (which gives the hash that a kept structure would be found by), building and packing its
 * structures with everything else that lies in simulated memory, and loading these bytes from an
 * entry of FOLDER as kept profiles are, whose hash is checked; here from the page cache, so that a
 * network's share of a real folder comes on top. What a client of it would have to read per second
 * for both ways to take the same time follows. */
#include "common/file_cache.h"
#include "common/memory.h"
#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIMES = 3 };

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void least(double *best, double since)
{
    double ms = cpu_ms() - since;
    if (*best == 0 || ms < *best)
        *best = ms;
}

static uint64_t size_of(const struct device_image *image)
{
    uint64_t n = 0;
    for (int i = 0; i < DEVICE_BUFFERS; i++)
        n += image->buffers[i].size;
    return n;
}

struct times {
    double parse, build, load;
    uint64_t bytes;
};

static enum st_code keep(const char *folder, const struct device_image *image, struct times *t,
                         struct status *st)
{
    char key[HASH_TEXT];
    unsigned char *bytes, *back;
    size_t at = 0, n;
    t->bytes = size_of(image);
    TRY(mem_make(&bytes, t->bytes, 1, "image", st));
    for (int i = 0; i < DEVICE_BUFFERS; at += image->buffers[i++].size)
        if (image->buffers[i].size)
            memcpy(bytes + at, image->buffers[i].bytes, image->buffers[i].size);
    hash_bytes(bytes, t->bytes, key);
    enum st_code code = file_cache_store(folder, "image", key, bytes, t->bytes, st);
    mem_free(bytes);
    TRY(code);
    for (int i = 0; i < TIMES; i++) {
        double start = cpu_ms();
        if (file_cache_load(folder, "image", key, &back, &n, st) != FILE_CACHE_FOUND)
            return status_fail(st, ST_FAILED, "%s: an entry is gone", folder);
        least(&t->load, start);
        mem_free(back);
    }
    return ST_OK;
}

static enum st_code measure(const char *folder, const char *name, struct times *t,
                            struct status *st)
{
    struct scene *scene;
    struct device_image *image;
    enum st_code code = ST_OK;
    for (int i = 0; i < TIMES && code == ST_OK; i++) {
        double start = cpu_ms();
        TRY(scene_load(&scene, name, st));
        least(&t->parse, start);
        start = cpu_ms();
        code = device_image_create(&image, scene, st);
        least(&t->build, start);
        if (code == ST_OK && i == TIMES - 1)
            code = keep(folder, image, t, st);
        if (code == ST_OK)
            device_image_free(image);
        scene_free(scene);
    }
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "bench_structures: FOLDER SCENE...\n");
        return 2;
    }
    printf("%-32s%12s%12s%12s%12s%12s\n", "scene", "parse, ms", "build, ms", "bytes, MB",
           "load, ms", "even, MB/s");
    for (int i = 2; i < argc; i++) {
        struct times t = {0};
        struct status st = {0};
        if (measure(argv[1], argv[i], &t, &st) != ST_OK) {
            fprintf(stderr, "bench_structures: %s\n", st.text);
            return 1;
        }
        const char *slash = strrchr(argv[i], '/');
        printf("%-32s%12.1f%12.1f%12.2f%12.1f%12.0f\n", slash ? slash + 1 : argv[i], t.parse,
               t.build, 1e-6 * (double)t.bytes, t.load,
               1e-3 * (double)t.bytes / (t.build - t.load > 0 ? t.build - t.load : 1e-9));
    }
    return 0;
}
