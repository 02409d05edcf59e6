#pragma once
// libpq, and the few Linux calls its I/O thread needs: Swift's Glibc module hides epoll and eventfd.
#include <dlfcn.h>
#include <errno.h>
#include <libpq-fe.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

static const int poller_readable = 1;
static const int poller_writable = 2;

static inline int poller_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline uint32_t poller_mask(int interest) {
    return ((interest & poller_readable) ? EPOLLIN : 0) | ((interest & poller_writable) ? EPOLLOUT : 0);
}

static inline int poller_add(int poller, int fd, int interest, uint64_t token) {
    struct epoll_event event = {.events = poller_mask(interest), .data = {.u64 = token}};
    return epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
}

static inline int poller_modify(int poller, int fd, int interest, uint64_t token) {
    struct epoll_event event = {.events = poller_mask(interest), .data = {.u64 = token}};
    return epoll_ctl(poller, EPOLL_CTL_MOD, fd, &event);
}

static inline int poller_remove(int poller, int fd) { return epoll_ctl(poller, EPOLL_CTL_DEL, fd, NULL); }

/// Fills tokens and interests (errors count as readable and writable); returns how many, 0 on a timeout or a signal.
static inline int poller_wait(int poller, uint64_t *tokens, int *interests, int capacity, int milliseconds) {
    struct epoll_event events[64];
    int count = epoll_wait(poller, events, capacity < 64 ? capacity : 64, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        uint32_t seen = events[i].events;
        int failed = (seen & (EPOLLERR | EPOLLHUP)) ? (poller_readable | poller_writable) : 0;
        tokens[i] = events[i].data.u64;
        interests[i] = failed | ((seen & EPOLLIN) ? poller_readable : 0) | ((seen & EPOLLOUT) ? poller_writable : 0);
    }
    return count;
}

static inline int waker_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline void waker_signal(int fd) { uint64_t one = 1; (void)!write(fd, &one, sizeof one); }
static inline void waker_clear(int fd) { uint64_t count; (void)!read(fd, &count, sizeof count); }

/// Names the calling thread; the system keeps 15 bytes.
static inline void thread_set_name(const char *name) { prctl(PR_SET_NAME, name); }

/// Bytes that OpenSSL has decrypted and libpq has not read. libpq brings OpenSSL along; it is found there, not linked.
static inline int tls_pending(PGconn *connection) {
    int (*pending)(const void *) = (int (*)(const void *))dlsym(NULL, "SSL_pending");
    void *session = connection ? PQsslStruct(connection, "OpenSSL") : NULL;
    return pending && session ? pending(session) : 0;
}
