import AsyncHTTPClient
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import OpenID

@Test func zMock() async throws {
    let url = ProcessInfo.processInfo.environment["MOCK"] ?? ""
    let log = Locked<[String]>([])
    let settings = try OpenIDProviderSettings(name: "mock", issuer: url, clientID: "boardwalk", clientSecret: "provider-secret", label: "Mock")
    let client = OpenIDClient([settings], logger: Log.logger(log))
    for again in [false, true] {
        let request = try await client.begin("mock", redirectURI: "http://127.0.0.1:1/cb", reauthenticating: again)
        let query = try await HTTPClient.withHTTPClient(configuration: .init(redirectConfiguration: .disallow)) { http in
            var r = HTTPClientRequest(url: request.url)
            r.method = .POST
            r.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            r.body = .bytes(ByteBuffer(string: "sub=ana"))
            let answer = try await http.execute(r, timeout: .seconds(5))
            return URLComponents(string: answer.headers.first(name: "location") ?? "")?.queryItems ?? []
        }
        let fields = Dictionary(query.map { ($0.name, $0.value ?? "") }) { a, _ in a }
        let identity = try await client.finish(request, query: fields)
        print("MOCKED", identity)
        var other = request
        other.nonce = "x"
        await #expect(throws: OpenIDFailure.self) { try await client.finish(other, query: fields) }
    }
    print("MOCKED", log.value.joined(separator: "\nMOCKED "))
}
