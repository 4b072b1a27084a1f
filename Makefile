.DEFAULT_GOAL := help
.PHONY: help deps build test lint bench docs test-sanitized soak run

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system libraries that are missing.
	@scripts/deps.sh

build: deps ## Build everything; warnings are errors.
	swift build --build-tests

test: build ## Build and run all tests.
	swift test

lint: deps ## Check format, walls, documentation, sizes, imports and the Apple-only files.
	@scripts/lint.sh

bench: deps ## Measure; one JSON line a figure.
	swift run -c release benchmarks

docs: deps ## Build the documentation of every library product into .build/docs.
	@scripts/docs.sh

test-sanitized: deps ## Run all tests under the thread sanitizer.
	swift test --scratch-path .build/tsan --sanitize=thread -Xswiftc -DTHREAD_SANITIZER

soak: deps ## Run the long repetitions, the suites named Soak.
	SOAK=1 swift test -c debug --filter Soak

run: deps ## Start the browser.
	swift run browser run
