/* Predicts a scene through the public interface and prints the metrics:
 *     cc predict.c $(pkg-config --cflags --libs diorama) -o predict && ./predict cornell rtx2060
 * Further arguments are pairs of option and value: ./predict cornell tiny width 64 height 64 */
#include <diorama.h>

#include <stdio.h>

static int run(struct diorama_options *options, const char *operand, struct diorama_error *error)
{
    struct diorama_scene *scene;
    struct diorama_result *result;
    int status = diorama_scene_load(&scene, operand, error);
    if (status != DIORAMA_OK)
        return status;
    status = diorama_predict(&result, scene, options, error);
    diorama_scene_free(scene);
    if (status != DIORAMA_OK)
        return status;
    for (size_t i = 0; i < diorama_metric_count(); i++) {
        double value = 0;
        diorama_result_metric(result, diorama_metric_name(i), &value);
        printf("%-24s %g %s\n", diorama_metric_name(i), value, diorama_metric_unit(i));
    }
    printf("%-24s %g ms\n", "frame_time", diorama_result_frame_time_ms(result));
    diorama_result_free(result);
    return DIORAMA_OK;
}

int main(int argc, char **argv)
{
    struct diorama_error error;
    struct diorama_options *options;
    if (argc < 3 || argc % 2 == 0) {
        fputs("usage: predict SCENE GPU [OPTION VALUE]...\n", stderr);
        return DIORAMA_USAGE;
    }
    int status = diorama_options_create(&options, &error);
    if (status == DIORAMA_OK) {
        status = diorama_options_set(options, "gpu", argv[2], &error);
        for (int i = 3; i + 1 < argc && status == DIORAMA_OK; i += 2)
            status = diorama_options_set(options, argv[i], argv[i + 1], &error);
        if (status == DIORAMA_OK)
            status = run(options, argv[1], &error);
        diorama_options_free(options);
    }
    if (status != DIORAMA_OK)
        fprintf(stderr, "predict: %s\n", error.text);
    return status;
}
