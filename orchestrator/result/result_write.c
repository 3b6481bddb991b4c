#include "orchestrator/result/result_json.h"

#include "common/file.h"
#include "common/memory.h"

static enum st_code write_result(const struct result *r, const char *path, struct status *st)
{
    struct json_writer w = {0};
    struct file_out file;
    json_t *document = result_to_json(&w, r);
    enum st_code code = file_out_open(&file, path, st);
    if (code != ST_OK) {
        json_decref(document);
        return code;
    }
    return file_out_finish(&file, json_writer_finish(&w, document, file.stream, st), st);
}

enum st_code result_write(const struct result *r, const char *folder, const char *name,
                          struct status *st)
{
    MEM_AUTO char *path = file_join(folder, name);
    if (!path)
        return status_no_memory(st, name);
    return write_result(r, path, st);
}
