import PixelDefinitions
import Testing

@Suite("RequestFormat")
struct RequestFormatTests {
    @Test(
        "Each format finds the request in a line",
        arguments: [
            (.url, "https://example.org/t/m_x_ios?a=1&b=2", Request(name: "m_x_ios", query: "a=1&b=2")),
            (.url, "/t/m_x?123=&a=1", Request(name: "m_x", query: "a=1")),
            (.url, "/t/m_x?123&a=1", Request(name: "m_x", query: "a=1")),
            (.url, "m_x", Request(name: "m_x", query: "")), (.url, "", nil), (.url, "https://example.org/t/?a=1", nil),
            (.log, "12:00 I/Pixel: sent m_x?a=1?more", Request(name: "m_x", query: "a=1")), (.log, "", nil),
            (.jsonl, #"{"pixel": "m_x", "params": "a=1"}"#, Request(name: "m_x", query: "a=1")),
            (.jsonl, #"{"params":"a=1","pixel":"m\u005fx"}"#, Request(name: "m_x", query: "a=1")),
            (.jsonl, #"{"pixel": "m_x"}"#, Request(name: "m_x", query: "")), (.jsonl, #"{"pixel": 5}"#, nil),
            (.jsonl, "nope", nil),
            (.jsonl, #"{"pixel": "m_x", "params": 5}"#, nil), (.jsonl, #"{"pixel": "m_x", "params": "a"} x"#, nil),
            (
                .nginx, #"1.2.3.4 - - [01/Jan/2026] "GET /t/m_x.y?a=1&7=&b=2 HTTP/1.1" 200 0 "-" "-""#,
                Request(name: "m_x_y", query: "a=1&b=2")
            ),
            (.nginx, #"{"request_uri": "/t/m_x?a=1", "status": 200}"#, Request(name: "m_x", query: "a=1")),
            (.nginx, #"{"uri": "/t/m_x", "args": "a=1"}"#, Request(name: "m_x", query: "a=1")),
            (.nginx, "GET / HTTP/1.1", nil),
        ] as [(RequestFormat, String, Request?)]
    )
    func requests(format: RequestFormat, line: String, expected: Request?) {
        #expect(format.request(in: line) == expected)
    }
}
