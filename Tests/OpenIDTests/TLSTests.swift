import Foundation
import NIOSSL
import OutgoingHTTP
import TestSupport
import Testing

@testable import OpenID

/// The certificate must belong to the named host, although the connection goes to an IP address.
@Suite struct TLSTests {
    private static let certificate = Result { try Certificate(host: "provider.test") }

    private static func run(host: String, isTrusted: Bool, _ body: (Scene) async throws -> Void) async throws {
        let certificate = try certificate.get()
        // A handshake may take long on a busy machine.
        let options = Outgoing.Options(
            time: .seconds(120), connecting: .seconds(120), lookUp: { _ in ["127.0.0.1"].compactMap(IPAddress.init) },
            trusted: isTrusted ? [certificate.certificate] : [])
        let tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate.certificate)], privateKey: .privateKey(certificate.key))
        try await Scene.run(options, host: host, tls: tls, body)
    }

    @Test func `a host with its own certificate is accepted`() async throws {
        try await Self.run(host: "provider.test", isTrusted: true) { scene in
            let url = try await scene.begin().url
            #expect(url.hasPrefix(scene.provider.issuer))
        }
    }

    @Test func `an untrusted certificate is refused`() async throws {
        try await Self.run(host: "provider.test", isTrusted: false) { scene in
            let failure = await #expect(throws: OpenIDFailure.self) { try await scene.begin() }
            #expect(failure?.sentence == away && failure?.reason.contains("CERTIFICATE_VERIFY_FAILED") == true)
            #expect(scene.provider.asked.value.isEmpty)
        }
    }

    @Test func `a certificate of another host is refused`() async throws {
        try await Self.run(host: "another.test", isTrusted: true) { scene in
            let failure = await #expect(throws: OpenIDFailure.self) { try await scene.begin() }
            #expect(failure?.isAway == true)
            #expect(scene.provider.asked.value.isEmpty)
        }
    }

    @Test func `an HTTPS issuer cannot name an endpoint without TLS`() async throws {
        try await Self.run(host: "provider.test", isTrusted: true) { scene in
            scene.provider.behaviour.value.discovery["token_endpoint"] = .string("http://provider.test:\(scene.provider.port.value)/token")
            let failure = await #expect(throws: OpenIDFailure.self) { try await scene.begin() }
            #expect(failure?.reason == "discovery: token_endpoint is missing, or may not be asked")
        }
    }
}

/// A self-signed certificate.
private struct Certificate: Sendable {
    let certificate: NIOSSLCertificate
    let key: NIOSSLPrivateKey

    init(host: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "openid-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (key, certificate) = (folder.appending(path: "key.pem").path, folder.appending(path: "certificate.pem").path)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-days", "2",
            "-keyout", key, "-out", certificate,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        self.key = try NIOSSLPrivateKey(file: key, format: .pem)
        self.certificate = try #require(try NIOSSLCertificate.fromPEMFile(certificate).first)
    }
}
