@testable import UserScripts
