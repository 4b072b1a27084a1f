package import PixelKit

/// Every pixel of the app, with some value for each of its parameters.
package enum AppPixels {
    /// A pixel, and the frequency that its mapper gives it.
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
