// Tests with these sinks need `ManualClock` and the types of `Telemetry`.
@_exported public import Primitives
