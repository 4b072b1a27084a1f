import Foundation
import MaliciousSiteProtection
import Testing

@Suite struct MaliciousSiteProtectionErrorTests {
    static let id = DataSetID(.phishing, .filterSet)

    static let table: [(MaliciousSiteProtectionError, Int, String)] = [
        (
            .answerTooLong(limit: 1024), 9,
            "Protection service: the answer is longer than 1024 bytes. Check the services address."
        ),
        (.unexpectedStatus(503), 503, "Protection service: status 503 instead of 200. Check the services address."),
        (
            .unreadableMatches, 1,
            "Protection service: the matches are not the expected JSON. Check the services address."
        ),
        (
            .unreadableChangeSet(id), 2,
            "Data set phishing/filterSet: the change set is truncated or not the expected JSON. The old set stays. Update again."
        ),
        (
            .revisionWentBackwards(id, from: 2, to: 1), 5,
            "Data set phishing/filterSet: revision 1 is lower than 2. The old set stays. Correct the service's data."
        ),
        (
            .superseded(id, requested: 1, current: 2), 6,
            "Data set phishing/filterSet: the changes are for revision 1, but the set has 2. Update again."
        ),
        (
            .corruptFile(id), 7,
            "Data set phishing/filterSet: its file is damaged or unreadable. The embedded set is used. Update to replace the file."
        ),
        (
            .cannotWrite(id, code: 640), 8,
            "Data set phishing/filterSet: cannot write its file (error 640). The old set stays. Check the data folder."
        ),
    ]

    @Test("An error names the subject, the value and the remedy, and keeps its number", arguments: table)
    func error(error: MaliciousSiteProtectionError, code: Int, text: String) {
        #expect("\(error)" == text)
        #expect(error.localizedDescription == text)
        #expect((error as NSError).domain == "MaliciousSiteProtection")
        #expect((error as NSError).code == code)
    }
}
