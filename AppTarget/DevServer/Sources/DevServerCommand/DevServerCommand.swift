import DevServer

@main
struct DevServerCommand {
    static func main() async throws {
        let server = try LocalServer.start()
        print("listening on \(server.url)")
        for await request in server.requests() { print(request.jsonLine) }
    }
}
