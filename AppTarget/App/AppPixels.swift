package import PixelKit

/// An example of every pixel of the app, with a value for each parameter.
package enum AppPixels {
    /// A pixel and the frequency with which its mapper fires it.
    package struct Sample: Sendable {
        package let pixel: any Pixel
        package let frequency: Frequency

        init(_ pixel: some Pixel, _ frequency: Frequency? = nil) {
            self.pixel = pixel
            self.frequency = frequency ?? pixel.frequency
        }
    }

    private struct SampleError: Error {}

    package static var samples: [Sample] { maliciousSiteProtection + subscription + wideEvents }

    private static var maliciousSiteProtection: [Sample] {
        typealias Name = MaliciousSiteProtectionPixel
        return [
            Sample(Name.errorPageShown(category: .phishing, clientSideHit: true)),
            Sample(Name.visitSite(category: .phishing)), Sample(Name.leaveSite(category: .phishing)),
            Sample(Name.iframeLoaded(category: .phishing)), Sample(Name.featureToggled(newState: true)),
            Sample(Name.clientTimeout), Sample(Name.matchesApiError(error: SampleError()), .dailyAndCountByError),
            Sample(
                Name.failedToFetchInitialDatasets(category: .phishing, type: .hashPrefixSet), .dailyAndCountByDataSet),
            Sample(Name.failedToUpdateDatasets(category: .phishing, type: .hashPrefixSet), .dailyAndCountByDataSet),
        ]
    }

    private static var subscription: [Sample] {
        typealias Name = SubscriptionPixel
        return [
            Sample(Name.pageShown), Sample(Name.priceClick(plan: .yearly)), Sample(Name.pageClick(element: .faq)),
            Sample(Name.purchaseAttempt(platform: .stripe)), Sample(Name.purchaseSuccess),
            Sample(Name.purchaseFailure(step: .accountPayment, error: SampleError()), .dailyAndCountByStep),
            Sample(Name.activated, .uniqueByName), Sample(Name.restoreSuccess),
            Sample(Name.restoreFailure(error: SampleError()), .dailyAndCountByError),
        ]
    }

    private static var wideEvents: [Sample] {
        [
            Sample(
                WideEventPixel.failure(event: .subscriptionPurchase, step: .complete, reason: .storage),
                .dailyAndCountByTrouble)
        ]
    }
}

extension Frequency {
    /// Daily and count, with a daily window for each error.
    package static let dailyAndCountByError = dailyAndCount.keyed(by: .error)
    /// Daily and count, with a daily window for each data set.
    package static let dailyAndCountByDataSet = dailyAndCount.keyed(by: .parameters(["category", "type"]))
    /// Daily and count, with a daily window for each step of a purchase.
    package static let dailyAndCountByStep = dailyAndCount.keyed(by: .parameters(["step"]))
    /// Daily and count, with a daily window for each wide event, step and reason.
    package static let dailyAndCountByTrouble = dailyAndCount.keyed(by: .parameters(["event", "step", "reason"]))
}
