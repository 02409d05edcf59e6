import OpenID
import Testing

struct SettingsTests {
    @Test(arguments: [
        ("Google", "https://a.example", "id", "secret", "A"), ("", "https://a.example", "id", "secret", "A"),
        ("a", "a.example", "id", "secret", "A"), ("a", "https://a.example?b", "id", "secret", "A"),
        ("a", "https://A.example", "id", "secret", "A"),
        ("a", "https://a.example", "", "secret", "A"), ("a", "https://a.example", "id", "", "A"),
        ("a", "https://a.example", "id", "a\nb", "A"),
        ("a", "https://a.example", "id", "secret", ""), ("a", "https://a.example", "id", "secret", "A\nB"),
    ]) func `invalid provider settings are refused`(_ name: String, _ issuer: String, _ id: String, _ secret: String, _ label: String) {
        #expect(throws: OpenIDSettingsError.self) {
            try OpenIDProviderSettings(name: name, issuer: issuer, clientID: id, clientSecret: secret, label: label)
        }
    }
}
