#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <microhttpd.h>

/// The callbacks and the limits of a daemon. Swift cannot call variadic functions of C, hence this type and the functions
/// below.
struct CMicrohttpdConfiguration {
    uint16_t port;
    unsigned int connectionLimit;
    /// The timeout of a connection until its first request is complete.
    unsigned int timeoutSeconds;
    size_t connectionMemory;
    void *context;
    MHD_AccessHandlerCallback handle;
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback end;
};

/// Keeps percent-encoding.
static inline size_t CMicrohttpdKeepEscapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

/// Starts a daemon with one thread on 127.0.0.1. Returns NULL and sets `errno` if it cannot.
///
/// It uses `poll`, because the epoll loop stalls when 128 or 256 connections are ready.
static inline struct MHD_Daemon *CMicrohttpdStart(struct CMicrohttpdConfiguration configuration) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(configuration.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, configuration.port, NULL, NULL,
        configuration.handle, configuration.context,
        MHD_OPTION_SOCK_ADDR, &address,
        MHD_OPTION_CONNECTION_LIMIT, configuration.connectionLimit,
        MHD_OPTION_CONNECTION_TIMEOUT, configuration.timeoutSeconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, configuration.connectionMemory,
        MHD_OPTION_URI_LOG_CALLBACK, configuration.begin, configuration.context,
        MHD_OPTION_UNESCAPE_CALLBACK, CMicrohttpdKeepEscapes, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, configuration.end, configuration.context,
        MHD_OPTION_END);
}

/// Changes how long a connection may be silent.
static inline void CMicrohttpdSetTimeout(struct MHD_Connection *connection, unsigned int seconds) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/// The port on which a daemon listens. 0 if it is unknown.
static inline uint16_t CMicrohttpdPort(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

/// Raises the number of files that the process may open to `wanted`, or as far as the system permits.
static inline void CMicrohttpdRaiseFileLimit(unsigned long wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// The value by which the reader of a body reports its end.
static const ssize_t CMicrohttpdEndOfStream = MHD_CONTENT_READER_END_OF_STREAM;

#endif
