// Makes fsync, fdatasync and syncfs take at least ten times as long as they do, for tests on slow storage. Loaded by LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <time.h>

static int slowly(const char *name, int file) {
    int (*original)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int result = original(file);
    int error = errno;
    clock_gettime(CLOCK_MONOTONIC, &end);
    long long taken = (end.tv_sec - start.tv_sec) * 1000000000LL + (end.tv_nsec - start.tv_nsec);
    struct timespec rest = {taken * 9 / 1000000000LL, taken * 9 % 1000000000LL};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {}
    errno = error;
    return result;
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
int syncfs(int file) { return slowly("syncfs", file); }
