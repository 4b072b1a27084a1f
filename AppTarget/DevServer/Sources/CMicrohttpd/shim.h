#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/types.h>
#include <microhttpd.h>

/// What a daemon calls, and the limits it keeps. Swift cannot call C's variadic functions, hence this value and the
/// functions below.
struct CMicrohttpdConfiguration {
    uint16_t port;
    unsigned int connectionLimit;
    unsigned int timeoutSeconds;
    size_t connectionMemory;
    void *context;
    MHD_AccessHandlerCallback handle;
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback end;
};

/// Leaves percent sequences as they came.
static inline size_t CMicrohttpdKeepEscapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

/// Starts a daemon with one thread on 127.0.0.1; NULL with `errno` set when it cannot.
///
/// `poll`, because the epoll loop stalls once 128 or 256 connections are ready.
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

/// The port a daemon listens on, 0 when it is unknown.
static inline uint16_t CMicrohttpdPort(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

/// What a body's reader returns once everything is read.
static const ssize_t CMicrohttpdEndOfStream = MHD_CONTENT_READER_END_OF_STREAM;

#endif
