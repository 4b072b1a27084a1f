/// The parts of a purchase's wide event that tests look at, spelt as they travel.
package struct PurchaseEvent: Decodable {
    package struct Feature: Decodable {
        package let status: String
        package let data: Details
    }
    package struct Details: Decodable { package let ext: Ext }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    package struct Ext: Decodable {
        package let status_reason: String?
        package let subscription_identifier: String?
        package let failing_step: String?
        package let account_creation_latency_ms_bucketed: Int?
        package let account_payment_latency_ms_bucketed: Int?
    }
    package let feature: Feature
}
