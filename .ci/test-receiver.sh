#!/usr/bin/env bash
# Tests the receiving side, then measures it. Load goes to loopback ports of this machine, and ends by itself.
#
#   .ci/test-receiver.sh [TEST…]    e.g. test_collector, or test_questions.QuestionTests.test_funnel
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.build/receiver-python/bin/python

swift build -c release --product pixels
swift build -c release --product TestProbe
export PIXELS_TOOL=$PWD/.build/release/pixels TEST_PROBE=$PWD/.build/release/TestProbe

cd Tests/ReceiverTests
if [ $# -gt 0 ]; then
    "$python" -m unittest -v "$@"
else
    "$python" -m unittest -v
    "$python" figures.py
fi
