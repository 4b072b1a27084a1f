#if !os(iOS)
import Foundation
import TestSupport
import Testing

@testable import BrowserApp

@Suite struct SettingsFileTests {
    @Test("A choice is stored in a folder that only its user can read")
    func kept() async throws {
        try await TemporaryFolder.with { folder in
            let home = folder.url.appending(path: "new")
            let settings = SettingsFile(folder: home)
            #expect(settings.isProtectionOn)
            try settings.setProtection(on: false)
            #expect(!settings.isProtectionOn)
            #expect(!SettingsFile(folder: home).isProtectionOn)
            let mode = try FileManager.default.attributesOfItem(atPath: home.path())[.posixPermissions] as? NSNumber
            #expect(mode == 0o700)
        }
    }

    @Test(
        "A damaged file gives the default, protection on",
        arguments: ["", "{", "[]", #"{"isMaliciousSiteProtectionOn":"no"}"#])
    func damaged(text: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(text, to: "settings.json")
            #expect(SettingsFile(folder: folder.url).isProtectionOn)
        }
    }

    @Test("A choice that cannot be written has no effect, and the error names the path")
    func unwritable() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("", to: "file")
            let settings = SettingsFile(folder: folder.url.appending(path: "file/below"))
            let path = folder.url.path() + "/file/below/settings.json"
            let error = #expect(throws: SettingsError.cannotWrite(path: path)) { try settings.setProtection(on: false) }
            #expect(
                error?.description
                    == "Settings: cannot write '\(path)'. The old settings stay in effect. Check that the folder is writable."
            )
            #expect(settings.isProtectionOn)
        }
    }
}
#endif
