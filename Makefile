.DEFAULT_GOAL := help
# All tests at once would hold over 1,300 files open, where Foundation's Process crashes on Linux: it copies a whole
# directory entry of /proc/self/fd from the end of a buffer. Older toolchains lack the option.
WIDTH := $(shell swift test --help-hidden | grep -o -- --experimental-maximum-parallelization-width && echo 16)
# A test that hangs prints nothing. PATIENCE is far longer than any silence of a test that works.
PATIENCE ?= 600
TEST = .ci/watch.py $(PATIENCE) swift test $(WIDTH)
.PHONY: help deps build test test-release test-sanitized lint bench docs soak run

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system libraries that are missing.
	@.ci/deps.sh

build: deps ## Build everything; warnings are errors.
	swift build --build-tests

test: build ## Build and run all tests.
	$(TEST)

lint: deps ## Check format, walls, documentation, sizes, imports and the Apple-only files.
	@.ci/lint.sh

bench: deps ## Measure; one JSON line a figure.
	swift run -c release benchmarks

docs: deps ## Build the documentation of every library product into .build/docs.
	@.ci/docs.sh

test-release: deps ## Run all tests of a release build, where the optimiser may see things differently.
	$(TEST) --scratch-path .build/release-tests -c release -Xswiftc -enable-testing

test-sanitized: deps ## Run all tests under the thread sanitizer.
	$(TEST) --scratch-path .build/tsan --sanitize=thread -Xswiftc -DTHREAD_SANITIZER

soak: PATIENCE = 7200
soak: deps ## Run the long repetitions, the suites named Soak.
	SOAK=1 $(TEST) -c debug --filter Soak

run: deps ## Start the browser.
	swift run browser run
