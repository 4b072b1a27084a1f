// Users of PixelKit name `Consent`, `Accounts` and `DropReason` without a second import.
@_exported public import Outbox
