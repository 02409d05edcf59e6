import FoundationEssentials

/// Decodes JSON that comes from outside: from a file of a member, or from the answer of another host.
public enum UntrustedJSON {
    /// Decodes a value. Its strings have at most 30 combining marks in a row, because further marks are removed before (see
    /// `StreamSafeText`). Throws `DecodingError`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) throws -> Value {
        try JSONDecoder().decode(type, from: Data(StreamSafeText.json(bytes)))
    }
}
