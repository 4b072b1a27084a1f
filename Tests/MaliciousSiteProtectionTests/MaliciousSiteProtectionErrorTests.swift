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
            "Protection service: the matches are not the JSON expected. Check the services address."
        ),
        (
            .unreadableChangeSet(id), 2,
            "Data set phishing/filterSet: the change set is truncated or not the JSON expected. The old set stays; update again."
        ),
        (
            .malformedEntry(id, entry: "x"), 3,
            "Data set phishing/filterSet: 'x' is not an entry of such a set. The old set stays; correct the service's data."
        ),
        (
            .unknownDeletion(id, entry: "00"), 4,
            "Data set phishing/filterSet: cannot delete '00', which it does not hold. The old set stays; ask for a full replacement."
        ),
        (
            .revisionWentBackwards(id, from: 2, to: 1), 5,
            "Data set phishing/filterSet: revision 1 is older than 2. The old set stays; correct the service's data."
        ),
        (
            .superseded(id, requested: 1, current: 2), 6,
            "Data set phishing/filterSet: the changes are for revision 1, the set has 2. Update again."
        ),
        (
            .corruptFile(id), 7,
            "Data set phishing/filterSet: its file is damaged or unreadable. The embedded set is used; update to replace the file."
        ),
        (
            .cannotWrite(id, code: 640), 8,
            "Data set phishing/filterSet: cannot write its file (error 640). The old set stays; check the data folder."
        ),
    ]

    @Test("An error says what, why and what to do, and keeps its number", arguments: table)
    func error(error: MaliciousSiteProtectionError, code: Int, text: String) {
        #expect("\(error)" == text)
        #expect(error.localizedDescription == text)
        #expect((error as NSError).domain == "MaliciousSiteProtection")
        #expect((error as NSError).code == code)
    }
}
