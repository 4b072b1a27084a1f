import PixelKit

/// A pixel of a test's making.
struct Ping: Pixel {
    var name = "m_ping"
    var frequency = Frequency.standard
    var value: String?

    var parameters: PixelParameters { ["v": value.map(PixelValue.string)] }
}
