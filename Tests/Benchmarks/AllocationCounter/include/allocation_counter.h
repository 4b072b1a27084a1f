#pragma once
#include <stdint.h>

/// How many allocations this process has made; -1 where they are not counted.
int64_t allocation_count(void);
