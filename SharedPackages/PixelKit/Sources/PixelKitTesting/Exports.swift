// The API of this module names `ManualClock` and `TimeSource`.
@_exported public import Primitives
