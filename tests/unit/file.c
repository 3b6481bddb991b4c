/* Files: whole ones in, whole ones out, and nothing left behind where that fails. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/hash.h"
#include "common/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[256];

static int setup(void **state)
{
    (void)state;
    rig_make_folder(folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    rig_remove_folder(folder);
    return 0;
}

static int entries(void)
{
    int n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    closedir(d);
    return n;
}

TEST_WITH(what_was_written_is_read, setup, teardown)
{
    char *path FREED_BY(mem_free) = file_join(folder, "a");
    unsigned char *bytes FREED_BY(mem_free);
    size_t n;
    assert_ok(file_write(path, "x\0yz", 4, &st));
    assert_ok(file_read(path, &bytes, &n, &st));
    assert_int_equal(n, 4);
    assert_memory_equal(bytes, "x\0yz\0", 5);
    assert_int_equal(entries(), 1);
}

TEST_WITH(an_abandoned_file_leaves_the_old_one, setup, teardown)
{
    struct file_out f;
    char *path FREED_BY(mem_free) = file_join(folder, "a"), before[HASH_TEXT], after[HASH_TEXT];
    assert_ok(file_write(path, "old", 3, &st));
    assert_ok(hash_file(path, before, &st));
    assert_ok(file_out_open(&f, path, &st));
    fputs("half of the new", f.stream);
    file_out_abandon(&f);
    assert_ok(hash_file(path, after, &st));
    assert_string_equal(before, after);
    assert_int_equal(entries(), 1);
}

/* Whatever ends the program now, nothing is left. */
TEST_WITH(an_unfinished_file_has_no_name, setup, teardown)
{
    struct file_out f;
    char *path FREED_BY(mem_free) = file_join(folder, "a");
    for (int again = 0; again < 2; again++) {
        assert_ok(file_out_open(&f, path, &st));
        if (!f.nameless) {
            file_out_abandon(&f);
            mem_free(path);
            rig_skip();
        }
        fputs("half of it", f.stream);
        assert_ok(file_out_flush(&f, &st));
        assert_int_equal(entries(), again);
        assert_ok(file_out_commit(&f, &st));
        assert_int_equal(entries(), 1);
    }
}

TEST_WITH(a_name_may_be_as_long_as_a_name_can_be, setup, teardown)
{
    char name[257];
    memset(name, 'n', 256);
    name[255] = 0;
    char *path FREED_BY(mem_free) = file_join(folder, name);
    assert_ok(file_write(path, "x", 1, &st));
    assert_ok(file_write(path, "y", 1, &st));
    assert_int_equal(entries(), 1);
    mem_free(path);
    name[255] = 'n';
    name[256] = 0;
    path = file_join(folder, name);
    struct file_out f;
    assert_int_equal(file_out_open(&f, path, &st), ST_FAILED);
}

TEST_WITH(a_link_stays_and_its_target_is_replaced, setup, teardown)
{
    char *path FREED_BY(mem_free) = file_join(folder, "a"), *link = file_join(folder, "b");
    struct stat info;
    unsigned char *bytes FREED_BY(mem_free);
    size_t n;
    assert_int_equal(symlink("a", link), 0);
    assert_int_equal(file_write(link, "x", 1, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "is a link to nothing"));
    assert_ok(file_write(path, "old", 3, &st));
    assert_ok(file_write(link, "new", 3, &st));
    assert_ok(file_read(path, &bytes, &n, &st));
    assert_string_equal((char *)bytes, "new");
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(entries(), 2);
    mem_free(link);
}

/* As if the file had been written into. */
TEST_WITH(a_replaced_file_keeps_its_mode_and_a_protected_one_stays, setup, teardown)
{
    char *path FREED_BY(mem_free) = file_join(folder, "a"), wanted[512];
    struct stat info;
    assert_ok(file_write(path, "old", 3, &st));
    assert_int_equal(chmod(path, 0604), 0);
    assert_ok(file_write(path, "new", 3, &st));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0604);
    assert_int_equal(chmod(path, 0444), 0);
    snprintf(wanted, sizeof wanted, "%s: cannot be written: Permission denied", path);
    if (access(path, W_OK) != 0) { /* which root is not asked */
        assert_int_equal(file_write(path, "no", 2, &st), ST_FAILED);
        assert_string_equal(st.text, wanted);
    }
    assert_int_equal(entries(), 1);
}

TEST_WITH(devices_that_never_end_are_not_read, setup, teardown)
{
    unsigned char *bytes;
    size_t n;
    assert_int_equal(file_read("/dev/zero", &bytes, &n, &st), ST_FAILED);
    assert_string_equal(st.text, "/dev/zero: is a device; a file is needed");
}

/* Opening a pipe that nobody writes would wait for ever. */
TEST_WITH(pipes_that_a_file_names_are_not_opened, setup, teardown)
{
    unsigned char *bytes;
    size_t n;
    char *path FREED_BY(mem_free) = file_join(folder, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(file_read_regular(path, &bytes, &n, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "is not a file"));
}

TEST_WITH(a_file_has_a_most_size, setup, teardown)
{
    unsigned char *bytes;
    size_t n;
    char *path FREED_BY(mem_free) = file_join(folder, "large");
    assert_ok(file_write(path, "0123456789", 10, &st));
    assert_ok(file_read_most(path, 10, &bytes, &n, &st));
    mem_free(bytes);
    assert_int_equal(file_read_most(path, 9, &bytes, &n, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "has more than 9 bytes, the most that such a file may"));
    assert_int_equal(truncate(path, (off_t)FILE_MOST_BYTES + 1), 0); /* of holes alone */
    assert_int_equal(file_read(path, &bytes, &n, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "has more than 4294967296 bytes"));
}

/* A pipe says its size only by its end. */
TEST_WITH(a_pipe_has_a_most_size, setup, teardown)
{
    char *path FREED_BY(mem_free) = file_join(folder, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    for (size_t more = 0; more < 2; more++) {
        unsigned char *bytes;
        size_t n;
        int status;
        pid_t writer = fork();
        assert_true(writer >= 0);
        if (writer == 0) {
            alarm(10); /* where nobody reads */
            int fd = open(path, O_WRONLY);
            _exit(write(fd, "0123456789X", 10 + more) != (ssize_t)(10 + more));
        }
        assert_int_equal(file_read_most(path, 10, &bytes, &n, &st), more ? ST_FAILED : ST_OK);
        assert_int_equal(waitpid(writer, &status, 0), writer);
        assert_int_equal(status, 0);
        if (more)
            assert_non_null(strstr(st.text, "brings more than 10 bytes, the most a pipe may"));
        else
            assert_int_equal(n, 10);
        mem_free(bytes);
    }
}

TEST_WITH(a_full_disk_is_an_error, setup, teardown)
{
    assert_int_equal(file_write("/dev/full", "x", 1, &st), ST_FAILED);
    assert_string_equal(st.text, "/dev/full: cannot be written: No space left on device");
}

TEST_WITH(unreadable_things_are_named, setup, teardown)
{
    unsigned char *bytes;
    size_t n;
    char *path FREED_BY(mem_free) = file_join(folder, "missing"), wanted[512];
    assert_int_equal(file_read(path, &bytes, &n, &st), ST_FAILED);
    snprintf(wanted, sizeof wanted, "%s: cannot be read: No such file or directory", path);
    assert_string_equal(st.text, wanted);
    assert_null(bytes);
    assert_int_equal(file_read(folder, &bytes, &n, &st), ST_FAILED);
    assert_int_equal(file_write(folder, "x", 1, &st), ST_FAILED);
    assert_int_equal(file_write("", "x", 1, &st), ST_USAGE);
    assert_int_equal(file_write("/no/such/folder/x", "x", 1, &st), ST_FAILED);
}

TEST_WITH(folders_are_made_with_their_parents, setup, teardown)
{
    char *deep FREED_BY(mem_free) = file_join(folder, "a/b/c"), *file = file_join(folder, "a/file");
    struct stat info;
    assert_ok(file_make_folder(deep, &st));
    assert_ok(file_make_folder(deep, &st));
    assert_int_equal(stat(deep, &info), 0);
    assert_ok(file_write(file, "x", 1, &st));
    assert_int_equal(file_make_folder(file, &st), ST_FAILED);
    mem_free(file);
}

TEST_WITH(a_message_is_one_line, setup, teardown)
{
    status_fail(&st, ST_FAILED, "name with\nline feed and \x1b[31mcolour");
    assert_null(strpbrk(st.text, "\n\x1b"));
}

TEST_WITH(a_long_message_keeps_its_end, setup, teardown)
{
    char *name FREED_BY(mem_free) = mem_calloc(100001, 1);
    memset(name, 'x', 100000);
    status_fail(&st, ST_USAGE, "unknown option '%s'; see --help", name);
    assert_int_equal(strlen(st.text), STATUS_TEXT - 1);
    assert_memory_equal(st.text, "unknown option 'xxx", 19);
    assert_non_null(strstr(st.text, "xxx ... xxx"));
    assert_string_equal(strrchr(st.text, 'x') + 1, "'; see --help");
}

TEST_WITH(no_memory_is_no_crash, setup, teardown)
{
    char *path FREED_BY(mem_free) = file_join(folder, "a");
    enum st_code code = ST_NOMEM;
    for (long nth = 1; code != ST_OK; nth++) {
        unsigned char *bytes = NULL;
        size_t n;
        mem_fail_from(nth);
        code = file_write(path, "x", 1, &st);
        if (code == ST_OK)
            code = file_read(path, &bytes, &n, &st);
        mem_fail_from(0);
        mem_free(bytes);
        assert_true(code == ST_OK || code == ST_NOMEM);
        assert_true(nth < 100);
    }
    assert_int_equal(entries(), 1);
}
