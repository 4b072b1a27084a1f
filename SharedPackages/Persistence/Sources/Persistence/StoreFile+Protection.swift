import Foundation

extension StoreFile {
    #if canImport(Darwin)
    /// Makes the file readable from the first unlock after a restart on, and keeps it out of backups.
    func protect(path: String) {
        var url = URL(filePath: path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
        #if os(iOS)
        // Later than "complete": events also happen while the device is locked.
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
            ofItemAtPath: path
        )
        #endif
    }
    #else
    /// Linux has neither file protection nor a system backup to be left out of.
    func protect(path: String) {}
    #endif
}
