#include "allocation_counter.h"

#if defined(__GLIBC__)
#include <stdatomic.h>
#include <stddef.h>

// The executable's definitions take the place of the C library's, which stay reachable under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Atomic int64_t count;

static inline void add(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    add();
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    add();
    return __libc_calloc(items, size);
}

void *realloc(void *pointer, size_t size) {
    add();
    return __libc_realloc(pointer, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    add();
    *pointer = __libc_memalign(alignment, size);
    return *pointer ? 0 : 12;
}

void *aligned_alloc(size_t alignment, size_t size) {
    add();
    return __libc_memalign(alignment, size);
}

int64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
#else
int64_t allocation_count(void) { return -1; }
#endif
